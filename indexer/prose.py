"""Paragraphs and headings from lines that are not part of a table.

Lines flow into a paragraph while their spacing, letters and width say that the sentence goes on.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from indexer.document import Block
from indexer.grid import Line

_ITEM = re.compile(
    r"^(?:part\s+[iv]+\b[\s.,:\u2014-]*(?:item|financial|other|$)|items?\s+\d{1,2}(?:\.\d\d)?[abc]?\s*[.:\u2014\u2013-]?(?:\s|$))",
    re.IGNORECASE,
)
_PART = re.compile(r"^part\s+[iv]+\b\W*$", re.IGNORECASE)
_BULLET = re.compile(
    r"^(?:[\u2022\u25cf\u25aa\u25e6\u00b7\u2023\u25a0\u25cb\uf0b7*]|[-\u2013\u2014]\s"
    r"|\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})\)\s|\d{1,2}\.\s)"
)
_SENTENCE_END = re.compile(r"[.!?:;][\"\u201d\u2019')\]]*$")
_LOOSE_LETTER = re.compile(r"(?<=[a-z]{3}) (?=[b-hj-np-wyz]$)")
"""Before a last letter that justified headings set apart: "Balance Shee t"; a, i, o and x may stand alone."""
_SUSPENDED = re.compile(r"(?:and|or|to)\b")
_CAPITALS = re.compile(r"[A-Z]")
_SMALL_WORDS = frozenset(
    (
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "per", "the", "to"),
        *("under", "with", "within", "our", "we", "its", "their", "vs.", "is", "are"),
    )
)
_HEADING_CHARS = 160


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """What is usual in a document: letter size, distance of lines in letter heights, right edge of full lines."""

    size: float
    leading: float

    @classmethod
    def of(cls, pages: Sequence[Sequence[Line]]) -> Layout:
        """Measures the usual letter size and line distance over all pages."""
        sizes: dict[float, int] = {}
        gaps: list[float] = []
        for lines in pages:
            for above, below in pairwise(lines):
                gaps.append((below.y - above.y) / max(below.size, 1e-6))
            for line in lines:
                sizes[round(line.size, 1)] = sizes.get(round(line.size, 1), 0) + len(line.text)
        size = max(sizes, key=lambda s: (sizes[s], s)) if sizes else 10.0
        close = [round(gap, 2) for gap in gaps if 0.9 < gap < 2.2]
        return cls(size=size, leading=statistics.median_low(close) if close else 1.2)


def prose_blocks(lines: Sequence[Line], layout: Layout, *, page: int | None) -> list[Block]:
    """Turns consecutive lines into headings and paragraphs."""
    blocks: list[Block] = []
    for group in _groups(lines, layout):
        text = _flow(group)
        if not text:
            continue
        level = _heading_level(group, text, layout)
        if level:
            whole = _LOOSE_LETTER.sub("", text)
            blocks.append(Block(kind="heading", text=whole, page=page, level=level, place=group[0].place))
        else:
            blocks.append(Block(kind="paragraph", text=text, page=page, place=group[0].place))
    return blocks


def is_item_heading(text: str) -> bool:
    """Whether the text starts as an Item or Part heading does."""
    return bool(_ITEM.match(text) or _PART.match(text))


def _groups(lines: Iterable[Line], layout: Layout) -> list[list[Line]]:
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _flows_on(groups[-1], line, layout):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _flows_on(group: Sequence[Line], line: Line, layout: Layout) -> bool:
    above = group[-1]
    width = above.right
    gap = (line.y - above.y) / max(above.size, line.size)
    open_sentence = line.text[:1].islower() and not _SENTENCE_END.search(above.text)
    if gap < 0 and open_sentence and (line.size, line.bold) == (above.size, above.bold):
        return True  # from the foot of one text column to the head of the next
    if gap > 1.3 * max(layout.leading, 1.1) or gap < 0 or abs(line.size - above.size) > 0.12 * above.size:
        return False
    if _BULLET.match(line.text) or is_item_heading(line.text):
        return False
    if line.bold != above.bold:
        return open_sentence and len(group) == 1 and above.end > 0.85 * width
    short = above.end < width - 6 * above.size
    if short and (_SENTENCE_END.search(above.text) or _looks_like_heading(above) or line.bold):
        both = (line.bold and above.bold) or (line.text.isupper() and above.text.isupper())
        return both and not _SENTENCE_END.search(above.text) and _same_heading(above, line)
    if short and not line.text[:1].islower() and above.end < 0.6 * width:
        return False
    indented = line.start > above.start + 1.2 * line.size
    return not (indented and len(group) > 1 and _SENTENCE_END.search(above.text))


def _same_heading(above: Line, line: Line) -> bool:
    centred = abs((above.start + above.end) - (line.start + line.end)) < 2 * line.size
    return centred or (above.text.isupper() == line.text.isupper() and not line.text[:1].isupper())


def _looks_like_heading(line: Line) -> bool:
    text = line.text
    return line.bold or (text.isupper() and len(text) > 3)


def _flow(lines: Sequence[Line]) -> str:
    text = ""
    for line in lines:
        part = " ".join(line.text.split())
        if text.endswith("-") and part[:1].islower() and not text.endswith(" -") and not _SUSPENDED.match(part):
            text = text + part  # a hyphen at the end of a line in a filing is nearly always part of the word
        elif text.endswith(("\u2014", "/")):
            text = text + part
        else:
            text = f"{text} {part}".strip()
    return text


def _heading_level(lines: Sequence[Line], text: str, layout: Layout) -> int:
    if len(text) > _HEADING_CHARS or not any(letter.isalpha() for letter in text):
        return 0
    if _PART.match(text) or (_ITEM.match(text) and (lines[0].bold or text.isupper() or len(text) < 100)):
        return 1
    if text.endswith((".", ";", ",")) and not lines[0].bold:
        return 0
    large = min(line.size for line in lines) > 1.12 * layout.size
    bold = all(line.bold for line in lines)
    if text.endswith((";", ",")) or len(lines) > 3 or _BULLET.match(text):
        return 0
    if text.isupper() and len(_CAPITALS.findall(text)) > 3:
        return 2
    if large:
        return 2
    if bold:
        return 3
    return 4 if len(lines) == 1 and _title_case(text) else 0


def _title_case(text: str) -> bool:
    words = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    if not 1 <= len(words) <= 12 or text.endswith((".", ",", ":")) or len(text) < 6:
        return False
    return all(word[:1].isupper() or not word[:1].isalpha() or word.lower() in _SMALL_WORDS for word in words)
