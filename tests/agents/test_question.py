from __future__ import annotations

import pytest

from finsagent.agents.question import core_sentence, read_question, without_names
from finsagent.domain import Role
from finsagent.lexicon import load_lexicon


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("What was capex in FY2023?", "What was capex in FY2023?"),
        (
            "What was capex in FY2023? Answer in USD millions. Give a response in one decimal.",
            "What was capex in FY2023?",
        ),
        (
            "Assume that you are an analyst. Using the balance sheet, answer the following question: What was the "
            "quick ratio at the year end?",
            "What was the quick ratio at the year end?",
        ),
        ("List the segments. Round to two decimals.", "List the segments."),
        ("Give the total of current assets.", "Give the total of current assets."),
        ("What grew? Why did it grow?", "What grew? Why did it grow?"),
        ("", ""),
    ],
)
def test_the_sentence_that_asks(text: str, core: str) -> None:
    assert core_sentence(text) == core


@pytest.mark.parametrize(
    ("text", "names", "plain"),
    [
        ("What was Halden's capex in FY2023?", ("Halden",), "What was capex in ?"),
        ("What did Halden Tool Works earn?", ("Halden", "Halden Tool Works"), "What did earn?"),
        ("What did HALDEN\u2019s stores earn in Q2 2023?", ("Halden",), "What did stores earn in ?"),
        ("What did Haldens earn?", ("Halden",), "What did Haldens earn?"),
        ("Meta (formerly Facebook) capex", ("Meta",), "capex"),
        ("What is capex?", (), "What is capex?"),
        ("Does A+B (Inc.) pay?", ("A+B (Inc.)",), "Does pay?"),
    ],
)
def test_names_and_periods_are_taken_out(text: str, names: tuple[str, ...], plain: str) -> None:
    assert without_names(text, names) == plain


def test_a_measure_needs_its_line_items() -> None:
    reading = read_question("What was Halden's quick ratio in FY2023? Round to two decimals.", load_lexicon())
    assert reading.core == "What was Halden's quick ratio in FY2023?"
    assert {"balance_sheet"} <= {item.statement for item in reading.line_items}
    printed = {words.lower() for item in reading.line_items for words in item.printed}
    assert "total current liabilities" in printed
    assert len({item.key for item in reading.line_items}) == len(reading.line_items)


def test_a_named_statement_is_read() -> None:
    reading = read_question("Using the cash flow statement, what was capex?", load_lexicon())
    assert "cash_flow" in reading.statements


def test_topics_belong_to_their_role() -> None:
    reading = read_question("Which lawsuits and which acquisitions were there?", load_lexicon())
    assert [topic.key for topic in reading.topics_of(Role.LEGAL)] == ["legal_proceedings"]
    assert "acquisitions" in [topic.key for topic in reading.topics_of(Role.COMPANY)]
    assert reading.topics_of(Role.GENERAL) == []


def test_a_question_of_no_known_term_is_read_as_it_is() -> None:
    reading = read_question("Zzyzx?", load_lexicon())
    assert (reading.core, reading.matches, reading.line_items, reading.topics) == ("Zzyzx?", (), (), ())
