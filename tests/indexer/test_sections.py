from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
        "Items 1. and 2. Business and Properties",
        "ITEM 1 AND ITEM 2. BUSINESS AND PROPERTIES",
        "Items 1-2. Business and Properties",
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


@pytest.mark.parametrize("form", ["10-K405", "10-K/A", "10-KT"])
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


def test_items_under_one_heading_are_listed_or_counted_through() -> None:
    for label in ("Items 10, 11, 12, 13 and 14", "Items 10 through 14.", "ITEMS 10\u201314"):
        starts = item_starts([*items(skip="10 15"), heading(label), paragraph("See the proxy statement.")], "10-K")
        assert [item for _, item, _ in starts] == ["1", "1A", "7", "8", "9A", "10", "11", "12", "13", "14"], label


@pytest.mark.parametrize("label", ["ITEM 9A(T).", "Item 9A(I).", "Item 9 A.", "Item 9A (T) -", "I tem 9A."])
def test_an_item_number_may_have_a_mark_or_a_space(label: str) -> None:
    blocks = items()
    at = blocks.index(heading(f"Item 9A. {TITLES['9A']}"))
    blocks[at] = heading(f"{label} Controls and Procedures")
    assert_each_item_has_its_own_words(split(blocks))


def test_a_title_split_inside_a_word_is_still_the_title() -> None:
    blocks = items()
    at = blocks.index(heading(f"Item 8. {TITLES['8']}"))
    blocks[at] = paragraph("Item 8. FINANCI AL STATEMENTS AND SUPPLEMEN TARY DATA")
    assert_each_item_has_its_own_words(split(blocks))


def test_a_label_is_missing_but_the_title_stands_between_its_neighbours() -> None:
    blocks = items()
    at = blocks.index(heading(f"Item 8. {TITLES['8']}"))
    blocks[at] = heading("FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA", level=2)
    assert_each_item_has_its_own_words(split(blocks))


def test_a_title_out_of_its_place_starts_nothing() -> None:
    blocks = items(skip="9A")
    blocks.insert(2, heading("Controls and Procedures", level=2))
    assert "9A" not in split(blocks)


def test_small_business_reports_have_their_own_items() -> None:
    wanted = [
        ("1", "Description of Business"),
        ("2", "Description of Property"),
        ("6", "Management's Discussion and Analysis or Plan of Operation"),
        ("7", "Financial Statements"),
        ("8A", "Controls and Procedures"),
        ("13", "Exhibits"),
    ]
    blocks = [one for item, title in wanted for one in (heading(f"Item {item}. {title}"), paragraph("Words. " * 9))]
    placed = split_sections(blocks, filing="acme", form="10-KSB")
    assert [(one.section.item, one.section.title) for one in placed] == wanted


def quarter(*order: int) -> list[Block]:
    """A quarterly report with its Items of Part I in another order."""
    blocks = [heading("PART I. FINANCIAL INFORMATION")]
    for number in order:
        _, item, title = TEN_Q[number]
        blocks += [heading(f"ITEM {item}. {title.upper()}"), paragraph(f"Words of I-{item}. " * 300)]
    blocks.append(heading("PART II. OTHER INFORMATION"))
    for _, item, title in TEN_Q[4:]:
        blocks += [heading(f"ITEM {item}. {title.upper()}"), paragraph(f"Words of II-{item}. " * 9)]
    return blocks


def test_an_item_printed_before_the_one_that_it_follows_keeps_its_text() -> None:
    placed = split_sections(quarter(1, 0, 2, 3), filing="acme", form="10-Q")
    found = [(one.section.part, one.section.item) for one in placed if one.section.part]
    assert found[:4] == [("I", "2"), ("I", "1"), ("I", "3"), ("I", "4")]
    assert all(f"Words of {p}-{i}." in placed[n + 1].section.text for n, (p, i) in enumerate(found))


STATEMENT = "\n".join(f"Line {n} | {n},100 | {n},200" for n in range(1, 9))


def test_statements_without_a_heading_are_item_1_of_a_quarterly_report() -> None:
    blocks = [
        paragraph("ACME INC."),
        heading("Condensed Consolidated Statement of Earnings", level=3),
        table(STATEMENT),
        paragraph("The notes follow."),
        *quarter(1, 2, 3)[1:],
    ]
    placed = split_sections(blocks, filing="acme", form="10-Q")
    assert [(one.section.part, one.section.item) for one in placed][:3] == [("", "cover"), ("I", "1"), ("I", "2")]
    assert "Line 8 | 8,100" in placed[1].section.text


def test_executive_officers_in_part_i_are_no_part_of_the_item_around_them() -> None:
    officers = [
        heading("EXECUTIVE OFFICERS OF THE REGISTRANT", level=3),
        paragraph("Jane Roe, 51, has led the company since 2015. " * 12),
        heading("Available Information", level=3),
        paragraph("Our reports are on our website."),
    ]
    blocks = items()
    blocks[2:2] = officers
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed][:4] == ["1", "officers", "1", "1A"]
    assert "Jane Roe" in placed[1].section.text
    assert "website" not in placed[1].section.text
    assert "website" in placed[2].section.text
    assert len({one.section.id for one in placed}) == len(placed)


ANNUAL_REPORT = [
    heading("Exhibit 13"),
    heading("Financial Review", level=2),
    paragraph("Sales rose in every district of the country. " * 60),
    heading("Selected Financial Data", level=2),
    paragraph("Sales of five years are shown here. " * 60),
    table(f"CONSOLIDATED BALANCE SHEETS | ACME INC.\n{STATEMENT}"),
    heading("CONSOLIDATED STATEMENTS OF INCOME", level=2),
    table(STATEMENT),
    heading("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", level=2),
    paragraph("We count stock at cost. " * 80),
]


def test_an_annual_report_in_exhibit_13_reaches_the_items_that_point_to_it() -> None:
    blocks = [
        *items(skip="7 8 9A 10 15"),
        heading("Item 6. Selected Financial Data"),
        paragraph("Incorporated by reference from page 9 of the annual report to shareholders."),
        heading("Item 7. Management's Discussion and Analysis"),
        paragraph('"Financial Review" on page 4 of the annual report is incorporated by reference.'),
        heading("Item 8. Financial Statements and Supplementary Data"),
        paragraph("The statements in the annual report to shareholders are incorporated by reference."),
        heading("Item 14. Exhibits"),
        paragraph("13 Annual report to shareholders"),
        heading("SIGNATURES"),
        paragraph("John Doe"),
        *ANNUAL_REPORT,
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    late = [(one.section.item, one.section.text) for one in placed if one.section.order > 6]
    by_item = dict(late)
    assert "every district" in by_item["7"]
    assert "five years" in by_item["6"]
    assert "CONSOLIDATED BALANCE SHEETS" in by_item["8"]
    assert "stock at cost" in by_item["8"]
    pointers = {one.section.item: one.section for one in placed if one.section.order <= 6}
    for item in ("6", "7", "8"):
        assert (pointers[item].status, pointers[item].incorporated_from) == ("incorporated_by_reference", "exhibit 13")


def test_a_schedule_of_the_parent_company_stays_where_it_is_printed() -> None:
    blocks = [
        *items(),
        heading("Schedule I - Condensed Financial Information of Registrant", level=2),
        heading("Condensed Balance Sheets", level=3),
        table(STATEMENT),
        heading("Condensed Statements of Income", level=3),
        table(STATEMENT),
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed][-1] == "15"
    assert "Line 8" in placed[-1].section.text


def test_a_list_of_exhibits_is_no_run_of_statements() -> None:
    blocks = [
        *items(),
        heading("Consolidated Balance Sheets", level=4),
        heading("Consolidated Statements of Income", level=4),
        table("\n".join(f"10.{n} | Credit agreement of 20{n}, as amended" for n in range(10, 19))),
    ]
    assert [one.section.item for one in split_sections(blocks, filing="acme", form="10-K")][-1] == "15"


def statuses(blocks: list[Block], form: str = "10-K", period_end: date | None = None) -> dict[str, str]:
    placed = split_sections(blocks, filing="acme", form=form, period_end=period_end)
    return {one.section.item: one.section.status for one in placed}


def test_items_that_were_due_and_are_not_there_are_said() -> None:
    found = statuses(items(), period_end=date(2024, 12, 31))
    assert {item: status for item, status in found.items() if item not in WORDS} == {
        "1B": "not_found", "1C": "not_found", "2": "not_found", "3": "not_found", "4": "not_found", "5": "not_found",
        "6": "omitted", "7A": "not_found", "9": "not_found", "9B": "not_found", "9C": "omitted",
        "11": "not_found", "12": "not_found", "13": "not_found", "14": "not_found", "16": "omitted",
    }  # fmt: skip
    early = statuses(items(), period_end=date(1996, 12, 31))
    assert not {"1B", "1C", "7A", "9B", "9C", "16"} & early.keys()


def test_an_amendment_owes_no_items() -> None:
    assert list(statuses(items(), form="10-K/A", period_end=date(2024, 12, 31))) == list(WORDS)


def test_an_item_that_is_not_there_has_a_section_without_text_and_a_warning() -> None:
    placed = split_sections(items(), filing="acme", form="10-K", period_end=date(2024, 12, 31))
    missing = next(one for one in placed if one.section.item == "2")
    assert (missing.section.text, missing.blocks) == ("", ())
    assert missing.section.warning == "No heading of Item 2 (Properties) was found."


def test_items_that_are_listed_as_omitted_are_omitted() -> None:
    blocks = [
        *items(skip="7 8"),
        paragraph("The following Items have been omitted in accordance with General Instruction J to Form 10-K:"),
        table("Item 7. | Management's Discussion and Analysis\nItem 8. | Financial Statements"),
    ]
    found = statuses(blocks, period_end=date(2023, 2, 28))
    assert (found["7"], found["8"], found["9"]) == ("omitted", "omitted", "not_found")


def test_a_mark_on_a_heading_leads_to_its_footnote() -> None:
    blocks = [
        *items(),
        heading("Item 11. Executive Compensation*"),
        heading("Item 12. Security Ownership*"),
        paragraph("* Information required by Items 11 and 12 is incorporated by reference to the proxy statement."),
    ]
    blocks = [*blocks[:-5], *blocks[-3:], *blocks[-5:-3]]
    placed = {one.section.item: one.section for one in split_sections(blocks, filing="acme", form="10-K")}
    assert placed["11"].status == "incorporated_by_reference"
    assert placed["11"].incorporated_from == "proxy statement"


def test_items_under_one_heading_share_its_status() -> None:
    blocks = [
        *items(skip="10 15"),
        heading("Items 10, 11, 12, 13 and 14"),
        paragraph("The information required is incorporated by reference from our proxy statement."),
    ]
    found = statuses(blocks)
    assert {found[item] for item in ("10", "11", "12", "13", "14")} == {"incorporated_by_reference"}


def test_titles_are_those_of_their_time() -> None:
    blocks = [
        *items(skip="15"),
        heading("Item 4. Submission of Matters to a Vote of Security Holders"),
        paragraph("None."),
        heading("Item 14. Exhibits, Financial Statement Schedules, and Reports on Form 8-K"),
        paragraph("The exhibits are listed here."),
    ]
    blocks = [*blocks[:4], *blocks[-4:-2], *blocks[4:-4], *blocks[-2:]]
    titles = {one.section.item: one.section.title for one in split_sections(blocks, filing="acme", form="10-K")}
    assert titles["4"] == "Submission of Matters to a Vote of Security Holders"
    assert titles["14"] == "Exhibits and Financial Statement Schedules"


SET_OF_STATEMENTS = [
    heading("Consolidated Statement of Income", level=3),
    table(STATEMENT),
    heading("Consolidated Balance Sheet", level=3),
    table(STATEMENT),
    heading("Notes to Consolidated Financial Statements", level=3),
    paragraph("We count stock at cost."),
]


def test_statements_printed_in_the_discussion_are_item_8() -> None:
    blocks = items()
    at = blocks.index(heading(f"Item 8. {TITLES['8']}"))
    blocks[at:at] = [heading("Balance Sheet Analysis", level=3), table(STATEMENT), *SET_OF_STATEMENTS]
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed] == ["1", "1A", "7", "8", "8", "9A", "10", "15"]
    assert "Balance Sheet Analysis" in placed[2].section.text
    assert placed[3].section.text.startswith("Consolidated Statement of Income")
    assert placed[4].section.status == "incorporated_by_reference"


def test_a_bank_prints_the_statements_of_a_quarter_after_the_discussion() -> None:
    blocks = quarter(0, 1, 2, 3)
    at = next(n for n, block in enumerate(blocks) if block.text.startswith("ITEM 1."))
    blocks[at + 1] = paragraph("The statements are on pages 96 to 100.")
    at = next(n for n, block in enumerate(blocks) if block.text.startswith("ITEM 3."))
    blocks[at:at] = SET_OF_STATEMENTS
    placed = split_sections(blocks, filing="acme", form="10-Q")
    found = [(one.section.part, one.section.item) for one in placed if one.section.part]
    assert found[:4] == [("I", "1"), ("I", "2"), ("I", "1"), ("I", "3")]
    assert "Consolidated Balance Sheet" in placed[3].section.text


def test_a_financial_section_after_the_last_item_reaches_the_items_that_point_to_it() -> None:
    blocks = [
        *items(),
        heading("FINANCIAL SECTION"),
        heading("Management's Discussion and Analysis of Financial Condition", level=2),
        paragraph("Sales rose in every district of the country. " * 300),
        *SET_OF_STATEMENTS,
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed][-3:] == ["15", "7", "8"]
    assert "every district" in placed[-2].section.text


LINES = st.sampled_from(
    [
        *(f"Item {item}. {title}" for item, title in TITLES.items()),
        *("PART II", "SIGNATURES", "Exhibit 13", "Executive Officers of the Registrant", "Consolidated Balance Sheets"),
        *(
            "Items 1 and 2.",
            "Items 10-14",
            "Note 1. Policies",
            "Words of no weight.",
            STATEMENT,
            "Page | Item\nItem 7 | 9",
        ),
        *("Management's Discussion and Analysis", "None", ""),
    ]
)
BLOCKS = st.builds(
    Block,
    kind=st.sampled_from(["heading", "paragraph", "table"]),
    text=LINES,
    level=st.integers(0, 5),
    page=st.none() | st.integers(1, 9),
)


@settings(max_examples=150, deadline=None)
@given(blocks=st.lists(BLOCKS, max_size=40), form=st.sampled_from(["10-K", "10-Q", "10-KSB", "10-QSB", "8-K"]))
def test_every_block_has_its_place_whatever_the_document(blocks: list[Block], form: str) -> None:
    placed = split_sections(blocks, filing="acme", form=form, period_end=date(2024, 12, 31))
    assert len({one.section.id for one in placed}) == len(placed)
    seen = {piece.index for one in placed for piece in one.blocks}
    assert seen == {index for index, block in enumerate(blocks) if block.text}
    for one in placed:
        for piece in one.blocks:
            assert one.section.text[piece.start : piece.end] == piece.block.text
        for head in one.section.headings:
            assert one.section.text[head.start :].lstrip().startswith(head.text[:20])
