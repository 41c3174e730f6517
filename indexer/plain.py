"""Reads plain-text filings, as EDGAR took them in the 1990s: hard-wrapped lines, ASCII tables, `<PAGE>` marks.

Positions are counted in characters; a character is half as wide as it is high, so the tolerances of `grid` hold.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument
from indexer.furniture import drop_furniture
from indexer.grid import VALUE, Line, Span, join_signs
from indexer.page import page_blocks
from indexer.prose import Layout

_PAGE_BREAK = re.compile(r"^[ \t]*<PAGE>[ \t]*(?:\d{1,4}|[ivxl]+)?[ \t]*$|\f", re.IGNORECASE | re.MULTILINE)
_MARK = re.compile(r"</?(?:TABLE|CAPTION|S|C|FN|F\d{1,2}|BTB|TEXT|DOCUMENT|PRE|PAGE|MODULE|R|CENTER)>", re.IGNORECASE)
_COLUMN_MARKS = re.compile(r"^[ \t]*(?:<S>|<C>)(?:[ \t]*<[SC]>)*[ \t]*$", re.IGNORECASE)
_RULE = re.compile(r"^[\s\-=_*~+|\u2013\u2014\u2500]*[-=_*~\u2500]{3,}[\s\-=_*~+|\u2013\u2014\u2500]*$")
_LEADERS = re.compile(r"\.{2,}(?=[\s$(\d]|$)|(?:\s\.){3,}(?=\s|$)|_{3,}|-{4,}|={3,}")
_PIECE = re.compile(r"\S+(?: \S+)*")
_IN_PIECE = re.compile(r"[^ \x00]+")
_SENTENCE_GAP = re.compile(r"[.?!:;\"')][ ]{2}(?=[A-Z\"'(a-z])")
_WIDE_GAP = re.compile(r"\S {3,}\S")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,5}|#x[\da-fA-F]{1,4});")
_BLANKS = str.maketrans({"\xa0": " ", "|": " "})  # bars are drawn rules; here they part cells
_CHARACTER = 0.5
_JUSTIFIED_GAP = 2.0
_RUNNING = re.compile(r"(?:^|[a-z,.] )[a-z]{2,}")
_TAB = 8
_LAYOUT = Layout(size=1.0, leading=1.0)


def read_text(data: bytes, *, name: str) -> RawDocument:
    """Reads plain text.

    Args:
        data: The file's bytes, in UTF-8, UTF-16 with a mark, or Windows-1252.
        name: What to call the file in messages.

    Raises:
        FilingError: There is no text.
    """
    text, widened = _decode(data)
    pages = list(_pages(text))
    if not any(re.search(r"\w{2}", page) for _, page in pages):
        raise FilingError(f"{name} has no text: download it again")
    places = _Places(text, widened=widened)
    lines = drop_furniture([list(_lines(page, start, places)) for start, page in pages])
    numbered = len(pages) > 1
    blocks: list[Block] = []
    for number, page_lines in enumerate(lines, start=1):
        blocks.extend(page_blocks(page_lines, _LAYOUT, page=number if numbered else None))
    return RawDocument(blocks=tuple(blocks), metadata={}, pages=len(pages) if numbered else None, kind="text")


def text_blocks(text: str) -> list[Block]:
    """The blocks of a stretch of text whose columns stand by spaces, as inside <pre> of a page."""
    return page_blocks(list(_lines(text, 0, _Places(text, widened=False))), _LAYOUT, page=None)


def _pages(text: str) -> Iterator[tuple[int, str]]:
    """The pages that have text, with the place where each starts."""
    start = 0
    for match in _PAGE_BREAK.finditer(text):
        if text[start : match.start()].strip():
            yield start, text[start : match.start()]
        start = match.end()
    if text[start:].strip():
        yield start, text[start:]


class _Places:
    """Places in the file as it is, where each line may end in two characters that count as one here."""

    def __init__(self, text: str, *, widened: bool) -> None:
        self._text = text
        self._widened = widened
        self._last = self._lines = 0

    def of(self, place: int) -> int:
        """The place in the file of a place in the text; asked for in rising order."""
        if not self._widened:
            return place
        self._lines += self._text.count("\n", self._last, place)
        self._last = place
        return place + self._lines


def _decode(data: bytes) -> tuple[str, bool]:
    """The text with one character a line end; whether the file has two."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    widened = "\r\n" in text
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x1a", " "), widened


def _lines(page: str, start: int, places: _Places) -> Iterator[Line]:
    right = _right_edge(page)
    y = 0.0
    after = start
    for raw in page.split("\n"):
        at, after = after, after + len(raw) + 1
        if "&" in raw:
            raw = _ENTITY.sub(lambda match: html.unescape(match.group()), raw)
        text = raw.expandtabs(_TAB).translate(_BLANKS).rstrip()
        if _COLUMN_MARKS.match(text):
            continue
        text = _MARK.sub(lambda match: " " * len(match.group()), text).rstrip()
        if text.startswith("- -"):
            text = text[2:]  # lines that start with a dash are escaped in PEM envelopes
        if not text:
            y += 0.0 if raw.strip() else 1.0
            continue
        if _RULE.match(text):
            continue
        y += 1.0
        spans = join_signs(list(_spans(text)))
        if len(spans) > 1 and _is_justified(spans):
            spans = (_span([word for span in spans for word in span.words]),)
        if spans:
            yield Line(spans=spans, y=y, size=1.0, right=right, place=places.of(at))


def _is_justified(spans: Sequence[Span]) -> bool:
    """Whether the gaps come from setting prose to full lines: all narrow, with running words after them."""
    narrow = all(b.start - a.end <= _JUSTIFIED_GAP for a, b in pairwise(spans))
    return narrow and any(not span.is_value and _RUNNING.search(span.text) for span in spans[1:])


def _right_edge(page: str) -> float:
    """Where full lines of prose end: wide tables must not make every sentence look cut short."""
    lines = [line.rstrip() for line in page.split("\n") if line.strip() and not _WIDE_GAP.search(line)]
    widths = sorted(map(len, lines))
    return _CHARACTER * widths[int(0.9 * (len(widths) - 1))] if widths else 0.0


def _spans(text: str) -> Iterator[Span]:
    text = _LEADERS.sub(lambda match: " " * len(match.group()) if len(match.group()) > 2 else "  ", text)
    text = _SENTENCE_GAP.sub(lambda match: match.group()[0] + "\x00 ", text)
    for match in _PIECE.finditer(text):
        words: list[tuple[str, float, float]] = []
        for word in _IN_PIECE.finditer(match.group()):
            start = _CHARACTER * (match.start() + word.start())
            if words and _parted(words[-1][0], word.group()):
                yield _span(words)
                words = []
            words.append((word.group(), start, start + _CHARACTER * len(word.group())))
        if words:
            yield _span(words)


def _parted(left: str, right: str) -> bool:
    """Whether two words with one space between are two cells: columns of numbers may stand that close."""
    return bool(VALUE.match(left)) and (
        right.startswith("$") or ("," in right and bool(VALUE.match(right)) and "," in left)
    )


def _span(words: list[tuple[str, float, float]]) -> Span:
    return Span(text=" ".join(word[0] for word in words), start=words[0][1], end=words[-1][2], words=tuple(words))
