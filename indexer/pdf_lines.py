"""Lines of one PDF page: words put on baselines, text columns read one after the other, lines parted at wide gaps."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from indexer.grid import VALUE, Line, Span, join_signs
from indexer.pdf_words import Word

_LEADER = re.compile(r"^[.\u2026\u00b7_]{2,}$|^[.\u2026\u00b7|]$")
_MARK = re.compile(r"\d{1,2}$|(?:\(\w{1,2}\))+$|[*\u2020\u2021]+$")
_CURRENCY = "$\u20ac\u00a3\u00a5"
_COLUMN_ROWS = 6
_SMALLEST = 0.1
"""Letters of no size stand in damaged files; every distance is measured in letter heights."""

Row = list[Word]


def page_lines(words: Sequence[Word]) -> list[Line]:
    """Gives the lines of a page in reading order."""
    rows = _rows(words)
    lines: list[Line] = []
    for group in _reading_order(rows):
        made = [line for row in group if (line := _line(row)).spans]
        right = _right_edge(made)
        lines.extend(replace(line, right=right) for line in made)
    return lines


def _right_edge(lines: Sequence[Line]) -> float:
    """Where full lines end."""
    ends = sorted(line.end for line in lines)
    return ends[int(0.95 * (len(ends) - 1))] if ends else 0.0


def _reading_order(rows: Sequence[Row]) -> list[list[Row]]:
    """Parts rows of two text columns into the left column's rows and then the right one's; other rows stay whole."""
    gutter = _gutter(rows)
    if gutter is None:
        return [list(rows)]
    left_edge = min(row[0].start for row in rows)
    right_edge = max(row[-1].end for row in rows)
    groups: list[list[Row]] = []
    whole: list[Row] = []
    zone: list[Row] = []
    for row in [*rows, None]:
        if row is not None and not _full_width(row, gutter):
            zone.append(row)
            continue
        sides = [_sides(r, gutter) for r in zone]
        if sum(_two_texts(left, right, gutter, left_edge, right_edge) for left, right in sides) >= _COLUMN_ROWS:
            groups.append(whole)
            groups.append([left for left, _ in sides if left])
            groups.append([right for _, right in sides if right])
            whole = []
        else:
            whole.extend(zone)
        zone = []
        if row is not None:
            whole.append(row)
    groups.append(whole)
    return [group for group in groups if group]


def _gutter(rows: Sequence[Row]) -> float | None:
    """The middle of the white strip between two text columns, or None if the page has one column."""
    if len(rows) < _COLUMN_ROWS:
        return None
    left = min(row[0].start for row in rows)
    right = max(row[-1].end for row in rows)
    low, high = left + 0.35 * (right - left), left + 0.65 * (right - left)
    gaps = [
        (a.end, b.start)
        for row in rows
        for a, b in pairwise(row)
        if b.start - a.end > 0.8 * a.size and low < b.start and a.end < high
    ]
    best, count = 0.0, 0
    for gap in gaps:
        for x in (gap[1] - 2.0, gap[0] + 2.0):
            covering = sum(a < x < b for a, b in gaps)
            if covering > count:
                best, count = x, covering
    return best if count >= _COLUMN_ROWS else None


def _sides(row: Row, gutter: float) -> tuple[Row, Row]:
    return [word for word in row if word.start < gutter], [word for word in row if word.start >= gutter]


def _full_width(row: Row, gutter: float) -> bool:
    """Whether a row goes over the gutter, or is a table row of a table that does."""
    left, right = _sides(row, gutter)
    if left and left[-1].end > gutter - 1:
        return True
    if not left or not right:
        return False
    if right[0].start - left[-1].end < 0.8 * left[-1].size:
        return True
    figures = sum(bool(VALUE.match(word.text)) or word.text in _CURRENCY for word in right)
    unfilled = left[-1].end < gutter - 4 * left[-1].size
    return figures * 2 > len(right) and (unfilled or bool(VALUE.match(left[-1].text)) or left[-1].text in _CURRENCY)


def _two_texts(left: Row, right: Row, gutter: float, left_edge: float, right_edge: float) -> bool:
    """Whether both sides are running text: letters nearly to the end of their column."""
    if len(left) < 4 or len(right) < 4:
        return False
    letters = all(sum(len(w.text) for w in side if w.text.isalpha()) > 14 for side in (left, right))
    filled = left[-1].end - left[0].start > 0.7 * (gutter - left_edge) and right[-1].end - right[0].start > 0.7 * (
        right_edge - gutter
    )
    return letters and filled


def _rows(words: Sequence[Word]) -> list[Row]:
    """Groups words into rows: marks above the line and small shifts stay with their row."""
    rows: list[list[Word]] = []
    middle, size = 0.0, 0.0
    for word in sorted(words, key=lambda w: (w.y - 0.3 * w.size, w.start)):
        centre = word.y - 0.3 * word.size
        if rows and abs(centre - middle) <= 0.38 * min(max(size, word.size), 2 * size):
            rows[-1].append(word)
            if word.size > size:
                middle, size = centre, word.size
        else:
            rows.append([word])
            middle, size = centre, word.size
    return [_with_small_capitals(sorted(row, key=lambda w: w.start)) for row in rows]


def _with_small_capitals(row: Row) -> Row:
    """Join a large initial to the smaller capitals after it, which converters set apart: "R ESORTS", "D AVID"."""
    joined: Row = []
    for word in row:
        initial = joined[-1] if joined else None
        if (
            initial is not None
            and len(initial.text) == 1
            and initial.text.isupper()
            and word.text.isupper()
            and 0.55 * initial.size < word.size < 0.88 * initial.size
            and word.start - initial.end < 0.45 * initial.size
            and abs(word.y - initial.y) < 0.1 * initial.size
        ):
            joined[-1] = replace(initial, text=initial.text + word.text, end=word.end)
        else:
            joined.append(word)
    return joined


def _line(row: Sequence[Word]) -> Line:
    size = max(*statistics.multimode(round(word.size, 1) for word in row), _SMALLEST)
    spans: list[list[Word]] = []
    leader = False
    for word in row:
        if not word.text or _LEADER.match(word.text):
            leader = True
            continue
        previous = spans[-1][-1] if spans and not leader else None
        if previous is None:
            spans.append([word])
        elif _is_note_mark(previous, word):
            mark = f"({word.text})" if word.text.isdigit() else word.text
            gap = "" if previous.text[-1:] in "0123456789%)" else " "
            spans[-1][-1] = replace(previous, text=previous.text + gap + mark, end=word.end)
        elif (word.text in _CURRENCY and previous.text not in "(-") or (
            word.start - previous.end > _wide(previous.text, word.text) * size
        ):
            spans.append([word])
        else:
            spans[-1].append(word)
        leader = False
    bold = sum(len(word.text) for word in row if word.bold) * 2 > sum(len(word.text) for word in row)
    y = statistics.median(word.y for word in row)
    return Line(spans=join_signs([_span(words) for words in spans]), y=y, size=size, bold=bold)


def _is_note_mark(left: Word, right: Word) -> bool:
    """Whether a word is a small mark set right after another, such as a note's number."""
    small = right.size < 0.8 * left.size and -0.1 * left.size < right.start - left.end < 0.3 * left.size
    return small and bool(_MARK.match(right.text)) and left.text[-1:] not in "$(" and right.y < left.y


def _wide(left: str, right: str) -> float:
    """The gap, in letter heights, from which two words are two cells."""
    values = bool(VALUE.match(left)) + bool(VALUE.match(right) or right in "$(")
    return (1.0, 0.75, 0.42)[values]


def _span(words: Sequence[Word]) -> Span:
    return Span(
        text=" ".join(word.text for word in words),
        start=words[0].start,
        end=words[-1].end,
        words=tuple((word.text, word.start, word.end) for word in words),
    )
