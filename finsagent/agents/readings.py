"""Finds the value of a line item for a fiscal period in the evidence's tables, checked against filed XBRL facts.

The period is the issuer's own: a column is matched by its date against the fiscal year of the filing it stands in.
Nothing is guessed: no fitting row or column gives no reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache

from finsagent.agents.fiscal import Target, column_fit, fact_fits
from finsagent.calculator import Operand
from finsagent.domain import Citation, Evidence, Fact, Filing
from finsagent.lexicon import LineItem
from finsagent.tables import Cell, Column, Row, TableView, read_tables

_LEAST_SCORE = 0.5
_STATEMENT_SCORE = 0.93
_NEAR = 0.12
_SUMS = frozenset({"revenue", "cost_of_revenue", "total_assets", "current_assets", "current_liabilities", "inventory",
                   "receivables", "capex", "depreciation_and_amortization", "ppe_net", "goodwill"})  # fmt: skip
"""Lines of which tables outside of the statements also show parts: there, the whole is the largest."""
_TITLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("cash_flow", re.compile(r"\bcash\s+flows?\b", re.IGNORECASE)),
    (
        "equity",
        re.compile(
            r"\bstatements?\s+of\s+(?:changes\s+in\s+)?(?:total\s+)?(?:\w+holders'?|\w+owners'?)?\s*equity\b",
            re.IGNORECASE,
        ),
    ),
    ("balance_sheet", re.compile(r"\bbalance\s+sheets?\b|\bfinancial\s+(?:position|condition)s?\b", re.IGNORECASE)),
    (
        "income",
        re.compile(
            r"\bstatements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings)\b|\bincome\s+statements?\b",
            re.IGNORECASE,
        ),
    ),
)
_ROWS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "cash_flow",
        re.compile(r"\b(?:operating|investing|financing)\s+activities\b|\b(?:purchases|proceeds|repayments?)\b"),
    ),
    (
        "balance_sheet",
        re.compile(
            r"^total\s+(?:current\s+)?(?:assets|liabilities)\b"
            r"|^total .*equity$|^retained earnings",
            re.IGNORECASE,
        ),
    ),
    (
        "income",
        re.compile(
            r"\bbefore\s+(?:\w+\s+){0,3}(?:income\s+)?tax|^(?:total\s+)?costs? of (?:sales|revenue|goods|products)"
            r"|^operating (?:income|profit)|^(?:total\s+)?(?:net\s+)?(?:revenues?|sales)\b|^gross (?:profit|margin)"
            r"|^(?:provision for |income )(?:income )?tax|^diluted\b",
            re.IGNORECASE,
        ),
    ),
)
_PRIMARY = frozenset({"balance_sheet", "income", "cash_flow"})
_NOT_THE_GROUP = re.compile(
    r"\b(?:guarantee\b|guarantors?|obligor|pro\s+forma|parent\s+(?:company|only)|condensed\s+consolidating|schedule\s+i\b"
    r"|held\s+for\s+sale|discontinued\s+operations?|unconsolidated|joint\s+venture)",
    re.IGNORECASE,
)
_PARTIAL = re.compile(
    r"\b(?:segments?|pro\s+forma|parent\s+(?:company|only)|guarantor|condensed\s+consolidating|unaudited\s+quarterly|quarterly"
    r"|discontinued|non-gaap|reconciliation|acquisition|acquired|five[\s-]year|selected|schedule\s+i\b|geographic)\b",
    re.IGNORECASE,
)


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
    rows_of_part: RowsOfPart | None = None
    """Where the question names a part of the whole: its rows in a table, with score and columns."""
    _seen: dict[tuple[str, Target, str], Reading | None] = field(default_factory=dict, init=False)
    _scales: dict[str, Decimal | None] = field(default_factory=dict, init=False)

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
        found = list(self._candidates(item, target, issuer, facts))
        if not found:
            return None
        votes: dict[Decimal, int] = {}
        for reading in found:
            votes[reading.value] = votes.get(reading.value, 0) + 1
        best = max(found, key=lambda r: (r.score + 0.02 * min(votes[r.value] - 1, 2), -r.evidence.rank))
        if item.key in _SUMS and self.rows_of_part is None and best.score < _STATEMENT_SCORE:
            near = [reading for reading in found if reading.score >= best.score - _NEAR]
            best = max(near, key=lambda r: (r.value, r.score, -r.evidence.rank))
        return best if best.score >= _LEAST_SCORE else None

    def _facts(self, item: LineItem, target: Target, issuer: str) -> Iterator[Decimal]:
        """Filed values of the line; several where the issuer tags the whole and a part with two of its concepts."""
        for fact in self.facts:
            filing = self.filings.get(fact.filing)
            if filing is None or filing.issuer != issuer or fact.dimensions:
                continue
            if fact.concept.split(":")[-1] in item.tags and fact_fits(fact, filing, target, item.balance):
                yield fact.value

    def _candidates(self, item: LineItem, target: Target, issuer: str, facts: Sequence[Decimal]) -> Iterator[Reading]:
        wordings = (*self.said.get(item.key, ()), *item.printed, item.label)
        for evidence in self.evidence:
            filing = self.filings.get(evidence.filing)
            if filing is None or filing.issuer != issuer or "|" not in evidence.text:
                continue
            usual = self._usual_scale(evidence.filing)
            for view in views_of(evidence):
                fit = (1.0 if self.rows_of_part else self._table_fit(view, evidence, item)) * self._filing_fit(
                    filing, target
                )
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
        for match in view.lookup(wordings, unit=item.unit):
            yield match.row, match.score, frozenset()

    def _usual_scale(self, filing: str) -> Decimal | None:
        """The scale that most tables of a filing's passages say: what a table without unit words is read in."""
        if filing not in self._scales:
            counts: dict[Decimal, int] = {}
            for evidence in self.evidence:
                for view in views_of(evidence) if evidence.filing == filing and "|" in evidence.text else ():
                    for scale in {row.scale for row in view.rows if row.unit == "USD" and row.scale is not None}:
                        counts[scale] = counts.get(scale, 0) + 1
            self._scales[filing] = max(counts, key=lambda scale: (counts[scale], scale), default=None)
        return self._scales[filing]

    def _table_fit(self, view: TableView, evidence: Evidence, item: LineItem) -> float:
        kind = statement_of(view, evidence)
        wanted = item.statement
        if wanted in _PRIMARY and _NOT_THE_GROUP.search(f"{view.caption} {evidence.header}"):
            return 0.45
        titled = any(pattern.search(view.caption or evidence.caption) for key, pattern in _TITLES if key == kind)
        partial = bool(_PARTIAL.search(f"{view.caption} {'' if titled else above(view, evidence)}"))
        if wanted in _PRIMARY and kind == wanted and not titled:
            return 0.6 if partial else 0.85
        if kind in self.statements and kind == wanted:
            return 1.0
        if kind and self.statements and kind in self.statements and wanted in {"income", "cash_flow", "note", ""}:
            return 0.99
        if kind == wanted:
            return 0.98
        if kind == "balance_sheet" and item.balance == "duration":
            return 0.0
        if kind in {"cash_flow", "income"} and item.balance == "instant":
            return 0.0 if kind == "cash_flow" and item.key not in {"cash", "restricted_cash"} else 0.5
        if wanted in _PRIMARY:
            return 0.5 if partial else 0.62 if kind else 0.7
        return 0.75 if partial and wanted == "equity" else 0.9

    def _filing_fit(self, filing: Filing, target: Target) -> float:
        own = filing.fiscal_year == target.year and (filing.fiscal_period or "FY") == target.period
        if self.preferred and filing.id in self.preferred:
            return 1.0
        return 0.98 if own else 0.95


@lru_cache(maxsize=1024)
def views_of(evidence: Evidence) -> tuple[TableView, ...]:
    """The tables of a passage; read once however many roles ask."""
    return read_tables(
        evidence.text,
        columns=evidence.columns,
        caption=evidence.caption,
        header=evidence.header,
        offset=evidence.start,
    )


def statement_of(view: TableView, evidence: Evidence) -> str:
    """Which primary statement a table is (part of): "balance_sheet", "income", "cash_flow", "equity" or "".

    The caption says it unless the rows say otherwise; a heading further up may belong to the statement before.
    """
    by_rows = _by_rows(view)
    caption = view.caption or evidence.caption
    for text in (caption, evidence.header.rsplit(" | ", 1)[-1]):
        titles = [key for key, pattern in _TITLES if pattern.search(text)]
        if titles and not _PARTIAL.search(text) and by_rows in {"", *titles}:
            return by_rows or titles[0]
    return by_rows


def above(view: TableView, evidence: Evidence) -> str:
    """What stands over a table: the last words before it in its passage, and the index's header of the passage."""
    before = evidence.text[: view.start - evidence.start]
    return f"{before[-500:]} {evidence.header.split(' | ', 1)[-1]}"


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
            value = abs(hit) * (1 if value >= 0 else -1)
        score = min(1.0, score + 0.08) if confirmed else score * 0.75
    elif row.scale is None and row.unit == "USD":
        score *= 0.9
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
        fit = column_fit(cell.period, filing, target, instant=balance == "instant", latest=latest)
        key = (cell.period.year, cell.period.end, cell.period.months)
        if fit > 0 and key not in taken:
            taken.add(key)
            yield cell, fit


def _by_rows(view: TableView) -> str:
    votes = {key: sum(bool(pattern.search(row.label)) for row in view.rows) for key, pattern in _ROWS}
    best = max(votes, key=lambda key: votes[key])
    return best if votes[best] else ""
