"""Fiscal periods as the issuer counts them: whether a table's column or a filed fact is of the asked period.

A filing's own fiscal year and period end fix the calendar; 52/53-week years and bare years over columns are allowed
for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from finsagent.domain import Fact, Filing
from finsagent.forms import base_form
from finsagent.tables import Period

_QUARTERS = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4, "FY": 4}
_TOLERANCE_DAYS = 24
_TO_DATE: dict[tuple[str, int | None], str] = {("Q2", 6): "H1", ("Q3", 9): "YTD Q3"}
_MONTHS_IN_WORDS: dict[int | None, str] = {6: "six", 9: "nine"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """A fiscal period of one issuer: a year, "FY" or a quarter, and its length in months where the question says it."""

    year: int
    period: str = "FY"
    months: int | None = None

    @property
    def name(self) -> str:
        """What a reader calls what it covers: "FY2022", "Q2 FY2023", "H1 FY2024", "YTD Q3 FY2025"."""
        covers = _TO_DATE.get((self.period, self.months), self.period)
        return f"FY{self.year}" if covers == "FY" else f"{covers} FY{self.year}"

    @property
    def point(self) -> str:
        """What a reader calls the period that it ends with: a balance has no length."""
        return f"FY{self.year}" if self.period == "FY" else f"{self.period} FY{self.year}"

    @property
    def words(self) -> str:
        """The same within a sentence: "FY2022", "the first six months of FY2023"."""
        months = _MONTHS_IN_WORDS.get(self.months) if (self.period, self.months) in _TO_DATE else None
        return f"the first {months} months of FY{self.year}" if months else self.name


def column_fit(period: Period, filing: Filing, target: Target, *, instant: bool, latest: int | None) -> float:
    """How well a column's period is the target in the issuer's fiscal calendar (0-1)."""
    wanted = period_end(filing, target)
    if period.end is not None and wanted is not None:
        days = abs((period.end - wanted).days)
        if days > _TOLERANCE_DAYS:
            return 0.0
    elif period.year is not None:
        if _fiscal_year(period, filing, latest) != target.year:
            return 0.0
        if target.period != "FY" and period.quarter not in {None, _QUARTERS[target.period]}:
            return 0.0
        if target.period != "FY" and period.quarter is None and (filing.fiscal_period or "FY") != target.period:
            return 0.0
    else:
        return 0.0
    if instant:
        return 1.0
    months = target.months or (12 if target.period == "FY" else 3)
    if period.months is None:
        return 0.97 if filing.fiscal_period in {None, "FY"} or target.period == filing.fiscal_period else 0.8
    return 1.0 if abs(period.months - months) <= 1 else 0.0


def period_end(filing: Filing, target: Target) -> date | None:
    """The last day of a fiscal period as this filing's issuer counts, from the filing's own period end.

    None where that end is not known: a release or current report carries the day of its event.
    """
    if filing.period_end is None or filing.fiscal_year is None or base_form(filing.form) not in {"10-K", "10-Q"}:
        return None
    months = 12 * (target.year - filing.fiscal_year)
    months += 3 * (_QUARTERS[target.period] - _QUARTERS[filing.fiscal_period or "FY"])
    return _shift(filing.period_end, months)


def fact_fits(fact: Fact, filing: Filing, target: Target, balance: str) -> bool:
    """Whether a fact is of the target period: by its start and end, never by what the filing calls it."""
    wanted = period_end(filing, target)
    if wanted is None or abs((fact.end - wanted).days) > _TOLERANCE_DAYS:
        return False
    if balance == "instant":
        return fact.start is None
    if fact.start is None:
        return False
    months = target.months or (12 if target.period == "FY" else 3)
    return abs((fact.end - fact.start).days - 30.4 * months) < 25


def _fiscal_year(period: Period, filing: Filing, latest: int | None) -> int | None:
    """The fiscal year that a bare year over a column means."""
    if period.year is None or filing.fiscal_year is None:
        return period.year
    end_year = filing.period_end.year if filing.period_end else filing.fiscal_year
    if end_year == filing.fiscal_year or period.fiscal or latest == filing.fiscal_year:
        return period.year
    return period.year + filing.fiscal_year - end_year if latest == end_year else period.year


def _shift(day: date, months: int) -> date:
    """Move a period end by whole months; a month's last day stays the last day."""
    last = (day + timedelta(days=1)).day == 1
    count = day.year * 12 + day.month - 1 + months
    year, month = divmod(count, 12)
    end = (date(year + (month == 11), (month + 1) % 12 + 1, 1) - timedelta(days=1)).day
    return date(year, month + 1, end if last else min(day.day, end))
