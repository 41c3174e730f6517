"""One page's lines as blocks: tables where rows of values stand, headings and paragraphs elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.columns import Table, build_tables, text_table
from indexer.document import Block
from indexer.grid import Line, find_tables, find_text_tables
from indexer.prose import Layout, prose_blocks


def page_blocks(lines: Sequence[Line], layout: Layout, *, page: int | None) -> list[Block]:
    """Turns the lines of one page into blocks in reading order; no block goes over the page's end."""
    blocks: list[Block] = []
    done = 0
    for first, last in find_tables(lines):
        blocks.extend(_words(lines[done:first], layout, page))
        blocks.extend(_table(table, page) for table in build_tables(lines[first:last]))
        done = last
    blocks.extend(_words(lines[done:], layout, page))
    return blocks


def _words(lines: Sequence[Line], layout: Layout, page: int | None) -> list[Block]:
    blocks: list[Block] = []
    done = 0
    for first, last in find_text_tables(lines):
        blocks.extend(prose_blocks(lines[done:first], layout, page=page))
        blocks.append(_table(text_table(lines[first:last]), page))
        done = last
    blocks.extend(prose_blocks(lines[done:], layout, page=page))
    return blocks


def _table(table: Table, page: int | None) -> Block:
    return Block(
        kind="table",
        text=table.text,
        page=page,
        header_rows=table.header_rows,
        place=table.place,
        levels=table.levels,
    )
