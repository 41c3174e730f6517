"""The last stage: a draft is verified and becomes an answer with a confidence, or an abstention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from finsagent.agents.analyst import Draft
from finsagent.answer.confidence import combine, read_signals
from finsagent.answer.verify import NOTHING_HELD, verify
from finsagent.domain import Answer, Evidence, Filing, Finding, Question, Scope, Trace


def finish(
    question: Question,
    scope: Scope,
    draft: Draft,
    findings: Sequence[Finding],
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
) -> Answer:
    """Verify a draft and turn it into an answer; the trace holds only this stage's notes.

    An abstention keeps the evidence, so that the reader can look where the roles looked.
    """
    result = verify(draft, evidence, question)
    checked = result.draft
    notes = [*checked.notes, *(f"Removed, not held by its citation: {text}" for text in result.removed)]
    if checked.abstain is not None:
        code = "no_evidence" if not evidence else "not_found"
        if checked.abstain == NOTHING_HELD:
            code = "not_verified"
        return Answer(
            question=question.text,
            text="",
            abstained=True,
            reason=checked.abstain,
            reason_code=code,
            confidence=0.0,
            scope=scope,
            findings=tuple(findings),
            evidence=tuple(evidence),
            trace=Trace(notes=tuple(notes)),
        )
    confidence = combine(read_signals(checked, findings, evidence, scope, verified=result.share))
    if confidence.reasons:
        notes.append(f"Confidence {confidence.value}: {'; '.join(confidence.reasons)}.")
    return Answer(
        question=question.text,
        text=checked.text,
        abstained=False,
        reason=None,
        reason_code=None,
        confidence=confidence.value,
        scope=scope,
        value=checked.value,
        citations=checked.citations,
        calculations=checked.calculations,
        findings=tuple(findings),
        evidence=tuple(evidence),
        trace=Trace(notes=tuple(notes)),
    )
