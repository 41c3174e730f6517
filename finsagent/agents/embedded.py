"""The analyst without an LLM: role policies, lexicon and section summaries instead of prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from finsagent.agents.analyst import View
from finsagent.agents.decompose import decompose
from finsagent.agents.find import embedded_find, relevance
from finsagent.agents.question import Reading, read_question, without_names
from finsagent.agents.roles import RolePolicy
from finsagent.agents.sentences import SentenceEncoder
from finsagent.domain import Evidence, Fact, Filing, Finding, Question, Scope, SectionSummary, SubQuery
from finsagent.lexicon import Lexicon
from finsagent.workers import Workers

_READINGS = 256

Facts = Callable[[Scope, Question], Sequence[Fact]]
"""Looks up filed XBRL facts that may check a question's numbers."""


class EmbeddedAnalyst:
    """Implements `Analyst` with words as data. Shared by all roles and requests."""

    def __init__(
        self,
        *,
        lexicon: Lexicon,
        filings: Mapping[str, Filing],
        workers: Workers,
        encoder: SentenceEncoder | None,
        facts: Facts,
    ) -> None:
        self._lexicon = lexicon
        self._read = lru_cache(maxsize=_READINGS)(lambda text: read_question(text, lexicon))
        self._filings = filings
        self._workers = workers
        self._encoder = encoder
        self._facts = facts

    async def view(self, question: Question, scope: Scope, policy: RolePolicy) -> View:
        """The question in this role's words: the asking sentence and how filings put the role's part of it."""
        reading = self._read(question.text)
        core = self._core(reading, scope)
        own = [words for topic in reading.topics_of(policy.role)[:2] for words in topic.says[:1]]
        return View(text=" ".join([core, *own]), relevance=relevance(question.text, policy))

    async def decompose(
        self,
        question: Question,
        scope: Scope,
        policy: RolePolicy,
        view: View,
        summaries: Sequence[SectionSummary],
    ) -> tuple[SubQuery, ...]:
        """Sub-queries in the words of the lexicon and of the filings' own headings."""
        reading = self._read(question.text)
        return decompose(reading, self._core(reading, scope), policy, summaries)

    async def find(self, question: Question, scope: Scope, policy: RolePolicy, evidence: Sequence[Evidence]) -> Finding:
        """Numbers from tables and facts, comparisons, or sentences, each cited."""
        return await self._workers.run(self._find, question, scope, policy, evidence)

    def _find(self, question: Question, scope: Scope, policy: RolePolicy, evidence: Sequence[Evidence]) -> Finding:
        facts = self._facts(scope, question)
        return embedded_find(
            question, scope, policy, evidence, self._lexicon, self._filings, encoder=self._encoder, facts=facts
        )

    def _core(self, reading: Reading, scope: Scope) -> str:
        names: set[str] = set()
        for filing in self._filings.values():
            if filing.issuer in scope.issuers:
                names.update((filing.company, *filing.aliases, filing.ticker or ""))
                names.add(filing.company.split(",")[0].removesuffix(" Inc.").removesuffix(" Inc"))
                names.add(filing.company.split()[0])
        return without_names(reading.core, tuple(name for name in names if len(name) > 1)) or reading.core
