from __future__ import annotations

from decimal import Decimal

import pytest

from finsagent.calculator import CalculationError, MissingValueError, Operand, compute, mean, parse_formula
from finsagent.lexicon import load_lexicon

VALUES = {
    ("revenue", 0): ("6489", "USD"),
    ("revenue", 1): ("7500", "USD"),
    ("ppe_net", 0): ("253", "USD"),
    ("ppe_net", 1): ("282", "USD"),
    ("payables", 0): ("46092", "USD"),
    ("payables", 1): ("41433", "USD"),
    ("cogs", 0): ("373396", "USD"),
    ("inventory", 0): ("43783", "USD"),
    ("inventory", 1): ("43046", "USD"),
    ("shares", 0): ("100", "shares"),
    ("rate", 0): ("23.4", "percent"),
}


def lookup(key: str, years_back: int) -> Operand | None:
    found = VALUES.get((key, years_back))
    if found is None:
        return None
    return Operand(value=Decimal(found[0]), unit=found[1], label=f"{key} {2019 - years_back}")


def test_average_and_its_steps() -> None:
    result = compute("revenue / avg(ppe_net)", lookup, unit="ratio")
    assert round(result.value, 2) == Decimal("24.26")
    assert result.steps == ("(253 + 282) / 2 = 267.5000", "6,489 / 267.5000 = 24.2579")
    assert result.expression == "revenue 2019 / average(ppe_net 2019; ppe_net 2018)"
    assert [operand.label for operand in result.operands] == ["revenue 2019", "ppe_net 2019", "ppe_net 2018"]


def test_days_payable_by_hand() -> None:
    result = compute("365 * avg(payables) / (cogs + change(inventory))", lookup, unit="days")
    assert round(result.value, 2) == Decimal("42.69")


def test_growth_is_a_percent() -> None:
    result = compute("change(revenue) / prior(revenue)", lookup, unit="percent")
    assert result.value == Decimal("-13.48")
    assert result.unit == "percent"


def test_optional_and_alternative_values() -> None:
    assert compute("revenue + opt(nothing)", lookup, unit="USD").value == 6489
    assert compute("first(rate / 100, revenue / cogs)", lookup, unit="percent").value == Decimal("23.4")
    assert compute("first(nothing, revenue)", lookup, unit="USD").value == 6489


def test_units_are_carried_and_checked() -> None:
    assert compute("revenue / shares", lookup, unit="USD/share").unit == "USD/share"
    with pytest.raises(CalculationError, match="can't add USD and shares"):
        compute("revenue + shares", lookup, unit="USD")
    with pytest.raises(CalculationError, match="gives shares, not USD"):
        compute("shares", lookup, unit="USD")


def test_what_is_missing_is_named() -> None:
    with pytest.raises(MissingValueError) as caught:
        compute("avg(cogs)", lookup, unit="USD")
    assert (caught.value.key, caught.value.years_back) == ("cogs", 1)


@pytest.mark.parametrize("text", ["revenue +", "(revenue", "avg revenue", "__import__('os')", "1 2", "first(a)"])
def test_a_bad_formula_is_refused(text: str) -> None:
    with pytest.raises(CalculationError):
        parse_formula(text)


def test_division_by_zero_is_refused() -> None:
    with pytest.raises(CalculationError, match="division by zero"):
        compute("revenue / (cogs - cogs)", lookup, unit="ratio")


def test_mean_of_years() -> None:
    results = [
        compute(text, lookup, unit="percent") for text in ("ppe_net / revenue", "prior(ppe_net) / prior(revenue)")
    ]
    result = mean(results, label="PP&E to revenue")
    assert round(result.value, 3) == Decimal("3.829")
    with pytest.raises(CalculationError):
        mean([], label="nothing")


def test_every_formula_of_the_lexicon_can_be_read() -> None:
    lexicon = load_lexicon()
    formulas = [m.formula for m in lexicon.measures.values()] + [
        i.derive for i in lexicon.line_items.values() if i.derive
    ]
    assert len(formulas) > 50
    assert all(parse_formula(formula) is not None for formula in formulas)
