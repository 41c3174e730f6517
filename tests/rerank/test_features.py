from __future__ import annotations

import math

import numpy as np
import pytest

from finsagent.domain import Chunk, Filing, Hit, Scope
from finsagent.rerank.features import FEATURES, Found, compute
from tests.rerank.pools import chunk, filing, hit

NAMES = (
    "sparse_score sparse_normalised sparse_margin dense_score dense_normalised dense_margin "
    "summary_score summary_normalised summary_margin sparse_rank dense_rank summary_rank best_rank paths roles queries "
    "question_tokens asks_number issuers_and_periods_named annual_form item_number is_table chunk_tokens position "
    "digit_density recency_years near_duplicates idf_overlap issuer_agreement period_agreement number_agreement"
).split()
SCOPE = Scope(filings=("acme",), issuers=("acme",), fiscal_years=(2023,), fiscal_periods=("FY",))
NOTHING_NAMED = Scope(filings=("acme",))


def found(
    one: Chunk, hits: list[Hit], *, owner: Filing | None = None, item: str = "8", roles: int = 1, length: int = 100
) -> Found:
    return Found(chunk=one, filing=owner or filing(), item=item, hits=hits, roles=roles, section_length=length)


def described(
    question: str, scope: Scope, one: Found, *others: Found, idf: dict[str, float] | None = None
) -> dict[str, float]:
    row = compute(question, scope, [one, *others], idf=idf or {})[0]
    return dict(zip(FEATURES, map(float, row), strict=True))


def test_names_and_order_are_what_gates_are_trained_on() -> None:
    assert list(FEATURES) == NAMES
    assert len(FEATURES) == 31


@pytest.mark.parametrize("count", [0, 1, 3])
def test_one_row_a_chunk_and_31_columns(count: int) -> None:
    rows = [found(chunk(str(number)), [hit(str(number), "dense", 1, 0.5)]) for number in range(count)]
    matrix = compute("What was revenue?", SCOPE, rows, idf={})
    assert matrix.shape == (count, 31)
    assert matrix.dtype == np.float32


def test_every_feature_by_hand() -> None:
    text = "Net sales were 1,234 in all."  # 28 characters, 4 digits
    one = found(
        chunk("a", text, start=25),
        [hit("a", "sparse", 2, 6.0), hit("a", "dense", 1, 0.8), hit("a", "sparse", 1, 3.0, query=1)],
        item="7A",
        roles=2,
    )
    other = found(chunk("b", "Other words."), [hit("b", "sparse", 1, 8.0), hit("b", "sparse", 2, 1.0, query=1)])
    features = described("What were net sales of 1,234?", SCOPE, one, other, idf={"net": 2.0, "1234": 3.0})
    expected = {
        "sparse_score": 3.0,  # its best share is in the second sub-query's list
        "sparse_normalised": 1.0,
        "sparse_margin": 0.0,
        "dense_score": 0.8,
        "dense_normalised": 1.0,
        "dense_margin": 0.0,
        "summary_score": math.nan,
        "summary_normalised": math.nan,
        "summary_margin": math.nan,
        "sparse_rank": 1.0,
        "dense_rank": 1.0,
        "summary_rank": math.nan,
        "best_rank": 1.0,
        "paths": 2.0,
        "roles": 2.0,
        "queries": 2.0,
        "question_tokens": 3.0,  # net, sale, 1234
        "asks_number": 0.0,
        "issuers_and_periods_named": 3.0,
        "annual_form": 1.0,
        "item_number": 7.25,
        "is_table": 0.0,
        "chunk_tokens": 7.0,
        "position": 0.25,
        "digit_density": 4 / 28,
        "recency_years": 0.0,
        "near_duplicates": 0.0,
        "idf_overlap": 1.0,  # 2 + 1 + 3 of 2 + 1 + 3
        "issuer_agreement": 1.0,
        "period_agreement": 1.0,
        "number_agreement": 1.0,
    }
    assert features == pytest.approx(expected, nan_ok=True)


def test_share_and_margin_of_a_chunk_that_is_not_the_best() -> None:
    one = found(chunk("a"), [hit("a", "sparse", 2, 6.0)])
    best = found(chunk("b"), [hit("b", "sparse", 1, 8.0)])
    features = described("What?", SCOPE, one, best)
    assert (features["sparse_score"], features["sparse_normalised"], features["sparse_margin"]) == (6.0, 0.75, 2.0)


def test_a_path_that_did_not_find_it_is_unknown_not_zero() -> None:
    features = described("What?", SCOPE, found(chunk("a"), [hit("a", "summary", 4, 0.4)]))
    for path in ("sparse", "dense"):
        for name in ("score", "normalised", "margin", "rank"):
            assert math.isnan(features[f"{path}_{name}"])
    assert features["best_rank"] == 4.0


def test_the_best_of_a_list_of_negative_scores_is_still_the_best() -> None:
    features = described("What?", SCOPE, found(chunk("a"), [hit("a", "dense", 1, -0.2)]))
    assert features["dense_margin"] == pytest.approx(0.0)
    assert abs(features["dense_normalised"]) <= 1.0


@pytest.mark.parametrize(
    "name", ["issuer_agreement", "period_agreement", "number_agreement", "item_number", "recency_years"]
)
def test_what_nobody_said_is_unknown(name: str) -> None:
    undated = Filing(id="acme", issuer="acme", company="Acme", form="8-K", source="a.htm")
    one = found(chunk("a"), [hit("a", "dense", 1, 0.5)], owner=undated, item="cover")
    assert math.isnan(described("What was revenue?", NOTHING_NAMED, one)[name])


def test_a_question_without_words_overlaps_with_nothing_known() -> None:
    assert math.isnan(described("?", SCOPE, found(chunk("a"), [hit("a", "dense", 1, 0.5)]))["idf_overlap"])


def test_another_issuer_and_another_year_disagree() -> None:
    one = found(chunk("a"), [hit("a", "dense", 1, 0.5)], owner=filing("b", issuer="beta", year=2022))
    features = described("What?", SCOPE, one)
    assert features["issuer_agreement"] == 0.0
    assert features["period_agreement"] == 0.5  # the year differs, FY agrees


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many stores were closed?", 1.0),
        ("What was the capex?", 1.0),
        ("What is the quick ratio?", 2.0),
        ("What was the operating margin?", 2.0),
        ("Who audits it?", 0.0),
    ],
)
def test_whether_a_number_or_a_ratio_is_asked(question: str, kind: float) -> None:
    assert described(question, SCOPE, found(chunk("a"), [hit("a", "dense", 1, 0.5)]))["asks_number"] == kind


def test_age_is_counted_from_the_newest_filing_found() -> None:
    old = found(chunk("a"), [hit("a", "dense", 1, 0.5)], owner=filing(year=2021))
    new = found(chunk("b"), [hit("b", "dense", 2, 0.4)], owner=filing(year=2023))
    assert described("What?", SCOPE, old, new)["recency_years"] == pytest.approx(730 / 365.25)


def test_words_of_the_header_count() -> None:
    one = found(chunk("a", "4,321", header="Net sales (in millions)"), [hit("a", "dense", 1, 0.5)])
    assert described("Net sales?", SCOPE, one)["idf_overlap"] == 1.0


def test_boilerplate_of_other_issuers_is_counted() -> None:
    text = (
        "The company is from time to time a party to legal matters that arise in the ordinary course of its business."
    )
    ones = [
        found(chunk(name, text, filing=name), [hit(name, "dense", 1, 0.5)], owner=filing(name, issuer=issuer))
        for name, issuer in (("a", "acme"), ("b", "beta"), ("c", "corvale"), ("d", "acme"))
    ]
    assert [row[FEATURES.index("near_duplicates")] for row in compute("What?", SCOPE, ones, idf={})] == [2, 2, 2, 2]
    other = found(chunk("e", "Quite another text about the leases of stores in the northern states."), ones[0].hits)
    assert described("What?", SCOPE, other, *ones)["near_duplicates"] == 0.0


def test_a_number_agrees_however_it_is_written() -> None:
    one = found(chunk("a", "Sales were 1,234 and (2,500)."), [hit("a", "dense", 1, 0.5)])
    assert described("Why 1234 and 2500?", SCOPE, one)["number_agreement"] == 1.0


def test_the_same_input_gives_the_same_features() -> None:
    rows = [found(chunk(n, f"words {n} " * 30), [hit(n, "dense", 1, 0.5), hit(n, "sparse", 2, 1.5)]) for n in "abc"]
    first, second = (compute("What was 5?", SCOPE, rows, idf={"5": 2.0}) for _ in range(2))
    np.testing.assert_array_equal(first, second)
