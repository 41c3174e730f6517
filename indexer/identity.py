"""One issuer under all its names: filings that share a CIK, a ticker or a name get one key and each other's names.

The issuer's own calendar, known from its annual reports, then settles the fiscal period of its quarterly ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from finsagent.domain import Filing
from finsagent.fiscal_calendar import FiscalCalendar
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
                join(f"{kind} {name_key(value)}", index, surely=True)  # BRK.B, BRK-B and BRKB are one
    for index, filing in enumerate(filings):
        for key in map(name_key, (filing.company, *filing.aliases)):
            if len(key) >= 2:
                join(f"name {key}", index, surely=False)
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(filings)):
        groups[root(index)].append(index)
    return list(groups.values())


def settle_quarters(filings: Sequence[Filing]) -> list[Filing]:
    """Fiscal year and quarter of each report by its issuer's own calendar, where an annual report shows it.

    The year of a quarter is the one that its next fiscal year end belongs to, named as the issuer names its years. A
    single report that numbers its year otherwise than all the others has it wrong (a slip in `dei:` facts).
    """
    groups: dict[str, list[Filing]] = defaultdict(list)
    for filing in filings:
        groups[filing.issuer].append(filing)
    calendars = {
        issuer: FiscalCalendar.of(group)
        for issuer, group in groups.items()
        if any(base_form(filing.form) == "10-K" and filing.fiscal_year for filing in group)
    }
    return [_settled(filing, calendars.get(filing.issuer)) for filing in filings]


def _settled(filing: Filing, calendar: FiscalCalendar | None) -> Filing:
    day = filing.period_end
    if calendar is None or day is None:
        return filing
    if base_form(filing.form) == "10-K":
        return replace(filing, fiscal_year=calendar.named.get(day, filing.fiscal_year))
    if base_form(filing.form) != "10-Q" or is_amendment(filing.form):
        return filing
    span = calendar.place(None, day)
    if span.kind == "transition":
        return replace(filing, fiscal_year=span.year)
    if span.period in ("Q1", "Q2", "Q3"):
        return replace(filing, fiscal_year=span.year, fiscal_period=span.period)
    return filing
