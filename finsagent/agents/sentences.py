"""Extracts the sentences that answer a question in prose: one to four, in the filing's order, each cited.

Sentences are scored by the question's words weighed by rarity in the evidence, by how filings put the matter, by the
passage's place in the ranking and, if there is an encoder, by meaning. It adds no words of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from finsagent.agents.causes import CAUSE
from finsagent.agents.coverage import count_fit, is_answerable, phrase_fit, states_figure
from finsagent.agents.readings import cite_span
from finsagent.agents.roles import RolePolicy
from finsagent.agents.splitting import Sentence, sentences_of
from finsagent.domain import Citation, Evidence, Filing
from finsagent.lexicon.topics import Topic
from finsagent.text import tokens

_ASKS_CAUSE = re.compile(r"\b(?:why|drove|driven|caused?|reasons?|factors?|drivers?|led to)\b", re.IGNORECASE)
_ASKS_NUMBER = re.compile(r"\bhow (?:much|many)\b|\bamount\b|\bpercent|\btotal\b|\bnumber\b", re.IGNORECASE)
_ASKS_DATE = re.compile(r"\bwhen\b|\bwhat date\b|\bwhat year\b", re.IGNORECASE)
_ASKS_SEVERAL = re.compile(
    r"\b(?:what are|which|list|who are|describe|major|main|key|primary|risks|geographies|any)\b", re.IGNORECASE
)
_DATE = re.compile(r"\b(?:19|20)\d\d\b")
_QUIET = frozenset(
    tokens("company companies fiscal year years quarter fy please state based data report reported following question "
           "drove change caused reason primarily using primary information business main key major")
)  # fmt: skip
_ENCODED = 32
_AFTER = 0.15
_UNDER = 0.6
_TELLS = 0.3
_AFFIRMS = 0.25
_BESIDE_IT = 0.7
_AS_POLICY = 0.6
_SUPPOSED = 0.75
_AS_RISK = 0.75
_IN_PLACE = 0.1
_SUPPOSES = re.compile(
    r"^(?!.*\b(?:has|have|had|was|were)\b).*\b(?:could|may|might|would|can)\b", re.DOTALL | re.IGNORECASE
)
_ASKS_OUTLOOK = re.compile(
    r"\b(?:risks?|could|may|might|expect\w*|forecast\w*|threat\w*|expos\w+|future)\b", re.IGNORECASE
)
_POLICY = re.compile(
    r"\b(?:acquisition method|measurement period|identifiable|accounting polic(?:y|ies)|purchase price allocation"
    r"|(?:is|are) (?:generally )?(?:recorded|recognized|measured|accounted for|tested|classified|amortized)\b"
    r"|estimated useful|represents the excess)",
    re.IGNORECASE,
)
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


def extract(
    question: str,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    policy: RolePolicy,
    *,
    names: frozenset[str],
    printed: Sequence[str] = (),
    says: Sequence[str] = (),
    topics: Sequence[Topic] = (),
    yes_no: bool = False,
    named: bool = True,
    fits: Callable[[Sentence, Sentence | None], bool] | None = None,
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
        topics: the question's topics: sentences that state them count more.
        yes_no: whether the question wants yes or no, which is said where a topic's sentences say it.
        named: whether the question names its company; else nearly all its words must be in what answers it.
        fits: which sentences may answer, by themselves and the one before; all where it is not given.
        encoder: scores by meaning, if given.
    """
    sentences = [s for passage in evidence for s in sentences_of(passage)]
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
        _score(s, cover, sum(rarity(word) for word in extra if word in s.words) / total, question, policy, topics)
        for s, cover in zip(sentences, coverage, strict=True)
    ]
    closeness = _by_meaning((question, *says[:3]), sentences, scores, encoder)
    own = [score + 0.9 * closeness.get(at, 0.0) for at, score in enumerate(scores)]
    final = [
        (score + _AFTER * own[at - 1] * _follows(sentences, at)) * sentences[at].worth for at, score in enumerate(own)
    ]
    order = sorted(range(len(sentences)), key=lambda at: (-final[at], at))
    if fits is not None:
        order = [at for at in order if fits(sentences[at], sentences[at - 1] if _follows(sentences, at) else None)]
    if not order:
        return Extract(text="", citations=(), confidence=0.0)
    chosen = _choose(
        order,
        final,
        sentences,
        several=bool(_ASKS_SEVERAL.search(question) or _ASKS_CAUSE.search(question)),
        fixed=fits is not None,
    )
    sure = max(
        _sureness(coverage[at], closeness.get(at) if encoder else None, states=_stating(sentences[at], topics) > 0)
        * (0.4 + 0.6 * sentences[at].worth)
        for at in chosen
    )
    picked = _in_order(chosen, final, sentences)
    texts = [sentence.text for sentence in picked]
    sure *= phrase_fit(question, names, texts) * count_fit(question, texts)
    if sure <= 0 or not is_answerable(question, names, texts, named=named) or not states_figure(question, texts):
        return Extract(text="", citations=(), confidence=0.0)
    head = _yes_or_no(picked, topics) if yes_no else ""
    return Extract(
        text=head + " ".join(_finished(s) for s in picked),
        citations=tuple(cite_span(s.evidence, filings[s.evidence.filing], s.start, s.end) for s in picked),
        confidence=sure,
    )


class _Rarity:
    def __init__(self, counts: Mapping[str, int], total: int) -> None:
        self._counts = counts
        self._total = total

    def __call__(self, word: str) -> float:
        return math.log(1 + (self._total + 1) / (self._counts.get(word, 0) + 0.5))


def _rarity(sentences: Sequence[Sentence]) -> _Rarity:
    counts: dict[str, int] = {}
    for sentence in sentences:
        for word in sentence.words:
            counts[word] = counts.get(word, 0) + 1
    return _Rarity(counts, len(sentences))


def _score(
    sentence: Sentence, cover: float, expanded: float, question: str, policy: RolePolicy, topics: Sequence[Topic]
) -> float:
    score = cover + 0.2 * min(expanded, 1.0)
    size = len(sentence.text.split())
    if size < 6:
        score *= 0.6
    elif size > 90:
        score *= 0.85
    if not re.search(r"[a-z]{3}.*[.;:)\"\u201d]$", sentence.text, re.DOTALL):
        score *= 0.75
    if sentence.table:
        return score
    if _POLICY.search(sentence.text) and "polic" not in question.lower():
        score *= _AS_POLICY
    elif _SUPPOSES.search(sentence.text) and not _ASKS_OUTLOOK.search(question):
        score *= _SUPPOSED
    else:
        stated = _stating(sentence, topics)
        score = score + stated if stated or not any(topic.tells for topic in topics[:1]) else score * _BESIDE_IT
    if _ASKS_CAUSE.search(question) and CAUSE.search(sentence.text):
        score += 0.25
    if _ASKS_NUMBER.search(question) and re.search(r"\d", sentence.text):
        score += 0.12
    if _ASKS_DATE.search(question) and _DATE.search(sentence.text):
        score += 0.12
    elsewhere = bool(topics) and "10-K:1A" not in topics[0].items
    if elsewhere and sentence.evidence.item == "Item 1A" and not _ASKS_OUTLOOK.search(question):
        score *= _AS_RISK
    score += 0.2 / (1 + 0.15 * (sentence.evidence.rank - 1))
    return score * (1.0 if owns(policy, sentence.evidence) else 0.9)


def _stating(sentence: Sentence, topics: Sequence[Topic]) -> float:
    """How far a sentence states the question's topics, as filings do and where they do."""
    total = 0.0
    for number, topic in enumerate(topics, start=1):
        if any(pattern.search(sentence.text) for pattern in topic.tells):
            total += _TELLS / number
            total += _IN_PLACE / number if _stands_in(sentence.evidence, topic.items) else 0.0
        if any(pattern.search(sentence.text) for pattern in (*topic.affirms, *topic.denies)):
            total += _AFFIRMS / number
    return total


def owns(policy: RolePolicy, evidence: Evidence) -> bool:
    """Whether a passage stands in one of the role's Items; a role without Items owns all."""
    return not policy.items or _stands_in(evidence, policy.items)


def _stands_in(evidence: Evidence, items: Sequence[str]) -> bool:
    labels = set()
    for key in items:
        form, _, item = key.partition(":")
        part, _, number = item.rpartition("-")
        labels.add(f"Part {part}, Item {number}" if part and form == "10-Q" else f"Item {number}")
    return evidence.item in labels


def _follows(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether a sentence goes on from the one before: what is said after a good match often holds the answer."""
    if at == 0:
        return False
    before, this = sentences[at - 1], sentences[at]
    return before.evidence.id == this.evidence.id and not this.table and 0 <= this.start - before.end <= 3


def _by_meaning(
    wanted: Sequence[str], sentences: Sequence[Sentence], scores: Sequence[float], encoder: SentenceEncoder | None
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
    order: Sequence[int], final: Sequence[float], sentences: Sequence[Sentence], *, several: bool, fixed: bool = False
) -> list[int]:
    most, share = (4, 0.72) if several else (3, 0.82)
    best = final[order[0]]
    chosen: list[int] = []
    words = 0
    if several and not fixed:
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


def _below(sentences: Sequence[Sentence], at: int) -> list[int]:
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


def _same(a: Sentence, b: Sentence) -> bool:
    return len(a.words & b.words) >= 0.8 * min(len(a.words), len(b.words))


def _in_order(chosen: Sequence[int], final: Sequence[float], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The chosen sentences: the passage with the best one first, each passage's in the filing's order."""
    lead: dict[str, float] = {}
    for at in chosen:
        passage = sentences[at].evidence.id
        lead[passage] = max(lead.get(passage, 0.0), final[at])
    order = sorted(chosen, key=lambda at: (-lead[sentences[at].evidence.id], sentences[at].start, at))
    return [sentences[at] for at in order]


def _yes_or_no(picked: Sequence[Sentence], topics: Sequence[Topic]) -> str:
    """What the picked sentences say to a yes-or-no question, by how filings put the topic; "" where they don't."""
    for sentence in picked:
        for topic in topics[:2]:
            if any(pattern.search(sentence.text) for pattern in topic.denies):
                return "No. "
            supposed = _SUPPOSES.search(sentence.text)
            if not supposed and any(pattern.search(sentence.text) for pattern in topic.affirms):
                return "Yes. "
    return ""


def _sureness(cover: float, closeness: float | None, *, states: bool) -> float:
    """Sureness of prose in [0, 0.8]: how much of the question's rare words the best sentence has, and its meaning."""
    if closeness is None and states:
        return min(0.75, 0.3 + 0.5 * cover)
    if closeness is None:
        return 0.0 if cover < 0.3 else min(0.75, 0.15 + 0.7 * cover)
    if cover < 0.2 and closeness < (0.3 if states else 0.45):
        return 0.0
    return min(0.8, 0.1 + 0.4 * cover + 0.45 * max(0.0, closeness))


def _finished(sentence: Sentence) -> str:
    text = " ".join(sentence.text.split())
    return text if text[-1:] in '.!?;:"\u201d)' else text + "."
