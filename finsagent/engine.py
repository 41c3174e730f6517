"""The whole request, top to bottom: a question in, a cited answer or an abstention out.

Stages as in FinSAgent (arXiv 2607.18102): route, roles' views, database-aware decomposition over section summaries,
multi-path retrieval, gated rerank, evidence budget, findings, synthesis, verification. Everything it uses is handed in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from finsagent.agents.analyst import Analyst, Draft, Synthesiser, View
from finsagent.agents.notes import collect_notes
from finsagent.agents.roles import POLICIES, RolePolicy
from finsagent.agents.runner import each_role
from finsagent.answer.budget import Mix, choose
from finsagent.answer.placing import place_citations
from finsagent.asking import check_question
from finsagent.domain import (
    Answer,
    Catalogue,
    Evidence,
    Filing,
    Finding,
    Question,
    Role,
    RoleFailure,
    Scope,
    SectionSummary,
    Stage,
    SubQuery,
    Trace,
)
from finsagent.encoders import CrossEncoder
from finsagent.index.bundle import Bundle
from finsagent.rerank.gate import Gate
from finsagent.rerank.rank import Place, Pool, Ranking, Weights, rank
from finsagent.retrieval.scope import ScopeResolver
from finsagent.retrieval.search import Retrieved, Searcher
from finsagent.workers import Workers


@dataclass(frozen=True, kw_only=True, slots=True)
class Tuning:
    """The engine's numbers: how many summaries a role sees, how scores combine, how the budget is ordered."""

    summaries: int = 12
    weights: Weights = field(default_factory=Weights)
    mix: Mix = field(default_factory=Mix)
    max_pairs: int = 64
    max_question_chars: int = 4000
    passages_a_role: int = 35


class Finisher(Protocol):
    """Verifies a draft against its evidence and gives it a confidence: the last stage."""

    def __call__(
        self,
        question: Question,
        scope: Scope,
        draft: Draft,
        findings: Sequence[Finding],
        evidence: Sequence[Evidence],
        filings: Mapping[str, Filing],
    ) -> Answer:
        """The answer without trace and failures."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Gathered:
    """What the retrieval half of a request makes: the sub-queries, the ranking and the evidence."""

    queries: tuple[SubQuery, ...]
    ranking: Ranking
    evidence: tuple[Evidence, ...]
    failures: tuple[RoleFailure, ...]


class Engine:
    """Answers questions over one index. Safe to share by concurrent requests."""

    def __init__(
        self,
        *,
        bundle: Bundle,
        scopes: ScopeResolver,
        searcher: Searcher,
        analyst: Analyst,
        synthesiser: Synthesiser,
        finish: Finisher,
        gate: Gate,
        cross_encoder: CrossEncoder | None,
        workers: Workers,
        tuning: Tuning,
        notes: Sequence[str] = (),
        on_close: Sequence[Callable[[], object]] = (),
    ) -> None:
        self.bundle = bundle
        self.scopes = scopes
        self._searcher = searcher
        self._analyst = analyst
        self._synthesiser = synthesiser
        self._finish = finish
        self._gate = gate
        self._cross_encoder = cross_encoder
        self._workers = workers
        self._tuning = tuning
        self._notes = tuple(notes)
        self._on_close = tuple(on_close)
        self._filings = bundle.catalogue.by_id()
        self._places = {
            section: Place(part=part, item=item, length=length)
            for section, (part, item, length) in bundle.store.places().items()
        }

    @property
    def catalogue(self) -> Catalogue:
        """What is indexed."""
        return self.bundle.catalogue

    async def ask(self, question: Question) -> Answer:
        """Answer one question.

        Raises:
            BadQuestionError: empty, too long, binary, or not English.
        """
        check_question(question, max_chars=self._tuning.max_question_chars)
        clock = _Clock()
        with collect_notes() as noted:
            with clock.stage("route") as count:
                scope = await self._workers.run(self.scopes.resolve, question)
                count["filings"] = len(scope.filings)
            if scope.refusal:
                return _refused(question, scope, clock)
            gathered = await self.gather(question, scope, clock=clock)
            policies = _policies(question)
            with clock.stage("findings"):
                findings, failed = await each_role(
                    policies,
                    "find",
                    lambda policy: self._analyst.find(question, scope, policy, self._share(gathered.evidence, policy)),
                )
            ordered = tuple(findings.values())
            with clock.stage("synthesis"):
                draft = await self._synthesiser.synthesise(question, scope, ordered, gathered.evidence)
                answer = await self._workers.run(
                    self._finish, question, scope, draft, ordered, gathered.evidence, self._filings
                )
                answer = await self._workers.run(place_citations, answer, self.bundle.store)
        notes = dict.fromkeys([*scope.notes, *self._notes, *noted, *answer.trace.notes])
        return replace(
            answer,
            failures=(*gathered.failures, *failed),
            trace=Trace(stages=tuple(clock.stages), queries=gathered.queries, notes=tuple(notes)),
        )

    async def gather(self, question: Question, scope: Scope, *, clock: _Clock | None = None) -> Gathered:
        """The retrieval half: views, decomposition, search, rerank and evidence budget."""
        clock = clock or _Clock()
        policies = _policies(question)
        with clock.stage("views"):
            views, no_view = await each_role(
                policies, "view", lambda policy: self._analyst.view(question, scope, policy)
            )
        with clock.stage("summaries") as count:
            shown = await self._workers.run(self._summaries, scope, views)
            count["summaries"] = sum(map(len, shown.values()))
        with clock.stage("decompose") as count:
            written, no_queries = await each_role(
                [policy for policy in policies if policy.role in views],
                "decompose",
                lambda policy: self._analyst.decompose(question, scope, policy, views[policy.role], shown[policy.role]),
            )
            queries = _distinct([query for role_queries in written.values() for query in role_queries])
            count["queries"] = len(queries)
        with clock.stage("search") as count:
            retrieved = await self._workers.run(self._searcher.search, queries, scope)
            count["hits"], count["chunks"] = len(retrieved.hits), len(retrieved.chunks)
        with clock.stage("rerank") as count:
            ranking = await self._workers.run(self._rank, question, scope, queries, retrieved)
            count["candidates"], count["pairs"] = len(ranking.candidates), ranking.scored_pairs
        with clock.stage("evidence") as count:
            evidence = await self._workers.run(self._choose, question, ranking, queries, retrieved)
            count["passages"] = len(evidence)
        return Gathered(queries=queries, ranking=ranking, evidence=evidence, failures=(*no_view, *no_queries))

    def close(self) -> None:
        """Free the index, the pool and whatever was handed in to be closed."""
        self._workers.close()
        for close in self._on_close:
            close()
        self.bundle.close()

    def _summaries(self, scope: Scope, views: Mapping[Role, View]) -> dict[Role, tuple[SectionSummary, ...]]:
        """R_sv: for each role the section summaries nearest to its view."""
        texts = list(dict.fromkeys(view.text for view in views.values()))
        if not texts:
            return {}
        vectors = self._searcher.encode(texts)
        found = self.bundle.summaries.search(vectors, filings=scope.filings, limit=self._tuning.summaries)
        by_text = {
            text: tuple(self.bundle.store.summary(row) for row, _ in rows)
            for text, rows in zip(texts, found, strict=True)
        }
        return {role: by_text[view.text] for role, view in views.items()}

    def _rank(self, question: Question, scope: Scope, queries: Sequence[SubQuery], retrieved: Retrieved) -> Ranking:
        pool = Pool(
            question=question.text,
            scope=scope,
            queries=queries,
            hits=retrieved.hits,
            chunks=retrieved.chunks,
            places=self._places,
            filings=self._filings,
        )
        return rank(
            pool,
            gate=self._gate,
            lambdas={role: policy.lambda_ for role, policy in POLICIES.items()},
            weights=self._tuning.weights,
            cross_encoder=self._cross_encoder,
            max_pairs=self._tuning.max_pairs,
        )

    def _choose(
        self, question: Question, ranking: Ranking, queries: Sequence[SubQuery], retrieved: Retrieved
    ) -> tuple[Evidence, ...]:
        return choose(
            ranking,
            queries,
            retrieved.chunks,
            self.bundle.store,
            budget=question.evidence_budget,
            mix=self._tuning.mix,
            forms={filing.id: filing.form for filing in self._filings.values()},
            issuers={filing.id: filing.issuer for filing in self._filings.values()},
        )

    def _share(self, evidence: Sequence[Evidence], policy: RolePolicy) -> tuple[Evidence, ...]:
        """A role sees the whole budget, its own finds first."""
        own = [e for e in evidence if policy.role in e.roles]
        return tuple([*own, *(e for e in evidence if policy.role not in e.roles)][: self._tuning.passages_a_role])


class _Clock:
    """Times the stages of one request."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[dict[str, int]]:
        counts: dict[str, int] = {}
        start = time.perf_counter()
        yield counts
        spent = (time.perf_counter() - start) * 1000
        self.stages.append(Stage(name=name, ms=round(spent, 1), counts=tuple(counts.items())))


def _policies(question: Question) -> list[RolePolicy]:
    return [POLICIES[role] for role in Role if role in (question.roles or tuple(Role))]


def _distinct(queries: Sequence[SubQuery]) -> tuple[SubQuery, ...]:
    """The same words are searched once, for the role that asks them with most weight."""
    best: dict[str, SubQuery] = {}
    for query in queries:
        known = best.get(query.text)
        if known is None or query.weight > known.weight:
            best[query.text] = query
    return tuple(best.values())


def _refused(question: Question, scope: Scope, clock: _Clock) -> Answer:
    return Answer(
        question=question.text,
        text="",
        abstained=True,
        reason=scope.refusal,
        reason_code=scope.refusal_code,
        confidence=0.0,
        scope=scope,
        trace=Trace(stages=tuple(clock.stages), notes=scope.notes),
    )
