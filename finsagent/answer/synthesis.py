"""Merges the role findings into one draft without an LLM.

The surest finding is the answer; other roles add the passages that agree with it and, in prose, what they found
elsewhere. Where no finding is sure enough the draft abstains and says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from finsagent.agents.analyst import Draft
from finsagent.domain import Citation, Evidence, Finding, Question, Role, Scope

_LEAST_SURE = 0.28
_NEARLY = 0.85
_YES_NO = re.compile(r"^(?:Yes|No)\. ")
_MOST_CITATIONS = 12
_MOST_SENTENCES = 5
_ORDER = {
    role: number for number, role in enumerate((Role.QUANTITATIVE, Role.GENERAL, Role.COMPANY, Role.MARKET, Role.LEGAL))
}


class EmbeddedSynthesiser:
    """Implements `Synthesiser` by choosing and joining; it writes no word that a finding does not have."""

    def __init__(self, *, least_sure: float = _LEAST_SURE) -> None:
        self._least_sure = least_sure

    async def synthesise(
        self, question: Question, scope: Scope, findings: Sequence[Finding], evidence: Sequence[Evidence]
    ) -> Draft:
        """Write one draft out of the findings."""
        return merge(findings, evidence, least_sure=self._least_sure)


def merge(findings: Sequence[Finding], evidence: Sequence[Evidence], *, least_sure: float = _LEAST_SURE) -> Draft:
    """Merge findings: the surest one's text and value, agreeing evidence, and further prose."""
    sure = [f for f in findings if f.citations and f.text and f.confidence >= least_sure]
    if not sure:
        return Draft(text="", citations=(), abstain=_reason(findings, evidence))
    ordered = sorted(sure, key=lambda f: (-f.confidence, f.value is None, _ORDER[f.role]))
    best = ordered[0]
    notes = _disagreements(best, ordered[1:])
    if best.value is not None or best.calculations:
        agreeing = [f for f in ordered[1:] if f.value is not None and best.value is not None and f.value == best.value]
        citations = _distinct([*best.citations, *(c for f in agreeing for c in f.citations)])
        return Draft(text=best.text, citations=citations, value=best.value, calculations=best.calculations, notes=notes)
    texts = [best.text]
    citations = _distinct(best.citations)
    for other in ordered[1:]:
        if other.value is not None or other.confidence < _NEARLY * best.confidence:
            continue
        if len(citations) + len(other.citations) > _MOST_SENTENCES or _overlaps(other.citations, citations):
            continue
        further = _YES_NO.sub("", other.text)
        if further not in " ".join(texts):
            texts.append(further)
        citations = _distinct([*citations, *other.citations])
    return Draft(text=" ".join(texts), citations=citations, notes=notes)


def _reason(findings: Sequence[Finding], evidence: Sequence[Evidence]) -> str:
    """Why nothing is answered, in the words of the role that knows best what is missing."""
    if not evidence:
        return "No passage was found for this question."
    said = [f for f in sorted(findings, key=lambda f: _ORDER[f.role]) if f.confidence == 0 and f.text]
    said.sort(
        key=lambda f: (
            not f.text.startswith(("The evidence has no line", "Not meaningful")) and "not a meaningful" not in f.text
        )
    )
    if said:
        return said[0].text
    return f"None of the {len(evidence)} passages that were found answers the question clearly enough."


def _disagreements(best: Finding, others: Sequence[Finding]) -> tuple[str, ...]:
    if best.value is None:
        return ()
    return tuple(
        f"The {other.role.value} role read {other.value.number} {other.value.unit} for {other.value.period}."
        for other in others
        if other.value is not None and other.value != best.value
    )


def _distinct(citations: Sequence[Citation]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(citations))[:_MOST_CITATIONS]


def _overlaps(citations: Sequence[Citation], others: Sequence[Citation]) -> bool:
    return any(
        c.section == other.section and c.start < other.end and other.start < c.end
        for c in citations
        for other in others
    )
