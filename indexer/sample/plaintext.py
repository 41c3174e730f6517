"""Write a document as ASCII text of the 1990s: <PAGE> marks, <TABLE> with <S> and <C>, dotted leaders."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from indexer.sample.blocks import (
    Block,
    Bullets,
    Cell,
    Contents,
    Document,
    Heading,
    Number,
    Paragraph,
    Row,
    Table,
    anchor_pages,
    paginate,
)

WIDTH = 78
_ASCII = {
    "\u2019": "'",
    "\u2018": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2014": "-",
    "\u2013": "-",
    "\u2612": "[X]",
    "\u2610": "[ ]",
}


def write(document: Document) -> bytes:
    """Give the file's bytes."""
    pages = paginate(document.blocks, words=520)
    numbers = anchor_pages(pages)
    parts: list[str] = []
    for number, page in enumerate(pages, 1):
        lines = [line for block in page for line in (*_block(document, block, numbers), "")]
        parts.append("\n".join(lines).rstrip() + "\n\n" + str(number).center(WIDTH).rstrip() + "\n")
    text = "<PAGE>\n".join(parts)
    for mark, plain in _ASCII.items():
        text = text.replace(mark, plain)
    return "".join(line.rstrip() + "\n" for line in text.splitlines()).encode("ascii")


def _block(document: Document, block: Block, pages: dict[str, int]) -> list[str]:
    if isinstance(block, Heading):
        return _heading(document.plain(block.text), block.level)
    if isinstance(block, Paragraph):
        text = document.plain(block.text)
        if block.align == "center":
            return [line.center(WIDTH).rstrip() for line in textwrap.wrap(text, 64)]
        return textwrap.wrap("     " + text, WIDTH)
    if isinstance(block, Bullets):
        return [
            line
            for item in block.items
            for line in textwrap.wrap(
                document.plain(item), WIDTH, initial_indent="     o  ", subsequent_indent="        "
            )
        ]
    if isinstance(block, Contents):
        return _contents(block, pages)
    return _table(document, block) if isinstance(block, Table) else []


def _heading(text: str, level: int) -> list[str]:
    if level == 1:
        return [text.center(WIDTH).rstrip()]
    if level == 2:
        label, _, title = text.partition(". ")
        return textwrap.wrap(f"{label.upper()}.  {title.upper()}" if title else text.upper(), WIDTH)
    return textwrap.wrap(text if text.isupper() else text.upper() if level == 3 else text, WIDTH)


def _contents(block: Contents, pages: dict[str, int]) -> list[str]:
    lines = ["TABLE OF CONTENTS".center(WIDTH).rstrip(), "", " " * (WIDTH - 6) + "Page"]
    for entry in block.entries:
        if not entry.anchor:
            lines += ["", entry.label.center(WIDTH).rstrip()]
            continue
        wrapped = textwrap.wrap(entry.title, 54) or [""]
        lines += [f"{entry.label:<11}{line}" if not index else " " * 11 + line for index, line in enumerate(wrapped)]
        lines[-1] = lines[-1] + " " + "." * (WIDTH - 6 - len(lines[-1])) + f"{pages[entry.anchor]:>5}"
    return lines


def _text(document: Document, cell: Cell) -> str:
    if isinstance(cell, Number):
        return cell.text
    return document.plain(cell) if cell else ""


def _table(document: Document, table: Table) -> list[str]:
    cells = [[_text(document, cell) for cell in row.cells] for row in table.rows]
    count = len(table.columns)
    widths: list[int] = []
    for index in range(count):
        body = max((len(row[index]) for row in cells if index < len(row)), default=0)
        words = max((len(word) for word in document.plain(table.columns[index]).split()), default=0)
        widths.append(max(body, words, 6) + 2)
    label = max(26, WIDTH - sum(widths) - 1)
    lines = [document.plain(text).center(WIDTH).rstrip() for text in (table.caption, table.unit) if text]
    lines += ["", "<TABLE>", "<CAPTION>"]
    if table.span:
        lines.append(" " * label + table.span.center(sum(widths)))
    if any(table.columns):
        lines += _heads(document, table, widths, label)
    lines.append("<S>".ljust(label) + "".join("<C>".rjust(width) for width in widths))
    for row, shown in zip(table.rows, cells, strict=True):
        lines += _row(document.plain(row.label), row, shown, widths, label)
    return [*lines, "</TABLE>"]


def _heads(document: Document, table: Table, widths: Sequence[int], label: int) -> list[str]:
    stacks = [
        textwrap.wrap(document.plain(head), width - 2) or [""]
        for head, width in zip(table.columns, widths, strict=True)
    ]
    height = max(len(stack) for stack in stacks)
    lines = []
    for level in range(height):
        parts = []
        for stack, width in zip(stacks, widths, strict=True):
            index = level - (height - len(stack))
            parts.append((stack[index] if index >= 0 else "").rjust(width))
        corner = table.corner if level == height - 1 else ""
        lines.append(corner.ljust(label) + "".join(parts))
    rule = "".join(" " + "-" * (width - 1) for width in widths)
    return [*lines, " " * label + rule]


def _row(text: str, row: Row, shown: Sequence[str], widths: Sequence[int], label: int) -> list[str]:
    wrapped = textwrap.wrap(
        text, label - 3, initial_indent="  " * row.indent, subsequent_indent="  " * row.indent + "  "
    )
    if not any(shown):
        return textwrap.wrap(text, WIDTH)
    wrapped = wrapped or [""]
    last = wrapped[-1] + " "
    values = "".join(value.rjust(width) for value, width in zip(shown, widths, strict=False))
    lines = [*wrapped[:-1], last + "." * (label - len(last)) + values]
    if row.style == "total":
        lines.insert(0, " " * label + "".join(" " + "-" * (width - 1) for width in widths))
        if any("$" in value for value in shown):
            lines.append(" " * label + "".join(" " + "=" * (width - 1) for width in widths))
    return lines
