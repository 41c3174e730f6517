"""Words of one PDF page with their place, from the text layer.

Places are given as the page reads: sideways pages are turned, `y` grows downwards.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_TRAILING_LEADER = re.compile(r"(?:\.{4,}|\u2026{2,}|_{3,})$")
_WORD = re.compile(r"\S+")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\uffff\x00\x01\x02\x03\x04\x05\x06\x07\x08"))
_BOLD = re.compile(rb"bold|black|heavy|demi|[-,]bd|semibold|-b\b", re.IGNORECASE)


@dataclass(slots=True)
class Word:
    """A word with its box; `y` is the baseline, measured downwards from the top of the page."""

    text: str
    start: float
    end: float
    y: float
    size: float
    bold: bool


def read_words(page: pdfium.PdfPage) -> list[Word]:
    """Reads a page's words in the order of the file."""
    textpage = page.get_textpage()
    try:
        return _read_words(textpage, page.get_width(), page.get_height())
    finally:
        textpage.close()


def _read_words(textpage: pdfium.PdfTextPage, width: float, height: float) -> list[Word]:
    text = _characters(textpage)
    matches = list(_WORD.finditer(text))
    probe = _Probe(textpage, width, height)
    probe.find_direction([match.start() for match in matches])
    words: list[Word] = []
    for match in matches:
        first, last = match.start(), match.end() - 1
        word = _clean(match.group())
        if not word:
            continue
        start, _, size = probe.extent(first)
        _, end, last_size = probe.extent(last)
        if word[-1].isdigit() and last > first and last_size < 0.8 * size:
            cut = last
            while cut > first + 1 and probe.extent(cut - 1)[2] < 0.8 * size:
                cut -= 1
            gap = " " if text[cut - 1].isalpha() else ""
            word = f"{_clean(text[first:cut])}{gap}({text[cut : last + 1]})"
        y = probe.baseline(first)
        if math.isfinite(start + end + y + size):  # damaged files set letters nowhere
            words.append(Word(word, start, end, y, size, probe.bold(first)))
    return words


def _clean(word: str) -> str:
    word = word.translate(_INVISIBLE).replace("\ufffe", "-").replace("\u00ad", "-")
    if any("\ud800" <= letter <= "\udfff" for letter in word):
        word = word.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _TRAILING_LEADER.sub("", word)


def _characters(textpage: pdfium.PdfTextPage) -> str:
    """The page's characters, one for each character index of PDFium."""
    count = textpage.count_chars()
    buffer = (ctypes.c_ushort * (count + 1))()
    written = pdfium_c.FPDFText_GetText(textpage.raw, 0, count, buffer)
    if written == count + 1:
        return "".join(map(chr, buffer[:count]))
    codes = (pdfium_c.FPDFText_GetUnicode(textpage.raw, index) for index in range(count))
    return "".join(chr(code) if 0 < code <= 0xFFFF else " " for code in codes)


class _Probe:
    """Asks PDFium for the place of single characters, in the direction in which most of the page reads.

    Every call crosses into C, so it is made for the first and last character of a word only.
    """

    def __init__(self, textpage: pdfium.PdfTextPage, width: float, height: float) -> None:
        self._raw = textpage.raw
        self._width = width
        self._height = height
        self._turn = 0
        self._box = pdfium_c.FS_RECTF()
        self._box_ref = ctypes.byref(self._box)
        self._x = ctypes.c_double()
        self._y = ctypes.c_double()
        self._xy = (ctypes.byref(self._x), ctypes.byref(self._y))
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.byref(ctypes.c_int())

    def find_direction(self, indices: Sequence[int]) -> None:
        """Finds the quarter turns of most words: tables are often set sideways."""
        step = max(1, len(indices) // 24)
        angles = [pdfium_c.FPDFText_GetCharAngle(self._raw, index) for index in indices[::step]]
        turns = [round(angle / (math.pi / 2)) % 4 for angle in angles if math.isfinite(angle)]
        self._turn = max(set(turns), key=turns.count) if turns else 0

    def extent(self, index: int) -> tuple[float, float, float]:
        """Start, end and letter height of a character along the reading direction."""
        box = self._box
        pdfium_c.FPDFText_GetLooseCharBox(self._raw, index, self._box_ref)
        if self._turn == 0:
            return box.left, box.right, 0.9 * (box.top - box.bottom)
        if self._turn == 1:
            return box.bottom, box.top, 0.9 * (box.right - box.left)
        if self._turn == 2:
            return self._width - box.right, self._width - box.left, 0.9 * (box.top - box.bottom)
        return self._height - box.top, self._height - box.bottom, 0.9 * (box.right - box.left)

    def baseline(self, index: int) -> float:
        """Distance of the character's baseline from the top of the page as it reads."""
        pdfium_c.FPDFText_GetCharOrigin(self._raw, index, *self._xy)
        x, y = float(self._x.value), float(self._y.value)
        return (self._height - y, x, y, self._width - x)[self._turn]

    def bold(self, index: int) -> bool:
        """Whether the character's font has a bold name; PDFium's weights differ too much between fonts."""
        pdfium_c.FPDFText_GetFontInfo(self._raw, index, self._name, 128, self._flags)
        return bool(_BOLD.search(self._name.value))
