from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from finsagent.errors import NotFoundError
from finsagent.index.bundle import Bundle
from finsagent.index.store import _Cache
from tests.index.conftest import APPLE, BEST
from tests.index.content import filing_content, same


def test_rows_follow_the_order_written(bundle: Bundle) -> None:
    assert [chunk.text for chunk in bundle.store.chunks([0, 1, 2, 3, 4])] == APPLE + BEST
    assert [chunk.id for chunk in bundle.store.chunks([4, 0, 4])] == ["best/1/1", "apple/1/0", "best/1/1"]
    assert bundle.store.row("best/1/0") == 3


def test_a_filing_owns_a_range_of_rows(bundle: Bundle) -> None:
    assert bundle.store.rows_of(["best"]).tolist() == [3, 4]
    assert bundle.store.rows_of(["best", "apple", "best"]).tolist() == [0, 1, 2, 3, 4]
    assert bundle.store.rows_of(["nobody"]).tolist() == []


def test_everything_of_a_filing_comes_back(bundle: Bundle) -> None:
    assert same(bundle.store.content("apple"), filing_content("apple", APPLE))


def test_chunks_are_where_they_say_they_are(bundle: Bundle) -> None:
    for chunk in bundle.store.chunks(range(5)):
        assert bundle.store.section_text(chunk.section, chunk.start, chunk.end) == chunk.text


def test_sections_and_summaries(bundle: Bundle) -> None:
    assert [section.id for section in bundle.store.sections("apple")] == ["apple/1"]
    assert bundle.store.sections("nobody") == []
    assert bundle.store.section("best/1").text == "Net sales fell.\n\nDomestic stores were closed."
    assert bundle.store.summary(1).filing == "best"
    assert bundle.store.rows_under(1) == [3, 4]


def test_the_hash_of_the_source_is_kept(bundle: Bundle) -> None:
    assert bundle.store.source_hashes() == {"apple": "hash", "best": "hash"}


def test_what_is_not_there_is_said_by_name(bundle: Bundle) -> None:
    with pytest.raises(NotFoundError, match="No chunk 'x/1'"):
        bundle.store.chunk("x/1")
    with pytest.raises(NotFoundError, match="No section 'x'"):
        bundle.store.section("x")
    with pytest.raises(NotFoundError, match="No chunk has row 5; rows go from 0 to 4"):
        bundle.store.chunks([5])
    with pytest.raises(NotFoundError, match="No summary has row 9"):
        bundle.store.summary(9)
    with pytest.raises(NotFoundError, match="No filing 'x'"):
        bundle.store.content("x")


def test_threads_share_a_store(bundle: Bundle) -> None:
    def read(number: int) -> str:
        return bundle.store.chunk(f"apple/1/{number % 3}").text

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, range(300))) == APPLE * 100


def test_connections_of_threads_that_ended_are_closed(bundle: Bundle) -> None:
    for _ in range(20):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(bundle.store.row, "apple/1/0").result()
    assert len(bundle.database._connections) <= 3


def test_a_cache_drops_what_was_used_longest_ago() -> None:
    cache: _Cache[str, str] = _Cache(6, len)
    cache.put_all({"a": "aaa", "b": "bbb"})
    cache.get_all(["a"])
    cache.put_all({"c": "ccc"})
    assert cache.get_all(["a", "b", "c"]) == {"a": "aaa", "c": "ccc"}
    cache.put_all({"big": "x" * 7})
    assert cache.get_all(["a", "c", "big"]) == {}
