from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from finsagent.domain import Filing
from indexer.identity import name_key, reconcile, settle_quarters
from tests.retrieval.filings import filing


def issuers(*filings: Filing) -> list[str]:
    return [one.issuer for one in reconcile(filings)]


def test_filings_of_one_cik_are_one_issuer_under_all_its_names() -> None:
    old = filing("Forge Tools Co.", 2020, cik="7")
    new = filing("Halden Tool Works, Inc.", 2023, cik="7", ticker="HALD")
    first, second = reconcile([old, new])
    assert first.issuer == second.issuer == "7"
    assert (first.company, first.ticker, first.aliases) == ("Forge Tools Co.", "HALD", ("Halden Tool Works, Inc.",))
    assert (second.company, second.aliases) == ("Halden Tool Works, Inc.", ("Forge Tools Co.",))


def test_a_ticker_joins_an_old_and_a_new_cik() -> None:
    old = filing("Halden Tool Works, Inc.", 2020, cik="7", ticker="HALD")
    new = filing("Halden Group plc", 2023, cik="9", ticker="HALD")
    assert len(set(issuers(old, new))) == 1


def test_a_name_joins_a_filing_without_cik() -> None:
    assert issuers(filing("Halden Tool Works", 2020), filing("HALDEN TOOL WORKS, INC.", 2023, cik="7")) == ["7", "7"]


def test_a_former_name_joins() -> None:
    assert issuers(filing("Forge Co.", 2020), filing("Halden, Inc.", 2023, cik="7", aliases=("Forge Company",))) == [
        "7",
        "7",
    ]


def test_a_changed_ticker_stays_an_alias() -> None:
    old, new = filing("Meta", 2020, cik="7", ticker="FB"), filing("Meta", 2023, cik="7", ticker="META")
    assert [(one.ticker, one.aliases) for one in reconcile([old, new])] == [("FB", ("FB",)), ("META", ("FB",))]


def test_different_issuers_stay_apart_and_in_their_order() -> None:
    filings = [filing("Brightmoor", 2023), filing("Halden", 2023, cik="7"), filing("Brightmoor", 2022)]
    assert issuers(*filings) == ["brightmoor", "7", "brightmoor"]


def test_a_shared_name_does_not_join_two_ciks() -> None:
    foods, group = filing("Kettle Foods Inc.", 2011, cik="1"), filing("Kettle Foods Group, Inc.", 2013, cik="2")
    assert issuers(foods, group, filing("Kettle Foods", 2011)) == ["1", "2", "1"]


def test_reconcile_twice_is_once() -> None:
    filings = [
        filing("Forge Co.", 2020, cik="7"),
        filing("Halden, Inc.", 2023, cik="7", ticker="H"),
        filing("Beta", 2023),
    ]
    once = reconcile(filings)
    assert reconcile(once) == once


def test_nothing_is_nothing() -> None:
    assert reconcile([]) == []


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("The Halden Co., Inc.", "halden"),
        ("AMAZON.COM, INC.", "amazon"),
        ("Johnson & Johnson", "johnsonjohnson"),
        ("", ""),
    ],
)
def test_name_key(name: str, key: str) -> None:
    assert name_key(name) == key


# --- calendars


def quarter(end: date, year: int = 1999) -> Filing:
    return filing("Acme", year, form="10-Q", period="Q1", end=end)


@pytest.mark.parametrize(
    ("year_end", "named", "end", "year", "period"),
    [
        (date(2023, 12, 31), 2023, date(2024, 3, 31), 2024, "Q1"),
        (date(2023, 12, 31), 2023, date(2024, 9, 30), 2024, "Q3"),
        (date(2023, 12, 30), 2023, date(2024, 4, 19), 2024, "Q1"),  # a 16-week quarter
        (date(2023, 12, 30), 2023, date(2024, 7, 12), 2024, "Q2"),
        (date(2023, 12, 30), 2023, date(2024, 10, 4), 2024, "Q3"),
        (date(2022, 1, 1), 2021, date(2022, 7, 2), 2022, "Q2"),  # a 52-week year that ends on New Year's Day
        (date(2022, 12, 31), 2022, date(2023, 7, 1), 2023, "Q2"),
        (date(2025, 2, 1), 2024, date(2025, 5, 3), 2025, "Q1"),  # the year that ends in early 2026 is 2025
        (date(2025, 2, 1), 2024, date(2025, 11, 1), 2025, "Q3"),
        (date(2025, 1, 26), 2025, date(2025, 4, 27), 2026, "Q1"),  # another issuer calls it by the year it ends in
        (date(2025, 1, 26), 2025, date(2025, 10, 26), 2026, "Q3"),
        (date(2024, 9, 28), 2024, date(2024, 12, 28), 2025, "Q1"),
        (date(2024, 9, 28), 2024, date(2025, 6, 28), 2025, "Q3"),
        (date(2024, 6, 30), 2024, date(2023, 9, 30), 2024, "Q1"),
        (date(2024, 9, 1), 2024, date(2024, 11, 24), 2025, "Q1"),  # 12, 12, 12 and 16 weeks
        (date(2024, 9, 1), 2024, date(2025, 2, 16), 2025, "Q2"),
        (date(2024, 9, 1), 2024, date(2025, 5, 11), 2025, "Q3"),
    ],
)
def test_quarters_by_the_issuers_own_calendar(year_end: date, named: int, end: date, year: int, period: str) -> None:
    annual = filing("Acme", named, end=year_end)
    _, settled = settle_quarters([annual, quarter(end)])
    assert (settled.fiscal_year, settled.fiscal_period) == (year, period)


def test_a_year_end_that_moved_settles_each_quarter_by_the_nearest_report() -> None:
    june = filing("Acme", 2019, end=date(2019, 6, 30))
    december = filing("Acme", 2022, end=date(2022, 12, 31))
    settled = settle_quarters([december, june, quarter(date(2019, 9, 30)), quarter(date(2022, 9, 30))])
    assert [(one.fiscal_year, one.fiscal_period) for one in settled[2:]] == [(2020, "Q1"), (2022, "Q3")]


def test_without_an_annual_report_a_quarter_stays_as_it_was_read() -> None:
    one = quarter(date(2024, 3, 31), 2024)
    assert settle_quarters([one]) == [one]


def test_another_issuers_calendar_settles_nothing() -> None:
    one = quarter(date(2024, 3, 31), 1999)
    assert settle_quarters([filing("Beta", 2023, end=date(2023, 6, 30)), one])[1] == one


def test_a_period_at_the_year_end_is_no_quarter() -> None:
    one = quarter(date(2023, 12, 31), 2023)
    assert settle_quarters([filing("Acme", 2023), one])[1] == one


def test_annual_reports_stay_as_they_are() -> None:
    annual = filing("Acme", 2023)
    assert settle_quarters([annual, replace(annual, id="b", form="8-K", fiscal_period=None)])[0] == annual


# --- share classes and numbers of years


@pytest.mark.parametrize("written", ["BRK.B", "BRK-B", "BRKB", "BRK/B"])
def test_a_class_of_shares_is_one_however_it_is_written(written: str) -> None:
    known = filing("Halden Holdings Inc.", 2023, cik="7", ticker="BRK.B")
    assert issuers(known, filing("HH", 2022, ticker=written)) == ["7", "7"]


def test_a_single_report_that_numbers_its_year_otherwise_is_set_right() -> None:
    reports = [filing("Acme", 2022, end=date(2022, 1, 30)), filing("Acme", 2022, end=date(2023, 1, 29), suffix="b"),
               filing("Acme", 2024, end=date(2024, 1, 28)), quarter(date(2022, 5, 1), 2022)]  # fmt: skip
    assert [one.fiscal_year for one in settle_quarters(reports)] == [2022, 2023, 2024, 2023]


def test_a_report_of_a_transition_period_has_no_quarter_of_a_year() -> None:
    june, short = (
        filing("Acme", 2019, end=date(2019, 6, 30)),
        filing("Acme", 2019, form="10-KT", end=date(2019, 12, 31)),
    )
    (*_, settled) = settle_quarters([june, short, quarter(date(2019, 9, 30))])
    assert settled.fiscal_year == 2019
