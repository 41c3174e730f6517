from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from fpdf import FPDF

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument
from indexer.pdf import read_pdf

LABELS = 20.0


def new_page(pdf: FPDF, *, size: float = 10, bold: bool = False) -> None:
    pdf.add_page()
    pdf.set_font("helvetica", "B" if bold else "", size)


def put(pdf: FPDF, x: float, y: float, text: str, *, bold: bool = False, size: float = 10) -> None:
    pdf.set_font("helvetica", "B" if bold else "", size)
    pdf.text(x, y, text)


def right(pdf: FPDF, x: float, y: float, text: str) -> None:
    pdf.set_font("helvetica", "", 10)
    pdf.text(x - pdf.get_string_width(text), y, text)


def row(pdf: FPDF, y: float, label: str, values: Sequence[str], *, edges: Sequence[float] = (140, 170)) -> None:
    put(pdf, LABELS, y, label)
    for edge, value in zip(edges, values, strict=True):
        if value.startswith("$"):
            put(pdf, edge - 20, y, "$")
            value = value[1:]
        if value.endswith(")"):
            right(pdf, edge, y, value[:-1])
            put(pdf, edge, y, ")")
        else:
            right(pdf, edge, y, value)


def read(pdf: FPDF) -> RawDocument:
    return read_pdf(bytes(pdf.output()), name="small.pdf")


def tables(document: RawDocument) -> list[Block]:
    return [block for block in document.blocks if block.kind == "table"]


def test_statement_has_whole_rows_and_its_title_above() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, 70, 20, "CONSOLIDATED BALANCE SHEETS", bold=True)
    put(pdf, 90, 26, "(In millions)")
    right(pdf, 140, 34, "2018")
    right(pdf, 170, 34, "2017")
    put(pdf, LABELS, 40, "Current assets:")
    row(pdf, 46, "Cash and cash equivalents", ["$2,853", "$3,053"])
    row(pdf, 52, "Inventories", ["(380)", "1,076"])
    row(pdf, 58, "Total current assets", ["$13,709", "$14,277"])
    document = read(pdf)
    assert [block.text for block in document.blocks[:-1]] == ["CONSOLIDATED BALANCE SHEETS", "(In millions)"]
    assert document.blocks[0].kind == "heading"
    (table,) = tables(document)
    assert table.page == 1
    assert table.header_rows == 1
    assert table.text == (
        " | 2018 | 2017\n"
        "Current assets:\n"
        "Cash and cash equivalents | $2,853 | $3,053\n"
        "Inventories | (380) | 1,076\n"
        "Total current assets | $13,709 | $14,277"
    )


def test_cells_written_column_by_column_are_put_into_rows() -> None:
    pdf = FPDF()
    new_page(pdf)
    labels = ["Net sales", "Cost of sales", "Gross profit"]
    for index, label in enumerate(labels):
        put(pdf, LABELS, 30 + 6 * index, label)
    for edge, column in ((140, ["2018", "32,765", "16,682", "16,083"]), (170, ["2017", "31,657", "16,055", "15,602"])):
        for index, value in enumerate(column):
            right(pdf, edge, 24 + 6 * index, value)
    (table,) = tables(read(pdf))
    assert table.text.splitlines() == [
        " | 2018 | 2017",
        "Net sales | 32,765 | 31,657",
        "Cost of sales | 16,682 | 16,055",
        "Gross profit | 16,083 | 15,602",
    ]


def test_heads_over_several_columns_are_repeated_and_wrapped_heads_merged() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, 135, 20, "Year ended June 30,")
    for edge, first, second in ((140, "Net", "sales"), (170, "Gross", "profit")):
        right(pdf, edge, 26, first)
        right(pdf, edge, 30, second)
    row(pdf, 36, "East", ["10", "4"])
    row(pdf, 42, "West", ["1,020", "344"])
    (table,) = tables(read(pdf))
    assert table.header_rows == 2
    assert table.text.splitlines()[:2] == [
        " | Year ended June 30, | Year ended June 30,",
        " | Net sales | Gross profit",
    ]


def test_a_wrapped_label_is_one_row() -> None:
    pdf = FPDF()
    new_page(pdf)
    right(pdf, 140, 20, "2018")
    right(pdf, 170, 20, "2017")
    row(pdf, 26, "Accounts receivable, net of allowances of $95", ["5,020", "4,911"])
    put(pdf, LABELS, 34, "Proceeds from maturities of marketable securities,")
    row(pdf, 38.5, "net of cash sold", ["846", "1,065"])
    row(pdf, 46, "Other", ["(12)", "3%"])
    (table,) = tables(read(pdf))
    assert table.text.splitlines()[1:] == [
        "Accounts receivable, net of allowances of $95 | 5,020 | 4,911",
        "Proceeds from maturities of marketable securities, net of cash sold | 846 | 1,065",
        "Other | (12) | 3%",
    ]


def test_empty_cells_keep_their_column() -> None:
    pdf = FPDF()
    new_page(pdf)
    right(pdf, 140, 20, "2018")
    right(pdf, 170, 20, "2017")
    row(pdf, 26, "Goodwill", ["1", "2"])
    put(pdf, LABELS, 32, "Impairment")
    right(pdf, 170, 32, "31")
    row(pdf, 38, "Total", ["1", "33"])
    (table,) = tables(read(pdf))
    assert "Impairment |  | 31" in table.text.splitlines()


def test_a_small_raised_digit_is_a_note_mark_and_not_a_digit() -> None:
    pdf = FPDF()
    new_page(pdf)
    row(pdf, 26, "Net sales", ["1,234", "1,100"])
    put(pdf, 170, 24.8, "2", size=6)
    row(pdf, 32, "Cost of sales", ["900", "800"])
    (table,) = tables(read(pdf))
    assert table.text.splitlines()[0] == "Net sales | 1,234 | 1,100(2)"


def test_paragraphs_are_joined_and_headings_found() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, LABELS, 20, "Item 7. Management's Discussion", bold=True)
    lines = [
        "Net sales grew by 5 percent in 2018, as volumes rose in every region and prices were higher than in",
        "the year before. We expect this to go on, although the cost of raw materials and the strength of the",
        "dollar may slow it down.",
    ]
    for index, line in enumerate(lines):
        put(pdf, LABELS, 30 + 4.5 * index, line)
    put(pdf, LABELS, 50, "A second paragraph.")
    document = read(pdf)
    assert [(b.kind, b.text) for b in document.blocks] == [
        ("heading", "Item 7. Management's Discussion"),
        ("paragraph", " ".join(lines)),
        ("paragraph", "A second paragraph."),
    ]
    assert document.blocks[0].level == 1


def test_two_text_columns_are_read_one_after_the_other() -> None:
    pdf = FPDF()
    new_page(pdf)
    left = [
        f"left column line {word} goes on and on here"
        for word in ("one", "two", "three", "four", "five", "six", "seven")
    ]
    other = [
        f"right column line {word} goes on and on" for word in ("one", "two", "three", "four", "five", "six", "seven")
    ]
    for index, (a, b) in enumerate(zip(left, other, strict=True)):
        put(pdf, 20, 30 + 4.5 * index, a)
        put(pdf, 110, 30 + 4.5 * index, b)
    text = " ".join(block.text for block in read(pdf).blocks)
    assert text == " ".join([*left, *other])


def test_headers_footers_and_page_numbers_are_dropped_but_not_the_first_section_heading() -> None:
    pdf = FPDF()
    for number in range(1, 6):
        new_page(pdf)
        put(pdf, LABELS, 12, "Table of Contents", size=8)
        put(pdf, LABELS, 18, "Item 8. Financial Statements", bold=True)
        put(pdf, LABELS, 40, f"Words of page {'abcde'[number - 1]} that stay.")
        put(pdf, LABELS, 280, "Example Corp. 2018 Form 10-K", size=8)
        put(pdf, 100, 285, str(number), size=8)
    document = read(pdf)
    assert [(block.page, block.text) for block in document.blocks] == [
        (1, "Item 8. Financial Statements"),
        *[(number, f"Words of page {'abcde'[number - 1]} that stay.") for number in range(1, 6)],
    ]


def test_a_table_never_goes_over_a_page_break() -> None:
    pdf = FPDF()
    for start in (1, 4):
        new_page(pdf)
        for index in range(3):
            row(
                pdf,
                30 + 6 * index,
                f"Line {'abcdef'[start + index - 1]}",
                [f"{start + index},000", f"{start + index},500"],
            )
    assert [(t.page, len(t.text.splitlines())) for t in tables(read(pdf))] == [(1, 3), (2, 3)]


def test_pages_without_text_are_noted_and_a_scan_is_refused() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, LABELS, 20, "Words on the first page only.")
    pdf.add_page()
    document = read(pdf)
    assert document.pages == 2
    assert document.metadata["pages_without_text"] == "2"
    blank = FPDF()
    blank.add_page()
    with pytest.raises(FilingError, match="no text layer"):
        read(blank)


def test_damaged_files_are_refused_with_what_to_do() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, LABELS, 20, "Words.")
    whole = bytes(pdf.output())
    with pytest.raises(FilingError, match=r"small.pdf is empty"):
        read_pdf(b"", name="small.pdf")
    with pytest.raises(FilingError, match="not a PDF"):
        read_pdf(b"<html>", name="small.pdf")
    with pytest.raises(FilingError, match="download it again"):
        read_pdf(whole[:200], name="small.pdf")


def test_an_encrypted_file_is_refused() -> None:
    pdf = FPDF()
    pdf.set_encryption(owner_password="owner", user_password="user")
    new_page(pdf)
    put(pdf, LABELS, 20, "Words.")
    with pytest.raises(FilingError, match=r"encrypted: save a copy without a password"):
        read_pdf(bytes(pdf.output()), name="locked.pdf")


@pytest.mark.real
def test_a_real_balance_sheet() -> None:
    folder = os.environ["FINSAGENT_DATA"]  # tests marked real are skipped without it
    path = Path(folder) / "financebench" / "pdfs" / "3M_2018_10K.pdf"
    rows = [
        line
        for block in read_pdf(path.read_bytes(), name=path.name).blocks
        if block.kind == "table" and block.page == 58
        for line in block.text.splitlines()
    ]
    assert "Total assets | $36,500 | $37,987" in rows


def test_small_capitals_set_apart_from_their_initial_are_one_word() -> None:
    pdf = FPDF()
    new_page(pdf)
    x = 60.0
    for initial, letters in (("B", "RASS"), ("W", "IRE"), ("C", "OMPANY")):
        put(pdf, x, 30, initial, bold=True, size=18)
        x += pdf.get_string_width(initial) + 1.2
        put(pdf, x, 30, letters, bold=True, size=13)
        x += pdf.get_string_width(letters) + 2.5
    put(pdf, LABELS, 50, "We make brass wire in two plants and sell it to makers of lamps and bells.")
    assert read(pdf).blocks[0].text == "BRASS WIRE COMPANY"


def test_a_last_letter_set_apart_belongs_to_its_heading() -> None:
    pdf = FPDF()
    new_page(pdf)
    put(pdf, 70, 20, "Consolidated Balance Shee t", bold=True)
    put(pdf, LABELS, 50, "We make brass wire in two plants and sell it to makers of lamps and bells.")
    assert read(pdf).blocks[0].text == "Consolidated Balance Sheet"


def test_levels_of_row_labels_by_their_place() -> None:
    pdf = FPDF()
    new_page(pdf)
    right(pdf, 140, 34, "2018")
    right(pdf, 170, 34, "2017")
    put(pdf, LABELS, 40, "Current assets:")
    for y, label, indent in ((46, "Cash", 4.0), (52, "Inventories", 4.0), (58, "Total current assets", 8.0)):
        put(pdf, LABELS + indent, y, label)
        right(pdf, 140, y, "1,234")
        right(pdf, 170, y, "5,678")
    row(pdf, 64, "Total assets", ["$9,999", "$8,888"])
    (table,) = tables(read(pdf))
    assert table.levels == (0, 0, 1, 1, 2, 0)
