from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finsagent.retrieval.periods import Periods, read_periods


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("What was revenue in FY2018?", (2018,)),
        ("What was revenue in FY 2018?", (2018,)),
        ("What was revenue in fiscal 2025?", (2025,)),
        ("What was revenue in fiscal year 2025?", (2025,)),
        ("FY18 capex", (2018,)),
        ("FY'19 capex", (2019,)),
        ("fiscal year 98 sales", (1998,)),
        ("revenue in 2022 and 2020", (2020, 2022)),
        ("FY2019 - FY2021 average", (2019, 2020, 2021)),
        ("from 2019 to 2022", (2019, 2020, 2021, 2022)),
        ("2019\u20132021", (2019, 2020, 2021)),
        ("2021 to 2019", (2019, 2021)),
        ("between 2020 and 2022", (2020, 2022)),
        ("sold 2020 shares", ()),
        ("paid $2,023 for it", ()),
        ("paid $2023 for it", ()),
        ("a loss of 2019 million", ()),
        ("2022.5 units", ()),
        ("How much debt?", ()),
        ("the 10-K of 2022.", (2022,)),
        ("2023's revenue", (2023,)),
    ],
)
def test_years(text: str, years: tuple[int, ...]) -> None:
    assert read_periods(text).years == years


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("What was revenue in FY23.", (2023,)),
        ("Compare FY22, FY23", (2022, 2023)),
        ("Q4FY23 revenue", (2023,)),
        ("4QFY23 revenue", (2023,)),
        ("Q4'23 revenue", (2023,)),
        ("3Q23 revenue", (2023,)),
        ("Q4FY2023 revenue", (2023,)),
        ("Q4 10-K revenue", ()),
        ("fiscal 2.5", ()),
        ("fiscal 25%", ()),
    ],
)
def test_short_years(text: str, years: tuple[int, ...]) -> None:
    assert read_periods(text).years == years


def test_a_range_of_short_years_is_filled_in() -> None:
    assert read_periods("FY21-FY23 revenue").years == (2021, 2022, 2023)


@pytest.mark.parametrize(
    ("text", "quarters", "years"),
    [
        ("Q2 of FY2024", ("Q2",), (2024,)),
        ("Q1 and Q3 2023", ("Q1", "Q3"), (2023,)),
        ("2023Q2 sales", ("Q2",), (2023,)),
        ("the second quarter of fiscal 2025", ("Q2",), (2025,)),
        ("the 4th quarter of 2021", ("Q4",), (2021,)),
        ("third fiscal quarter of 2021", ("Q3",), (2021,)),
        ("2Q 2023", ("Q2",), (2023,)),
        ("quarter 3 of 2022", ("Q3",), (2022,)),
        ("the first half of 2023", ("Q2",), (2023,)),
        ("nine months of 2023", ("Q3",), (2023,)),
        ("an FAQ1 page", (), ()),
        ("Q5 2023", (), (2023,)),
    ],
)
def test_quarters(text: str, quarters: tuple[str, ...], years: tuple[int, ...]) -> None:
    found = read_periods(text)
    assert (found.quarters, found.years) == (quarters, years)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("as of December 31, 2022", date(2022, 12, 31)),
        ("as of Dec. 31, 2022", date(2022, 12, 31)),
        ("on 1st of May 2021", date(2021, 5, 1)),
        ("on 2 July 2023", date(2023, 7, 2)),
        ("on Sept 30 2020", date(2020, 9, 30)),
        ("at 2023-04-19", date(2023, 4, 19)),
        ("at 4/19/2023", date(2023, 4, 19)),
        ("on MAY 5, 2020", date(2020, 5, 5)),
    ],
)
def test_a_date_is_a_date_and_no_fiscal_year(text: str, day: date) -> None:
    found = read_periods(text)
    assert found.dates == (day,)
    assert found.years == ()


def test_a_day_that_does_not_exist_is_left_out() -> None:
    assert read_periods("as of February 30, 2023").dates == ()


def test_as_of_a_year_is_the_anchor_among_others() -> None:
    found = read_periods("As of 2022, how has debt changed since 2019?")
    assert found.years == (2019, 2022)
    assert found.anchors == (2022,)


def test_the_year_after_which_is_looked_ahead_is_the_anchor() -> None:
    found = read_periods("In its FY2022 report, what does it forecast for 2023?")
    assert found.forward
    assert found.years == (2022, 2023)
    assert found.anchors == (2022,)


@pytest.mark.parametrize("text", ["the latest quarter", "most recent 10-K", "last fiscal year", "currently"])
def test_the_latest(text: str) -> None:
    assert read_periods(text).latest


def test_nothing_said_is_nothing_read() -> None:
    assert read_periods("Does it pay a dividend?") == Periods()


def test_a_range_that_is_too_long_is_its_ends() -> None:
    assert read_periods("1990 to 2020").years == (1990, 2020)


@settings(deadline=None, derandomize=True)
@given(st.integers(1985, 2049), st.integers(1, 4))
def test_one_year_asked_gives_that_year_alone(year: int, quarter: int) -> None:
    for text in (f"revenue in FY{year}", f"fiscal {year} revenue", f"in {year}?"):
        assert read_periods(text).years == (year,)
    found = read_periods(f"Q{quarter} FY{year} revenue")
    assert (found.years, found.quarters) == ((year,), (f"Q{quarter}",))


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    found = read_periods(text)
    assert list(found.years) == sorted(set(found.years))
    assert list(found.dates) == sorted(set(found.dates))
