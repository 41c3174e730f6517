"""Inner-product search over unit vectors, by FAISS. Rows are those of the chunk store, or of the summaries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

_TIES = 16
_DECIMALS = 6
"""Scores are rounded, so that equal vectors get equal scores and tie by row whatever order they are multiplied in."""


class DenseIndex:
    """A flat (exact) index. `vectors` is a view of what FAISS holds, not a copy."""

    def __init__(self, index: faiss.IndexFlatIP) -> None:
        self._index = index
        self.vectors: NDArray[np.float32] = _view(index)

    @classmethod
    def build(cls, path: Path, blocks: Sequence[NDArray[np.float32]], *, dimension: int) -> int:
        """Write an index of the blocks' rows, in order; return how many rows.

        Raises:
            ValueError: a block is not of shape (n, dimension).
        """
        index = faiss.IndexFlatIP(dimension)
        for block in blocks:
            if block.ndim != 2 or block.shape[1] != dimension:
                raise ValueError(f"vectors of shape {block.shape} instead of (n, {dimension})")
            index.add(np.ascontiguousarray(block, np.float32))
        path.parent.mkdir(parents=True, exist_ok=True)
        faiss.write_index(index, str(path))
        return int(index.ntotal)

    @classmethod
    def load(cls, path: Path) -> DenseIndex:
        """Open what `build` wrote.

        Raises:
            RuntimeError: FAISS can't read it.
        """
        index = faiss.read_index(str(path))
        if not isinstance(index, faiss.IndexFlatIP):
            raise RuntimeError(f"{path.name} holds a {type(index).__name__}, not an IndexFlatIP")
        return cls(index)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._index.d)

    def search(
        self, vectors: NDArray[np.float32], *, rows: NDArray[np.int64] | None, limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Find for each of m query vectors the rows with the highest inner product.

        Args:
            vectors: shape (m, dimension).
            rows: the rows to search, without repeats; None searches all.
            limit: how many a query.

        Returns:
            Rows and scores, both of shape (m, limit), best first, ties by row; row -1 and score -inf where there are
            fewer rows than `limit`.
        """
        queries = np.ascontiguousarray(vectors, np.float32)
        found_rows = np.full((len(queries), limit), -1, np.int64)
        found_scores = np.full((len(queries), limit), -np.inf, np.float32)
        available = len(self) if rows is None else len(rows)
        if not len(queries) or not available or limit < 1:
            return found_rows, found_scores
        if rows is None or available == len(self):
            scores, candidates = self._index.search(queries, min(limit + _TIES, available))
        else:
            scores, candidates = _search_some(queries, self.vectors, np.asarray(rows, np.int64), limit + _TIES)
        rounded: NDArray[np.float32] = np.round(scores, _DECIMALS).astype(np.float32)
        order = np.lexsort((candidates, -rounded), axis=1)[:, :limit]
        width = order.shape[1]
        found_rows[:, :width] = np.take_along_axis(candidates, order, axis=1)
        found_scores[:, :width] = np.take_along_axis(rounded, order, axis=1)
        return found_rows, found_scores


def _search_some(
    queries: NDArray[np.float32], vectors: NDArray[np.float32], rows: NDArray[np.int64], count: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Brute force over some rows: one gather and one product, which beats a FAISS selector on a few thousand rows."""
    first, last = int(rows[0]), int(rows[-1]) + 1
    contiguous = last - first == len(rows) and bool((np.diff(rows) == 1).all())
    part = vectors[first:last] if contiguous else vectors[rows]
    scores = queries @ part.T
    if count < len(rows):
        best = np.argpartition(-scores, count - 1, axis=1)[:, :count]
        return np.take_along_axis(scores, best, axis=1), rows[best]
    return scores, np.broadcast_to(rows, scores.shape)


def _view(index: faiss.IndexFlatIP) -> NDArray[np.float32]:
    if not index.ntotal:
        return np.zeros((0, index.d), np.float32)
    flat: NDArray[np.float32] = faiss.rev_swig_ptr(index.get_xb(), index.ntotal * index.d)
    view = flat.reshape(index.ntotal, index.d)
    view.flags.writeable = False
    return view
