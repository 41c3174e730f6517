"""From a question to hits, over an index of two issuers that say the same: scope, three paths, their union."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from finsagent.domain import Path as RetrievalPath
from finsagent.domain import Question, Role, Scope, SubQuery
from finsagent.index.bundle import Bundle
from finsagent.lexicon import load_lexicon
from finsagent.retrieval.scope import ScopeResolver
from finsagent.retrieval.search import Limits, Retrieved, Searcher
from finsagent.text import tokens
from tests.index.content import ENCODER, filing_content

SAME = "We may be harmed by tariffs on steel that we can't pass on."
ALL: frozenset[RetrievalPath] = frozenset(("sparse", "dense", "summary"))


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    directory = tmp_path_factory.mktemp("search") / "index"
    contents = [
        filing_content("Halden", [SAME, "Research and development was (1,234) in the report on Form 8K."]),
        filing_content("Brightmoor", [SAME, "Research and development was 987.", "Revenue. It rose by much."]),
    ]
    Bundle.write(directory, contents=contents, encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    with Bundle.open(directory) as opened:
        yield opened


def searcher(bundle: Bundle, paths: frozenset[RetrievalPath] = ALL, limits: Limits | None = None) -> Searcher:
    return Searcher(bundle=bundle, encoder=ENCODER, limits=limits or Limits(), paths=paths)


def search(bundle: Bundle, *texts: str, scope: Sequence[str] = ("Halden", "Brightmoor"), paths=ALL) -> Retrieved:  # type: ignore[no-untyped-def]
    queries = [SubQuery(text=text, role=Role.GENERAL) for text in texts]
    return searcher(bundle, paths).search(queries, Scope(filings=tuple(scope)))


def resolved(bundle: Bundle, text: str) -> Scope:
    resolver = ScopeResolver(
        catalogue=bundle.catalogue, lexicon=load_lexicon(), frequency=lambda phrase: bundle.sparse.count(tokens(phrase))
    )
    return resolver.resolve(Question(text=text))


def test_only_the_named_issuer_is_found_though_another_says_the_same(bundle: Bundle) -> None:
    text = "What does Halden say of tariffs on steel?"
    found = search(bundle, text, scope=resolved(bundle, text).filings)
    assert {chunk.filing for chunk in found.chunks.values()} == {"Halden"}
    assert any(chunk.text == SAME for chunk in found.chunks.values())


def test_a_comparison_finds_both(bundle: Bundle) -> None:
    text = "Compare Halden's and Brightmoor's research and development"
    found = search(bundle, text, scope=resolved(bundle, text).filings)
    assert {hit.chunk for hit in found.hits} >= {"Halden/1/1", "Brightmoor/1/1"}


def test_an_issuer_that_is_not_indexed_finds_nothing(bundle: Bundle) -> None:
    text = "What does Zorbex say of tariffs on steel?"
    scope = resolved(bundle, text)
    assert scope.refusal_code == "unknown_issuer"
    assert search(bundle, text, scope=scope.filings).hits == ()


@pytest.mark.parametrize(
    ("text", "chunk"),
    [("8-K", "Halden/1/1"), ("1234", "Halden/1/1"), ("1,234", "Halden/1/1"), ("revenue", "Brightmoor/1/2")],
)
def test_forms_numbers_and_words_match_however_they_are_written(bundle: Bundle, text: str, chunk: str) -> None:
    found = search(bundle, text, paths=frozenset({"sparse"}))
    assert [hit.chunk for hit in found.hits] == [chunk]


def test_a_long_question_with_a_word_that_nobody_says_finds_by_the_rest(bundle: Bundle) -> None:
    text = "Given the xylophonic outlook, how far may tariffs on steel harm us if we can't pass them on to anyone?"
    found = search(bundle, text, paths=frozenset({"sparse"}))
    assert {hit.chunk for hit in found.hits if hit.rank <= 2} == {"Halden/1/0", "Brightmoor/1/0"}


def test_each_path_ranks_its_own_hits_from_1(bundle: Bundle) -> None:
    found = search(bundle, "research and development", "tariffs on steel")
    lists: dict[tuple[int, str], list[tuple[int, float]]] = {}
    for hit in found.hits:
        lists.setdefault((hit.query, hit.path), []).append((hit.rank, hit.score))
    assert set(lists) == {(query, path) for query in (0, 1) for path in ALL}
    for ranked in lists.values():
        assert [rank for rank, _ in ranked] == list(range(1, len(ranked) + 1))
        assert [score for _, score in ranked] == sorted((score for _, score in ranked), reverse=True)
    assert {hit.chunk for hit in found.hits} == set(found.chunks)


def test_the_union_is_what_the_paths_find_alone(bundle: Bundle) -> None:
    together = search(bundle, "research and development")
    alone = [search(bundle, "research and development", paths=frozenset({path})) for path in ALL]
    assert set(together.hits) == {hit for one in alone for hit in one.hits}


def test_limits_are_kept(bundle: Bundle) -> None:
    limits = Limits(sparse=1, dense=2, summaries=1, chunks_a_summary=1)
    queries = [SubQuery(text="tariffs on steel", role=Role.GENERAL)]
    found = searcher(bundle, limits=limits).search(queries, Scope(filings=("Halden", "Brightmoor")))
    counts = {path: sum(hit.path == path for hit in found.hits) for path in ALL}
    assert counts == {"sparse": 1, "dense": 2, "summary": 1}


@pytest.mark.parametrize(("texts", "scope"), [((), ("Halden",)), (("tariffs",), ()), (("tariffs",), ("none",))])
def test_nothing_asked_or_nothing_in_scope_finds_nothing(
    bundle: Bundle, texts: Sequence[str], scope: Sequence[str]
) -> None:
    found = search(bundle, *texts, scope=scope)
    assert (found.hits, found.chunks) == ((), {})


def test_words_that_are_all_stop_words_do_no_harm(bundle: Bundle) -> None:
    found = search(bundle, "of the and", paths=frozenset({"sparse"}))
    assert found.hits == ()
