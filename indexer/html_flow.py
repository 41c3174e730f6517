"""The flow of a page before it becomes blocks: lines with their look, tables with their cells, marks around facts.

A fact's shown number is kept track of by marks inside the text: `MARK_OPEN`, one character that numbers the fact,
the number as shown, `MARK_CLOSE`. All of them are code points that no text may hold, and none survives in a block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MARK_OPEN = "\ufdd0"
MARK_CLOSE = "\ufdd1"
_MARK_BASE = 0x20000
"""Fact 0's character. Ideographs of plane 2 are not white space and never follow `MARK_OPEN` in real text."""

_MARK = re.compile(f"{MARK_OPEN}(.)|{MARK_CLOSE}", re.DOTALL)


@dataclass(kw_only=True, slots=True)
class Line:
    """A stand-alone piece of visible text: white space folded, marks inside, and how it looks.

    `bold`, `italic`, `underlined`, `raised` say that all of it looks so. `size` is the font size in points of most of
    its letters. `rank` is 1..6 inside h1..h6, else 0.
    `zone` is "head" or "foot" where the page's author marked it as such.
    """

    text: str
    page: int = 1
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    raised: bool = False
    centred: bool = False
    size: float = 10.0
    rank: int = 0
    zone: str = ""
    anchors: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    place: int | None = None
    """Where it starts in the source, in bytes of UTF-8."""


@dataclass(kw_only=True, slots=True)
class Cell:
    """A table cell as written: what stands in it, and how many columns and rows it covers; `indent` is in points."""

    items: list[Line | Table | TableText] = field(default_factory=list)
    colspan: int = 1
    rowspan: int = 1
    head: bool = False
    centred: bool = False
    indent: float = 0.0


@dataclass(kw_only=True, slots=True)
class Table:
    """A table as written, row by row."""

    rows: list[list[Cell]] = field(default_factory=list)
    page: int = 1
    zone: str = ""
    place: int | None = None


@dataclass(kw_only=True, slots=True)
class TableText:
    """A data table as rendered: one line a row. `links` has one target a row ("" for none), or is empty.

    `levels` has the level of each row's label, or is empty.
    """

    text: str
    page: int
    header_rows: int
    zone: str = ""
    anchors: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    place: int | None = None
    levels: tuple[int, ...] = ()


Element = Line | TableText


def opening_mark(number: int) -> str:
    """The mark to put before the shown number of fact `number`."""
    return MARK_OPEN + chr(_MARK_BASE + number)


def without_marks(text: str) -> str:
    """The text as a reader sees it."""
    return _MARK.sub("", text) if MARK_OPEN in text or MARK_CLOSE in text else text


def take_marks(text: str) -> tuple[str, dict[int, tuple[int, int]]]:
    """Split marked text into the visible text and the span of each fact in it."""
    if MARK_OPEN not in text and MARK_CLOSE not in text:
        return text, {}
    pieces: list[str] = []
    spans: dict[int, tuple[int, int]] = {}
    pending: list[tuple[int, int]] = []
    position = 0
    length = 0
    for match in _MARK.finditer(text):
        piece = text[position : match.start()]
        pieces.append(piece)
        length += len(piece)
        position = match.end()
        number = match.group(1)
        if number is not None:
            pending.append((ord(number) - _MARK_BASE, length))
        elif pending:
            fact, start = pending.pop()
            if length > start:
                spans.setdefault(fact, (start, length))
    pieces.append(text[position:])
    return "".join(pieces), spans
