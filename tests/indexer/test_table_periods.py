from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from finsagent.domain import Filing
from finsagent.tables import read_tables
from indexer.table_periods import Periods
from tests.retrieval.filings import filing

WEEKLY = filing("Acme", 1997, end=date(1997, 9, 26))
MONTHLY = filing("Acme", 2013, end=date(2013, 6, 30))


def ends(text: str, of: Filing, *, caption: str = "", known: tuple[date, ...] = ()) -> list[date | None]:
    (view,) = read_tables(text, caption=caption)
    periods = Periods(of)
    periods.learn([view])
    periods.ends.update(known)
    return [periods.end(cell, view) for cell in view.rows[0].cells]


def spans(text: str, of: Filing, *, caption: str = "", known: tuple[date, ...] = ()) -> list[tuple[date, date] | None]:
    (view,) = read_tables(text, caption=caption)
    periods = Periods(of)
    periods.learn([view])
    periods.ends.update(known)
    return [periods.span(cell, view) for cell in view.rows[0].cells]


def test_the_day_stands_in_the_head() -> None:
    text = " | June 30, 2013 | June 30, 2012\nCash | 5 | 4"
    assert ends(text, MONTHLY) == [date(2013, 6, 30), date(2012, 6, 30)]


def test_the_day_stands_in_the_corner() -> None:
    assert ends("June 30, | 2013 | 2012\nCash | 5 | 4", MONTHLY) == [date(2013, 6, 30), date(2012, 6, 30)]


def test_the_corner_names_a_day_for_each_year() -> None:
    text = "September 26, 1997 and September 27, 1996 | 1997 | 1996\nCash | 5 | 4"
    assert ends(text, WEEKLY) == [date(1997, 9, 26), date(1996, 9, 27)]


def test_a_guess_is_moved_to_the_known_day_near_it() -> None:
    text = "Three fiscal years ended September 26, 1997 | 1997 | 1996\nSales | 5 | 4"
    assert ends(text, WEEKLY, known=(date(1996, 9, 27),)) == [date(1997, 9, 26), date(1996, 9, 27)]


def test_a_year_alone_means_the_filings_own_last_day() -> None:
    assert ends(" | 2013 | 2012\nCash | 5 | 4", MONTHLY) == [date(2013, 6, 30), date(2012, 6, 30)]
    shop = replace(MONTHLY, fiscal_year=2023, period_end=date(2024, 1, 28))
    assert ends(" | Fiscal 2023 | Fiscal 2021\nCash | 5 | 4", shop) == [date(2024, 1, 28), date(2022, 1, 30)]


def test_one_column_without_a_head_is_of_the_day_above() -> None:
    assert ends("Cash | $5", MONTHLY, caption="BALANCE SHEET December 31, 2012") == [date(2012, 12, 31)]
    assert ends("Cash | $5", MONTHLY, caption="From December 31, 2011 to December 31, 2012") == [None]


def test_years_by_months() -> None:
    assert spans("Year ended June 30, | 2013 | 2012\nSales | 5 | 4", MONTHLY) == [
        (date(2012, 7, 1), date(2013, 6, 30)),
        (date(2011, 7, 1), date(2012, 6, 30)),
    ]


def test_years_by_weeks_start_the_day_after_the_year_before() -> None:
    text = "Fiscal years ended | September 26, 1997 | September 27, 1996\nSales | 5 | 4"
    assert spans(text, WEEKLY) == [
        (date(1996, 9, 28), date(1997, 9, 26)),
        (date(1995, 9, 30), date(1996, 9, 27)),  # 52 weeks: no earlier day is known
    ]


@pytest.mark.parametrize(
    ("head", "start"),
    [
        ("Three Months Ended", date(2013, 4, 1)),
        ("Six Months Ended", date(2013, 1, 1)),
        ("First Half", date(2013, 1, 1)),
    ],
)
def test_parts_of_a_year(head: str, start: date) -> None:
    quarter = replace(MONTHLY, form="10-Q", fiscal_period="Q2")
    assert spans(f" | {head}\n | June 30, 2013\nSales | 5", quarter) == [(start, date(2013, 6, 30))]


def test_a_quarterly_report_that_says_no_length_gives_no_period() -> None:
    quarter = replace(MONTHLY, form="10-Q", fiscal_period="Q2")
    assert spans(" | June 30, 2013 | June 30, 2012\nSales | 5 | 4", quarter) == [None, None]


def test_balances_of_the_equity_statement_tell_year_ends() -> None:
    periods = Periods(WEEKLY)
    periods.learn_balances("Balance as of September 29, 1995 | 5\nNet income | 3\nBalances, January 1, 1996 | 7")
    assert periods.ends == {date(1997, 9, 26), date(1995, 9, 29), date(1995, 12, 31)}
