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
from finsagent.agents.figures import Figure, Figures
from finsagent.agents.fiscal import Target
from finsagent.agents.levels import BECAUSE, USEFUL_LEVEL, refusal
from finsagent.agents.readings import Readings, plain_label
from finsagent.agents.wording import issuer_name, lower_first, put, when
from finsagent.calculator import CalculationError, Computed, MissingValueError, mean
from finsagent.domain import Calculation, Citation, Filing, Value
from finsagent.lexicon import Lexicon, LineItem, Measure
from finsagent.numbers import round_half_up

_PLURAL = re.compile(r"(?:ures|ies|ues|ets|ses|ances|ables|ions|ents|ends paid|costs|shares|charges)$")
_TWO_LINES = 0.6


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """An answer found by numbers. `confidence` 0 with a text says what is missing."""

    text: str
    confidence: float
    citations: tuple[Citation, ...] = ()
    value: Value | None = None
    calculations: tuple[Calculation, ...] = ()


class Measurer:
    """Computes the asked item from one request's readings."""

    def __init__(
        self, asked: Asked, readings: Readings, lexicon: Lexicon, filings: Mapping[str, Filing], *,
        part: str = "", several: bool = False,
    ) -> None:  # fmt: skip
        """`several` where other issuers are answered for beside: what is missing is then said by name."""
        self._several = several
        self._part = part
        self._figures = Figures(asked, readings, lexicon, part=part)
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
        if reason := refusal(item, name):
            return Outcome(text=reason, confidence=0.0)
        try:
            return self._by_operation(item, issuer, name, targets)
        except MissingValueError as error:
            missing = self._lexicon.line_items[error.key].label if error.key in self._lexicon.line_items else error.key
            last = targets[-1]
            year = Target(year=last.year - error.years_back, period=last.period, months=last.months)
            whose = f" of {name}" if self._several else ""
            text = f"The evidence has no line for {lower_first(missing)}{whose} in {year.words}."
            return Outcome(text=text, confidence=0.0)
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

    def _values(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        figures = [self._figures.figure(item, issuer, target) for target in targets]
        last = figures[-1]
        parts = [
            f"{self._put(item, figure)}{self._by_lines(item, figure)} {when(item, figure.target)}"
            for figure in reversed(figures)
        ]
        plural = isinstance(item, LineItem) and _PLURAL.search(item.label)
        verb = "were" if plural else "was"
        text = f"{name}'s {self._label(item)} {verb} {parts[0]}"
        joint = " and" if self._asked.also_quarter else ", compared with"
        text += f"{joint} {' and '.join(parts[1:])}" if parts[1:] else ""
        if self._asked.operation == "paid":
            text = f"Yes. {text}" if last.computed.value != 0 else f"No. {text}"
        return self._outcome(f"{text}.", item, figures, value=last)

    def _average(self, item: LineItem | Measure, issuer: str, name: str, targets: Sequence[Target]) -> Outcome:
        figures = [self._figures.figure(item, issuer, target) for target in targets]
        result = mean([figure.computed for figure in figures], label=item.label)
        figure = Figure(target=targets[-1], computed=result, confidence=min(f.confidence for f in figures))
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
        figure = Figure(
            target=new.target,
            computed=Computed(value=result, unit=unit, expression=f"change of {self._label(item)}",
                              steps=(*old.computed.steps, *new.computed.steps, step),
                              operands=(*new.computed.operands, *old.computed.operands)),
            confidence=min(old.confidence, new.confidence),
        )  # fmt: skip
        moved = "increased" if result > 0 else "decreased" if result < 0 else "did not change"
        by = put(abs(result), unit, self._asked.form, digits=1)
        if new.computed.unit == "percent" and not grows:
            by = by.replace("%", " percentage points")
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
    ) -> Iterator[tuple[Measure, Figure, Figure]]:
        """Other usual definitions of a measure in two periods, where the evidence has their lines."""
        for key in item.also if isinstance(item, Measure) and item.unit == "ratio" else ():
            other = self._lexicon.measures[key]
            try:
                first, second = (self._figures.figure(other, issuer, target) for target in targets)
            except CalculationError:
                continue
            yield other, first, second

    def _sign(self, item: LineItem | Measure, issuer: str, name: str, target: Target) -> Outcome:
        figure = self._figures.figure(item, issuer, target)
        positive = figure.computed.value > 0
        head = "Yes. " if positive == self._asked.upward else "No. "
        word = "positive" if positive else "negative"
        text = f"{head}{name} had {word} {self._label(item)} of {self._put(item, figure)} {when(item, target)}."
        return self._outcome(text, item, [figure], value=figure)

    def _level(self, item: LineItem | Measure, issuer: str, name: str, target: Target) -> Outcome:
        figure = self._figures.figure(item, issuer, target)
        others = []
        for key in item.also if isinstance(item, Measure) else ():
            try:
                others.append(
                    (self._lexicon.measures[key], self._figures.figure(self._lexicon.measures[key], issuer, target))
                )
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

    def _pair(self, item: LineItem | Measure, issuer: str, targets: Sequence[Target]) -> tuple[Figure, Figure]:
        new = targets[-1]
        old = targets[0] if len(targets) > 1 else Target(year=new.year - 1, period=new.period, months=new.months)
        first, last = self._figures.figure(item, issuer, old), self._figures.figure(item, issuer, new)
        if isinstance(item, LineItem):
            labels = [self._readings.read(item, target, issuer) for target in (old, new)]
            if len({plain_label(reading.label) for reading in labels if reading is not None}) > 1:
                last = replace(last, confidence=last.confidence * _TWO_LINES)
        return first, last

    def _label(self, item: LineItem | Measure) -> str:
        whose = " attributable to the company" if self._figures.attributable and item.key == "net_income" else ""
        return lower_first(item.label) + whose + (f" of {self._part}" if self._part else "")

    def _by_lines(self, item: LineItem | Measure, figure: Figure) -> str:
        """In brackets, what the lines give beside the company's own figure."""
        if figure.other is None:
            return ""
        return f" as the company states it ({self._put(item, replace(figure, computed=figure.other))} by its lines)"

    def _stated(self, item: LineItem | Measure, computed: Computed) -> Decimal:
        """The number as the text states it: a ratio is rounded to its usual or the asked digits, an amount is exact."""
        if computed.unit not in {"percent", "ratio", "days"} or not computed.steps:
            return computed.value
        usual = item.digits if isinstance(item, Measure) else 1 if computed.unit == "percent" else 2
        asked = self._asked.form.digits
        return round_half_up(computed.value, usual if asked is None else asked)

    def _put(self, item: LineItem | Measure, figure: Figure) -> str:
        digits = item.digits if isinstance(item, Measure) else None
        return put(figure.computed.value, figure.computed.unit, self._asked.form, digits=digits)

    def _outcome(
        self,
        text: str,
        item: LineItem | Measure,
        figures: Sequence[Figure],
        *,
        value: Figure,
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
            for figure in [*figures, *(replace(f, computed=f.other) for f in figures if f.other is not None)]
            if figure.computed.steps
        )
        return Outcome(
            text=text,
            confidence=min(figure.confidence for figure in figures),
            citations=citations,
            value=Value(
                number=self._stated(item, value.computed),
                unit=value.computed.unit,
                period=period or (value.target.point if is_balance(item) else value.target.name),
            ),
            calculations=calculations,
        )


def is_balance(item: LineItem | Measure) -> bool:
    """Whether an item is of a day rather than of a stretch of time."""
    return isinstance(item, LineItem) and item.balance == "instant"


def put_measure(measure: Measure, figure: Figure, asked: Asked) -> str:
    """Write a secondary measure in its own usual form."""
    return put(figure.computed.value, figure.computed.unit, asked.form, digits=measure.digits)
