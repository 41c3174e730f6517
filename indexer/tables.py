"""Tables of an HTML page: rendered as rows of cells joined by " | ", or, where a table only sets out prose, as lines.

Split cells are joined ("$" + "5,363" -> "$5,363"), empty columns go, a head over several columns is repeated over each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from indexer.contents_tables import SEPARATOR, is_contents
from indexer.html_flow import Element, Line, Table, TableText, without_marks
from indexer.levels import rank_indents
from indexer.table_grid import Grid, GridCell, find_columns, lay_out

_MARKER = re.compile(
    r"[\u2022\u00b7\u25cf\u25cb\u25a0\u25aa\u25e6\u2023\u2043\u00a7\u00d8\u25ba\u27a2\u2713\u2014\u2013*o-]|[\ue000-\uf8ff]|"
    r"\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|\(\*+\)|\*{1,3}|\u2020|\u2021"
)
_BULLET = re.compile(
    r"[\u00b7\u25cf\u25cb\u25a0\u25aa\u25e6\u2023\u2043\u00a7\u00d8\u25ba\u27a2\u2713o-]|[\ue000-\uf8ff]"
)
_ITEM = re.compile(
    r"(?:part\s+[iv]+\W{0,3})?items?\s*\d{1,2}\s*[a-c]?\b(?:\s*(?:and|&)\s*\d\w?)?\W{0,3}", re.IGNORECASE
)
_CAPTION = re.compile(
    r"\W*(?:in|dollars|amounts|millions|thousands|unaudited|years?|for|as|at|fiscal)\b", re.IGNORECASE
)
_UNITS = re.compile(
    r"(?:.{0,60}[(,\u2014\u2013-]\s*)?\W*(?:dollars? |amounts? |shares? |u\.?s\.? |expressed |stated |\$ ?|and ){0,3}"
    r"(?:are )?(?:in )?(?:u\.?s\.? )?(?:dollars |\$ ?)?(?:millions|thousands|billions|mm)\b.{0,90}|\(unaudited\)",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"\d{1,4}\W{0,2}")
_MAX_HEADS = 8
_PROSE = 200
_LONG_CELL = 1200
_COLUMN_POINTS = 10.0
_INDENT_POINTS = 1.5


def arrange(table: Table) -> list[Element]:
    """Turn a table into what a reader sees: mostly one `TableText`; lines where it only serves the layout."""
    if _has_inner(table):
        return _inner(table)
    return _arrange_data(table)


def _arrange_data(table: Table) -> list[Element]:
    grid = lay_out(table)
    if not grid.rows:
        return []
    heads = _count_heads(grid)
    find_columns(grid, heads)
    links = [_row_link(row) for row in grid.rows]
    if not (contents := _looks_like_contents(grid, links)) and _is_layout(grid):
        return [line for row in grid.rows for line in _as_lines(row)]
    if contents:
        return [_render(grid.rows, grid, 0, table, links)]
    return _with_surroundings(grid, heads, table)


def join_continued(flow: Sequence[Element]) -> list[Element]:
    """Put a table without heads below the one just before it that has as many columns: it is the rest of that one."""
    joined: list[Element] = []
    for element in flow:
        before = joined[-1] if joined else None
        if (
            isinstance(element, TableText)
            and isinstance(before, TableText)
            and before.header_rows > 0 == element.header_rows
            and not before.links
            and not element.links
            and _width(before.text) == _width(element.text) > 1
            and 0 <= element.page - before.page <= 1
        ):
            joined[-1] = replace(
                before,
                text=f"{before.text}\n{element.text}",
                anchors=before.anchors + element.anchors,
                levels=_joined_levels(before, element),
            )
        else:
            joined.append(element)
    return joined


def _joined_levels(above: TableText, below: TableText) -> tuple[int, ...]:
    if not above.levels and not below.levels:
        return ()
    return tuple(level for table in (above, below) for level in table.levels or (0,) * (table.text.count("\n") + 1))


def _width(text: str) -> int:
    return max(line.count(SEPARATOR) for line in text.split("\n")) + 1


# --- layout tables ---------------------------------------------------------------------------------------------------


def _has_inner(table: Table) -> bool:
    return any(isinstance(item, Table) for item in _items(table))


def _inner(table: Table) -> list[Element]:
    """What stands in a table that holds tables, in order; damaged pages nest thousands of them."""
    elements: list[Element] = []
    waiting = [iter(_items(table))]
    while waiting:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif not isinstance(item, Table):
            elements.append(item)
        elif _has_inner(item):
            waiting.append(iter(_items(item)))
        else:
            elements.extend(_arrange_data(item))
    return elements


def _items(table: Table) -> list[Line | Table | TableText]:
    return [item for row in table.rows for cell in row for item in cell.items]


def _is_layout(grid: Grid) -> bool:
    rows = grid.rows
    if grid.columns <= 1:
        return True
    cells = [cell for row in rows for cell in row]
    values = sum(cell.value and not cell.year for row in rows for cell in row[1:])
    longest = max(len(cell.plain) for cell in cells)
    if longest > _LONG_CELL:
        return True
    lists = sum(_is_list_row(row) or len(row) == 1 for row in rows)
    if lists == len(rows) and any(_is_list_row(row) for row in rows):
        return True
    if values:
        return False
    if all(len(row) == 1 or _ITEM.fullmatch(row[0].plain) for row in rows) and len(rows) <= 6:
        return True
    if len(rows) == 1 and not all(cell.head for cell in cells):
        return True
    if any(sum(len(line.text) > _PROSE or line.text[0] == "\u2022" for line in cell.lines) > 1 for cell in cells):
        return True
    return sum(len(cell.plain) for cell in cells) > _PROSE * len(cells)


def _is_list_row(row: Sequence[GridCell]) -> bool:
    return (
        len(row) in (2, 3)
        and all(_MARKER.fullmatch(cell.plain) is not None for cell in row[:-1])
        and not row[-1].value
        and len(row[-1].plain) > 2
    )


def _as_lines(row: Sequence[GridCell]) -> list[Line]:
    """A row of a layout table: a bullet goes with its text, short cells go together, long ones stay apart."""
    lead = 0
    while lead < len(row) - 1 and (_MARKER.fullmatch(row[lead].plain) or _ITEM.fullmatch(row[lead].plain)):
        lead += 1
    if lead:
        text_cell = row[lead]
        labels = ["\u2022" if _BULLET.fullmatch(cell.plain) else cell.text for cell in row[:lead]]
        first = _merge([*(line for cell in row[:lead] for line in cell.lines), text_cell.lines[0]])
        first = replace(text_cell.lines[0], anchors=first.anchors, links=first.links)
        first.text = " ".join([*labels, text_cell.lines[0].text])
        return [first, *text_cell.lines[1:], *(line for cell in row[lead + 1 :] for line in cell.lines)]
    lines = [line for cell in row for line in cell.lines]
    if len(row) > 1 and sum(len(line.text) for line in lines) < _PROSE:
        return [_merge(lines)]
    return lines


def _merge(lines: Sequence[Line]) -> Line:
    return replace(
        lines[0],
        text=" ".join(line.text for line in lines),
        bold=all(line.bold for line in lines),
        italic=all(line.italic for line in lines),
        underlined=all(line.underlined for line in lines),
        anchors=tuple(dict.fromkeys(anchor for line in lines for anchor in line.anchors)),
        links=tuple(dict.fromkeys(link for line in lines for link in line.links)),
    )


def _row_link(row: Sequence[GridCell]) -> str:
    return next((link for cell in row for line in cell.lines for link in line.links), "")


def _looks_like_contents(grid: Grid, links: Sequence[str]) -> bool:
    return len(grid.rows) >= 3 and is_contents([[cell.plain for cell in row] for row in grid.rows], links)


# --- data tables -----------------------------------------------------------------------------------------------------


def _count_heads(grid: Grid) -> int:
    """How many leading rows are column heads (or titles above them)."""
    seen_head = seen_year = False
    for index, row in enumerate(grid.rows[: _MAX_HEADS + 1]):
        label = row[0].start == 0
        others = row[1:] if label else row
        plain = all(_PLAIN_NUMBER.fullmatch(cell.plain) or not cell.value for cell in others)
        if index == 0 and not label and len(others) > 1 and plain:
            seen_head = True
            continue
        if any(cell.value and not cell.year for cell in others):
            return index if seen_head else 0
        if not others:
            if seen_head and not _CAPTION.match(row[0].plain):
                return index
            continue
        years = any(cell.year for cell in others)
        if years and seen_year and label and not _CAPTION.match(row[0].plain):
            return index
        seen_head, seen_year = True, seen_year or years
    count = 0
    while count < min(3, len(grid.rows) - 1) and all(cell.bold for cell in grid.rows[count]):
        count += 1
    return count


def _with_surroundings(grid: Grid, heads: int, table: Table) -> list[Element]:
    """The table with what is set in it but stands above or below it: titles, notes, Item headings."""
    rows = grid.rows
    first, last = _count_titles(grid, heads), len(rows)
    while last - 1 > max(first, heads) and _is_note(rows[last - 1], grid):
        last -= 1
    elements: list[Element] = [line for row in rows[:first] for line in _as_lines(row)]
    start = first
    body_heads = max(heads - first, 0)
    for index in range(first, last):
        row = rows[index]
        if index >= heads and _ITEM.fullmatch(row[0].plain) and len(row) == 2 and not row[1].value:
            if index > start:
                elements.append(_render(rows[start:index], grid, body_heads, table, ()))
            elements.append(_merge([line for cell in row for line in cell.lines]))
            start, body_heads = index + 1, 0
    if last > start:
        links = [_row_link(row) for row in rows[start:last]]
        elements.append(_render(rows[start:last], grid, body_heads, table, links if any(links) else ()))
    elements.extend(line for row in rows[last:] for line in _as_lines(row))
    return elements


def _count_titles(grid: Grid, heads: int) -> int:
    """How many leading rows are a title or the units, set over the whole table or over the row labels."""
    rows = grid.rows
    most = min(len(rows) - 1, max(heads, 3))
    titles = 0
    while titles < most and _is_title(rows[titles], grid):
        titles += 1
    for index in range(titles, most):
        if len(rows[index]) > 1 or rows[index][0].start > 0:
            break
        if _UNITS.fullmatch(rows[index][0].plain):
            return index + 1
    return titles


def _is_title(row: Sequence[GridCell], grid: Grid) -> bool:
    return len(row) == 1 and row[0].start == 0 and row[0].end >= 0.75 * grid.width and not row[0].value


def _is_note(row: Sequence[GridCell], grid: Grid) -> bool:
    if _is_list_row(row):
        return len(row[-1].plain) > 40
    return _is_title(row, grid) and len(row[0].plain) > 60


def _render(
    rows: Sequence[Sequence[GridCell]], grid: Grid, heads: int, table: Table, links: Sequence[str]
) -> TableText:
    lines: list[str] = []
    anchors: list[str] = []
    for index, row in enumerate(rows):
        cells = [""] * grid.columns
        for cell in row:
            for line in cell.lines:
                anchors.extend(line.anchors)
            text = cell.text.replace(SEPARATOR, " / ") if SEPARATOR in cell.text else cell.text
            for place, column in enumerate(_columns_under(cell, grid, repeat=index < heads)):
                shown = text if place == 0 else without_marks(text)
                cells[column] = f"{cells[column]} {shown}" if cells[column] else shown
        while len(cells) > 1 and not cells[-1]:
            cells.pop()
        lines.append(SEPARATOR.join(cells))
    return TableText(
        text="\n".join(lines),
        place=table.place,
        levels=_levels(rows, grid, heads),
        page=table.page,
        header_rows=heads,
        zone=table.zone,
        anchors=tuple(dict.fromkeys(anchors)),
        links=tuple(links),
    )


def _levels(rows: Sequence[Sequence[GridCell]], grid: Grid, heads: int) -> tuple[int, ...]:
    """For each row the rank of its label's indent among those of the table; empty if all are alike."""
    indents = [
        row[0].indent + _COLUMN_POINTS * row[0].start if index >= heads and grid.column_of[row[0].start] == 0 else None
        for index, row in enumerate(rows)
    ]
    return rank_indents(indents, tolerance=_INDENT_POINTS)


def _columns_under(cell: GridCell, grid: Grid, *, repeat: bool) -> list[int]:
    covered = [c for c in dict.fromkeys(grid.column_of[cell.start : cell.end]) if c >= 0]
    if not covered:
        return [0]
    if repeat and cell.start > 0:
        return covered
    return covered[:1]
