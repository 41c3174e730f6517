"""Damaged filings are read or refused, never worse: a short run of the fuzz program over the sample filings."""

from __future__ import annotations

from tests.benchmarks.fuzz import MAX_SECONDS, damaged, run, sources


def test_damaged_sample_filings_are_read_or_refused_in_time() -> None:
    outcomes = list(run(range(50), seed=1, data=None))
    assert [f"{outcome.name}\n{outcome.fault}" for outcome in outcomes if outcome.fault] == []
    assert max(outcome.seconds for outcome in outcomes) < MAX_SECONDS
    assert any(outcome.refused for outcome in outcomes)
    assert sum(not outcome.refused for outcome in outcomes) > 10


def test_a_seed_gives_the_same_damage_again() -> None:
    paths = sources(None)
    assert damaged(paths, 7, 3) == damaged(paths, 7, 3)
    assert damaged(paths, 7, 3) != damaged(paths, 8, 3)
