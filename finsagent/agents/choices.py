"""Answers "which ... is highest / lowest" by comparing the rows or columns of one table, or the parts of a sum.

Categories are rows (segments, regions, instruments), row groups, or column heads; totals are not categories.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.fiscal import Target, column_fit
from finsagent.agents.measured import Outcome
from finsagent.agents.readings import Readings, cite_span, views_of
from finsagent.agents.wording import lower_first, put
from finsagent.domain import Citation, Evidence, Filing, Value
from finsagent.lexicon import Lexicon, LineItem, Measure
from finsagent.tables import Cell, Column, Row, TableView, label_score
from finsagent.text import tokens

_NOT_A_CATEGORY = re.compile(
    r"^(?:total|sub-?total|consolidated|eliminations?|reconcil\w+|less\b|other,? net|net\b"
    r"|unallocated|all\b|firmwide|average)|\btotal$|\beliminations?\b|^\d{4}$|\breconciling\b",
    re.IGNORECASE,
)
_PERIOD_WORDS = re.compile(
    r"\b(?:three|six|nine|twelve)\s+months\s+ended\b|\b(?:fiscal\s+)?years?\s+ended\b|\b(?:as\s+of|at|for\s+the)\b"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}\b,?"
    r"|\b(?:19|20)\d\d\b|\bQ[1-4]\b|,\s*$",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r"\bstatements? of (?:consolidated )?(?:income|operations|earnings)\b")
_MARGIN = 0.7
_SUM_TOLERANCE = Decimal("0.002")
_KINDS = (
    "segment",
    "region",
    "geograph",
    "product",
    "service",
    "instrument",
    "activit",
    "type",
    "categor",
    "brand",
    "channel",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Option:
    name: str
    value: Decimal
    unit: str
    citation: Citation


@dataclass(frozen=True, kw_only=True, slots=True)
class _Contest:
    """The options of one table, and how well the table fits the question."""

    options: tuple[_Option, ...]
    fit: float
    table: str = ""
    """What tables that show further options of the same row share."""


def choose(
    asked: Asked,
    target: Target,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    lexicon: Lexicon,
    issuer: str,
) -> Outcome | None:
    """Name the option with the most (or least); None if no table shows options of what is asked."""
    item = asked.item
    if isinstance(item, Measure):
        parts = [lexicon.line_items[key] for key in item.line_items]
        contest = (
            _parts(parts, target, Readings(evidence=evidence, filings=filings), issuer) if len(parts) > 2 else None
        )
        contests = [contest] if contest else []
    else:
        contests = list(_contests(asked, item, target, evidence, filings, issuer))
    contests = [replace(contest, options=_without_totals(contest.options)) for contest in _merged(contests)]
    contests = [contest for contest in contests if len({option.name for option in contest.options}) >= 2]
    if not contests:
        return None
    best = max(contests, key=lambda contest: (contest.fit, len(contest.options)))
    order = sorted(best.options, key=lambda option: (option.value, option.name), reverse=asked.upward)
    first, second = order[0], order[1]
    what = lower_first(item.label) if item else "value"
    level = "highest" if asked.upward else "lowest"
    unit = item.unit if item and item.unit == "percent" else ""
    shown, other = (put(option.value, unit or option.unit, asked.form, digits=None) for option in (first, second))
    return Outcome(
        text=f"{first.name} had the {level} {what} in {target.name}: {shown} (next: {second.name}, {other}).",
        confidence=min(0.85, best.fit),
        citations=tuple(dict.fromkeys((first.citation, second.citation))),
        value=Value(number=first.value, unit=unit or first.unit, period=target.name),
    )


def _merged(contests: Sequence[_Contest]) -> list[_Contest]:
    """Join tables that go on side by side: the same row of one section with other columns."""
    joined: dict[str, _Contest] = {}
    rest = []
    for contest in contests:
        before = joined.get(contest.table) if contest.table else None
        if not contest.table:
            rest.append(contest)
        elif before is None:
            joined[contest.table] = contest
        else:
            known = {option.name for option in before.options}
            new = tuple(option for option in contest.options if option.name not in known)
            joined[contest.table] = replace(before, options=before.options + new, fit=max(before.fit, contest.fit))
    return [*joined.values(), *rest]


def _without_totals(options: Sequence[_Option]) -> tuple[_Option, ...]:
    """Leave out options that are the sum of two or more neighbours before or after them."""
    return tuple(option for at, option in enumerate(options) if not _is_total(options, at))


def _is_total(options: Sequence[_Option], at: int) -> bool:
    for side in (options[at + 1 :], options[:at][::-1]):
        total = Decimal(0)
        for count, other in enumerate(side, start=1):
            total += other.value
            if count >= 2 and total and abs(total - options[at].value) <= abs(total) * _SUM_TOLERANCE:
                return True
    return False


def _parts(lines: Sequence[LineItem], target: Target, readings: Readings, issuer: str) -> _Contest | None:
    found = [(line, readings.read(line, target, issuer)) for line in lines]
    options = [
        _Option(name=line.label, value=reading.value, unit=reading.unit, citation=reading.citation)
        for line, reading in found
        if reading is not None
    ]
    return _Contest(options=tuple(options), fit=0.85) if len(options) == len(lines) else None


def _contests(
    asked: Asked,
    item: LineItem | None,
    target: Target,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    issuer: str,
) -> Iterator[_Contest]:
    wanted = set(tokens(asked.core)) - set(tokens("which what had the highest lowest largest most in of during"))
    wordings = (*item.printed, item.label) if item else ()
    for passage in evidence:
        filing = filings[passage.filing]
        if filing.issuer != issuer:
            continue
        for view in views_of(passage):
            words = set(tokens(f"{view.caption} {passage.header} {' '.join(c.head for c in view.columns)}"))
            overlap = len(wanted & words) / max(1, len(wanted))
            heading = f"{view.caption} {passage.header} {view.columns[0].head if view.columns else ''}".lower()
            kinds = [kind for kind in _KINDS if kind in asked.core.lower()]
            closeness = 0.15 * overlap + 0.05 / passage.rank + (0.1 if any(kind in heading for kind in kinds) else 0.0)
            if ("geograph" in heading and kinds == ["segment"]) or _STATEMENT.search(heading):
                closeness -= 0.15
            yield from _by_columns(view, wordings, target, passage, filing, closeness)
            yield from _by_groups(view, wordings, target, passage, filing, closeness)
            about = _about(item, f"{view.caption} {passage.header}", wanted, words)
            if about > 0:
                yield from _by_rows(view, target, passage, filing, about + closeness)


def _about(item: LineItem | None, heading: str, wanted: set[str], words: set[str]) -> float:
    """How far a table's heading says that its rows are the asked thing."""
    if item is None:
        return 0.35 if len(wanted & words) >= max(2, len(wanted) // 2) else 0.0
    own = set(tokens(heading))
    printed = [set(tokens(wording)) for wording in (*item.printed[:12], *item.asked)]
    return 0.55 if any(wording and wording <= own for wording in printed) else 0.0


def _by_columns(
    view: TableView, wordings: Sequence[str], target: Target, passage: Evidence, filing: Filing, closeness: float
) -> Iterator[_Contest]:
    names = {at: _category(column.head) for at, column in enumerate(view.columns) if at > 0}
    if not any(names.values()):
        return
    for row in view.rows:
        if not wordings or (score := label_score(row.label, wordings)) < _MARGIN:
            continue
        options = [
            _option(names[cell.column], row, cell, passage, filing)
            for cell in row.cells
            if names.get(cell.column) and _is_then(cell, view.columns, filing, target)
        ]
        yield _Contest(
            options=tuple(options),
            fit=0.6 * score + closeness + 0.05,
            table=f"{passage.section} {row.label} {row.unit}",
        )


def _by_groups(
    view: TableView, wordings: Sequence[str], target: Target, passage: Evidence, filing: Filing, closeness: float
) -> Iterator[_Contest]:
    options = []
    for row in view.rows:
        if row.group and wordings and label_score(row.label, wordings) >= _MARGIN and _category(row.group):
            options += [_option(row.group, row, cell, passage, filing) for cell in _cells(row, view, filing, target)]
    if len(options) >= 2:
        yield _Contest(options=tuple(options), fit=0.6 + closeness)


def _by_rows(view: TableView, target: Target, passage: Evidence, filing: Filing, fit: float) -> Iterator[_Contest]:
    groups: dict[str, list[_Option]] = {}
    for row in view.rows:
        if _category(row.label):
            for cell in _cells(row, view, filing, target)[:1]:
                groups.setdefault(row.group, []).append(_option(row.label, row, cell, passage, filing))
    for options in groups.values():
        yield _Contest(options=tuple(options), fit=fit)


def _cells(row: Row, view: TableView, filing: Filing, target: Target) -> list[Cell]:
    return [cell for cell in row.cells if _is_then(cell, view.columns, filing, target)]


def _is_then(cell: Cell, columns: Sequence[Column], filing: Filing, target: Target) -> bool:
    if cell.kind in {"change", "percent"}:
        return False
    latest = max((c.period.year for c in columns if c.period.year), default=None)
    if cell.period.year is None:
        return latest is None and filing.fiscal_year == target.year
    return any(
        column_fit(cell.period, filing, target, instant=instant, latest=latest) > 0 for instant in (False, True)
    ) and (cell.period.months in {None, target.months or (12 if target.period == "FY" else 3)})


def _category(head: str) -> str:
    """A head's words without its period; "" for totals and heads that are only a period."""
    name = " ".join(_PERIOD_WORDS.sub(" ", head).split()).strip(" ,:-\u2014")
    return "" if len(name) < 2 or _NOT_A_CATEGORY.search(name) else name


def _option(name: str, row: Row, cell: Cell, passage: Evidence, filing: Filing) -> _Option:
    return _Option(
        name=" ".join(name.split()).rstrip(":"),
        value=row.amount(cell),
        unit=row.unit,
        citation=cite_span(passage, filing, row.start, row.end),
    )
