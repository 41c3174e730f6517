"""Stage 4: ranked candidates -> the evidence that the roles may use.

A hit is widened to its table or paragraph group (at most 512 tokens), passages that say the same are taken once, and
the budget is shared: each sub-query's best passage is seen early, so that a question of several parts gets them all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from finsagent.answer.placing import page_at
from finsagent.domain import Candidate, Chunk, Evidence, Role, SubQuery
from finsagent.forms import item_label
from finsagent.index.store import ChunkStore
from finsagent.rerank.rank import Ranking

_DUPLICATE_OVERLAP = 0.85
_SHINGLE = 5
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mix:
    """How the sub-queries' own orders and the overall score are weighed against each other in the budget's order."""

    rank_constant: float = 5.0
    overall: float = 0.5


def choose(
    ranking: Ranking,
    queries: Sequence[SubQuery],
    chunks: Mapping[str, Chunk],
    store: ChunkStore,
    *,
    budget: int,
    mix: Mix,
    forms: Mapping[str, str],
    issuers: Mapping[str, str],
) -> tuple[Evidence, ...]:
    """Choose up to `budget` passages, best first.

    Args:
        ranking: candidates overall and by sub-query.
        queries: the sub-queries.
        chunks: the candidates' chunks by id.
        store: where sections' texts are.
        budget: how many passages the roles share.
        mix: weights of the order.
        forms: form type of each filing in scope, by id.
        issuers: issuer of each filing in scope, by id; the same words of two issuers are two pieces of evidence.
    """
    by_chunk = {candidate.chunk: candidate for candidate in ranking.candidates}
    chosen: list[Evidence] = []
    taken: dict[tuple[str, int, int], int] = {}
    shingles: dict[str, list[set[int]]] = defaultdict(list)
    for chunk_id in _ordered(ranking, queries, mix):
        if len(chosen) >= budget:
            break
        chunk = chunks[chunk_id]
        group = (chunk.section, chunk.group_start, chunk.group_end)
        candidate = by_chunk[chunk_id]
        if group in taken:
            at = taken[group]
            chosen[at] = replace(chosen[at], roles=_roles(chosen[at].roles, candidate.roles))
            continue
        evidence = _evidence(chunk, candidate, store, forms, number=len(chosen) + 1)
        own = _shingles(evidence.text)
        others = shingles[issuers[chunk.filing]]
        if any(_overlap(own, other) >= _DUPLICATE_OVERLAP for other in others):
            continue
        taken[group] = len(chosen)
        others.append(own)
        chosen.append(evidence)
    return tuple(chosen)


def _ordered(ranking: Ranking, queries: Sequence[SubQuery], mix: Mix) -> list[str]:
    """Chunks by the sum of what each sub-query's own order gives them and their overall score."""
    totals: dict[str, float] = {c.chunk: mix.overall * c.final for c in ranking.candidates}
    for query, order in zip(queries, ranking.by_query, strict=True):
        for rank, (chunk, _) in enumerate(order[:40], start=1):
            totals[chunk] += query.weight / (mix.rank_constant + rank)
    return sorted(totals, key=lambda chunk: (-totals[chunk], chunk))


def _evidence(
    chunk: Chunk, candidate: Candidate, store: ChunkStore, forms: Mapping[str, str], *, number: int
) -> Evidence:
    section = store.section(chunk.section)
    page = page_at(section.pages, chunk.group_start)
    page_end = page_at(section.pages, chunk.group_end - 1)
    return Evidence(
        id=str(number),
        rank=number,
        chunk=chunk.id,
        section=chunk.section,
        filing=chunk.filing,
        item=item_label(forms.get(chunk.filing, ""), section.part, section.item),
        title=section.title,
        kind=chunk.kind,
        text=section.text[chunk.group_start : chunk.group_end],
        start=chunk.group_start,
        end=chunk.group_end,
        header=chunk.header,
        page=page,
        page_end=page_end,
        score=candidate.final,
        roles=candidate.roles,
        columns=chunk.columns,
        caption=chunk.caption,
    )


def _roles(first: tuple[Role, ...], second: tuple[Role, ...]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in first or role in second)


def _shingles(text: str) -> set[int]:
    words = _WORD.findall(text.lower())
    return {hash(tuple(words[i : i + _SHINGLE])) for i in range(max(1, len(words) - _SHINGLE + 1))}


def _overlap(a: set[int], b: set[int]) -> float:
    return len(a & b) / max(1, min(len(a), len(b)))
