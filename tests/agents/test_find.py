from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from finsagent.agents.find import embedded_find, relevance
from finsagent.agents.roles import POLICIES
from finsagent.domain import Evidence, Fact, Finding, Question, Role, Scope
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, SCOPE, evidence, passage


def find(text: str, *, role: Role = Role.GENERAL, scope: Scope = SCOPE, facts: tuple[Fact, ...] = ()) -> Finding:
    passages = evidence()
    finding = embedded_find(Question(text=text), scope, POLICIES[role], passages, load_lexicon(), FILINGS, facts=facts)
    by_id = {passage.id: passage for passage in passages}
    for citation in finding.citations:
        held = by_id[citation.evidence]
        assert citation.quote == held.text[citation.start - held.start : citation.end - held.start]
    return finding


@pytest.mark.parametrize(
    ("question", "number", "unit"),
    [
        ("What were Fernhill's net sales in FY2023?", "2400000000", "USD"),
        ("What was the FY2022 net income of Fernhill?", "190000000", "USD"),
        ("How much capex did Fernhill have in fiscal 2023?", "120000000", "USD"),
        ("What is Fernhill's year end FY2023 net PP&E?", "900000000", "USD"),
        ("What was diluted EPS in FY2023?", "2.85", "USD/share"),
        ("How much did Fernhill pay in cash dividends in FY2023?", "40000000", "USD"),
        ("What was the free cash flow in FY2023?", "290000000", "USD"),
        ("What is the FY2023 current ratio?", "1.52", "ratio"),
        ("What was the gross margin in FY2023?", "37.5", "percent"),
        ("What was the effective tax rate in FY2023?", "25", "percent"),
        ("What is the FY2022 - FY2023 revenue growth rate?", "20", "percent"),
        ("What is the FY2023 SG&A to net sales ratio, i.e. SG&A as a % of net sales?", "20.8", "percent"),
        ("What was the average of FY2022 to FY2023 capex as a % of revenue?", "6.3", "percent"),
    ],
)
def test_numbers(question: str, number: str, unit: str) -> None:
    finding = find(question, scope=replace(SCOPE, fiscal_years=tuple(y for y in (2022, 2023) if str(y) in question)))
    assert finding.value is not None, finding.text
    assert round(finding.value.number, 4) == Decimal(number)
    assert finding.value.unit == unit
    assert finding.confidence > 0.5


def test_asked_unit_and_rounding_are_kept_in_words_only() -> None:
    finding = find("What were FY2023 net sales in USD billions? Round to one decimal place.")
    assert finding.value is not None
    assert finding.value.number == 2_400_000_000
    assert "$2.4 billion" in finding.text
    assert "$0.12 billion" in find("What was the FY2023 capex in USD billions?").text
    assert "$2,400 million" in find("What were net sales in FY2023 (in USD millions)?").text


def test_a_questions_own_definition_wins() -> None:
    own = find(
        "What is the FY2023 inventory turnover ratio? Inventory turnover ratio is defined as: FY2023 COGS / inventory. "
        "Round to two decimal places."
    )
    assert own.value is not None
    assert round(own.value.number, 4) == Decimal("4.69")
    usual = find("What is the FY2023 inventory turnover ratio?")
    assert usual.value is not None
    assert usual.value.number == 5  # 1,500 / mean(320, 280)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Does Fernhill have an improving gross margin profile as of FY2023?", "Yes. "),
        ("Has Fernhill's inventory decreased in FY2023?", "No. "),
        ("Does Fernhill have positive working capital in FY2023?", "Yes. "),
        ("Has Fernhill paid dividends to common shareholders in FY2023?", "Yes. "),
        ("Is Fernhill a capital-intensive business based on FY2023 data?", "No. "),
    ],
)
def test_yes_or_no_by_computed_comparison(question: str, start: str) -> None:
    finding = find(question)
    assert finding.text.startswith(start), finding.text
    assert finding.citations


def test_improved_or_declined_says_which() -> None:
    finding = find("Has Fernhill's quick ratio improved or declined between FY2022 and FY2023?")
    assert "improved from 0.73 in FY2022 to 0.80 in FY2023" in finding.text


def test_change_names_both_values() -> None:
    text = find(
        "By how much did net income increase from FY2022 to FY2023?", scope=replace(SCOPE, fiscal_years=(2022, 2023))
    ).text
    assert "increased by $95 million from $190 million in FY2022 to $285 million in FY2023" in text


def test_which_segment_is_largest_and_smallest() -> None:
    assert find("Which segment had the highest net sales in FY2023?").text.startswith("Garden had the highest")
    assert find("Which segment had the lowest net sales in FY2023?", role=Role.MARKET).text.startswith("Outdoor")


def test_a_named_part_is_not_answered_with_the_whole() -> None:
    finding = find("What were net sales of the Garden segment in FY2023?")
    assert finding.value is not None
    assert finding.value.number == 1_400_000_000
    grown = find("By what percentage did net sales of Kitchen grow in FY2023?")
    assert grown.value is not None
    assert grown.value.number == Decimal("7.7")  # 700 / 650 - 1


def test_missing_line_or_period_is_not_guessed() -> None:
    finding = find("What was goodwill at the end of FY2023?")
    assert (finding.confidence, finding.citations, finding.value) == (0, (), None)
    assert "goodwill" in finding.text
    other_year = find("What were net sales in FY2019?", scope=replace(SCOPE, fiscal_years=(2019,)))
    assert other_year.value is None


def test_another_issuers_passages_are_never_used() -> None:
    passages = (passage(1, "Net sales | $5", caption="Consolidated Statements of Income", filing="oak-2023"),)
    finding = embedded_find(
        Question(text="What were net sales in FY2023?"),
        SCOPE,
        POLICIES[Role.GENERAL],
        passages,
        load_lexicon(),
        FILINGS,
    )
    assert finding.confidence == 0


def test_a_measure_without_meaning_is_refused_with_its_reason() -> None:
    scope = Scope(filings=("oak-2023",), issuers=("oak",), fiscal_years=(2023,))
    passages = (passage(1, " | 2023\nDeposits | $5", caption="Consolidated Balance Sheets", filing="oak-2023"),)
    finding = embedded_find(
        Question(text="What is the FY2023 quick ratio of Oakrest Bank?"),
        scope,
        POLICIES[Role.QUANTITATIVE],
        passages,
        load_lexicon(),
        FILINGS,
    )
    assert finding.confidence == 0
    assert "not a meaningful measure" in finding.text


def test_prose_is_cited_word_for_word() -> None:
    finding = find("Who filed a lawsuit against Fernhill about a cancelled contract?", role=Role.LEGAL)
    assert "Norwell Castings" in finding.text
    assert any("Norwell Castings" in citation.quote for citation in finding.citations)
    assert find("What color are the trucks on Mars?").confidence == 0


def test_what_drove_a_change_has_the_figures_and_the_words() -> None:
    text = find("What drove the change in net sales in FY2023?").text
    assert "from $2,000 million in FY2022 to $2,400 million in FY2023" in text
    assert "cordless garden tools" in text


def test_two_questions_get_two_answers() -> None:
    text = find("What were net sales in FY2023? What was net income in FY2023?").text
    assert "$2,400 million" in text
    assert "$285 million" in text


def test_a_filed_fact_confirms_or_doubts_a_table() -> None:
    def fact(value: int) -> Fact:
        return Fact(
            filing="fern-2023",
            concept="us-gaap:InventoryNet",
            label="Inventory",
            value=Decimal(value),
            unit="USD",
            decimals=-6,
            start=None,
            end=date(2024, 1, 28),
        )

    question = "What were inventories at the end of FY2023?"
    sure = find(question, facts=(fact(320_000_000),)).confidence
    doubtful = find(question, facts=(fact(999_000_000),)).confidence
    assert sure >= find(question).confidence > doubtful


def test_relevance_follows_the_policy() -> None:
    assert relevance("Which lawsuits are pending?", POLICIES[Role.LEGAL]) > 0.3
    assert relevance("Which lawsuits are pending?", POLICIES[Role.MARKET]) == 0
    assert relevance("anything", POLICIES[Role.GENERAL]) == 1


def ask(question: str, *passages: Evidence, role: Role = Role.GENERAL) -> Finding:
    return embedded_find(Question(text=question), SCOPE, POLICIES[role], passages, load_lexicon(), FILINGS)


def test_a_ratio_that_no_company_has_is_not_said() -> None:
    flow = passage(
        1, " | 2023 | 2022\nTotal current assets | 760 | 660\nTotal assets | 1,900 | 1,750\n"
        "Total current liabilities | 0.5 | 0.4",
        caption="Consolidated Balance Sheets (in millions)",
    )  # fmt: skip
    finding = ask("What was the current ratio in FY2023?", flow)
    assert (finding.value, finding.confidence) == (None, 0.0)
    assert "no company has" in finding.text


def test_a_tax_printed_in_parentheses_is_an_expense() -> None:
    table = passage(
        1, " | 2023 | 2022\nIncome (loss) before income taxes | 380 | (250)\n"
        "Benefit (provision) for income taxes | (95) | 60\nNet income (loss) | 285 | (190)",
        caption="Consolidated Statements of Income (in millions)",
    )  # fmt: skip
    finding = ask("What was the effective tax rate in FY2023?", table)
    assert finding.value is not None
    assert finding.value.number == 25


def test_gross_profit_on_another_basis_is_doubted() -> None:
    statement = passage(
        1, " | 2023 | 2022\nTotal revenue | 2,500 | 2,100\nCost of sales | 1,500 | 1,300\n"
        "Operating income | 400 | 280\nIncome before income taxes | 380 | 250",
        caption="Consolidated Statements of Income (in millions)",
    )  # fmt: skip
    other = passage(2, " | 2023 | 2022\nGross margin | 900 | 700", caption="Margins (in millions)")
    finding = ask("What was the gross margin in FY2023?", statement, other)
    assert finding.confidence < 0.5


def test_an_adjusted_or_per_share_question_is_not_answered_by_the_plain_line() -> None:
    assert find("What were FY2023 net sales excluding acquisitions?").value is None
    assert find("How much would each shareholder get of total assets in FY2023?").value is None


def test_yes_no_on_a_level_says_why() -> None:
    finding = find("Does Fernhill have a healthy liquidity profile based on its quick ratio for FY2023?")
    assert finding.text.startswith("No. Fernhill Tools Inc.'s quick ratio was 0.80 in FY2023")
    assert finding.text.endswith("quick assets do not cover current liabilities.")


def test_a_cause_question_is_not_answered_with_yes_or_no() -> None:
    finding = find("What drove the change in net sales of Fernhill in FY2023?")
    assert not finding.text.startswith(("Yes", "No."))
    assert "cordless garden tools" in finding.text


def test_a_column_head_that_is_only_a_period_is_no_part() -> None:
    table = passage(
        1,
        "Fiscal 2023\nNet sales | 2,400 | 2,000\nOperating income | 400 | 280",
        caption="Quarterly data (in millions)",
    )
    finding = ask("What was the operating income in fiscal 2023?", *evidence(), table)
    assert finding.value is not None
    assert finding.value.number == 400_000_000


def test_products_are_listed_from_their_table() -> None:
    products = passage(
        1, " | 2023 | 2022\nSaws | $900 | $700\nSpades | 500 | 400\nPans | 1,000 | 900",
        caption="Net sales by product category (in millions)",
    )  # fmt: skip
    finding = ask("What are the product categories of Fernhill in FY2023?", products, role=Role.MARKET)
    assert finding.text.startswith("By total revenue in FY2023: Pans ($1,000 million); Saws ($900 million)")


def test_prose_without_the_amount_does_not_stand_in_for_it() -> None:
    words = passage(1, "Adjusted EBITDA adds back special items. Inventories were $320 million in fiscal 2023.")
    assert ask("What was adjusted EBITDA in FY2023?", words).confidence == 0
    said = passage(1, "Adjusted EBITDA was $520 million in fiscal 2023, after special items were added back.")
    assert ask("What was adjusted EBITDA in FY2023?", said).text.startswith("Adjusted EBITDA was $520 million")
