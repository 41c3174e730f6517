from __future__ import annotations

from finsagent.agents.find import embedded_find
from finsagent.agents.roles import POLICIES
from finsagent.domain import Evidence, Question, Role
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, SCOPE, passage


def text(question: str, *passages: Evidence) -> str:
    return embedded_find(Question(text=question), SCOPE, POLICIES[Role.MARKET], passages, load_lexicon(), FILINGS).text


def test_segments_may_be_columns_over_two_tables_of_a_section() -> None:
    first = " | Garden | Garden | Kitchen | Kitchen\n | 2023 | 2022 | 2023 | 2022\nTotal net revenue | 14 | 11 | 7 | 6"
    second = (
        " | Corporate | Corporate | Total | Total\n | 2023 | 2022 | 2023 | 2022\nTotal net revenue | (2) | 1 | 19 | 18"
    )
    both = passage(1, f"{first}\n\n{second}", caption="Segment results (in millions)")
    assert text("Which segment had the lowest net revenue in FY2023?", both).startswith("Corporate had the lowest")
    assert "-$2 million" in text("Which segment had the lowest net revenue in FY2023?", both)


def test_a_total_under_another_name_is_no_option() -> None:
    table = " | 2023\nTerm loans | 40\nBonds | 30\nAll of our borrowings | 70"
    debt = passage(1, table, caption="Total debt by type (in millions)")
    assert text("Which type of debt had the highest total debt in FY2023?", debt).startswith("Term loans")


def test_parts_of_a_cash_flow_are_compared() -> None:
    flows = passage(
        1,
        " | 2023 | 2022\nNet cash provided by operating activities | 9 | 8\n"
        "Net cash used in investing activities | (4) | (3)\nNet cash used in financing activities | (6) | (2)",
        caption="Consolidated Statements of Cash Flows (in millions)",
    )
    question = "Among operations, investing, and financing activities, which brought in the most cash flow in FY2023?"
    assert text(question, flows).startswith("Net cash provided by operating activities")
