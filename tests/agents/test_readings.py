from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from finsagent.agents.fiscal import Target, column_fit, period_end
from finsagent.agents.readings import Readings, statement_of, views_of
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
    kinds = [statement_of(view, item) for item in evidence()[:3] for view in views_of(item)]
    assert kinds == ["income", "balance_sheet", "cash_flow"]
    bare = passage(9, " | 2023\nTotal current assets | 5\nTotal assets | 9")
    assert statement_of(views_of(bare)[0], bare) == "balance_sheet"


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
