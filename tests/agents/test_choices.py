from __future__ import annotations

from finsagent.agents.find import embedded_find
from finsagent.agents.roles import POLICIES
from finsagent.domain import Evidence, Question, Role
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, INCOME, SCOPE, SEGMENTS, passage


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


REGIONS = " | 2023 | 2022\nEurope | $500 | $400\nAsia Pacific | 300 | 350\nAmericas | 1,600 | 1,250"
PRODUCTS = (
    " | 2023 | 2022\nGarden\nTools | $900 | $700\nSeeds | 500 | 400\n | 1,400 | 1,100\n"
    "Kitchen\nTools | 400 | 450\nPans | 300 | 350\n | 700 | 800"
)


def test_a_region_does_not_answer_for_a_segment() -> None:
    regions = passage(1, REGIONS, caption="Net sales by geographic area (in millions)")
    segments = passage(2, "\n".join([" | 2023 | 2022", "Garden | $1,400 | $1,100", "Kitchen | 700 | 650"]),
                       caption="Net sales by segment (in millions)")  # fmt: skip
    assert text("Which segment had the lowest net sales in FY2023?", regions, segments).startswith("Kitchen had")
    assert text("Which region had the lowest net sales in FY2023?", regions, segments).startswith("Asia Pacific had")


def test_subtotals_of_groups_are_compared_not_their_parts() -> None:
    groups = passage(1, PRODUCTS, caption="Net sales by segment (in millions)")
    assert text("Which segment had the lowest net sales in FY2023?", groups).startswith("Kitchen had the lowest")


def test_performance_is_the_change_from_the_year_before() -> None:
    regions = passage(1, REGIONS, caption="Net sales by region (in millions)")
    answer = text("Which region had the worst sales performance in FY2023?", regions)
    assert answer.startswith("Asia Pacific had the lowest growth of total revenue in FY2023: -14.3%")


def test_shares_in_percent_are_not_amounts() -> None:
    shares = passage(1, " | 2023 | 2022\nGarden | 58.3 | 55.0\nKitchen | 29.2 | 32.5",
                     caption="Percentage of net sales by segment")  # fmt: skip
    assert "had the highest" not in text("Which segment had the highest net sales in FY2023?", shares)


def test_a_table_of_one_year_below_the_other_is_read_in_the_asked_year() -> None:
    table = (
        " | Garden | Kitchen\nYear ended January 28, 2024\nNet sales: \nOperating income | 40 | 70\n"
        "Year ended January 29, 2023\nNet sales: \nOperating income | 90 | 60"
    )
    both = passage(1, table, caption="Results by segment (in millions)")
    answer = text("Which segment had the highest operating income in FY2023?", both)
    assert answer.startswith("Kitchen had the highest operating income in FY2023: $70 million")


def test_any_option_over_a_share_of_the_whole() -> None:
    segments = passage(2, SEGMENTS, caption="Net sales by segment (in millions)")  # fmt: skip
    whole = passage(1, INCOME, caption="Consolidated Statements of Income (in millions)")
    question = "Are there any segments that represent more than 20% of net sales in FY2023?"
    answer = embedded_find(
        Question(text=question), SCOPE, POLICIES[Role.GENERAL], (whole, segments), load_lexicon(), FILINGS
    ).text
    assert answer == "Yes. More than 20% of total revenue in FY2023: Garden 58.3%; Kitchen 29.2%."
