"""Levels of row labels, from how far each label is indented."""

from __future__ import annotations

from collections.abc import Sequence


def rank_indents(indents: Sequence[float | None], *, tolerance: float) -> tuple[int, ...]:
    """For each row the rank of its indent, 0 for the outermost; rows without a label get 0. Empty if all are alike.

    Indents that differ by no more than `tolerance` are one level.

    >>> rank_indents([None, 0.0, 9.0, 18.2, 9.4], tolerance=1.0)
    (0, 0, 1, 2, 1)
    """
    steps: list[float] = []
    for indent in sorted({indent for indent in indents if indent is not None}):
        if not steps or indent - steps[-1] > tolerance:
            steps.append(indent)
    if len(steps) < 2:
        return ()
    return tuple(
        0 if indent is None else max(rank for rank, step in enumerate(steps) if step <= indent) for indent in indents
    )
