"""Whether an answer is right, judged by rule: numbers within rounding, key points by their words, abstentions.

It says None where it has no rule to judge by, never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

_ROUNDING = Decimal("0.005")


def is_right(
    *,
    abstained: bool,
    should_abstain: bool,
    value: Decimal | None,
    gold: Decimal | None,
    text: str,
    key_points: Sequence[Sequence[str]],
) -> bool | None:
    """Judge one answer.

    Args:
        abstained: whether nothing was answered.
        should_abstain: whether nothing should have been.
        value: the answer's number in base units.
        gold: the right number in base units; right within half a percent (the rounding of shown figures).
        text: the answer's words.
        key_points: what must be said; of each point one of its alternatives.
    """
    if abstained or should_abstain:
        return abstained == should_abstain
    if gold is not None:
        return value is not None and abs(value - gold) <= abs(gold) * _ROUNDING
    if key_points:
        plain = text.lower()
        return all(any(words.strip() in plain for words in point) for point in key_points)
    return None
