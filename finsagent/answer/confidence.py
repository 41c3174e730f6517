"""One number for how far an answer can be trusted, with its reasons in words.

A logistic combination of signals, monotone in each: more agreement, evidence or verification never lowers it. The
weights are set by hand until they are fitted on held-out issuers; they are data, so that a fit replaces them whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from finsagent.agents.analyst import Draft
from finsagent.domain import Evidence, Finding, Scope

LOWEST, HIGHEST = 0.02, 0.98


@dataclass(frozen=True, kw_only=True, slots=True)
class Signals:
    """What an answer's trust rests on; each in [0, 1], higher is better.

    `finding`: the best finding's own confidence. `agreement`: share of answering roles that say the same. `verified`:
    share of the draft's claims that its citations hold. `rank`: how early in the evidence the cited passages stand.
    `scope`: 1 for a named issuer and period that are indexed, less for what was assumed. `numeric`: the answer is a
    value with a table row or calculation behind it.
    """

    finding: float
    agreement: float
    verified: float
    rank: float
    scope: float
    numeric: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Confidence:
    """The probability that the answer is right, and why, strongest reason first."""

    value: float
    reasons: tuple[str, ...]


BIAS = -6.2
WEIGHTS: Mapping[str, float] = {
    "finding": 3.6,
    "agreement": 0.9,
    "verified": 2.0,
    "rank": 0.8,
    "scope": 1.2,
    "numeric": 0.5,
}
_WORDS: Mapping[str, tuple[str, str]] = {
    "finding": ("the evidence states it directly", "the evidence only comes close to it"),
    "agreement": ("the roles agree", "the roles do not agree"),
    "verified": ("every claim is held by its citation", "some claims were not held by their citations"),
    "rank": ("the cited passages rank first", "the cited passages rank low"),
    "scope": ("issuer and period are named and indexed", "issuer or period was assumed"),
    "numeric": ("it rests on a table row or calculation", "it rests on prose"),
}


def combine(signals: Signals) -> Confidence:
    """Combine signals to a probability in [0.02, 0.98], rounded to three digits."""
    named = {part.name: float(getattr(signals, part.name)) for part in fields(signals)}
    total = BIAS + sum(WEIGHTS[name] * min(1.0, max(0.0, value)) for name, value in named.items())
    value = min(HIGHEST, max(LOWEST, 1 / (1 + math.exp(-total))))
    order = sorted(named, key=lambda name: -WEIGHTS[name] * abs(named[name] - 0.5))
    reasons = tuple(_WORDS[name][0 if named[name] >= 0.5 else 1] for name in order if abs(named[name] - 0.5) > 0.2)
    return Confidence(value=round(value, 3), reasons=reasons)


def read_signals(
    draft: Draft, findings: Sequence[Finding], evidence: Sequence[Evidence], scope: Scope, *, verified: float
) -> Signals:
    """Read the signals of a verified draft. `verified` is the share of its claims that hold."""
    answering = [finding for finding in findings if finding.confidence > 0]
    best = max((finding.confidence for finding in answering), default=0.0)
    ranks = {passage.id: passage.rank for passage in evidence}
    cited = [ranks[citation.evidence] for citation in draft.citations if citation.evidence in ranks]
    return Signals(
        finding=best,
        agreement=_agreement(draft, answering),
        verified=verified,
        rank=1 / (1 + 0.1 * (min(cited) - 1)) if cited else 0.0,
        scope=_scope(scope),
        numeric=1.0 if draft.value is not None else 0.0,
    )


def _agreement(draft: Draft, answering: Sequence[Finding]) -> float:
    if len(answering) < 2:
        return 0.5
    cited = {citation.evidence for citation in draft.citations}
    if draft.value is not None:
        stated = [finding for finding in answering if finding.value is not None]
        same = [f for f in stated if f.value is not None and f.value.number == draft.value.number]
        return len(same) / len(stated) if stated else 0.5
    return sum(any(c.evidence in cited for c in finding.citations) for finding in answering) / len(answering)


def _scope(scope: Scope) -> float:
    sure = 1.0 if scope.issuers else 0.3
    if not scope.fiscal_years and not scope.dates:
        sure -= 0.2
    return max(0.0, sure - 0.15 * min(2, len(scope.notes)))
