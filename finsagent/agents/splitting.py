"""Splits passages into sentences and says how far each may answer anything at all.

Pointers to other places, exhibit lists, cover-page lines, disclaimers and pieces cut off at a passage's edge state
nothing by themselves; lines of tables are not sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from finsagent.domain import Evidence
from finsagent.text import tokens

_END = re.compile(r"(?<=[.!?;])[\"\u201d)]*\s+(?=[\"\u201c(]?[A-Z0-9\u2022])|\n+")
_ABBREVIATION = re.compile(r"(?:\b(?:U\.S|Inc|Corp|Co|Ltd|No|Nos|Mr|Mrs|Ms|Dr|vs|approx|St|Jr|Sr|i\.e|e\.g|[A-Z])\.)$")
_HEADING_WORDS = 18
_ENDS = '.!?;:)"\u201d'
_POINTER = re.compile(
    r"^\W*(?:for (?:a |an |any |more |further |additional |the )*(?:\w+ )?"
    r"(?:discussion|information|details?|descriptions?)|see\b|refer to\b|please (?:see|refer)|reference is made"
    r"|information (?:regarding|about|on|concerning|required|set forth|with respect)|the information|also see"
    r"|as (?:discussed|described) in (?:note|item|part)[^,]{0,40}\.$)"
    r"|\bincorporated (?:\w+ )?by reference\b|\bis set forth (?:in|under)\b|\bcaption(?:ed)? [\"\u201c]",
    re.IGNORECASE,
)
_FURNITURE = re.compile(
    r"^\W*\(?\d{1,3}\.\d{1,3}[a-z]?\*?\)?\s|\bdate of (?:report|earliest event)|\bexhibits? (?:no|number|index|\d)"
    r"|\b(?:form of|dated as of\b.*\bamong\b.*)\(|\bcommission file|\bindicate by check mark"
    r"|\bpursuant to the requirements"
    r"|\bexact name of registrant|\btelephone number|\b(?:rule|regulation) \d+[a-z]-\d|\btable of contents\b|\bpage \d+"
    r"|\bsecurities registered pursuant|^\W*(?:item|part|note) \w+[.:\u2014\u2013-]?\s*\S{0,30}$"
    r"|\bhereunto duly authorized"
    r"|\bin our opinion, |\bwe have audited\b|\bour audits?\b|^\W*testing the\b|\binternal control over\b",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\bforward-looking\b|\b(?:un|not )able to (?:reconcile|predict the (?:impact|occurrence))"
    r"|\bwithout unreasonable effort|\bno assurance\b|\bactual results\b"
    r"|\bnon-gaap (?:financial )?(?:\w+ )?measures? (?:are|is|should|adjust|exclud|have|may|provid|that)"
    r"|\bin accordance with (?:u\.?s\.? )?gaap\b.{0,60}\bnot\b|\bmanagement (?:believes|uses) (?:that )?th(?:is|ese)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"\bfollowing (?:tables?|charts?|graphs?|discussion)\b|\bas follows:?$|\b(?:preceding|above|below) tables?\b"
    r"|\btables? (?:below|above)\b",
    re.IGNORECASE,
)
_WORTH: tuple[tuple[re.Pattern[str], float], ...] = (
    (_FURNITURE, 0.2),
    (_POINTER, 0.3),
    (_DISCLAIMER, 0.4),
    (_LEAD_IN, 0.55),
    (re.compile(r"\b(?:at|of|in|for|by|are|as|on|include\w*)\W*(?:[A-Z]\w+ \d+)?:$"), 0.6),
    (re.compile(r"^\W*\(\d{1,2}\)\s.*(?<!:)$", re.DOTALL), 0.75),
)
_FRAGMENT = 0.45
_TABLE_LINE = 0.3


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A sentence with its place in the section, its words, and those of the headings it stands under."""

    evidence: Evidence
    start: int
    end: int
    text: str
    words: frozenset[str]
    context: frozenset[str]
    table: bool
    worth: float
    """How far it may answer anything (0-1): less for pointers, furniture, disclaimers, fragments and table lines."""


def _worth(text: str) -> float:
    best = next((value for pattern, value in _WORTH if pattern.search(text)), 1.0)
    if " | " in text:
        return min(best, _TABLE_LINE)
    return min(best, _FRAGMENT) if text[:1].islower() else best


@lru_cache(maxsize=1024)
def sentences_of(evidence: Evidence) -> tuple[Sentence, ...]:
    """The sentences and table lines of a passage, in order; read once however many roles ask."""
    return tuple(_sentences(evidence))


def _sentences(evidence: Evidence) -> Iterator[Sentence]:
    text = evidence.text
    context: frozenset[str] = frozenset()
    begin = 0
    for match in [*_END.finditer(text), None]:
        end = match.start() if match else len(text)
        if match and "\n" not in match.group() and _ABBREVIATION.search(text[begin:end]):
            continue
        piece = text[begin:end]
        at = begin + len(piece) - len(piece.lstrip())
        stripped = piece.strip()
        begin = match.end() if match else len(text)
        if len(stripped) < 12:
            continue
        words = frozenset(tokens(stripped))
        if " | " not in stripped and stripped[-1] not in _ENDS and len(stripped.split()) < _HEADING_WORDS:
            context = words  # a heading answers nothing, but says what the sentences below it are about
        elif len(words) >= 3:
            yield Sentence(
                evidence=evidence,
                start=evidence.start + at,
                end=evidence.start + at + len(stripped),
                text=stripped,
                words=words,
                context=context - words,
                table=" | " in stripped,
                worth=_worth(stripped),
            )
