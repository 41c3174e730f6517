from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from finsagent.agents.fiscal import Target, column_fit, period_end
from finsagent.agents.readings import Readings
from finsagent.agents.standing import standing, views_of
from finsagent.domain import Fact
from finsagent.lexicon import load_lexicon
from finsagent.tables import Period
from tests.agents.passages import FERN, FILINGS, evidence, passage

QUARTER = replace(FERN, id="fern-q2", form="10-Q", fiscal_year=2024, fiscal_period="Q2", period_end=date(2024, 7, 28))


@pytest.mark.parametrize(
    ("target", "end"),
    [
        (Target(year=2023), date(2024, 1, 28)),
        (Target(year=2022), date(2023, 1, 28)),
        (Target(year=2023, period="Q3"), date(2023, 10, 28)),
    ],
)
def test_fiscal_periods_end_as_the_issuer_counts(target: Target, end: date) -> None:
    assert period_end(FERN, target) == end


def test_columns_fit_by_date_within_a_fiscal_week() -> None:
    near = Period(year=2023, end=date(2023, 1, 29), months=12)
    assert column_fit(near, FERN, Target(year=2022), instant=False, latest=None) == 1
    assert column_fit(near, FERN, Target(year=2023), instant=False, latest=None) == 0


def test_bare_years_follow_the_issuers_own_count() -> None:
    bare = Period(year=2023, months=12)
    assert column_fit(bare, FERN, Target(year=2023), instant=False, latest=2023) == 1
    shifted = Period(year=2024, months=12)
    assert column_fit(shifted, FERN, Target(year=2023), instant=False, latest=2024) == 1


def test_a_quarter_is_not_the_half_year() -> None:
    target = Target(year=2024, period="Q2")
    quarter = Period(year=2024, end=date(2024, 7, 28), months=3)
    half = Period(year=2024, end=date(2024, 7, 28), months=6)
    assert column_fit(quarter, QUARTER, target, instant=False, latest=None) == 1
    assert column_fit(half, QUARTER, target, instant=False, latest=None) == 0
    assert column_fit(half, QUARTER, replace(target, months=6), instant=False, latest=None) == 1


def test_statements_are_known_by_caption_or_rows() -> None:
    kinds = [standing(view, item).kind for item in evidence()[:3] for view in views_of(item)]
    assert kinds == ["income", "balance_sheet", "cash_flow"]
    bare = passage(9, " | 2023\nTotal current assets | 5\nTotal assets | 9")
    assert standing(views_of(bare)[0], bare).kind == "balance_sheet"


def test_consolidated_is_preferred_to_a_part() -> None:
    part = passage(
        1, " | 2023 | 2022\nNet sales | $7 | $6", caption="Pro forma results of the acquired business (in millions)"
    )
    readings = Readings(evidence=(part, *evidence()[:1]), filings=FILINGS)
    reading = readings.read(load_lexicon().line_items["revenue"], Target(year=2023), "fern")
    assert reading is not None
    assert reading.value == 2_400_000_000


def test_a_change_in_the_cash_flow_statement_is_no_balance() -> None:
    flow = passage(
        1, " | 2023 | 2022\nInventories | (40) | 10\nNet cash provided by operating activities | 5 | 6",
        caption="Consolidated Statements of Cash Flows (in millions)",
    )  # fmt: skip
    readings = Readings(evidence=(flow,), filings=FILINGS)
    assert readings.read(load_lexicon().line_items["inventory"], Target(year=2023), "fern") is None


def test_outflows_are_positive_amounts() -> None:
    readings = Readings(evidence=evidence(), filings=FILINGS)
    reading = readings.read(load_lexicon().line_items["capex"], Target(year=2022), "fern")
    assert reading is not None
    assert reading.value == 150_000_000
    assert reading.citation.quote == "Capital expenditures | (120) | (150)"


def test_a_pension_table_never_gives_current_liabilities() -> None:
    pension = passage(
        1, "Amounts recognized in the balance sheets\n\n | 2023 | 2022\nNon-current assets | 4 | 3\n"
        "Current liabilities | (48) | (55)", caption="Pension plans (in millions)",
    )  # fmt: skip
    readings = Readings(evidence=(pension, evidence()[1]), filings=FILINGS)
    reading = readings.read(load_lexicon().line_items["current_liabilities"], Target(year=2023), "fern")
    assert reading is not None
    assert reading.value == 500_000_000
    alone = Readings(evidence=(pension,), filings=FILINGS)
    assert alone.read(load_lexicon().line_items["current_liabilities"], Target(year=2023), "fern") is None


def test_a_part_is_never_more_than_its_whole() -> None:
    items = load_lexicon().line_items
    odd = passage(
        1, " | 2023 | 2022\nProperty and equipment, net | $2,900 | $2,850",
        caption="Consolidated Balance Sheets (in millions)",
    )  # fmt: skip
    bare = Readings(evidence=(odd, evidence()[1]), filings=FILINGS, whole=items.__getitem__)
    reading = bare.read(items["ppe_net"], Target(year=2023), "fern")
    assert reading is not None
    assert reading.value == 900_000_000


def test_percent_columns_are_no_amounts() -> None:
    shares = passage(
        1, " | % of net sales 2023 | % of net sales 2022\nNet sales | 100.0 | 100.0\nCost of sales | 62.5 | 65.0",
        caption="Results of operations",
    )  # fmt: skip
    readings = Readings(evidence=(shares,), filings=FILINGS)
    assert readings.read(load_lexicon().line_items["revenue"], Target(year=2023), "fern") is None


def test_an_unnamed_subtotal_is_not_an_adjusted_measure() -> None:
    other = passage(
        1, " | 2023 | 2022\nNon-operating income (expense)\nInterest | (9) | (8)\n | (9) | (8)",
        caption="Consolidated Statements of Income (in millions)",
    )  # fmt: skip
    readings = Readings(evidence=(other,), filings=FILINGS)
    assert readings.read(load_lexicon().line_items["adjusted_ebit"], Target(year=2023), "fern") is None


def test_a_filed_value_under_an_unknown_label_is_read_where_it_stands() -> None:
    text = " | 2023 | 2022\nTurnover of the group | 2,400 | 2,000"
    place = text.index("2,400")
    held = passage(1, text, caption="Key figures (in millions)", start=10)
    fact = Fact(
        filing="fern-2023", concept="us-gaap:Revenues", label="Revenues", value=Decimal(2_400_000_000), unit="USD",
        decimals=-6, start=date(2023, 1, 30), end=date(2024, 1, 28), section=held.section,
        span=(10 + place, 10 + place + 5),
    )  # fmt: skip
    reading = Readings(evidence=(held,), filings=FILINGS, facts=(fact,)).read(
        load_lexicon().line_items["revenue"], Target(year=2023), "fern"
    )
    assert reading is not None
    assert (reading.value, reading.confirmed) == (2_400_000_000, True)
    assert reading.citation.quote == "Turnover of the group | 2,400 | 2,000"


def test_two_years_are_read_from_the_same_line() -> None:
    items = load_lexicon().line_items
    first = passage(1, " | 2022\nTotal debt | 150", caption="Debt (in millions)")
    both = passage(
        2, " | 2023 | 2022\nTotal debt | 149 | 150\nTotal long-term debt | 140 | 143", caption="Debt (in millions)"
    )
    third = passage(3, " | 2023\nTotal long-term debt | 140", caption="Long-term debt (in millions)")
    readings = Readings(evidence=(third, first, both), filings=FILINGS)
    old = readings.read(items["total_debt"], Target(year=2022), "fern")
    new = readings.read(items["total_debt"], Target(year=2023), "fern")
    assert old is not None
    assert new is not None
    assert (old.value, new.value) == (150_000_000, 149_000_000)
