"""An analyst that reasons with a language model: one call for each step.

Nothing that the model says is taken on trust: queries are limited to what the policy allows, and a claim lives only
as long as a quote of it is found in the passage that it names. Numbers are verified later, by the answer stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from finsagent.agents.analyst import View
from finsagent.agents.llm_replies import DecomposeReply, FindReply, QuoteReply, ValueReply, ViewReply
from finsagent.agents.notes import add_note
from finsagent.agents.prompt_parts import evidence_blocks, scope_words, summary_blocks, without_markers
from finsagent.agents.quotes import cite
from finsagent.agents.roles import POLICIES, RolePolicy
from finsagent.domain import (
    Catalogue,
    Citation,
    Evidence,
    Finding,
    Question,
    Role,
    Scope,
    SectionSummary,
    SubQuery,
    Value,
)
from finsagent.llm.chat import ChatModel, Completion, Reply
from finsagent.llm.prompts import escape, load_prompt
from finsagent.numbers import find_scale
from finsagent.text import tokens

MOST_SUB_QUERIES = 6
_MOST_CLAIMS = 6
_LEAST_SUPPORT = 0.5
"""Share of a claim's words that its passages must hold: a paraphrase keeps most of them, an invention few."""
_NOTHING_FOUND = "Nothing in the evidence answers the question."


class LLMAnalyst:
    """Implements `Analyst` over a `ChatModel`. Raises `LLMError` where a step gets no usable reply."""

    def __init__(self, model: ChatModel, *, catalogue: Catalogue) -> None:
        self._model = model
        self._documents = {filing.id: filing.name for filing in catalogue.filings}

    async def view(self, question: Question, scope: Scope, policy: RolePolicy) -> View:
        """Say what the question asks of this role."""
        values = self._values(question, scope, policy) | {"answers": policy.answers}
        completion = await self._complete("view", values, [], ViewReply)
        reply = completion.value
        notes = _recorded(policy.role, completion.notes)
        return View(text=" ".join(reply.view.split()), relevance=reply.relevance, notes=notes)

    async def decompose(
        self,
        question: Question,
        scope: Scope,
        policy: RolePolicy,
        view: View,
        summaries: Sequence[SectionSummary],
    ) -> tuple[SubQuery, ...]:
        """Write at most six sub-queries in the words that the section summaries show."""
        allowed = allowed_items(policy)
        values = self._values(question, scope, policy) | {
            "decomposes": policy.decomposes,
            "items": ", ".join(allowed),
            "most": str(MOST_SUB_QUERIES),
            "view": escape(view.text),
        }
        blocks = summary_blocks(summaries, self._documents)
        completion = await self._complete("decompose", values, blocks, DecomposeReply)
        _recorded(policy.role, completion.notes)
        return _sub_queries(completion.value, question, policy, allowed)

    async def find(self, question: Question, scope: Scope, policy: RolePolicy, evidence: Sequence[Evidence]) -> Finding:
        """Say what the evidence answers, each claim with quotes that were found in it."""
        if not evidence:
            return Finding(role=policy.role, text=_NOTHING_FOUND, citations=(), confidence=0.0)
        values = self._values(question, scope, policy) | {"answers": policy.answers, "most": str(_MOST_CLAIMS)}
        blocks = evidence_blocks(evidence, self._documents)
        completion = await self._complete("find", values, blocks, FindReply)
        return _finding(completion, policy.role, evidence, self._documents)

    def _values(self, question: Question, scope: Scope, policy: RolePolicy) -> dict[str, str]:
        return {
            "role": policy.role.value,
            "who": policy.who,
            "scope": scope_words(scope, self._documents),
            "question": escape(question.text),
        }

    async def _complete(
        self, prompt: str, values: dict[str, str], blocks: Sequence[str], schema: type[Reply]
    ) -> Completion[Reply]:
        return await self._model.complete(load_prompt(prompt).messages(values, blocks=blocks), schema=schema)


def allowed_items(policy: RolePolicy) -> tuple[str, ...]:
    """The Items that a role's sub-queries may prefer: its own, or every role's for one that owns none."""
    if policy.items:
        return policy.items
    return tuple(dict.fromkeys(item for other in POLICIES.values() for item in other.items))


def _sub_queries(
    reply: DecomposeReply, question: Question, policy: RolePolicy, allowed: Sequence[str]
) -> tuple[SubQuery, ...]:
    found: dict[str, SubQuery] = {}
    for query in reply.sub_queries:
        items = tuple(dict.fromkeys(key for item in query.items for key in _item_keys(item, allowed)))
        found.setdefault(
            query.text.casefold(),
            SubQuery(text=query.text, role=policy.role, items=items, kind=query.kind, statement=query.statement),
        )
    queries = list(found.values())
    whole = " ".join(question.text.split())
    # The generalist keeps the question whole, whatever the model made of it.
    if policy.role is Role.GENERAL and len(whole) < 300 and whole.casefold() not in found:
        queries.insert(0, SubQuery(text=whole, role=policy.role))
    return tuple(queries[:MOST_SUB_QUERIES])


def _item_keys(item: str, allowed: Sequence[str]) -> list[str]:
    """The allowed keys that an Item means: "10-K:7" itself, or "7" and "Item 7" without the form."""
    wanted = item.strip()
    if wanted in allowed:
        return [wanted]
    bare = wanted.lower().removeprefix("item").strip(" .:")
    return [key for key in allowed if bare and key.partition(":")[2].lower() == bare]


def _finding(
    completion: Completion[FindReply], role: Role, evidence: Sequence[Evidence], documents: Mapping[str, str]
) -> Finding:
    reply = completion.value
    passages = {passage.id: passage for passage in evidence}
    texts: list[str] = []
    citations: list[Citation] = []
    dropped = unsupported = 0
    for claim in reply.claims[:_MOST_CLAIMS]:
        held = _citations(claim.citations, passages, documents)
        dropped += len(claim.citations) - len(held)
        text = without_markers(claim.text)
        if held and text and not _supported(text, held, passages):
            unsupported += 1
            continue
        if held and text:
            texts.append(text)
            citations.extend(held)
    notes = list(completion.notes)
    if dropped:
        notes.append(f"{dropped} citations were dropped: the passage that they name does not hold the quoted words.")
    if unsupported:
        notes.append(f"{unsupported} claims were dropped: the passages that they cite speak of other things.")
    value = _value(reply.value, passages, documents, citations, notes) if texts else None
    if not texts:
        recorded = _recorded(role, notes)
        return Finding(role=role, text=_NOTHING_FOUND, citations=(), confidence=0.0, notes=recorded)
    return Finding(
        role=role,
        text=" ".join(texts),
        citations=tuple(dict.fromkeys(citations)),
        confidence=reply.confidence * len(texts) / len(reply.claims[:_MOST_CLAIMS]),
        value=value,
        notes=_recorded(role, notes),
    )


def _supported(text: str, citations: Sequence[Citation], passages: Mapping[str, Evidence]) -> bool:
    """Whether most of a claim's words stand in the passages that it cites (their headers count); numbers aside."""
    said = {token for token in tokens(text) if not token[0].isdigit()}
    cited = [passages[citation.evidence] for citation in citations if citation.evidence in passages]
    known = {token for passage in cited for token in tokens(f"{passage.header} {passage.caption} {passage.text}")}
    return len(said & known) >= _LEAST_SUPPORT * len(said)


def _citations(
    quotes: Iterable[QuoteReply], passages: Mapping[str, Evidence], documents: Mapping[str, str]
) -> list[Citation]:
    found = []
    for quote in quotes:
        passage = passages.get(quote.evidence)
        citation = cite(passage, quote.quote, document=documents.get(passage.filing, "")) if passage else None
        if citation is not None:
            found.append(citation)
    return found


def _value(
    reply: ValueReply | None,
    passages: Mapping[str, Evidence],
    documents: Mapping[str, str],
    citations: list[Citation],
    notes: list[str],
) -> Value | None:
    """The stated value if its own quote is found and holds exactly its digits; the quote becomes a citation."""
    if reply is None:
        return None
    passage = passages.get(reply.evidence)
    table_scale = find_scale(f"{passage.caption}\n{passage.columns}") if passage and passage.kind == "table" else None
    number = reply.base_number(table_scale=table_scale)
    held = _citations([QuoteReply(evidence=reply.evidence, quote=reply.quote)], passages, documents)
    if number is None or not held or not reply.printed_in(held[0].quote):
        notes.append("the stated value was dropped: the words that it cites do not hold that number.")
        return None
    citations.extend(held)
    return Value(number=number, unit=reply.canonical_unit, period=reply.period.strip())


def _recorded(role: Role, notes: Iterable[str]) -> tuple[str, ...]:
    """Put notes into the request's trace under the role's name."""
    named = tuple(f"{role.value}: {note}" for note in notes)
    for note in named:
        add_note(note)
    return named
