"""Filings for the tests of routing: a few issuers with different calendars."""

from __future__ import annotations

from datetime import date

from finsagent.domain import Filing, FiscalPeriod


def filing(
    company: str,
    year: int,
    *,
    form: str = "10-K",
    period: FiscalPeriod | None = "FY",
    end: date | None = None,
    filed: date | None = None,
    cik: str | None = None,
    ticker: str | None = None,
    aliases: tuple[str, ...] = (),
    suffix: str = "",
) -> Filing:
    """A filing whose id says what it is: "halden-10-K-FY2023"."""
    name = company.split()[0].strip(",").lower()
    return Filing(
        id=f"{name}-{form}-{period}{year}{suffix}",
        issuer=cik or name,
        company=company,
        form=form,
        source=f"{name}-{year}.htm",
        cik=cik,
        ticker=ticker,
        aliases=aliases,
        fiscal_year=year,
        fiscal_period=period,
        period_end=end or date(year, 12, 31),
        filed_on=filed,
    )
