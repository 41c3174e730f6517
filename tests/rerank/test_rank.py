from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from finsagent.domain import Chunk, Filing, Hit, Role, Scope, SubQuery
from finsagent.rerank.gate import Gate, OpenGate
from finsagent.rerank.rank import Place, Pool, Ranking, Weights, rank
from tests.rerank.pools import chunk, filing, hit

PLAIN = Weights(sparse=0.6, dense=0.4, summary=0.0, kind=1.0, item=1.0, statement=1.0, outside=1.0, exhibits=1.0)


class FixedGate:
    """Gives the p's it was made with, in the order of the rows; notes the shape it was given."""

    note = None

    def __init__(self, *p: float) -> None:
        self.p = p
        self.shape: tuple[int, ...] = ()

    def validity(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        self.shape = features.shape
        return np.asarray(self.p, dtype=np.float32)


class WordCrossEncoder:
    """Scores a pair by its passage's first word of text: a number."""

    fingerprint = "word"

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        self.pairs += pairs
        return np.asarray([float(text.split("\n")[1].split()[0]) for _, text in pairs], dtype=np.float32)


def pool(
    chunks: list[Chunk],
    hits: list[Hit],
    *,
    queries: Sequence[SubQuery] = (SubQuery(text="sales", role=Role.GENERAL),),
    scope: Scope | None = None,
    item: str = "8",
    filings: tuple[Filing, ...] = (),
) -> Pool:
    return Pool(
        question="What were sales?",
        scope=scope or Scope(filings=("acme",)),
        queries=queries,
        hits=hits,
        chunks={one.id: one for one in chunks},
        places={one.section: Place(part="II", item=item, length=1000) for one in chunks},
        filings={one.id: one for one in filings or (filing(),)},
    )


def ranked(
    found: Pool, *, gate: Gate | None = None, weights: Weights = PLAIN, strength: float = 0.5,
    cross_encoder: WordCrossEncoder | None = None, max_pairs: int = 64,
) -> Ranking:  # fmt: skip
    return rank(
        found,
        gate=gate or OpenGate(),
        lambdas=dict.fromkeys(Role, strength),
        weights=weights,
        cross_encoder=cross_encoder,
        max_pairs=max_pairs,
    )


TWO = [chunk("a"), chunk("b")]
TWO_HITS = [
    hit("a", "sparse", 1, 10.0),
    hit("b", "sparse", 2, 5.0),
    hit("b", "dense", 1, 0.5),
    hit("a", "dense", 2, 0.4),
]


def test_s_is_made_of_the_paths_shares() -> None:
    # a: 0.6 * 10/10 + 0.4 * 0.4/0.5 = 0.92; b: 0.6 * 5/10 + 0.4 * 0.5/0.5 = 0.70; the best becomes 1
    first, second = ranked(pool(TWO, TWO_HITS)).candidates
    assert (first.chunk, second.chunk) == ("a", "b")
    assert first.s == pytest.approx(1.0)
    assert second.s == pytest.approx(0.70 / 0.92)


def test_without_a_gate_final_is_s() -> None:
    for candidate in ranked(pool(TWO, TWO_HITS)).candidates:
        assert candidate.p == 1.0
        assert candidate.final == candidate.s


def test_final_is_s_times_one_minus_lambda_times_one_minus_p() -> None:
    gate = FixedGate(0.2, 0.9)
    b, a = ranked(pool(TWO, TWO_HITS), gate=gate, strength=0.5).candidates
    assert gate.shape == (2, 31)
    assert (a.chunk, a.p, a.final) == ("a", pytest.approx(0.2), pytest.approx(1.0 * (1 - 0.5 * 0.8)))
    assert (b.chunk, b.p, b.final) == ("b", pytest.approx(0.9), pytest.approx(0.70 / 0.92 * (1 - 0.5 * 0.1)))


def test_lambda_is_the_asking_roles() -> None:
    queries = (SubQuery(text="x", role=Role.GENERAL), SubQuery(text="y", role=Role.LEGAL))
    hits = [hit("a", "sparse", 1, 1.0, query=0), hit("b", "sparse", 1, 1.0, query=1)]
    result = rank(
        pool(TWO, hits, queries=queries),
        gate=FixedGate(0.5, 0.5),
        lambdas={Role.GENERAL: 1.0, Role.LEGAL: 0.2},
        weights=PLAIN,
    )
    assert {c.chunk: c.final for c in result.candidates} == pytest.approx({"a": 0.5, "b": 0.9})


def test_equal_candidates_are_ordered_by_id() -> None:
    chunks = [chunk(name) for name in "cab"]
    result = ranked(pool(chunks, [hit(one.id, "sparse", n, 1.0) for n, one in enumerate(chunks, start=1)]))
    assert [candidate.chunk for candidate in result.candidates] == ["a", "b", "c"]
    assert [name for name, _ in result.by_query[0]] == ["a", "b", "c"]


def test_a_chunk_found_by_two_roles_has_both_and_its_best_score() -> None:
    queries = (SubQuery(text="x", role=Role.LEGAL, weight=0.5), SubQuery(text="y", role=Role.GENERAL))
    hits = [hit("a", "sparse", 1, 1.0, query=0), hit("a", "sparse", 1, 1.0, query=1)]
    result = ranked(pool([chunk("a")], hits, queries=queries))
    assert result.candidates[0].roles == (Role.GENERAL, Role.LEGAL)
    assert result.candidates[0].s == pytest.approx(1.0)
    assert result.by_query == ((("a", pytest.approx(0.5)),), (("a", pytest.approx(1.0)),))


def test_what_a_sub_query_prefers_weighs_more() -> None:
    query = SubQuery(text="x", role=Role.GENERAL, kind="table", items=("10-K:8",), statement="income")
    plain = chunk("p", section="acme/1")
    wanted = chunk("w", kind="table", caption="Consolidated Statements of Operations (in millions)")
    found = pool([plain, wanted], [hit("p", "sparse", 1, 1.0), hit("w", "sparse", 2, 1.0)], queries=(query,))
    places = {**found.places, "acme/1": Place(part="I", item="1", length=10)}
    found = Pool(
        question="x", scope=found.scope, queries=found.queries, hits=found.hits, chunks=found.chunks, places=places,
        filings=found.filings,
    )  # fmt: skip
    weights = Weights(sparse=1.0, dense=0.0, summary=0.0, kind=2.0, item=1.5, statement=3.0)
    assert {c.chunk: c.s for c in ranked(found, weights=weights).candidates} == pytest.approx({"w": 1.0, "p": 1 / 9})


def test_filings_of_another_period_weigh_less() -> None:
    other = chunk("o", filing="old", section="old/8")
    scope = Scope(filings=("acme", "old"), primary=("acme",))
    found = pool(
        [chunk("a"), other], [hit("o", "sparse", 1, 1.0), hit("a", "sparse", 2, 1.0)], scope=scope,
        filings=(filing(), filing("old", year=2022)),
    )  # fmt: skip
    weights = Weights(sparse=1.0, dense=0.0, summary=0.0, outside=0.5)
    assert {c.chunk: c.s for c in ranked(found, weights=weights).candidates} == pytest.approx({"a": 1.0, "o": 0.5})


def test_a_cross_encoder_gives_s() -> None:
    chunks = [chunk("a", "0.3 words"), chunk("b", "0.9 words")]
    encoder = WordCrossEncoder()
    result = ranked(pool(chunks, TWO_HITS), cross_encoder=encoder)
    assert result.scored_pairs == 2
    assert [(c.chunk, c.s) for c in result.candidates] == [("b", pytest.approx(0.9)), ("a", pytest.approx(0.3))]
    assert encoder.pairs[0] == ("sales", "Acme 10-K FY2023\n0.3 words")


def test_the_cross_encoder_reads_no_more_pairs_than_allowed() -> None:
    chunks = [chunk(name, "0.5 words") for name in "abcd"]
    hits = [hit(name, "sparse", n, 10.0 - n) for n, name in enumerate("abcd", start=1)]
    encoder = WordCrossEncoder()
    result = ranked(pool(chunks, hits), cross_encoder=encoder, max_pairs=2)
    assert (result.scored_pairs, len(encoder.pairs)) == (2, 2)
    assert [c.chunk for c in result.candidates] == ["a", "b", "c", "d"]
    assert result.candidates[2].s < 0.5


def test_nothing_found_gives_nothing() -> None:
    result = ranked(pool([], []))
    assert (result.candidates, result.by_query) == ((), ((),))


def test_scores_that_are_not_positive_do_no_harm() -> None:
    result = ranked(pool(TWO, [hit("a", "dense", 1, -0.1), hit("b", "sparse", 1, 0.0)]))
    assert all(0 <= c.s <= 1 and 0 <= c.final <= 1 for c in result.candidates)


def test_a_hit_with_a_negative_score_stays_a_candidate() -> None:
    result = ranked(pool(TWO, [hit("a", "sparse", 1, 2.0), hit("b", "dense", 1, -0.1)]))
    assert [c.chunk for c in result.candidates] == ["a", "b"]


SCORES = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from(["sparse", "dense", "summary"]), st.floats(-1, 60)),
    max_size=20,
    unique_by=lambda entry: entry[:2],
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(SCORES, st.lists(st.floats(0, 1), min_size=6, max_size=6), st.floats(0, 1))
def test_s_p_and_final_stay_in_0_to_1(scores: list[tuple[str, str, float]], p: list[float], strength: float) -> None:
    hits = [hit(name, path, n, score) for n, (name, path, score) in enumerate(scores, start=1)]  # type: ignore[arg-type]
    result = ranked(
        pool([chunk(name) for name in "abcdef"], hits), gate=FixedGate(*p), strength=strength, weights=Weights()
    )
    for candidate in result.candidates:
        assert 0 <= candidate.s <= 1
        assert 0 <= candidate.p <= 1
        assert 0 <= candidate.final <= candidate.s
        assert candidate.final == pytest.approx(candidate.s * (1 - strength * (1 - candidate.p)))
    order = [(-candidate.final, candidate.chunk) for candidate in result.candidates]
    assert order == sorted(order)
