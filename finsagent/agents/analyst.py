"""The seam between the engine and whoever reasons: an analyst per role and one synthesiser.

Two implementations stand behind it, one with an LLM and one without; both pass the same tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from finsagent.agents.roles import RolePolicy
from finsagent.domain import (
    Calculation,
    Citation,
    Evidence,
    Finding,
    Question,
    Scope,
    SectionSummary,
    SubQuery,
    Value,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """z_a, a role's reading of the question: what it asks of this role, in words, and how far it is its own (0-1)."""

    text: str
    relevance: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """An answer before it is verified. `abstain` carries the reason when the findings do not answer the question."""

    text: str
    citations: tuple[Citation, ...]
    value: Value | None = None
    calculations: tuple[Calculation, ...] = ()
    abstain: str | None = None
    notes: tuple[str, ...] = ()


class Analyst(Protocol):
    """Reasons as one role. Raises `LLMError` (or any error) on failure; the runner turns it into a `RoleFailure`."""

    async def view(self, question: Question, scope: Scope, policy: RolePolicy) -> View:
        """Say what the question asks of this role."""
        ...

    async def decompose(
        self,
        question: Question,
        scope: Scope,
        policy: RolePolicy,
        view: View,
        summaries: Sequence[SectionSummary],
    ) -> tuple[SubQuery, ...]:
        """Write sub-queries in the words that the section summaries show."""
        ...

    async def find(self, question: Question, scope: Scope, policy: RolePolicy, evidence: Sequence[Evidence]) -> Finding:
        """Say what the evidence answers, with citations of exact words; confidence 0 and no citation if nothing."""
        ...


class Synthesiser(Protocol):
    """Merges the role findings into one draft."""

    async def synthesise(
        self, question: Question, scope: Scope, findings: Sequence[Finding], evidence: Sequence[Evidence]
    ) -> Draft:
        """Write one answer out of the findings, using nothing that they do not cite."""
        ...
