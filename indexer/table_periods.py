"""First and last days of a statement's columns, from their heads, the words above them and what the filing covers.

Heads say "1997" below "Three fiscal years ended September 26, 1997": the day of a column may stand in the corner of the
table, in the title, or only on the cover.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta

from finsagent.domain import Filing
from finsagent.fiscal_calendar import month_end
from finsagent.forms import base_form
from finsagent.tables import Cell, TableView, read_period

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"\b(?P<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DAY = re.compile(rf"{_MONTH}\s+(?P<day>\d{{1,2}})\b(?!\d)(?:\s*,?\s*(?P<year>(?:19|20)\d\d)\b)?", re.IGNORECASE)
_BALANCE = re.compile(r"^balances?\b[^|\n]{0,40}(?:19|20)\d\d", re.IGNORECASE | re.MULTILINE)
_HALF = re.compile(r"\b(?:first|second)[\s-]+half\b|\bhalf[\s-]year\b", re.IGNORECASE)
_LENGTHS = {"three": 3, "six": 6, "nine": 9, "twelve": 12}
_CUT = re.compile(rf"\b({'|'.join(_LENGTHS)})\s+ended\b", re.IGNORECASE)
_MONTH_DAYS = 30.44
_NEAR_DAYS = 10


class Periods:
    """Resolves the columns of one filing's statements. `ends` collects the last days met so far."""

    def __init__(self, filing: Filing) -> None:
        self._filing = filing
        self.ends: set[date] = {filing.period_end} if filing.period_end else set()

    def learn_balances(self, text: str) -> None:
        """Note the days of "Balance as of September 24, 2022": they are year ends that no column may name."""
        for found in _BALANCE.finditer(text):
            day = next((_date(match) for match in _DAY.finditer(found.group()) if match["year"]), None)
            if day is not None:
                self.ends.add(day - timedelta(days=1) if day.day == 1 else day)  # January 1: as of its first hour

    def learn(self, views: Iterable[TableView]) -> None:
        """Note every last day that some tables say in full, in a head or above the table."""
        for view in views:
            for text in (view.caption, *(column.head for column in view.columns)):
                days = (_date(match) for match in _DAY.finditer(text) if match["year"])
                self.ends.update(day for day in days if day is not None)

    def end(self, cell: Cell, view: TableView) -> date | None:
        """The last day of a cell's column."""
        if cell.period.end is not None and _DAY.search(cell.head):
            return cell.period.end
        year = cell.period.year
        corner = view.columns[0].head if view.columns else ""
        if year is None:
            return cell.period.end or (_day_above(cell, view, corner) if not cell.head else None)
        said = [_date(match) for text in (corner, view.caption) for match in _DAY.finditer(text) if match["year"]]
        of_year = {day for day in said if day is not None and day.year == year}
        if len(of_year) == 1:
            return of_year.pop()
        bare = {(match["month"][:3].lower(), match["day"]) for match in _DAY.finditer(f"{corner} {view.caption}")}
        if len(bare) == 1:
            month, number = bare.pop()
            day = _safe(year, month, int(number))
            return self._snapped(day) if day is not None else None
        if cell.period.end is not None:
            return self._snapped(cell.period.end)
        return self._by_year(year)

    def span(self, cell: Cell, view: TableView) -> tuple[date, date] | None:
        """First and last day of a cell's column that holds amounts of a period."""
        end = self.end(cell, view)
        corner = view.columns[0].head if view.columns else ""
        months = cell.period.months or read_period(corner, context=view.caption).months
        if _HALF.search(f"{cell.head} {corner}"):
            months = 6
        if months is None:
            months = _months_beside(cell, view)
        if months is None and base_form(self._filing.form) == "10-Q" and self._filing.fiscal_period == "Q1":
            months = 3
        if months is None and base_form(self._filing.form) == "10-K":
            months = 12
        if end is None or months is None:
            return None
        return self._start(end, months), end

    def _start(self, end: date, months: int) -> date:
        """The day after an earlier period's end that is known, else by calendar months or by weeks of that length."""
        usual = end - timedelta(days=round(months * _MONTH_DAYS))
        known = [day for day in self.ends if abs((day - usual).days) <= _NEAR_DAYS]
        if known:
            return min(known, key=lambda day: abs((day - usual).days)) + timedelta(days=1)
        if (end + timedelta(days=1)).day == 1 and not self._weekly():
            month = end.year * 12 + end.month - months
            return date(month // 12, month % 12 + 1, 1)
        return end - timedelta(days=round(months * 52 / 12) * 7 - 1)

    def _weekly(self) -> bool:
        """Whether periods end on a weekday rather than with a month."""
        off = [day for day in self.ends if (day + timedelta(days=1)).day != 1]
        return len(off) * 2 > len(self.ends)

    def _by_year(self, year: int) -> date | None:
        """A column that names a year alone: the filing's own last day in that year."""
        own, number = self._filing.period_end, self._filing.fiscal_year
        if own is None:
            return None
        back = (number if number is not None else month_end(own).year) - year
        if month_end(own).year == year:
            back = 0
        if not 0 <= back <= 3:
            return None
        guess = _shift(own, back)
        snapped = self._snapped(guess)
        return _same_weekday(own, guess) if back and snapped == guess and self._weekly() else snapped

    def _snapped(self, day: date) -> date:
        """The known last day that a guessed one means: 52/53-week years end a few days apart."""
        near = [end for end in self.ends if abs((end - day).days) <= _NEAR_DAYS]
        return min(near, key=lambda end: (abs((end - day).days), end), default=day)


def _shift(day: date, years: int) -> date:
    last = (day + timedelta(days=1)).day == 1
    if last:
        following = day + timedelta(days=1)
        return following.replace(year=following.year - years) - timedelta(days=1)
    return day.replace(year=day.year - years)


def _day_above(cell: Cell, view: TableView, corner: str) -> date | None:
    """The day of a column without a head: the only one that is named above, or the one in its place in the row."""
    said = [day for match in _DAY.finditer(f"{corner} {view.caption}") if match["year"] and (day := _date(match))]
    if len(set(said)) == 1:
        return said[0]
    columns = sorted({one.column for row in view.rows for one in row.cells})
    return said[columns.index(cell.column)] if len(said) == len(columns) and cell.column in columns else None


def _months_beside(cell: Cell, view: TableView) -> int | None:
    """The length of a column whose own head is cut: words that the head to its left spans it with, or a bare number."""
    for column in reversed(view.columns[1 : cell.column + 1]):
        if column.period.months is not None:
            return column.period.months
        if (word := _CUT.search(column.head)) is not None:
            return _LENGTHS[word[1].lower()]
    return None


def _same_weekday(own: date, guess: date) -> date:
    """The day near a guess that falls on the own last day's weekday, nearest to the end of the month."""
    end = month_end(guess)
    last = (end.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    days = [last + timedelta(days=offset) for offset in range(-6, 7)]
    return min((d for d in days if d.weekday() == own.weekday()), key=lambda d: (abs((d - last).days), d))


def _date(match: re.Match[str]) -> date | None:
    return _safe(int(match["year"]), match["month"], int(match["day"]))


def _safe(year: int, month: str, day: int) -> date | None:
    try:
        return date(year, _MONTHS.index(month[:3].lower()) + 1, day)
    except ValueError:
        return None
