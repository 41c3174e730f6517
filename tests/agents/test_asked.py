from __future__ import annotations

import pytest

from finsagent.agents.asked import Form, parts, read_form, read_question
from finsagent.lexicon import load_lexicon


@pytest.mark.parametrize(
    ("text", "operation", "key"),
    [
        ("What is the FY2018 capital expenditure amount for Fernhill?", "value", "capex"),
        ("Please answer the following question: what is the year end FY2018 net PPNE?", "value", "ppe_net"),
        ("What is the FY2017 - FY2019 3 year average of capex as a % of revenue?", "average", "capex_to_revenue"),
        ("Has the quick ratio improved or declined?", "direction", "quick_ratio"),
        ("Does it have positive working capital?", "sign", "working_capital"),
        ("Is it a capital-intensive business?", "level", "capital_intensity"),
        ("Which segment had the highest net income?", "which", "net_income"),
        ("By how much did revenue increase?", "change", "revenue"),
        ("What percentage growth did revenue have, i.e. % change in revenue?", "growth", "revenue"),
        ("Why did net income fall?", "prose", "net_income"),
        ("What industry does it operate in?", "prose", None),
        ("Has it paid dividends to common shareholders?", "paid", "dividends_paid"),
    ],
)
def test_operations(text: str, operation: str, key: str | None) -> None:
    asked = read_question(text, load_lexicon())
    assert asked.operation == operation
    assert (asked.item.key if asked.item else None) == key


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Answer in USD millions.", Form(scale="million")),
        ("(in USD billions)", Form(scale="billion")),
        ("Round your answer to two decimal places.", Form(digits=2)),
        ("Answer in units of percents and round to one decimal place.", Form(digits=1, percent=True)),
        ("in thousands of dollars", Form(scale="thousand")),
        ("What is revenue?", Form()),
    ],
)
def test_forms(text: str, form: Form) -> None:
    assert read_form(text) == form


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (
            "What is DPO? DPO is defined as: 365 * (average accounts payable between FY2017 and FY2018) / "
            "(FY2018 COGS + change in inventory between FY2017 and FY2018). Round it.",
            "365 * (avg(accounts_payable) ) / ( cost_of_revenue + change(inventory) )",
        ),
        (
            "What is the working capital ratio? Define working capital ratio as total current assets divided by "
            "total current liabilities.",
            "( current_assets ) / current_liabilities",
        ),
        ("What was R&D as a percentage of gross profit?", "research_and_development / gross_profit"),
        (
            "What was the interest coverage ratio using EBITDA growth? Use operating income as the numerator "
            "and interest expense as the denominator.",
            "operating_income / interest_expense",
        ),
        ("What is the quick ratio?", ""),
    ],
)
def test_own_definitions(text: str, formula: str) -> None:
    assert read_question(text, load_lexicon()).formula == formula


def test_parts_keep_the_instructions() -> None:
    assert parts("What was revenue? What was net income? Answer in USD millions.") == (
        "What was revenue? Answer in USD millions.",
        "What was net income? Answer in USD millions.",
    )
    assert parts("What was revenue? Round it.") == ("What was revenue? Round it.",)
