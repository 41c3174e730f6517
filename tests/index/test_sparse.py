from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from finsagent.index.sparse import K1, B, SparseIndex

DOCUMENTS = [
    ("apple", ["net", "sale", "rise"]),
    ("apple", ["net", "sale", "sale", "fall", "store"]),
    ("best", ["net", "sale", "rise"]),
    ("best", ["goodwil", "10k", "1234"]),
]


@pytest.fixture
def index(tmp_path: Path) -> SparseIndex:
    assert SparseIndex.build(tmp_path / "sparse", DOCUMENTS) == 4
    return SparseIndex.load(tmp_path / "sparse")


def rows(found: list[tuple[int, float]]) -> list[int]:
    return [row for row, _ in found]


def test_one_rare_word_is_enough(index: SparseIndex) -> None:
    assert rows(index.search({"goodwil": 1.0, "absent": 1.0, "words": 1.0}, filings=None, limit=10)) == [3]


def test_equal_scores_tie_by_row(index: SparseIndex) -> None:
    found = index.search({"rise": 1.0}, filings=None, limit=10)
    assert rows(found) == [0, 2]
    assert found[0][1] == found[1][1] > 0


def test_a_weight_multiplies_a_terms_score(index: SparseIndex) -> None:
    one = index.search({"goodwil": 1.0}, filings=None, limit=1)[0][1]
    assert index.search({"goodwil": 2.5}, filings=None, limit=1)[0][1] == pytest.approx(2.5 * one)
    assert rows(index.search({"rise": 1.0, "store": 1.0}, filings=None, limit=1)) == [1]
    assert rows(index.search({"rise": 9.0, "store": 1.0}, filings=None, limit=1)) == [0]


def test_only_the_given_filings_with_the_same_scores(index: SparseIndex) -> None:
    everywhere = dict(index.search({"sale": 1.0}, filings=None, limit=10))
    assert dict(index.search({"sale": 1.0}, filings=["best"], limit=10)) == pytest.approx({2: everywhere[2]})
    assert rows(index.search({"sale": 1.0}, filings=["best", "apple"], limit=10)) == [1, 0, 2]
    assert index.search({"sale": 1.0}, filings=["nobody"], limit=10) == []
    assert index.search({"sale": 1.0}, filings=[], limit=10) == []


@pytest.mark.parametrize("terms", [{}, {"": 1.0}, {"sale": 0.0}, {"sale": -1.0}])
def test_nothing_to_search_for(index: SparseIndex, terms: dict[str, float]) -> None:
    assert index.search(terms, filings=None, limit=10) == []


def test_the_limit(index: SparseIndex) -> None:
    assert rows(index.search({"sale": 1.0}, filings=None, limit=2)) == [1, 0]
    assert index.search({"sale": 1.0}, filings=None, limit=0) == []


@pytest.mark.parametrize(("terms", "expected"), [(["sale"], 3), (["sale", "rise"], 2), (["sale", "10k"], 0), ([], 0)])
def test_chunks_that_hold_all_tokens_are_counted(index: SparseIndex, terms: list[str], expected: int) -> None:
    assert index.count(terms) == expected


def test_the_score_is_bm25(index: SparseIndex) -> None:
    """Row 1 has "sale" twice among 5 tokens; 3 of 4 documents have it; the average length is 14 / 4."""
    idf = np.log(1 + (4 - 3 + 0.5) / (3 + 0.5))
    expected = idf * 2 * (K1 + 1) / (2 + K1 * (1 - B + B * 5 / (14 / 4)))
    assert index.search({"sale": 1.0}, filings=None, limit=1)[0][1] == pytest.approx(expected, rel=1e-5)


def test_agrees_with_rank_bm25_on_2000_chunks(tmp_path: Path) -> None:
    """As text is: common words by Zipf's law, and words of a topic that come up several times in its chunks."""
    chooser = random.Random(11)
    words = [f"w{number}" for number in range(5000)]
    common = [1 / (number + 3) for number in range(5000)]
    topics = [chooser.sample(words[100:], 12) for _ in range(300)]
    documents, subjects = [], []
    for _ in range(2000):
        topic, length = chooser.choice(topics), chooser.randint(20, 200)
        subjects.append(topic)
        documents.append(chooser.choices(words, common, k=length) + chooser.choices(topic, k=length // 3))
    SparseIndex.build(tmp_path / "sparse", [("f", document) for document in documents])
    index = SparseIndex.load(tmp_path / "sparse")
    reference = BM25Okapi(documents, k1=K1, b=B)
    overlaps = []
    for _ in range(40):
        row = chooser.randrange(2000)
        query = list(dict.fromkeys([*chooser.sample(subjects[row], 3), *chooser.choices(documents[row], k=3)]))
        ours = rows(index.search(dict.fromkeys(query, 1.0), filings=None, limit=10))
        theirs = np.argsort(-reference.get_scores(query), kind="stable")[:10].tolist()
        overlaps.append(len(set(ours) & set(theirs)) / 10)
    assert np.mean(overlaps) >= 0.9
