"""The validity gate: a LightGBM model that says how likely a passage is valid evidence, whatever its topic.

A gate is a directory with `gate.txt` (LightGBM text) and `meta.json` (feature names in order, version, lambdas).
Loading refuses a gate whose features are not exactly those that serving computes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from finsagent.errors import OperatorError
from finsagent.rerank.features import FEATURES


class Gate(Protocol):
    """Gives the validity p in [0, 1] of passages from their features, shape (n, 31) -> (n,)."""

    @property
    def note(self) -> str | None:
        """What the trace must say of this gate, None when there is nothing to say."""
        ...

    def validity(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give p of each row."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenGate:
    """The gate before one is trained: p = 1 for every passage, and the trace says so."""

    note: str | None = "No validity gate is installed: p = 1 for every passage."

    def validity(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """All ones."""
        return np.ones(len(features), dtype=np.float32)


class LightGBMGate:
    """A trained gate."""

    def __init__(self, *, booster: object, note: str | None) -> None:
        self._booster = booster
        self._note = note

    @classmethod
    def load(cls, directory: Path) -> LightGBMGate:
        """Open a gate directory.

        Raises:
            OperatorError: it is missing, damaged, or was trained on other features or another order of them.
        """
        import lightgbm

        try:
            meta = json.loads((directory / "meta.json").read_text(encoding="utf-8"))
            names = tuple(meta["features"])
            booster = lightgbm.Booster(model_file=str(directory / "gate.txt"))
        except (OSError, ValueError, KeyError, TypeError, lightgbm.basic.LightGBMError) as error:
            raise OperatorError(
                f"Gate {directory} can't be opened ({error}). Train one with `make train-gate` or unset FINSAGENT_GATE."
            ) from error
        if names != FEATURES or tuple(booster.feature_name()) != FEATURES:
            different = [a for a, b in zip(names, FEATURES, strict=False) if a != b] or ["their number"]
            raise OperatorError(
                f"Gate {directory} was trained on other features ({different[0]} differs). "
                "Train it again with this version."
            )
        return cls(booster=booster, note=None)

    @property
    def note(self) -> str | None:
        """Nothing to say: a gate is at work."""
        return self._note

    def validity(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give p of each row, shape (n,)."""
        if not len(features):
            return np.zeros(0, dtype=np.float32)
        scores = self._booster.predict(features, num_threads=1)  # type: ignore[attr-defined]
        return np.clip(np.asarray(scores, dtype=np.float32), 0.0, 1.0)
