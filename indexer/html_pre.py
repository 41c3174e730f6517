"""Preformatted text of an HTML page: paragraphs, and tables whose columns stand by spaces."""

from __future__ import annotations

from indexer.html_flow import Line, TableText
from indexer.plain import text_blocks

TAGS = frozenset(("pre", "xmp", "listing"))
_MIN_LINES = 3


def preformatted(text: str, *, page: int, place: int) -> list[Line | TableText]:
    """The lines and tables of a preformatted element; none if it is too short to have columns."""
    if text.strip().count("\n") < _MIN_LINES - 1:
        return []
    found: list[Line | TableText] = []
    for block in text_blocks(text.replace("\r\n", "\n").replace("\u00a0", " ")):
        if block.kind == "table":
            found.append(
                TableText(text=block.text, page=page, header_rows=block.header_rows, levels=block.levels, place=place)
            )
        else:
            found.append(Line(text=block.text, page=page, bold=block.kind == "heading", place=place))
    return found
