"""Computes one figure of an item from readings: by its formula, derived lines, and the company's own printed figure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.basis import is_attributable
from finsagent.agents.fiscal import Target
from finsagent.agents.printed import goes_with, printed_figure, same_shown
from finsagent.agents.readings import Readings
from finsagent.calculator import CalculationError, Computed, Operand, compute
from finsagent.lexicon import Lexicon, LineItem, Measure

_TWO_FILINGS = 0.9
_UNUSUAL = 0.45
_BASIS_TOLERANCE = Decimal("0.01")


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """The asked item for one issuer and period."""

    target: Target
    computed: Computed
    confidence: float
    other: Computed | None = None
    """What the lines give, where the company prints another figure of its own."""


class Figures:
    """Computes items for one question; `attributable` once net income was read as the company's owners' part."""

    def __init__(self, asked: Asked, readings: Readings, lexicon: Lexicon, *, part: str = "") -> None:
        self.attributable = False
        self._asked = asked
        self._readings = readings
        self._lexicon = lexicon
        self._part = part

    def figure(self, item: LineItem | Measure, issuer: str, target: Target) -> Figure:
        """Compute an item. Raises CalculationError where a value is missing."""
        own = item is self._asked.item and self._asked.formula
        formula = own or (item.formula if isinstance(item, Measure) else item.key)
        unit = item.unit
        if own and isinstance(item, LineItem):
            unit = "percent" if self._asked.form.percent or " % " in self._asked.text else "ratio"
        if isinstance(item, LineItem) and unit == "":
            unit = "USD"

        def lookup(key: str, years_back: int) -> Operand | None:
            back = Target(year=target.year - years_back, period=target.period, months=target.months)
            return self._operand(key, back, issuer)

        computed = compute(formula, lookup, unit=unit)
        sure = min((operand.confidence for operand in computed.operands), default=0.0)
        if len({citation.filing for operand in computed.operands for citation in operand.citations}) > 1:
            sure *= _TWO_FILINGS
        if isinstance(item, Measure) and "gross_profit" in item.line_items:
            sure *= self._one_basis(issuer, target)
        if isinstance(item, Measure) and not own:
            if item.possible is not None and not item.possible[0] <= computed.value <= item.possible[1]:
                raise CalculationError(f"the lines that were found give {computed.value:.2f}, which no company has")
            if item.usual is not None and not item.usual[0] <= computed.value <= item.usual[1]:
                sure *= _UNUSUAL
        if len(computed.operands) == 1 and computed.value == computed.operands[0].value:
            computed = replace(computed, steps=())  # read as it stands: there is nothing to compute
        if "net_income" in (item.line_items if isinstance(item, Measure) else (item.key,)):
            income = self._readings.read(self._lexicon.line_items["net_income"], target, issuer)
            self.attributable |= income is not None and is_attributable(income.label)
        return self._as_printed(Figure(target=target, computed=computed, confidence=sure), item, issuer)

    def _as_printed(self, figure: Figure, item: LineItem | Measure, issuer: str) -> Figure:
        """The company's own figure where it prints one that differs from what its lines give."""
        if not isinstance(item, Measure) or self._part or (item is self._asked.item and self._asked.formula):
            return figure
        own = printed_figure(item, self._readings, figure.target, issuer)
        made = figure.computed
        if own is None or not goes_with(own.value, made.value, item.unit) or same_shown(own.value, made.value):
            return figure
        shown = Computed(value=own.value, unit=item.unit, expression=item.label, steps=(),
                         operands=(own, *made.operands))  # fmt: skip
        return Figure(target=figure.target, computed=shown, confidence=own.confidence, other=made)

    def _operand(self, key: str, target: Target, issuer: str, within: frozenset[str] = frozenset()) -> Operand | None:
        """A line's reading, or its amount derived from other lines that are not being derived from it themselves."""
        item = self._lexicon.line_items[key]
        found = self._readings.operand(item, target, issuer)
        if found is not None and key == "income_tax":
            return self._signed_tax(found, target, issuer)
        if found is not None or not item.derive or key in within:
            return found

        def lookup(part: str, years_back: int) -> Operand | None:
            back = Target(year=target.year - years_back, period=target.period, months=target.months)
            return self._operand(part, back, issuer, within | {key})

        try:
            made = compute(item.derive, lookup, unit=item.unit)
        except CalculationError:
            return None
        return Operand(
            value=made.value,
            unit=made.unit,
            label=f"{item.label}, {target.name} ({made.expression})",
            citations=tuple(dict.fromkeys(c for operand in made.operands for c in operand.citations)),
            confidence=min((operand.confidence for operand in made.operands), default=0.0) * 0.95,
        )

    def _one_basis(self, issuer: str, target: Target) -> float:
        """Less than 1 where revenue less its cost is not the gross profit: they are then of different bases."""
        keys = ("revenue", "cost_of_revenue", "gross_profit")
        found = [self._readings.read(self._lexicon.line_items[key], target, issuer) for key in keys]
        if any(reading is None for reading in found):
            return 1.0
        revenue, cost, profit = (reading.value for reading in found if reading is not None)
        return 1.0 if abs(revenue - cost - profit) <= abs(revenue) * _BASIS_TOLERANCE else _UNUSUAL

    def _signed_tax(self, tax: Operand, target: Target, issuer: str) -> Operand:
        """An expense is positive, a benefit negative, however it is printed: as income before less income after."""
        lines = self._lexicon.line_items
        before = self._readings.read(lines["pretax_income"], target, issuer)
        after = self._readings.read(lines["net_income"], target, issuer)
        if before is None or after is None or before.evidence.filing != after.evidence.filing or not tax.value:
            return tax
        spent = before.value - after.value
        flipped = abs(spent + tax.value) < abs(spent - tax.value)
        return replace(tax, value=-tax.value) if flipped else tax
