"""Write a document as PDF with running heads and page numbers. Needs `fpdf2`, which only the generator uses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from fpdf import FPDF

from indexer.sample.blocks import Block, Bullets, Contents, Document, Heading, Number, Paragraph, Row, Table

LINE = 4.3
_LATIN = {
    "\u2019": "'",
    "\u2018": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2014": "-",
    "\u2013": "-",
    "\u2612": "[X]",
    "\u2610": "[ ]",
    "\u2022": "\xb7",
}


class _Report(FPDF):
    """Pages with the running head of the filing."""

    running = ""

    def header(self) -> None:
        """Print the running head from page 2 on."""
        if self.page_no() > 1:
            self.set_font("Times", "I", 8)
            self.cell(0, 5, self.running, align="R", new_x="LMARGIN", new_y="NEXT")
            self.ln(2)

    def footer(self) -> None:
        """Print the page number."""
        self.set_y(-14)
        self.set_font("Times", "", 8)
        self.cell(0, 5, str(self.page_no()), align="C")


def write(document: Document, *, created: datetime) -> bytes:
    """Give the file's bytes; a first pass finds the page numbers of the table of contents."""
    pages: dict[str, int] = {}
    _lay_out(document, created, pages, known={})
    return _lay_out(document, created, {}, known=pages)


def _lay_out(document: Document, created: datetime, found: dict[str, int], *, known: Mapping[str, int]) -> bytes:
    pdf = _Report(format="Letter")
    pdf.running = _latin(document.running)
    pdf.set_creation_date(created.astimezone(UTC))
    pdf.set_title(document.title)
    pdf.set_compression(False)
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    for block in document.blocks:
        _block(pdf, document, block, found, known)
    return bytes(pdf.output())


def _latin(text: str) -> str:
    for mark, plain in _LATIN.items():
        text = text.replace(mark, plain)
    return text.encode("latin-1").decode("latin-1")


def _block(pdf: _Report, document: Document, block: Block, found: dict[str, int], known: Mapping[str, int]) -> None:
    if isinstance(block, Heading):
        pdf.ln(2)
        if pdf.get_y() > pdf.h - 45:
            pdf.add_page()
        if block.anchor:
            found[block.anchor] = pdf.page_no()
        pdf.set_font("Times", "BI" if block.level > 3 else "B", 12 if block.level < 3 else 10)
        align = "C" if block.level == 1 else "L"
        pdf.multi_cell(0, 5, _latin(document.plain(block.text)), align=align, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(1)
    elif isinstance(block, Paragraph):
        pdf.set_font("Times", "B" if block.bold else "", 10)
        align = "C" if block.align == "center" else "L"
        pdf.multi_cell(0, LINE, _latin(document.plain(block.text)), align=align, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    elif isinstance(block, Bullets):
        pdf.set_font("Times", "", 10)
        for item in block.items:
            text = _latin("\u2022 " + document.plain(item))
            pdf.multi_cell(0, LINE, text, align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    elif isinstance(block, Contents):
        _contents(pdf, block, known)
    elif isinstance(block, Table):
        _table(pdf, document, block)
    else:
        pdf.add_page()


def _contents(pdf: _Report, block: Contents, known: Mapping[str, int]) -> None:
    pdf.set_font("Times", "B", 11)
    pdf.cell(0, 6, "TABLE OF CONTENTS", align="C", new_x="LMARGIN", new_y="NEXT")
    for entry in block.entries:
        pdf.set_font("Times", "" if entry.anchor else "B", 9)
        if not entry.anchor:
            pdf.cell(0, 6, _latin(entry.label), new_x="LMARGIN", new_y="NEXT")
            continue
        pdf.cell(20, LINE, _latin(entry.label))
        top = pdf.get_y()
        pdf.multi_cell(150, LINE, _latin(entry.title), align="L", new_x="LMARGIN", new_y="NEXT")
        bottom = pdf.get_y()
        pdf.set_xy(pdf.l_margin + 172, top)
        pdf.cell(15, LINE, str(known.get(entry.anchor, 0)), align="R")
        pdf.set_xy(pdf.l_margin, bottom)


def _table(pdf: _Report, document: Document, table: Table) -> None:
    height = LINE * (len(table.rows) + 5)
    if pdf.get_y() + min(height, 150) > pdf.h - 20:
        pdf.add_page()
    count = max(len(table.columns), 1)
    width = min(34.0, 120.0 / count)
    label = pdf.epw - width * count
    pdf.set_font("Times", "B", 10)
    for text in (table.caption, table.unit, table.span):
        if text:
            pdf.cell(0, LINE, _latin(document.plain(text)), align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", "B", 8)
    if any(table.columns):
        _heads(pdf, table, label, width)
    size = 9 if count < 6 else 8
    for row in table.rows:
        _row(pdf, document, row, label, width, size)
    pdf.ln(4)


def _heads(pdf: _Report, table: Table, label: float, width: float) -> None:
    top = pdf.get_y()
    pdf.multi_cell(label, LINE, _latin(table.corner), align="L", new_x="RIGHT", new_y="TOP")
    bottom = top + LINE
    for index, head in enumerate(table.columns):
        pdf.set_xy(pdf.l_margin + label + width * index, top)
        pdf.multi_cell(width, LINE, _latin(head), align="R", new_x="LMARGIN", new_y="NEXT")
        bottom = max(bottom, pdf.get_y())
    pdf.set_xy(pdf.l_margin, bottom)


def _row(pdf: _Report, document: Document, row: Row, label: float, width: float, size: int) -> None:
    pdf.set_font("Times", "B" if row.style == "head" else "", size)
    shown = [cell for cell in row.cells if cell]
    indent = 3.0 * row.indent
    room = (label if shown else pdf.epw) - indent
    if pdf.get_y() > pdf.h - 28:
        pdf.add_page()
        pdf.set_font("Times", "B" if row.style == "head" else "", size)
    top = pdf.get_y()
    pdf.set_x(pdf.l_margin + indent)
    pdf.multi_cell(room, LINE, _latin(document.plain(row.label)), align="L", new_x="LMARGIN", new_y="NEXT")
    bottom = pdf.get_y()
    for index, cell in enumerate(row.cells):
        left = pdf.l_margin + label + width * index
        if row.style == "total":
            pdf.line(left + 4, bottom - LINE, left + width, bottom - LINE)
        pdf.set_xy(left, bottom - LINE)
        if isinstance(cell, Number) and cell.before:
            pdf.cell(6, LINE, cell.before, align="R")
            pdf.set_xy(left + 6, bottom - LINE)
            pdf.cell(width - 6, LINE, _latin(cell.text.removeprefix(cell.before)), align="R")
        elif cell:
            text = cell.text if isinstance(cell, Number) else document.plain(cell)
            pdf.cell(width, LINE, _latin(text), align="R")
    pdf.set_xy(pdf.l_margin, max(bottom, top + LINE))
