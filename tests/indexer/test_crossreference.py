from __future__ import annotations

from finsagent.forms import TEN_K
from indexer.crossreference import index_starts, read_index
from indexer.document import Block
from indexer.sections import split_sections
from tests.indexer.blocks import heading, paragraph, table

FIRST = (
    "Item Number | Item | Page\nPart I\nItem 1. | Business | Pages 3-6, 12\nItem 1A. | Risk Factors | 9-10*\n"
    "Item 1B. | Unresolved Staff Comments | None\nItem 3. | Legal Proceedings | 15"
)
SECOND = (
    "Part II\nItem 7. | Management's Discussion and Analysis:\n | Results of operations | Pages 7-8, 11\n"
    "Item 7A. | Quantitative and Qualitative Disclosures About Market Risk | Page 11\n"
    "Item 8. | Financial Statements and Supplementary Data | Pages 13-16\n"
    "Item 9A. | Controls and Procedures | Page 17\nPart III\nItem 11. | Executive Compensation (a)"
)
FOOTNOTE = "(a) Incorporated by reference from our proxy statement."


def body(shift: int = 0) -> list[Block]:
    """A report without Item headings: one paragraph a page, captions where something new begins."""
    captions = {3: "Our tools", 7: "Discussion", 9: "Risk Factors", 13: "Our accounts", 17: "Controls and Procedures"}
    blocks: list[Block] = []
    for page in range(1, 19):
        if page in captions:
            blocks.append(heading(captions[page], page=page + shift))
        if page == 11:
            blocks.append(
                heading("Quantitative and Qualitative Disclosures About Market Risk", level=2, page=page + shift)
            )
        blocks.append(paragraph(f"Words of page {page} and no others. " * 20, page=page + shift))
    return [
        *blocks,
        heading("Cross-Reference Index", page=18 + shift),
        table(FIRST, page=18 + shift),
        table(SECOND, page=19 + shift),
        paragraph(FOOTNOTE, page=19 + shift),
    ]


def texts(blocks: list[Block]) -> dict[str, str]:
    placed = split_sections(blocks, filing="acme", form="10-K")
    found: dict[str, str] = {}
    for one in placed:
        found[one.section.item] = f"{found.get(one.section.item, '')} {one.section.text}".strip()
    return found


def pages(text: str) -> list[int]:
    return [page for page in range(1, 19) if f"Words of page {page} and" in text]


def test_an_index_over_two_tables_is_read_as_one() -> None:
    index = read_index(body(), TEN_K)
    assert index is not None
    read = [(TEN_K[entry.order].item, entry.first, entry.last) for entry in index.entries]
    assert read == [
        ("1", 3, 6), ("1", 12, 12), ("1A", 9, 10), ("3", 15, 15),
        ("7", 7, 8), ("7", 11, 11), ("7A", 11, 11), ("8", 13, 16), ("9A", 17, 17),
    ]  # fmt: skip
    assert {TEN_K[order].item: note for order, note in index.notes.items()} == {"1B": "None", "11": FOOTNOTE}


def test_text_reaches_the_items_by_pages_and_titles() -> None:
    found = texts(body())
    assert pages(found["1"]) == [3, 4, 5, 6, 12]
    assert pages(found["7"]) == [7, 8]
    assert pages(found["1A"]) == [9, 10]
    assert pages(found["7A"]) == [11]
    assert pages(found["8"]) == [13, 14, 15, 16]
    assert found["9A"].startswith("Controls and Procedures")


def test_printed_numbers_may_differ_from_the_count_of_pages() -> None:
    found = texts(body(shift=4))
    assert pages(found["1A"]) == [9, 10]
    assert pages(found["8"]) == [13, 14, 15, 16]


def test_pages_inside_another_item_are_a_reference() -> None:
    placed = split_sections(body(), filing="acme", form="10-K")
    legal = next(one.section for one in placed if one.section.item == "3")
    assert (legal.text, legal.status) == ("", "incorporated_by_reference")
    assert legal.incorporated_from == "page 15 of this filing"
    pay = next(one.section for one in placed if one.section.item == "11")
    assert (pay.status, pay.incorporated_from) == ("incorporated_by_reference", "proxy statement")


def test_market_risk_on_one_page_of_the_discussion_ends_at_the_next_caption() -> None:
    rows = "\n".join(
        f"Item {item} | {title} | Page {page}"
        for item, title, page in (
            ("1", "Business", 2), ("7", "Management's Discussion and Analysis", 3),
            ("7A", "Quantitative and Qualitative Disclosures About Market Risk", 4),
            ("8", "Financial Statements", 6), ("9A", "Controls and Procedures", 7),
        )
    )  # fmt: skip
    blocks = [
        table(rows, page=1),
        heading("Business", page=2),
        paragraph("We make tools. " * 30, page=2),
        heading("Management's Discussion and Analysis", page=3),
        paragraph("Sales rose. " * 30, page=3),
        heading("Market Risk", level=2, page=4),
        paragraph("Rates may rise. " * 30, page=4),
        heading("Liquidity", level=2, page=5),
        paragraph("Cash is ample. " * 30, page=5),
        heading("Financial Statements", page=6),
        paragraph("They follow. " * 30, page=6),
        heading("Controls and Procedures", page=7),
        paragraph("They work. " * 30, page=7),
    ]
    placed = split_sections(blocks, filing="acme", form="10-K")
    assert [one.section.item for one in placed] == ["cover", "1", "7", "7A", "7", "8", "9A"]
    assert "Cash is ample." in placed[4].section.text


def test_an_index_without_pages_in_the_body_gives_nothing() -> None:
    blocks = [Block(kind=b.kind, text=b.text, level=b.level) for b in body()]
    index = read_index(blocks, TEN_K)
    assert index is not None
    assert index_starts(blocks, index, TEN_K, set()) == []


def test_a_document_without_an_index_has_none() -> None:
    assert read_index([paragraph("Words."), table("Sales | 3\nCosts | 2")], TEN_K) is None
