"""Section summaries by meaning: the index that shows the agents what the filings talk about, in their own words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from finsagent.index.dense import DenseIndex


class SummaryIndex:
    """A dense index whose rows are section summaries (`ChunkStore.summary` gives the words)."""

    def __init__(self, dense: DenseIndex, ranges: Mapping[str, tuple[int, int]]) -> None:
        self._dense = dense
        self._ranges = ranges

    def __len__(self) -> int:
        return len(self._dense)

    def search(
        self, vectors: NDArray[np.float32], *, filings: Collection[str] | None, limit: int
    ) -> list[list[tuple[int, float]]]:
        """Find for each query vector the summaries most alike: (summary row, score), best first, ties by row.

        Args:
            vectors: shape (m, dimension).
            filings: ids of the filings to search; None searches all.
            limit: how many a query at most.
        """
        rows = None if filings is None else rows_in(self._ranges, filings)
        found, scores = self._dense.search(vectors, rows=rows, limit=limit)
        return [
            [(int(row), float(score)) for row, score in zip(*pair, strict=True) if row >= 0]
            for pair in zip(found, scores, strict=True)
        ]


def rows_in(ranges: Mapping[str, tuple[int, int]], filings: Collection[str]) -> NDArray[np.int64]:
    """Sorted rows of some filings; unknown ids have none. A range is (first row, row after the last)."""
    found = sorted({ranges[filing] for filing in filings if filing in ranges})
    return np.concatenate([np.arange(first, end, dtype=np.int64) for first, end in found] or [np.zeros(0, np.int64)])
