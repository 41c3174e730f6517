"""An issuer's own calendar: which fiscal year and quarter a day or a span of days belongs to.

It is built from the year ends that annual reports show, so it holds for years that end in any month, for years of 52 or
53 weeks, for quarters of 12, 13, 16 or 17 weeks, and for an issuer that moved its year end. It never looks at what a
fact or an API says of its fiscal period, only at first and last days: the `fp` and `fy` of a `companyfacts` row name
the filing that the row was read from, not the row's period.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from finsagent.domain import Filing, FiscalPeriod
from finsagent.forms import base_form, is_amendment

SpanKind = Literal["year", "quarter", "to_date", "instant", "transition", "other"]

_PERIODS: tuple[FiscalPeriod, ...] = ("Q1", "Q2", "Q3", "Q4")
_DRIFT_DAYS = 10
"""How far the end of a 52/53-week year may lie from the same day of another year."""
_QUARTER_DAYS = (70, 126)
"""From eleven weeks (a short first quarter) to 17 weeks, and a day."""
_YEAR_DAYS = (345, 385)
_UNEVEN = 0.35
"""How far, in quarters, the end of a quarter may lie from a quarter of the year: 16 weeks of 52 are 1.23 quarters."""
_EVEN = 0.1
_FIRST_YEAR, _LAST_YEAR = 1900, 2200


@dataclass(frozen=True, kw_only=True, slots=True)
class FiscalSpan:
    """Where a period lies. `period` is "FY" for a whole year and its last day, None where it is no quarter or year.

    kind "to_date" runs from the first day of the year to the end of a quarter (six months, nine months); "transition"
    lies in a reporting period that is no year, between an old and a new year end; "other" is anything else.
    """

    year: int
    period: FiscalPeriod | None
    kind: SpanKind


@dataclass(frozen=True, kw_only=True, slots=True)
class FiscalYear:
    """A fiscal year by the issuer's own number, with its first and last day; `exact` if reports show its end."""

    number: int
    start: date
    end: date
    exact: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class FiscalCalendar:
    """`ends` are the known last days of fiscal years in order; `named` the issuer's numbers of some of them."""

    ends: tuple[date, ...]
    named: Mapping[date, int]
    reported: frozenset[date]
    """Last days that filings cover, quarters too."""

    @classmethod
    def of(cls, filings: Iterable[Filing], years: Iterable[tuple[date, date]] = ()) -> FiscalCalendar | None:
        """Build the calendar of one issuer; None if nothing tells it.

        Args:
            filings: of one issuer; annual reports give year ends, or quarterly ones where there is no annual report.
            years: first and last days of whole years that annual reports tell of (their comparative years).
        """
        given = sorted(filings, key=lambda f: (str(f.period_end or ""), f.id))
        named: dict[date, int] = {}
        annual = [f for f in given if base_form(f.form) == "10-K" and f.period_end and f.fiscal_year]
        originals = [f for f in annual if not is_amendment(f.form)]  # one of Part III alone may name another day
        for filing in originals or annual:
            if filing.period_end and filing.fiscal_year:
                named[filing.period_end] = filing.fiscal_year
        if not named:
            named = dict(filter(None, map(_end_from_quarter, given)))
        if not named:
            return None
        ends = set(named)
        for start, end in years:
            if _YEAR_DAYS[0] <= (end - start).days + 1 <= _YEAR_DAYS[1]:
                ends |= {end, start - timedelta(days=1)}
        reported = frozenset(filing.period_end for filing in given if filing.period_end)
        return cls(ends=tuple(_apart(sorted(ends), named)), named=_agreed(named), reported=reported)

    def year_of(self, day: date) -> FiscalYear:
        """The fiscal year that a day lies in."""
        end, exact = self._end_after(day)
        at = bisect_left(self.ends, end - timedelta(days=_DRIFT_DAYS if not exact else 0))
        before = self.ends[at - 1] if at else None
        start = _years_later(end, -1) + timedelta(days=1)
        if before is not None and (end - before).days <= _YEAR_DAYS[1]:
            start = before + timedelta(days=1)
        return FiscalYear(number=self._number(end), start=start, end=end, exact=exact)

    def year(self, number: int) -> FiscalYear:
        """The fiscal year of that number."""
        month = min(self.named, key=lambda end: (abs(self.named[end] - number), end))
        return self.year_of(_years_later(month, number - self.named[month]) - timedelta(days=_DRIFT_DAYS + 1))

    def place(self, start: date | None, end: date) -> FiscalSpan:
        """Where the period from `start` to `end`, or the day `end`, lies."""
        if not _FIRST_YEAR <= end.year <= _LAST_YEAR:
            return FiscalSpan(year=end.year, period=None, kind="other")
        year = self.year_of(end)
        length = (year.end - year.start).days + 1
        passed = ((end - year.start).days + 1) / length * 4
        at_end = end == year.end or (not year.exact and abs((end - year.end).days) <= _DRIFT_DAYS)
        if length < _YEAR_DAYS[0]:  # the short period before a new year end: no year, and its quarters are none either
            return FiscalSpan(year=year.number, period="FY" if start is None and at_end else None, kind="transition")
        quarter = 4 if at_end else round(passed)
        fits = at_end or (1 <= quarter <= 3 and abs(passed - quarter) <= _UNEVEN)
        if start is None:
            return self._instant(year, end, quarter if fits else None, off=abs(passed - quarter), at_end=at_end)
        kind = _kind(start, end, year, quarter) if fits else "other"
        if kind == "other":
            return FiscalSpan(year=year.number, period=None, kind="other")
        return FiscalSpan(year=year.number, period="FY" if kind == "year" else _PERIODS[quarter - 1], kind=kind)

    def _instant(self, year: FiscalYear, day: date, quarter: int | None, *, off: float, at_end: bool) -> FiscalSpan:
        """A day counts as the end of a quarter if a filing covers it, or none that does is near."""
        near = any(abs((day - other).days) <= 2 * _DRIFT_DAYS for other in self.reported)
        known = day in self.reported
        if quarter is None or (not known and not (at_end and year.exact) and (near or (off > _EVEN and not at_end))):
            return FiscalSpan(year=year.number, period=None, kind="other")
        period: FiscalPeriod = "FY" if at_end else _PERIODS[quarter - 1]
        return FiscalSpan(year=year.number, period=period, kind="instant")

    def _end_after(self, day: date) -> tuple[date, bool]:
        """The first year end on or after a day: a known one, or the same day of another year as the nearest known."""
        nearest = min(self.ends, key=lambda end: (abs((end - day).days), end))
        years = day.year - nearest.year - 1
        while (guess := _years_later(nearest, years)) + timedelta(days=_DRIFT_DAYS) < day:
            years += 1
        at = bisect_left(self.ends, day)
        if at < len(self.ends) and self.ends[at] <= guess + timedelta(days=_DRIFT_DAYS):
            return self.ends[at], True
        late = self.ends[at - 1] if at else None
        if late is not None and abs((guess - late).days) <= _DRIFT_DAYS:  # the guess is a known end, passed already
            guess = _years_later(nearest, years + 1)
        return guess, False

    def _number(self, end: date) -> int:
        if end in self.named:
            return self.named[end]
        nearest = min(self.named, key=lambda other: (abs((other - end).days), other))
        return month_end(end).year + self.named[nearest] - month_end(nearest).year


def _kind(start: date, end: date, year: FiscalYear, quarter: int) -> SpanKind:
    """What a span is that ends with `quarter` of a whole year."""
    days = (end - start).days + 1
    from_start = abs((start - year.start).days) <= _DRIFT_DAYS
    if quarter == 4 and _YEAR_DAYS[0] <= days <= _YEAR_DAYS[1]:
        return "year"
    if _QUARTER_DAYS[0] <= days <= _QUARTER_DAYS[1] and from_start == (quarter == 1):
        return "quarter"
    return "to_date" if from_start and quarter in (2, 3) else "other"


def month_end(day: date) -> date:
    """A day in the month that a period ends in: 52/53-week years run a few days over into the next month."""
    return day - timedelta(days=day.day) if day.day <= _DRIFT_DAYS else day


def _years_later(day: date, years: int) -> date:
    """The same day of another year; the last day of a month stays the last day."""
    following = day + timedelta(days=1)
    if following.day == 1:
        return following.replace(year=following.year + years) - timedelta(days=1)
    return day.replace(year=day.year + years)


def _end_from_quarter(filing: Filing) -> tuple[date, int] | None:
    """The year end that a quarterly report implies: three, six or nine months after its last day."""
    if base_form(filing.form) != "10-Q" or filing.fiscal_period not in _PERIODS[:3]:
        return None
    if filing.period_end is None or filing.fiscal_year is None:
        return None
    months = 12 - 3 * (_PERIODS.index(filing.fiscal_period) + 1)
    end = month_end(filing.period_end)
    month = end.year * 12 + end.month - 1 + months + 1  # of the first day after the year end
    return date(month // 12, month % 12 + 1, 1) - timedelta(days=1), filing.fiscal_year


def _apart(ends: list[date], named: Mapping[date, int]) -> Iterable[date]:
    """Year ends without those that are a day or two off another (cover page and context may differ)."""
    kept: list[date] = []
    for end in ends:
        if kept and (end - kept[-1]).days <= _DRIFT_DAYS:
            if end in named and kept[-1] not in named:
                kept[-1] = end
        else:
            kept.append(end)
    return kept


def _agreed(named: Mapping[date, int]) -> dict[date, int]:
    """The numbers of years by the issuer's habit: one report that names its year otherwise than the rest is wrong."""
    habits: dict[int, Counter[int]] = {}
    for end, number in named.items():
        habits.setdefault(month_end(end).month, Counter())[number - month_end(end).year] += 1
    result = {}
    for end, number in named.items():
        (habit, count), *others = habits[month_end(end).month].most_common(2)
        sure = count >= 2 and (not others or count > others[0][1])
        result[end] = month_end(end).year + habit if sure else number
    return result
