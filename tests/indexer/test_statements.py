from __future__ import annotations

from decimal import Decimal

import pytest

from indexer.statements import primary_statements, title_of
from tests.indexer.blocks import heading, paragraph, table
from tests.indexer.placed import place

BALANCE = (
    " | December 31, 2023 | December 31, 2022\nCash and cash equivalents | $1,234 | $1,100\nInventories | 300 | 280\n"
    "Total current assets | 1,534 | 1,380\nTotal assets | 5,678 | 5,432\nAccounts payable | 400 | 390\n"
    "Total liabilities | 3,210 | 3,100\nTotal shareholders' equity | 2,468 | 2,332"
)
INCOME = (
    " | 2023 | 2022\nNet sales | $9,000 | $8,500\nCost of sales | 6,000 | 5,800\nOperating income | 1,200 | 1,100\n"
    "Income taxes | 250 | 230\nNet income | $800 | $740"
)
FLOWS = (
    " | 2023 | 2022\nNet income | $800 | $740\nNet cash from operating activities | 1,100 | 1,000\n"
    "Net cash used in investing activities | (600) | (500)\nNet cash used in financing activities | (366) | (400)"
)
UNITS = "(In millions, except per share amounts)"


def found(*blocks: object, form: str = "10-K", **where: str) -> list[tuple[str, int]]:
    return [
        (one.kind, len(one.views))
        for one in primary_statements([place(*blocks, **where)], form)  # type: ignore[arg-type]
    ]


def test_each_statement_below_its_title() -> None:
    section = place(
        heading("CONSOLIDATED BALANCE SHEETS"), paragraph(UNITS), table(BALANCE, 1),
        heading("CONSOLIDATED STATEMENTS OF INCOME"), paragraph(UNITS), table(INCOME, 1),
        heading("CONSOLIDATED STATEMENTS OF CASH FLOWS"), paragraph("(In millions)"), table(FLOWS, 1),
    )  # fmt: skip
    statements = primary_statements([section], "10-K")
    assert [one.kind for one in statements] == ["balance_sheet", "income", "cash_flow"]
    assert all(row.scale == Decimal(1_000_000) for one in statements for view in one.views for row in view.rows)
    text = section.section.text
    cell = statements[0].views[0].rows[0].cells[0]
    assert text[cell.start : cell.end] == "$1,234"


def test_a_statement_over_two_pages_is_one() -> None:
    lines = BALANCE.split("\n")
    first, second = "\n".join(lines[:5]), "\n".join([lines[0], *lines[5:]])
    assert found(heading("Balance Sheets"), paragraph(UNITS), table(first, 1), table(second, 1)) == [
        ("balance_sheet", 2)
    ]


def test_the_next_statement_ends_one() -> None:
    equity = " | Shares | Amount\nBalance, December 31, 2022 | 5 | $2,332\nNet income | | 800"
    blocks = heading("Consolidated Balance Sheets"), paragraph(UNITS), table(BALANCE, 1)
    assert found(*blocks, heading("Consolidated Statements of Shareholders' Investment"), table(equity, 1)) == [
        ("balance_sheet", 1)
    ]
    assert found(*blocks, heading("Notes to Consolidated Financial Statements"), table(equity, 1)) == [
        ("balance_sheet", 1)
    ]


def test_a_contents_page_of_statements_is_none() -> None:
    pages = (
        "Consolidated Statements of Income | 28\nConsolidated Balance Sheets | 29\n"
        "Consolidated Statements of Cash Flows | 30\nNotes | 31\nReport | 60\n"
        "Schedule I | 61\nSchedule II | 62\nOther | 63"
    )
    assert found(table(pages), heading("Business"), table(INCOME, 1)) == []


def test_the_item_of_the_statements_comes_before_a_summary_elsewhere() -> None:
    summary = place(heading("Statements of Income"), paragraph(UNITS), table(INCOME.replace("9,000", "1"), 1), item="7")
    whole = place(heading("Statements of Income"), paragraph(UNITS), table(INCOME, 1))
    (one,) = primary_statements([summary, whole], "10-K")
    assert one.section == "acme/8"
    assert one.views[0].rows[0].cells[0].number.value == Decimal(9000)


def test_a_table_that_is_no_statement_under_such_a_title() -> None:
    leases = " | 2023 | 2022\nOperating leases | 5 | 4\nFinance leases | 3 | 2\nRent | 1 | 1\nOther | 2 | 2"
    assert found(heading("Supplemental Balance Sheet"), table(leases, 1)) == []


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("CONSOLIDATED BALANCE SHEETS", "balance_sheet"),
        ("Consolidated Statement of Financial Position", "balance_sheet"),
        ("CASH FLOWS STATEMENTS", "cash_flow"),
        ("Condensed Consolidated Statements of Cash Flows (Unaudited)", "cash_flow"),
        ("INCOME STATEMENTS", "income"),
        ("Consolidated Statements of Operations", "income"),
        ("Off-Balance Sheet Arrangements", ""),
        ("Condensed Consolidating Balance Sheet", ""),
        ("Parent Company Only Statements of Income", ""),
        ("Our balance sheets are strong.", ""),
        ("Business", ""),
    ],
)
def test_titles(title: str, kind: str) -> None:
    assert title_of(title) == kind
