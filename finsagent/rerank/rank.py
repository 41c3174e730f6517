"""Stage 3, gated rerank: s from a cross-encoder or the paths, p from the gate, final = s * (1 - lambda * (1 - p)).

Without a cross-encoder s is made of the three paths' scores, each normalised within its own list, and of where the
chunk stands (the kind, Item and statement that the sub-query asks for). It knows nothing of the roles' reasoning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from finsagent.domain import Candidate, Chunk, Filing, Hit, Path, Role, Scope, SubQuery
from finsagent.encoders import CrossEncoder
from finsagent.forms import item_key, statement_of
from finsagent.rerank import features
from finsagent.rerank.gate import Gate


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """How the embedded s is put together. Tuned on FinanceBench and the sample; see docs/log.md."""

    sparse: float = 0.55
    dense: float = 0.35
    summary: float = 0.10
    kind: float = 1.10
    item: float = 1.08
    statement: float = 1.2
    outside: float = 0.55
    """Factor of filings in scope that do not match the named period best."""
    exhibits: float = 0.6
    """Factor of what follows the signatures: agreements and certifications."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a section stands: part and Item, and its length in characters."""

    part: str
    item: str
    length: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Pool:
    """What retrieval found for one question, with all that ranking needs to know of it."""

    question: str
    scope: Scope
    queries: Sequence[SubQuery]
    hits: Sequence[Hit]
    chunks: Mapping[str, Chunk]
    places: Mapping[str, Place]
    filings: Mapping[str, Filing]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """Candidates, best first, and for each sub-query its own candidates, best first, as (chunk id, s)."""

    candidates: tuple[Candidate, ...]
    by_query: tuple[tuple[tuple[str, float], ...], ...]
    scored_pairs: int = 0


def rank(
    pool: Pool,
    *,
    gate: Gate,
    lambdas: Mapping[Role, float],
    weights: Weights,
    cross_encoder: CrossEncoder | None = None,
    max_pairs: int = 64,
) -> Ranking:
    """Score every candidate for every sub-query that found it and order them.

    Args:
        pool: the union of all paths' hits.
        gate: gives p from the features.
        lambdas: how strongly each role lets p lower s.
        weights: of the embedded s.
        cross_encoder: if given, s of the best `max_pairs` candidates is its score against their own sub-query.
        max_pairs: the cross-encoder's budget for one question.
    """
    per_query = _path_scores(pool, weights)
    top = max((s for scores in per_query for s in scores.values()), default=1.0) or 1.0
    per_query = [{chunk: min(1.0, s / top) for chunk, s in scores.items()} for scores in per_query]
    pairs = 0
    if cross_encoder is not None:
        pairs = _rescore(pool, per_query, cross_encoder, max_pairs)
    validity = _validity(pool, gate)
    by_chunk: dict[str, list[Hit]] = defaultdict(list)
    for hit in pool.hits:
        by_chunk[hit.chunk].append(hit)
    best: dict[str, tuple[float, float]] = {}
    finals: list[tuple[tuple[str, float], ...]] = []
    for query, scores in zip(pool.queries, per_query, strict=True):
        strength = lambdas.get(query.role, 0.0)
        final = {chunk: s * (1.0 - strength * (1.0 - validity[chunk])) for chunk, s in scores.items()}
        for chunk, value in final.items():
            if value > best.get(chunk, (0.0, -1.0))[1]:
                best[chunk] = (scores[chunk], value)
        finals.append(tuple(sorted(final.items(), key=lambda entry: (-entry[1], entry[0]))))
    candidates = [
        Candidate(
            chunk=chunk,
            hits=tuple(by_chunk[chunk]),
            roles=tuple(role for role in Role if any(pool.queries[h.query].role == role for h in by_chunk[chunk])),
            s=s,
            p=validity[chunk],
            final=final,
        )
        for chunk, (s, final) in best.items()
    ]
    candidates.sort(key=lambda candidate: (-candidate.final, candidate.chunk))
    return Ranking(candidates=tuple(candidates), by_query=tuple(finals), scored_pairs=pairs)


def _path_scores(pool: Pool, weights: Weights) -> list[dict[str, float]]:
    """For each sub-query the embedded score of each chunk that it found, before scaling to [0, 1]."""
    share: dict[Path, float] = {"sparse": weights.sparse, "dense": weights.dense, "summary": weights.summary}
    tops: dict[tuple[int, Path], float] = defaultdict(float)
    for hit in pool.hits:
        tops[hit.query, hit.path] = max(tops[hit.query, hit.path], hit.score)
    scores: list[dict[str, float]] = [defaultdict(float) for _ in pool.queries]
    for hit in pool.hits:
        top = tops[hit.query, hit.path]
        scores[hit.query][hit.chunk] += share[hit.path] * max(0.0, hit.score) / top if top > 0 else 0.0
    primary = set(pool.scope.primary)
    outside = {chunk.id: _outside(chunk, pool, primary, weights) for chunk in pool.chunks.values()}
    statements = {chunk.id: _statement(chunk) for chunk in pool.chunks.values()}
    for query, found in zip(pool.queries, scores, strict=True):
        for chunk_id in found:
            chunk = pool.chunks[chunk_id]
            factor = query.weight * outside[chunk_id]
            if query.kind is not None and chunk.kind == query.kind:
                factor *= weights.kind
            if query.statement and statements[chunk_id] == query.statement:
                factor *= weights.statement
            if query.items and _key(chunk, pool) in query.items:
                factor *= weights.item
            found[chunk_id] *= factor
    return [dict(found) for found in scores]


def _outside(chunk: Chunk, pool: Pool, primary: set[str], weights: Weights) -> float:
    factor = weights.outside if primary and chunk.filing not in primary else 1.0
    return factor * (weights.exhibits if pool.places[chunk.section].item == "exhibits" else 1.0)


def _key(chunk: Chunk, pool: Pool) -> str:
    place = pool.places[chunk.section]
    return item_key(pool.filings[chunk.filing].form, place.part, place.item)


def _statement(chunk: Chunk) -> str:
    """The primary statement that a table chunk belongs to, told by its caption."""
    return statement_of(chunk.caption) if chunk.kind == "table" else ""


def _rescore(pool: Pool, per_query: list[dict[str, float]], cross_encoder: CrossEncoder, max_pairs: int) -> int:
    """Replace s of the most promising (sub-query, chunk) pairs by the cross-encoder's; each chunk is scored once."""
    best: dict[str, tuple[float, int]] = {}
    for number, scores in enumerate(per_query):
        for chunk, s in scores.items():
            if s > best.get(chunk, (0.0, 0))[0]:
                best[chunk] = (s, number)
    chosen = sorted(best.items(), key=lambda entry: (-entry[1][0], entry[0]))[:max_pairs]
    texts = [
        (pool.queries[number].text, f"{pool.chunks[chunk].header}\n{pool.chunks[chunk].text}")
        for chunk, (_, number) in chosen
    ]
    scored = dict(zip([chunk for chunk, _ in chosen], cross_encoder.score(texts), strict=True))
    for scores in per_query:
        for chunk in scores:
            scores[chunk] = float(scored[chunk]) if chunk in scored else scores[chunk] * 0.1
    return len(texts)


def _validity(pool: Pool, gate: Gate) -> dict[str, float]:
    ids = list(pool.chunks)
    if gate.note is not None:
        return dict.fromkeys(ids, 1.0)
    matrix = _features(pool, ids)
    return dict(zip(ids, (float(p) for p in gate.validity(matrix)), strict=True))


def _features(pool: Pool, ids: Sequence[str]) -> NDArray[np.float32]:
    by_chunk: dict[str, list[Hit]] = defaultdict(list)
    for hit in pool.hits:
        by_chunk[hit.chunk].append(hit)
    found = [
        features.Found(
            chunk=pool.chunks[chunk],
            filing=pool.filings[pool.chunks[chunk].filing],
            item=pool.places[pool.chunks[chunk].section].item,
            hits=by_chunk[chunk],
            roles=len({pool.queries[hit.query].role for hit in by_chunk[chunk]}),
            section_length=pool.places[pool.chunks[chunk].section].length,
        )
        for chunk in ids
    ]
    return features.compute(pool.question, pool.scope, found, idf={})
