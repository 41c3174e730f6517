from __future__ import annotations

import pytest

from finsagent.evaluation.metrics.document_recall import document_recall


@pytest.mark.parametrize(
    ("documents", "k", "recall"),
    [
        (["B", "A"], 2, 1.0),
        (["B", "A"], 1, 0.0),
        (["A", "A"], 1, 1.0),
        ([], 10, 0.0),
        (["a"], 10, 0.0),
        (["A"], 0, 0.0),
    ],
)
def test_whether_the_right_document_is_among_the_first(documents: list[str], k: int, recall: float) -> None:
    assert document_recall("A", documents, k=k) == recall
