"""Blocks of small filings, written by hand."""

from __future__ import annotations

from indexer.document import Block, RawDocument

WORDS = {
    "1": "We make hand tools in two plants and sell them to builders in nine states.",
    "1A": "Steel prices may rise and our margins may then fall.",
    "7": "Net sales rose because more saws were sold in spring.",
    "8": "The statements follow and were audited.",
    "9A": "Our controls were effective at the year end.",
    "10": "Seven directors sit on the board.",
    "15": "The exhibits are listed in the index.",
}
TITLES = {
    "1": "Business",
    "1A": "Risk Factors",
    "7": "Management\u2019s Discussion and Analysis",
    "8": "Financial Statements and Supplementary Data",
    "9A": "Controls and Procedures",
    "10": "Directors, Executive Officers and Corporate Governance",
    "15": "Exhibits and Financial Statement Schedules",
}


def heading(text: str, level: int = 1, page: int | None = None) -> Block:
    return Block(kind="heading", text=text, level=level, page=page)


def paragraph(text: str, page: int | None = None) -> Block:
    return Block(kind="paragraph", text=text, page=page)


def table(text: str, header_rows: int = 0, page: int | None = None) -> Block:
    return Block(kind="table", text=text, header_rows=header_rows, page=page)


def items(label: str = "Item {item}. {title}", *, skip: str = "") -> list[Block]:
    """A heading and a long enough paragraph for each Item, without those in `skip`."""
    blocks: list[Block] = []
    for item, words in WORDS.items():
        if item in skip.split():
            continue
        blocks.append(heading(label.format(item=item, title=TITLES[item], upper=TITLES[item].upper())))
        blocks.append(paragraph(" ".join([words] * 6)))
    return blocks


def document(*blocks: Block, **metadata: str) -> RawDocument:
    return RawDocument(blocks=blocks, metadata=metadata)
