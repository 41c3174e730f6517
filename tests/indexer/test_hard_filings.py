"""Whole small filings of the kinds that break readers, from bytes to sections, chunks and facts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from finsagent.tables import read_table
from indexer.parse import ParsedFiling, parse_file
from tests.indexer.blocks import TITLES, WORDS
from tests.indexer.small_filings import BALANCE, put

COVER = (
    "<p>FORM 10-K</p><p>For the fiscal year ended December 31, 2023</p><p>ACME TOOLS INC.</p>"
    "<p>(Exact name of registrant as specified in its charter)</p>"
)


def item(number: str, body: str = "", *, label: str = "<p><b>Item {number}. {title}</b></p>") -> str:
    words = " ".join([WORDS[number]] * 8)
    return label.format(number=number, title=TITLES[number]) + f"<p>{words}</p>{body}"


def read(folder: Path, body: str, name: str = "acme.htm") -> ParsedFiling:
    return parse_file(put(folder, name, f"<html><body>{COVER}{body}</body></html>"))


def text(parsed: ParsedFiling, number: str) -> str:
    return "\n\n".join(section.text for section in parsed.sections if section.item == number)


def evidence(parsed: ParsedFiling) -> str:
    return "\n".join(chunk.text for chunk in parsed.chunks)


def rest(*numbers: str) -> str:
    return "".join(item(number) for number in numbers)


def test_an_item_heading_that_stands_only_in_table_cells_ends_the_item_before(tmp_path: Path) -> None:
    cells = "<table><tr><td>Item&#160;{number}.</td><td>{title}</td></tr></table>"
    parsed = read(tmp_path, rest("1", "1A", "7") + item("8", BALANCE, label=cells) + rest("9A", "10", "15"))
    assert "statements follow" not in text(parsed, "7")
    assert "Total assets" in text(parsed, "8")


def test_an_item_over_several_pages_is_whole_without_what_stands_on_each_page(tmp_path: Path) -> None:
    head = '<div style="width:100%;min-height:20pt"><p>ACME TOOLS INC. Annual Report</p></div>'
    end = "<hr style='page-break-after:always'>"
    risks = [f"<p>Risk number {n} may hurt us and is told here at some length, in words.</p>" for n in range(1, 6)]
    pages = [item("1"), item("1A"), *risks, rest("7", "8", "9A", "10", "15")]
    body = "".join(f"<div>{head}{page}<p>{number}</p>{end}</div>" for number, page in enumerate(pages, start=11))
    parsed = read(tmp_path, end + body)
    told = text(parsed, "1A")
    assert all(f"Risk number {n} may" in told for n in range(1, 6))
    assert "Annual Report" not in told
    assert not any(line in {"12", "13", "14"} for line in told.split("\n"))


HIDDEN = """<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance">
<body><div style="display:none"><ix:header><ix:hidden>{hidden}</ix:hidden><ix:resources>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier>9</xbrli:identifier></xbrli:entity><xbrli:period>
<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>"""


def fact(name: str, shown: str, attributes: str = "") -> str:
    return (
        f'<ix:nonFraction name="{name}" contextRef="y" unitRef="usd" decimals="-6" scale="6" {attributes}>'
        f"{shown}</ix:nonFraction>"
    )


def test_hidden_facts_and_contexts_never_come_through(tmp_path: Path) -> None:
    hidden = "".join(fact(f"x:Secret{n}", "777") for n in range(2000))
    page = HIDDEN.format(hidden=hidden) + COVER + rest(*WORDS) + "</body></html>"
    parsed = parse_file(put(tmp_path, "acme.htm", page))
    everything = "".join(section.text for section in parsed.sections)
    assert "777" not in everything
    assert "2023-01-01" not in everything
    assert "iso4217" not in everything


def test_a_negated_line_keeps_what_is_shown_and_what_is_filed(tmp_path: Path) -> None:
    row = f"<tr><td>Purchases of plants</td><td>({fact('us-gaap:PaymentsToAcquireProductiveAssets', '512')})</td></tr>"
    flows = (
        "<p><b>CONSOLIDATED STATEMENTS OF CASH FLOWS</b></p><p>(In millions)</p><table><tr><td></td><td>2023</td></tr>"
        f"<tr><td>Net cash provided by operating activities</td><td>900</td></tr>{row}</table>"
    )
    body = rest("1", "1A", "7") + item("8", flows) + rest("9A", "10", "15")
    parsed = parse_file(put(tmp_path, "acme.htm", HIDDEN.format(hidden="") + COVER + body + "</body></html>"))
    (filed,) = [f for f in parsed.facts if f.concept == "us-gaap:PaymentsToAcquireProductiveAssets"]
    assert filed.value == Decimal(512_000_000)
    (section,) = [section for section in parsed.sections if section.id == filed.section]
    assert filed.span is not None
    assert section.text[filed.span[0] - 1 : filed.span[1] + 1] == "(512)"
    (chunk,) = [chunk for chunk in parsed.chunks if "Purchases of plants" in chunk.text]
    view = read_table(chunk.text, columns=chunk.columns, caption=chunk.caption, header=chunk.header)
    (match,) = view.lookup(["Purchases of plants"])
    assert match.row.amount(match.row.cells[0]) == Decimal(-512_000_000)


def test_every_piece_of_a_long_table_knows_its_caption_units_and_heads(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>Product line number {n}</td><td>{n},250</td><td>{n},125</td></tr>" for n in range(1, 120))
    table = (
        "<p><b>Sales by Product</b></p><p>(In millions, except per share)</p>"
        f"<table><tr><td></td><td>2023</td><td>2022</td></tr>{rows}</table>"
    )
    parsed = read(tmp_path, rest("1", "1A") + item("7", table) + rest("8", "9A", "10", "15"))
    pieces = [chunk for chunk in parsed.chunks if "Product line number" in chunk.text]
    assert len(pieces) > 5
    for chunk in pieces:
        assert "In millions" in chunk.header
        assert "Sales by Product" in chunk.header
        view = read_table(chunk.text, columns=chunk.columns, caption=chunk.caption, header=chunk.header)
        assert {row.scale for row in view.rows} == {Decimal(10**6)}
        assert {cell.period.year for row in view.rows for cell in row.cells} == {2023, 2022}


def test_a_footnote_mark_is_no_digit_wherever_it_stands(tmp_path: Path) -> None:
    table = (
        "<table><tr><td></td><td>2023</td><td>2022</td></tr>"
        "<tr><td>Domestic</td><td>1,234(1)</td><td>1,100<sup>(2)</sup></td></tr>"
        "<tr><td>Foreign</td><td>567<sup>1</sup></td><td>512</td><td><sup>(a)</sup></td></tr></table>"
    )
    parsed = read(tmp_path, rest("1", "1A") + item("7", table) + rest("8", "9A", "10", "15"))
    (chunk,) = [chunk for chunk in parsed.chunks if "Domestic" in chunk.text]
    rows = read_table(chunk.text, columns=chunk.columns).rows
    cells = [cell for row in rows for cell in row.cells]
    assert [cell.number.value for cell in cells] == [1234, 1100, 567, 512]
    assert [cell.notes for cell in cells] == [("1",), ("2",), ("1",), ("a",)]


def test_contents_signatures_and_exhibits_are_no_evidence(tmp_path: Path) -> None:
    contents = "".join(
        f"<tr><td><a href='#i{n}'>Item {n}.</a></td><td>{TITLES[n]}</td><td>{page}</td></tr>"
        for page, n in enumerate(WORDS, start=3)
    )
    exhibits = "".join(
        f"<p>10.{n} Credit agreement number {n} (incorporated by reference to Exhibit 10.{n})</p>" for n in range(1, 9)
    )
    signed = (
        "<p>SIGNATURES</p><p>Pursuant to the requirements of Section 13, signed.</p><p>/s/ Jane Doe</p><p>Director</p>"
    )
    parsed = read(tmp_path, f"<p>TABLE OF CONTENTS</p><table>{contents}</table>{rest(*WORDS)}{exhibits}{signed}")
    told = evidence(parsed)
    assert "Credit agreement number" not in told
    assert "Jane Doe" not in told
    assert "Item 1A. | Risk" not in told
    assert all(words in told for words in WORDS.values())


TEXT = """<SEC-DOCUMENT>0000000009-98-000001.txt
<SEC-HEADER>
CONFORMED SUBMISSION TYPE: 10-K
CONFORMED PERIOD OF REPORT: 19971231
COMPANY CONFORMED NAME: ACME TOOLS INC
CENTRAL INDEX KEY: 0000000009
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K
<TEXT>
{body}
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-13
<TEXT>
{exhibit}
</TEXT>
</DOCUMENT>
"""
LEDGER = """
CONSOLIDATED STATEMENTS OF INCOME
(In thousands, except per share data)
<TABLE>
<CAPTION>
                                                  Years ended December 31,
                                              1997         1996         1995
                                          -----------  -----------  -----------
<S>                                       <C>          <C>          <C>
Net sales ..............................  $   123,456  $   111,222  $    99,888
Cost of sales, including depreciation
  of $4,321 in 1997 ....................       80,000       79,000       70,500
Restructuring ..........................           --        (4,500)          --
                                          -----------  -----------  -----------
Net income .............................  $     9,876  $     5,432  $     6,789
                                          ===========  ===========  ===========
Net income per share ...................  $      1.23  $       .68  $       .85
</TABLE>
"""


def plain(*numbers: str) -> str:
    return "\n\n".join(f"ITEM {n}. {TITLES[n].upper()}\n\n" + "\n".join([WORDS[n]] * 6) for n in numbers)


def test_a_text_filing_keeps_the_rows_and_columns_of_its_tables(tmp_path: Path) -> None:
    body = plain("1", "7") + "\n\n" + plain("8") + LEDGER + "\n" + plain("10")
    parsed = parse_file(put(tmp_path, "acme.txt", TEXT.format(body=body, exhibit="Nothing here.")))
    (chunk,) = [chunk for chunk in parsed.chunks if "Restructuring" in chunk.text]
    view = read_table(chunk.text, columns=chunk.columns, caption=chunk.caption, header=chunk.header)
    rows = {row.label: [row.amount(cell) for cell in row.cells] for row in view.rows}
    assert rows["Net sales"] == [123_456_000, 111_222_000, 99_888_000]
    assert rows["Cost of sales, including depreciation of $4,321 in 1997"] == [80_000_000, 79_000_000, 70_500_000]
    assert rows["Restructuring"] == [0, -4_500_000, 0]
    assert rows["Net income per share"] == [Decimal("1.23"), Decimal(".68"), Decimal(".85")]
    assert {(cell.period.year, cell.period.kind) for cell in view.rows[0].cells} == {
        (1997, "duration"),
        (1996, "duration"),
        (1995, "duration"),
    }


def test_an_item_that_points_to_the_annual_report_leads_to_its_text(tmp_path: Path) -> None:
    pointer = (
        "ITEM 7. MANAGEMENT'S DISCUSSION AND ANALYSIS\n\nThe information under the heading Management's Discussion\n"
        "and Analysis in the Annual Report, Exhibit 13, is incorporated by reference."
    )
    exhibit = "MANAGEMENT'S DISCUSSION AND ANALYSIS\n\n" + "\n".join(
        ["Saws sold well in 1997 in every state of the union."] * 30
    )
    body = plain("1") + "\n\n" + pointer + "\n\n" + plain("8", "10", "15")
    parsed = parse_file(put(tmp_path, "acme.txt", TEXT.format(body=body, exhibit=exhibit + LEDGER)))
    assert "Saws sold well in 1997" in text(parsed, "7")
