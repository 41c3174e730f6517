"""Keeps a cause to the line it is of: why one line moved is not told by a sentence about another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from finsagent.agents.asked import Asked
from finsagent.agents.splitting import Sentence
from finsagent.lexicon import Lexicon, LineItem
from finsagent.text import tokens

CAUSE = re.compile(
    r"\b(?:due to|primarily|driven by|because|as a result|reflect\w*|attributable|resulting from|resulted from"
    r"|partially offset|led by|given (?:our|the|its|continued|strong)|owing to|thanks to|driven)\b",
    re.IGNORECASE,
)
_OTHER = frozenset(tokens("net comparable average deferred"))
_CAUSES = re.compile(
    r"\b(?:led to|caus(?:ed|ing)|resulted in|resulting in|contributed to|drove|reduced|helped|hurt|weighed on"
    r"|benefit(?:ed|ted))\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:increas|decreas|declin|rose|ris(?:e|ing)|f[ae]ll|grew|grow|higher|lower|improv|reduc|chang|drop"
    r"|expand|contract"
    r"|benefit|impact|worse|better|gain|los[st])",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^\W*(?:(?:the|this|these|that|such|its|our|overall)\s+(?:\w+\s+){0,3}?"
    r"(?:increase|decrease|decline|improvement|growth|change|drop|reduction|fall|rise|gain)s?\b"
    r"|this\b|these\b|it\b|they\b|partially|in addition|also|lower|higher|a\s)",
    re.IGNORECASE,
)


def wordings_of(asked: Asked) -> list[list[str]]:
    """How the asked line may be named: in the question's words, its label and what filings print."""
    item = asked.item
    said = [match.text for match in asked.matches if match.item is item]
    more = (item.label, *item.asked, *(item.printed[:8] if isinstance(item, LineItem) else ())) if item else ()
    return [words for text in dict.fromkeys((*said, *more)) if (words := tokens(text))]


def tells_cause_of(asked: Asked, lexicon: Lexicon) -> Callable[[Sentence, Sentence | None], bool]:
    """A test of a sentence (and the one before it): does it say what moved the asked line?"""
    wordings = wordings_of(asked)
    own = {word for words in wordings for word in words}
    label = asked.item.label.lower().split() if asked.item else []
    short = re.compile(rf"^\W*(?:the|this|that|our)\s+{re.escape(label[-1])}\b", re.IGNORECASE) if label else None
    qualifier = tokens(label[0])[:1] if len(label) > 1 else []

    def tells(sentence: Sentence, before: Sentence | None) -> bool:
        if sentence.table:
            return False
        if _is_about(sentence, wordings):
            first = next(iter(lexicon.match(sentence.text)), None)
            return first is None or first.item is asked.item or tokens(first.text) in wordings
        if short is not None and short.search(sentence.text) and qualifier and _has_cause(sentence.text):
            return qualifier[0] in sentence.context or (before is not None and qualifier[0] in before.words)
        if before is not None and _names(tokens(before.text), wordings) and not before.table:
            return bool(_GOES_ON.search(sentence.text)) and _has_cause(sentence.text)
        under = any(set(words) <= sentence.context for words in wordings) and len(sentence.context - own) <= len(own)
        return under and bool(_GOES_ON.search(sentence.text)) and _has_cause(sentence.text)

    return tells


def _is_about(sentence: Sentence, wordings: Sequence[Sequence[str]]) -> bool:
    """Whether the line is what moved: named before the cause is given, or after what "led to" it."""
    if not _MOVES.search(sentence.text):
        return False
    cause = CAUSE.search(sentence.text)
    if cause is not None and _names(tokens(sentence.text[: cause.start()]), wordings):
        return True
    moved = _CAUSES.search(sentence.text)
    return moved is not None and _names(tokens(sentence.text[moved.end() :]), wordings)


def _has_cause(text: str) -> bool:
    return bool(CAUSE.search(text) or _CAUSES.search(text))


def _names(words: Sequence[str], wordings: Sequence[Sequence[str]]) -> bool:
    return any(
        list(words[at : at + len(wording)]) == list(wording)
        and not (at and words[at - 1] in _OTHER and wording[0] not in _OTHER)
        for wording in wordings
        for at in range(len(words) - len(wording) + 1)
    )
