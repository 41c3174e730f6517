"""From the cells of an HTML table to rows and columns as a reader sees them.

Filers set one visible column as several: "$", the number, ")" or "%", and spacers. Here split cells are joined, then
grid columns that belong together become one column, and empty ones go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from indexer.html_flow import Line, Table, without_marks

_DASH = "-\u2010\u2012\u2013\u2014\u2015\u2212"
_VALUE = re.compile(
    rf"[(\[]?\s*(?:US|C|A|HK|NZ|R)?[$\u20ac\u00a3\u00a5]?\s*[{_DASH}+(]*\s*[$\u20ac\u00a3\u00a5]?\s*"
    rf"(?:\d[\d,]*(?:\.\d+)?|\.\d+|[{_DASH}]+)\s*"
    r"(?:%|x|X|\u00a2|bps?|pts?|pp|ppts|pps)?\s*[)\]]?\s*%?\s*[)\]]?"
    r"(?:\s*\(?(?:\(\w{1,2}\)|[*\u2020\u2021]+)\)?,?)*"
)
_AMOUNT = r"[$\u20ac\u00a3]?\s*(?:\d{1,3}(?:,\d{3})*|\d{4})?(?:\.\d+)?\s*%?"
_RANGE = re.compile(
    rf"(?=.*\d)(?:[<>~\u2264\u2265]\s*{_AMOUNT}|{_AMOUNT}\s*(?:[{_DASH}]|to)\s*{_AMOUNT}|-0-)", re.IGNORECASE
)
_NO_VALUE = re.compile(r"n/?[am]|n\.[am]\.|nmf|\*{1,3}|nil", re.IGNORECASE)
_YEAR = re.compile(r"(?:fy\s*)?(?:19|20)\d\d[EA]?(?:\s*\(\w{1,2}\)|\s*\*)*", re.IGNORECASE)
_SIGN_LEFT = re.compile(rf"(?:US|C|A|HK|NZ|R)?[$\u20ac\u00a3\u00a5]\s*[({_DASH}]?|[(+{_DASH}]")
_SIGN_RIGHT = re.compile(
    r"[)\]]{1,2}\s*%?|%\s*[)\]]?|x|\u00a2|bps?|pts?\.?|pp|ppts|[)%]\s*\(\w\)|[)%]\s*\*+|%\s*pts?\.?"
)
_NOTE = re.compile(r"\([a-z]{1,2}\)(?:\s*,?\s*\([a-z]{1,2}\))*|[*\u2020\u2021#+]{1,3}")
_NOTE_NUMBER = re.compile(r"\(?\d{1,2}\)?(?:\s*,?\s*\(?\d{1,2}\)?)*")
_BRACKETED_NUMBER = re.compile(r"\(\d{1,2}\)(?:\s*,?\s*\(\d{1,2}\))*")
_NOTED = re.compile(r".*\S \(\w{1,2}\)", re.DOTALL)
_RULE = re.compile(r"[-=_\u2014\u2500\s]{3,}|_+|=+")
_LEADERS = re.compile(r"(?:\s?[.\u2026]){4,}\s*|\u2026{2,}\s*")


@dataclass(kw_only=True, slots=True)
class GridCell:
    """A cell with text: where it stands in the grid (columns `start`..`end`) and what it holds."""

    start: int
    end: int
    text: str
    plain: str
    lines: list[Line]
    head: bool
    value: bool
    indent: float = 0.0

    @property
    def year(self) -> bool:
        """Whether it is a year, which heads a column more often than it is a value."""
        return _YEAR.fullmatch(self.plain) is not None

    @property
    def bold(self) -> bool:
        """Whether all of it is bold, or set as a head."""
        return self.head or all(line.bold for line in self.lines)

    @property
    def raised(self) -> bool:
        """Whether all of it is raised, as footnote marks are."""
        return all(line.raised for line in self.lines)


@dataclass(kw_only=True, slots=True)
class Grid:
    """Rows of cells (none empty, split ones joined) over `width` grid columns; `column_of` maps those to columns."""

    rows: list[list[GridCell]]
    width: int
    column_of: list[int] = field(default_factory=list)
    columns: int = 0


def is_value(text: str) -> bool:
    """Whether a cell's text is a number, a dash that stands for zero, or "N/A" and the like."""
    return len(text) < 40 and any(form.fullmatch(text) is not None for form in (_VALUE, _NO_VALUE, _RANGE))


def lay_out(table: Table) -> Grid:
    """Place the cells of a table without inner tables on a grid, and join split ones."""
    rows: list[list[GridCell]] = []
    width = 0
    taken: dict[int, int] = {}
    for cells in table.rows:
        position = 0
        row: list[GridCell] = []
        for cell in cells:
            while taken and taken.get(position, 0) > 0:
                position += 1
            end = position + cell.colspan
            if cell.rowspan > 1:
                for column in range(position, end):
                    taken[column] = max(taken.get(column, 0), cell.rowspan)
            if cell.items:
                placed = _cell([item for item in cell.items if isinstance(item, Line)], position, end, head=cell.head)
                if placed is not None:
                    placed.indent = cell.indent
                    row.append(placed)
            position = end
        width = max(width, position)
        if taken:
            taken = {column: left - 1 for column, left in taken.items() if left > 1}
        for part in _split_lines(row) if len(row) > 1 else (row,) if row else ():
            rows.append(_join_split(part) if len(part) > 1 else part)
    return Grid(rows=rows, width=width)


def _split_lines(row: list[GridCell]) -> list[list[GridCell]]:
    """Part a row whose cells hold several values, one a line, into as many rows. Labels are set from the bottom up."""
    counts = {len(cell.lines) for cell in row if len(cell.lines) > 1 and all(is_value(_plain(x)) for x in cell.lines)}
    if len(counts) != 1:
        return [row]
    count = counts.pop()
    parts: list[list[GridCell]] = [[] for _ in range(count)]
    for cell in row:
        spare = max(len(cell.lines) - count, 0)
        groups = [cell.lines[: spare + 1], *([line] for line in cell.lines[spare + 1 :])]
        for part, lines in zip(parts[count - len(groups) :], groups, strict=True):
            placed = _cell(lines, cell.start, cell.end, head=cell.head)
            if placed is not None:
                placed.indent = cell.indent
                part.append(placed)
    return [part for part in parts if part]


def _plain(line: Line) -> str:
    return without_marks(line.text)


def _cell(lines: list[Line], start: int, end: int, *, head: bool) -> GridCell | None:
    text = lines[0].text if len(lines) == 1 else " ".join(line.text for line in lines)
    plain = without_marks(text)
    if ".." in plain or "\u2026" in plain:
        text, plain = _LEADERS.sub(" ", text).strip(), _LEADERS.sub(" ", plain).strip()
    if not plain or (_RULE.fullmatch(plain) and not is_value(plain)):
        return None
    return GridCell(start=start, end=end, text=text, plain=plain, lines=lines, head=head, value=is_value(plain))


def _join_split(row: list[GridCell]) -> list[GridCell]:
    joined: list[GridCell] = []
    for cell in row:
        before = joined[-1] if joined else None
        if before is None or cell.start - before.end > 1:
            joined.append(cell)
        elif _is_sign_and_value(before, cell) or _is_value_and_sign(before, cell):
            joined[-1] = _joined(before, cell, "")
        elif _is_note(cell) and (before.value or cell.start == before.end) and not _NOTED.fullmatch(before.plain):
            joined[-1] = _with_note(before, cell)
        else:
            joined.append(cell)
    return joined


def _is_sign_and_value(left: GridCell, right: GridCell) -> bool:
    return right.value and not left.value and _SIGN_LEFT.fullmatch(left.plain) is not None


def _is_value_and_sign(left: GridCell, right: GridCell) -> bool:
    return left.value and left.plain[-1:] != "%" and _SIGN_RIGHT.fullmatch(right.plain) is not None


def _is_note(cell: GridCell) -> bool:
    return _NOTE.fullmatch(cell.plain) is not None or (cell.raised and _NOTE_NUMBER.fullmatch(cell.plain) is not None)


def _with_note(cell: GridCell, note: GridCell) -> GridCell:
    if note.plain[0].isdigit():
        note = replace(note, text=f"({note.text})", plain=f"({note.plain})")
    return _joined(cell, note, " " if note.plain[0] == "(" else "")


def _joined(left: GridCell, right: GridCell, glue: str) -> GridCell:
    plain = left.plain + glue + right.plain
    return GridCell(
        start=left.start,
        end=right.end,
        text=left.text + glue + right.text,
        plain=plain,
        lines=left.lines + right.lines,
        head=left.head and right.head,
        value=left.value or is_value(plain),
        indent=left.indent,
    )


# --- columns ---------------------------------------------------------------------------------------------------------


class _Groups:
    """Grid columns that belong together, each group with the rows that have a cell in it."""

    def __init__(self, width: int) -> None:
        self.parent = list(range(width))
        self.rows: list[set[int]] = [set() for _ in range(width)]
        self.values: list[int] = [0] * width

    def find(self, column: int) -> int:
        while self.parent[column] != column:
            self.parent[column] = self.parent[self.parent[column]]
            column = self.parent[column]
        return column

    def over(self, start: int, end: int) -> list[int]:
        """The groups that the grid columns `start`..`end` belong to, left to right."""
        return list(dict.fromkeys(self.find(column) for column in range(start, end)))

    def disjoint(self, groups: Iterable[int]) -> bool:
        """Whether no row has cells in two of the groups."""
        seen: set[int] = set()
        for group in groups:
            if not seen.isdisjoint(self.rows[group]):
                return False
            seen |= self.rows[group]
        return True

    def unite(self, groups: list[int]) -> int:
        first = groups[0]
        for other in groups[1:]:
            self.parent[other] = first
            self.rows[first] |= self.rows[other]
            self.values[first] += self.values[other]
        return first


def find_columns(grid: Grid, heads: int) -> None:
    """Group grid columns into columns: what one cell covers is one column unless another row has two cells there.

    `heads` is the number of leading rows that are column heads.
    """
    _group_columns(grid, heads)
    if _fold_note_columns(grid, heads):
        _group_columns(grid, heads)


def _fold_note_columns(grid: Grid, heads: int) -> bool:
    """Put "(1)" that stands in a column of its own, without a head, behind the value or words before it."""
    filled: dict[int, list[tuple[int, GridCell]]] = {}
    for index, row in enumerate(grid.rows):
        for cell in row:
            filled.setdefault(grid.column_of[cell.start], []).append((index, cell))
    narrow_heads = [cell for row in grid.rows[:heads] for cell in row if cell.end - cell.start < 4]
    notes = {
        column
        for column, cells in filled.items()
        if column > 0
        and all(index >= heads and _BRACKETED_NUMBER.fullmatch(cell.plain) for index, cell in cells)
        and not any(_covers(cell, column, grid) for cell in narrow_heads)
    }
    for index, row in enumerate(grid.rows if notes else ()):
        joined: list[GridCell] = []
        for cell in row:
            column = grid.column_of[cell.start]
            if column in notes and joined and grid.column_of[joined[-1].start] == column - 1:
                joined[-1] = _joined(joined[-1], cell, " ")
            else:
                joined.append(cell)
        grid.rows[index] = joined
    return bool(notes)


def _covers(cell: GridCell, column: int, grid: Grid) -> bool:
    return column in grid.column_of[cell.start : cell.end]


def _group_columns(grid: Grid, heads: int) -> None:
    groups = _Groups(grid.width)
    cells = [
        (row < heads, cell.end - cell.start, not cell.value, row, cell)
        for row, cells in enumerate(grid.rows)
        for cell in cells
    ]
    cells.sort(key=lambda entry: entry[:3])
    for _, _, _, row, cell in cells:
        covered = groups.over(cell.start, cell.end)
        if len(covered) > 1 and not groups.disjoint(covered):
            continue
        group = groups.unite(covered)
        groups.rows[group].add(row)
        groups.values[group] += cell.value and row >= heads
    _merge_neighbours(groups, grid.width, heads)
    roots = groups.over(0, grid.width)
    used = [group for group in roots if groups.rows[group]]
    number = {group: index for index, group in enumerate(used)}
    grid.column_of = [number.get(groups.find(column), -1) for column in range(grid.width)]
    grid.columns = len(used)


def _merge_neighbours(groups: _Groups, width: int, heads: int) -> None:
    """Unite label columns that are only indented, and heads that stand beside the column they belong to."""
    used = [group for group in groups.over(0, width) if groups.rows[group]]
    for group in list(used):
        if group not in used or max(groups.rows[group]) >= heads:
            continue
        place = used.index(group)
        for other in (place + 1, place - 1):
            if 0 < other < len(used) and groups.disjoint((group, used[other])):
                groups.unite([group, used[other]])
                del used[other]
                break
    index = 0
    while index + 1 < len(used) and not groups.values[used[index]] and not groups.values[used[index + 1]]:
        if groups.disjoint(used[index : index + 2]) and any(groups.values):
            groups.unite(used[index : index + 2])
            del used[index + 1]
        else:
            index += 1
