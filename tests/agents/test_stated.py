"""Headcount, auditor and officers are taken from the sentence that states them."""

from __future__ import annotations

import pytest

from finsagent.agents.asked import read_question
from finsagent.agents.coverage import count_fit, gives_share, is_answerable, phrase_fit, states_figure
from finsagent.agents.stated import asks_stated, find_stated
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, passage

TEXT = (
    "About 880 hourly employees are covered by collective agreements. At the end of fiscal 2023, we employed 4,120 "
    "people. The financial statements were audited by Harrow & Pike LLP, an independent registered public accounting "
    "firm. Mr. Doe formerly was Chief Executive Officer. Jane Miller, our Chief Executive Officer, joined in 2015."
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many employees does Fernhill have?", "4,120 people"),
        ("Who audits Fernhill?", "Harrow & Pike LLP"),
        ("Who is the CEO of Fernhill?", "Jane Miller"),
    ],
)
def test_the_sentence_that_states_it(question: str, said: str) -> None:
    asked = read_question(question, load_lexicon())
    assert asks_stated(asked)
    found = find_stated(asked, [passage(1, TEXT, item="Item 1")], FILINGS, 2023)
    assert found is not None
    assert said in found.text
    assert "880" not in found.text


def test_a_term_is_said_as_one() -> None:
    assert phrase_fit("What is the market share?", frozenset(), ["The market for each share is thin."]) < 0.5
    assert not states_figure("What is the stock price?", ["We believe that the price of our stock is high."])
    assert not is_answerable("revenue?", frozenset(), ["Revenue rose."], named=False)
    assert not is_answerable("What is the meaning of life?", frozenset(), ["The expected life."], named=False)


def test_a_count_or_share_must_be_given() -> None:
    assert count_fit("How many paid memberships did it have?", ["Margin was 37% as paid memberships grew."]) < 0.5
    assert count_fit("How many warehouses did it operate?", ["We operated 838 warehouses."]) == 1.0
    assert gives_share("What share of sales came from Canada?", "Canada was 14% of net sales.")
    assert not gives_share("What share of sales came from Canada?", "Online sales were 14% of net sales.")
