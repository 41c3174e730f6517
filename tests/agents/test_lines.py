from __future__ import annotations

from finsagent.agents.find import embedded_find
from finsagent.agents.roles import POLICIES
from finsagent.domain import Finding, Question, Role
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, SCOPE, passage

TABLE = passage(
    1, " | 2023 | 2022\nPatent licence fees paid | 31 | 28\nOther | 4 | 3", caption="Other costs (in thousands)"
)


def find(question: str) -> Finding:
    return embedded_find(Question(text=question), SCOPE, POLICIES[Role.QUANTITATIVE], (TABLE,), load_lexicon(), FILINGS)


def test_a_line_in_the_filings_own_words_is_read() -> None:
    finding = find("What was the amount of patent licence fees paid in FY2023?")
    assert finding.value is not None
    assert finding.value.number == 31_000
    assert finding.citations[0].quote == "Patent licence fees paid | 31 | 28"


def test_words_that_name_no_row_read_nothing() -> None:
    assert find("What was the amount of airport landing fees in FY2023?").value is None


PAYMENTS = passage(
    1, "Year | Pension Benefits | Health Care\n2024 | 41 | 12\n2025 | 43 | 13\n2026 | 45 | 14",
    caption="Estimated future benefit payments to retirees (in millions)",
)  # fmt: skip


def test_a_later_year_is_read_from_a_table_of_years() -> None:
    finding = embedded_find(
        Question(text="How much does the company expect to pay its retirees in benefits in 2025?"),
        SCOPE, POLICIES[Role.QUANTITATIVE], (PAYMENTS,), load_lexicon(), FILINGS,
    )  # fmt: skip
    assert "2025: Pension Benefits: $43 million; Health Care: $13 million." in finding.text
    assert finding.citations[0].quote == "2025 | 43 | 13"
