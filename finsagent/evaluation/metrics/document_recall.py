"""Document recall at k: whether the right document is among those of the first k passages."""

from __future__ import annotations

from collections.abc import Sequence


def document_recall(gold: str, documents: Sequence[str], *, k: int) -> float:
    """1.0 if `gold` is one of the first k passages' documents, else 0.0."""
    return float(gold in documents[:k])
