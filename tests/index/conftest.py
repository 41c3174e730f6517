"""An index of two small filings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from finsagent.index.bundle import Bundle
from tests.index.content import ENCODER, filing_content

APPLE = ["Net sales rose.", "The iPhone is sold in stores.", "Stores are leased."]
BEST = ["Net sales fell.", "Domestic stores were closed."]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    target = tmp_path / "index"
    Bundle.write(
        target,
        contents=[filing_content("apple", APPLE), filing_content("best", BEST)],
        encoder_fingerprint=ENCODER.fingerprint,
        dimension=ENCODER.dimension,
    )
    return target


@pytest.fixture
def bundle(directory: Path) -> Iterator[Bundle]:
    with Bundle.open(directory) as opened:
        yield opened
