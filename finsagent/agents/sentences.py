"""Extracts the sentences that answer a question in prose: one to four, in the filing's order, each cited.

Sentences are scored by the question's words weighed by rarity in the evidence, by how filings put the matter, by the
passage's place in the ranking and, if there is an encoder, by meaning. It adds no words of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from finsagent.agents.readings import cite_span
from finsagent.agents.roles import RolePolicy
from finsagent.domain import Citation, Evidence, Filing
from finsagent.text import tokens

_END = re.compile(r"(?<=[.!?;])[\"\u201d)]*\s+(?=[\"\u201c(]?[A-Z0-9\u2022])|\n+")
_ABBREVIATION = re.compile(r"(?:\b(?:U\.S|Inc|Corp|Co|Ltd|No|Nos|Mr|Mrs|Ms|Dr|vs|approx|St|Jr|Sr|i\.e|e\.g|[A-Z])\.)$")
_CAUSE = re.compile(
    r"\b(?:due to|primarily|driven by|because|as a result|reflect\w*|attributable|resulting from"
    r"|partially offset|led by)\b",
    re.IGNORECASE,
)
_ASKS_CAUSE = re.compile(r"\b(?:why|drove|driven|caused?|reasons?|factors?|drivers?|led to)\b", re.IGNORECASE)
_ASKS_NUMBER = re.compile(r"\bhow (?:much|many)\b|\bamount\b|\bpercent|\btotal\b|\bnumber\b", re.IGNORECASE)
_ASKS_DATE = re.compile(r"\bwhen\b|\bwhat date\b|\bwhat year\b", re.IGNORECASE)
_ASKS_SEVERAL = re.compile(
    r"\b(?:what are|which|list|who are|describe|major|main|key|primary|risks|geographies|any)\b", re.IGNORECASE
)
_DATE = re.compile(r"\b(?:19|20)\d\d\b")
_BOILERPLATE = re.compile(
    r"\b(?:forward-looking|incorporated (?:herein )?by reference|in our opinion, |we have audited"
    r"|our audits?\b|internal control over|table of contents|see note|refer to note|page \d+)\b",
    re.IGNORECASE,
)
_QUIET = frozenset(
    tokens("company companies fiscal year years quarter fy please state based data report reported following question "
           "drove change caused reason primarily using primary information business main key major")
)  # fmt: skip
_ENCODED = 32
_AFTER = 0.15
_UNDER = 0.6
_HEADING_WORDS = 18
_ENDS = '.!?;:)"\u201d'
_ENCODED_CHARS = 400
_TOPIC_SHARE = 0.85
_MOST_WORDS = 150


class SentenceEncoder(Protocol):
    """What is needed of an encoder: texts to unit vectors."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Extract:
    """Sentences that answer, and how sure that is (0-1). Empty where nothing comes close."""

    text: str
    citations: tuple[Citation, ...]
    confidence: float


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sentence:
    evidence: Evidence
    start: int
    end: int
    text: str
    words: frozenset[str]
    context: frozenset[str]
    table: bool


def extract(
    question: str,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    policy: RolePolicy,
    *,
    names: frozenset[str],
    printed: Sequence[str] = (),
    says: Sequence[str] = (),
    encoder: SentenceEncoder | None = None,
) -> Extract:
    """Pick the sentences that answer.

    Args:
        question: the sentences that ask.
        evidence: the passages, best first.
        filings: the filings that they stand in.
        policy: whose question it is; passages of its own Items count more.
        names: index tokens of the issuers' names, which every passage could hold.
        printed: what filings print for the items that the question names.
        says: how filings put the topics of the question.
        encoder: scores by meaning, if given.
    """
    sentences = [s for passage in evidence for s in _sentences(passage)]
    if not sentences:
        return Extract(text="", citations=(), confidence=0.0)
    wanted = [word for word in dict.fromkeys(tokens(question)) if word not in names and word not in _QUIET]
    extra = {word for phrase in (*printed, *says) for word in tokens(phrase)} - set(wanted) - names
    rarity = _rarity(sentences)
    total = sum(rarity(word) for word in wanted) or 1.0
    coverage = [
        sum(rarity(word) * (1.0 if word in s.words else _UNDER) for word in wanted if word in s.words | s.context)
        / total
        for s in sentences
    ]
    scores = [
        _score(s, cover, sum(rarity(word) for word in extra if word in s.words) / total, question, policy)
        for s, cover in zip(sentences, coverage, strict=True)
    ]
    closeness = _by_meaning((question, *says[:3]), sentences, scores, encoder)
    own = [score + 0.9 * closeness.get(at, 0.0) for at, score in enumerate(scores)]
    final = [score + _AFTER * own[at - 1] * _follows(sentences, at) for at, score in enumerate(own)]
    order = sorted(range(len(sentences)), key=lambda at: (-final[at], at))
    chosen = _choose(
        order, final, sentences, several=bool(_ASKS_SEVERAL.search(question) or _ASKS_CAUSE.search(question))
    )
    best = order[0]
    sure = _sureness(coverage[best], closeness.get(best) if encoder else None)
    if sure <= 0:
        return Extract(text="", citations=(), confidence=0.0)
    picked = [sentences[at] for at in sorted(chosen, key=lambda at: (sentences[at].evidence.rank, sentences[at].start))]
    return Extract(
        text=" ".join(_finished(s) for s in picked),
        citations=tuple(cite_span(s.evidence, filings[s.evidence.filing], s.start, s.end) for s in picked),
        confidence=sure,
    )


def _sentences(evidence: Evidence) -> Iterator[_Sentence]:
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
            yield _Sentence(
                evidence=evidence,
                start=evidence.start + at,
                end=evidence.start + at + len(stripped),
                text=stripped,
                words=words,
                context=context - words,
                table=" | " in stripped,
            )


class _Rarity:
    def __init__(self, counts: Mapping[str, int], total: int) -> None:
        self._counts = counts
        self._total = total

    def __call__(self, word: str) -> float:
        return math.log(1 + (self._total + 1) / (self._counts.get(word, 0) + 0.5))


def _rarity(sentences: Sequence[_Sentence]) -> _Rarity:
    counts: dict[str, int] = {}
    for sentence in sentences:
        for word in sentence.words:
            counts[word] = counts.get(word, 0) + 1
    return _Rarity(counts, len(sentences))


def _score(sentence: _Sentence, cover: float, expanded: float, question: str, policy: RolePolicy) -> float:
    score = cover + 0.2 * min(expanded, 1.0)
    size = len(sentence.text.split())
    if size < 6:
        score *= 0.6
    elif size > 90:
        score *= 0.85
    if sentence.table:
        score *= 0.6
    if _BOILERPLATE.search(sentence.text):
        score *= 0.6
    if sentence.text[:1].islower() and not sentence.table:
        score *= 0.75
    if not re.search(r"[a-z]{3}.*[.;:)\"\u201d]$", sentence.text, re.DOTALL):
        score *= 0.75
    if _ASKS_CAUSE.search(question) and _CAUSE.search(sentence.text):
        score += 0.25
    if _ASKS_NUMBER.search(question) and re.search(r"\d", sentence.text):
        score += 0.12
    if _ASKS_DATE.search(question) and _DATE.search(sentence.text):
        score += 0.12
    score += 0.2 / (1 + 0.15 * (sentence.evidence.rank - 1))
    return score * (1.0 if owns(policy, sentence.evidence) else 0.9)


def owns(policy: RolePolicy, evidence: Evidence) -> bool:
    """Whether a passage stands in one of the role's Items; a role without Items owns all."""
    if not policy.items:
        return True
    labels = set()
    for key in policy.items:
        form, _, item = key.partition(":")
        part, _, number = item.rpartition("-")
        labels.add(f"Part {part}, Item {number}" if part and form == "10-Q" else f"Item {number}")
    return evidence.item in labels


def _follows(sentences: Sequence[_Sentence], at: int) -> bool:
    """Whether a sentence goes on from the one before: what is said after a good match often holds the answer."""
    if at == 0:
        return False
    before, this = sentences[at - 1], sentences[at]
    return before.evidence.id == this.evidence.id and not this.table and 0 <= this.start - before.end <= 3


def _by_meaning(
    wanted: Sequence[str], sentences: Sequence[_Sentence], scores: Sequence[float], encoder: SentenceEncoder | None
) -> dict[int, float]:
    """How near the first sentences are in meaning to the question (`wanted[0]`) or to how filings put its topic."""
    if encoder is None:
        return {}
    first = sorted(range(len(sentences)), key=lambda at: (-scores[at], at))[:_ENCODED]
    vectors = encoder.encode([*wanted, *(sentences[at].text[:_ENCODED_CHARS] for at in first)])
    asked, told = vectors[: len(wanted)], vectors[len(wanted) :]
    near = told @ asked.T
    return {
        at: max(float(near[number, 0]), _TOPIC_SHARE * float(near[number].max())) for number, at in enumerate(first)
    }


def _choose(
    order: Sequence[int], final: Sequence[float], sentences: Sequence[_Sentence], *, several: bool
) -> list[int]:
    most, share = (4, 0.72) if several else (3, 0.82)
    best = final[order[0]]
    chosen: list[int] = []
    words = 0
    if several:
        chosen = [order[0], *_below(sentences, order[0])]
        words = sum(len(sentences[at].text.split()) for at in chosen)
    for at in order[:24]:
        size = len(sentences[at].text.split())
        if len(chosen) >= most or final[at] < share * best or (chosen and words + size > _MOST_WORDS):
            break
        if at in chosen or any(_same(sentences[at], sentences[other]) for other in chosen):
            continue
        chosen.append(at)
        words += size
    return chosen


def _below(sentences: Sequence[_Sentence], at: int) -> list[int]:
    """The first two sentences of the paragraph below, where a sentence stands alone as a heading does."""
    after = at + 1
    if after >= len(sentences) or sentences[after].start - sentences[at].end != len("\n\n"):
        return []
    if sentences[after].evidence.id != sentences[at].evidence.id or sentences[after].table or sentences[at].table:
        return []
    if (
        at
        and sentences[at - 1].evidence.id == sentences[at].evidence.id
        and sentences[at].start - sentences[at - 1].end == 1
    ):
        return []
    goes_on = after + 1 < len(sentences) and sentences[after + 1].start - sentences[after].end == 1
    return [after, after + 1] if goes_on else [after]


def _same(a: _Sentence, b: _Sentence) -> bool:
    return len(a.words & b.words) >= 0.8 * min(len(a.words), len(b.words))


def _sureness(cover: float, closeness: float | None) -> float:
    """Sureness of prose in [0, 0.8]: how much of the question's rare words the best sentence has, and its meaning."""
    if closeness is None:
        return 0.0 if cover < 0.3 else min(0.75, 0.15 + 0.7 * cover)
    if cover < 0.2 and closeness < 0.45:
        return 0.0
    return min(0.8, 0.1 + 0.4 * cover + 0.45 * max(0.0, closeness))


def _finished(sentence: _Sentence) -> str:
    text = " ".join(sentence.text.split())
    return text if text[-1:] in '.!?;:"\u201d)' else text + "."
