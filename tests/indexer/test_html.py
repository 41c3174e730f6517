"""Reading whole pages: what is visible, what is a heading, where pages end, and what must never come through."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument
from indexer.html import read_html


def read(body: str, *, head: str = "") -> RawDocument:
    return read_html(f"<html><head>{head}</head><body>{body}</body></html>".encode(), name="page.htm")


def texts(body: str) -> list[str]:
    return [block.text for block in read(body).blocks]


def headings(body: str) -> list[tuple[str, int]]:
    return [(block.text, block.level) for block in read(body).blocks if block.kind == "heading"]


LONG = "The company makes valves and sells them to shipyards in eleven countries through its own offices."


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>FINANCI<b>AL</b> data</p>", "FINANCIAL data"),
        ("<p><span>U.</span><span>S.</span> dollars</p>", "U.S. dollars"),
        ("<p><i>one</i> <i>two</i>\n\tthree&#160;four</p>", "one two three four"),
        ("<p>before <b>bold</b> after</p>", "before bold after"),
        ("<p>first line<br>second line</p>", "first line second line"),
        ("<p>one &amp; two &lt; three</p>", "one & two < three"),
        ("<p>soft&#173;hyphen and zero&#8203;width</p>", "softhyphen and zerowidth"),
        ("<p>the issuer&#146;s shares</p>", "the issuer\u2019s shares"),
    ],
)
def test_white_space_is_neither_put_in_nor_lost(body: str, text: str) -> None:
    assert texts(body) == [text]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>we sold 1,234 <sup>(2)</sup> units</p>", "we sold 1,234 (2) units"),
        ("<p>we sold 1,234<sup>2</sup> units</p>", "we sold 1,234 (2) units"),
        ("<p>we sold 1,234<sup>(1)</sup><sup>(2)</sup> units</p>", "we sold 1,234 (1), (2) units"),
        ("<p>on the 10<sup>th</sup> of May</p>", "on the 10th of May"),
        (
            '<p>sales of 96,169<span style="position:relative;top:-3pt;font-size:6pt">1</span> a year</p>',
            "sales of 96,169 (1) a year",
        ),
    ],
)
def test_footnote_marks_stay_apart_from_numbers(body: str, text: str) -> None:
    assert texts(body) == [text]


def test_a_bold_number_does_not_split_its_sentence() -> None:
    assert texts("<p>Sales rose to <b>$4.2 billion</b> in the year.</p>") == ["Sales rose to $4.2 billion in the year."]


def test_two_line_breaks_end_a_paragraph() -> None:
    assert texts(f"<div>{LONG}<br><br>{LONG}</div>") == [LONG, LONG]


def test_padding_that_sets_a_bullet_apart_counts_as_a_space() -> None:
    body = '<div><span>\u2022</span><span style="padding-left:14pt">Shipyards are few.</span></div>'
    assert texts(body) == ["\u2022 Shipyards are few."]


def test_an_inline_box_is_set_apart_but_not_a_new_line() -> None:
    body = '<div><span style="display:inline-flex">2.</span><div style="display:inline">FAIR VALUES</div></div>'
    assert texts(body) == ["2. FAIR VALUES"]


def test_list_items_and_definition_lists_become_bullets() -> None:
    body = "<ul><li>pumps</li><li>valves</li></ul><dl><dt>&#149;</dt><dd>pipes are sold too</dd></dl>"
    assert texts(body) == ["\u2022 pumps", "\u2022 valves", "\u2022 pipes are sold too"]


def test_what_is_hidden_never_comes_through() -> None:
    body = (
        "<style>.x{color:red}</style><script>var secret = 1</script>"
        '<div style="display:none">secret</div><p style="DISPLAY: none">secret</p>'
        '<span style="visibility:hidden">secret</span><p>shown</p>tail'
    )
    assert texts(body) == ["shown", "tail"]


def test_a_page_saved_by_a_browser_keeps_only_its_text() -> None:
    noise = "A" * 20_000
    head = f'<style id="plugin">.toolbar{{background:url(data:image/png;base64,{noise})}}</style>'
    body = (
        f'<div class="toolbar"><img src="data:image/png;base64,{noise}"><svg><text>icon</text></svg></div><p>{LONG}</p>'
    )
    assert [block.text for block in read(body, head=head).blocks] == [LONG]


def test_tags_that_are_never_closed_lose_no_text() -> None:
    body = f"<p><font size=2>{LONG}<p><b>Risks<p>{LONG}<div><table><tr><td>Pumps<td>5<tr><td>Valves<td>7"
    blocks = read(body).blocks
    assert blocks[0].text == LONG
    assert "Risks" in [block.text for block in blocks]
    assert blocks[-1].text == "Pumps | 5\nValves | 7"


# --- headings --------------------------------------------------------------------------------------------------------


def test_levels_follow_the_strength_of_the_look() -> None:
    body = (
        f"<p><b>Item 7. Discussion of Results</b></p><p>{LONG}</p><p><b>LIQUIDITY</b></p><p>{LONG}</p>"
        f"<p><b>Cash flows</b></p><p>{LONG}</p><p><i>Pumps</i></p><p>{LONG}</p>"
    )
    assert headings(body) == [("Item 7. Discussion of Results", 1), ("LIQUIDITY", 2), ("Cash flows", 3), ("Pumps", 5)]


def test_a_heading_split_over_tags_or_lines_is_one() -> None:
    body = (
        f"<p><b>ITEM 8. FINANCI</b><b>AL STATEMENTS</b></p><p>{LONG}</p>"
        f"<p><b>Item 9A.</b></p><p><b>Controls and Procedures</b></p><p>{LONG}</p>"
        f"<p><b>Results of Operations and</b></p><p><b>Financial Condition</b></p><p>{LONG}</p>"
    )
    assert [text for text, _ in headings(body)] == [
        "ITEM 8. FINANCIAL STATEMENTS",
        "Item 9A. Controls and Procedures",
        "Results of Operations and Financial Condition",
    ]


@pytest.mark.parametrize(
    "row",
    [
        "<td>Item&#160;8.</td><td>Financial Statements</td>",
        "<td>Item</td><td>8.&#160;</td><td>Financial Statements</td>",
        "<td colspan=2><b>Item 8. Financial Statements</b></td>",
    ],
)
def test_an_item_heading_in_table_cells_is_a_heading(row: str) -> None:
    body = f"<p>{LONG}</p><table><tr>{row}</tr></table><p>{LONG}</p>"
    assert headings(body) == [("Item 8. Financial Statements", 1)]


def test_an_item_row_parts_a_table_of_numbers() -> None:
    rows = "<tr><td>Pumps</td><td>5</td></tr><tr><td>Valves</td><td>7</td></tr>"
    body = f"<table>{rows}<tr><td>Item 8.</td><td>Financial Statements</td></tr>{rows}</table>"
    assert [block.kind for block in read(body).blocks] == ["table", "heading", "table"]


@pytest.mark.parametrize(
    "label", ["Item 1: Business", "Item 1 - Business", "ITEM 1\u2014BUSINESS", "Items 1 and 2. Business and Properties"]
)
def test_item_labels_need_no_bold_to_be_headings(label: str) -> None:
    assert headings(f"<p>{label}</p><p>{LONG}</p>") == [(label, 1)]


def test_a_sentence_about_an_item_is_no_heading() -> None:
    assert headings("<p>Item 7 of this report should be read together with the notes.</p>") == []


def test_units_in_brackets_are_no_heading() -> None:
    assert headings(f"<p align=center><b>(In millions)</b></p><p>{LONG}</p>") == []


def test_a_bold_line_that_breaks_before_its_text_is_a_heading() -> None:
    assert texts(f"<p><b>Competition</b><br>{LONG}</p>") == ["Competition", LONG]


def test_an_item_label_that_runs_into_its_text_is_parted_from_it() -> None:
    body = "<p><b>Item 4. Mine Safety Disclosures.</b> Not applicable.</p>"
    assert texts(body) == ["Item 4. Mine Safety Disclosures.", "Not applicable."]


# --- pages and furniture ---------------------------------------------------------------------------------------------

BREAK = '<hr style="page-break-after:always">'


WORDS = ("Pump", "Valve", "Pipe", "Tank", "Motor")


def page(number: int, text: str) -> str:
    return (
        f"<p>Northwind Valves | Form 10-K | {number}</p>{BREAK}<p><a href='#toc'>Table of Contents</a></p><p>{text}</p>"
    )


def test_running_feet_and_links_back_are_dropped_and_pages_counted() -> None:
    body = "<p id=toc>Start of it all.</p>" + "".join(
        page(n, f"{word} has a text of its own.") for n, word in enumerate(WORDS, start=1)
    )
    document = read(body)
    assert [block.text for block in document.blocks] == [
        "Start of it all.",
        *(f"{word} has a text of its own." for word in WORDS),
    ]
    assert [block.page for block in document.blocks] == [1, 2, 3, 4, 5, 6]
    assert document.pages == 6


@pytest.mark.parametrize("number", ["12", "- 12 -", "Page 12", "F-12", "xii", "12 of 90"])
def test_page_numbers_at_the_edge_of_a_page_are_dropped(number: str) -> None:
    assert texts(f"<p>{LONG}</p><p align=center>{number}</p>{BREAK}<p>{LONG}</p>") == [LONG, LONG]


def test_a_section_over_several_pages_is_whole_without_the_running_heads() -> None:
    parts = [f"Risk number {n} may hurt us." for n in "one two three four".split()]
    body = "<p><b>Item 1A. Risk Factors</b></p>" + BREAK.join(
        f"<div><p>Item 1A. Risk Factors (continued)</p><p>{part}</p><p>{9 + n}</p></div>"
        for n, part in enumerate(parts)
    )
    assert texts(body) == ["Item 1A. Risk Factors", *parts]


def test_a_running_head_stays_once_where_it_is_the_only_heading() -> None:
    body = BREAK.join(f"<p><b>NOTES TO THE STATEMENTS</b></p><p>{LONG}</p>" for _ in range(4))
    assert texts(body) == ["NOTES TO THE STATEMENTS", LONG, LONG, LONG, LONG]


def test_the_units_at_the_top_of_every_page_stay() -> None:
    rows = "<table><tr><td></td><td>2024</td></tr><tr><td>{}</td><td>5</td></tr></table>"
    body = BREAK.join(f"<p>(In millions)</p>{rows.format(word)}" for word in WORDS)
    assert texts(body).count("(In millions)") == 5


@pytest.mark.parametrize(
    "mark",
    [
        '<p style="page-break-before:always"></p>',
        '<div style="break-before:page"></div>',
        '<div style="PAGE-BREAK-AFTER: always"><hr></div>',
        "<p>7</p><hr>",
    ],
)
def test_every_kind_of_page_break_counts_once(mark: str) -> None:
    assert [block.page for block in read(f"<p>{LONG}</p>{mark}<p>{LONG}</p>{BREAK}<p>{LONG}</p>").blocks] == [1, 2, 3]


def test_pages_are_unknown_without_page_breaks() -> None:
    document = read(f"<p>{LONG}</p>")
    assert (document.pages, document.blocks[0].page) == (None, None)


# --- links -----------------------------------------------------------------------------------------------------------


def test_contents_rows_with_two_links_lead_to_their_own_items() -> None:
    body = (
        "<table>"
        '<tr><td><a href="#a1">Item 1.</a></td><td><a href="#a1">Business</a></td><td>3</td></tr>'
        '<tr><td><a href="#a2">Item 2.</a></td><td><a href="#a2">Properties</a></td><td>9</td></tr>'
        '<tr><td><a href="#a3">Item 3.</a></td><td><a href="#a3">Legal Proceedings</a></td><td>12</td></tr></table>'
        f'<div id="a1"></div><p><b>Item 1. Business</b></p><p>{LONG}</p>'
        f'<p><b><a name="a2"></a>Item 2. Properties</b></p><p>{LONG}</p><p id="a3"><b>Item 3. Legal Proceedings</b></p>'
    )
    blocks = read(body).blocks
    assert blocks[0].links == ("a1", "a2", "a3")
    assert blocks[0].text.split("\n")[1] == "Item 2. | Properties | 9"
    assert {block.text: block.anchors for block in blocks if block.kind == "heading"} == {
        "Item 1. Business": ("a1",),
        "Item 2. Properties": ("a2",),
        "Item 3. Legal Proceedings": ("a3",),
    }


def test_an_anchor_on_what_is_dropped_goes_to_the_text_after_it() -> None:
    body = f'<p><a href="#x">see</a> {LONG}</p><p id="x">14</p>{BREAK}<p>{LONG}</p>'
    assert read(body).blocks[-1].anchors == ("x",)


# --- input that can't be read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n\t\0",
        b"%PDF-1.7\n1 0 obj",
        b"PK\x03\x04" + bytes(range(256)),
        b"just words",
        b"<html><head><title>only a title",
        b"<html><body><div style='display:none'><ix:header><ix:hidden>0001",
        b"<html><body><h1>Request Rate Threshold Exceeded</h1></body></html>",
    ],
)
def test_what_is_no_filing_is_refused_by_name(data: bytes) -> None:
    with pytest.raises(FilingError, match=r"bad\.htm"):
        read_html(data, name="bad.htm")


@pytest.mark.parametrize(
    "data",
    [
        "<p>caf\u00e9 \u2013 \u20ac5</p>".encode(),
        "<p>caf\u00e9 \u2013 \u20ac5</p>".encode("cp1252"),
        "<meta charset=iso-8859-1><p>caf\u00e9 \u2013 \u20ac5</p>".encode("cp1252"),
        "\ufeff<p>caf\u00e9 \u2013 \u20ac5</p>".encode("utf-16-le"),
        "<p>caf\u00e9 \u2013 \u20ac5</p>".encode() + b"\0",
        b"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<p>caf&eacute; &ndash; &euro;5</p>\n</TEXT>",
    ],
)
def test_encodings_and_wrappers_do_not_show(data: bytes) -> None:
    assert [block.text for block in read_html(data, name="page.htm").blocks] == ["caf\u00e9 \u2013 \u20ac5"]


# --- real filings ----------------------------------------------------------------------------------------------------


def _damaged() -> list[Path]:
    folder = os.environ.get("FINSAGENT_DATA")
    return sorted(Path(folder, "filings_mutated").glob("*.htm")) if folder else []


@pytest.mark.real
@pytest.mark.skipif("FINSAGENT_DATA" not in os.environ, reason="FINSAGENT_DATA is not set")
def test_damaged_filings_are_read_or_refused() -> None:
    for path in _damaged():
        blocks: tuple[Block, ...] = read_html(path.read_bytes(), name=path.name).blocks
        assert len(blocks) > 100, path.name


PRE = """<p>Before.</p><a href="#data">x</a><pre><a name="data"></a>
SELECTED DATA
(In thousands)
                                 1997        1996
                              ----------  ----------
Net sales ..................  $  12,345   $  11,222
Cost of sales, including
  depreciation ..............     8,000       7,900
    Freight ................         (45)         --
                              ----------  ----------
Gross margin ...............  $   4,300   $   3,322
</pre><p>After.</p>"""


def test_a_table_set_by_spaces_in_preformatted_text_keeps_rows_and_columns() -> None:
    document = read(PRE)
    table = next(block for block in document.blocks if block.kind == "table")
    assert table.text.split("\n")[-4:] == [
        "Net sales | $12,345 | $11,222",
        "Cost of sales, including depreciation | 8,000 | 7,900",
        "Freight | (45) | --",
        "Gross margin | $4,300 | $3,322",
    ]
    assert texts(PRE)[0] == "Before."
    assert texts(PRE)[-1] == "After."
    assert any("data" in block.anchors for block in document.blocks)


def test_one_preformatted_line_is_a_line() -> None:
    assert texts("<pre>Just  one   line</pre>") == ["Just one line"]


def test_blocks_keep_their_place_in_the_source() -> None:
    rows = "<tr><td>Caf\u00e9 sales</td><td>1,234</td></tr><tr><td>Total</td><td>2</td></tr>"
    body = f"<p>First &#8211; words</p><table>{rows}</table><p>\u2014</p><p>Last words</p>"
    page = f"<html><body>{body}</body></html>"
    document = read_html(page.encode(), name="page.htm")
    starts = [page[block.place :][:4] for block in document.blocks if block.place is not None]
    assert [starts[0], starts[1], starts[-1]] == ["Firs", "Caf\u00e9", "Last"]


def test_levels_of_row_labels_by_padding_blanks_and_empty_columns() -> None:
    rows = (
        ("padding-left:0pt", "", "Assets"),
        ("padding:2px 1pt 2px 12pt", "", "Current"),
        ("", "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;", "Cash"),
        ("", "", "Total"),
    )
    cells = "".join(
        f'<tr><td style="{style}">{blank}{label}</td><td>1,0{number}</td><td>2,0{number}</td></tr>'
        for number, (style, blank, label) in enumerate(rows, start=10)
    )
    (table,) = [block for block in read(f"<table>{cells}</table>").blocks if block.kind == "table"]
    assert table.levels == (0, 1, 2, 0)
