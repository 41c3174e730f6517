"""Reads a table line that the lexicon does not know, where a question names it in the filing's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target, column_fit
from finsagent.agents.measured import Outcome
from finsagent.agents.readings import cite_span, views_of
from finsagent.agents.wording import issuer_name, put
from finsagent.domain import Evidence, Filing, Value
from finsagent.text import tokens

_ASKS_AMOUNT = re.compile(
    r"\b(?:how (?:much|many)|what (?:is|was|were|are) the|what percent\w*|amount|total|value)\b", re.IGNORECASE
)
_NOISE = frozenset(
    tokens("what how much many total amount value reported recorded company fiscal year years end ended quarter "
           "million billion thousand usd dollars number during according statement table shown per")
)  # fmt: skip
_LEAST_WORDS = 2
_LEAST_SHARE = 0.6


def find_line(
    asked: Asked, target: Target, evidence: Sequence[Evidence], filings: Mapping[str, Filing], issuer: str
) -> Outcome | None:
    """The value of the row whose label the question spells out; None if no row is named that clearly."""
    if asked.yes_no or not _ASKS_AMOUNT.search(asked.core):
        return None
    name = issuer_name(issuer, filings)
    wanted = set(tokens(asked.core)) - _NOISE - set(tokens(name)) - {str(target.year), f"fy{target.year}"}
    best: tuple[float, Outcome] | None = None
    for passage in evidence:
        filing = filings[passage.filing]
        if filing.issuer != issuer:
            continue
        for view in views_of(passage):
            latest = max((c.period.year for c in view.columns if c.period.year), default=None)
            for row in view.rows:
                label = set(tokens(row.label)) - _NOISE
                if len(label) < _LEAST_WORDS or not label <= wanted:
                    continue
                share = len(label) / max(1, len(wanted))
                if share < _LEAST_SHARE:
                    continue
                for cell in row.cells:
                    fits = [column_fit(cell.period, filing, target, instant=i, latest=latest) for i in (True, False)]
                    if cell.kind == "change" or not max(fits) or (cell.period.months and not fits[1]):
                        continue
                    score = 0.45 + 0.4 * share + 0.02 / passage.rank
                    if best is None or score > best[0]:
                        unit = row.unit.replace("USD", view.currency)
                        number = row.amount(cell)
                        text = f"{name}: {row.label} in {target.name}: {put(number, unit, asked.form, digits=None)}."
                        best = (
                            score,
                            Outcome(
                                text=text,
                                confidence=min(score, 0.8),
                                citations=(cite_span(passage, filing, row.start, row.end),),
                                value=Value(number=number, unit=unit, period=target.name),
                            ),
                        )
                    break
    return best[1] if best else None
