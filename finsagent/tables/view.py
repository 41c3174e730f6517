"""Reads the rows of a rendered table: labels, numbers with their place, unit, scale and period.

A passage may hold several tables and the words between them; each table becomes one `TableView`. It knows nothing of
issuers or of which line answers a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.numbers import ONE, Number, find_scale, parse_cell
from finsagent.tables.heads import Column, Period, is_head_row, read_heads
from finsagent.tables.labels import MINIMUM, label_score
from finsagent.tables.units import currency, fits_unit, row_scale, row_unit

_BAR = " | "
_MOST_A_SHARE = 1000
_MANY_WHOLE = 2
_NOTE = re.compile(r"\(([1-9]\d?|[a-z])\)|\[([1-9]\d?|[a-z])\]|([*\u2020\u2021]+)", re.IGNORECASE)
_LABEL_NOTES = re.compile(rf"(?:\s*(?:{_NOTE.pattern}),?)+$", re.IGNORECASE)
_NO_NUMBER = re.compile(r"(?:n/?[am]|n\.[am]\.|nmf|not (?:meaningful|applicable|available)|\*{1,3})$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A number in a row. `start` and `end` are places in the section's text; `column` is its index in the table.

    `notes` are the footnote marks behind it ("1", "a", "*"). A dash is a number with `number.nil`: zero, or nothing to
    report.
    """

    number: Number
    column: int
    start: int
    end: int
    period: Period
    head: str
    kind: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row with its label's place, the heading it stands under, and what its numbers are.

    `scale` is None where nothing says it. `level` is how far the label is indented (0 where unknown), `under` the
    labels that it stands under, outermost first. `notes` are the label's footnote marks. `unvalued` are the columns
    that say that they hold no number, with their words ("nm", "N/A").
    """

    label: str
    group: str
    start: int
    end: int
    label_start: int
    label_end: int
    cells: tuple[Cell, ...]
    unit: str
    scale: Decimal | None
    level: int = 0
    under: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unvalued: tuple[tuple[int, str], ...] = ()

    def amount(self, cell: Cell) -> Decimal:
        """The cell's number in base units; an unknown scale counts as one."""
        return cell.number.amount * (self.scale or ONE) if cell.number.scale == ONE else cell.number.amount


@dataclass(frozen=True, kw_only=True, slots=True)
class RowMatch:
    """A row that may be the wanted line, with how well its label fits (0-1)."""

    row: Row
    score: float


@dataclass(frozen=True, kw_only=True, slots=True)
class TableView:
    """A table: columns (index 0 is the labels), rows, and what stands over it."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str
    currency: str
    start: int
    end: int

    def lookup(self, wordings: Sequence[str], *, unit: str = "") -> list[RowMatch]:
        """Rows whose label is one of the wordings (best first), best first; `unit` keeps shares and per-share apart."""
        found = []
        for row in self.rows:
            score = label_score(row.label, wordings)
            if row.group:
                score = max(score, min(label_score(f"{row.group} {row.label}", wordings), 0.95))
            if unit and not fits_unit(row.unit, unit):
                continue
            if score >= MINIMUM:
                found.append(RowMatch(row=row, score=score))
        return sorted(found, key=lambda match: (-match.score, match.row.start))


def read_table(
    text: str,
    *,
    columns: str = "",
    caption: str = "",
    header: str = "",
    offset: int = 0,
    levels: Sequence[int] = (),
) -> TableView:
    """Read a passage that holds one table (the longest, if there are several; a view without rows, if none)."""
    views = read_tables(text, columns=columns, caption=caption, header=header, offset=offset, levels=levels)
    empty = TableView(columns=(), rows=(), caption=caption, currency="USD", start=offset, end=offset + len(text))
    return max(views, key=lambda view: len(view.rows)) if views else empty


def read_tables(
    text: str,
    *,
    columns: str = "",
    caption: str = "",
    header: str = "",
    offset: int = 0,
    levels: Sequence[int] = (),
) -> tuple[TableView, ...]:
    """Read all tables of a passage.

    `columns` are the head lines of a table whose head is not in the passage, `caption` what stands above it, `header`
    what the index knows of the passage. `offset` is the passage's place in the section: all places count from there.
    `levels` say, for each line of the text, how far it is indented, where the reader saw that.
    """
    views: list[TableView] = []
    above = caption
    outer = [line.split(_BAR.strip()) for line in columns.split("\n")] if columns else []
    for start, block in _blocks(text):
        lines = block.split("\n")
        if not any(_BAR in line for line in lines):
            above = f"{caption} {block}" if not views else block
            continue
        width = max(line.count(_BAR.strip()) + 1 for line in lines)
        given = outer if outer and max(len(cells) for cells in outer) >= width else []
        line = text.count("\n", 0, start)
        own_levels = levels[line : line + len(lines)]
        view = _read(lines, start + offset, given=given, caption=above, header=header, levels=own_levels)
        if view.rows:
            views.append(view)
    return tuple(views)


def _read(
    lines: Sequence[str],
    start: int,
    *,
    given: list[list[str]],
    caption: str,
    header: str,
    levels: Sequence[int],
) -> TableView:
    heads: list[list[str]] = [[cell.strip() for cell in cells] for cells in given]
    context = caption
    scale = find_scale(" ".join(" ".join(cells) for cells in heads)) or find_scale(caption) or find_scale(header)
    columns = read_heads(heads, caption=context)
    rows: list[Row] = []
    heads_open = False
    outline = _Outline(indented=bool(levels))
    at = start
    for index, line in enumerate(lines):
        pieces = _cells(line, at)
        at += len(line) + 1
        texts = [piece[0] for piece in pieces]
        if not any(texts):
            continue
        level = levels[index] if index < len(levels) else 0
        if texts[0] and not any(texts[1:]):
            outline.open(texts[0].rstrip(":"), level)
            scale = find_scale(texts[0]) or scale
            context = context if rows else f"{context} {texts[0]}"
        elif is_head_row(texts):
            heads = [*heads, texts] if heads_open else [texts]
            heads_open = True
            columns = read_heads(heads, caption=context)
            scale = find_scale(" ".join(texts)) or scale
        else:
            words = f"{context} {header} {' '.join(heads[0]) if heads else ''}"
            row = _row(pieces, columns, outline=outline, level=level, scale=scale, words=words)
            heads_open = False
            outline.close(row.label if row else "", level)
            if row is not None:
                rows.append(row)
    body = "\n".join(lines)
    return TableView(
        columns=columns,
        rows=tuple(_with_cents(rows)),
        caption=context.strip(),
        currency=currency(f"{context} {header}", body),
        start=start,
        end=start + len(body),
    )


def _with_cents(rows: Sequence[Row]) -> Iterator[Row]:
    """Rows with cents among whole thousands or millions are amounts a share, whatever their heading was."""
    whole = sum(not any(cell.number.decimals for cell in row.cells) for row in rows)
    for row in rows:
        given = [cell.number for cell in row.cells if not cell.number.nil]
        cents = bool(given) and all(number.decimals == 2 and abs(number.value) < _MOST_A_SHARE for number in given)
        if cents and row.unit == "USD" and (row.scale or ONE) > ONE and whole >= _MANY_WHOLE * (len(rows) - whole):
            row = replace(row, unit="USD/share", scale=ONE)
        yield row


class _Outline:
    """The labels that the next row stands under, by their indent, or by their order where no indent is known."""

    def __init__(self, *, indented: bool) -> None:
        self.group = self.hanging = ""
        self._indented = indented
        self._open: list[tuple[int, str]] = []

    def open(self, label: str, level: int) -> None:
        """A line with a label and no numbers."""
        if not self._indented:
            level = len(self._open) if self.hanging else 0
        self._open = [entry for entry in self._open if entry[0] < level]
        self._open.append((level, label))
        self.group = self.hanging = label

    def close(self, label: str, level: int) -> None:
        """A row of numbers: what is indented further stands under it; a total ends its group."""
        self.hanging = ""
        if label.lower().startswith("total"):
            self.group = ""
            if not self._indented:
                self._open = self._open[:-1]
        if self._indented:
            self._open = [*(entry for entry in self._open if entry[0] < level), (level, label)]

    def above(self, level: int) -> tuple[str, ...]:
        """The labels over a row of this level, outermost first."""
        return tuple(label for at, label in self._open if label and (at < level or not self._indented))


def _row(
    pieces: Sequence[tuple[str, int, int]],
    columns: Sequence[Column],
    *,
    outline: _Outline,
    level: int,
    scale: Decimal | None,
    words: str,
) -> Row | None:
    label, label_start, label_end = pieces[0]
    numbers = [(at, piece, number) for at, piece in enumerate(pieces[1:], start=1) if (number := parse_cell(piece[0]))]
    if not numbers:
        return None
    wrapped = bool(outline.hanging) and label[:1].islower()
    full = f"{outline.hanging} {label}" if wrapped else label
    group = "" if wrapped else outline.group
    above = outline.above(level)
    placed = _align([at for at, _, _ in numbers], columns)
    marks = {number.mark for _, _, number in numbers if not number.nil}
    unit = row_unit(full, group, marks, [number for _, _, number in numbers], words)
    cells = tuple(
        Cell(
            number=number,
            column=column,
            start=start + number.start,
            end=start + number.end,
            period=columns[column].period if 0 <= column < len(columns) else Period(),
            head=columns[column].head if 0 <= column < len(columns) else "",
            kind=columns[column].kind if 0 <= column < len(columns) else "value",
            notes=_notes(text[number.end :]),
        )
        for (_, (text, start, _), number), column in zip(numbers, placed, strict=True)
    )
    own_scale = find_scale(label) if "(" in label else None
    label_notes = _LABEL_NOTES.search(full)
    return Row(
        label=full,
        group=group,
        start=label_start,
        end=pieces[-1][2],
        label_start=label_start,
        label_end=label_end,
        cells=cells,
        unit=unit,
        scale=row_scale(
            unit, own_scale or scale, words, own=own_scale is not None, numbers=[number for _, _, number in numbers]
        ),
        level=level,
        under=above[:-1] if wrapped and above and above[-1] == outline.hanging else above,
        notes=_notes(label_notes.group()) if label_notes else (),
        unvalued=tuple((at, text) for at, (text, _, _) in enumerate(pieces) if at and _NO_NUMBER.match(text)),
    )


def _notes(text: str) -> tuple[str, ...]:
    return tuple("".join(match) for match in _NOTE.findall(text))


def _align(places: Sequence[int], columns: Sequence[Column]) -> list[int]:
    """Columns of a row's numbers: by index where heads stand there, by order where only the count agrees."""
    headed = [at for at, column in enumerate(columns) if at > 0 and column.head]
    if not headed or all(at in headed for at in places):
        return list(places)
    if len(headed) == len(places):
        return headed
    timed = [at for at in headed if columns[at].period.year is not None]
    return timed if len(timed) == len(places) else list(places)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for piece in text.split("\n\n"):
        if piece.strip():
            yield start, piece
        start += len(piece) + 2


def _cells(line: str, place: int) -> list[tuple[str, int, int]]:
    """Cells of a line with their places, without the white space around them."""
    cells = []
    for piece in line.split("|"):
        stripped = piece.strip()
        start = place + (len(piece) - len(piece.lstrip()) if stripped else 0)
        cells.append((stripped, start, start + len(stripped)))
        place += len(piece) + 1
    return cells
