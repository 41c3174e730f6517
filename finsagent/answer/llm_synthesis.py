"""Merges the role findings with a language model, out of nothing but the quotes that the findings cite."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from finsagent.agents.analyst import Draft, Synthesiser
from finsagent.agents.fallback import failure_note
from finsagent.agents.llm_replies import SynthesisReply
from finsagent.agents.notes import add_note
from finsagent.agents.prompt_parts import scope_words, without_markers
from finsagent.domain import Calculation, Catalogue, Citation, Evidence, Finding, Question, Scope, Value
from finsagent.errors import LLMError
from finsagent.llm.chat import ChatModel
from finsagent.llm.prompts import escape, load_prompt

_NO_FINDINGS = "None of the roles found an answer in the evidence."
_NOT_ANSWERED = "What the roles found does not answer the question."


class LLMSynthesiser:
    """Implements `Synthesiser` over a `ChatModel`. Raises `LLMError` where it gets no usable reply."""

    def __init__(self, model: ChatModel, *, catalogue: Catalogue) -> None:
        self._model = model
        self._documents = {filing.id: filing.name for filing in catalogue.filings}

    async def synthesise(
        self, question: Question, scope: Scope, findings: Sequence[Finding], evidence: Sequence[Evidence]
    ) -> Draft:
        """Write one answer out of the findings.

        Each sentence of the draft is held by a citation of a finding; a sentence that cites none is left out.

        Raises:
            LLMError: the model failed, or none of its sentences cites a finding.
        """
        useful = sorted(
            (finding for finding in findings if finding.confidence > 0 and finding.citations),
            key=lambda finding: (-finding.confidence, finding.role.value),
        )
        if not useful:
            return Draft(text="", citations=(), abstain=_NO_FINDINGS)
        citations = _numbered(useful)
        values = {"scope": scope_words(scope, self._documents), "question": escape(question.text)}
        blocks = [_block(number, finding, citations) for number, finding in enumerate(useful, start=1)]
        messages = load_prompt("synthesise").messages(values, blocks=blocks)
        completion = await self._model.complete(messages, schema=SynthesisReply)
        for note in completion.notes:
            add_note(f"synthesis: {note}")
        draft = _draft(completion.value, question, useful, citations)
        return replace(draft, notes=completion.notes)


class FallbackSynthesiser:
    """Implements `Synthesiser`: asks `primary`, and `fallback` if `primary` raises `LLMError`, with a note."""

    def __init__(self, primary: Synthesiser, fallback: Synthesiser) -> None:
        self._primary = primary
        self._fallback = fallback

    async def synthesise(
        self, question: Question, scope: Scope, findings: Sequence[Finding], evidence: Sequence[Evidence]
    ) -> Draft:
        """Write one answer out of the findings."""
        try:
            return await self._primary.synthesise(question, scope, findings, evidence)
        except LLMError as error:
            note = failure_note("synthesis", "synthesise", error)
        add_note(note)
        draft = await self._fallback.synthesise(question, scope, findings, evidence)
        return replace(draft, notes=(*draft.notes, note))


def _numbered(findings: Sequence[Finding]) -> dict[str, Citation]:
    """Every citation of the findings once, as c1, c2, ..."""
    distinct = dict.fromkeys(
        citation
        for finding in findings
        for citation in (*finding.citations, *(held for done in finding.calculations for held in done.citations))
    )
    return {f"c{number}": citation for number, citation in enumerate(distinct, start=1)}


def _block(number: int, finding: Finding, citations: Mapping[str, Citation]) -> str:
    ids = {citation: key for key, citation in citations.items()}
    lines = [escape(finding.text)]
    if finding.value is not None:
        value = finding.value
        lines.append(escape(f"value: {value.number} {value.unit}, {value.period}"))
    for calculation in finding.calculations:
        lines.append(escape("calculation: " + "; ".join(calculation.steps)))
        lines.extend(_quote_line(ids[citation], citation) for citation in calculation.citations)
    lines.extend(_quote_line(ids[citation], citation) for citation in finding.citations)
    body = "\n".join(dict.fromkeys(lines))
    return f'<finding id="{number}" role="{finding.role.value}">\n{body}\n</finding>'


def _quote_line(key: str, citation: Citation) -> str:
    return f"{key} ({escape(citation.document)}): {escape(' '.join(citation.quote.split()))}"


def _draft(
    reply: SynthesisReply, question: Question, findings: Sequence[Finding], citations: Mapping[str, Citation]
) -> Draft:
    texts: list[str] = []
    used: dict[Citation, None] = {}
    for sentence in reply.sentences:
        held = [citations[key] for key in map(_key, sentence.citations) if key in citations]
        text = without_markers(sentence.text)
        if held and text:
            texts.append(text)
            used.update(dict.fromkeys(held))
    if not texts and reply.sentences:
        raise LLMError("no sentence of the merged answer cites what the roles found.")
    if not texts:
        return Draft(text="", citations=(), abstain=_reason(reply.abstain or "", question))
    value, calculations = _number(reply.value_of, findings)
    return Draft(text=" ".join(texts), citations=tuple(used), value=value, calculations=calculations)


def _reason(abstain: str, question: Question) -> str:
    """The model's reason, unless it holds a number that the question does not: an answer must not slip in there."""
    reason = without_markers(abstain)
    numbers = set(re.findall(r"\d+", reason)) - set(re.findall(r"\d+", question.text))
    return _NOT_ANSWERED if numbers or not reason else reason


def _key(identifier: str) -> str:
    return identifier if identifier.startswith("c") else f"c{identifier}"


def _number(value_of: int | None, findings: Sequence[Finding]) -> tuple[Value | None, tuple[Calculation, ...]]:
    """The value and calculations of the finding that the reply names, if there is such a finding."""
    if value_of is None or not 1 <= value_of <= len(findings):
        return None, ()
    finding = findings[value_of - 1]
    return finding.value, finding.calculations
