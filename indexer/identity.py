"""One issuer under all its names: filings that share a CIK, a ticker or a name get one key and each other's names.

The issuer's own calendar, known from its annual reports, then settles the fiscal period of its quarterly ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from finsagent.domain import Filing, FiscalPeriod
from finsagent.forms import base_form, is_amendment
from indexer.metadata import short_name


def reconcile(filings: Sequence[Filing]) -> list[Filing]:
    """Give every filing of an issuer the same key, CIK, ticker, company name and aliases, in the given order."""
    groups = _groups(filings)
    result = list(filings)
    for members in groups:
        group = [filings[index] for index in members]
        cik = next((f.cik for f in group if f.cik), None)
        ticker = next((f.ticker for f in _newest_first(group) if f.ticker), None)
        newest = next((f for f in _newest_first(group)), group[0])
        issuer = cik or min(f.issuer for f in group)
        names = {name for f in group for name in (f.company, *f.aliases) if name}
        tickers = {f.ticker for f in group if f.ticker} - {ticker}
        for index in members:
            filing = filings[index]
            aliases = sorted((names | tickers) - {filing.company})
            result[index] = replace(
                filing,
                issuer=issuer,
                cik=filing.cik or cik,
                ticker=filing.ticker or ticker,
                company=filing.company if filing.cik else (newest.company if newest.cik else filing.company),
                aliases=tuple(aliases),
            )
    return settle_quarters(result)


def name_key(name: str) -> str:
    """A company's name for comparison: no suffix, case, article or punctuation."""
    plain = re.sub(r"^the\s+", "", short_name(name).lower())
    return re.sub(r"[^a-z0-9]+", "", re.sub(r"\.com\b", "", plain))


def _newest_first(group: Sequence[Filing]) -> list[Filing]:
    return sorted(group, key=lambda f: (str(f.period_end or ""), f.id), reverse=True)


def _groups(filings: Sequence[Filing]) -> list[list[int]]:
    """Connected filings (union-find over CIK, ticker and names); different CIKs join only through a shared ticker."""
    parent = list(range(len(filings)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    seen: dict[str, int] = {}
    ciks = [{filing.cik} - {None} for filing in filings]

    def join(key: str, index: int, *, surely: bool) -> None:
        own, other = root(index), root(seen.setdefault(key, index))
        if own != other and (surely or not (ciks[own] and ciks[other]) or ciks[own] & ciks[other]):
            parent[own] = other
            ciks[other] |= ciks[own]

    for index, filing in enumerate(filings):
        for kind, value in (("cik", filing.cik), ("ticker", filing.ticker)):
            if value:
                join(f"{kind} {value}", index, surely=True)
    for index, filing in enumerate(filings):
        for key in map(name_key, (filing.company, *filing.aliases)):
            if len(key) >= 2:
                join(f"name {key}", index, surely=False)
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(filings)):
        groups[root(index)].append(index)
    return list(groups.values())


def settle_quarters(filings: Sequence[Filing]) -> list[Filing]:
    """Fiscal year and quarter of each quarterly report by its issuer's own calendar, where an annual report shows it.

    The year of a quarter is the one that its next fiscal year end belongs to, named as the issuer names its years.
    """
    calendars: dict[str, list[tuple[date, int, int]]] = defaultdict(list)
    for filing in sorted(filings, key=lambda f: (str(f.period_end or ""), f.id)):
        if base_form(filing.form) == "10-K" and filing.period_end and filing.fiscal_year:
            end = _month_end(filing.period_end)
            calendars[filing.issuer].append((filing.period_end, end.month, filing.fiscal_year - end.year))
    result = []
    for filing in filings:
        known = calendars.get(filing.issuer)
        day = filing.period_end
        if known and day and base_form(filing.form) == "10-Q" and not is_amendment(filing.form):
            _, month, offset = min(known, key=lambda calendar: abs(calendar[0] - day))  # a year end may have moved
            end = _month_end(day)
            year = end.year + (end.month > month) + offset
            quarter = round(((end.month - month) % 12) / 3)
            if 1 <= quarter <= 3:
                filing = replace(filing, fiscal_year=year, fiscal_period=_QUARTERS[quarter - 1])
        result.append(filing)
    return result


_QUARTERS: tuple[FiscalPeriod, ...] = ("Q1", "Q2", "Q3")


def _month_end(day: date) -> date:
    """The month that a period ends in; 52/53-week years run a few days over into the next."""
    return day - timedelta(days=day.day) if day.day <= 10 else day
