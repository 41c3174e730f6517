"""Small filings and passages of two made-up issuers, shared by the tests of what roles find."""

from __future__ import annotations

from datetime import date

from finsagent.domain import Evidence, Filing, Scope

_YEARS = "Fiscal years ended January 28, 2024 and January 29, 2023"
INCOME = f""" | {_YEARS} | {_YEARS}
 | 2023 | 2022
Net sales | $2,400 | $2,000
Cost of sales | 1,500 | 1,300
Gross profit | 900 | 700
Selling, general and administrative | 500 | 420
Operating income | 400 | 280
Income before income taxes | 380 | 250
Provision for income taxes | 95 | 60
Net income | $285 | $190
Diluted earnings per share | $2.85 | $1.90"""

BALANCE = """ | January 28, 2024 | January 29, 2023
Cash and cash equivalents | $150 | $120
Receivables, net | 250 | 230
Inventories | 320 | 280
Total current assets | 760 | 660
Property and equipment, net | 900 | 850
Total assets | $1,900 | $1,750
Accounts payable | 210 | 190
Total current liabilities | 500 | 480
Total stockholders' equity | 800 | 700"""

CASH = """ | 2023 | 2022
Net income | $285 | $190
Depreciation and amortization | 100 | 90
Net cash provided by operating activities | 410 | 300
Capital expenditures | (120) | (150)
Dividends paid | (40) | (30)"""

SEGMENTS = """ | 2023 | 2022
Garden | $1,400 | $1,100
Kitchen | 700 | 650
Outdoor | 300 | 250
Total | $2,400 | $2,000"""

PROSE = (
    "The Company sells tools for gardens and kitchens through 212 stores. Net sales rose in fiscal 2023 primarily "
    "due to higher demand for cordless garden tools. A former supplier, Norwell Castings, filed a lawsuit in March "
    "2023 that claims damages of $12 million for a cancelled contract. Our headquarters stand in Duluth, Minnesota."
)

FERN = Filing(
    id="fern-2023",
    issuer="fern",
    company="Fernhill Tools Inc.",
    form="10-K",
    source="fern.htm",
    ticker="FERN",
    fiscal_year=2023,
    fiscal_period="FY",
    period_end=date(2024, 1, 28),
)
OAK = Filing(
    id="oak-2023",
    issuer="oak",
    company="Oakrest Bank",
    form="10-K",
    source="oak.htm",
    fiscal_year=2023,
    fiscal_period="FY",
    period_end=date(2023, 12, 31),
)
FILINGS = {filing.id: filing for filing in (FERN, OAK)}
SCOPE = Scope(filings=("fern-2023",), primary=("fern-2023",), issuers=("fern",), fiscal_years=(2023,))


def passage(
    number: int, text: str, *, caption: str = "", filing: str = "fern-2023", start: int = 0, item: str = "Item 8"
) -> Evidence:
    """A passage that starts at `start` of its section."""
    kind = "table" if " | " in text else "prose"
    return Evidence(
        id=str(number),
        rank=number,
        chunk=f"{filing}#{number}",
        section=f"{filing}/{number}",
        filing=filing,
        item=item,
        title="Financial Statements",
        kind="table" if kind == "table" else "prose",
        text=text,
        start=start,
        end=start + len(text),
        header=f"{FILINGS[filing].name} | {item} | {caption}",
        page=None,
        page_end=None,
        score=1.0 / number,
        caption=caption,
    )


def evidence() -> tuple[Evidence, ...]:
    """The passages of the tool maker's annual report."""
    return (
        passage(1, INCOME, caption="Consolidated Statements of Income (in millions, except per share data)", start=100),
        passage(2, BALANCE, caption="Consolidated Balance Sheets (in millions)", start=50),
        passage(3, CASH, caption="Consolidated Statements of Cash Flows (in millions)", start=7),
        passage(4, PROSE, item="Item 1"),
        passage(5, SEGMENTS, caption="Net sales by segment (in millions)", start=33),
    )
