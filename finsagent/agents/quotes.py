"""Finds a quote in a passage and makes it a citation that opens at the exact words.

A quote may differ from the passage in white space, table bars and typographic marks; what is cited is always the
passage's own text. A quote that starts or ends inside a word or number is not found.
"""

from __future__ import annotations

from collections.abc import Sequence

from finsagent.domain import Citation, Evidence

_SHORTEST_QUOTE = 2
_INVISIBLE = frozenset("\u200b\ufeff\u00ad")
_QUOTATION_MARKS = "\"'\u201c\u201d\u2018\u2019"
_SAME = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2010": "-", "\u2011": "-", "\u2012": "-",
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2039": "<", "\uff3b": "[",
})  # fmt: skip


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: as it is, else with white space, bars and typographic marks made equal."""
    wanted = quote.strip()
    span = _find(wanted, text, text, range(len(text)))
    if span is not None:
        return span
    folded, places = _fold(text)
    for variant in (wanted, wanted.strip(_QUOTATION_MARKS).rstrip(".\u2026").strip()):
        span = _find(_fold(variant)[0], folded, text, places)
        if span is not None:
            return span
    return None


def cite(evidence: Evidence, quote: str, *, document: str) -> Citation | None:
    """The citation for a quote of a passage, or None if the passage does not hold it."""
    span = locate(quote, evidence.text)
    if span is None:
        return None
    start, end = span
    return Citation(
        evidence=evidence.id,
        chunk=evidence.chunk,
        filing=evidence.filing,
        document=document,
        section=evidence.section,
        item=evidence.item,
        title=evidence.title,
        page=evidence.page,
        start=evidence.start + start,
        end=evidence.start + end,
        quote=evidence.text[start:end],
    )


def _find(quote: str, folded: str, text: str, places: Sequence[int]) -> tuple[int, int] | None:
    """The first place of a quote in a folded text, as a span of the text that was folded."""
    if sum(character.isalnum() for character in quote) < _SHORTEST_QUOTE:
        return None
    found = folded.find(quote)
    while found >= 0:
        start, end = places[found], places[found + len(quote) - 1] + 1
        if not _joined(text, start) and not _joined(text, end):
            return start, end
        found = folded.find(quote, found + 1)
    return None


def _joined(text: str, place: int) -> bool:
    """Whether a cut at a place would part a word or a number ("1,5" of "1,577")."""
    if place <= 0 or place >= len(text):
        return False
    before, after = text[place - 1], text[place]
    if before.isalnum() and after.isalnum():
        return True
    if before.isdigit() and after in ".,":
        return text[place + 1 : place + 2].isdigit()
    if before in ".," and after.isdigit():
        return text[place - 2 : place - 1].isdigit() if place >= 2 else True
    return False


def _fold(text: str) -> tuple[str, list[int]]:
    """The text without what may differ, and where each of its characters stood. Words and numbers stay apart."""
    kept: list[str] = []
    places: list[int] = []
    gap = -1
    for place, character in enumerate(text):
        if character in _INVISIBLE:
            continue
        if character.isspace() or character == "|":
            gap = place if gap < 0 else gap
            continue
        if gap >= 0 and kept and kept[-1].isalnum() and character.isalnum():
            kept.append(" ")
            places.append(gap)
        gap = -1
        kept.append(character.translate(_SAME))
        places.append(place)
    return "".join(kept), places
