"""Reads the rows of a rendered table: labels, numbers with their place, unit, scale and period.

A passage may hold several tables and the words between them; each table becomes one `TableView`. It knows nothing of
issuers or of which line answers a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from finsagent.numbers import CURRENCIES, ONE, Number, find_scale, parse_cell
from finsagent.tables.heads import Column, Period, is_head_row, read_heads
from finsagent.tables.labels import MINIMUM, label_score

_BAR = " | "
_PER_SHARE = re.compile(r"\bper\s+(?:\w+\s+){0,2}(?:share|unit|ads)\b|\(in dollars per share\)|\beps\b", re.IGNORECASE)
_SHARES = re.compile(
    r"\b(?:weighted[\s-]average|outstanding|issued|number of|common|diluted|basic|treasury|in)\b.{0,60}\bshares\b"
    r"|\bshares\b.{0,40}\b(?:outstanding|issued|used|repurchased|purchased|authorized)\b|\(in shares\)|^shares\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"^(?:total |number of |full-time )*(?:employees|headcount|stores|restaurants|warehouses|associates"
    r"|subscribers)\b|^number of\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b|\beffective (?:income )?tax rate\b", re.IGNORECASE)
_EXCEPT_SHARE_COUNTS = re.compile(
    r"\bexcept\b[^)]*?(?<!per )\bshares?\b(?:\s+(?:and|data|amounts|counts)|,)", re.IGNORECASE
)
_SAYS_CURRENCY = re.compile(r"\b(euros?|pounds sterling|yen|rmb|canadian dollars|u\.s\. dollars)\b", re.IGNORECASE)
_CURRENCY_WORDS = {
    "euro": "EUR", "euros": "EUR", "pounds sterling": "GBP", "yen": "JPY", "rmb": "CNY", "canadian dollars": "CAD",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A number in a row. `start` and `end` are places in the section's text; `column` is its index in the table."""

    number: Number
    column: int
    start: int
    end: int
    period: Period
    head: str
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row with its label's place, the heading it stands under, and what its numbers are.

    `scale` is None where nothing says it.
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
            if unit and not _fits(row.unit, unit):
                continue
            if score >= MINIMUM:
                found.append(RowMatch(row=row, score=score))
        return sorted(found, key=lambda match: (-match.score, match.row.start))


def read_table(text: str, *, columns: str = "", caption: str = "", header: str = "", offset: int = 0) -> TableView:
    """Read a passage that holds one table (the first, if there are several; a view without rows, if none)."""
    views = read_tables(text, columns=columns, caption=caption, header=header, offset=offset)
    empty = TableView(columns=(), rows=(), caption=caption, currency="USD", start=offset, end=offset + len(text))
    return max(views, key=lambda view: len(view.rows)) if views else empty


def read_tables(
    text: str, *, columns: str = "", caption: str = "", header: str = "", offset: int = 0
) -> tuple[TableView, ...]:
    """Read all tables of a passage.

    `columns` are the head lines of a table whose head is not in the passage, `caption` what stands above it, `header`
    what the index knows of the passage. `offset` is the passage's place in the section: all places count from there.
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
        view = _read(lines, start + offset, given=given, caption=above, header=header)
        if view.rows:
            views.append(view)
    return tuple(views)


def _read(lines: Sequence[str], start: int, *, given: list[list[str]], caption: str, header: str) -> TableView:
    heads: list[list[str]] = [[cell.strip() for cell in cells] for cells in given]
    context = caption
    scale = find_scale(" ".join(" ".join(cells) for cells in heads)) or find_scale(caption) or find_scale(header)
    columns = read_heads(heads, caption=context)
    rows: list[Row] = []
    heads_open = False
    group, hanging, at = "", "", start
    for line in lines:
        pieces = _cells(line, at)
        at += len(line) + 1
        texts = [piece[0] for piece in pieces]
        if not any(texts):
            continue
        if texts[0] and not any(texts[1:]):
            group = hanging = texts[0].rstrip(":")
            scale = find_scale(texts[0]) or scale
            context = context if rows else f"{context} {texts[0]}"
        elif is_head_row(texts):
            heads = [*heads, texts] if heads_open else [texts]
            heads_open = True
            columns = read_heads(heads, caption=context)
            scale = find_scale(" ".join(texts)) or scale
        else:
            words = f"{context} {header} {' '.join(heads[0]) if heads else ''}"
            row = _row(pieces, columns, group=group, hanging=hanging, scale=scale, words=words)
            hanging, heads_open = "", False
            if row is not None:
                rows.append(row)
                group = "" if row.label.lower().startswith("total") else group
    body = "\n".join(lines)
    return TableView(
        columns=columns,
        rows=tuple(rows),
        caption=context.strip(),
        currency=_currency(f"{context} {header}", body),
        start=start,
        end=start + len(body),
    )


def _row(
    pieces: Sequence[tuple[str, int, int]],
    columns: Sequence[Column],
    *,
    group: str,
    hanging: str,
    scale: Decimal | None,
    words: str,
) -> Row | None:
    label, label_start, label_end = pieces[0]
    numbers = [(at, piece, number) for at, piece in enumerate(pieces[1:], start=1) if (number := parse_cell(piece[0]))]
    if not numbers:
        return None
    full = f"{hanging} {label}" if hanging and label[:1].islower() else label
    under = "" if full != label else group
    placed = _align([at for at, _, _ in numbers], columns)
    marks = {number.mark for _, _, number in numbers if not number.nil}
    unit = _unit(full, under, marks, [number for _, _, number in numbers], words)
    cells = tuple(
        Cell(
            number=number,
            column=column,
            start=start + number.start,
            end=start + number.end,
            period=columns[column].period if 0 <= column < len(columns) else Period(),
            head=columns[column].head if 0 <= column < len(columns) else "",
            kind=columns[column].kind if 0 <= column < len(columns) else "value",
        )
        for (_, (_, start, _), number), column in zip(numbers, placed, strict=True)
    )
    own_scale = find_scale(label) if "(" in label else None
    return Row(
        label=full,
        group=under,
        start=label_start,
        end=pieces[-1][2],
        label_start=label_start,
        label_end=label_end,
        cells=cells,
        unit=unit,
        scale=_row_scale(unit, own_scale or scale, words, own=own_scale is not None),
    )


def _align(places: Sequence[int], columns: Sequence[Column]) -> list[int]:
    """Columns of a row's numbers: by index where heads stand there, by order where only the count agrees."""
    headed = [at for at, column in enumerate(columns) if at > 0 and column.head]
    if not headed or all(at in headed for at in places):
        return list(places)
    if len(headed) == len(places):
        return headed
    timed = [at for at in headed if columns[at].period.year is not None]
    return timed if len(timed) == len(places) else list(places)


def _unit(label: str, group: str, marks: set[str], numbers: Sequence[Number], words: str) -> str:
    if marks and marks <= {"%", "pt", "bp"}:
        return "percent"
    if marks == {"x"}:
        return "ratio"
    if _PER_SHARE.search(label) or (_PER_SHARE.search(group) and not _SHARES.search(label)):
        return "USD/share"
    if _SHARES.search(label) or (_SHARES.search(group) and not any(number.currency for number in numbers)):
        return "shares"
    if re.fullmatch(r"(?:basic|diluted|basic and diluted|assuming dilution)\W*", label, re.IGNORECASE):
        return "USD/share" if all(number.decimals == 2 or number.nil for number in numbers) else "shares"
    bare = not any(number.currency for number in numbers)
    if _PERCENT.search(label) and bare and "%" not in marks and all(abs(number.value) <= 1000 for number in numbers):
        return "percent"
    if _COUNT.search(label) and bare:
        return "count"
    return "USD"


def _row_scale(unit: str, scale: Decimal | None, words: str, *, own: bool) -> Decimal | None:
    if unit in {"percent", "USD/share", "ratio"}:
        return ONE
    if own:
        return scale
    if unit == "shares" and _EXCEPT_SHARE_COUNTS.search(words):
        return ONE
    if unit == "count":
        return ONE
    return scale


def _fits(row_unit: str, wanted: str) -> bool:
    if wanted == row_unit:
        return True
    return row_unit in {"USD": {"count"}, "count": {"USD", "shares"}}.get(wanted, set())


def _currency(words: str, body: str) -> str:
    said = _SAYS_CURRENCY.search(words)
    if said is not None:
        return _CURRENCY_WORDS.get(said[1].lower(), "USD")
    if "$" in body or "$" in words:
        return "USD"
    return next((code for symbol, code in CURRENCIES.items() if symbol in body), "USD")


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
