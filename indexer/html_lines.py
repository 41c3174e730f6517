"""From pieces of text with their looks to a line: white space folded, footnote marks set apart, one look for all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.html_flow import MARK_CLOSE, MARK_OPEN, Line, without_marks
from indexer.html_styles import Look

Piece = tuple[str, Look]

LINE_BREAK: Piece = ("\n", Look())
"""What a <br> leaves among the pieces; told apart from white space in the source by identity."""

_ODD = re.compile("[\x80-\x9f\u00ad\u200b-\u200d\u2060\ufeff]")
_REPLACED: dict[int, str | None] = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
_REPLACED |= {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
_FOOTNOTE = re.compile(r"(?:\d{1,2}|[a-z])(?:\s*,\s*(?:\d{1,2}|[a-z]))*")
_BRACKETED = re.compile(r"\(\s*\w{1,2}\s*\)(?:\s*,?\s*\(\s*\w{1,2}\s*\))*,?")
_ITEM = re.compile(r"\s*(?:part\s+[iv]+\b.{0,5})?items?\s*\d{1,2}[a-c]?\b", re.IGNORECASE)
_TITLE = re.compile(r"[A-Za-z]{3}")


def make_lines(pieces: Sequence[Piece]) -> list[Line]:
    """The line that the pieces make; two, where a bold heading runs into its text; none, if nothing is visible."""
    cut = _run_in(pieces) if len(pieces) > 1 else 0
    parts = (pieces[:cut], pieces[cut:]) if cut else (pieces,)
    return [line for part in parts if (line := _make_line(part)) is not None]


def _make_line(pieces: Sequence[Piece]) -> Line | None:
    if len(pieces) == 1:
        return _plain_line(*pieces[0])
    if len(pieces) > 1 and any(look.raised for _, look in pieces):
        joined = _with_footnotes(pieces)
    else:
        joined = "".join([text for text, _ in pieces])
    if _ODD.search(joined):
        joined = joined.translate(_REPLACED)
    text = " ".join(joined.split())
    if not text or (text[0] == MARK_OPEN and not without_marks(text).strip()):
        return None
    bold = italic = underlined = raised = True
    longest = 0
    look = pieces[0][1]
    for piece, piece_look in pieces:
        length = len(piece)
        if piece.isspace() or piece[0] == MARK_OPEN or piece[0] == MARK_CLOSE:
            continue
        if length > longest:
            longest, look = length, piece_look
        if length > 2 or any(map(str.isalnum, piece)):
            bold &= piece_look.bold
            italic &= piece_look.italic
            underlined &= piece_look.underlined
            raised &= piece_look.raised
    return Line(
        text=text,
        bold=bold,
        italic=italic,
        underlined=underlined,
        raised=raised,
        centred=look.centred,
        size=look.size,
        rank=look.rank,
    )


def _plain_line(piece: str, look: Look) -> Line | None:
    """A line of one look, as most are."""
    if _ODD.search(piece):
        piece = piece.translate(_REPLACED)
    text = " ".join(piece.split())
    if not text:
        return None
    sign = len(piece) <= 2 and not any(map(str.isalnum, piece))  # a sign alone fits any look around it
    return Line(
        text=text,
        bold=sign or look.bold,
        italic=sign or look.italic,
        underlined=sign or look.underlined,
        raised=sign or look.raised,
        centred=look.centred,
        size=look.size,
        rank=look.rank,
    )


def _with_footnotes(pieces: Sequence[Piece]) -> str:
    """Join the pieces with raised footnote marks set off by a space and, if bare, in brackets: "1,234 (2)"."""
    joined = ""
    after_mark = False
    for piece, look in pieces:
        mark = " ".join(piece.split()) if look.raised else ""
        if mark and (_BRACKETED.fullmatch(mark) or _FOOTNOTE.fullmatch(mark)):
            if after_mark and joined[-1:] == ")":
                joined += ","
            joined += f" {mark}" if mark[0] == "(" else f" ({mark})"
            after_mark = True
            continue
        if after_mark and piece[:1].isalnum():
            joined += " "
        joined += piece
        after_mark = False
    return joined


def _run_in(pieces: Sequence[Piece]) -> int:
    """Where the text starts that follows a bold heading in the same paragraph; 0 if it is one line.

    That is after a line break that ends the bold letters, or after an Item's label and title in bold.
    """
    cut = 0
    for index, (text, look) in enumerate(pieces):
        if text.isspace() or text[0] in (MARK_OPEN, MARK_CLOSE):
            continue
        if not look.bold:
            cut = index
            break
    else:
        return 0
    head = pieces[:cut]
    if not cut or not any(text.strip() for text, _ in head):
        return 0
    if any(piece is LINE_BREAK for piece in reversed(head[-3:])):
        return cut
    label = "".join(text for text, _ in head)
    match = _ITEM.match(label)
    if match and _TITLE.search(label, match.end()) and len(label) < 200:
        rest = "".join(text for text, _ in pieces[cut:]).strip()
        if rest[:1].isupper() and rest.endswith("."):
            return cut
    return 0
