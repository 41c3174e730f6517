"""What a question asks once its instructions, issuer names and periods are set aside. Words only, no index."""

from __future__ import annotations

import re
from dataclasses import dataclass

from finsagent.domain import Role
from finsagent.lexicon import Lexicon, LineItem, Match, statement_hints
from finsagent.lexicon.topics import Topic, match_topics

_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"'])")
_INSTRUCTION = re.compile(
    r"^(?:assume|answer|respond|give|please|round|note|base|basing|using|approach|provide|state|your|address|define|"
    r"calculate \(or extract\)|compute or extract|we (?:want|need) to|"
    r"if (?:we|you|the|\w+(?: \w+)* (?:is|are) not))\b",
    re.IGNORECASE,
)
_PERIOD_WORDS = re.compile(
    r"\b(?:FY|CY|fiscal\s+(?:years?|period))?\s*['\u2019]?(?:19|20)\d\d\b|\bQ[1-4]\b|\bH[12]\b|\bfiscal\b|\bFY\s?\d\d\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A question as the embedded analyst reads it.

    `core` is the sentence that asks, without issuers and periods; `line_items` are all that the named measures need,
    the directly named first; `statements` the primary statements that it points to.
    """

    core: str
    matches: tuple[Match, ...]
    line_items: tuple[LineItem, ...]
    statements: tuple[str, ...]
    topics: tuple[Topic, ...]

    def topics_of(self, role: Role) -> list[Topic]:
        """The question's topics that belong to a role."""
        return [topic for topic in self.topics if topic.role == role]


def read_question(text: str, lexicon: Lexicon) -> Reading:
    """Read a question with the lexicon's words."""
    core = core_sentence(text)
    matches = tuple(lexicon.match(text))
    items: dict[str, LineItem] = {}
    for match in matches:
        for item in match.line_items:
            items.setdefault(item.key, item)
    return Reading(
        core=core,
        matches=matches,
        line_items=tuple(items.values()),
        statements=statement_hints(text),
        topics=tuple(match_topics(core)),
    )


def core_sentence(text: str) -> str:
    """The sentences that ask something, without lead-ins ("Answer the following question ...:") and instructions."""
    sentences = _SENTENCE.split(text.strip())
    asking = [s for s in sentences if "?" in s] or [s for s in sentences if not _INSTRUCTION.match(s)] or sentences
    kept = []
    for sentence in asking:
        _, colon, tail = sentence.rpartition(": ")
        kept.append(tail if colon and "?" in tail and len(tail.split()) >= 4 else sentence)
    return " ".join(kept)


def without_names(text: str, names: tuple[str, ...]) -> str:
    """Take issuer names and periods out of a question: every chunk of the scope carries them anyway."""
    plain = text
    for name in sorted(names, key=len, reverse=True):
        plain = re.sub(rf"\b{re.escape(name)}(?:['\u2019]s?)?(?!\w)", " ", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\((?:formerly|formely|previously)[^)]*\)", " ", plain, flags=re.IGNORECASE)
    return " ".join(_PERIOD_WORDS.sub(" ", plain).split())
