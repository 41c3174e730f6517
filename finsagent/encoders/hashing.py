"""An encoder without weights: hashed words and character trigrams. For fast tests; it knows no meanings."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from finsagent.text import tokens

_DIMENSION = 384
_MAX_TOKENS = 254
_WORD = re.compile(r"\w+|[^\w\s]")
_TRIGRAM_WEIGHT = 0.3


class HashingEncoder:
    """Texts that share words, or parts of words, get similar vectors; the same on every machine."""

    fingerprint = f"hashing-{_DIMENSION}:v1"
    dimension = _DIMENSION
    max_tokens = _MAX_TOKENS

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts as rows of length 1, shape (len(texts), dimension)."""
        vectors = np.zeros((len(texts), _DIMENSION), np.float32)
        for row, text in enumerate(texts):
            for token in tokens(_cut(text)) or [""]:
                for place, weight in _features(token):
                    vectors[row, place] += weight
            norm = float(np.linalg.norm(vectors[row]))
            if norm == 0.0:  # features of opposite sign may cancel out
                vectors[row, 0] = norm = 1.0
            vectors[row] /= norm
        return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count words and punctuation marks."""
        return [len(_WORD.findall(text)) for text in texts]


def _cut(text: str) -> str:
    for place, word in enumerate(_WORD.finditer(text)):
        if place == _MAX_TOKENS:
            return text[: word.start()]
    return text


@lru_cache(maxsize=50_000)
def _features(token: str) -> tuple[tuple[int, float], ...]:
    padded = f"<{token}>"
    parts = [(token, 1.0), *((padded[i : i + 3], _TRIGRAM_WEIGHT) for i in range(len(padded) - 2))]
    return tuple((place, sign * weight) for part, weight in parts for place, sign in [_place(part)])


def _place(part: str) -> tuple[int, float]:
    number = int.from_bytes(hashlib.blake2b(part.encode(), digest_size=8).digest(), "big")
    return number // 2 % _DIMENSION, 1.0 if number % 2 else -1.0
