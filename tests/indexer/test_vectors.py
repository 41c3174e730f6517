from __future__ import annotations

import gc
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from finsagent.encoders import HashingEncoder
from finsagent.index.bundle import Bundle
from indexer.vectors import VectorMemory
from tests.index.content import ENCODER, filing_content


class CountingEncoder(HashingEncoder):
    """Remembers what it was asked to encode."""

    def __init__(self, fingerprint: str = HashingEncoder.fingerprint) -> None:
        self.fingerprint = fingerprint
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().encode(texts)


def test_a_text_is_encoded_once_and_comes_back_in_place(tmp_path: Path) -> None:
    encoder = CountingEncoder()
    memory = VectorMemory.open(tmp_path / "work", encoder)
    first = memory.encode(["a tool", "a saw", "a tool"])
    np.testing.assert_array_equal(first, ENCODER.encode(["a tool", "a saw", "a tool"]))
    second = memory.encode(["a saw", "a nail"])
    np.testing.assert_array_equal(second, ENCODER.encode(["a saw", "a nail"]))
    assert encoder.asked == ["a tool", "a saw", "a nail"]


def test_what_was_encoded_before_a_kill_is_not_encoded_again(tmp_path: Path) -> None:
    VectorMemory.open(tmp_path, CountingEncoder()).encode(["a tool", "a saw"])
    encoder = CountingEncoder()
    np.testing.assert_array_equal(
        VectorMemory.open(tmp_path, encoder).encode(["a saw", "a nail"]), ENCODER.encode(["a saw", "a nail"])
    )
    assert encoder.asked == ["a nail"]


def test_vectors_of_another_encoder_are_not_taken(tmp_path: Path) -> None:
    VectorMemory.open(tmp_path, CountingEncoder("other:v1")).encode(["a tool"])
    encoder = CountingEncoder()
    VectorMemory.open(tmp_path, encoder).encode(["a tool"])
    assert encoder.asked == ["a tool"]


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x93NUMPY\x01\x00"])
def test_a_file_that_is_no_archive_is_left_out(tmp_path: Path, content: bytes) -> None:
    VectorMemory.open(tmp_path, CountingEncoder()).encode(["a tool"])
    for path in tmp_path.iterdir():
        path.write_bytes(content)
    encoder = CountingEncoder()
    VectorMemory.open(tmp_path, encoder).encode(["a tool"])
    assert encoder.asked == ["a tool"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_an_archive_that_was_cut_is_left_out(tmp_path: Path) -> None:
    VectorMemory.open(tmp_path, CountingEncoder()).encode(["a tool"])
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    encoder = CountingEncoder()
    try:
        VectorMemory.open(tmp_path, encoder).encode(["a tool"])
    except zipfile.BadZipFile:
        encoder.asked.append("the file was refused")
    gc.collect()  # a leaked file must be reported here, not in another test
    assert encoder.asked == ["a tool"]


def test_an_index_teaches_its_vectors(tmp_path: Path) -> None:
    content = filing_content("apple", ["Net sales rose.", "Stores are leased."])
    Bundle.write(
        tmp_path / "i", contents=[content], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension
    )
    encoder = CountingEncoder()
    memory = VectorMemory.open(tmp_path / "work", encoder)
    with Bundle.open(tmp_path / "i") as bundle:
        memory.learn(bundle)
    vectors = memory.encode([f"{chunk.header}\n{chunk.text}" for chunk in content.chunks])
    np.testing.assert_array_equal(vectors, content.vectors)
    assert encoder.asked == []
    assert not (tmp_path / "work").exists()


def test_no_texts_give_no_vectors(tmp_path: Path) -> None:
    assert VectorMemory.open(tmp_path, CountingEncoder()).encode([]).shape == (0, 384)
