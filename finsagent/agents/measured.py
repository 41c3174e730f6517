"""Answers a question about a line item or measure by reading and computing: values, averages, growth, comparisons.

Every number is a cell of a cited table row or computed from such cells with its steps shown. What the evidence lacks
is named; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target
from finsagent.agents.levels import BECAUSE, KINDS, USEFUL_LEVEL
from finsagent.agents.readings import Readings, plain_label
from finsagent.agents.wording import issuer_name, lower_first, put, when
from finsagent.calculator import CalculationError, Computed, MissingValueError, Operand, compute, mean
from finsagent.domain import Calculation, Citation, Filing, Value
from finsagent.lexicon import Lexicon, LineItem, Measure
from finsagent.numbers import round_half_up

_PLURAL = re.compile(r"(?:ures|ies|ues|ets|ses|ances|ables|ions|ents|ends paid|costs|shares|charges)$")
_TWO_FILINGS = 0.9
_TWO_LINES = 0.6
_UNUSUAL = 0.45
_BASIS_TOLERANCE = Decimal("0.01")


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """An answer found by numbers. `confidence` 0 with a text says what is missing."""

    text: str
    confidence: float
    citations: tuple[Citation, ...] = ()
    value: Value | None = None
    calculations: tuple[Calculation, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Figure:
    """The asked item for one issuer and period."""

    target: Target
    computed: Computed
    confidence: float


class Measurer:
    """Computes the asked item from one request's readings."""

    def __init__(
        self, asked: Asked, readings: Readings, lexicon: Lexicon, filings: Mapping[str, Filing], *, part: str = ""
    ) -> None:
        self._part = part
        self._asked = asked
        self._readings = readings
        self._lexicon = lexicon
        self._filings = filings

    def answer(self, issuer: str, targets: Sequence[Target]) -> Outcome:
        """Answer for one issuer; `targets` are the asked periods, oldest first, at least one."""
        item = self._asked.item
        if item is None:
            return Outcome(text="", confidence=0.0)
        name = issuer_name(issuer, self._filings)
        if (refusal := self._meaningless(item, name)) is not None:
            return refusal
        try:
            return self._by_operation(item, issuer, name, targets)
        except MissingValueError as error:
            missing = self._lexicon.line_items[error.key].label if error.key in self._lexicon.line_items else error.key
            last = targets[-1]
            year = Target(year=last.year - error.years_back, period=last.period, months=last.months)
            return Outcome(text=f"The evidence has no line for {lower_first(missing)} in {year.name}.", confidence=0.0)
        except CalculationError as error:
            return Outcome(text=f"{item.label} can't be computed: {error}.", confidence=0.0)

    def _by_operation(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        operation = self._asked.operation
        if operation == "average":
            return self._average(item, issuer, name, targets)
        if operation in {"growth", "change"}:
            return self._change(item, issuer, name, targets)
        if operation == "direction":
            return self._direction(item, issuer, name, targets)
        if operation == "sign":
            return self._sign(item, issuer, name, targets[-1])
        if operation == "level":
            return self._level(item, issuer, name, targets[-1])
        return self._values(item, issuer, name, targets)

    def figure(self, item: LineItem | Measure, issuer: str, target: Target) -> _Figure:
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
        return _Figure(target=target, computed=computed, confidence=sure)

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

    def _values(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        figures = [self.figure(item, issuer, target) for target in targets]
        last = figures[-1]
        parts = [f"{self._put(item, figure)} {when(item, figure.target)}" for figure in reversed(figures)]
        plural = isinstance(item, LineItem) and _PLURAL.search(item.label)
        verb = "were" if plural else "was"
        text = f"{name}'s {self._label(item)} {verb} {parts[0]}"
        text += f", compared with {' and '.join(parts[1:])}" if parts[1:] else ""
        if self._asked.operation == "paid":
            text = f"Yes. {text}" if last.computed.value != 0 else f"No. {text}"
        return self._outcome(f"{text}.", item, figures, value=last)

    def _average(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        figures = [self.figure(item, issuer, target) for target in targets]
        result = mean([figure.computed for figure in figures], label=item.label)
        figure = _Figure(target=targets[-1], computed=result, confidence=min(f.confidence for f in figures))
        period = f"FY{targets[0].year}-FY{targets[-1].year}"
        yearly = "; ".join(f"{self._put(item, f)} {when(item, f.target)}" for f in figures)
        text = f"{name}'s average {self._label(item)} over {period} was {self._put(item, figure)} ({yearly})."
        return self._outcome(text, item, [figure], value=figure, period=period)

    def _change(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        old, new = self._pair(item, issuer, targets)
        before, after = old.computed.value, new.computed.value
        grows = self._asked.operation == "growth" and new.computed.unit != "percent"
        if grows and before == 0:
            raise CalculationError("division by zero")
        result = (after - before) / before * 100 if grows else after - before
        unit = "percent" if grows else new.computed.unit
        sign = f"({after:,} - {before:,})"
        step = f"{sign} / {before:,} * 100 = {result:.4f}%" if grows else f"{after:,} - {before:,} = {result:,}"
        figure = _Figure(
            target=new.target,
            computed=Computed(value=result, unit=unit, expression=f"change of {self._label(item)}",
                              steps=(*old.computed.steps, *new.computed.steps, step),
                              operands=(*new.computed.operands, *old.computed.operands)),
            confidence=min(old.confidence, new.confidence),
        )  # fmt: skip
        moved = "increased" if result > 0 else "decreased" if result < 0 else "did not change"
        by = put(abs(result), unit, self._asked.form, digits=1)
        text = f"{name}'s {self._label(item)} {moved}" + (f" by {by}" if result else "")
        text += (
            f" from {self._put(item, old)} {when(item, old.target)} to {self._put(item, new)} {when(item, new.target)}."
        )
        return self._outcome(text, item, [figure], value=figure, period=f"{old.target.name}-{new.target.name}")

    def _direction(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        old, new = self._pair(item, issuer, targets)
        rose = new.computed.value > old.computed.value
        worse = isinstance(item, Measure) and item.higher_is == "worse" and "improv" in self._asked.core.lower()
        yes = (rose != worse) == self._asked.upward and new.computed.value != old.computed.value
        either = not self._asked.yes_no or " or " in self._asked.core.lower()
        good = isinstance(item, Measure) and item.higher_is in {"better", "worse"}
        better = rose == (isinstance(item, Measure) and item.higher_is != "worse")
        verb = ("improved" if better else "declined") if good else ("increased" if rose else "decreased")
        if new.computed.value == old.computed.value:
            verb = "did not change"
        head = "" if either else ("Yes. " if yes else "No. ")
        text = (
            f"{head}{name}'s {self._label(item)} {verb} from {self._put(item, old)} {when(item, old.target)} "
            f"to {self._put(item, new)} {when(item, new.target)}"
        )
        figures = [old, new]
        for other, first, second in self._beside(item, issuer, (old.target, new.target)):
            text += f"; {lower_first(other.label)} {put_measure(other, first, self._asked)} and "
            text += put_measure(other, second, self._asked)
            figures += [first, second]
        return self._outcome(f"{text}.", item, figures, value=new)

    def _beside(
        self, item: LineItem | Measure, issuer: str, targets: Sequence[Target]
    ) -> Iterator[tuple[Measure, _Figure, _Figure]]:
        """Other usual definitions of a measure in two periods, where the evidence has their lines."""
        for key in item.also if isinstance(item, Measure) and item.unit == "ratio" else ():
            other = self._lexicon.measures[key]
            try:
                first, second = (self.figure(other, issuer, target) for target in targets)
            except CalculationError:
                continue
            yield other, first, second

    def _sign(self, item: LineItem | Measure, issuer: str, name: str, target: Target) -> Outcome:
        figure = self.figure(item, issuer, target)
        positive = figure.computed.value > 0
        head = "Yes. " if positive == self._asked.upward else "No. "
        word = "positive" if positive else "negative"
        text = f"{head}{name} had {word} {self._label(item)} of {self._put(item, figure)} {when(item, target)}."
        return self._outcome(text, item, [figure], value=figure)

    def _level(self, item: LineItem | Measure, issuer: str, name: str, target: Target) -> Outcome:
        figure = self.figure(item, issuer, target)
        others = []
        for key in item.also if isinstance(item, Measure) else ():
            try:
                others.append((self._lexicon.measures[key], self.figure(self._lexicon.measures[key], issuer, target)))
            except CalculationError:
                continue
        threshold = USEFUL_LEVEL.get(item.key)
        yes = threshold is not None and figure.computed.value >= threshold
        if item.key == "capital_intensity":
            spends = next((f.computed.value for m, f in others if m.key == "capex_to_revenue"), Decimal(0))
            holds = next((f.computed.value for m, f in others if m.key == "fixed_assets_to_assets"), Decimal(0))
            yes = (yes and holds >= 25) or spends >= 10
        head = ("Yes. " if yes else "No. ") if threshold is not None else ""
        why = BECAUSE[item.key][not yes] if item.key in BECAUSE else ""
        text = f"{head}{name}'s {self._label(item)} was {self._put(item, figure)} {when(item, target)}"
        if others:
            text += "; " + "; ".join(f"{lower_first(m.label)} {put_measure(m, f, self._asked)}" for m, f in others)
        text += f": {why}" if why else ""
        return self._outcome(f"{text}.", item, [figure, *(f for _, f in others)], value=figure)

    def _pair(self, item: LineItem | Measure, issuer: str, targets: Sequence[Target]) -> tuple[_Figure, _Figure]:
        new = targets[-1]
        old = targets[0] if len(targets) > 1 else Target(year=new.year - 1, period=new.period, months=new.months)
        first, last = self.figure(item, issuer, old), self.figure(item, issuer, new)
        if isinstance(item, LineItem):
            labels = [self._readings.read(item, target, issuer) for target in (old, new)]
            if len({plain_label(reading.label) for reading in labels if reading is not None}) > 1:
                last = replace(last, confidence=last.confidence * _TWO_LINES)
        return first, last

    def _meaningless(self, item: LineItem | Measure, name: str) -> Outcome | None:
        if not isinstance(item, Measure):
            return None
        for kind in item.not_meaningful_for:
            if any(word in name.lower() for word in KINDS.get(kind, ())):
                what = "a bank" if kind == "bank" else "an insurer"
                return Outcome(
                    text=f"{item.label} is not a meaningful measure for {name}: it is {what}, and its "
                    "statements do not have the lines that the measure needs.",
                    confidence=0.0,
                )
        return None

    def _label(self, item: LineItem | Measure) -> str:
        return lower_first(item.label) + (f" of {self._part}" if self._part else "")

    def _stated(self, item: LineItem | Measure, computed: Computed) -> Decimal:
        """The number as the text states it: a ratio is rounded to its usual or the asked digits, an amount is exact."""
        if computed.unit not in {"percent", "ratio", "days"} or not computed.steps:
            return computed.value
        usual = item.digits if isinstance(item, Measure) else 1 if computed.unit == "percent" else 2
        asked = self._asked.form.digits
        return round_half_up(computed.value, usual if asked is None else asked)

    def _put(self, item: LineItem | Measure, figure: _Figure) -> str:
        digits = item.digits if isinstance(item, Measure) else None
        return put(figure.computed.value, figure.computed.unit, self._asked.form, digits=digits)

    def _outcome(
        self,
        text: str,
        item: LineItem | Measure,
        figures: Sequence[_Figure],
        *,
        value: _Figure,
        period: str | None = None,
    ) -> Outcome:
        citations = tuple(dict.fromkeys(c for f in figures for o in f.computed.operands for c in o.citations))
        calculations = tuple(
            Calculation(
                expression=figure.computed.expression,
                result=figure.computed.value,
                steps=figure.computed.steps,
                citations=tuple(dict.fromkeys(c for o in figure.computed.operands for c in o.citations)),
            )
            for figure in figures
            if figure.computed.steps
        )
        return Outcome(
            text=text,
            confidence=min(figure.confidence for figure in figures),
            citations=citations,
            value=Value(
                number=self._stated(item, value.computed), unit=value.computed.unit, period=period or value.target.name
            ),
            calculations=calculations,
        )


def put_measure(measure: Measure, figure: _Figure, asked: Asked) -> str:
    """Write a secondary measure in its own usual form."""
    return put(figure.computed.value, figure.computed.unit, asked.form, digits=measure.digits)
