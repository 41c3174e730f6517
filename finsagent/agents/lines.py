"""Reads a table line that the lexicon does not know, where a question names it in the filing's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target, column_fit
from finsagent.agents.measured import Outcome
from finsagent.agents.readings import cite_span
from finsagent.agents.standing import lines_above, views_of
from finsagent.agents.wording import issuer_name, put
from finsagent.domain import Citation, Evidence, Filing, Value
from finsagent.tables import Row
from finsagent.text import tokens

_ASKS_AMOUNT = re.compile(
    r"\b(?:how (?:much|many)|what (?:is|was|were|are) the|what percent\w*|amount|total|value)\b", re.IGNORECASE
)
_COUNTS = re.compile(r"\bhow\s+many\b|\bnumber\s+of\b", re.IGNORECASE)
_NOISE = frozenset(
    tokens("what how much many total amount value reported recorded company fiscal year years end ended quarter "
           "million billion thousand usd dollars number during according statement table shown per")
)  # fmt: skip
_LEAST_WORDS = 2
_LEAST_SHARE = 0.6
_LEAST_YEARS = 3
_YEAR_ROW_SURE = 0.75
_YEAR = re.compile(r"\b(20\d\d)\b")
_YEAR_LABEL = re.compile(r"^(?:fiscal\s+|FY\s?)?(?:year\s+)?20\d\d\W*$", re.IGNORECASE)


def find_later_year(
    asked: Asked, evidence: Sequence[Evidence], filings: Mapping[str, Filing], issuer: str
) -> Outcome | None:
    """What a filing says of one later year (payments, maturities, amortization): the row of a table of years."""
    latest = max((f.fiscal_year or 0 for e in evidence if (f := filings[e.filing]).issuer == issuer), default=0)
    later = [int(year) for year in _YEAR.findall(asked.core) if latest and int(year) > latest]
    if not later or asked.yes_no or not _ASKS_AMOUNT.search(asked.core):
        return None
    name = issuer_name(issuer, filings)
    wanted = set(tokens(asked.core)) - _NOISE - set(tokens(name)) - {str(year) for year in (*later, latest)}
    wanted |= {word for m in asked.matches for item in m.line_items[:1] for p in item.printed[:4] for word in tokens(p)}
    best: tuple[float, Outcome] | None = None
    for passage in evidence:
        filing = filings[passage.filing]
        if filing.issuer != issuer or filing.fiscal_year != latest:
            continue
        for view in views_of(passage):
            if sum(bool(_YEAR_LABEL.match(row.label)) for row in view.rows) < _LEAST_YEARS:
                continue
            row = next((row for row in view.rows if _YEAR_LABEL.match(row.label) and str(later[0]) in row.label), None)
            over = set(tokens(f"{' '.join(lines_above(view, passage))} {' '.join(c.head for c in view.columns)}"))
            shared = len(wanted & over)
            if row is None or shared < _LEAST_WORDS:
                continue
            score = 0.5 + 0.08 * min(shared, 4) + 0.02 / passage.rank
            if best is None or score > best[0]:
                best = (
                    score,
                    _of_year(
                        row,
                        passage,
                        view.currency,
                        later[0],
                        name,
                        asked,
                        cite_span(passage, filing, row.start, row.end),
                    ),
                )
    return best[1] if best else None


def _names_over(row: Row, passage: Evidence) -> list[str]:
    """What stands over a row's numbers: the nearest line above it that has as many cells and no number."""
    before = [*passage.columns.split("\n"), *passage.text[: row.start - passage.start].split("\n")]
    for line in reversed(before):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == len(row.cells) + 1 and all(cells[1:]) and not any(map(str.isdigit, "".join(cells[1:]))):
            return cells[1:]
    return [cell.head for cell in row.cells]


def _of_year(
    row: Row, passage: Evidence, currency: str, year: int, name: str, asked: Asked, citation: Citation
) -> Outcome:
    unit = row.unit.replace("USD", currency)
    said = []
    for cell, head in zip(row.cells, _names_over(row, passage), strict=True):
        shown = put(row.amount(cell), unit, asked.form, digits=None)
        said.append(f"{head}: {shown}" if head else shown)
    one = Value(number=row.amount(row.cells[0]), unit=unit, period=str(year)) if len(row.cells) == 1 else None
    text = f"{name}, {year}: {'; '.join(said)}."
    return Outcome(text=text, confidence=_YEAR_ROW_SURE, citations=(citation,), value=one)


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
                        if _COUNTS.search(asked.core) and unit == view.currency and not cell.number.currency:
                            unit = "count"
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
