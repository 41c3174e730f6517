"""Items found through a cross-reference index, or a contents page, for filings whose body prints no Item headings.

Such an index lists the Items with pages; the pages of the body are counted from its breaks, and where the printed
numbers differ from the count, headings that carry the listed titles tell by how much.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from finsagent.forms import ItemSpec, plain_words
from indexer.document import Block

_LABEL = re.compile(r"^\W*(?:items?\s*)?(\d{1,2}\s?[abc]?)[.:]?$", re.IGNORECASE)
_INLINE = re.compile(r"^\W*items?\s*(\d{1,2}\s?[abc]?)[.:]?\s+(?=[A-Z\[])", re.IGNORECASE)
_PART = re.compile(r"^\W*part\s+(i{1,3}|iv)\b", re.IGNORECASE)
_PAGES = re.compile(r"(?<![\w.])(\d{1,3})\*?(?:\s*(?:[-\u2013\u2014]|to|through)\s*(\d{1,3})\*?)?(?![\w.(])")
_PAGE_CELL = re.compile(
    r"^(?:pages?\s*)?[\d\s,;*&\-\u2013\u2014.]*\d[\d\s,;*&\-\u2013\u2014.]*(?:\([a-z\d]+\)\s*)*$|^pages?\s+\d.*$",
    re.IGNORECASE,
)
_NONE = re.compile(r"^\W*(?:none|not applicable|n/?a|omitted|reserved|\[reserved\])\W*$", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\(([a-z\d])\)\s*$|(\*+)\s*$", re.IGNORECASE)
_MIN_ROWS, _MAX_ENTRIES = 5, 300
_NEAR = 4
_STATEMENTS = "Financial Statements"


@dataclass(frozen=True, slots=True)
class Entry:
    """One page range that the index gives an Item, with the words that stand beside it."""

    order: int
    words: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Index:
    """What an index says: page ranges, and for each Item without any what stands in their place."""

    entries: tuple[Entry, ...]
    notes: Mapping[int, str]

    @property
    def orders(self) -> set[int]:
        """The Items that it gives pages for."""
        return {entry.order for entry in self.entries}


def read_index(blocks: Sequence[Block], specs: Sequence[ItemSpec]) -> Index | None:
    """Read the index that lists the most Items with pages; None where there is none."""
    best: Index | None = None
    for tables in _groups(blocks):
        lines = [line for index in tables for line in blocks[index].text.split("\n")]
        after = [block.text for block in blocks[tables[-1] + 1 : tables[-1] + 1 + _NEAR]]
        found = _read(lines, specs, after)
        if (
            len(found.orders) >= _MIN_ROWS
            and len(found.entries) <= _MAX_ENTRIES
            and (best is None or len(found.orders) >= len(best.orders))
        ):
            best = found
    return best


def _groups(blocks: Sequence[Block]) -> list[list[int]]:
    """Tables that list Items, with those that follow closely: an index may go over pages."""
    groups: list[list[int]] = []
    for index, block in enumerate(blocks):
        if block.kind != "table":
            continue
        labels = sum(_label(line) is not None for line in block.text.split("\n"))
        if labels >= 2:
            if groups and index - groups[-1][-1] <= _NEAR:
                groups[-1].append(index)
            else:
                groups.append([index])
    return groups


def _label(line: str) -> tuple[str, list[str]] | None:
    """The Item's number that a row starts with, and the other cells."""
    cells = [cell.strip() for cell in line.split("|") if cell.strip()]
    if not cells:
        return None
    match = _LABEL.match(cells[0])
    if match and len(cells) > 1:
        return match[1].replace(" ", "").upper(), cells[1:]
    match = _INLINE.match(cells[0])
    if match:
        return match[1].replace(" ", "").upper(), [cells[0][match.end() :], *cells[1:]]
    return None


def _read(lines: Sequence[str], specs: Sequence[ItemSpec], after: Sequence[str]) -> Index:
    entries: list[Entry] = []
    notes: dict[int, str] = {}
    part = ""
    order: int | None = None
    for line in lines:
        if match := _PART.match(line.strip(" |")):
            part = match[1].upper()
            order = None
        labelled = _label(line)
        cells = labelled[1] if labelled else [cell.strip() for cell in line.split("|") if cell.strip()]
        if labelled:
            order = _order(labelled[0], " ".join(cells), part, specs)
        if order is None or not cells:
            continue
        if len(cells) == 1 and not labelled and not _PAGE_CELL.match(cells[0]):
            order = None
            continue
        title = " ".join(cell for cell in cells if not _PAGE_CELL.match(cell) and not _NONE.match(cell))
        pages = [pair for cell in cells if _PAGE_CELL.match(cell) for pair in _PAGES.findall(cell)]
        entries += [Entry(order, plain_words(title), int(a), int(b or a)) for a, b in pages if int(b or a) >= int(a)]
        if labelled and not pages:
            notes[order] = _note(cells[-1], after)
    given = {entry.order for entry in entries}
    return Index(tuple(entries), {order: note for order, note in notes.items() if order not in given and note})


def _order(item: str, words: str, part: str, specs: Sequence[ItemSpec]) -> int | None:
    """The Item that a row means: its title must be the Item's."""
    plain = plain_words(words)
    fits = [o for o, spec in enumerate(specs) if spec.item == item and any(word in plain for word in spec.words)]
    return next((o for o in fits if specs[o].part == part), fits[0] if fits else None)


def _note(cell: str, after: Sequence[str]) -> str:
    """What the index says in place of pages: the words of the cell, or of the footnote that it is marked with."""
    if _NONE.match(cell):
        return cell
    mark = _FOOTNOTE.search(cell)
    if mark:
        wanted = (mark[1] or mark[2]).lower()
        for text in after:
            if text.lower().lstrip("( ").startswith(wanted) and len(text) > 20:
                return text
    return "[Reserved]" if "reserved" in cell.lower() else ""


def index_starts(
    blocks: Sequence[Block], index: Index, specs: Sequence[ItemSpec], skip: Collection[int]
) -> list[tuple[int, int]]:
    """Turn pages into starts: (Item, block), one for each page range that is an Item's own, in order of the blocks.

    A range inside one of another Item is a reference into that Item's text; the statements own all their pages.
    """
    pages = _pages(blocks)
    if not pages:
        return []
    offset = _offset(blocks, index, specs, skip)
    kept = [entry for entry in index.entries if not any(_inside(entry, other, specs) for other in index.entries)]
    claims = Counter((entry.first) for entry in kept)
    starts: dict[int, tuple[int, int]] = {}
    for entry in sorted(kept, key=lambda e: (e.first, -e.last, e.order)):
        at = _title_on(blocks, entry, specs[entry.order], entry.first + offset, pages, skip)
        if at is None and claims[entry.first] > 1:
            at = _first_of_range(kept, entry, pages, offset)
        elif at is None:
            at = pages.get(entry.first + offset, (None, None))[0]
        if at is not None and at not in starts:
            starts[at] = (entry.order, at)
    _return_to_discussion(blocks, index, specs, starts)
    ordered = [starts[at] for at in sorted(starts)]
    return [start for number, start in enumerate(ordered) if number == 0 or start[0] != ordered[number - 1][0]]


def _return_to_discussion(
    blocks: Sequence[Block], index: Index, specs: Sequence[ItemSpec], starts: dict[int, tuple[int, int]]
) -> None:
    """Let market risk, given one page inside the discussion, end at the next caption of its strength."""
    places = sorted(starts)
    for before, at, after in zip(places, places[1:], [*places[2:], len(blocks)], strict=False):
        order = starts[at][0]
        ranges = [entry for entry in index.entries if entry.order == order]
        inside = "Discussion" in specs[starts[before][0]].title and "Market Risk" in specs[order].title
        if not inside or any(entry.last > entry.first for entry in ranges) or blocks[at].kind != "heading":
            continue
        for place in range(at + 1, after):
            if blocks[place].kind == "heading" and blocks[place].level <= blocks[at].level:
                starts[place] = (starts[before][0], place)
                break


def _first_of_range(
    kept: Sequence[Entry], entry: Entry, pages: Mapping[int, tuple[int, int]], offset: int
) -> int | None:
    """The top of a page that several Items start on goes to the longest range without a title there."""
    longest = max((other for other in kept if other.first == entry.first), key=lambda e: (e.last - e.first, -e.order))
    return pages.get(entry.first + offset, (None, None))[0] if longest is entry and entry.last > entry.first else None


def _inside(entry: Entry, other: Entry, specs: Sequence[ItemSpec]) -> bool:
    if other.order == entry.order:
        return False
    if other.first < entry.first and entry.last < other.last:
        return True
    holds = other.first <= entry.first and entry.last <= other.last and other.last > other.first
    return holds and _STATEMENTS in specs[other.order].title and _STATEMENTS not in specs[entry.order].title[:20]


def _pages(blocks: Sequence[Block]) -> dict[int, tuple[int, int]]:
    """First and last block of each page."""
    pages: dict[int, tuple[int, int]] = {}
    for index, block in enumerate(blocks):
        if block.page is not None:
            pages[block.page] = (pages[block.page][0] if block.page in pages else index, index)
    return pages


def _offset(blocks: Sequence[Block], index: Index, specs: Sequence[ItemSpec], skip: Collection[int]) -> int:
    """By how much the count of pages differs from the printed numbers: what most titles say."""
    votes: Counter[int] = Counter()
    firsts: dict[int, int] = {}
    for entry in index.entries:
        firsts.setdefault(entry.order, entry.first)
    for place, block in enumerate(blocks):
        if block.kind != "heading" or place in skip or block.page is None:
            continue
        text = plain_words(block.text)
        for order, first in firsts.items():
            if any(text.startswith(word) for word in specs[order].words) and abs(block.page - first) <= 30:
                votes[block.page - first] += 1
    return max(votes, key=lambda v: (votes[v], -abs(v)), default=0)


def _title_on(
    blocks: Sequence[Block],
    entry: Entry,
    spec: ItemSpec,
    page: int,
    pages: Mapping[int, tuple[int, int]],
    skip: Collection[int],
) -> int | None:
    """The heading on a page (or, for a whole title, on the page before) that carries an entry's words."""
    if page not in pages:
        return None
    first, last = pages[page]
    before = pages.get(page - 1, (first, first))[0]
    for start, end, whole in ((first, last + 1, False), (before, first, True)):
        for index in range(start, end):
            block = blocks[index]
            if block.kind != "heading" or index in skip or len(block.text) > 200:
                continue
            text = plain_words(block.text)
            named = any(text.startswith(word) if whole else word in text for word in spec.words)
            said = len(text) > 9 and entry.words.startswith(text)
            if named or (said and not whole) or (not whole and spec.item == "10" and "executive officers" in text):
                return index
    return None
