"""What an issuer said of one concept over time: as first reported, as restated, and what follows by subtraction.

Values are told apart by the filing that said them. A later filing that gives another value for the same period restates
it; an amendment restates only what it gives. It knows nothing of questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Literal

from finsagent.domain import Fact, Filing, FiscalPeriod
from finsagent.fiscal_calendar import FiscalCalendar, FiscalSpan
from finsagent.forms import is_amendment
from finsagent.index.facts import EVERY_SOURCE, FactStore

Status = Literal["first", "repeated", "restated", "conflicting"]
_QUARTERS: tuple[FiscalPeriod, ...] = ("Q1", "Q2", "Q3", "Q4")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reported:
    """A fact with the filing that said it, its fiscal period, and how it stands to what was said before.

    "conflicting": its own filing gives another value too. `current` marks what stands today. `parts` are the facts that
    a derived value was computed from: the first minus the others.
    """

    fact: Fact
    filing: Filing
    span: FiscalSpan
    status: Status
    current: bool
    parts: tuple[Fact, ...] = ()


def report(
    store: FactStore,
    *,
    issuer: str,
    concepts: Collection[str],
    year: int | None = None,
    period: FiscalPeriod | None = None,
    dimensions: tuple[tuple[str, str], ...] | None = (),
) -> list[Reported]:
    """All that an issuer's filings say of some concepts, oldest period first, then by filing.

    Args:
        store: the facts.
        issuer: the issuer's key.
        concepts: names such as "us-gaap:Revenues".
        year: the issuer's own fiscal year; None for all.
        period: "FY" for whole years and their last day, or a quarter: its three months, the year to its end, its last
            day. None for all. A quarter that no filing gives is derived where it can be.
        dimensions: as in `FactStore.query`.
    """
    calendar = store.calendar(issuer)
    if calendar is None:
        return []
    filings = {filing.id: filing for filing in store.filings_of(issuer)}
    facts = store.query(filings=filings, concepts=concepts, dimensions=dimensions, sources=EVERY_SOURCE)
    placed = [(fact, calendar.place(fact.start, fact.end)) for fact in facts]
    told = [one for group in _groups(placed) for one in _versions(group, filings)]
    told += _derived(told, calendar)
    wanted = [
        one for one in told if (year is None or one.span.year == year) and (period is None or _is_of(one.span, period))
    ]
    return sorted(wanted, key=_order)


def _is_of(span: FiscalSpan, period: FiscalPeriod) -> bool:
    return span.period == period or (period == "Q4" and span.kind == "instant" and span.period == "FY")


def _order(one: Reported) -> tuple[object, ...]:
    fact = one.fact
    return (fact.concept, fact.end, fact.start or fact.end, fact.dimensions, fact.unit, *_filed(one.filing), fact.value)


def _filed(filing: Filing) -> tuple[str, bool, str]:
    """When a filing was made: by its date, else after the period that it covers."""
    day = filing.filed_on or (filing.period_end + timedelta(days=60) if filing.period_end else None)
    return (str(day or ""), is_amendment(filing.form), filing.id)


def _groups(placed: Iterable[tuple[Fact, FiscalSpan]]) -> Iterator[list[tuple[Fact, FiscalSpan]]]:
    """Facts of the same thing. A year's first day may differ by a few days between a tag and a table's head."""
    groups: dict[tuple[object, ...], list[tuple[Fact, FiscalSpan]]] = defaultdict(list)
    for fact, span in placed:
        when: tuple[object, ...] = (span.year, span.kind, span.period)
        if span.kind in ("other", "transition"):
            when = (fact.start, fact.end)
        groups[(fact.concept, fact.unit, fact.dimensions, *when)].append((fact, span))
    yield from groups.values()


def _versions(group: Sequence[tuple[Fact, FiscalSpan]], filings: dict[str, Filing]) -> list[Reported]:
    """The facts of one group in the order filed; a value read from a table never replaces a tagged one."""
    ordered = sorted(group, key=lambda item: (_filed(filings[item[0].filing]), item[0].source == "table"))
    tagged = any(fact.source == "xbrl" for fact, _ in ordered)
    result: list[Reported] = []
    standing: int | None = None
    for fact, span in ordered:
        weak = tagged and fact.source == "table"
        last = result[standing].fact if standing is not None else None
        status: Status = "first"
        if last is not None and _says_again(fact, last):
            status = "repeated"
        elif last is not None and last.filing == fact.filing:
            status = "conflicting"
        elif result:
            status = "restated"
        if not weak and status in ("first", "restated"):
            standing = len(result)
        result.append(Reported(fact=fact, filing=filings[fact.filing], span=span, status=status, current=False))
    at = standing if standing is not None else 0
    result[at] = replace(result[at], current=True)
    return result


def same_value(one: Fact, other: Fact) -> bool:
    """Whether two values agree to the precision of the less precise one (XBRL: consistent duplicates)."""
    if one.value == other.value:
        return True
    known = [fact.decimals for fact in (one, other) if fact.decimals is not None]
    return bool(known) and abs(one.value - other.value) <= Decimal(1).scaleb(-min(known)) / 2


def _says_again(fact: Fact, last: Fact) -> bool:
    """Whether a later filing gives the same value; one that states no precision may have gone over to millions."""
    if same_value(fact, last):
        return True
    if fact.decimals is not None or last.decimals is not None:
        return False
    step = max(_step(fact.value), _step(last.value))
    return step > 1 and abs(fact.value - last.value) <= step / 2


def _step(value: Decimal) -> Decimal:
    """What a value seems to be rounded to: a thousand or million with at least three digits before it, else 1."""
    digits = value.normalize().as_tuple()
    zeroes = digits.exponent if isinstance(digits.exponent, int) else 0
    return Decimal(10) ** (zeroes // 3 * 3) if zeroes >= 3 and len(digits.digits) >= 3 else Decimal(1)


# --- quarters that no filing gives ---------------------------------------------------------------------------------


def _derived(told: Sequence[Reported], calendar: FiscalCalendar) -> list[Reported]:
    """Quarters by subtraction: year minus nine months, nine minus six, six minus three. Amounts of money only."""
    current: dict[tuple[object, ...], dict[tuple[int, str, FiscalPeriod], Reported]] = defaultdict(dict)
    for one in told:
        if one.current and one.span.period and one.span.kind in ("year", "quarter", "to_date") and _adds_up(one.fact):
            key = (one.fact.concept, one.fact.unit, one.fact.dimensions)
            current[key][one.span.year, one.span.kind, one.span.period] = one
    result = []
    for spans in current.values():
        for year in sorted({year for year, _, _ in spans}):
            for at, period in enumerate(_QUARTERS):
                whole = spans.get((year, "year", "FY") if period == "Q4" else (year, "to_date", period))
                if at == 0 or whole is None or (year, "quarter", period) in spans:
                    continue
                parts = _before(spans, year, at)
                if parts:
                    result.append(_minus(whole, parts, FiscalSpan(year=year, period=period, kind="quarter")))
    return [one for one in result if calendar.place(one.fact.start, one.fact.end) == one.span]


def _adds_up(fact: Fact) -> bool:
    return len(fact.unit) == 3 and fact.unit.isupper()  # a currency: no shares, averages, rates or amounts per share


def _before(spans: dict[tuple[int, str, FiscalPeriod], Reported], year: int, at: int) -> list[Reported]:
    """What covers the quarters before quarter number `at` (from 0): the year to date, else every quarter."""
    to_date = spans.get((year, "to_date", _QUARTERS[at - 1]))
    if to_date is not None:
        return [to_date]
    quarters = [spans.get((year, "quarter", period)) for period in _QUARTERS[:at]]
    return [one for one in quarters if one is not None] if None not in quarters else []


def _minus(whole: Reported, parts: Sequence[Reported], span: FiscalSpan) -> Reported:
    facts = [one.fact for one in parts]
    known = [fact.decimals for fact in (whole.fact, *facts) if fact.decimals is not None]
    fact = replace(
        whole.fact,
        value=whole.fact.value - sum((fact.value for fact in facts), Decimal(0)),
        decimals=min(known) if known else None,
        start=max(fact.end for fact in facts) + timedelta(days=1),
        section=None,
        span=None,
        shown="",
        also=(),
        source="derived",
        trust=min(fact.trust for fact in (whole.fact, *facts)),
    )
    return Reported(fact=fact, filing=whole.filing, span=span, status="first", current=True, parts=(whole.fact, *facts))
