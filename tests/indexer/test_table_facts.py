from __future__ import annotations

from dataclasses import replace
from datetime import date

from finsagent.domain import Fact
from indexer.table_facts import EXACT_TRUST, table_facts
from tests.indexer.blocks import heading, paragraph, table
from tests.indexer.placed import place
from tests.retrieval.filings import filing

ACME = filing("Acme", 2003, end=date(2003, 9, 27))
UNITS = "(Dollars in millions, except per share amounts)"
BALANCE = (
    "(In millions) | September 27, 2003 | September 28, 2002\nCurrent assets:\n"
    "Cash and cash equivalents | $1,234 | $1,100\n"
    "Inventories | 300 | 280\nDeferred income taxes | 20 | 21\nTotal current assets | 1,554 | 1,401\n"
    "Total assets | $5,678 | $5,432\nAccounts payable | 400 | 390\nTotal current liabilities | 500 | 480\n"
    "Long-term debt | 900 | 950\nDeferred income taxes | 77 | 78\n"
    "Common stock, $0.01 par value, 900 shares authorized | 12 | 11\nTotal shareholders' equity | 2,468 | 2,332"
)
INCOME = (
    "Fiscal years ended September 27, 2003, September 28, 2002 and September 29, 2001 | 2003 | 2002 | 2001\n"
    "Net sales | $9,000 | $8,500 | $8,000\nCost of sales | 6,000 | 5,800 | 5,500\n"
    "Research and development | 485 | 470 | --\nInterest expense | (20) | (21) | (22)\n"
    "Provision (benefit) for income taxes | 250 | (230) | 200\nNet income (loss) | $800 | $(740) | $600\n"
    "Earnings (loss) per share:\nBasic | $2.61 | $(2.02) | $1.50"
)
FLOWS = (
    "Fiscal years ended | September 27, 2003 | September 28, 2002 | September 29, 2001\n"
    "Net income (loss) | $800 | $(740) | $600\nDepreciation and amortization | 118 | 156 | 127\n"
    "Accounts receivable | (50) | 40 | 30\n"
    "Net cash provided by operating activities | 1,100 | 1,000 | 900\n"
    "Purchases of property, plant and equipment | (53) | (67) | (159)\n"
    "Net cash used in investing activities | (600) | (500) | (400)\n"
    "Net cash used in financing activities | (366) | (400) | (300)"
)


def facts() -> dict[str, list[Fact]]:
    section = place(
        heading("CONSOLIDATED BALANCE SHEETS"), table(BALANCE, 1),
        heading("CONSOLIDATED STATEMENTS OF OPERATIONS"), paragraph(UNITS), table(INCOME, 1),
        heading("CONSOLIDATED STATEMENTS OF CASH FLOWS"), paragraph("(Dollars in millions)"), table(FLOWS, 1),
    )  # fmt: skip
    found: dict[str, list[Fact]] = {}
    for fact in table_facts([section], ACME):
        assert fact.source == "table"
        assert fact.trust < 1
        assert fact.span is not None
        assert section.section.text[slice(*fact.span)] == fact.shown
        found.setdefault(fact.concept.removeprefix("us-gaap:"), []).append(fact)
    return found


FOUND = facts()


def values(concept: str) -> list[str]:
    return [str(fact.value) for fact in FOUND.get(concept, [])]


def test_values_in_base_units_with_their_periods() -> None:
    assert values("Revenues") == ["9000000000", "8500000000", "8000000000"]
    assert [(fact.start, fact.end) for fact in FOUND["Revenues"]] == [
        (date(2002, 9, 29), date(2003, 9, 27)),
        (date(2001, 9, 30), date(2002, 9, 28)),
        (date(2000, 10, 1), date(2001, 9, 29)),
    ]
    assert [(fact.unit, fact.decimals, fact.trust) for fact in FOUND["Revenues"]] == [("USD", -6, EXACT_TRUST)] * 3


def test_balances_have_no_first_day() -> None:
    assert [(fact.start, fact.end) for fact in FOUND["Assets"]] == [
        (None, date(2003, 9, 27)),
        (None, date(2002, 9, 28)),
    ]


def test_amounts_a_share_keep_their_cents() -> None:
    assert values("EarningsPerShareBasic") == ["2.61", "-2.02", "1.50"]
    assert FOUND["EarningsPerShareBasic"][0].unit == "USD/shares"


def test_printed_and_filed_signs() -> None:
    assert values("PaymentsToAcquirePropertyPlantAndEquipment") == ["53000000", "67000000", "159000000"]
    assert FOUND["PaymentsToAcquirePropertyPlantAndEquipment"][0].shown == "(53)"
    assert values("IncreaseDecreaseInAccountsReceivable") == ["50000000", "-40000000", "-30000000"]
    assert values("InterestExpense") == ["20000000", "21000000", "22000000"]
    assert values("IncomeTaxExpenseBenefit") == ["250000000", "-230000000", "200000000"]
    assert values("NetIncomeLoss") == ["800000000", "-740000000", "600000000"]
    assert values("DepreciationDepletionAndAmortization")[0] == "118000000"


def test_a_dash_is_zero() -> None:
    assert values("ResearchAndDevelopmentExpense") == ["485000000", "470000000", "0"]


def test_the_place_on_the_balance_sheet_tells_what_a_line_is() -> None:
    assert values("DeferredIncomeTaxAssetsNet") == ["20000000", "21000000"]
    assert values("DeferredIncomeTaxLiabilitiesNet") == ["77000000", "78000000"]
    assert values("LongTermDebtNoncurrent") == ["900000000", "950000000"]


def test_a_line_that_names_shares_is_an_amount() -> None:
    assert values("CommonStockValue") in ([], ["12000000", "11000000"])
    assert not any(fact.unit == "shares" for group in FOUND.values() for fact in group)


def test_a_quarter_and_the_year_to_date_are_told_apart() -> None:
    heads = (
        " | Three Months Ended | Three Months Ended | Nine Months Ended | Nine Months Ended\n"
        " | June 28, 2003 | June 29, 2002 | June 28, 2003 | June 29, 2002\n"
    )
    body = (
        "Net sales | $2,000 | $1,900 | $6,000 | $5,800\nCost of sales | 1,400 | 1,300 | 4,100 | 4,000\n"
        "Income taxes | 20 | 19 | 60 | 58\nNet income | $100 | $90 | $300 | $280\nDiluted | 0.10 | 0.09 | 0.30 | 0.28"
    )
    quarter = replace(ACME, form="10-Q", fiscal_period="Q3", period_end=date(2003, 6, 28))
    section = place(
        heading("Consolidated Statements of Income"), paragraph(UNITS), table(heads + body, 2), item="1", part="I"
    )
    sales = [fact for fact in table_facts([section], quarter) if fact.concept == "us-gaap:Revenues"]
    assert [round((fact.end - fact.start).days / 30.4) for fact in sales if fact.start] == [3, 3, 9, 9]
    assert [str(fact.value) for fact in sales] == ["2000000000", "1900000000", "6000000000", "5800000000"]


def test_a_table_that_says_no_scale_gives_no_facts() -> None:
    section = place(heading("Consolidated Statements of Income"), table(INCOME, 1))
    assert [fact for fact in table_facts([section], ACME) if fact.unit == "USD"] == []
