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
