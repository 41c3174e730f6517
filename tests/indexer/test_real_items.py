from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.benchmarks.items import count_labels, count_starts


@pytest.mark.real
def test_hand_written_checks_of_items_hold() -> None:
    tally = count_labels(Path(os.environ["FINSAGENT_DATA"]))
    assert tally.held >= 0.97 * (tally.held + len(tally.failed)), tally.failed


@pytest.mark.real
def test_item_starts_agree_with_another_program() -> None:
    tally = count_starts(Path(os.environ["FINSAGENT_DATA"]))
    assert tally.held >= 0.95 * (tally.held + len(tally.failed)), tally.failed
