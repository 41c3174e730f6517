"""Vectors by text, so that no text is encoded twice: not after a kill, not when an index is built again.

A memory is filled from the index that is being replaced and from what an unfinished build left beside it.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from finsagent.artifacts import atomic_path
from finsagent.encoders import Encoder
from finsagent.index.bundle import Bundle, indexed_text

_KEY_BYTES = 16


class VectorMemory:
    """Encodes texts with one encoder and remembers what it has encoded."""

    def __init__(self, *, encoder: Encoder, folder: Path, known: dict[bytes, NDArray[np.float32]]) -> None:
        self._encoder = encoder
        self._folder = folder
        self._known = known

    @classmethod
    def open(cls, folder: Path, encoder: Encoder) -> VectorMemory:
        """Remember what an unfinished build of the same encoder left in `folder`; what is damaged there is left out."""
        known: dict[bytes, NDArray[np.float32]] = {}
        for path in sorted(folder.glob(f"*-{_tag(encoder)}.npz")):
            try:
                with path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                    keys, vectors = saved["keys"], saved["vectors"]
            except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
                continue
            if keys.shape == (len(vectors), _KEY_BYTES) and vectors.shape[1:] == (encoder.dimension,):
                known.update((key.tobytes(), vector) for key, vector in zip(keys, vectors, strict=True))
        return cls(encoder=encoder, folder=folder, known=known)

    def learn(self, bundle: Bundle) -> None:
        """Take over the vectors of an open index that the same encoder made."""
        for filing in bundle.catalogue.filings:
            content = bundle.store.content(filing.id)
            texts = [indexed_text(chunk) for chunk in content.chunks] + [s.text for s in content.summaries]
            vectors = np.concatenate([content.vectors, content.summary_vectors])
            self._known.update(zip(map(_key, texts), vectors, strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of texts, shape (len(texts), dimension); new ones are saved before they are returned."""
        keys = [_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            vectors = self._encoder.encode(list(new.values()))
            self._known.update(zip(new, vectors, strict=True))
            self._save(list(new), vectors)
        if not keys:
            return np.zeros((0, self._encoder.dimension), dtype=np.float32)
        return np.stack([self._known[key] for key in keys]).astype(np.float32, copy=False)

    def _save(self, keys: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(b"".join(keys)).hexdigest()[:24]
        table = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), _KEY_BYTES)
        with atomic_path(self._folder / f"{name}-{_tag(self._encoder)}.npz") as temporary, temporary.open("wb") as file:
            np.savez(file, keys=table, vectors=vectors)


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).digest()


def _tag(encoder: Encoder) -> str:
    return hashlib.sha256(encoder.fingerprint.encode()).hexdigest()[:12]
