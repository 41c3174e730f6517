"""An encoder that remembers short texts: sub-queries and sentences come again from other roles and other questions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from finsagent.encoders import Encoder

_CAPACITY = 20_000
"""Texts kept; at 384 float32 values each this is 30 MB of vectors."""


class RememberingEncoder:
    """Implements `Encoder` over another one with a bounded least-recently-used memory. Thread-safe."""

    def __init__(self, encoder: Encoder, *, capacity: int = _CAPACITY) -> None:
        self._encoder = encoder
        self._capacity = capacity
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """That of the encoder behind."""
        return self._encoder.fingerprint

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._encoder.dimension

    @property
    def max_tokens(self) -> int:
        """How many tokens are read of a text."""
        return self._encoder.max_tokens

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text."""
        return self._encoder.count_tokens(texts)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts, shape (len(texts), dimension); only those not remembered are computed."""
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
            for text in found:
                self._known.move_to_end(text)
        missing = list(dict.fromkeys(text for text in texts if text not in found))
        if missing:
            vectors = self._encoder.encode(missing)
            found.update(zip(missing, vectors, strict=True))
            with self._lock:
                for text in missing:
                    self._known[text] = found[text]
                while len(self._known) > self._capacity:
                    self._known.popitem(last=False)
        if not found:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([found[text] for text in texts])
