"""How numbers, periods and issuers are worded in a finding. The asked unit and rounding are kept."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from finsagent.agents.asked import Form
from finsagent.agents.fiscal import Target
from finsagent.domain import Filing
from finsagent.lexicon import LineItem, Measure
from finsagent.numbers import format_value

_SCALED_FROM = Decimal(10) ** 6


def put(number: Decimal, unit: str, form: Form, *, digits: int | None) -> str:
    """Write a number in base units as the question asked; without a wish, large amounts in millions."""
    money = len(unit) == 3 and unit.isupper()
    scale = form.scale if money or unit in {"shares", "count"} else ""
    if money and not scale and abs(number) >= _SCALED_FROM:
        scale = "million"
    places = form.digits if form.digits is not None else digits
    if money and form.digits is None:
        places = 2 if scale == "billion" else None
    return format_value(number, unit, scale=scale, digits=places)


def when(item: LineItem | Measure, target: Target) -> str:
    """Say when: "in FY2022", "at the end of FY2022", "in Q2 FY2023", "in the first six months of FY2023"."""
    if isinstance(item, LineItem) and item.balance == "instant":
        return f"at the end of {target.point}"
    return f"in {target.words}"


def lower_first(label: str) -> str:
    """Lower the first letter unless the word is an abbreviation."""
    return label if label[:2].isupper() or label[1:2] == "&" else label[:1].lower() + label[1:]


def issuer_name(issuer: str, filings: Mapping[str, Filing]) -> str:
    """The company's name as its latest filing has it."""
    own = [filing for filing in filings.values() if filing.issuer == issuer]
    if not own:
        return issuer
    return max(own, key=lambda filing: (filing.fiscal_year or 0, filing.id)).company
