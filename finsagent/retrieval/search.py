"""Stage 3, multi-path retrieval: every sub-query over BM25, dense vectors and section summaries, within the scope.

The candidates of a sub-query are the union of what its paths find; nothing is fused here, so that the gate and the
reranker see each path's own rank and score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from finsagent.domain import Chunk, Hit, Path, Scope, SubQuery
from finsagent.encoders import Encoder
from finsagent.index.bundle import Bundle
from finsagent.text import tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """How deep each path goes for one sub-query."""

    sparse: int = 60
    dense: int = 60
    summaries: int = 6
    chunks_a_summary: int = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Retrieved:
    """What all paths found: hits ordered by query, path and rank, and the chunks they are on."""

    hits: tuple[Hit, ...]
    chunks: dict[str, Chunk]


@dataclass(frozen=True, slots=True)
class _RowHit:
    row: int
    path: Path
    rank: int
    score: float
    query: int


class Searcher:
    """Searches one index bundle with one encoder. Thread-safe."""

    def __init__(self, *, bundle: Bundle, encoder: Encoder, limits: Limits, paths: frozenset[Path]) -> None:
        self._bundle = bundle
        self._encoder = encoder
        self._limits = limits
        self._paths = paths

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of short texts, (n, dimension), all in one batch."""
        return self._encoder.encode(list(texts))

    def search(
        self, queries: Sequence[SubQuery], scope: Scope, vectors: NDArray[np.float32] | None = None
    ) -> Retrieved:
        """Run all sub-queries within the scope's filings.

        Args:
            queries: the sub-queries; `Hit.query` is an index into them.
            scope: what may be searched.
            vectors: the queries' vectors, (len(queries), dimension), if they are already encoded.
        """
        if not queries or not scope.filings:
            return Retrieved(hits=(), chunks={})
        encoded = vectors if vectors is not None else self.encode([query.text for query in queries])
        rows = self._bundle.store.rows_of(scope.filings)
        hits: list[_RowHit] = []
        if "sparse" in self._paths:
            hits += self._sparse(queries, scope)
        if "dense" in self._paths:
            hits += self._dense(encoded, rows)
        if "summary" in self._paths:
            hits += self._summary(encoded, scope)
        hits.sort(key=lambda hit: (hit.query, hit.path, hit.rank))
        unique = sorted({hit.row for hit in hits})
        by_row = dict(zip(unique, self._bundle.store.chunks(unique), strict=True))
        return Retrieved(
            hits=tuple(
                Hit(chunk=by_row[h.row].id, path=h.path, rank=h.rank, score=h.score, query=h.query) for h in hits
            ),
            chunks={chunk.id: chunk for chunk in by_row.values()},
        )

    def _sparse(self, queries: Sequence[SubQuery], scope: Scope) -> list[_RowHit]:
        found = []
        for number, query in enumerate(queries):
            terms: dict[str, float] = {}
            for token in tokens(query.text):
                terms[token] = 1.0
            if not terms:
                continue
            results = self._bundle.sparse.search(terms, filings=scope.filings, limit=self._limits.sparse)
            for rank, (row, score) in enumerate(results, start=1):
                found.append(_RowHit(row, "sparse", rank, score, number))
        return found

    def _dense(self, vectors: NDArray[np.float32], rows: NDArray[np.int64]) -> list[_RowHit]:
        found_rows, scores = self._bundle.dense.search(vectors, rows=rows, limit=self._limits.dense)
        return [
            _RowHit(int(row), "dense", rank, float(score), number)
            for number in range(len(vectors))
            for rank, (row, score) in enumerate(zip(found_rows[number], scores[number], strict=True), start=1)
            if row >= 0
        ]

    def _summary(self, vectors: NDArray[np.float32], scope: Scope) -> list[_RowHit]:
        """Chunks of the sections whose summaries are nearest; a chunk's score is its summary's."""
        found = []
        results = self._bundle.summaries.search(vectors, filings=scope.filings, limit=self._limits.summaries)
        for number, summaries in enumerate(results):
            seen: set[int] = set()
            rank = 0
            for summary_row, score in summaries:
                for row in self._bundle.store.rows_under(summary_row)[: self._limits.chunks_a_summary]:
                    if row not in seen:
                        seen.add(row)
                        rank += 1
                        found.append(_RowHit(row, "summary", rank, score, number))
        return found
