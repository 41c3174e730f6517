"""Positioned lines, and which runs of them are tables.

Used for every source that gives positions and no table marks: PDF pages (points) and plain text (characters).
It knows nothing of fonts or files; a line says how large its letters are, and every tolerance is a multiple of that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

_DASHES = "\\-\u2013\u2014\u2212"
VALUE = re.compile(
    rf"^(?=.*[\d{_DASHES}])(?:US|C|A|NZ|HK|R)?[$\u20ac\u00a3\u00a5]?\s*[({_DASHES}+]*\s*[$\u20ac\u00a3\u00a5]?\s*"
    r"(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)?\s*(?:%|x|X|\u00a2|bps|bp|pts?|pp|ppts|pps)?\s*\)?\s*%?\s*\)?"
    r"\s*(?:[({][a-zA-Z\d*,]{1,3}[)}](?:\s*,?\s*[({][a-zA-Z\d*]{1,2}[)}])*)?[*\u2020\u2021]*$"
)
_NO_VALUE = re.compile(r"^(?:n/?a|n\.a\.|n/?m|n\.m\.|nmf?|\*+|\*\*\*|\u2022\u2022)$", re.IGNORECASE)
YEAR = re.compile(r"^(?:19|20)\d\d(?:\s*[({][a-zA-Z\d,]{1,3}[)}]|\s*\*)?$")
_SIGN_LEFT = re.compile(r"^[$\u20ac\u00a3\u00a5(]+$|^[$\u20ac\u00a3\u00a5]\s*\($")
_SIGN_RIGHT = re.compile(r"^(?:\)|%|\)\s*%|%\s*\)|\)\*|pts?|bps|pp|ppts|pps|x)$")
_ENUMERATED = re.compile(r"\(?\w{1,3}[.)]\s")
_NOTE_MARK = re.compile(r"^(?:\([a-z]\))+$")
_TITLE = re.compile(
    r"^(?:item|part|note)\s+[\divx]|\b(?:statements? of|balance sheets?|consolidated|subsidiaries)\b"
    r"|\b(?:inc|corp)\.?$",
    re.IGNORECASE,
)
_LOOSE_SIGN = re.compile(r"(?<=[$\u20ac\u00a3\u00a5(])\s+|\s+(?=[)%])")
OPEN_LABEL = re.compile(
    r"(?:[,;]|\b(?:and|or|of|to|for|in|on|by|the|from|with|per|a|an|at|as|than)|[(\u2014\u2013-])$",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A stretch of text without a wide gap, from `start` to `end` on the horizontal axis."""

    text: str
    start: float
    end: float
    words: tuple[tuple[str, float, float], ...] = ()

    @property
    def is_value(self) -> bool:
        """Whether the span is a number, a dash that stands for zero, or "N/A" and the like."""
        return len(self.text) < 40 and bool(VALUE.match(self.text) or _NO_VALUE.match(self.text))

    @property
    def middle(self) -> float:
        """The middle of the span on the horizontal axis."""
        return (self.start + self.end) / 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """Spans on one baseline, left to right. `y` grows downwards; `size` is the height of the letters.

    `right` is where full lines of the same text column end; `place` where the line starts in the file, if that is text.
    """

    spans: tuple[Span, ...]
    y: float
    size: float
    bold: bool = False
    right: float = 0.0
    place: int | None = None

    @property
    def text(self) -> str:
        """All spans, joined by spaces."""
        return " ".join(span.text for span in self.spans)

    @property
    def start(self) -> float:
        """The left edge."""
        return self.spans[0].start

    @property
    def end(self) -> float:
        """The right edge."""
        return self.spans[-1].end


def join_signs(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Puts "$", "(", ")" and "%" that stand apart back onto their number.

    >>> [s.text for s in join_signs((Span(text="$", start=0, end=1), Span(text="(12", start=4, end=6)))]
    ['$(12']
    """
    joined: list[Span] = []
    for span in spans:
        previous = joined[-1] if joined else None
        if previous and _belong(previous, span):
            joined[-1] = Span(
                text=previous.text + span.text, start=previous.start, end=span.end, words=previous.words + span.words
            )
        else:
            joined.append(span)
    return tuple(
        replace(span, text=_LOOSE_SIGN.sub("", span.text)) if span.is_value and " " in span.text else span
        for span in joined
    )


def _belong(left: Span, right: Span) -> bool:
    """Whether two neighbouring spans are pieces of one cell: a sign and its number, a number and its note mark."""
    if _SIGN_LEFT.match(left.text):
        return right.is_value or bool(_SIGN_LEFT.match(right.text)) or right.text[:1].isdigit()
    if _SIGN_RIGHT.match(right.text) and left.text[-1:].isdigit():
        return True
    if _NOTE_MARK.match(right.text):
        return left.is_value and left.text[-1:] in "0123456789)%"
    return right.text == "%" and left.text[-1:] in ")-\u2013\u2014\u2212"


def is_header(line: Line) -> bool:
    """Whether the line can only be column heads: years or words, no number that is not a year."""
    values = [span for span in line.spans[1:] if span.is_value] + [s for s in line.spans[:1] if s.is_value]
    return bool(values) and all(YEAR.match(span.text) for span in values)


def is_data(line: Line) -> bool:
    """Whether the line is a row of values: a label with values after it, or values alone."""
    spans = line.spans
    if len(spans) == 1:
        return spans[0].is_value
    values = sum(span.is_value for span in spans[1:])
    return values * 2 >= len(spans) - 1


def find_tables(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Finds runs `[first, last)` of lines that make tables: rows of values with the heads and labels among them."""
    anchors = [index for index, line in enumerate(lines) if is_data(line)]
    runs: list[list[int]] = []
    for index in anchors:
        if runs and _connected(lines, runs[-1], index):
            runs[-1].append(index)
        else:
            runs.append([index])
    found: list[tuple[int, int]] = []
    for run in runs:
        floor = found[-1][1] if found else 0
        first = _upwards(lines, run, floor)
        last = _downwards(lines, run)
        rows = [lines[index] for index in run]
        data = [line for line in rows if not is_header(line)]
        wide = sum(len(line.spans) > 1 for line in data)
        if wide >= 2 or (wide == 1 and (len(data) > 1 or first < run[0] or len(rows) > len(data))):
            found.append((first, last))
    return found


def _connected(lines: Sequence[Line], run: Sequence[int], index: int) -> bool:
    above, below = lines[run[-1]], lines[index]
    between = lines[run[-1] + 1 : index]
    if len(between) > 8 or above.right != below.right:
        return False
    size = max(above.size, below.size)
    if not 0 < below.y - (between[-1].y if between else above.y) <= 5 * size:
        return False
    if is_header(below) and any(not is_header(lines[i]) for i in run):
        return False
    values = [span for line in (above, below) for span in _values(line)]
    left = min(span.start for span in values)
    edge = min(span.end for span in values)
    label = min(above.start, below.start)
    previous = above
    goes_on = bool(between) and below.text[:1].islower() and below.y - between[-1].y < 1.4 * size
    for line in between:
        if not 0 < line.y - previous.y <= 5 * size or abs(line.size - size) > 0.35 * size:
            return False
        crossing = any(span.start < left - 2 * size and span.end > edge + size for span in line.spans)
        if crossing and (len(line.spans) == 1 or line.spans[0].end > edge + size) and not goes_on:
            return False
        if line.end < label - size:
            return False
        previous = line
    if between and _is_sentence(between, above):
        return False
    if all(is_header(lines[i]) for i in run):
        return True
    heads = [sum(span.middle > left - size for span in line.spans) for line in between if not line.spans[0].is_value]
    return sum(map(bool, heads)) < 2 and max(heads, default=0) < 2


def _values(line: Line) -> list[Span]:
    """The values of a row, without a number that is its label, such as a year."""
    values = [span for span in line.spans[1:] if span.is_value]
    return values or [span for span in line.spans if span.is_value]


def _is_sentence(lines: Sequence[Line], above: Line) -> bool:
    """Whether lines between rows of values are a sentence of their own and not a label."""
    text = " ".join(line.text for line in lines)
    apart = lines[0].y - above.y > 1.5 * above.size and not text[:1].islower()
    closed = text.endswith(".") or (text.endswith(":") and bool(_ENUMERATED.match(text)))
    return apart and closed and len(text.split()) >= 10


def _upwards(lines: Sequence[Line], run: Sequence[int], floor: int) -> int:
    """The first line of the table: column heads above its first row of values belong to it."""
    values = [span for index in run[:12] for span in _values(lines[index])]
    left, right = min(span.start for span in values), max(span.end for span in values)
    labels = min(lines[index].start for index in run)
    first = pending = run[0]
    while pending > floor and run[0] - pending < 9:
        line, below = lines[pending - 1], lines[pending]
        size = max(line.size, below.size)
        if line.right != below.right or abs(line.size - below.size) > 0.3 * size:
            break
        if not 0 < below.y - line.y <= 2.6 * size:
            break
        if _heads(line, labels, left, right):
            pending -= 1
            first = pending
        elif first - pending < 4 and _is_label(line, labels, left):
            pending -= 1  # a label row such as "Current assets"; it belongs to the table if heads stand above it
        else:
            break
    return first


def _is_label(line: Line, labels: float, left: float) -> bool:
    return line.end < left and line.start <= labels + 4 * line.size and not _TITLE.search(line.text)


def _heads(line: Line, labels: float, left: float, right: float) -> bool:
    """Whether a line above values that stand from `left` to `right` is made of column heads."""
    size = line.size
    edge = max(left - 10 * size, (labels + left) / 2)
    heads = [span for span in line.spans if span.start >= edge and span.middle > left - 2 * size]
    outside = [span for span in line.spans if span not in heads]
    if not heads or line.end > right + 3 * size or max(len(span.text.split()) for span in line.spans) > 12:
        return False
    if len(heads) == 1 and not outside:
        head = heads[0]
        if head.start < left - 6 * size or head.text.endswith(".") or _TITLE.search(head.text):
            return False
        over_table = abs(head.middle - (labels + right) / 2)
        over_values = min(abs(head.middle - (left + right) / 2), abs(head.end - right))
        return over_values <= over_table or head.start >= left - size
    return len(outside) <= 1 and all(span.end < left for span in outside)


def _downwards(lines: Sequence[Line], run: Sequence[int]) -> int:
    """The end of the table: the rest of a wrapped last label belongs to it."""
    last = run[-1]
    row = lines[last]
    if last + 1 < len(lines) and len(row.spans) > 1 and not row.spans[0].is_value:
        after = lines[last + 1]
        left = min(span.start for span in row.spans[1:])
        if (
            len(after.spans) == 1
            and after.end < left
            and after.y - row.y < 1.4 * row.size
            and (after.text[:1].islower() or OPEN_LABEL.search(row.spans[0].text))
        ):
            return last + 2
    return last + 1


def find_text_tables(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Finds runs `[first, last)` of three or more lines of words that stand in the same three or more columns."""
    runs: list[tuple[int, int]] = []
    first = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and _same_columns(lines[index - 1], lines[index]):
            continue
        if index - first >= 3:
            runs.append((first, index))
        first = index
    return runs


def _same_columns(above: Line, below: Line) -> bool:
    if min(len(above.spans), len(below.spans)) < 3 or above.right != below.right:
        return False
    if not 0 < below.y - above.y < 4 * below.size:
        return False
    shared = sum(any(abs(a.start - b.start) < 0.5 * below.size for b in below.spans) for a in above.spans)
    return shared >= 3
