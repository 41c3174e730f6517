"""A sentence-transformers cross-encoder: reads query and passage together and says how well they fit."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from finsagent.encoders.weights import Weights
from finsagent.errors import SettingsError
from finsagent.text import well_formed

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


class SentenceCrossEncoder:
    """Loads its model at the first `score`. Its one output goes through a sigmoid, so scores lie in [0, 1]."""

    def __init__(self, weights: Weights, *, batch_size: int) -> None:
        self._weights = weights
        self._batch_size = batch_size
        self._lock = threading.Lock()
        self._model: CrossEncoder | None = None

    @property
    def fingerprint(self) -> str:
        """Name and hash of the weights."""
        return f"{self._weights.name}@{self._weights.digest[:12]}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Score each pair, in [0, 1]; shape (len(pairs),).

        Raises:
            SettingsError: the model gives more than one number a pair.
        """
        if not pairs:
            return np.zeros(0, np.float32)
        with self._lock:
            if self._model is None:
                self._model = self._load()
            cleaned = [(well_formed(query), well_formed(passage)) for query, passage in pairs]
            scores = self._model.predict(cleaned, batch_size=self._batch_size, show_progress_bar=False)
        return np.clip(np.asarray(scores, np.float32).reshape(len(pairs)), 0.0, 1.0)

    def _load(self) -> CrossEncoder:
        import torch
        from sentence_transformers import CrossEncoder

        model: CrossEncoder = CrossEncoder(str(self._weights.folder), activation_fn=torch.nn.Sigmoid())
        labels = model.num_labels
        if labels != 1:
            raise SettingsError(
                f"The cross-encoder {self._weights.name!r} gives {labels} numbers a pair; one is needed. "
                "Set FINSAGENT_CROSS_ENCODER to a model trained to rank passages."
            )
        return model
