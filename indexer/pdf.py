"""Reads a PDF's text layer into blocks: headings, paragraphs, and tables put together from word positions.

A table never goes over a page break, so every block has one page. Scanned pages give no blocks: there is no OCR.
"""

from __future__ import annotations

from collections.abc import Sequence

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument
from indexer.furniture import drop_furniture
from indexer.grid import Line
from indexer.page import page_blocks
from indexer.pdf_lines import page_lines
from indexer.pdf_words import read_words
from indexer.prose import Layout

MAGIC = b"%PDF-"
_MAGIC_WITHIN = 1024
_REASONS = {
    pdfium_c.FPDF_ERR_PASSWORD: "is encrypted: save a copy without a password and index that",
    pdfium_c.FPDF_ERR_SECURITY: "uses an encryption that can't be read: save a copy without a password and index that",
    pdfium_c.FPDF_ERR_FORMAT: "is damaged or cut off: download it again",
}


def read_pdf(data: bytes, *, name: str) -> RawDocument:
    """Reads a PDF.

    Args:
        data: The file's bytes.
        name: What to call the file in messages.

    Raises:
        FilingError: The file is empty, not a PDF, damaged, encrypted, or has no text layer on any page.
    """
    if not data:
        raise FilingError(f"{name} is empty: download it again")
    if MAGIC not in data[:_MAGIC_WITHIN]:
        raise FilingError(f"{name} is not a PDF: it starts with {data[:16]!r}; check the file")
    pages, failed = _read_pages(data, name)
    bare = [number for number, lines in enumerate(pages, start=1) if not lines]
    if len(bare) == len(pages):
        raise FilingError(
            f"{name} has no text layer on any of its {len(pages)} pages (scanned?): run OCR on it and index the result"
        )
    metadata = {"pages_without_text": ", ".join(map(str, bare))} if bare else {}
    if failed:
        metadata["pages_unreadable"] = ", ".join(map(str, failed))
    return RawDocument(blocks=tuple(_blocks(pages)), metadata=metadata, pages=len(pages), kind="pdf")


def _read_pages(data: bytes, name: str) -> tuple[list[list[Line]], list[int]]:
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        reason = _REASONS.get(getattr(error, "err_code", None), "can't be opened: download it again")
        raise FilingError(f"{name} {reason} ({error})") from error
    pages: list[list[Line]] = []
    failed: list[int] = []
    try:
        if len(document) == 0:
            raise FilingError(f"{name} has no pages: download it again")
        for number in range(len(document)):
            try:
                page = document[number]
            except pdfium.PdfiumError:
                failed.append(number + 1)
                pages.append([])
                continue
            try:
                pages.append(page_lines(read_words(page)))
            finally:
                page.close()
    finally:
        document.close()
    return pages, failed


def _blocks(pages: Sequence[Sequence[Line]]) -> list[Block]:
    cleaned = drop_furniture(pages)
    layout = Layout.of(cleaned)
    blocks: list[Block] = []
    for number, lines in enumerate(cleaned, start=1):
        blocks.extend(page_blocks(lines, layout, page=number))
    return blocks
