"""An analyst that is stood in for, step by step, where its model fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from finsagent.agents.analyst import Analyst, View
from finsagent.agents.notes import add_note
from finsagent.agents.roles import RolePolicy
from finsagent.domain import Evidence, Finding, Question, Role, Scope, SectionSummary, SubQuery
from finsagent.errors import LLMError

_LONGEST_REASON_CHARS = 300


class FallbackAnalyst:
    """Implements `Analyst`: asks `primary`, and `fallback` for each step at which `primary` raises `LLMError`.

    The failure is never the answer: it becomes a note on the view or finding, and in the request's collected notes.
    """

    def __init__(self, primary: Analyst, fallback: Analyst) -> None:
        self._primary = primary
        self._fallback = fallback

    async def view(self, question: Question, scope: Scope, policy: RolePolicy) -> View:
        """Say what the question asks of this role."""
        try:
            return await self._primary.view(question, scope, policy)
        except LLMError as error:
            note = _record(policy.role, "view", error)
        view = await self._fallback.view(question, scope, policy)
        return replace(view, notes=(*view.notes, note))

    async def decompose(
        self,
        question: Question,
        scope: Scope,
        policy: RolePolicy,
        view: View,
        summaries: Sequence[SectionSummary],
    ) -> tuple[SubQuery, ...]:
        """Write sub-queries in the words that the section summaries show."""
        try:
            return await self._primary.decompose(question, scope, policy, view, summaries)
        except LLMError as error:
            _record(policy.role, "decompose", error)
        return await self._fallback.decompose(question, scope, policy, view, summaries)

    async def find(self, question: Question, scope: Scope, policy: RolePolicy, evidence: Sequence[Evidence]) -> Finding:
        """Say what the evidence answers."""
        try:
            return await self._primary.find(question, scope, policy, evidence)
        except LLMError as error:
            note = _record(policy.role, "find", error)
        finding = await self._fallback.find(question, scope, policy, evidence)
        return replace(finding, notes=(*finding.notes, note))


def failure_note(who: str, step: str, error: LLMError) -> str:
    """One line that says which step the embedded path took over, and why."""
    reason = " ".join(str(error).split())[:_LONGEST_REASON_CHARS].rstrip(".")
    return f"{who}: the LLM failed at {step}, so the embedded path did this step ({reason})."


def _record(role: Role, step: str, error: LLMError) -> str:
    note = failure_note(role.value, step, error)
    add_note(note)
    return note
