"""The int8 encoder: onnxruntime and a tokenizer, no torch.

Each text is run by itself, and several at once in threads. That is faster on a CPU than padded batches, and makes the
vector of a text depend on that text alone: the same bits whatever else is encoded with it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from finsagent.artifacts import exclusive_lock, open_directory
from finsagent.encoders.weights import Weights
from finsagent.errors import ArtifactError, SettingsError
from finsagent.text import well_formed

KIND = "encoder"
VERSION = 1
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
_TOKENIZE_AT_ONCE = 4096


class OnnxEncoder:
    """A converted sentence-transformers model with mean or first-token pooling inside its graph."""

    def __init__(
        self,
        *,
        fingerprint: str,
        dimension: int,
        session: onnxruntime.InferenceSession,
        tokenizer: Tokenizer,
        counter: Tokenizer,
        max_tokens: int,
        pool: ThreadPoolExecutor | None,
    ) -> None:
        self._fingerprint = fingerprint
        self._dimension = dimension
        self._session = session
        self._inputs = tuple(field.name for field in session.get_inputs())
        self._tokenizer = tokenizer
        self._counter = counter
        self._max_tokens = max_tokens
        self._pool = pool

    @classmethod
    def load(cls, weights: Weights, *, cache: Path, threads: int = 0) -> OnnxEncoder:
        """Load the converted model from `cache`, converting it first if it isn't there or is damaged.

        Raises:
            SettingsError: the model is of a kind that can't be converted, or `cache` can't be written.
        """
        folder = cache / f"{weights.slug}-{weights.digest[:16]}-int8-v{VERSION}"
        try:
            details = _converted(weights, folder)
        except OSError as error:
            raise SettingsError(
                f"The converted encoder can't be kept in {cache}: {error}. "
                "Set FINSAGENT_CACHE_DIR to a directory that can be written and has 200 MB left."
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(folder / MODEL_FILE), options, providers=["CPUExecutionProvider"])
        length = int(details["max_length"])
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        tokenizer.no_padding()
        tokenizer.enable_truncation(length)
        counter = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        counter.no_padding()
        counter.no_truncation()
        count = threads or os.cpu_count() or 1
        return cls(
            fingerprint=f"{weights.name}@{weights.digest[:12]}:int8-v{VERSION}",
            dimension=int(details["dimension"]),
            session=session,
            tokenizer=tokenizer,
            counter=counter,
            max_tokens=length - tokenizer.num_special_tokens_to_add(is_pair=False),
            pool=ThreadPoolExecutor(count, thread_name_prefix="encode") if count > 1 else None,
        )

    @property
    def fingerprint(self) -> str:
        """Name, hash of the weights, and precision."""
        return self._fingerprint

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read."""
        return self._max_tokens

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts as rows of length 1, shape (len(texts), dimension); equal texts are run once."""
        distinct = list(dict.fromkeys(texts))
        cleaned = [well_formed(text) for text in distinct]
        vectors = np.zeros((len(distinct), self._dimension), np.float32)
        for start in range(0, len(distinct), _TOKENIZE_AT_ONCE):
            batch = cleaned[start : start + _TOKENIZE_AT_ONCE]
            ids = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(batch)]
            longest_first = sorted(range(len(ids)), key=lambda place: -len(ids[place]))
            run = map if self._pool is None or len(batch) == 1 else self._pool.map
            for place, vector in zip(longest_first, run(self._run, [ids[p] for p in longest_first]), strict=True):
                vectors[start + place] = vector
        places = {text: place for place, text in enumerate(distinct)}
        return vectors[[places[text] for text in texts]] if len(distinct) != len(texts) else vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, special tokens and truncation aside."""
        counts: list[int] = []
        for start in range(0, len(texts), _TOKENIZE_AT_ONCE):
            batch = [well_formed(text) for text in texts[start : start + _TOKENIZE_AT_ONCE]]
            counts.extend(len(found.ids) for found in self._counter.encode_batch_fast(batch, add_special_tokens=False))
        return counts

    def _run(self, ids: list[int]) -> NDArray[np.float32]:
        tokens = np.array([ids], np.int64)
        feeds = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
        output = self._session.run(None, {name: feeds[name] for name in self._inputs})
        vector: NDArray[np.float32] = output[0][0]
        return vector / max(float(np.linalg.norm(vector)), 1e-12)


def _converted(weights: Weights, folder: Path) -> dict[str, str | int]:
    try:
        return dict(open_directory(folder, kind=KIND, version=VERSION).details)
    except ArtifactError:
        pass
    with exclusive_lock(folder.with_suffix(".lock"), wait=True):
        try:  # another process may have converted it while we waited
            return dict(open_directory(folder, kind=KIND, version=VERSION).details)
        except ArtifactError:
            from finsagent.encoders.export import convert

            return dict(convert(weights, folder, kind=KIND, version=VERSION).details)
