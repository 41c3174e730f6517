from __future__ import annotations

from dataclasses import fields, replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finsagent.agents.analyst import Draft
from finsagent.answer.confidence import Signals, combine, read_signals
from finsagent.domain import Finding, Role, Scope, Value
from tests.agents.passages import SCOPE, evidence
from tests.answer.test_verify import SALES

MIDDLE = Signals(finding=0.5, agreement=0.5, verified=0.5, rank=0.5, scope=0.5, numeric=0.5)
shares = st.floats(min_value=0, max_value=1)


@pytest.mark.parametrize("name", [part.name for part in fields(Signals)])
@given(low=shares, high=shares)
def test_more_of_any_signal_never_lowers_it(name: str, low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert combine(replace(MIDDLE, **{name: low})).value <= combine(replace(MIDDLE, **{name: high})).value


def test_the_ends_are_far_apart_and_inside_the_bounds() -> None:
    best = combine(Signals(finding=1, agreement=1, verified=1, rank=1, scope=1, numeric=1))
    worst = combine(Signals(finding=0, agreement=0, verified=0, rank=0, scope=0, numeric=0))
    assert best.value > 0.9
    assert worst.value == 0.02
    assert best.reasons[0] == "the evidence states it directly"
    assert "every claim is held by its citation" in best.reasons
    assert "some claims were not held by their citations" in worst.reasons


def test_signals_are_read_from_the_answer() -> None:
    value = Value(number=Decimal(5), unit="USD", period="FY2023")
    findings = [
        Finding(role=Role.GENERAL, text="a", citations=(SALES,), confidence=0.9, value=value),
        Finding(role=Role.QUANTITATIVE, text="a", citations=(SALES,), confidence=0.8, value=value),
        Finding(role=Role.LEGAL, text="", citations=(), confidence=0.0),
    ]
    draft = Draft(text="a", citations=(SALES,), value=value)
    signals = read_signals(draft, findings, evidence(), SCOPE, verified=1.0)
    assert signals == Signals(finding=0.9, agreement=1.0, verified=1.0, rank=1.0, scope=1.0, numeric=1.0)
    vague = read_signals(draft, findings, evidence(), Scope(filings=(), notes=("a", "b")), verified=1.0)
    assert vague.scope == 0
