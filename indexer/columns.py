"""Rows and columns from the lines of a table.

Columns come from the numbers, which stand under each other; heads and labels are placed by them afterwards.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from indexer.grid import OPEN_LABEL, YEAR, Line, Span, is_data, is_header
from indexer.levels import rank_indents

SEPARATOR = " | "

_INDENT = 0.3

_CONTINUES = re.compile(r"[(\[\"]?[a-z]")
_OPEN_MARK = re.compile(r"[,;(\u2014\u2013-]$")
_PERIOD = re.compile(
    r"\b(?:ended|ending|fiscal|years?|months|quarters?|weeks|at|as of|in (?:millions|thousands|billions))\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"^\(.*\b(?:millions|thousands|billions|dollars|unaudited)\b.*\)$", re.IGNORECASE)
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Rows of cells; the first `header_rows` rows are column heads.

    `levels` are those of the row labels, empty if all are alike; `place` is where the table starts in a text file.
    """

    rows: tuple[tuple[str, ...], ...]
    header_rows: int
    levels: tuple[int, ...] = ()
    place: int | None = None

    @property
    def text(self) -> str:
        """One line a row, cells joined by " | ", empty cells kept, trailing empty cells dropped."""
        lines = []
        for row in self.rows:
            cells = [cell.replace("|", "/") for cell in row]
            while len(cells) > 1 and not cells[-1]:
                cells.pop()
            lines.append(SEPARATOR.join(cells))
        return "\n".join(lines)


def build_tables(lines: Sequence[Line]) -> list[Table]:
    """Turns a run of lines into one table, or more where the columns change."""
    rows = [line for line in lines if is_data(line) and not is_header(line)]
    limit = min((span.start for line in rows for span in line.spans[1:] if span.is_value), default=0.0)
    groups: list[list[Line]] = []
    columns: list[list[tuple[float, float]]] = []
    waiting: list[Line] = []
    for line in lines:
        waiting.append(line)
        if not is_data(line) or is_header(line):
            continue
        fitted = _fit(columns[-1], line, limit) if groups else None
        if fitted is None:
            groups.append([])
            columns.append(_fit([], line, limit) or [])
        else:
            columns[-1] = fitted
        groups[-1].extend(waiting)
        waiting = []
    if not groups:
        return []
    groups[-1].extend(waiting)
    return [_build(group, edges) for group, edges in zip(groups, columns, strict=True)]


def _fit(columns: list[tuple[float, float]], line: Line, limit: float) -> list[tuple[float, float]] | None:
    """The columns widened by the values of `line`; None if two values would share a column or one would cover two.

    What stands left of `limit` is a row's label, even if it is a number.
    """
    result = list(columns)
    taken: set[int] = set()
    for span in line.spans:
        if not span.is_value or span.end <= limit:
            continue
        hits = [i for i, (start, end) in enumerate(result) if start < span.end and span.start < end]
        if len(hits) > 1:
            hits = [i for i in hits if abs(result[i][1] - span.end) < line.size]
            if len(hits) != 1:
                return None
            beside = [end for i, (_, end) in enumerate(result) if i != hits[0] and span.start < end < span.end]
            span = replace(span, start=max([span.start, *beside]))
        if hits and hits[0] in taken:
            return None
        if hits:
            column = result[hits[0]]
            result[hits[0]] = (min(span.start, column[0]), max(span.end, column[1]))
            taken.add(hits[0])
        else:
            result.append((span.start, span.end))
            taken.add(len(result) - 1)
    return sorted(result)


def _build(lines: Sequence[Line], columns: list[tuple[float, float]]) -> Table:
    columns = _with_text_columns(lines, columns)
    first_data = next((i for i, line in enumerate(lines) if is_data(line) and not is_header(line)), len(lines))
    labels = min(line.start for line in lines)
    heads: list[tuple[Line, list[str], bool]] = []
    body: list[tuple[Line, list[str]]] = []
    for index, line in enumerate(lines):
        if index < first_data and _in_columns(line, columns):
            cells, spanning = _head_cells(line, columns, labels)
            heads.append((line, cells, spanning))
        else:
            body.append((line, _data_cells(line, columns)))
    rows, indents = _join_rows(body)
    header = _join_heads(heads)
    levels = rank_indents([None] * len(header) + indents, tolerance=_INDENT * lines[0].size)
    return replace(_without_empty_columns(header, rows), levels=levels, place=lines[0].place)


def _in_columns(line: Line, columns: Sequence[tuple[float, float]]) -> bool:
    left = columns[0][0] if columns else 0.0
    return any(span.end > left for span in line.spans)


def _with_text_columns(lines: Sequence[Line], columns: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Adds columns for words that stand in rows of values beside every number column (e.g. a maturity)."""
    result = list(columns)
    labels = min((line.start for line in lines), default=0.0)
    used: dict[tuple[float, float], int] = {}
    rows = [line for line in lines if is_data(line) and not is_header(line)]
    for line in rows:
        for span in line.spans[1:]:
            near = any(c[0] - line.size < span.end and span.start < c[1] + line.size for c in result)
            if not span.is_value and not near and span.start > labels + line.size:
                hit = next((c for c in used if c[0] < span.end and span.start < c[1]), None)
                if hit:
                    count = used.pop(hit)
                    used[min(hit[0], span.start), max(hit[1], span.end)] = count + 1
                else:
                    used[span.start, span.end] = 1
    left = result[0][0] if result else 0.0
    return sorted(result + [c for c, count in used.items() if c[0] > left or count * 5 >= 2 * len(rows)])


def _data_cells(line: Line, columns: Sequence[tuple[float, float]]) -> list[str]:
    cells = [""] * (len(columns) + 1)
    for position, span in enumerate(line.spans):
        overlap = [max(0.0, min(span.end, c[1]) - max(span.start, c[0])) for c in columns]
        best = max(range(len(columns)), key=overlap.__getitem__, default=-1)
        column = best + 1 if best >= 0 and overlap[best] > 0 else 0
        if position == 0 and not span.is_value and columns and span.start < columns[0][0] - line.size:
            column = 0
        if column == 0 and position > 0 and columns and span.end > columns[0][0]:
            column = 1 + min(range(len(columns)), key=lambda i: abs((columns[i][0] + columns[i][1]) / 2 - span.middle))
        cells[column] = f"{cells[column]} {span.text}".strip()
    return cells


def _head_cells(line: Line, columns: Sequence[tuple[float, float]], labels: float) -> tuple[list[str], bool]:
    """Column heads of one line: each head goes to the columns nearest to it; a head over several is repeated."""
    cells = [""] * (len(columns) + 1)
    left = columns[0][0]
    spans: list[Span] = []
    for position, span in enumerate(line.spans):
        beside = span.end < left - 3 * line.size or span.start <= labels + 2 * line.size
        if position == 0 and span.start < left - line.size and beside:
            cells[0] = span.text
        else:
            spans.extend(_split_head(span, columns, line.size))
    owner = _owners(spans, columns, line.size)
    for index, span_index in enumerate(owner):
        if span_index is not None:
            cells[index + 1] = spans[span_index].text
    used = [index for index in owner if index is not None]
    for index, span in enumerate(spans):
        if index not in used:
            nearest = min(range(len(columns)), key=lambda i: abs(columns[i][1] - span.end))
            cells[nearest + 1] = f"{cells[nearest + 1]} {span.text}".strip()
    return cells, len(set(used)) < len(used)


def _owners(spans: Sequence[Span], columns: Sequence[tuple[float, float]], size: float) -> list[int | None]:
    """For each column the index of the head over it, or None."""
    if not spans:
        return [None] * len(columns)
    nearest = [
        min(range(len(spans)), key=lambda i: abs(spans[i].middle - (column[0] + column[1]) / 2)) for column in columns
    ]
    if len(spans) == 1 and _UNIT.search(spans[0].text):
        return [0] * len(columns)
    owners: list[int | None] = [None] * len(columns)
    for index, span in enumerate(spans):
        group = [position for position, owner in enumerate(nearest) if owner == index]
        if not group:
            continue
        middle = (columns[group[0]][0] + columns[group[-1]][1]) / 2
        alone = len(spans) == 1 and len(group) % 2 == 1 and not _PERIOD.search(span.text)
        covered = [i for i in group if _covers(span, columns[i], size)]
        centred = len(group) == 1 or abs(middle - span.middle) <= max(1.5 * size, 0.12 * (span.end - span.start))
        for position in covered if not centred or (alone and len(covered) == 1) else group:
            owners[position] = index
    return owners


def _covers(span: Span, column: tuple[float, float], size: float) -> bool:
    overlap = min(span.end, column[1]) - max(span.start, column[0])
    return overlap > min(0.3 * (column[1] - column[0]), size)


def _split_head(span: Span, columns: Sequence[tuple[float, float]], size: float) -> list[Span]:
    """Parts heads that stand so close that they read as one ("December 31, December 31,")."""
    covered = [column for column in columns if _covers(span, column, size)]
    words = span.words
    count = len(covered)
    if count < 2 or len(words) < count:
        return [span]
    texts = [word[0] for word in words]
    if len(words) % count == 0:
        step = len(words) // count
        pieces = [words[i : i + step] for i in range(0, len(words), step)]
        same = len({_shape(" ".join(word[0] for word in piece)) for piece in pieces}) == 1
        if same or (step == 1 and all(YEAR.match(text) for text in texts)):
            return [_span(piece) for piece in pieces]
    gaps = [words[i + 1][1] - words[i][2] for i in range(len(words) - 1)]
    usual = sorted(gaps)[0]
    cuts = [i + 1 for i, gap in enumerate(gaps) if gap > max(1.6 * usual, 0.38 * size)]
    if len(cuts) != count - 1:
        return [span]
    bounds = [0, *cuts, len(words)]
    return [_span(words[a:b]) for a, b in pairwise(bounds)]


def _shape(text: str) -> str:
    """The text with its digits and months made alike."""
    return _MONTH.sub("M", re.sub(r"\d+", "0", text))


def _span(words: Sequence[tuple[str, float, float]]) -> Span:
    return Span(text=" ".join(word[0] for word in words), start=words[0][1], end=words[-1][2], words=tuple(words))


def _join_heads(heads: Sequence[tuple[Line, list[str], bool]]) -> list[list[str]]:
    """Merges heads wrapped over lines, column by column; a head over several columns keeps a row of its own."""
    rows: list[list[str]] = []
    previous_spanning = True
    for _, cells, spanning in heads:
        if rows and not spanning and not previous_spanning:
            rows[-1] = [f"{a} {b}".strip() for a, b in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(list(cells))
        previous_spanning = spanning
    return rows


def _join_rows(body: Sequence[tuple[Line, list[str]]]) -> tuple[list[list[str]], list[float | None]]:
    """Joins row labels that wrap, and values set in the middle of a wrapped label; gives where each label starts."""
    rows: list[list[str]] = []
    indents: list[float | None] = []
    gaps = [b.y - a.y for (a, x), (b, y) in pairwise(body) if any(x[1:]) and any(y[1:])]
    leading = statistics.median(gaps) if gaps else 0.0
    room = max((line.spans[0].end for line, cells in body if cells[0]), default=0.0)
    previous: Line | None = None
    for line, cells in body:
        indent = line.start if cells[0] else None
        if previous is None:
            rows.append(list(cells))
            indents.append(indent)
        else:
            gap = (line.y - previous.y) / max(line.size, previous.size)
            tight = line.y - previous.y < 0.93 * leading or (line.text.isupper() and previous.text.isupper())
            word = line.spans[0].words[0] if line.spans[0].words else (line.spans[0].text, *_edges(line.spans[0]))
            full = previous.spans[0].end + 0.3 * line.size + word[2] - word[1] > room
            wrapped = tight and full and previous.bold == line.bold
            if _wraps(rows[-1], cells, gap, wrapped=wrapped):
                rows[-1] = [f"{a} {b}".strip() for a, b in zip(rows[-1], cells, strict=True)]
                indents[-1] = indent if indents[-1] is None else indents[-1]
            else:
                rows.append(list(cells))
                indents.append(indent)
        previous = line
    return rows, indents


def _edges(span: Span) -> tuple[float, float]:
    return span.start, span.end


def _wraps(above: Sequence[str], below: Sequence[str], gap: float, *, wrapped: bool) -> bool:
    """Whether the row `below` is the rest of the row `above`; `wrapped`: its first word had no room above."""
    if gap < 0.85:
        return not any(a and b for a, b in zip(above[1:], below[1:], strict=True))
    above_values, below_values = any(above[1:]), any(below[1:])
    if gap > 1.7 or not below[0] or not above[0] or (above_values and below_values):
        return False
    if not above_values and above[0].endswith(":"):
        return False
    if _CONTINUES.match(below[0]):
        return True
    if above_values:
        return bool(_OPEN_MARK.search(above[0]))
    return wrapped or bool(OPEN_LABEL.search(above[0])) or below[0].startswith("(")


def _without_empty_columns(header: list[list[str]], rows: list[list[str]]) -> Table:
    width = max((len(row) for row in (*header, *rows)), default=0)
    kept = [i for i in range(width) if i == 0 or any(row[i] for row in rows) or any(row[i] for row in header)]
    cut = [tuple(row[i] for i in kept) for row in (*header, *rows)]
    return Table(rows=tuple(cut), header_rows=len(header))


def text_table(lines: Sequence[Line]) -> Table:
    """A table of words: one row a line, one cell a span; a bold first line is the heads."""
    starts: list[float] = []
    for line in lines:
        for span in line.spans:
            if all(abs(span.start - start) > line.size for start in starts):
                starts.append(span.start)
    starts.sort()
    rows: list[list[str]] = []
    for line in lines:
        cells = [""] * len(starts)
        for span in line.spans:
            column = min(range(len(starts)), key=lambda i: abs(starts[i] - span.start))
            cells[column] = f"{cells[column]} {span.text}".strip()
        rows.append(cells)
    headed = lines[0].bold and not all(line.bold for line in lines)
    return Table(rows=tuple(tuple(row) for row in rows), header_rows=int(headed), place=lines[0].place)
