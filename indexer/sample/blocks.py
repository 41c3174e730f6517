"""A filing before it has a format: headings, paragraphs, bullets, tables, page breaks, and tagged numbers.

Prose may hold marks (`\\x02<n>\\x03`) that stand for the n-th tagged number or text of the document. It knows nothing
of HTML, text or PDF.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

MARK = re.compile("\x02(\\d+)\x03")
Dimensions = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Tag:
    """What inline XBRL says of a shown number or text. `start` is None for an instant; `unit` is None for text."""

    concept: str
    start: date | None
    end: date
    unit: str | None = "usd"
    scale: int = 0
    decimals: int = 0
    dimensions: Dimensions = ()
    negated: bool = False
    """The statement shows the concept's value with its sign turned (a cash outflow in parentheses)."""


@dataclass(frozen=True, kw_only=True)
class Number:
    """A number as printed: `digits` without sign, `negative` as shown in parentheses, `before` "$", `after` "%"."""

    digits: str
    negative: bool = False
    before: str = ""
    after: str = ""
    tag: Tag | None = None
    note: str = ""
    """A footnote mark behind the number, such as "(1)"."""

    @property
    def text(self) -> str:
        """The number in one piece, as a reader of plain text sees it."""
        inner = f"({self.digits}{self.after})" if self.negative else f"{self.digits}{self.after}"
        return f"{self.before}{inner}{' ' + self.note if self.note else ''}"


@dataclass(frozen=True, kw_only=True)
class Words:
    """Tagged text, such as the registrant's name on the cover."""

    text: str
    tag: Tag


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a Part, 2 an Item, 3 and 4 stand inside an Item. `anchor` is where links lead."""

    text: str
    level: int
    anchor: str = ""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `align` "center" is for cover and captions; `small` for footnotes."""

    text: str
    align: str = "left"
    bold: bool = False


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]


Cell = Number | str | None


@dataclass(frozen=True)
class Row:
    """A table row. `style` is "" | "head" (label alone, a group's title) | "total"."""

    label: str
    cells: tuple[Cell, ...] = ()
    style: str = ""
    indent: int = 0


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table with its column heads; `span` is a head over all columns ("Year ended December 31,")."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    unit: str = ""
    span: str = ""
    corner: str = ""


@dataclass(frozen=True)
class Entry:
    """A line of the table of contents; without an anchor it is a Part's title."""

    label: str
    title: str
    anchor: str = ""


@dataclass(frozen=True)
class Contents:
    """The table of contents; renderers add the page numbers."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class PageBreak:
    """A new page starts here."""


Block = Heading | Paragraph | Bullets | Table | Contents | PageBreak


@dataclass(kw_only=True)
class Document:
    """A document under construction. `hidden` are facts that are tagged but not shown."""

    title: str
    prefix: str
    cik: str
    running: str
    blocks: list[Block] = field(default_factory=list)
    marked: list[Number | Words] = field(default_factory=list)
    hidden: list[Words] = field(default_factory=list)

    def mark(self, shown: Number | Words) -> str:
        """Register tagged content and give the mark that stands for it in prose."""
        self.marked.append(shown)
        return f"\x02{len(self.marked) - 1}\x03"

    def plain(self, text: str) -> str:
        """Replace marks by what they show."""
        return MARK.sub(lambda match: self.marked[int(match.group(1))].text, text)


def paginate(blocks: Sequence[Block], *, words: int) -> list[list[Block]]:
    """Lay blocks on pages of about so many words; a heading never stands last on a page."""
    pages: list[list[Block]] = [[]]
    used = 0
    for block in blocks:
        weight = _weight(block)
        if isinstance(block, PageBreak):
            if pages[-1]:
                pages.append([])
                used = 0
            continue
        if used and used + weight > words:
            moved: list[Block] = []
            while len(pages[-1]) > 1 and _leads(pages[-1][-1]):
                moved.insert(0, pages[-1].pop())
            pages.append(moved)
            used = sum(_weight(one) for one in moved)
        pages[-1].append(block)
        used += weight
    return [page for page in pages if page]


def anchor_pages(pages: Sequence[Sequence[Block]]) -> dict[str, int]:
    """Map each anchor to its page number, from 1."""
    return {
        block.anchor: number
        for number, page in enumerate(pages, 1)
        for block in page
        if isinstance(block, Heading) and block.anchor
    }


def _leads(block: Block) -> bool:
    return isinstance(block, Heading) or (isinstance(block, Paragraph) and block.bold)


def _weight(block: Block) -> int:
    if isinstance(block, Heading):
        return 25
    if isinstance(block, Paragraph):
        return len(block.text.split()) + 10
    if isinstance(block, Bullets):
        return sum(len(item.split()) + 8 for item in block.items)
    if isinstance(block, Table):
        return 14 * (len(block.rows) + 4)
    return 14 * len(block.entries) if isinstance(block, Contents) else 0


def amount(
    ticks: int | Decimal,
    *,
    places: int = 0,
    dollar: bool = False,
    tag: Tag | None = None,
    after: str = "",
    note: str = "",
) -> Number:
    """Print a value whose last printed digit has `places` decimals: 12846 with 1 place is "1,284.6"; 0 is a dash."""
    value = Decimal(ticks).scaleb(-places) if isinstance(ticks, int) else ticks
    digits = f"{abs(value):,.{places}f}" if value else "\u2014"
    return Number(digits=digits, negative=value < 0, before="$" if dollar else "", after=after, tag=tag, note=note)


Shown = Callable[[int], Number]
