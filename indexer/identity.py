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
    for index, filing in enumerate(filings):
        keys = [f"cik {filing.cik}"] if filing.cik else []
        keys += [f"ticker {filing.ticker}"] if filing.ticker else []
        keys += [f"name {key}" for name in (filing.company, *filing.aliases) if len(key := name_key(name)) >= 2]
        for key in keys:
            if key in seen:
                parent[root(index)] = root(seen[key])
            else:
                seen[key] = index
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(filings)):
        groups[root(index)].append(index)
    return list(groups.values())


def settle_quarters(filings: Sequence[Filing]) -> list[Filing]:
    """Fiscal year and quarter of each quarterly report by its issuer's own calendar, where an annual report shows it.

    The year of a quarter is the one that its next fiscal year end belongs to, named as the issuer names its years.
    """
    calendars: dict[str, tuple[int, int]] = {}
    for filing in sorted(filings, key=lambda f: (str(f.period_end or ""), f.id)):
        if base_form(filing.form) == "10-K" and filing.period_end and filing.fiscal_year:
            end = _month_end(filing.period_end)
            calendars[filing.issuer] = (end.month, filing.fiscal_year - end.year)
    result = []
    for filing in filings:
        calendar = calendars.get(filing.issuer)
        if calendar and base_form(filing.form) == "10-Q" and filing.period_end and not is_amendment(filing.form):
            month, offset = calendar
            end = _month_end(filing.period_end)
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
