from __future__ import annotations

import pytest

from indexer.document import Block
from indexer.filings import read_source
from indexer.sections import PlacedSection, item_starts, split_sections
from tests.indexer.blocks import TITLES, WORDS, heading, items, paragraph, table


def split(blocks: list[Block], form: str = "10-K") -> dict[str, PlacedSection]:
    placed = split_sections(blocks, filing="acme", form=form)
    return {one.section.item: one for one in placed}


def assert_each_item_has_its_own_words(found: dict[str, PlacedSection], wanted: str = " ".join(WORDS)) -> None:
    for item in wanted.split():
        assert WORDS[item] in found[item].section.text, item
        others = [name for name, words in WORDS.items() if name != item and words in found[item].section.text]
        assert others == [], item


@pytest.mark.parametrize(
    "label",
    [
        "Item {item}. {title}",
        "Item {item}: {title}",
        "Item {item} - {title}",
        "ITEM {item} \u2014 {upper}",
        "ITEM {item}\u2014{upper}",
        "Item {item} {title}",
        "Item\u00a0{item}. {title}",
        "Item {item}) {title}",
        "ITEM {item}. {upper}.",
        "Item {item} | {title}",
    ],
)
def test_headings_of_all_kinds_are_recognised(label: str) -> None:
    found = split(items(label))
    assert list(found) == list(WORDS)
    assert_each_item_has_its_own_words(found)


@pytest.mark.parametrize(
    "label",
    [
        "Items 1 and 2. Business and Properties",
        "Items 1 & 2 \u2014 Business and Properties",
    ],
)
def test_a_combined_heading_is_recognised(label: str) -> None:
    found = split([heading(label), paragraph(WORDS["1"] * 6), *items(skip="1")])
    assert_each_item_has_its_own_words(found)


def test_a_combined_heading_stands_for_both_items() -> None:
    blocks = [heading("Items 1 and 2. Business and Properties"), paragraph(WORDS["1"] * 6), *items(skip="1")]
    assert [(part, item) for part, item, _ in item_starts(blocks, "10-K")][:2] == [("I", "1"), ("I", "2")]


def test_the_parts_and_order_of_sections() -> None:
    placed = split_sections([paragraph("ACME INC. Annual report"), *items()], filing="acme", form="10-K")
    assert [(one.section.part, one.section.item, one.section.order) for one in placed] == [
        ("", "cover", 0),
        ("I", "1", 1),
        ("I", "1A", 2),
        ("II", "7", 3),
        ("II", "8", 4),
        ("II", "9A", 5),
        ("III", "10", 6),
        ("IV", "15", 7),
    ]
    assert placed[3].section.id == "acme/03-II-7"
    assert len({one.section.id for one in placed}) == len(placed)


def test_a_heading_in_a_table_cell_ends_the_item_before() -> None:
    blocks = items(skip="8")
    at = blocks.index(heading(f"Item 9A. {TITLES['9A']}"))
    cell = table("Item\u00a08. | Financial Statements and Supplementary Data")
    found = split([*blocks[:at], cell, paragraph(WORDS["8"] * 6), *blocks[at:]])
    assert_each_item_has_its_own_words(found)


def test_a_heading_in_a_table_cell_of_a_page_ends_the_item_before(tmp_path) -> None:  # type: ignore[no-untyped-def]
    body = "".join(
        (
            f"<table><tr><td>Item&#160;8.</td><td>{TITLES['8']}</td></tr></table>"
            if item == "8"
            else f"<p><b>Item&#160;{item}. {TITLES[item]}</b></p>"
        )
        + f"<p>{' '.join([words] * 6)}</p>"
        for item, words in WORDS.items()
    )
    (tmp_path / "a.htm").write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    blocks = list(read_source(tmp_path / "a.htm").blocks)
    assert_each_item_has_its_own_words(split(blocks))


def test_a_contents_page_of_links_does_not_start_items(tmp_path) -> None:  # type: ignore[no-untyped-def]
    contents = "".join(
        f'<tr><td><a href="#i{item}">Item {item}.</a></td>'
        f'<td><a href="#i{item}">{TITLES[item]}</a></td><td>{page}</td></tr>'
        for page, item in enumerate(WORDS, start=3)
    )
    body = "".join(
        f'<div id="i{item}"></div><p><b>Item {item}. {TITLES[item]}</b></p><p>{" ".join([words] * 6)}</p>'
        for item, words in WORDS.items()
    )
    page = f"<html><body><p>ACME INC.</p><table>{contents}</table>{body}</body></html>"
    (tmp_path / "a.htm").write_text(page, encoding="utf-8")
    found = split(list(read_source(tmp_path / "a.htm").blocks))
    assert_each_item_has_its_own_words(found)
    assert "Item 7." not in found["1"].section.text


def test_contents_as_a_run_of_lines_do_not_start_items() -> None:
    contents = [paragraph(f"Item {item}. {title} {page}") for page, (item, title) in enumerate(TITLES.items(), start=3)]
    found = split([paragraph("ACME INC."), *contents, *items()])
    assert_each_item_has_its_own_words(found)


def test_a_mention_of_an_item_does_not_start_it() -> None:
    blocks = items()
    blocks.insert(
        4, paragraph("Item 7 of this report, which follows, tells how net sales rose and what they depend on.")
    )
    blocks.insert(9, paragraph("See Item 1A for what may go wrong, and Item 8 for the statements."))
    assert_each_item_has_its_own_words(split(blocks))


def test_an_item_that_goes_on_under_a_repeated_heading_is_one() -> None:
    blocks = items()
    blocks[4:4] = [heading("Item 1A. Risk Factors (Continued)"), paragraph("More that may go wrong. " * 20)]
    found = split(blocks)
    assert "More that may go wrong." in found["1A"].section.text
    assert WORDS["1A"] in found["1A"].section.text


@pytest.mark.parametrize("form", ["10-K405", "10-K/A", "10-KT", "10-KSB"])
def test_other_annual_forms_have_the_same_items(form: str) -> None:
    assert list(split(items(), form)) == list(WORDS)


TEN_Q = [
    ("I", "1", "Financial Statements"),
    ("I", "2", "Management's Discussion and Analysis of Financial Condition and Results of Operations"),
    ("I", "3", "Quantitative and Qualitative Disclosures About Market Risk"),
    ("I", "4", "Controls and Procedures"),
    ("II", "1", "Legal Proceedings"),
    ("II", "1A", "Risk Factors"),
    ("II", "6", "Exhibits"),
]


@pytest.mark.parametrize(
    "labels",
    [
        True,
        False,
    ],
)
def test_a_quarterly_report_keeps_its_parts_apart_with_or_without_labels(labels: bool) -> None:
    blocks: list[Block] = []
    part = ""
    for own_part, item, title in TEN_Q:
        if own_part != part and labels:
            blocks.append(heading(f"PART {own_part}"))
        part = own_part
        blocks.append(heading(f"Item {item}. {title}" if labels else title))
        blocks.append(paragraph(f"These are the words of {own_part}-{item} and no others. " * 8))
    placed = split_sections(blocks, filing="acme", form="10-Q")
    found = {(one.section.part, one.section.item): one.section.text for one in placed if one.section.item != "cover"}
    assert list(found) == [(part, item) for part, item, _ in TEN_Q]
    for part, item, _ in TEN_Q:
        assert f"words of {part}-{item} and" in found[part, item]
        assert sum(f"words of {p}-{i} and" in found[part, item] for p, i, _ in TEN_Q) == 1


@pytest.mark.parametrize("form", ["8-K", "EARNINGS", "10-K"])
def test_a_document_without_items_is_one_section(form: str) -> None:
    placed = split_sections([heading("Results"), paragraph("Sales rose.")], filing="acme", form=form)
    assert [(one.section.item, one.section.text) for one in placed] == [("", "Results\n\nSales rose.")]


def test_no_blocks_are_no_sections() -> None:
    assert split_sections([], filing="acme", form="10-K") == []


def test_the_text_is_the_blocks_and_every_block_knows_its_place() -> None:
    blocks = [
        heading("Results", page=1),
        paragraph("Sales rose.", page=1),
        table("a | 1\nb | 2", page=2),
        paragraph("", page=2),
        paragraph("End.", page=4),
    ]
    (placed,) = split_sections(blocks, filing="acme", form="8-K")
    assert placed.section.text == "Results\n\nSales rose.\n\na | 1\nb | 2\n\nEnd."
    for piece in placed.blocks:
        assert placed.section.text[piece.start : piece.end] == piece.block.text == blocks[piece.index].text
    assert [(mark.start, mark.page) for mark in placed.section.pages] == [(0, 1), (22, 2), (35, 4)]
    assert [(head.text, head.start) for head in placed.section.headings] == [("Results", 0)]


def test_statements_after_the_signatures_belong_to_item_8() -> None:
    rows = "\n".join(f"Line {n} | {n},000" for n in range(8))
    blocks = [
        *items(),
        heading("SIGNATURES"),
        paragraph("Pursuant to the requirements of Section 13 the registrant has caused this report to be signed."),
        heading("Consolidated Balance Sheets"),
        table(f"Total assets | 123\n{rows}"),
        heading("Consolidated Statements of Operations"),
        table(f"Net sales | 456\n{rows}"),
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    last = placed[-1].section
    assert (last.item, last.part) == ("8", "II")
    assert "Total assets | 123" in last.text
    assert "Net sales | 456" in last.text
    assert len({one.section.id for one in placed}) == len(placed)


def test_what_follows_the_signatures_is_exhibits() -> None:
    blocks = [
        *items(),
        heading("SIGNATURES"),
        paragraph("John Doe"),
        heading("Credit Agreement"),
        paragraph("The lender shall. " * 200),
    ]
    found = split(blocks)
    assert "The lender shall." in found["exhibits"].section.text
    assert "The lender shall." not in found["15"].section.text
