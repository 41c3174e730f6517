"""Page furniture: running headers and footers, page numbers, and links back to the contents.

What stands near the edge of many pages at the same height is furniture; the first occurrence of a section heading
that runs on over the following pages is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from indexer.grid import Line

_EDGE_LINES = 4
_PAGE_NUMBER = re.compile(
    r"^(?:page\s+)?[-\u2013\u2014|\s]*((?:[A-Z]{1,3}-?)?\d{1,4}|[ivxlc]{1,6})[-\u2013\u2014|\s]*(?:(?:of|/)\s*\d{1,4})?$",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"^(?:(?:return|back) to )?(?:table of contents|index|contents)$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_SECTION = re.compile(r"^(?:part\s+[iv]+\b|items?\s+\d|notes?\s+to\b|note\s+\d)", re.IGNORECASE)
_TABLE_TOP = re.compile(
    r"\b(?:balance sheets?|statements? of|ended|ending|months|unaudited)\b"
    r"|\b(?:in|of) (?:millions|thousands|billions|dollars)\b|^\(?(?:in |dollars|\$)",
    re.IGNORECASE,
)


def drop_furniture(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Drops furniture from every page; the pages keep their number, so a page may come out empty."""
    counts: Counter[tuple[str, str]] = Counter()
    offsets: Counter[int] = Counter()
    for number, lines in enumerate(pages):
        counts.update({(edge, _key(line)) for edge, _, line in _edges(lines)})
        offsets.update({value - number for _, _, line in _edges(lines) if (value := _page_value(line)) is not None})
    usual = {offset for offset, count in offsets.items() if count >= min(3, max(1, len(pages) // 2))}
    repeated = {key for key, count in counts.items() if count >= max(3, min(8, len(pages) // 8))}
    seen: set[str] = set()
    kept: list[list[Line]] = []
    for number, lines in enumerate(pages):
        dropped: set[int] = set()
        open_edges = {"top", "bottom"}
        for edge, index, line in _edges(lines):
            if edge not in open_edges or index in dropped:
                continue
            linked = edge == "top" and bool(_CONTENTS.match(line.text)) and counts[edge, _key(line)] > 1
            if linked or _is_page_number(line, number, usual) or ((edge, _key(line)) in repeated and _runs(line, seen)):
                dropped.add(index)
            else:
                open_edges.discard(edge)
        kept.append([line for index, line in enumerate(lines) if index not in dropped])
    return kept


def _is_page_number(line: Line, number: int, usual: set[int]) -> bool:
    value = _page_value(line)
    if value is None:
        return False
    return not line.text.strip().isdigit() or bool({value - number - 1, value - number, value - number + 1} & usual)


def _runs(line: Line, seen: set[str]) -> bool:
    """Whether a repeated line is a running head: what heads a table is not, nor the first heading of a section."""
    key = _key(line)
    if not re.search(r"[^\W\d_]{2}", key):
        return False
    first = key not in seen
    seen.add(key)
    return not (first and _SECTION.match(line.text)) and not _TABLE_TOP.search(line.text)


def _edges(lines: Sequence[Line]) -> Iterator[tuple[str, int, Line]]:
    order = sorted(range(len(lines)), key=lambda index: lines[index].y)
    for index in order[:_EDGE_LINES]:
        yield "top", index, lines[index]
    for index in reversed(order[-_EDGE_LINES:]):
        yield "bottom", index, lines[index]


def _key(line: Line) -> str:
    return _DIGITS.sub("#", " ".join(line.text.split()).lower())


def _page_value(line: Line) -> int | None:
    if len(line.spans) > 1:
        return None
    match = _PAGE_NUMBER.match(line.text.strip())
    if not match:
        return None
    digits = _DIGITS.search(match.group(1))
    return int(digits.group()) if digits else -1
