from __future__ import annotations

import pytest

from finsagent.evaluation.metrics.page_recall import PassagePages, page_recall


def at(document: str, first: int | None, last: int | None = None) -> PassagePages:
    return PassagePages(document=document, first=first, last=last)


GOLD = [("A", 10), ("A", 20)]


@pytest.mark.parametrize(
    ("passages", "k", "recall"),
    [
        ([at("A", 10), at("A", 20)], 2, 1.0),
        ([at("A", 10), at("A", 20)], 1, 0.5),
        ([at("A", 9, 21)], 1, 1.0),
        ([at("A", 10, 10), at("A", 10, 11)], 5, 0.5),
        ([at("A", 11, 19)], 5, 0.0),
        ([at("B", 10), at("B", 20)], 5, 0.0),
        ([at("A", None)], 5, 0.0),
        ([at("A", 19, None)], 5, 0.0),
        ([], 5, 0.0),
        ([at("A", 10)], 0, 0.0),
    ],
)
def test_share_of_gold_pages_that_are_covered(passages: list[PassagePages], k: int, recall: float) -> None:
    assert page_recall(GOLD, passages, k=k) == recall


def test_a_gold_page_named_twice_counts_once() -> None:
    assert page_recall([("A", 1), ("A", 1), ("A", 2)], [at("A", 1)], k=5) == 0.5


def test_pages_of_two_documents() -> None:
    assert page_recall([("A", 1), ("B", 1)], [at("A", 1)], k=5) == 0.5


def test_no_gold_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one gold page"):
        page_recall([], [at("A", 1)], k=5)
