"""Reads the options of a "which" question from tables: categories that are rows, row groups or column heads.

Totals and eliminations are no options; a contest holds options of one table that were measured alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.agents.contest import Contest, Option, merged, once, without_totals
from finsagent.agents.fiscal import Target, column_fit
from finsagent.agents.kinds import is_place, kind_fit, kinds_of
from finsagent.agents.parts import is_line
from finsagent.agents.readings import Readings, cite_span
from finsagent.agents.standing import lines_above, standings_of, views_of
from finsagent.domain import Evidence, Filing
from finsagent.lexicon import Lexicon, LineItem
from finsagent.tables import Cell, Period, Row, TableView, label_score, read_period
from finsagent.text import tokens

_NOT_A_CATEGORY = re.compile(
    r"^(?:total|sub-?total|consolidated|eliminations?|reconcil\w+|less\b|other,? net|net\b"
    r"|unallocated|all\b|firmwide|worldwide|average|intersegment|inter-segment)|\btotal$"
    r"|\btotal\s+(?:company|segments?|consolidated)|\beliminations?\b|^\d{4}$|\breconciling\b|\badjustments?\b"
    r"|^(?:in|dollars|amounts?)?\s*\(?(?:dollars\s+)?in (?:thousands|millions|billions)\)?|^level\s+[123]\b"
    r"|\((?:decrease|increase|loss)\)|^%|^(?:other\s+)?unallocated",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"^(?:all\s+)?others?(?:\s+(?:countries|foreign.*|international.*|geograph\w+|regions?))?(?:\s*\(\w\))?$"
    r"|^rest of\b|^all other\b",
    re.IGNORECASE,
)
_YEAR_LINE = re.compile(r"^[^|]*\b((?:19|20)\d\d)\b[^|]*$")
_PERIOD_WORDS = re.compile(
    r"\b(?:three|six|nine|twelve)\s+months\s+ended\b|\b(?:fiscal\s+)?years?\s+ended\b|\b(?:as\s+of|at|for\s+the)\b"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}\b,?"
    r"|\b(?:19|20)\d\d\b|\bQ[1-4]\b|,\s*$|\((?:dollars\s+)?in (?:thousands|millions|billions)[^)]*\)",
    re.IGNORECASE,
)
_MARGIN = 0.7
_SUBTOTAL_SCORE = 0.63
_MANY = 6
_MOSTLY_OTHERS = 0.15


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What the options are compared by."""

    item: LineItem | None
    wordings: tuple[str, ...]
    words: frozenset[str]
    kinds: frozenset[str]
    target: Target


def contests(
    wanted: Wanted, evidence: Sequence[Evidence], filings: Mapping[str, Filing], lexicon: Lexicon, issuer: str
) -> list[Contest]:
    """All contests that the evidence's tables hold, without totals, each of options of one unit."""
    found: list[Contest] = []
    readings = Readings(evidence=evidence, filings=filings)
    for passage in evidence:
        filing = filings[passage.filing]
        if filing.issuer != issuer or "|" not in passage.text:
            continue
        for view, stands in zip(views_of(passage), standings_of(passage), strict=True):
            table = _Table(
                view=view,
                passage=passage,
                filing=filing,
                wanted=wanted,
                lexicon=lexicon,
                near=" ".join(lines_above(view, passage)),
                scale=readings.usual_scale(passage.filing),
            )
            if stands.kind and stands.rank in {"statement", "likely"}:
                found += _fitting(table, table.by_columns(), -0.15)
                if not wanted.kinds or "product" in wanted.kinds:
                    found += _fitting(table, table.by_rows(), -0.2)
                continue
            found += _fitting(table, table.by_columns(), 0.0)
            found += _fitting(table, table.by_measure_columns(), 0.0)
            found += _fitting(table, table.by_groups(), 0.0)
            found += _fitting(table, table.by_rows(), 0.0)
    whole = [replace(contest, options=without_totals(once(contest.options))) for contest in merged(found)]
    return [contest for contest in whole if len({option.name for option in contest.options}) >= 2]


def _fitting(table: _Table, found: Iterator[Contest], closeness: float) -> Iterator[Contest]:
    """Contests of the asked sort of thing and unit, with how close their table is to the question."""
    words = set(tokens(f"{table.near} {table.passage.header} {' '.join(c.head for c in table.view.columns)}"))
    closeness += 0.12 * len(table.wanted.words & words) / max(1, len(table.wanted.words)) + 0.05 / table.passage.rank
    item = table.wanted.item
    for contest in found:
        if "quarter" not in table.wanted.words:
            contest = replace(contest, options=tuple(o for o in contest.options if not _QUARTER.match(o.name)))
        units = {option.unit for option in contest.options}
        if len(contest.options) < 1 or len(units) != 1:
            continue
        unit = units.pop()
        if item is not None and item.unit == "USD" and (unit == "percent" or _SHARES.search(table.near)):
            continue
        if item is not None and item.unit == "percent" and unit != "percent":
            continue
        names = [option.name for option in contest.options]
        first = table.view.columns[0].head if table.view.columns else ""
        kinds = kinds_of(names, f"{table.near} {first}", table.passage.header)
        fit = kind_fit(table.wanted.kinds, kinds)
        if fit is not None:
            if table.wanted.kinds == {"region"} and "region" in kinds:
                contest = replace(contest, options=tuple(o for o in contest.options if is_place(o.name)))
            complete = 0.01 * min(len(contest.options), _MANY)
            yield replace(contest, fit=contest.fit + closeness + fit + complete)


_QUARTER = re.compile(r"^(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter|Q[1-4])\b", re.IGNORECASE)
_SHARES = re.compile(r"\b(?:percent(?:age)?s?|%)\s+of\b|\bas\s+a\s+percent", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Table:
    view: TableView
    passage: Evidence
    filing: Filing
    wanted: Wanted
    lexicon: Lexicon
    near: str
    scale: Decimal | None

    @property
    def _repeats(self) -> bool:
        """Whether the table lists its lines more than once, as it does for one year below the other."""
        labels = [(row.group, row.label) for row in self.view.rows if row.label.strip()]
        return len(set(labels)) < len(labels)

    def by_columns(self) -> Iterator[Contest]:
        """Categories as column heads over the asked line's row."""
        names = {at: category(column.head) for at, column in enumerate(self.view.columns) if at > 0}
        if not any(names.values()) or not self.wanted.wordings:
            return
        for row in self.view.rows:
            if (score := label_score(row.label, self.wanted.wordings)) < _MARGIN:
                continue
            options = [
                self._option(names[cell.column], row, cell)
                for cell in row.cells
                if names.get(cell.column) and (self._is_then(cell) or self._is_undated(cell, row))
            ]
            yield Contest(options=tuple(options), fit=0.6 * score + 0.05,
                          table=f"{self.passage.section} {row.label} {row.unit}")  # fmt: skip

    def by_measure_columns(self) -> Iterator[Contest]:
        """Categories as rows under a column that is headed by the asked line."""
        for at, column in enumerate(self.view.columns):
            head = " ".join(_PERIOD_WORDS.sub(" ", column.head).split())
            if not at or not head or not self.wanted.wordings or label_score(head, self.wanted.wordings) < _MARGIN:
                continue
            options = []
            for row in self.view.rows:
                cell = next((c for c in row.cells if c.column == at), None)
                if cell is not None and category(row.label) and (self._is_then(cell) or self._is_undated(cell, row)):
                    options.append(self._option(row.label, row, cell))
            yield Contest(options=tuple(options), fit=0.66)

    def by_groups(self) -> Iterator[Contest]:
        """Categories as groups of rows, each with the asked line or an unnamed subtotal below it."""
        named: list[Option] = []
        sums: list[Option] = []
        about = self._about()
        for row in self.view.rows:
            if not row.group or not category(row.group):
                continue
            cell = next((cell for cell in row.cells if self._is_then(cell)), None)
            if cell is None:
                continue
            if self.wanted.wordings and label_score(row.label, self.wanted.wordings) >= _MARGIN:
                named.append(self._option(row.group, row, cell))
            elif about and not row.label.strip() and all(option.name != row.group for option in sums):
                sums.append(self._option(row.group, row, cell))
        yield Contest(options=tuple(named), fit=0.6)
        yield Contest(options=tuple(sums), fit=_SUBTOTAL_SCORE)

    def by_rows(self) -> Iterator[Contest]:
        """Categories as rows of a table, or of a group of rows, that is about the asked line."""
        about = self._about()
        groups: dict[str, list[Option]] = {}
        rest: dict[str, Decimal] = {}
        for row in self.view.rows:
            cell = next((cell for cell in row.cells if self._is_then(cell)), None)
            if cell is None:
                continue
            if category(row.label) and not self._is_measure(row.label):
                groups.setdefault(row.group, []).append(self._option(row.label, row, cell))
            elif _OTHERS.search(row.label):
                rest[row.group] = row.amount(cell)
        kinds = len([group for group in groups if group and len(groups[group]) > 1])
        for group, options in groups.items():
            fit = self._group_fit(group, about)
            if kinds > 1 and group and fit <= about:  # parts of parts, as products within each segment
                continue
            if fit > 0 and rest.get(group, Decimal(0)) > max(option.value for option in options):
                fit -= _MOSTLY_OTHERS
            if fit > 0:
                yield Contest(options=tuple(options), fit=fit)

    def _is_measure(self, label: str) -> bool:
        """Whether a row's label is what is measured, and so no option."""
        item = self.wanted.item
        own = _spaced(label)
        return item is not None and any(_spaced(words) in own for words in (item.label, *item.asked[:2]))

    def _group_fit(self, group: str, about: float) -> float:
        if group and self.wanted.wordings and label_score(group, self.wanted.wordings) >= _MARGIN:
            return 0.66
        return 0.0 if group and is_line(group, self.lexicon) else about

    def _about(self) -> float:
        """How far the words over a table say that its rows are the asked thing."""
        item, wanted = self.wanted.item, self.wanted.words
        near, own = _spaced(self.near), _spaced(f"{self.near} {self.passage.header}")
        if item is None:
            return 0.35 if len(wanted & set(own.split())) >= max(2, len(wanted) // 2) else 0.0
        printed = [_spaced(wording) for wording in (*item.printed[:12], *item.asked)]
        if any(wording.strip() and wording in near for wording in printed):
            return 0.6
        return 0.45 if any(wording.strip() and wording in own for wording in printed) else 0.0

    def _is_then(self, cell: Cell) -> bool:
        return self._in(cell, self.wanted.target)

    def _in(self, cell: Cell, target: Target) -> bool:
        if cell.kind in {"change", "percent"}:
            return False
        latest = max((c.period.year for c in self.view.columns if c.period.year), default=None)
        if cell.period.year is None:
            return latest is None and self.filing.fiscal_year == target.year and not self._repeats
        return any(
            column_fit(cell.period, self.filing, target, instant=instant, latest=latest) > 0
            for instant in (False, True)
        ) and (cell.period.months in {None, target.months or (12 if target.period == "FY" else 3)})

    def _is_undated(self, cell: Cell, row: Row) -> bool:
        """A cell without a period of its own in a table of one year, as where the year stands over another column."""
        years = {c.period.year for c in self.view.columns if c.period.year}
        target = self.wanted.target
        if cell.period.year is None and (over := self._period_over(row)) is not None:
            return any(
                column_fit(over, self.filing, target, instant=i, latest=self.filing.fiscal_year) > 0
                for i in (False, True)
            )
        alone = cell.period.year is None and len(years) == 1 and self.filing.fiscal_year == target.year
        end = self.filing.period_end.year if self.filing.period_end else target.year
        share = row.unit == "percent" or cell.kind == "value"
        return alone and share and bool(years & {target.year, end})

    def _period_over(self, row: Row) -> Period | None:
        """The period of the line that a row stands under, where a table lists one year below the other."""
        lines = self.passage.text[self.view.start - self.passage.start : row.start - self.passage.start].split("\n")
        found = next((line for line in reversed(lines) if _YEAR_LINE.match(line.strip())), None)
        return read_period(found) if found is not None else None

    def _amount(self, row: Row, cell: Cell) -> Decimal:
        """A cell in base units; a table that says no scale is read in the filing's usual one."""
        return row.amount(cell) * (self.scale or 1) if self._unscaled(row, cell) else row.amount(cell)

    def _unscaled(self, row: Row, cell: Cell) -> bool:
        return row.scale is None and row.unit == "USD" and cell.number.scale == 1

    def _option(self, name: str, row: Row, cell: Cell) -> Option:
        earlier = replace(self.wanted.target, year=self.wanted.target.year - 1)
        before = next((self._amount(row, c) for c in row.cells if c is not cell and self._in(c, earlier)), None)
        return Option(
            name=re.sub(r"\s*\(\w{1,2}\)(?=\s|$)", "", " ".join(name.split())).rstrip(":"),
            value=self._amount(row, cell),
            unit=row.unit,
            citation=cite_span(self.passage, self.filing, row.start, row.end),
            before=before,
            scaled=self.scale is not None or not self._unscaled(row, cell),
        )


def category(head: str) -> str:
    """A head's words without its period; "" for totals and heads that are only a period."""
    name = " ".join(_PERIOD_WORDS.sub(" ", head).split()).strip(" ,:-\u2014")
    name = re.sub(r"^(?:and|of|for)\s+", "", name)
    return "" if len(name) < 2 or _NOT_A_CATEGORY.search(name) or _OTHERS.search(name) else name


def _spaced(text: str) -> str:
    return f" {' '.join(tokens(text))} "
