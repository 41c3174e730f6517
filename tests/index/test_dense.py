from __future__ import annotations

from pathlib import Path

import faiss
import numpy as np
import pytest

from finsagent.index.dense import _SAMPLE, DenseIndex


def unit(*angles: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([[np.cos(np.radians(a)), np.sin(np.radians(a))] for a in angles], np.float32)


@pytest.fixture
def index(tmp_path: Path) -> DenseIndex:
    assert DenseIndex.build(tmp_path / "dense.faiss", [unit(0, 90), unit(30, 0, 60)], dimension=2) == 5
    return DenseIndex.load(tmp_path / "dense.faiss")


def test_nearest_first_and_equal_vectors_by_row(index: DenseIndex) -> None:
    rows, scores = index.search(unit(0), rows=None, limit=4)
    assert rows.tolist() == [[0, 3, 2, 4]]
    assert scores[0] == pytest.approx([1.0, 1.0, 0.866025, 0.5], abs=1e-6)


def test_each_query_has_its_own_answer(index: DenseIndex) -> None:
    rows, _ = index.search(unit(0, 90), rows=None, limit=1)
    assert rows.tolist() == [[0], [1]]


@pytest.mark.parametrize(("rows", "expected"), [([1, 2], [2, 1]), ([1, 4], [4, 1]), ([3], [3, -1]), ([], [-1, -1])])
def test_only_the_given_rows(index: DenseIndex, rows: list[int], expected: list[int]) -> None:
    found, scores = index.search(unit(0), rows=np.array(rows, np.int64), limit=2)
    assert found.tolist() == [expected]
    assert np.isneginf(scores[0][np.array(expected) == -1]).all()


def test_some_rows_and_all_rows_agree(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    vectors = random.normal(size=(500, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    DenseIndex.build(tmp_path / "dense.faiss", [vectors], dimension=16)
    index = DenseIndex.load(tmp_path / "dense.faiss")
    rows = np.arange(0, 500, 2)
    found, scores = index.search(vectors[:20], rows=rows, limit=10)
    everything, all_scores = index.search(vectors[:20], rows=None, limit=500)
    for query in range(20):
        even = [place for place, row in enumerate(everything[query]) if row % 2 == 0][:10]
        assert found[query].tolist() == everything[query][even].tolist()
        assert scores[query] == pytest.approx(all_scores[query][even], abs=1e-5)


def test_the_best_of_many_are_those_that_faiss_finds(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    vectors = random.normal(size=(4000, 8)).astype(np.float32)
    vectors[::_SAMPLE] *= 3  # the worst case for a threshold from a sample: the sample is not like the rest
    DenseIndex.build(tmp_path / "dense.faiss", [vectors], dimension=8)
    rows, _ = DenseIndex.load(tmp_path / "dense.faiss").search(vectors[:70], rows=None, limit=5)
    faiss_index = faiss.read_index(str(tmp_path / "dense.faiss"))
    assert rows.tolist() == faiss_index.search(vectors[:70], 5)[1].tolist()


def test_the_vectors_are_those_given_and_cannot_be_changed(index: DenseIndex) -> None:
    assert np.array_equal(index.vectors, unit(0, 90, 30, 0, 60))
    with pytest.raises(ValueError, match="read-only"):
        index.vectors[0, 0] = 2.0


def test_no_query_and_no_limit(index: DenseIndex) -> None:
    assert index.search(np.zeros((0, 2), np.float32), rows=None, limit=3)[0].shape == (0, 3)
    assert index.search(unit(0), rows=None, limit=0)[0].shape == (1, 0)


def test_an_empty_index(tmp_path: Path) -> None:
    DenseIndex.build(tmp_path / "dense.faiss", [], dimension=2)
    index = DenseIndex.load(tmp_path / "dense.faiss")
    assert len(index) == 0
    assert index.vectors.shape == (0, 2)
    assert index.search(unit(0), rows=None, limit=1)[0].tolist() == [[-1]]
