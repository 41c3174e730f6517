"""Compares companies: which one has the most of what is asked. Each side is said, also the one that is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target
from finsagent.agents.measured import Measurer, Outcome
from finsagent.agents.readings import Readings
from finsagent.agents.wording import issuer_name, lower_first, put
from finsagent.domain import Filing, Scope, Value
from finsagent.lexicon import Lexicon, LineItem, Measure

_WHO = re.compile(
    r"\b(?:which|what|who)\s+(?:of\s+(?:the|these|those)\s+(?:\w+\s+)?)?(?:compan(?:y|ies)|issuers?|firms?"
    r"|corporations?|filers?)\b"
    r"|^\W*who\s+(?:had|has|is|was)\s+(?:the\s+)?(?:most|more|highest|higher|largest|larger|biggest|bigger"
    r"|lowest|lower)\b",
    re.IGNORECASE,
)
_LOWER = re.compile(r"\b(?:lower|lowest|less|least|smaller|smallest|fewer|fewest)\b", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?:higher|lower|more|less|larger|smaller|greater|bigger|fewer)\b.*\b(?:than|or)\b|\bwhich\s+of\b", re.IGNORECASE
)
NONE_NAMED = "The question compares companies, but fewer than two indexed companies are named, so none is answered."


def compares_companies(asked: Asked, scope: Scope) -> bool:
    """Whether the question wants companies compared rather than the parts of one."""
    if asked.operation == "which" and _WHO.search(asked.core):
        return True
    several = len(scope.issuers) > 1 and isinstance(asked.item, LineItem | Measure)
    return several and bool(_THAN.search(asked.core)) and asked.operation in {"which", "direction", "prose", "value"}


def compare(
    asked: Asked, periods: Sequence[Target], scope: Scope, readings: Readings, lexicon: Lexicon,
    filings: Mapping[str, Filing],
) -> Outcome:  # fmt: skip
    """Name the company with the most (or least) in the last asked period; nobody wins while a side is missing."""
    if len(scope.issuers) < 2 or asked.item is None or not periods:
        return Outcome(text=NONE_NAMED, confidence=0.0)
    plain = replace(asked, operation="value", yes_no=False)
    measurer = Measurer(plain, readings, lexicon, filings)
    sides = [(issuer, measurer.answer(issuer, periods[-1:])) for issuer in scope.issuers]
    found = [(outcome.value.number, outcome.value.unit, issuer, outcome) for issuer, outcome in sides if outcome.value]
    if len(found) < len(sides) or len({unit for _, unit, _, _ in found}) != 1:
        missing = [issuer_name(i, filings) for i, outcome in sides if not outcome.value]
        text = f"No comparison: the evidence lacks {lower_first(asked.item.label)} of {', '.join(missing)}."
        return Outcome(text=text, confidence=0.0)
    least = bool(_LOWER.search(asked.core))
    found.sort(key=lambda side: (side[0] if least else -side[0], side[2]))
    digits = asked.item.digits if isinstance(asked.item, Measure) else None
    shown = [f"{issuer_name(i, filings)} {put(n, unit, asked.form, digits=digits)}" for n, unit, i, _ in found]
    extreme = ("lower" if least else "higher") if len(found) == 2 else ("lowest" if least else "highest")
    first = found[0]
    return Outcome(
        text=f"{issuer_name(first[2], filings)} had the {extreme} {lower_first(asked.item.label)} "
        f"in {periods[-1].words}: "
        f"{'; '.join(shown)}.",
        confidence=min(outcome.confidence for _, _, _, outcome in found),
        citations=tuple(dict.fromkeys(c for _, _, _, outcome in found for c in outcome.citations)),
        value=Value(number=first[0], unit=first[1], period=periods[-1].name),
        calculations=tuple(c for _, _, _, outcome in found for c in outcome.calculations),
    )
