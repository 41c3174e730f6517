from __future__ import annotations

from datetime import date

import pytest

from finsagent.tables import read_period
from finsagent.tables.heads import is_head_row, read_heads


@pytest.mark.parametrize(
    ("text", "context", "year", "end", "months"),
    [
        ("2018", "", 2018, None, None),
        ("December 31, 2022", "", 2022, date(2022, 12, 31), None),
        ("2022", "Years ended December 31", 2022, date(2022, 12, 31), 12),
        ("Fiscal 2023", "", 2023, None, None),
        ("13 Weeks Ended July 30, 2022", "", 2022, date(2022, 7, 30), 3),
        ("52 weeks ended Jan 28, 2023", "", 2023, date(2023, 1, 28), 12),
        ("12/31/18", "", 2018, date(2018, 12, 31), None),
        ("June 2021", "", 2021, date(2021, 6, 30), None),
        ("Q2 2023", "", 2023, None, 3),
        ("Years ended December 31, 2022 and December 25, 2021 2021", "", 2021, date(2021, 12, 25), 12),
        ("Years ended January 28, 2024 and January 29, 2023 2023", "", 2023, None, 12),
        ("% Change", "", None, None, None),
    ],
)
def test_periods(text: str, context: str, year: int | None, end: date | None, months: int | None) -> None:
    period = read_period(text, context=context)
    assert (period.year, period.end, period.months) == (year, end, months)


def test_head_rows() -> None:
    assert is_head_row(["", "2018", "2017"])
    assert is_head_row(["(in millions)", "2018", "2017"])
    assert is_head_row(["", "Three Months Ended"])
    assert not is_head_row(["Net sales", "32,765", "31,657"])
    assert not is_head_row(["", "32,765", "31,657"])
    assert not is_head_row(["Heading"])


@pytest.mark.parametrize(
    ("text", "context", "kind", "months"),
    [
        ("As of December 31, 2023", "", "instant", None),
        ("December 31, 2023", "Consolidated Balance Sheets (in millions)", "instant", None),
        ("2023", "CONSOLIDATED STATEMENTS OF FINANCIAL CONDITION at December 31", "instant", None),
        ("Balance at June 30, 2023", "Years ended June 30", "instant", None),
        ("2023", "Consolidated Statements of Income for the years ended December 31", "duration", 12),
        ("Three months ended June 30, 2023", "Balance Sheet Data", "duration", 3),
        ("2023", "Results of operations for the fiscal year", "duration", 12),
        ("2023", "Property, plant and equipment", "", None),
    ],
)
def test_heads_say_whether_they_mean_a_day_or_a_stretch_of_time(
    text: str, context: str, kind: str, months: int | None
) -> None:
    period = read_period(text, context=context)
    assert (period.kind, period.months) == (kind, months)


def test_what_stands_over_the_labels_says_the_period_of_every_column() -> None:
    columns = read_heads([["Years ended December 31,", "2018", "2017"]], caption="(Dollars in millions)")
    assert [(column.period.end, column.period.months) for column in columns[1:]] == [
        (date(2018, 12, 31), 12),
        (date(2017, 12, 31), 12),
    ]
