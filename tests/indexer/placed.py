"""Sections with the places of their blocks, put together by hand: no headings are looked for."""

from __future__ import annotations

from finsagent.domain import Section
from indexer.document import Block
from indexer.sections import PlacedBlock, PlacedSection


def place(*blocks: Block, item: str = "8", part: str = "II", filing: str = "acme") -> PlacedSection:
    """One section that holds the blocks in their order."""
    placed = []
    start = 0
    for index, block in enumerate(blocks):
        placed.append(PlacedBlock(block=block, index=index, start=start, end=start + len(block.text), evidence=True))
        start += len(block.text) + 2
    text = "\n\n".join(block.text for block in blocks)
    section = Section(
        id=f"{filing}/{item}", filing=filing, part=part, item=item, title="Financial Statements", order=0, text=text
    )
    return PlacedSection(section=section, blocks=tuple(placed))
