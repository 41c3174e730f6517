"""Tables as a reader sees them: joined cells, aligned columns, heads, and tables that only set out prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.contents_tables import is_contents_table
from indexer.document import Block
from indexer.html import read_html
from indexer.table_grid import is_value


def blocks(rows: str) -> list[Block]:
    data = f"<html><body><p>Before it.</p><table>{rows}</table><p>After it.</p></body></html>".encode()
    return list(read_html(data, name="page.htm").blocks[1:-1])


def table(rows: str) -> Block:
    found = blocks(rows)
    assert [block.kind for block in found] == ["table"]
    return found[0]


def row(*cells: str) -> str:
    """A row as filers write it: "a" is a cell, "3:a" spans three columns, "" is an empty cell."""
    html = ""
    for cell in cells:
        span, colon, text = cell.partition(":")
        html += f"<td colspan={span}>{text}</td>" if colon else f"<td>{cell}</td>"
    return f"<tr>{html}</tr>"


def test_split_cells_are_joined_and_spacers_dropped() -> None:
    rows = (
        row("", "", "2:2018", "", "", "2:2017", "")
        + row("Net sales", "", "$", "32,765", "", "", "$", "31,657", "")
        + row("Cost of sales", "", "", "16,682", "", "", "", "16,055", "")
        + row("Loss", "", "$", "(1.09", ")", "", "$", "8.13", "")
        + row("Margin", "", "", "12", "%", "", "", "(3", ")%")
    )
    found = table(rows)
    assert found.text.split("\n") == [
        " | 2018 | 2017",
        "Net sales | $32,765 | $31,657",
        "Cost of sales | 16,682 | 16,055",
        "Loss | $(1.09) | $8.13",
        "Margin | 12% | (3)%",
    ]
    assert found.header_rows == 1


def test_a_number_over_two_grid_columns_joins_those_with_a_currency_sign() -> None:
    rows = (
        row("3:", "3:2024", "3:", "3:Change")
        + row("3:Products", "$", "294,866", "", "3:", "2:(1)", "%")
        + row("3:Services", "2:96,169", "", "3:", "2:13", "%")
    )
    assert table(rows).text.split("\n") == [" | 2024 | Change", "Products | $294,866 | (1)%", "Services | 96,169 | 13%"]


def test_a_head_over_columns_is_repeated_over_each() -> None:
    rows = (
        row("", "4:Years ended June 30,")
        + row("", "2:2024", "2:2023")
        + row("", "Units", "Share", "Units", "Share")
        + row("Pumps", "3,147", "83.5%", "2,926", "81.8%")
        + row("Valves", "621", "16.5%", "653", "18.2%")
    )
    found = table(rows)
    assert found.text.split("\n")[:3] == [
        " | Years ended June 30, | Years ended June 30, | Years ended June 30, | Years ended June 30,",
        " | 2024 | 2024 | 2023 | 2023",
        " | Units | Share | Units | Share",
    ]
    assert found.header_rows == 3


def test_empty_cells_keep_the_columns_aligned() -> None:
    rows = row("", "2024", "2023") + row("Pumps", "", "7") + row("Valves", "5", "") + row("Pipes", "1", "2")
    assert table(rows).text.split("\n")[1:3] == ["Pumps |  | 7", "Valves | 5"]


def test_a_row_span_keeps_the_rows_below_in_place() -> None:
    rows = (
        "<tr><td rowspan=2>Region</td><td colspan=2>Sales</td></tr><tr><td>2024</td><td>2023</td></tr>"
        + row("North", "10", "20")
        + row("South", "30", "40")
    )
    assert table(rows).text.split("\n") == [
        "Region | Sales | Sales",
        " | 2024 | 2023",
        "North | 10 | 20",
        "South | 30 | 40",
    ]


def test_labels_that_are_only_indented_share_a_column() -> None:
    rows = (
        row("", "", "2024", "2023")
        + row("2:Assets", "", "")
        + row("", "Cash", "10", "20")
        + row("", "Inventories", "30", "40")
        + row("2:Total assets", "40", "60")
    )
    assert table(rows).text.split("\n")[1:] == [
        "Assets",
        "Cash | 10 | 20",
        "Inventories | 30 | 40",
        "Total assets | 40 | 60",
    ]


def test_heads_beside_their_column_go_over_it() -> None:
    rows = row("", "2024", "", "2023", "") + row("Cash", "", "10", "", "20") + row("Debt", "", "30", "", "40")
    assert table(rows).text.split("\n") == [" | 2024 | 2023", "Cash | 10 | 20", "Debt | 30 | 40"]


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (("Cash", "10", "(a)"), "Cash | 10 (a)"),
        (("Cash", "10", "<sup>(1)</sup>"), "Cash | 10 (1)"),
        (("Cash", "10", "<sup>1</sup>"), "Cash | 10 (1)"),
        (("Cash", "10<sup>1</sup>", ""), "Cash | 10 (1)"),
        (("Cash", "10", "*"), "Cash | 10*"),
        (("Cash<sup>(1)</sup>", "10", ""), "Cash (1) | 10"),
    ],
)
def test_footnote_marks_go_with_their_number_but_do_not_fuse(cells: tuple[str, ...], text: str) -> None:
    rows = row("", "2024", "") + row(*cells) + row("Debt", "30", "")
    assert table(rows).text.split("\n")[1] == text


def test_bracketed_marks_in_a_column_of_their_own_go_with_the_number() -> None:
    rows = row("", "2024", "", "2023", "") + row("Cash", "10", "(1)", "20", "") + row("Debt", "30", "", "40", "(2)")
    assert table(rows).text.split("\n") == [" | 2024 | 2023", "Cash | 10 (1) | 20", "Debt | 30 | 40 (2)"]


def test_titles_and_units_above_the_heads_become_blocks() -> None:
    rows = (
        row("3:<b>CONSOLIDATED BALANCE SHEETS</b>")
        + row("3:(In millions)")
        + row("", "2024", "2023")
        + row("Cash", "10", "20")
        + row("Debt", "30", "40")
    )
    found = blocks(rows)
    assert [(block.kind, block.text.split("\n")[0]) for block in found] == [
        ("heading", "CONSOLIDATED BALANCE SHEETS"),
        ("paragraph", "(In millions)"),
        ("table", " | 2024 | 2023"),
    ]


def test_notes_under_a_table_become_paragraphs() -> None:
    note = "(1) Cash held by the subsidiaries abroad can't be paid out without the consent of the lenders."
    found = blocks(row("", "2024", "2023") + row("Cash (1)", "10", "20") + row("Debt", "30", "40") + row(f"3:{note}"))
    assert [(block.kind, block.text) for block in found][1] == ("paragraph", note)


def test_a_table_without_heads_continues_the_one_before_it() -> None:
    first = row("", "2024", "2023") + row("Cash", "10", "20") + row("Debt", "30", "40")
    rest = row("Margin:", "", "") + row("Pumps", "37%", "36%")
    found = blocks(f"{first}</table><table>{rest}")
    assert [block.text.split("\n")[-1] for block in found] == ["Pumps | 37% | 36%"]
    assert found[0].header_rows == 1


def test_values_one_a_line_in_a_cell_become_rows() -> None:
    cells = ("<p>October</p><p>Program</p><p>Other</p>", "<p>5</p><p>452</p>", "<p>34.10</p><p>34.88</p>")
    rows = row("Period", "Shares", "Price") + row(*cells) + row("Total", "457", "34.87")
    assert table(rows).text.split("\n")[1:] == [
        "October Program | 5 | 34.10",
        "Other | 452 | 34.88",
        "Total | 457 | 34.87",
    ]


# --- tables that are none --------------------------------------------------------------------------------------------


def test_bullets_set_with_a_table_become_paragraphs() -> None:
    found = blocks(row("", "&#183;", "pumps for ships;") + row("", "&#149;", "valves for pipes."))
    assert [(block.kind, block.text) for block in found] == [
        ("paragraph", "\u2022 pumps for ships;"),
        ("paragraph", "\u2022 valves for pipes."),
    ]


def test_numbered_notes_set_with_a_table_become_paragraphs() -> None:
    found = blocks(row("(1)", "Includes the sale of the works in Bergen.") + row("(2)", "Restated."))
    assert [block.text for block in found] == ["(1) Includes the sale of the works in Bergen.", "(2) Restated."]


def test_one_column_and_prose_in_cells_become_paragraphs() -> None:
    prose = "We judge every quarter whether the goodwill of the pump business is still worth what we paid for it. " * 3
    assert [block.kind for block in blocks(row(prose) + row("Second."))] == ["paragraph", "paragraph"]
    assert [block.kind for block in blocks(row(prose, prose))] == ["paragraph", "paragraph"]


def test_a_table_inside_a_layout_table_is_kept() -> None:
    inner = "<table>" + row("", "2024", "2023") + row("Cash", "10", "20") + row("Debt", "30", "40") + "</table>"
    assert [block.kind for block in blocks(f"<tr><td>Our cash:</td></tr><tr><td>{inner}</td></tr>")] == [
        "paragraph",
        "table",
    ]


def test_rows_of_rules_and_empty_rows_are_dropped() -> None:
    rows = (
        row("", "2024", "2023")
        + row("", "_____", "_____")
        + row("", "", "")
        + row("Cash", "10", "20")
        + row("", "===", "===")
    )
    assert table(rows).text == " | 2024 | 2023\nCash | 10 | 20"


# --- contents pages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "links", "expected"),
    [
        ("Item 1. | Business | 3\nItem 2. | Properties | 9\nItem 3. | Legal Proceedings | 9", (), True),
        (
            "Statements of Income | 61\nBalance Sheets | 62\nStatements of Cash Flows | 63\nNotes to Them All | 64",
            (),
            True,
        ),
        ("Overview | \nStrategy | \nPeople | ", ("a", "b", "c"), True),
        (" | 2024 | 2023\nCash | 10 | 20\nDebt | 30 | 40\nOther | 35 | 45", (), False),
        ("2025 | 8\n2026 | 10\n2027 | 12\nThereafter | 40", (), False),
        ("Item 8. | Financial Statements", (), False),
    ],
)
def test_contents_tables_are_told_by_labels_links_and_rising_pages(
    text: str, links: tuple[str, ...], expected: bool
) -> None:
    assert is_contents_table(text, links) is expected


@pytest.mark.parametrize(
    "text",
    ["1,234", "$(1.09)", "(12)%", "\u2014", "$ \u2014", "12%", "N/A", "1.5x", ".34", "$0.10 \u2013 0.12", "<0.1%"],
)
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize("text", ["Cash", "$", "(", "March 3", "10-K", "94-1692300", "Note 4", "12345-6789"])
def test_no_values(text: str) -> None:
    assert not is_value(text)


@given(
    st.lists(st.tuples(st.integers(-(10**7), 10**7), st.integers(-(10**7), 10**7)), min_size=2, max_size=8),
    st.sampled_from(["split", "whole", "spaced"]),
    st.booleans(),
)
def test_however_a_number_is_split_over_cells_the_rows_read_the_same(
    values: list[tuple[int, int]], style: str, dollars: bool
) -> None:
    def cells(value: int) -> str:
        sign = "$" if dollars else ""
        left, right = ("(", ")") if value < 0 else ("", "")
        digits = f"{abs(value):,}"
        if style == "whole":
            return f"<td></td><td>{sign}{left}{digits}{right}</td><td></td>"
        if style == "split":
            return f"<td>{sign}</td><td>{left}{digits}</td><td>{right}</td>"
        return f"<td>{sign}</td><td>{left}{digits}{right}</td><td>&#160;</td>"

    def shown(value: int) -> str:
        sign = "$" if dollars else ""
        return f"{sign}({-value:,})" if value < 0 else f"{sign}{value:,}"

    head = "<tr><td></td><td colspan=3>2022</td><td></td><td colspan=3>2021</td></tr>"
    rows = "".join(f"<tr><td>Line number {n}</td>{cells(a)}<td></td>{cells(b)}</tr>" for n, (a, b) in enumerate(values))
    lines = " | 2022 | 2021\n" + "\n".join(
        f"Line number {n} | {shown(a)} | {shown(b)}" for n, (a, b) in enumerate(values)
    )
    assert table(head + rows).text == lines
