"""Any sentence-transformers model in torch, in fp32 or bf16: exact or nearly so, and slower on a CPU than int8."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from finsagent.encoders.weights import Weights
from finsagent.text import well_formed

_BATCH = 32
_DEFAULT_LENGTH = 256


class SentenceEncoder:
    """A sentence-transformers model behind a lock: its tokenizer can't be shared by threads."""

    def __init__(self, *, fingerprint: str, model: SentenceTransformer) -> None:
        self._fingerprint = fingerprint
        self._model = model
        self._lock = threading.Lock()

    @classmethod
    def load(cls, weights: Weights, *, precision: Literal["bf16", "fp32"], threads: int = 0) -> SentenceEncoder:
        """Load the model on the device that torch finds best; `threads` = 0 leaves torch's own choice."""
        if threads:
            torch.set_num_threads(threads)
        model = SentenceTransformer(str(weights.folder))
        if precision == "bf16":
            model = model.to(torch.bfloat16)
        return cls(fingerprint=f"{weights.name}@{weights.digest[:12]}:{precision}", model=model)

    @property
    def fingerprint(self) -> str:
        """Name, hash of the weights, and precision."""
        return self._fingerprint

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._model.get_embedding_dimension() or 0)

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read."""
        special: int = self._model.tokenizer.num_special_tokens_to_add()
        return int(self._model.max_seq_length or _DEFAULT_LENGTH) - special

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts as rows of length 1, shape (len(texts), dimension)."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        with self._lock:
            tensor = self._model.encode(
                [well_formed(text) for text in texts],
                batch_size=_BATCH,
                convert_to_tensor=True,
                convert_to_numpy=False,
                show_progress_bar=False,
            )
        vectors: NDArray[np.float32] = tensor.float().cpu().numpy()
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-12))
        return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, special tokens and truncation aside."""
        if not texts:
            return []
        with self._lock:
            found = self._model.tokenizer(
                [well_formed(text) for text in texts], add_special_tokens=False, truncation=False, verbose=False
            )
        return [len(ids) for ids in found["input_ids"]]
