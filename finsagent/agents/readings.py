"""Finds the value of a line item for a fiscal period in the evidence's tables, checked against filed XBRL facts.

The period is the issuer's own, by its date. Nothing is guessed: no fitting row or column gives no reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from finsagent.agents.basis import leaves_out, of_the_company
from finsagent.agents.fiscal import Target, column_fit, fact_fits
from finsagent.agents.standing import Standing, standings_of, views_of
from finsagent.calculator import Operand
from finsagent.domain import Citation, Evidence, Fact, Filing
from finsagent.forms import base_form
from finsagent.lexicon import LineItem
from finsagent.tables import Cell, Column, Row, TableView, label_score
from finsagent.text import tokens

_LEAST_SCORE = 0.5
_STATEMENT_SCORE = 0.82
_FILED_SCORE = 0.97
_SAME_LINE = 0.1
_NAMELESS_SCORE = 0.9
_SAYS_ADJUSTED = re.compile(r"\b(?:adjusted|non-gaap|core|underlying|comparable)\b", re.IGNORECASE)
_NEAR = 0.12
_SUMS = frozenset({"revenue", "cost_of_revenue", "total_assets", "current_assets", "current_liabilities", "inventory",
                   "receivables", "capex", "depreciation_and_amortization", "ppe_net", "goodwill"})  # fmt: skip
"""Lines of which tables outside of the statements also show parts: there, the whole is the largest."""
PRIMARY = frozenset({"balance_sheet", "income", "cash_flow"})
_FITS = {"statement": 1.0, "likely": 0.93, "note": 0.72, "part": 0.45}
"""How far a table of the wanted statement's kind may stand for the group."""
_WITH_ROUNDING = Decimal("1.005")
_ANNUAL_AND_QUARTERLY = frozenset({"10-K", "10-Q"})
_SHARE_TABLE = re.compile(r"%|\bpercent(?:age)?s?\s+of\b|\bpercent(?:age)?\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A line item's value in a period, in base units, with where it stands. `confirmed` by a filed fact or not."""

    item: LineItem
    target: Target
    value: Decimal
    unit: str
    label: str
    score: float
    citation: Citation
    confirmed: bool | None
    evidence: Evidence


RowsOfPart = Callable[[TableView, Evidence, LineItem, Sequence[str]], Iterator[tuple[Row, float, frozenset[int]]]]


@dataclass(kw_only=True)
class Readings:
    """Looks line items up in one request's evidence. Keeps what it has looked up."""

    evidence: Sequence[Evidence]
    filings: Mapping[str, Filing]
    preferred: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    facts: Sequence[Fact] = ()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The question's own words for a line, by key: a label that says just that comes first."""
    whole: Callable[[str], LineItem] | None = None
    """Finds the line that another is a part of, by key: no part is more than its whole."""
    rows_of_part: RowsOfPart | None = None
    """Where the question names a part of the whole: its rows in a table, with score and columns."""
    _seen: dict[tuple[str, Target, str], Reading | None] = field(default_factory=dict, init=False)
    _scales: dict[str, Decimal | None] = field(default_factory=dict, init=False)
    _labels: dict[tuple[str, str], str] = field(default_factory=dict, init=False)
    """The label that a line was first read under: other periods are read from the same line where it shows them."""

    def read(self, item: LineItem, target: Target, issuer: str) -> Reading | None:
        """The best reading of an item, or None where no row and column fit."""
        key = (item.key, target, issuer)
        if key not in self._seen:
            self._seen[key] = self._best(item, target, issuer)
        return self._seen[key]

    def operand(self, item: LineItem, target: Target, issuer: str) -> Operand | None:
        """The best reading as a value to compute with; an outflow counts as a positive amount."""
        reading = self.read(item, target, issuer)
        if reading is None:
            return None
        return Operand(
            value=reading.value,
            unit=reading.unit,
            label=f"{item.label}, {target.name}",
            citations=(reading.citation,),
            confidence=reading.score,
        )

    def _best(self, item: LineItem, target: Target, issuer: str) -> Reading | None:
        facts = [] if self.rows_of_part else list(self._facts(item, target, issuer))
        found = list(self._candidates(item, target, issuer, [_stated(fact, item) for fact in facts]))
        if facts and not any(reading.confirmed for reading in found):
            found += self._filed(item, target, facts)
        found = [reading for reading in found if self._is_possible(reading, issuer)]
        found = of_the_company(item, found, self.said.get(item.key, ()))
        if not found:
            return None
        votes: dict[Decimal, int] = {}
        for reading in found:
            votes[reading.value] = votes.get(reading.value, 0) + 1
        known = self._labels.get((item.key, issuer), "")
        best = max(
            found,
            key=lambda r: (
                r.score + 0.02 * min(votes[r.value] - 1, 2) + _SAME_LINE * (plain_label(r.label) == known),
                -r.evidence.rank,
            ),
        )
        if item.key in _SUMS and self.rows_of_part is None and best.score < _STATEMENT_SCORE:
            near = [reading for reading in found if reading.score >= best.score - _NEAR]
            best = max(near, key=lambda r: (r.value, r.score, -r.evidence.rank))
        if best.score < _LEAST_SCORE:
            return None
        self._labels.setdefault((item.key, issuer), plain_label(best.label))
        return best

    def _is_possible(self, reading: Reading, issuer: str) -> bool:
        """Whether accounting allows a value: an unsigned line isn't negative, a part isn't more than its whole."""
        if self.rows_of_part is not None:
            return True
        item = reading.item
        negative = item.balance == "instant" and not item.sign and reading.unit == "USD" and reading.value < 0
        if negative or leaves_out(item, reading.label):
            return False
        if not item.within or self.whole is None:
            return True
        whole = self.read(self.whole(item.within), reading.target, issuer)
        if whole is None or whole.score < _STATEMENT_SCORE:
            return True
        return reading.value <= abs(whole.value) * _WITH_ROUNDING

    def _filed(self, item: LineItem, target: Target, facts: Sequence[Fact]) -> Iterator[Reading]:
        """Filed values that stand in the evidence under a label that no wording of the line knows."""
        for fact in facts:
            for evidence in self.evidence:
                if fact.span is None or fact.section != evidence.section or evidence.filing != fact.filing:
                    continue
                if not evidence.start <= fact.span[0] < fact.span[1] <= evidence.end:
                    continue
                start, end = _line_around(evidence, fact.span)
                place = item.tags.index(fact.concept.split(":")[-1])
                yield Reading(
                    item=item,
                    target=target,
                    value=abs(fact.value) if item.sign == "outflow" else _stated(fact, item),
                    unit=fact.unit if item.unit == "USD" else item.unit,
                    label=fact.label,
                    score=_FILED_SCORE - 0.01 * place,
                    citation=cite_span(evidence, self.filings[evidence.filing], start, end),
                    confirmed=True,
                    evidence=evidence,
                )
                break

    def _facts(self, item: LineItem, target: Target, issuer: str) -> Iterator[Fact]:
        """Filed values of the line; several where the issuer tags the whole and a part with two of its concepts."""
        for fact in self.facts:
            filing = self.filings.get(fact.filing)
            if filing is None or filing.issuer != issuer or fact.dimensions:
                continue
            if fact.concept.split(":")[-1] in item.tags and fact_fits(fact, filing, target, item.balance):
                yield fact

    def _candidates(self, item: LineItem, target: Target, issuer: str, facts: Sequence[Decimal]) -> Iterator[Reading]:
        wordings = (*self.said.get(item.key, ()), *item.printed, item.label)
        for evidence in self.evidence:
            filing = self.filings.get(evidence.filing)
            if filing is None or filing.issuer != issuer or "|" not in evidence.text:
                continue
            usual = self.usual_scale(evidence.filing)
            for view, stands in zip(views_of(evidence), standings_of(evidence), strict=True):
                fit = 1.0 if self.rows_of_part else self._table_fit(stands, item)
                fit *= self._filing_fit(filing, target)
                if fit <= 0:
                    continue
                latest = max((c.period.year for c in view.columns if c.period.year and c.kind == "value"), default=None)
                for row, score, only in self._rows(view, evidence, item, wordings):
                    for cell, period_fit in _cells(row, view.columns, filing, target, item.balance, latest, only):
                        yield _reading(item, target, row, cell, view, evidence, filing,
                                       score * fit * period_fit * _breadth(row), facts, usual)  # fmt: skip

    def _rows(
        self, view: TableView, evidence: Evidence, item: LineItem, wordings: Sequence[str]
    ) -> Iterator[tuple[Row, float, frozenset[int]]]:
        if self.rows_of_part is not None:
            yield from self.rows_of_part(view, evidence, item, wordings)
            return
        adjusted = item.key.startswith("adjusted_")
        for match in view.lookup(wordings, unit=item.unit):
            said = match.row.label or match.row.group
            if adjusted and not _SAYS_ADJUSTED.search(said):
                continue
            if not match.row.label and label_score(said, wordings) < _NAMELESS_SCORE:
                continue
            yield match.row, match.score, frozenset()

    def usual_scale(self, filing: str) -> Decimal | None:
        """The scale that most tables of a filing's passages say: what a table without unit words is read in."""
        if filing not in self._scales:
            counts: dict[Decimal, int] = {}
            for evidence in self.evidence:
                for view in views_of(evidence) if evidence.filing == filing and "|" in evidence.text else ():
                    for scale in {row.scale for row in view.rows if row.unit == "USD" and row.scale is not None}:
                        counts[scale] = counts.get(scale, 0) + 1
            self._scales[filing] = max(counts, key=lambda scale: (counts[scale], scale), default=None)
        return self._scales[filing]

    def _table_fit(self, stands: Standing, item: LineItem) -> float:
        kind, wanted = stands.kind, item.statement
        if wanted not in PRIMARY:
            return 0.75 if stands.rank == "part" and wanted == "equity" else 0.9
        if kind == wanted:
            return _FITS[stands.rank]
        if kind == "balance_sheet" and item.balance == "duration":
            return 0.0
        if kind in {"cash_flow", "income"} and item.balance == "instant":
            return 0.0 if kind == "cash_flow" and item.key not in {"cash", "restricted_cash"} else 0.5
        if stands.rank == "part":
            return 0.45
        if stands.rank == "statement" and {kind, wanted} == {"income", "cash_flow"}:
            return 0.95
        if kind and kind in self.statements and wanted in {"income", "cash_flow"}:
            return 0.99
        return 0.66

    def _filing_fit(self, filing: Filing, target: Target) -> float:
        own = filing.fiscal_year == target.year and (filing.fiscal_period or "FY") == target.period
        form = 1.0 if base_form(filing.form) in _ANNUAL_AND_QUARTERLY else 0.95
        if self.preferred and filing.id in self.preferred:
            return form
        return (0.98 if own else 0.95) * form


def cite_span(evidence: Evidence, filing: Filing, start: int, end: int) -> Citation:
    """Cite `section.text[start:end]`, which must lie in the passage."""
    return Citation(
        evidence=evidence.id,
        chunk=evidence.chunk,
        filing=evidence.filing,
        document=filing.name,
        section=evidence.section,
        item=evidence.item,
        title=evidence.title,
        page=evidence.page,
        start=start,
        end=end,
        quote=evidence.text[start - evidence.start : end - evidence.start],
    )


def _reading(
    item: LineItem,
    target: Target,
    row: Row,
    cell: Cell,
    view: TableView,
    evidence: Evidence,
    filing: Filing,
    score: float,
    facts: Sequence[Decimal],
    usual_scale: Decimal | None,
) -> Reading:
    value = row.amount(cell)
    if row.scale is None and row.unit == "USD" and usual_scale is not None and cell.number.scale == 1:
        value *= usual_scale
    confirmed = None
    if facts:
        step = (row.scale or usual_scale or Decimal(1)) * Decimal(1).scaleb(-cell.number.decimals)
        hit = next((fact for fact in facts if abs(abs(value) - abs(fact)) <= step * Decimal("0.51")), None)
        confirmed = hit is not None
        if hit is not None:
            value = hit
        score = min(1.0, score + 0.08) if confirmed else score * 0.6
    elif row.scale is None and row.unit == "USD":
        score *= 0.9 if usual_scale is not None else 0.7
    if item.sign == "outflow":
        value = abs(value)
    unit = row.unit.replace("USD", view.currency) if row.unit.startswith("USD") else row.unit
    return Reading(
        item=item,
        target=target,
        value=value,
        unit=unit,
        label=row.label,
        score=score,
        citation=cite_span(evidence, filing, row.start, row.end),
        confirmed=confirmed,
        evidence=evidence,
    )


def _line_around(evidence: Evidence, span: tuple[int, int]) -> tuple[int, int]:
    """The whole line of a passage that a span stands in."""
    start = evidence.text.rfind("\n", 0, span[0] - evidence.start) + 1
    end = evidence.text.find("\n", span[1] - evidence.start)
    return evidence.start + start, evidence.start + (end if end >= 0 else len(evidence.text))


def _stated(fact: Fact, item: LineItem) -> Decimal:
    """A filed value in the line's unit: XBRL files percents as fractions."""
    return fact.value * 100 if item.unit == "percent" else fact.value


def plain_label(label: str) -> str:
    """A label's words, to tell whether two readings are of the same line."""
    return " ".join(tokens(label))


def _says_share(head: str) -> bool:
    return bool(_SHARE_TABLE.search(head))


def _breadth(row: Row) -> float:
    """A statement shows a line over two years and more; a single column is more often a part of the whole."""
    return 1.0 if len({cell.period.year for cell in row.cells if cell.period.year}) > 1 else 0.9


def _cells(
    row: Row,
    columns: Sequence[Column],
    filing: Filing,
    target: Target,
    balance: str,
    latest: int | None,
    only: frozenset[int],
) -> Iterator[tuple[Cell, float]]:
    taken: set[tuple[int | None, date | None, int | None]] = set()
    for cell in row.cells:
        if only and cell.column not in only:
            continue
        if cell.kind in {"change", "percent"} and row.unit != "percent":
            continue
        if row.unit == "USD" and not cell.number.currency and abs(cell.number.value) <= 1000 and _says_share(cell.head):
            continue
        fit = column_fit(cell.period, filing, target, instant=balance == "instant", latest=latest)
        key = (cell.period.year, cell.period.end, cell.period.months)
        if fit > 0 and key not in taken:
            taken.add(key)
            yield cell, fit
