"""The fiscal years, quarters and dates that a question names, as the issuer counts them. Words only, no catalogue."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from finsagent.domain import FiscalPeriod

_YEAR = r"(?:(?:FY|fiscal(?:\s+years?)?|CY)?\s*['\u2019]?(?:19[89]\d|20[0-4]\d)|FY\s*['\u2019]?\d\d(?!\d))"
_ANY_YEAR = re.compile(
    r"(?P<mark>\bFY\s*['\u2019]?|\bfiscal(?:\s+years?)?(?:\s+(?:of|ended|ending))?\s+|\bCY\s*)?(?<![\d,.$/])(?P<year>19[89]\d|20[0-4]\d)(?!\d|,\d|\.\d|\s*(?:million|billion|shares))",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(
    r"(?:(?:\b|(?<=[1-4Q]))(?:FY|fiscal\s+year|fiscal)\s*['\u2019]?|(?<![A-Za-z])Q[1-4]\s*['\u2019]|\b[1-4]Q\s*['\u2019]?)"
    r"(\d\d)(?!\d|[.,]\d|%)",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"(?P<a>{_YEAR})\s*(?:-|\u2013|\u2014|to|through|until|thru)\s*(?P<b>{_YEAR})(?!-\d)", re.IGNORECASE
)
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_QUARTER = re.compile(
    r"(?<![A-Za-z])Q(?P<n>[1-4])(?!\d(?!0))|\b(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)\s+(?:fiscal\s+)?quarter"
    r"|\b(?P<k>[1-4])Q(?=\s*(?:FY)?\s*['\u2019]?\d\d)|\bquarter\s+(?P<q>[1-4])\b",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"\b(?:H1|1H|first\s+half|(?:first\s+)?(?:six\s+months|(?:26|twenty-six|twenty\s+six)\s+weeks))\b", re.IGNORECASE
)
_NINE = re.compile(r"\b(?:nine\s+months|9M|(?:39|thirty-nine|thirty\s+nine)\s+weeks)\b", re.IGNORECASE)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(f"{m[:3]}(?:{m[3:]})?" if len(m) > 3 else m for m in _MONTHS) + "|sept"
_DATES = (
    re.compile(rf"\b(?P<m>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>(?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\.?,?\s+(?P<y>(?:19|20)\d\d)\b", re.IGNORECASE
    ),
    re.compile(r"\b(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)\b"),
    re.compile(r"\b(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>(?:19|20)\d\d)\b"),
)
_AS_OF = re.compile(
    r"\b(?:as\s+of|as\s+at|at\s+(?:the\s+)?(?:year[\s-]*)?end\s+of|year[\s-]*end)\s*(?:the\s+)?$", re.IGNORECASE
)
_LATEST = re.compile(
    r"\b(?:latest|most\s+recent|current(?:ly)?|last\s+(?:fiscal\s+)?(?:year|quarter)|newest|recent)\b", re.IGNORECASE
)
_FORWARD = re.compile(
    r"\b(?:forecast\w*|guidance|outlook|expect\w*\s+(?:to|for)|project(?:s|ed|ing|ion)\b|plan(?:s|ned|ning)?\s+(?:to|for)|"
    r"anticipat\w*|will\s+(?:be|have))",
    re.IGNORECASE,
)
_AT_DATE = re.compile(
    r"\b(?:quarter|three\s+months|(?:13|thirteen|12|twelve|16|sixteen)\s+weeks|six\s+months|nine\s+months|period)\s+end(?:ed|ing)"
    rf"\s+(?:on\s+)?(?:{_MONTH})\b|\b(?:as\s+of|as\s+at|at)\s+(?:{_MONTH})\.?\s+\d",
    re.IGNORECASE,
)
_NO_SUCH_QUARTER = re.compile(
    r"(?<![A-Za-z0-9])Q(?:[5-9]|0)(?!\d)|\b(?:fifth|sixth|seventh|eighth|[5-9]th)\s+(?:fiscal\s+)?quarter\b",
    re.IGNORECASE,
)
_MAX_RANGE = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class Periods:
    """What a question says of time. `anchors` are the years said with "as of" or FY where others are bare."""

    years: tuple[int, ...] = ()
    anchors: tuple[int, ...] = ()
    quarters: tuple[FiscalPeriod, ...] = ()
    dates: tuple[date, ...] = ()
    at_dates: bool = False
    """The question is about a quarter that ended on the dates, or about balances on them: no other day will do."""
    no_such_quarter: str = ""
    """A quarter that no year has ("Q7", "fifth quarter"), as written."""
    latest: bool = False
    forward: bool = False


def read_periods(text: str) -> Periods:
    """Read the years (ranges filled in), quarters and dates of a question, each in rising order."""
    dates, rest = _dates(text)
    years: set[int] = set()
    marked: set[int] = set()
    as_of: set[int] = set()
    for match in _RANGE.finditer(rest):
        first, last = (_whole_year(re.sub(r"\D", "", match[name])) for name in ("a", "b"))
        if first < last <= first + _MAX_RANGE:
            years.update(range(first, last + 1))
            marked.update(range(first, last + 1))
    for match in _ANY_YEAR.finditer(rest):
        year = int(match["year"])
        years.add(year)
        if match["mark"]:
            marked.add(year)
        if _AS_OF.search(rest[: match.start()]):
            as_of.add(year)
    for match in _SHORT_YEAR.finditer(rest):
        year = 2000 + int(match[1]) if int(match[1]) < 80 else 1900 + int(match[1])
        years.add(year)
        marked.add(year)
    quarters: set[FiscalPeriod] = set()
    for match in _QUARTER.finditer(rest):
        word = match["word"]
        digit = str(_ORDINALS[word.lower()]) if word else (match["n"] or match["k"] or match["q"])
        quarters.add(_period(int(digit)))
    if not quarters and _HALF.search(rest):
        quarters.add("Q2")
    if not quarters and _NINE.search(rest):
        quarters.add("Q3")
    forward = bool(_FORWARD.search(rest))
    anchors = as_of or (marked if forward and marked != years else set())
    return Periods(
        years=tuple(sorted(years)),
        anchors=tuple(sorted(anchors)),
        quarters=tuple(sorted(quarters)),
        dates=tuple(sorted(dates)),
        at_dates=bool(dates) and bool(_AT_DATE.search(text)),
        no_such_quarter=odd.group() if (odd := _NO_SUCH_QUARTER.search(rest)) else "",
        latest=bool(_LATEST.search(rest)),
        forward=forward,
    )


def _whole_year(digits: str) -> int:
    """A year of two or four digits: "23" is 2023, "98" is 1998."""
    year = int(digits)
    return year if year > 99 else year + (2000 if year < 80 else 1900)


def _dates(text: str) -> tuple[set[date], str]:
    """The dates in a text, and the text without them (so that their years are not read as fiscal years)."""
    dates: set[date] = set()
    rest = text
    for pattern in _DATES:
        for match in pattern.finditer(rest):
            month = match["m"].lower()
            number = int(month) if month.isdigit() else next(i for i, m in enumerate(_MONTHS, 1) if m[:3] == month[:3])
            try:
                dates.add(date(int(match["y"]), number, int(match["d"])))
            except ValueError:
                continue
        rest = pattern.sub(" ", rest)
    return dates, rest


def _period(number: int) -> FiscalPeriod:
    names: tuple[FiscalPeriod, ...] = ("Q1", "Q2", "Q3", "Q4")
    return names[number - 1]
