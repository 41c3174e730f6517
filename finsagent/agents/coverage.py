"""Whether a question's own words stand in what is to answer it, so that nothing is answered beside the question."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from finsagent.numbers import find_numbers
from finsagent.text import tokens

_FUNCTION = frozenset(tokens(
    "what is was are were the a an of in on at to for its it s their his her our how many much does do did has have "
    "had who whom which when where why and or by with as from be been being there this that these those any all "
    "current currently latest recent today now please tell me give about between during over under than into"
))  # fmt: skip
_FEW = 2
_PARTED = 0.3
_UNNAMED_LEAST = 0.75


def content_words(question: str, names: frozenset[str]) -> list[str]:
    """The words of a question that carry its matter, in order, without function words, names and numbers."""
    words = dict.fromkeys(tokens(question))
    return [w for w in words if w not in _FUNCTION and w not in names and not any(map(str.isdigit, w))]


def phrase_fit(question: str, names: frozenset[str], sentences: Sequence[str]) -> float:
    """How far the sentences hold a short question's term as one: "market share" is not said by both words apart."""
    content = content_words(question, names)
    said = tokens(question)
    pairs = [(a, b) for a, b in itertools.pairwise(said) if a in content and b in content]
    if not content or len(content) > _FEW or not pairs:
        return 1.0
    for text in sentences:
        words = tokens(text)
        if any(pair in pairs for pair in itertools.pairwise(words)):
            return 1.0
    return _PARTED


def is_answerable(question: str, names: frozenset[str], sentences: Sequence[str], *, named: bool) -> bool:
    """Whether there is enough of a question to answer: without a named company nearly all its words must be said."""
    content = content_words(question, names)
    if named:
        return bool(content)
    if len(content) < _FEW:
        return False
    said = set(tokens(" ".join(sentences)))
    return len(said & set(content)) >= _UNNAMED_LEAST * len(content)


_PRICE = re.compile(r"\b(?:stock|share)\s+price\b|\bmarket\s+cap(?:itali[sz]ation)?\b"
                    r"|\bprice\s+of\s+(?:the\s+)?(?:stock|shares?)\b",
                    re.IGNORECASE)  # fmt: skip
_MARKET_SHARE = re.compile(r"\bmarket\s+share\b", re.IGNORECASE)
_ASKS_FIGURE = re.compile(r"^\W*(?:what(?:'s|\s+is|\s+was)?|how\s+(?:much|high|large|big)|give|tell)\b", re.IGNORECASE)
_PRICED = re.compile(
    r"\b(?:closing|sale|sales|last|market|stock|share)\s+(?:sale\s+)?price\b.{0,160}\$\s?\d", re.IGNORECASE | re.DOTALL
)
_SHARED = re.compile(r"\bmarket\s+share\b.{0,80}\d\s?%|\d\s?%.{0,80}\bmarket\s+share\b", re.IGNORECASE | re.DOTALL)


def states_figure(question: str, sentences: Sequence[str]) -> bool:
    """Whether a figure that filings seldom give (a price of the stock, a market share) is really given."""
    if not _ASKS_FIGURE.search(question):
        return True
    for asks, gives in ((_PRICE, _PRICED), (_MARKET_SHARE, _SHARED)):
        if asks.search(question) and not any(gives.search(text) for text in sentences):
            return False
    return True


_COUNTED = re.compile(
    r"\bhow\s+many\s+(?:[\w-]+\s+){0,4}?([\w-]+)\s+(?:did|does|do|has|have|had|is|are|was|were|will|can)\b",
    re.IGNORECASE,
)
_UNCOUNTED = 0.4


def count_fit(question: str, sentences: Sequence[str]) -> float:
    """Less than 1 where a question counts something and no sentence gives a number of it."""
    asked = _COUNTED.search(question)
    if asked is None or not tokens(asked[1]):
        return 1.0
    noun = re.escape(asked[1].lower().rstrip("s")[:12])
    given = re.compile(rf"\d[\d,.]*\s*(?:million|thousand|billion)?\s+(?:[\w-]+\s+){{0,4}}?{noun}", re.IGNORECASE)
    return 1.0 if any(given.search(text) for text in sentences) else _UNCOUNTED


_PART = re.compile(
    r"\b(?:from|by|to)\s+(?:its\s+|the\s+|their\s+)?(.+?)\s*(?:\b(?:in|during|for|at)\b|\?|$)", re.IGNORECASE
)


def gives_share(question: str, text: str) -> bool:
    """Whether a sentence gives a percentage of the part that a question asks the share of."""
    part = _PART.search(question)
    wanted = set(tokens(part[1])) - _FUNCTION if part else set()
    pieces = re.split(r"(?<=[.;])\s+(?=[A-Z])", text)
    return any(re.search(r"\d\s?%", piece) and wanted <= set(tokens(piece)) for piece in pieces)


def says_amount(text: str, said: Sequence[str]) -> bool:
    """Whether a sentence of a text has the asked line's words and an amount or percentage beside them."""
    wordings = [set(tokens(words)) for words in said]
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        words = set(tokens(sentence))
        amounts = any(number.currency or number.mark or number.scale != 1 for number in find_numbers(sentence))
        if amounts and any(wanted <= words for wanted in wordings):
            return True
    return False
