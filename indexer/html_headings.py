"""Which stand-alone lines are headings, and how strong each is. Looks decide; an Item's label decides without looks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from indexer.html_flow import Element, Line, without_marks

_MORE = r"(?:\s*(?:,|and|&|through|,\s*and|[\u2013\u2014-])\s*\d{1,2}\s?[a-c]?\b)*"
_NUMBERED = rf"items?\s*\d{{1,2}}\s*[a-c]?\b{_MORE}"
_LABEL = re.compile(rf"(?:part\s+[iv]+\b\W{{0,5}})?{_NUMBERED}|part\s+(?:[iv]{{1,3}}|[1-4])\b", re.IGNORECASE)
_BARE_LABEL = re.compile(rf"(?:{_NUMBERED}|note\s+\d{{1,2}})[\s.:\u2013\u2014-]*", re.IGNORECASE)
_STATEMENT = re.compile(r"(?:consolidated |combined )?(?:statements? of|balance sheets?)\b", re.IGNORECASE)
_OPEN_END = re.compile(
    r"(?:\b(?:of|and|the|for|in|to|or|with|on|by|from|a|an|its|our)|[,&\u2013\u2014-])$", re.IGNORECASE
)
_BARE_MARKER = re.compile(r"[\u2022\u00b7\u25cf\u25cb\u25a0\u25aa]|\(?\d{1,2}[.)]|\([a-z]{1,3}\)|\*{1,3}")
_BRACKETED = re.compile(r"[(\[].*[)\]]")
_BULLET = re.compile(r"[\u2022\u00b7\u25cf\u25aa\u25a0\u25cb\u2013\u2014*-]\s|\(?(?:\d{1,2}|[a-z])\)\s")
_REFERENCE = re.compile(r"\b(?:of this|see|herein|is incorporated|are incorporated)\b")
_SENTENCE = re.compile(r"[.;,:?!]\"?\u201d?$")
_DATE = re.compile(
    r"\W*(?:as of|at|for the|years?|fiscal years?|quarter|(?:three|six|nine|twelve) months|ended|dated?)?\b.{0,40}"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d.*\d{4}\W*",
    re.IGNORECASE,
)
_MAX_HEADING = 300
_MAX_PLAIN = 120


@dataclass(frozen=True, slots=True)
class Headings:
    """Judges lines against the usual look of a page: `size` is the size in points of most of its text."""

    size: float

    @classmethod
    def of(cls, flow: Iterable[Element]) -> Headings:
        """Learn the usual size from the lines of a page."""
        sizes: Counter[float] = Counter()
        for element in flow:
            if isinstance(element, Line):
                sizes[round(element.size, 1)] += len(element.text)
        return cls(size=max(sizes, key=lambda size: (sizes[size], size), default=10.0))

    def level(self, line: Line, text: str) -> int:
        """0 for a paragraph; else 1 (Items, much bigger letters) to 5 (italics)."""
        if len(text) > _MAX_HEADING or not any(map(str.isalpha, text)) or _BULLET.match(text):
            return 0
        styled = line.bold or line.rank > 0 or line.underlined
        if (match := _LABEL.match(text)) and len(text) <= 250 and _is_label_line(text, match.end(), styled):
            return 1
        if _BRACKETED.fullmatch(text) or _DATE.fullmatch(text):
            return 0
        bigger = line.size - self.size
        capitals = text.upper() == text
        if bigger >= 3.5 and len(text) <= _MAX_PLAIN:
            return 1
        if line.bold or line.rank:
            if bigger >= 1 or capitals:
                return 2
            return 4 if line.italic else 3
        if bigger >= 1 and len(text) <= _MAX_PLAIN and not _SENTENCE.search(text):
            return 2
        if line.underlined and len(text) <= 200:
            return 4
        if line.italic and len(text) <= _MAX_PLAIN and text[0].isupper() and not text.endswith((",", ";")):
            return 5
        plain = len(text) <= _MAX_PLAIN and len(text) > 3 and not _SENTENCE.search(text)
        if plain and (line.centred or capitals) and text[0].isupper() and any(map(str.islower, text)) | (len(text) > 6):
            return 3 if capitals else 4
        return 0


def _is_label_line(text: str, end: int, styled: bool) -> bool:
    """Whether a line that starts with "Item 7" is its heading, and not a sentence or a reference to it."""
    rest = text[end:].strip(" .:*\u2013\u2014-\u00a0")
    if not rest:
        return True
    if not (rest[0].isupper() or rest[0] in "(&[" or rest.startswith(("and ", "\u201c"))):
        return False
    return styled or (len(rest) <= 160 and _REFERENCE.search(rest) is None)


def join_split_lines(flow: list[Element]) -> list[Element]:
    """Put together what is set on two lines: "Item 8." and its title, a broken title, a bullet and its text."""
    joined: list[Element] = []
    for element in flow:
        before = joined[-1] if joined else None
        if isinstance(element, Line) and isinstance(before, Line) and _continues(before, element):
            joined[-1] = replace(
                element if _BARE_MARKER.fullmatch(before.text) else before,
                text=f"{before.text} {element.text}",
                anchors=before.anchors + element.anchors,
                links=before.links + element.links,
            )
        else:
            joined.append(element)
    return joined


def _continues(before: Line, line: Line) -> bool:
    if len(before.text) > 150 or len(line.text) > 200 or before.page != line.page:
        return False
    text, after = without_marks(before.text), without_marks(line.text)
    if _BARE_MARKER.fullmatch(text):
        return not _BARE_MARKER.fullmatch(after)
    if _LABEL.match(after):
        return False
    same = before.bold == line.bold and abs(before.size - line.size) < 1 and before.rank == line.rank
    if _BARE_LABEL.fullmatch(text):
        title = after[:1].isupper() and not after.endswith((".", ";")) and not _STATEMENT.match(after)
        return title and (same or line.bold)
    broken = _OPEN_END.search(text) is not None and after[:1].isalpha()
    return broken and same and before.centred == line.centred and (before.bold or before.rank > 0)
