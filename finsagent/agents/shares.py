"""How much of a whole comes from a part: the part's row over the whole's, with the step shown."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target
from finsagent.agents.measured import Outcome
from finsagent.agents.readings import Readings
from finsagent.agents.wording import issuer_name, lower_first, put
from finsagent.calculator import show
from finsagent.domain import Calculation, Filing, Value
from finsagent.lexicon import LineItem
from finsagent.numbers import round_half_up


def share_of_whole(
    asked: Asked,
    target: Target,
    issuer: str,
    part: str,
    narrow: Readings,
    readings: Readings,
    filings: Mapping[str, Filing],
) -> Outcome:
    """A part's share of the asked line in percent; `narrow` reads the part's rows, `readings` the whole's."""
    item = asked.item
    if not isinstance(item, LineItem):
        return Outcome(text="", confidence=0.0)
    small, whole = narrow.read(item, target, issuer), readings.read(item, target, issuer)
    if small is None or whole is None or not whole.value or small.unit != whole.unit or small.value > whole.value:
        text = f"The evidence has no line for {lower_first(item.label)} of {part} in {target.words}."
        return Outcome(text=text, confidence=0.0)
    share = small.value / whole.value * 100
    digits = 1 if asked.form.digits is None else asked.form.digits
    citations = tuple(dict.fromkeys((small.citation, whole.citation)))
    step = f"{show(small.value)} / {show(whole.value)} * 100 = {share:.4f}%"
    amounts = [put(reading.value, reading.unit, asked.form, digits=None) for reading in (small, whole)]
    return Outcome(
        text=f"{part} accounted for {put(share, 'percent', asked.form, digits=1)} of {issuer_name(issuer, filings)}'s "
        f"{lower_first(item.label)} in {target.words} ({amounts[0]} of {amounts[1]}).",
        confidence=min(small.score, whole.score),
        citations=citations,
        value=Value(number=round_half_up(Decimal(share), digits), unit="percent", period=target.name),
        calculations=(
            Calculation(
                expression=f"{part} / {lower_first(item.label)}", result=share, steps=(step,), citations=citations
            ),
        ),
    )
