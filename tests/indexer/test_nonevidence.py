from __future__ import annotations

import pytest

from indexer.chunks import chunk_section
from indexer.document import Block
from indexer.nonevidence import is_contents, unwanted
from indexer.sections import split_sections
from tests.indexer.blocks import heading, items, paragraph, table
from tests.retrieval.filings import filing

CONTENTS = (
    "Item 1. | Business | 3\nItem 1A. | Risk Factors | 9\nItem 7. | Discussion and Analysis | 21\n"
    "Item 8. | Financial Statements | 34\nItem 15. | Exhibits | 60"
)
EXHIBITS = (
    "3.1 | Articles of incorporation (incorporated by reference)\n10.1 | Credit agreement, filed herewith\n"
    "31.1 | Certification of the chief executive, filed herewith\n101.INS | XBRL instance document"
)
BALANCE = "Cash | 1,234 | 1,100\nReceivables | 567 | 512\nInventories | 890 | 801\nTotal current assets | 2,691 | 2,413"


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (CONTENTS, True),
        ("Page\nBusiness | 3\nRisk Factors | 9\nProperties | 14\nLegal Proceedings | 15\nControls | 40", True),
        (
            "PART I\nItem 1. Business ..... 3\nItem 2. Properties ..... 8\nItem 3. Law ...... 9\nItem 4. Mines ..... 9",
            True,
        ),
        (BALANCE, False),
        ("Stores | 12\nPlants | 9\nOffices | 7\nWarehouses | 4\nYards | 1", False),
        ("Item 1. | Business | 3", False),
        ("", False),
    ],
)
def test_contents_are_rising_pages(text: str, contents: bool) -> None:
    assert is_contents(text) is contents


def refused(*blocks: Block) -> set[int]:
    return unwanted(blocks)


def test_a_contents_table_is_no_evidence() -> None:
    assert refused(heading("TABLE OF CONTENTS"), table(CONTENTS), paragraph("We make tools.")) == {0, 1}


def test_an_exhibit_list_is_no_evidence() -> None:
    assert refused(paragraph("Words."), table(EXHIBITS), paragraph("More words.")) == {1}


def test_a_signature_page_is_no_evidence_and_the_statements_after_it_are() -> None:
    blocks = [
        paragraph("Words."),
        heading("SIGNATURES"),
        paragraph("Pursuant to the requirements of the Securities Exchange Act the registrant signs."),
        table("Name | Title\n/s/ J. Doe | Director"),
        heading("Consolidated Balance Sheets"),
        table(BALANCE),
    ]
    assert refused(*blocks) == {1, 2, 3}


def test_a_statement_table_is_evidence() -> None:
    assert refused(heading("Consolidated Balance Sheets"), table(BALANCE)) == set()


def test_contents_as_lines_are_no_evidence() -> None:
    lines = [paragraph(f"Item {n}. Some title {3 * n}") for n in (1, 2, 3, 4, 5)]
    assert refused(paragraph("ACME INC."), *lines, paragraph("We make tools. " * 20)) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("last", ["Signatures", "SIGNATURE", "Exhibit Index"])
def test_a_line_of_the_contents_that_names_the_back_matter_hides_nothing_after_it(last: str) -> None:
    lines = [
        paragraph(f"Item {item}. Some title {page}") for page, item in enumerate(("1", "1A", "7", "8", "15"), start=3)
    ]
    blocks = [heading("TABLE OF CONTENTS"), *lines, paragraph(last), *items()]
    assert refused(*blocks) == {0, 1, 2, 3, 4, 5, 6}
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed] == ["cover", "1", "1A", "7", "8", "9A", "10", "15"]


def test_an_item_cited_in_the_exhibit_list_does_not_end_it() -> None:
    blocks = [heading("EXHIBIT INDEX"), paragraph("Item 15(a)(3) lists these"), paragraph("Articles of incorporation")]
    assert refused(*blocks) == {0, 1, 2}


def test_no_chunk_is_made_of_contents_signatures_or_exhibit_lists() -> None:
    blocks = [
        paragraph("ACME INC."),
        table(CONTENTS),
        *items(),
        table(EXHIBITS),
        heading("SIGNATURES"),
        paragraph("Pursuant to the requirements of Section 13 it is signed by /s/ J. Doe."),
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    texts = [chunk.text for one in placed for chunk in chunk_section(one, filing("Acme Inc.", 2023))]
    assert texts
    for words in ("Risk Factors | 9", "101.INS", "/s/ J. Doe"):
        assert not any(words in text for text in texts), words


def test_contents_between_two_paragraphs_are_in_no_chunk() -> None:
    blocks = [
        paragraph("ACME INC. Annual report."),
        table(CONTENTS),
        paragraph("Forward-looking words may prove wrong."),
    ]
    (placed,) = split_sections(blocks, filing="acme", form="8-K")
    assert not any("Risk Factors | 9" in chunk.text for chunk in chunk_section(placed, filing("Acme Inc.", 2023)))


def test_an_exhibit_list_set_as_paragraphs_is_no_evidence() -> None:
    blocks = [
        paragraph("All other schedules are omitted because they do not apply to the company in any year shown."),
        paragraph("3.1 Restated articles (incorporated by reference to Exhibit 3.1 of the 2019 report)."),
        paragraph("10.1B Bonus plan of the company, as amended."),
        paragraph("10.2* Credit agreement with a bank (incorporated by reference to Exhibit 10.4)."),
        paragraph("21 Subsidiaries of the registrant."),
        paragraph("31.1 Certification of the chief executive pursuant to Section 302."),
        paragraph("We make tools in three plants and sell them through distributors in twelve countries."),
    ]
    assert refused(*blocks) == {1, 2, 3, 4, 5}


def test_numbered_prose_is_no_exhibit_list() -> None:
    blocks = [paragraph(f"{number}. We depend on a few customers and may lose one.") for number in range(1, 6)]
    assert refused(*blocks) == set()


def test_contents_of_an_attached_plan_are_no_evidence() -> None:
    text = (
        "ARTICLE I General | | 1\n1.1 | Purpose | 1\n1.2 | Form of Plan | 1\n2.1 | Pre-409A Benefits | 1\n"
        "ARTICLE II Benefits | | 2\n3.1 | Retirement | 2\n3.2 | Death | 2\n3.3 | Deferral | 1 1"
    )
    assert is_contents(text)


def test_signatures_outside_a_signature_page_are_no_evidence_but_the_auditors_name_is() -> None:
    blocks = [
        paragraph("We sell tools."),
        paragraph("Date: February 1, 2023"),
        paragraph("By: /s/ Jane Doe"),
        paragraph("Chief Financial Officer"),
        paragraph("Our audit found no faults."),
        paragraph("/s/ Doe & Roe LLP"),
    ]
    assert refused(*blocks) == {1, 2, 3}
