from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from finsagent.domain import Filing, FiscalPeriod
from finsagent.fiscal_calendar import FiscalCalendar, FiscalSpan, FiscalYear
from tests.retrieval.filings import filing


def calendar(*years: tuple[date, int], spans: tuple[tuple[date, date], ...] = ()) -> FiscalCalendar:
    built = FiscalCalendar.of([filing("Acme", number, end=end) for end, number in years], spans)
    assert built is not None
    return built


def span(year: int, period: FiscalPeriod | None, kind: str) -> FiscalSpan:
    return FiscalSpan(year=year, period=period, kind=kind)  # type: ignore[arg-type]


JANUARY = calendar((date(2025, 1, 26), 2025))
WEEKS = calendar((date(2023, 9, 30), 2023), (date(2024, 9, 28), 2024))


@pytest.mark.parametrize(
    ("start", "end", "year", "period", "kind"),
    [
        (date(2023, 1, 30), date(2024, 1, 28), 2024, "FY", "year"),
        (date(2024, 1, 29), date(2024, 4, 28), 2025, "Q1", "quarter"),
        (date(2024, 4, 29), date(2024, 7, 28), 2025, "Q2", "quarter"),
        (date(2024, 1, 29), date(2024, 7, 28), 2025, "Q2", "to_date"),
        (date(2024, 1, 29), date(2024, 10, 27), 2025, "Q3", "to_date"),
        (date(2024, 7, 29), date(2024, 10, 27), 2025, "Q3", "quarter"),
        (date(2024, 10, 28), date(2025, 1, 26), 2025, "Q4", "quarter"),
        (None, date(2025, 1, 26), 2025, "FY", "instant"),
        (None, date(2025, 4, 27), 2026, "Q1", "instant"),
        (date(2023, 7, 31), date(2024, 7, 28), 2025, None, "other"),  # twelve months to the end of a quarter
        (date(2024, 4, 29), date(2025, 1, 26), 2025, None, "other"),  # the last nine months
        (date(2022, 1, 31), date(2025, 1, 26), 2025, None, "other"),  # three years
        (date(2024, 12, 30), date(2025, 1, 26), 2025, None, "other"),  # four weeks
    ],
)
def test_a_year_that_ends_in_january(
    start: date | None, end: date, year: int, period: FiscalPeriod | None, kind: str
) -> None:
    assert JANUARY.place(start, end) == span(year, period, kind)


@pytest.mark.parametrize(
    ("start", "end", "year", "period", "kind"),
    [
        (date(2022, 9, 25), date(2023, 9, 30), 2023, "FY", "year"),  # 53 weeks
        (date(2022, 9, 25), date(2022, 12, 31), 2023, "Q1", "quarter"),  # 14 weeks
        (date(2023, 10, 1), date(2023, 12, 30), 2024, "Q1", "quarter"),
        (date(2021, 9, 26), date(2022, 9, 24), 2022, "FY", "year"),  # no report shows this end
        (date(2030, 9, 29), date(2031, 9, 27), 2031, "FY", "year"),
        (None, date(2024, 10, 18), 2025, None, "other"),  # the cover's day for shares outstanding
    ],
)
def test_years_of_52_and_53_weeks(
    start: date | None, end: date, year: int, period: FiscalPeriod | None, kind: str
) -> None:
    assert WEEKS.place(start, end) == span(year, period, kind)


@pytest.mark.parametrize(
    ("start", "end", "period", "kind"),
    [
        (date(2023, 1, 1), date(2023, 4, 22), "Q1", "quarter"),
        (date(2023, 4, 23), date(2023, 7, 15), "Q2", "quarter"),
        (date(2023, 1, 1), date(2023, 7, 15), "Q2", "to_date"),
        (date(2023, 7, 16), date(2023, 10, 7), "Q3", "quarter"),
        (date(2023, 10, 8), date(2023, 12, 30), "Q4", "quarter"),
    ],
)
def test_quarters_of_sixteen_and_twelve_weeks(start: date, end: date, period: FiscalPeriod, kind: str) -> None:
    assert calendar((date(2023, 12, 30), 2023), (date(2022, 12, 31), 2022)).place(start, end) == span(
        2023, period, kind
    )


def test_twelve_twelve_twelve_sixteen_weeks() -> None:
    warehouse = calendar((date(2023, 9, 3), 2023), (date(2022, 8, 28), 2022))
    assert warehouse.place(date(2022, 8, 29), date(2022, 11, 20)) == span(2023, "Q1", "quarter")
    assert warehouse.place(date(2023, 2, 13), date(2023, 5, 7)) == span(2023, "Q3", "quarter")
    assert warehouse.place(date(2023, 5, 8), date(2023, 9, 3)) == span(2023, "Q4", "quarter")  # 17 weeks


def test_an_issuer_may_name_its_years_by_their_start() -> None:
    shop = calendar((date(2024, 2, 3), 2023))
    assert shop.place(date(2023, 1, 29), date(2024, 2, 3)) == span(2023, "FY", "year")
    assert shop.place(date(2024, 2, 4), date(2024, 5, 4)) == span(2024, "Q1", "quarter")
    assert shop.place(date(2019, 2, 3), date(2020, 2, 1)) == span(2019, "FY", "year")


def test_a_year_end_that_wanders_into_january() -> None:
    tools = calendar((date(2022, 1, 1), 2021))
    assert tools.place(date(2022, 1, 2), date(2022, 12, 31)) == span(2022, "FY", "year")
    assert tools.place(date(2019, 12, 29), date(2021, 1, 2)) == span(2020, "FY", "year")


def test_a_changed_year_end_and_the_short_period_between() -> None:
    moved = calendar((date(2019, 6, 30), 2019), (date(2019, 12, 31), 2019), (date(2020, 12, 31), 2020))
    assert moved.place(date(2018, 7, 1), date(2019, 6, 30)) == span(2019, "FY", "year")
    assert moved.place(date(2019, 7, 1), date(2019, 12, 31)).kind == "transition"
    assert moved.place(date(2019, 7, 1), date(2019, 9, 30)).kind == "transition"
    assert moved.place(date(2020, 1, 1), date(2020, 3, 31)) == span(2020, "Q1", "quarter")
    assert moved.place(date(2018, 7, 1), date(2018, 9, 30)) == span(2019, "Q1", "quarter")


def test_comparative_years_of_a_report_are_known_ends() -> None:
    built = calendar((date(2023, 9, 30), 2023), spans=((date(2021, 9, 26), date(2022, 9, 24)),))
    assert built.ends == (date(2021, 9, 25), date(2022, 9, 24), date(2023, 9, 30))
    assert built.year_of(date(2022, 9, 24)) == FiscalYear(
        number=2022, start=date(2021, 9, 26), end=date(2022, 9, 24), exact=True
    )


def test_the_dates_of_a_year_by_its_number() -> None:
    assert (WEEKS.year(2024).start, WEEKS.year(2024).end) == (date(2023, 10, 1), date(2024, 9, 28))
    assert JANUARY.year(2026).number == 2026


def test_one_report_that_numbers_its_year_otherwise_is_wrong() -> None:
    built = calendar((date(2022, 1, 30), 2022), (date(2023, 1, 29), 2022), (date(2024, 1, 28), 2024))
    assert built.place(None, date(2023, 1, 29)) == span(2023, "FY", "instant")


def test_an_amendment_that_names_another_day_moves_no_year_end() -> None:
    original = filing("Acme", 2021, end=date(2021, 12, 31))
    amendment = replace(filing("Acme", 2021, form="10-K/A", end=date(2022, 4, 15)), id="late")
    built = FiscalCalendar.of([original, amendment])
    assert built is not None
    assert built.ends == (date(2021, 12, 31),)


def test_quarterly_reports_alone_tell_the_year_end() -> None:
    quarter = filing("Acme", 2024, form="10-Q", period="Q2", end=date(2023, 12, 31))
    built = FiscalCalendar.of([quarter])
    assert built is not None
    assert built.ends == (date(2024, 6, 30),)
    assert built.place(date(2023, 10, 1), date(2023, 12, 31)) == span(2024, "Q2", "quarter")


@pytest.mark.parametrize("filings", [[], [filing("Acme", 2024, form="8-K", period=None)]])
def test_nothing_tells_no_calendar(filings: list[Filing]) -> None:
    assert FiscalCalendar.of(filings) is None


def test_a_day_far_off_is_no_error() -> None:
    assert JANUARY.place(date(1, 1, 1), date(9999, 12, 31)) == span(9999, None, "other")
    assert JANUARY.place(None, date(1901, 3, 1)).kind in ("instant", "other")


def test_the_last_of_february() -> None:
    leap = calendar((date(2024, 2, 29), 2024))
    assert leap.place(date(2022, 3, 1), date(2023, 2, 28)) == span(2023, "FY", "year")
    assert leap.place(date(2024, 3, 1), date(2025, 2, 28)) == span(2025, "FY", "year")
