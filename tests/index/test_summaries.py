from __future__ import annotations

from finsagent.index.bundle import Bundle
from finsagent.index.summaries import rows_in
from tests.index.content import ENCODER


def test_the_nearest_summaries_of_each_query(bundle: Bundle) -> None:
    found = bundle.summaries.search(ENCODER.encode(["Business of best", "Business of apple"]), filings=None, limit=1)
    assert [[row for row, _ in hits] for hits in found] == [[1], [0]]


def test_only_the_given_filings(bundle: Bundle) -> None:
    queries = ENCODER.encode(["Business of best"])
    assert [row for row, _ in bundle.summaries.search(queries, filings=["apple"], limit=5)[0]] == [0]
    assert bundle.summaries.search(queries, filings=["nobody"], limit=5) == [[]]


def test_rows_are_sorted_whatever_the_order_of_filings() -> None:
    assert rows_in({"a": (0, 2), "b": (2, 2), "c": (2, 4)}, ["c", "a", "b", "x"]).tolist() == [0, 1, 2, 3]
