from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finsagent.tables import TableView, read_table, read_tables

INCOME = """ | Years ended December 31, | Years ended December 31,
 | 2018 | 2017
Net sales | $32,765 | $31,657
Cost of sales | 16,682 | 16,055
Gross profit | 16,083 | 15,602
Effective tax rate | 23.4% | 31.0%
Net income (loss) | $(1,349) | $4,858(1)
Net income (loss) per share:
Basic | $(1.09) | $8.13
Weighted average shares outstanding:
Basic | 585.7 | 597.5"""


def amounts(view: TableView, wording: str, *, unit: str = "") -> list[Decimal]:
    row = view.lookup([wording], unit=unit)[0].row
    return [row.amount(cell) for cell in row.cells]


def test_rows_have_amounts_units_and_periods() -> None:
    view = read_table(INCOME, caption="Statement of Income (In millions, except per share amounts)")
    assert amounts(view, "Net sales") == [Decimal(32_765_000_000), Decimal(31_657_000_000)]
    assert amounts(view, "Net income") == [Decimal(-1_349_000_000), Decimal(4_858_000_000)]
    assert amounts(view, "Effective tax rate") == [Decimal("23.4"), Decimal("31.0")]
    cells = view.lookup(["Net sales"])[0].row.cells
    assert [cell.period.end for cell in cells] == [date(2018, 12, 31), date(2017, 12, 31)]
    assert [cell.period.months for cell in cells] == [12, 12]
    assert view.currency == "USD"


def test_shares_and_per_share_rows_are_kept_apart() -> None:
    view = read_table(INCOME, caption="(In millions, except per share amounts)")
    assert amounts(view, "Basic", unit="USD/share") == [Decimal("-1.09"), Decimal("8.13")]
    assert amounts(view, "Basic", unit="shares") == [Decimal(585_700_000), Decimal(597_500_000)]


def test_share_counts_are_not_scaled_when_the_caption_says_so() -> None:
    text = " | 2020\nRevenue | 1,000\nShares outstanding | 45,000,123"
    view = read_table(text, caption="(in thousands, except share and per share data)")
    assert amounts(view, "Shares outstanding") == [Decimal(45_000_123)]
    assert amounts(view, "Revenue") == [Decimal(1_000_000)]


def test_spans_point_into_the_section() -> None:
    section = "Some words before.\n\n" + INCOME
    offset = len("Some words before.\n\n")
    view = read_table(INCOME, caption="(in millions)", offset=offset)
    for row in view.rows:
        assert section[row.label_start : row.label_end] in row.label
        for cell in row.cells:
            assert Decimal(section[cell.start : cell.end].strip("$()%").replace(",", "")) == abs(cell.number.value)
    assert section[view.rows[4].cells[1].start : view.rows[4].cells[1].end] == "$4,858"


def test_heads_may_come_from_outside_the_passage() -> None:
    view = read_table(
        "Inventories | 1,234 | 1,100", columns=" | January 28, 2024 | January 29, 2023", caption="(in thousands)"
    )
    (row,) = view.rows
    assert row.amount(row.cells[0]) == 1_234_000
    assert row.cells[1].period.end == date(2023, 1, 29)


def test_spanning_heads_of_a_quarterly_table() -> None:
    three, six = "Three Months Ended June 30,", "Six Months Ended June 30,"
    text = f" | {three} | {three} | {six} | {six}\n | 2023 | 2022 | 2023 | 2022\nRevenue | 10 | 9 | 21 | 19"
    (row,) = read_table(text).rows
    assert [(cell.period.end, cell.period.months) for cell in row.cells] == [
        (date(2023, 6, 30), 3),
        (date(2022, 6, 30), 3),
        (date(2023, 6, 30), 6),
        (date(2022, 6, 30), 6),
    ]
    assert row.scale is None


def test_change_columns_are_marked() -> None:
    text = " | 2022 | 2021 | $ Change | % Change\nNet sales | $120 | $100 | $20 | 20%"
    (row,) = read_table(text).rows
    assert [cell.kind for cell in row.cells] == ["value", "value", "change", "change"]


def test_total_current_assets_is_not_assets_held_for_sale() -> None:
    text = """ | 2022 | 2021
Current assets held for sale | 50 | 40
Other current assets | 7 | 6
Total current assets | 900 | 800
Total assets | 2,000 | 1,900"""
    view = read_table(text)
    assert amounts(view, "Total current assets") == [900, 800]
    assert amounts(view, "Total assets") == [2000, 1900]
    assert [match.row.label for match in view.lookup(["Total current assets"])] == ["Total current assets"]


def test_a_label_with_a_tail_is_still_the_line() -> None:
    text = " | 2022\nReceivables, net of allowance of $131 and $137 | 3,500\nOther receivables | 20"
    assert amounts(read_table(text), "Receivables, net") == [3500]


def test_passage_with_words_and_two_tables() -> None:
    text = "Sales (in millions)\n\n | 2022\nSales | 5\n\nEmployees by region\n\n | 2022\nEurope | 7"
    first, second = read_tables(text)
    assert first.rows[0].scale == 10**6
    assert second.rows[0].label == "Europe"
    assert second.rows[0].scale is None


def test_wrapped_labels_are_joined() -> None:
    text = " | 2022\nPurchases of property,\nplant and equipment | (500)"
    (row,) = read_table(text).rows
    assert row.label == "Purchases of property, plant and equipment"


def test_a_dash_is_zero_and_nm_is_nothing() -> None:
    text = " | 2022 | 2021 | 2020\nImpairment | \u2014 | nm | 5"
    (row,) = read_table(text).rows
    assert [cell.number.value for cell in row.cells] == [0, 5]
    assert [cell.period.year for cell in row.cells] == [2022, 2020]


def test_prose_gives_no_rows() -> None:
    assert read_table("Only words here.").rows == ()


def test_footnote_marks_of_cells_and_labels() -> None:
    text = " | 2022 | 2021\nSales (a) | 1,234(1) | 1,100*\nCosts (including freight) | 900 (2), (3) | 800\u2020"
    first, second = read_table(text).rows
    assert first.notes == ("a",)
    assert [cell.notes for cell in first.cells] == [("1",), ("*",)]
    assert second.notes == ()
    assert [cell.notes for cell in second.cells] == [("2", "3"), ("\u2020",)]


def test_a_dash_is_nil_and_what_holds_no_number_is_told() -> None:
    (row,) = read_table(" | 2022 | 2021 | 2020 | 2019\nGrowth | \u2014 | nm | N/A | 5%").rows
    assert [(cell.number.value, cell.number.nil) for cell in row.cells] == [(0, True), (5, False)]
    assert row.unvalued == ((2, "nm"), (3, "N/A"))


OUTLINE = """ | 2022
Assets
Current assets:
Cash | 5
Total current assets | 5
Plants | 7
Total assets | 12"""


def test_rows_know_what_they_stand_under_by_order() -> None:
    rows = read_table(OUTLINE).rows
    assert [row.under for row in rows][:3] == [("Assets", "Current assets"), ("Assets", "Current assets"), ("Assets",)]


def test_rows_know_what_they_stand_under_by_indent() -> None:
    rows = read_table(OUTLINE, levels=(0, 0, 1, 2, 2, 1, 1)).rows
    assert [(row.level, row.under) for row in rows] == [
        (2, ("Assets", "Current assets")),
        (2, ("Assets", "Current assets")),
        (1, ("Assets",)),
        (1, ("Assets",)),
    ]


def test_an_indented_row_stands_under_the_row_of_numbers_above_it() -> None:
    rows = read_table(" | 2022\nSales | 12\nSaws | 5\nDrills | 7\nCosts | 9", levels=(0, 0, 1, 1, 0)).rows
    assert [row.under for row in rows] == [(), ("Sales",), ("Sales",), ()]


@pytest.mark.parametrize(
    ("caption", "cell", "code"),
    [
        ("(in millions)", "$5", "USD"),
        ("(in millions of euros)", "5", "EUR"),
        ("(Canadian dollars in thousands)", "$5", "CAD"),
        ("(in millions)", "C$5", "CAD"),
        ("(in millions)", "\u20ac5", "EUR"),
        ("Notes payable in euros", "$5", "USD"),
        ("Notes denominated in yen", "5", "JPY"),
        ("", "5", "USD"),
    ],
)
def test_the_currency(caption: str, cell: str, code: str) -> None:
    assert read_table(f" | 2022\nDebt | {cell}", caption=caption).currency == code


VALUES = st.integers(-(10**9), 10**9)


@given(rows=st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12), offset=st.integers(0, 500))
def test_every_number_of_a_table_is_read_with_its_place_and_period(rows: list[tuple[int, int]], offset: int) -> None:
    def shown(value: int) -> str:
        return f"({-value:,})" if value < 0 else f"{value:,}"

    text = " | 2022 | 2021\n" + "\n".join(f"Line {n} of it | {shown(a)} | {shown(b)}" for n, (a, b) in enumerate(rows))
    view = read_table(text, caption="Years ended June 30 (in thousands)", offset=offset)
    assert [tuple(cell.number.value for cell in row.cells) for row in view.rows] == rows
    for row in view.rows:
        assert [(cell.period.year, cell.period.months) for cell in row.cells] == [(2022, 12), (2021, 12)]
        for cell in row.cells:
            assert text[cell.start - offset : cell.end - offset] == shown(int(cell.number.value))
            assert row.amount(cell) == cell.number.value * 1000


@given(st.text(alphabet="ab1,.()|$%-\u2014 \n20", max_size=200), st.lists(st.integers(0, 3), max_size=5))
def test_no_text_breaks_the_reader(text: str, levels: list[int]) -> None:
    for view in read_tables(text, levels=levels):
        for row in view.rows:
            for cell in row.cells:
                assert view.start <= cell.start < cell.end <= view.end
