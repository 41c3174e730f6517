"""Tamsel River Water Company: a regulated water utility of 2000 and 2001; calendar year; thousands; no XBRL.

Its 10-K for 2000 is plain ASCII text, its 10-Q and its 10-K for 2001 are HTML as of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from indexer.sample import boilerplate as shared
from indexer.sample import notes
from indexer.sample.assembly import annual_statements, document_for, proxy, quarterly, view_for
from indexer.sample.blocks import Block, Document, Row, Table, amount
from indexer.sample.books import Books, Span, Year
from indexer.sample.frame import Frame, Issuer, Line, parts
from indexer.sample.issuers import tamsel_text as text
from indexer.sample.parts import ANNUAL_OLD, QUARTERLY_OLD, assemble, day
from indexer.sample.prose import percent


def _year(
    number: int, shares: tuple[int, int, int, int, int], cents: str, flows: Mapping[str, int | list[int]]
) -> Year:
    return Year(
        start=date(number, 1, 1),
        ends=(date(number, 3, 31), date(number, 6, 30), date(number, 9, 30), date(number, 12, 31)),
        flows={**flows, "opex:depreciation": flows["depreciation"]},
        shares=shares,
        diluted=shares,
        current_debt=(1500, 1500, 1500, 1500),
        dividend_cents=Decimal(cents),
    )


BOOKS = Books(
    ticks_a_million=1000,
    opening={
        "cash": 1412, "ar": 5210, "inventory": 1105, "prepaid": 812, "ppe": 218600, "other_assets": 9840, "ap": 3120,
        "accrued": 4205, "debt": 88000, "dtl": 21400, "other_liabilities": 34900, "common": 7380, "apic": 30900,
        "accumulated": 46300, "current_debt": 1500,
    },
    seasons={"rev:reg": (22, 25, 29, 24), "seg:reg": (18, 25, 34, 23), "tax_current": (15, 25, 36, 24)},
    years={
        1998: _year(1998, (7384, 7396, 7408, 7420, 7402), "22", {
            "rev:reg": 58412, "rev:ser": 2105, "opex:operation": 24118, "opex:maintenance": 3402, "depreciation": 6214,
            "opex:taxes": 6020, "interest": 6480, "other_income": 312, "tax_current": 4100, "tax_deferred": 1180,
            "seg:reg": 20540, "seg:ser": 223, "d_ar": 210, "d_inventory": 40, "d_prepaid": 30, "d_other_assets": 310,
            "d_ap": 180, "d_accrued": 120, "d_other_liabilities": 1850, "capex": 18420, "retired": 1150,
            "debt_proceeds": 8000, "debt_repaid": 1500, "stock_issued": 980,
        }),
        1999: _year(1999, (7434, 7448, 7462, 7476, 7455), "22.5", {
            "rev:reg": 60935, "rev:ser": 2480, "opex:operation": 25002, "opex:maintenance": 3610, "depreciation": 6602,
            "opex:taxes": 6214, "interest": 6702, "other_income": 405, "tax_current": 4390, "tax_deferred": 1260,
            "seg:reg": 21702, "seg:ser": 285, "d_ar": 260, "d_inventory": 22, "d_prepaid": 15, "d_other_assets": 280,
            "d_ap": 240, "d_accrued": 95, "d_other_liabilities": 2010, "capex": 18105, "retired": 1320,
            "debt_proceeds": 6000, "debt_repaid": 1500, "stock_issued": 1040,
        }),
        2000: _year(2000, (7490, 7505, 7519, 7534, 7512), "23", {
            "rev:reg": 62188, "rev:ser": 3012, "opex:operation": 26340, "opex:maintenance": [905, 960, 1004, 1016],
            "depreciation": 7048, "opex:taxes": 6391, "interest": 7214, "other_income": 388, "tax_current": 4005,
            "tax_deferred": 1140, "seg:reg": 21174, "seg:ser": 362, "d_ar": 190, "d_inventory": 35, "d_prepaid": 40,
            "d_other_assets": 420, "d_ap": -95, "d_accrued": 140, "d_other_liabilities": 2240, "capex": 21380,
            "retired": 1480, "debt_proceeds": 10000, "debt_repaid": 1500, "stock_issued": 1110,
        }),
        2001: _year(2001, (7560, 7578, 7597, 7616, 7588), "23.5", {
            "rev:reg": [14460, 17010, 20120, 16314], "rev:ser": 3645, "opex:operation": 27915, "opex:maintenance": 4010,
            "depreciation": 7655, "opex:taxes": 6880, "interest": 7890, "other_income": 522, "tax_current": 4980,
            "tax_deferred": 1402, "seg:reg": 24625, "seg:ser": 464, "d_ar": 540, "d_inventory": 18, "d_prepaid": 22,
            "d_other_assets": 390, "d_ap": 310, "d_accrued": 205, "d_other_liabilities": 2460, "capex": 21450,
            "retired": 1610, "debt_proceeds": [2000, 12000, 0, 0], "debt_repaid": [375, 6375, 375, 375],
            "stock_issued": 1205,
        }),
    },
)  # fmt: skip

ISSUER = Issuer(
    key="tamsel",
    name="Tamsel River Water Company",
    ticker="TMSR",
    cik="0009900303",
    file_number="0-99303",
    state="Maryland",
    state_code="MD",
    ein="00-9900303",
    street="400 Aqueduct Lane",
    city="Corley Landing",
    postal="21999",
    phone="(410) 555-0161",
    exchange="Nasdaq National Market",
    exchange_code="NASDAQ",
    par="$1.00",
    books=BOOKS,
    places=0,
    scale=3,
    unit="(in thousands, except per share data)",
    year_end="--12-31",
    year_heads="Year Ended December 31,",
    income=(
        Line(key="revenue", label="Operating revenues", dollar=True),
        Line(key="", label="Operating expenses:"),
        Line(key="opex:operation", label="Operation", indent=1),
        Line(key="opex:maintenance", label="Maintenance", indent=1),
        Line(key="opex:depreciation", label="Depreciation", indent=1),
        Line(key="opex:taxes", label="Taxes other than income taxes", indent=1),
        Line(key="opex", label="Total operating expenses", style="total", indent=1),
        Line(key="operating_income", label="Operating income"),
        Line(key="interest", label="Interest expense", sign=-1),
        Line(key="other_income", label="Allowance for funds used during construction and other income, net"),
        Line(key="pretax", label="Income before income taxes", style="total"),
        Line(key="tax", label="Income taxes"),
        Line(key="net_income", label="Net income", style="total", dollar=True),
    ),
    labels={
        "income_title": "STATEMENTS OF INCOME",
        "ar": "Accounts receivable, including unbilled revenues, less allowance",
        "inventory": "Materials and supplies",
        "prepaid": "Prepayments",
        "ppe": "Utility plant, net",
        "other_assets": "Regulatory assets and deferred charges",
        "accrued": "Accrued taxes, interest and other",
        "current_debt": "Current maturities of long-term debt",
        "long_debt": "Long-term debt, less current maturities",
        "other_liabilities": "Advances and contributions in aid of construction, and other",
        "apic": "Paid-in capital",
        "capex": "Additions to utility plant",
        "stock_issued": "Common stock issued under the dividend reinvestment plan",
        "equity_stock_issued": "Dividend reinvestment plan",
        "d_inventory": "Materials and supplies",
        "d_prepaid": "Prepayments",
        "d_other_assets": "Regulatory assets",
        "d_other_liabilities": "Advances and contributions in aid of construction",
    },
    segments={"reg": ("Regulated Water Operations", ""), "ser": ("Contract Services", "")},
    float_value="$151,000,000",
    auditor="Holloway Crane & Co.",
    auditor_city="Baltimore, Maryland",
    auditor_since=1958,
    chief=("Harlan G. Pruett", "President and Chief Executive Officer"),
    finance=("Lucille B. Ashdown", "Vice President, Treasurer and Chief Financial Officer"),
    directors=("Constance Albrecht", "Neville Strand", "Orville T. Maddox"),
    column=lambda issuer, span: (
        str(span.year)
        if (span.first, span.last) == (1, 4)
        else f"{'Three' if span.first == span.last else 'Six'} Months Ended {day(issuer.books.end(span))}"
    ),
)

ANNUAL_2000 = Frame(
    issuer=ISSUER, year=2000, filed=date(2001, 3, 26), accession="0009900303-01-000003", outstanding=7549
)
QUARTER_2001 = Frame(
    issuer=ISSUER, year=2001, quarter=2, filed=date(2001, 8, 9), accession="0009900303-01-500011", outstanding=7587
)
ANNUAL_2001 = Frame(
    issuer=ISSUER, year=2001, filed=date(2002, 3, 25), accession="0009900303-02-000004", outstanding=7625
)

_BY_YEAR: Mapping[int, Mapping[str, str]] = {
    2000: {
        "customers": "117,060", "population": "352,000", "growth": "1.6%", "growth_prior": "1.9%",
        "mill": "it has announced no change in its operations.",
        "delivery": "27.4", "peak": "39.1",
        "drought": "After the drought of 1999, in which the State restricted outdoor use from August 4 to September 8, reservoirs were "
        "full throughout 2000.",
        "rate_case": "In June 2000 the Company applied for an increase of 9.5% in rates for water. On February 22, 2001 the Commission "
        "granted an increase of 6.8%, or about $4,150,000 a year, effective March 1, 2001, with a return on equity of 10.4%.",
        "arsenic": "In January 2001 the Environmental Protection Agency published a limit of 10 parts per billion for arsenic; two wells "
        "would need treatment at a cost of about $1,900,000.",
        "weather": "The summer of 2000 was the coolest and wettest in eleven years, and sales of water to homes fell by 3.4%.",
        "employees": "236", "capex_next": "$21,500,000", "capex_five": "$104,000,000", "mains": "1,342",
        "main_break": "On January 19, 2000 a main of 24 inches broke in Dunmore and flooded the basements of 41 houses and shops. Claims of "
        "about $900,000 were made against the Company, which is insured above $100,000 for each event; that amount was charged to expense "
        "in 2000.",
        "dismissed": "November 2000", "appeal": "The plaintiff has appealed.",
        "holders": "5,412",
        "dividend_raise": "In January 2001 the Board raised the quarterly dividend from $0.23 to $0.235 per share.",
        "result_text": "The decrease was due to the cool summer, to higher costs of operation, and to higher interest, while new rates did not "
        "take effect until March 2001.",
        "revenue_text": "Customer growth and Contract Services, which gained the town of Wick as a client, more than offset lower sales of water "
        "to homes in the cool summer.",
        "operation_text": "The increase reflects wages, chemicals and the cost of the rate case.",
        "interest_text": "The increase reflects the sale of bonds and higher short-term rates.",
        "tax_text": "The rate fell because of flow-through deductions on the Stillhouse filters.",
        "finance_text": "In May 2000 the Company sold $10,000,000 of Series M first mortgage bonds.",
        "lines": "$14,200,000", "rate_effect": "$225,000", "unbilled": "$2,410,000",
        "debt_note": "Series M bonds of $10,000,000 were sold in May 2000 in addition to $10,000,000 sold in 1998. The bonds are secured by a "
        "first lien on substantially all utility plant.",
        "reinvested": "58,114", "pension": "$612,000", "plan_assets": "$14,850,000", "obligation": "$15,320,000", "purchased": "$1,640,000",
        "lost": "13.1%", "audits": "340", "new_money": "$9,000,000", "bond_room": "$21,000,000", "discount": "7.50%", "retiree": "$214,000",
        "contracts": "$6,300,000", "fair_value": "$83,100,000",
        "new_standards": "A standard on derivatives, which takes effect on January 1, 2001, will not affect the Company, as it has none.",
        "audited": "February 9, 2001, except for Item 1, Regulation of Rates, as to which the date is February 22, 2001",
        "subsequent": "",
    },
    2001: {
        "customers": "119,205", "population": "358,000", "growth": "1.8%", "growth_prior": "1.6%",
        "mill": "in December 2001 its owner announced that one of two paper machines will be shut down in April 2002, which will reduce "
        "operating revenues by about $700,000 a year.",
        "delivery": "28.3", "peak": "41.6",
        "drought": "Rainfall in the last four months of 2001 was 44% below normal, and the reservoir was at 71% of its capacity at the end of the "
        "year.",
        "rate_case": "On February 22, 2001 the Commission granted an increase of 6.8% in rates for water, or about $4,150,000 a year, effective "
        "March 1, 2001, with a return on equity of 10.4%. The Company expects to apply for a further increase in the second half of 2002.",
        "arsenic": "A federal limit of 10 parts per billion for arsenic will apply from January 2006; two wells need treatment at a cost of about "
        "$1,900,000.",
        "weather": "The summer of 2001 was dry, and sales of water to homes rose by 2.9%.",
        "employees": "241", "capex_next": "$22,800,000", "capex_five": "$110,000,000", "mains": "1,361",
        "main_break": "Claims from the break of a main of 24 inches in Dunmore on January 19, 2000 were settled in May 2001 for $640,000, of which "
        "insurance paid all but $100,000.",
        "dismissed": "November 2000", "appeal": "In October 2001 the Court of Special Appeals affirmed the dismissal, and the case is closed.",
        "holders": "5,377",
        "dividend_raise": "In January 2002 the Board raised the quarterly dividend from $0.235 to $0.24 per share.",
        "result_text": "The increase was due to the higher rates since March 1, 2001 and to a dry summer.",
        "revenue_text": "About $3,300,000 came from higher rates, $1,600,000 from higher sales of water in the dry summer, and $633,000 from Contract "
        "Services; customer growth brought the rest.",
        "operation_text": "The increase reflects wages, power, and measures to guard the reservoir and the treatment plant after September 11, 2001.",
        "interest_text": "The increase reflects the Series N bonds, partly offset by lower rates on bank notes.",
        "tax_text": "The rate returned to its usual level.",
        "finance_text": "In April 2001 the Company sold $12,000,000 of 5.95% Series N first mortgage bonds.",
        "lines": "$18,000,000", "rate_effect": "$170,000", "unbilled": "$2,690,000",
        "debt_note": "Series N bonds of $12,000,000 were sold in April 2001. The bonds are secured by a first lien on substantially all utility "
        "plant.",
        "reinvested": "71,630", "pension": "$688,000", "plan_assets": "$13,940,000", "obligation": "$16,810,000", "purchased": "$1,690,000",
        "lost": "12.6%", "audits": "410", "new_money": "$7,500,000", "bond_room": "$18,000,000", "discount": "7.25%", "retiree": "$231,000",
        "contracts": "$7,900,000", "fair_value": "$99,400,000",
        "new_standards": "A standard on obligations to retire assets takes effect in 2003. The Company is studying its effect, which it expects to "
        "be offset by regulatory accounting.",
        "audited": "February 8, 2002",
        "subsequent": "",
    },
}  # fmt: skip
_CLASSES = ("Residential", "Commercial", "Industrial", "Public authorities", "Fire protection and other")
_CLASS_WEIGHTS = {
    1998: (625, 186, 72, 54, 63), 1999: (628, 184, 71, 54, 63), 2000: (621, 189, 72, 54, 64), 2001: (630, 184, 68, 53, 65)
}  # fmt: skip
_PRICES = {
    2000: (("First quarter", "$21.25", "$18.50"), ("Second quarter", "20.75", "18.88"), ("Third quarter", "21.50", "19.38"),
           ("Fourth quarter", "22.00", "19.75")),
    2001: (("First quarter", "$22.63", "$20.50"), ("Second quarter", "23.90", "21.15"), ("Third quarter", "24.40", "21.80"),
           ("Fourth quarter", "25.10", "22.65")),
}  # fmt: skip
_DEBT: tuple[tuple[str, Mapping[int, int]], ...] = (
    ("First mortgage bonds, 6.90% Series K due 2008", {1999: 30000, 2000: 30000, 2001: 30000}),
    ("First mortgage bonds, 7.35% Series L due 2015", {1999: 35000, 2000: 35000, 2001: 35000}),
    ("First mortgage bonds, 6.15% Series M due 2028", {1999: 10000, 2000: 20000, 2001: 20000}),
    ("First mortgage bonds, 5.95% Series N due 2031", {2001: 12000}),
)


def documents() -> list[tuple[str, Frame, Document]]:
    """Give the three filings as file name, frame and document, oldest first."""
    return [
        ("tmsr-10k-2000.txt", ANNUAL_2000, _annual(ANNUAL_2000)),
        ("tmsr-10q-200106.htm", QUARTER_2001, _quarterly(QUARTER_2001)),
        ("tmsr-10k-2001.htm", ANNUAL_2001, _annual(ANNUAL_2001)),
    ]


def _annual(frame: Frame) -> Document:
    document = document_for(frame)
    now = BOOKS.amounts(frame.points[0])
    texts = {
        **_BY_YEAR[frame.year],
        "short": "The Company",
        "equity_ratio": percent(now["equity"], now["equity"] + now["debt"]),
    }
    view = view_for(frame, texts, _tables(frame) | _annual_tables(frame))
    items: dict[str, list[Block]] = {
        "1": view.blocks(text.BUSINESS),
        "2": view.blocks(text.PROPERTIES),
        "3": view.blocks(text.LEGAL),
        "4": view.blocks(text.VOTE),
        "5": view.blocks(text.MARKET),
        "6": view.blocks(text.SELECTED),
        "7": view.blocks(text.MDA),
        "7A": view.blocks(text.MARKET_RISK),
        "8": annual_statements(frame, view, text.AUDITOR, text.NOTES),
        "9": view.blocks(shared.ACCOUNTANTS),
        "14": view.blocks(text.EXHIBITS),
    }
    for item in ("10", "11", "12", "13"):
        items[item] = proxy(view, shared.PROXY_SECTIONS[item])
    assemble(frame, document, items, slots=ANNUAL_OLD, modern=False)
    return document


def _quarterly(frame: Frame) -> Document:
    texts = {"short": "The Company", "fiscal_policy": ""}
    more = {
        "II-4": text.QUARTER_VOTE,
        "II-6": "(a) Exhibits: none. (b) Reports on Form 8-K: none.",
        "I-4": "",
        "II-1A": "",
        "II-5": "",
    }
    return quarterly(
        frame, {**texts, "risk_change": ""}, _tables(frame), text.QUARTER, slots=QUARTERLY_OLD, modern=False, more=more
    )


def _tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    return {
        "segment_sales": lambda: notes.segment_revenue(
            frame, caption="Operating revenues by segment", concept="", total_label="Total operating revenues"
        ),
        "segment_profit": lambda: notes.segment_profit(
            frame, caption="Operating income by segment", corporate="Not allocated"
        ),
    }


def _annual_tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    return {
        "classes": lambda: _classes(frame),
        "officers": lambda: _officers(frame.year),
        "prices": lambda: _prices(frame),
        "selected": lambda: _selected(frame),
        "property": lambda: notes.property_table(
            frame,
            labels=(
                "Source of supply",
                "Pumping and treatment",
                "Transmission and distribution mains, services, meters and hydrants",
                "General plant",
                "Construction work in progress",
            ),
            weights=(9, 22, 60, 5, 4),
            caption="Utility plant",
        ),
        "debt": lambda: notes.debt_table(frame, fixed=_DEBT, rest="Notes payable to banks", caption="Long-term debt"),
        "maturities": lambda: notes.maturities(
            frame,
            key="debt",
            current="current_debt",
            weights={2000: (6000, 6000, 7500, 1500, 85000), 2001: (4000, 4000, 4000, 3500, 97000)}[frame.year],
            caption="Maturities of long-term debt",
            first=frame.year + 1,
        ),
        "taxes": lambda: notes.tax_table(frame),
        "rate": lambda: notes.rate_table(
            frame,
            statutory=350,
            items=(("State income taxes, net of federal benefit", 31),),
            rest="Flow-through deductions and other",
        ),
        "quarters": lambda: notes.quarters_table(
            frame,
            keys=(
                ("revenue", "Operating revenues"),
                ("operating_income", "Operating income"),
                ("net_income", "Net income"),
            ),
        ),
    }


def _classes(frame: Frame) -> Table:
    spans = frame.spans
    columns = [parts(BOOKS.amounts(span)["rev:reg"], _CLASS_WEIGHTS[span.year]) for span in spans]
    rows = [notes.row(frame, label, [one[index] for one in columns], spans) for index, label in enumerate(_CLASSES)]
    rows.append(
        notes.row(
            frame,
            "Total regulated",
            [BOOKS.amounts(span)["rev:reg"] for span in spans],
            spans,
            style="total",
            dollar=True,
        )
    )
    return frame.table("Operating revenues from water, by class of customer", rows, spans, span_head=ISSUER.year_heads)


def _officers(year: int) -> Table:
    people = (
        ("Harlan G. Pruett", 58, "President and Chief Executive Officer since 1991"),
        ("Lucille B. Ashdown", 49, "Vice President, Treasurer and Chief Financial Officer since 1996"),
        ("Raymond S. Otterby", 52, "Vice President, Operations since 1994"),
        ("Faith M. Delacroix", 44, "Secretary and General Counsel since 1999"),
    )
    rows = [(name, str(age + year - 2000), office) for name, age, office in people]
    return notes.words_table(("Age", "Office"), rows, corner="Name")


def _prices(frame: Frame) -> Table:
    paid = f"{BOOKS.years[frame.year].dividend_cents / 100:.3f}"
    rows = [(*one, f"${paid}" if not index else paid) for index, one in enumerate(_PRICES[frame.year])]
    return notes.words_table(("High", "Low", "Dividend"), rows, caption=f"Stock prices and dividends, {frame.year}")


def _selected(frame: Frame) -> Table:
    spans = [Span(year=year) for year in (frame.year, frame.year - 1, frame.year - 2)]
    keys = (
        ("revenue", "Operating revenues"),
        ("operating_income", "Operating income"),
        ("net_income", "Net income"),
        ("assets", "Total assets"),
        ("debt", "Long-term debt, including current maturities"),
        ("equity", "Common stockholders' equity"),
    )
    rows = [
        notes.row(frame, label, [BOOKS.amounts(span)[key] for span in spans], spans, dollar=True) for key, label in keys
    ]
    rows.append(
        Row(
            "Earnings per share, basic and diluted",
            tuple(amount(BOOKS.eps(span), places=2, dollar=True) for span in spans),
        )
    )
    rows.append(
        Row("Dividends paid per share", tuple(amount(BOOKS.dividend(span), places=2, dollar=True) for span in spans))
    )
    unit = "(in thousands, except per share data)"
    return Table(columns=frame.heads(spans), rows=tuple(rows), unit=unit, caption="Selected financial data")
