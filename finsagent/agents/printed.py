"""Reads a measure that the company itself prints: its own gross margin row, its own free cash flow.

The printed figure wins over one computed from the lines, as companies define such measures each in their own way.
"""

from __future__ import annotations

from decimal import Decimal

from finsagent.agents.fiscal import Target
from finsagent.agents.readings import Readings
from finsagent.calculator import Operand
from finsagent.lexicon import LineItem, Measure
from finsagent.tables import label_score

_PRINTED = {
    "gross_margin": ("Gross margin", "Gross margin percentage", "Gross profit margin", "Gross margin %",
                     "Gross margin rate",
                     "Gross profit as a percentage of net sales", "Gross profit as a percent of net sales"),
    "operating_margin": ("Operating margin", "Operating margin percentage", "Operating income margin",
                         "Operating margin %"),
    "free_cash_flow": ("Free cash flow", "Non-GAAP free cash flow", "Free cash flow (non-GAAP)"),
}  # fmt: skip
_LEAST_LABEL = 0.9
_LEAST_SCORE = 0.7
_POINTS = Decimal(3)
_SHARE = Decimal("0.3")


def printed_figure(measure: Measure, readings: Readings, target: Target, issuer: str) -> Operand | None:
    """The company's own figure of a measure in a period, or None where no row prints it."""
    words = _PRINTED.get(measure.key)
    if words is None:
        return None
    item = LineItem(key=f"{measure.key}_printed", label=measure.label, asked=measure.asked, printed=words, statement="",
                    balance="duration", unit=measure.unit, sign="signed", tags=(), derive="")  # fmt: skip
    reading = readings.read(item, target, issuer)
    if reading is None or reading.unit != measure.unit or reading.score < _LEAST_SCORE:
        return None
    if label_score(reading.label, words) < _LEAST_LABEL:
        return None
    return readings.operand(item, target, issuer)


def goes_with(printed: Decimal, computed: Decimal, unit: str) -> bool:
    """Whether a printed figure can be of the whole company: the lines give about the same."""
    if unit == "percent":
        return abs(printed - computed) <= _POINTS
    return abs(printed - computed) <= abs(computed) * _SHARE


def same_shown(printed: Decimal, computed: Decimal) -> bool:
    """Whether two figures are the same at the printed one's digits."""
    exponent = printed.normalize().as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return abs(printed - computed) <= step * Decimal("0.6")
