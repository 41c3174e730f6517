"""What kind of answer a question wants: percent, share, yes or no, or another measure than the named line."""

from __future__ import annotations

import pytest

from finsagent.agents.asked import read_question
from finsagent.lexicon import load_lexicon


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("How much did research and development grow in percent in fiscal 2023?", "growth"),
        ("By what percentage did revenue increase in fiscal 2023?", "growth"),
        ("How much did revenue increase in fiscal 2023?", "change"),
        ("What percentage of net sales came from the United States?", "share_of"),
        ("How did gross profit change over fiscal 2023?", "direction"),
        ("What was the revenue per member in fiscal 2023?", "prose"),
        ("What was the capex as a percentage of revenue in fiscal 2023?", "value"),
    ],
)
def test_operations(text: str, operation: str) -> None:
    assert read_question(text, load_lexicon()).operation == operation


@pytest.mark.parametrize(
    ("text", "yes_no"),
    [
        ("Why did revenue fall, was demand weak?", False),
        ("Did revenue fall in 2023?", True),
        ("For Fernhill, did revenue fall?", True),
    ],
)
def test_yes_or_no(text: str, yes_no: bool) -> None:
    assert read_question(text, load_lexicon()).yes_no is yes_no


def test_quarter_and_months() -> None:
    asked = read_question("What were net sales in the second quarter and first six months of 2023?", load_lexicon())
    assert asked.months == 6
    assert asked.also_quarter
