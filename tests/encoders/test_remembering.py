from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from finsagent.encoders import HashingEncoder, RememberingEncoder


class Counting(HashingEncoder):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.seen.extend(texts)
        return super().encode(texts)


def test_vectors_are_those_of_the_encoder_behind_and_are_computed_once() -> None:
    inner = Counting()
    encoder = RememberingEncoder(inner)
    first = encoder.encode(["net sales", "debt", "net sales"])
    second = encoder.encode(["debt", "leases"])
    assert inner.seen == ["net sales", "debt", "leases"]
    plain = HashingEncoder().encode(["net sales", "debt", "net sales"])
    np.testing.assert_array_equal(first, plain)
    np.testing.assert_array_equal(second[0], first[1])


def test_the_memory_is_bounded_and_forgets_what_was_used_longest_ago() -> None:
    inner = Counting()
    encoder = RememberingEncoder(inner, capacity=2)
    encoder.encode(["a one"])
    encoder.encode(["b two"])
    encoder.encode(["c three"])
    encoder.encode(["a one", "c three"])
    assert inner.seen == ["a one", "b two", "c three", "a one"]


def test_no_texts_give_no_rows() -> None:
    assert RememberingEncoder(HashingEncoder()).encode([]).shape == (0, HashingEncoder().dimension)


def test_it_is_the_same_encoder_to_an_index() -> None:
    assert RememberingEncoder(HashingEncoder()).fingerprint == HashingEncoder().fingerprint
