"""What column heads say: years, dates, lengths of periods, and columns that hold changes or percentages.

Heads may stand over several lines; a head that spans columns is repeated over each of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from finsagent.numbers import parse_cell

ColumnKind = Literal["value", "change", "percent", "text"]
PeriodKind = Literal["instant", "duration", ""]

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"(?P<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DATE = re.compile(rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})\s*,?\s*(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_DAY = re.compile(rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})\b(?!\s*,?\s*(?:19|20)\d\d)", re.IGNORECASE)
_NUMERIC_DATE = re.compile(r"\b(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>(?:19|20)?\d\d)\b")
_MONTH_YEAR = re.compile(rf"\b{_MONTH}\s+(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d$.,])(?:FY\s?)?((?:19|20)\d\d)(?![\d%]|,\d|\.\d)", re.IGNORECASE)
_SHORT_YEAR = re.compile(r"\bFY\s?'?(\d\d)\b", re.IGNORECASE)
_QUARTER = re.compile(r"\bQ([1-4])\b|\b([1-4])Q|\b(first|second|third|fourth)\s+quarter\b", re.IGNORECASE)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_NUMBER_WORDS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "thirteen": 13, "twenty-six": 26, "thirty-nine": 39,
                 "fifty-two": 52, "fifty-three": 53, "sixteen": 16, "twelve-week": 12}  # fmt: skip
_LENGTH = re.compile(
    r"\b(?P<count>\d{1,2}|three|six|nine|twelve|thirteen|sixteen|twenty-six|thirty-nine|fifty-two|fifty-three)"
    r"[\s-]+(?P<unit>months?|weeks?|mos?\.?)\b",
    re.IGNORECASE,
)
_YEAR_LONG = re.compile(
    r"\b(?:fiscal\s+)?years?\s*[- ]?(?:ended|ending|end)\b|\bfiscal\s+years?\b|\bfull[\s-]year\b", re.IGNORECASE
)
_QUARTER_LONG = re.compile(r"\bquarters?\b|\bQ[1-4]\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:change|changes|variance|increase|decrease|growth|vs\.?|versus|better|fav)\b|\binc\b|\bdec\b(?!\.?\s*\d)|\(decrease\)",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b", re.IGNORECASE)
_INSTANT = re.compile(
    rf"\bas\s+(?:of|at)\b|\bbalances?\s+at\b|\bat\s+(?:(?:fiscal )?year[- ]end|{_MONTH})", re.IGNORECASE
)
_POSITION = re.compile(r"\bbalance sheets?\b|\bstatements? of financial (?:position|condition)\b", re.IGNORECASE)
_FLOW = re.compile(
    r"\bstatements? of (?:\w+ ){0,2}(?:income|operations|earnings|loss|cash flows?)\b|\bresults of operations\b",
    re.IGNORECASE,
)
_HEAD_WORDS = re.compile(
    r"\b(?:months?|weeks?|years?|fiscal|ended|quarters?|as of|december|january|february|march|april|june|july|august"
    r"|september|october|november|change|note|total|amount|thereafter)\b|%",
    re.IGNORECASE,
)


_EARLY_MONTH = 6
"""A year that ends before July may be called by the year before: a bare year then says more than several dates."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Period:
    """What a head says of time. `end` is the last day where a whole date stands; `months` the length where said.

    `instant` is set where head or caption say that the numbers are of one day ("As of", a balance sheet).
    """

    year: int | None = None
    end: date | None = None
    months: int | None = None
    quarter: int | None = None
    fiscal: bool = False
    instant: bool = False

    @property
    def kind(self) -> PeriodKind:
        """What the numbers measure: a day's state, a stretch of time, or "" where nothing says which."""
        if self.instant:
            return "instant"
        return "duration" if self.months is not None else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A column: its head in words from top to bottom, what it holds, and its period."""

    head: str
    kind: ColumnKind
    period: Period


def read_period(text: str, *, context: str = "") -> Period:
    """Read the period of a head; `context` (the caption) may add the month and day, and the length."""
    end = _one_date(text)
    years = [int(year) for year in _YEAR.findall(text)]
    if not years and (short := _SHORT_YEAR.search(text)):
        years = [2000 + int(short[1])]
    year = end.year if end else (years[-1] if years else None)
    if end is None and year is not None:
        day = _DAY.search(text)
        if day is None and (days := list(_DAY.finditer(context))) and len({match.group() for match in days}) == 1:
            day = days[0]
        if day is not None:
            end = _safe_date(year, day["month"], int(day["day"]))
        elif (match := _MONTH_YEAR.search(text)) is not None:
            end = _month_end(int(match["year"]), match["month"])
    quarter = _QUARTER.search(text)
    months = _months(text)
    instant = months is None and _is_instant(text, context)
    if months is None and not instant:
        months = 3 if quarter else _months(context)
    return Period(
        year=year,
        end=end,
        months=months,
        quarter=(int(quarter[1] or quarter[2] or 0) or _ORDINALS.get((quarter[3] or "").lower())) if quarter else None,
        fiscal=bool(re.search(r"\bfiscal\b|\bFY", f"{text} {context}", re.IGNORECASE)),
        instant=instant,
    )


def is_head_row(cells: Sequence[str]) -> bool:
    """Whether a line of cells is a head: no amount in it, and years, dates or head words over the columns."""
    rest = [cell for cell in cells[1:] if cell.strip()]
    if not rest:
        return False
    if any(_is_amount(cell) for cell in rest):
        return False
    if not cells[0].strip() or cells[0].strip().startswith("("):
        return True
    return all(_YEAR.search(cell) or _HEAD_WORDS.search(cell) for cell in rest) or bool(
        re.search(r"\b(?:ended|in millions|in thousands|millions|dollars|as of|at)\b", cells[0], re.IGNORECASE)
    )


def read_heads(lines: Sequence[Sequence[str]], *, caption: str) -> tuple[Column, ...]:
    """Join head lines to columns; index 0 is the label column.

    What stands over the labels says of all columns what it says of time: "Years ended December 31, | 2018 | 2017".
    """
    width = max((len(cells) for cells in lines), default=0)
    corner = " ".join(cells[0].strip() for cells in lines if cells and cells[0].strip())
    context = f"{corner} {caption}" if corner else caption
    columns = []
    for at in range(width):
        parts = [cells[at].strip() for cells in lines if at < len(cells) and cells[at].strip()]
        head = " ".join(dict.fromkeys(parts))
        columns.append(Column(head=head, kind=_kind(head), period=read_period(head, context=context)))
    return tuple(columns)


def _kind(head: str) -> ColumnKind:
    if not head:
        return "text"
    if _CHANGE.search(head):
        return "change"
    return "percent" if _PERCENT.search(head) else "value"


def _is_amount(cell: str) -> bool:
    number = parse_cell(cell)
    if number is None:
        return False
    plain = cell.strip().strip("*")
    return not (plain.isdigit() and 1900 <= int(plain) <= 2100)


def _months(text: str) -> int | None:
    match = _LENGTH.search(text)
    if match is not None:
        count = match["count"].lower()
        number = int(count) if count.isdigit() else _NUMBER_WORDS.get(count, 0)
        if match["unit"].lower().startswith("week"):
            return {12: 3, 13: 3, 14: 3, 16: 4, 17: 4, 24: 6, 26: 6, 27: 6, 36: 9, 39: 9, 40: 9, 52: 12, 53: 12}.get(
                number
            )
        return number if number in {3, 6, 9, 12} else None
    if _YEAR_LONG.search(text):
        return 12
    return 3 if _QUARTER_LONG.search(text) else None


def _is_instant(text: str, context: str) -> bool:
    """Whether numbers are of one day: the head says it, or the caption does and names no statement of flows."""
    if _INSTANT.search(text):
        return True
    if _QUARTER_LONG.search(text) or _FLOW.search(context):
        return False
    return bool(_POSITION.search(context) or (_INSTANT.search(context) and _months(context) is None))


def _one_date(text: str) -> date | None:
    """The date of a head; where it names several, that of its last bare year, if one has it."""
    if len({match.group() for match in _DATE.finditer(text)}) < 2:
        return _date(text)
    bare = _YEAR.findall(_DATE.sub(" ", text))
    found = [
        day for match in _DATE.finditer(text) if (day := _date(match.group())) and bare and day.year == int(bare[-1])
    ]
    return found[0] if len(found) == 1 and found[0].month > _EARLY_MONTH else None


def _date(text: str) -> date | None:
    match = _DATE.search(text)
    if match is not None:
        return _safe_date(int(match["year"]), match["month"], int(match["day"]))
    numeric = _NUMERIC_DATE.search(text)
    if numeric is None:
        return None
    year = int(numeric["y"])
    try:
        return date(year + 2000 if year < 100 else year, int(numeric["m"]), int(numeric["d"]))
    except ValueError:
        return None


def _safe_date(year: int, month: str, day: int) -> date | None:
    try:
        return date(year, _MONTHS.index(month[:3].lower()) + 1, day)
    except ValueError:
        return None


def _month_end(year: int, month: str) -> date | None:
    return next((found for day in (31, 30, 29, 28) if (found := _safe_date(year, month, day)) is not None), None)
