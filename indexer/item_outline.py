"""The headings inside a section with their levels: statements, notes and their parts, and the discussion's captions.

Level 1 is the Item's own heading, 2 a statement, "Notes to ..." or the strongest caption, 3 a note, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from finsagent.domain import Heading
from finsagent.forms import plain_words
from indexer.document import Block
from indexer.item_headings import is_item_heading
from indexer.item_starts import is_statement, title_of

_NOTE = re.compile(
    r"^(?P<word>note\s+|\()?(?P<number>\d{1,2}|[A-Z])(?P<mark>\s*[.:)\-\u2013\u2014|]+|\s)\s*(?P<title>\S.*)?$",
    re.DOTALL | re.IGNORECASE,
)
_RUN_IN = re.compile(
    r"^(?:note\s+)?(?:\d{1,2}|[A-Z])[.:]?\s+[A-Z][^.\u2013\u2014]{3,90}?(?=\s*[\u2013\u2014]\s)", re.IGNORECASE
)
_NOTES = re.compile(
    r"^(?:\(?unaudited\)?\s*)?(?:condensed |selected )?notes? to .{0,60}(?:financial )?statements?\b", re.IGNORECASE
)
_REPORT = re.compile(
    r"^(?:report of|independent (?:public )?(?:accountant|auditor)|management.{0,3} (?:annual )?report)", re.IGNORECASE
)
_PART = re.compile(r"^part\s+[iv]+\b", re.IGNORECASE)
_CONTINUED = re.compile(r"\s*[(\u2013\u2014-]*\s*\bcontinued\b\)?\s*$", re.IGNORECASE)
_MAX_TITLE = 160
_TITLE_STARTS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ(\u201c"


def outline(blocks: Sequence[Block], places: Sequence[int], offsets: Sequence[int]) -> tuple[Heading, ...]:
    """The headings of a section.

    Args:
        blocks: The document.
        places: Indices of the section's blocks.
        offsets: Where each of them starts in the section's text.
    """
    found: list[tuple[str, int, int, bool]] = []
    notes = False
    number = 0
    for place, offset in zip(places, offsets, strict=True):
        block = blocks[place]
        if block.kind == "table" and not is_statement(blocks, place):
            continue
        if block.kind == "paragraph" and len(block.text) > 300 and not notes:
            continue
        text = _CONTINUED.sub("", title_of(block)[:301])
        run_in = _RUN_IN.match(text) if notes and block.kind == "paragraph" else None
        if run_in and (note := _note(run_in.group(), number, inside=True, heading=True)):
            number = note
            found.append((run_in.group(), offset, 3, True))
        if not text or len(text) > 300:
            continue
        if is_statement(blocks, place):
            found.append((text, offset, 2, True))
            notes = False
        elif block.kind == "heading" and _REPORT.match(text):
            notes = False
            found.append((text, offset, 2, True))
        elif len(text) <= _MAX_TITLE and _NOTES.match(text):
            notes, number = True, number if notes else 0
            found.append((text, offset, 2, True))
        elif note := _note(text, number, inside=notes, heading=block.kind == "heading"):
            number, notes = note, True
            found.append((text, offset, 3, True))
        elif block.kind == "heading":
            if is_item_heading(text) or _PART.match(text):
                found.append((text, offset, 1, True))
            else:
                found.append((text, offset, (block.level or 1) + (3 if notes else 1), False))
    return _levelled(found)


def _note(text: str, last: int, *, inside: bool, heading: bool) -> int:
    """The number of the note that a line heads, or 0: without the word "Note" it must follow on the note before."""
    match = _NOTE.match(text)
    if not match or len(text) > _MAX_TITLE:
        return 0
    number = int(match["number"]) if match["number"].isdigit() else ord(match["number"].upper()) - ord("A") + 1
    if (match["word"] or "").lower().startswith("note"):
        return number if heading or number == last + 1 else 0
    titled = match["title"] and match["title"][:1] in _TITLE_STARTS and match["mark"].strip()
    return number if inside and heading and number == last + 1 and titled else 0


def _levelled(found: Sequence[tuple[str, int, int, bool]]) -> tuple[Heading, ...]:
    """Close gaps in the levels, so that each heading is at most one below the one over it; drop repeated ones."""
    headings: list[Heading] = []
    over: list[int] = []
    levels: list[int] = []
    for text, offset, raw, fixed in found:
        if fixed and (raw == 3 or _NOTES.match(text)) and _repeats(text, headings):
            continue
        while over and over[-1] >= raw:
            over.pop()
            levels.pop()
        level = raw if fixed else (levels[-1] + 1 if levels else min(raw, 2))
        over.append(raw)
        levels.append(level)
        headings.append(Heading(text=text, start=offset, level=level))
    return tuple(headings)


def _repeats(text: str, headings: Sequence[Heading]) -> bool:
    """Whether a heading stands again over the next page of the same notes."""
    plain = plain_words(text)
    return any(plain_words(heading.text) == plain for heading in headings[-40:])
