from __future__ import annotations

import pytest

from finsagent.asking import check_question
from finsagent.domain import Question
from finsagent.errors import BadQuestionError


def check(text: str, budget: int = 35) -> None:
    check_question(Question(text=text, evidence_budget=budget), max_chars=4000)


@pytest.mark.parametrize(
    "text",
    [
        "What was Halden's revenue in FY2023?",
        "net sales 2023",
        "capex",
        "Why did Estée Lauder's margin fall?",
        "What did Los Pollos de la Sierra earn in 2023?",
        "What is the P&L effect of \u20ac5m \u2014 and why?\n\tShow the steps.",
        "QUICK RATIO?",
        "Which of Acme's segments grew \U0001f600?",
    ],
)
def test_questions_in_english_pass(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("x" * 4001, "4001 characters; at most 4000"),
        ("revenue " * 1250, "10000 characters"),
        ("\x00\x01\x02PK\x03\x04 what is it", "binary"),
        ("\ufffd\ufffd\ufffd\ufffd revenue", "binary"),
        ("\ud800\udc00\ud801 revenue", "binary"),
        ("?!?", "no words"),
        ("2023", "no words"),
        ("5 + 5", "no words"),
        ("\u82f9\u679c\u516c\u53f82023\u5e74\u7684\u6536\u5165\u662f\u591a\u5c11\uff1f", "English"),
        ("\u041a\u0430\u043a\u043e\u0432\u0430 \u0432\u044b\u0440\u0443\u0447\u043a\u0430 Apple?", "English"),
        ("Wie hoch war der Umsatz von Apple im Jahr 2023?", "English"),
        ("Quel est le chiffre d'affaires de la soci\u00e9t\u00e9?", "English"),
        ("\u00bfCu\u00e1les fueron los ingresos de la empresa en el 2023?", "English"),
        ("Qual \u00e8 il fatturato di Apple?", "English"),
    ],
)
def test_what_is_no_question_in_english_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadQuestionError, match=says):
        check(text)


def test_the_longest_question_passes() -> None:
    check(("What was the revenue? " * 200)[:4000])


@pytest.mark.parametrize("budget", [0, -1, 201])
def test_a_budget_out_of_bounds_is_refused(budget: int) -> None:
    with pytest.raises(BadQuestionError, match=f"evidence_budget is {budget}"):
        check("What was revenue?", budget)


@pytest.mark.parametrize("budget", [1, 200])
def test_the_bounds_of_the_budget_pass(budget: int) -> None:
    check("What was revenue?", budget)


def test_half_a_surrogate_pair_is_binary_however_long_the_question_is() -> None:
    with pytest.raises(BadQuestionError, match="binary"):
        check_question(
            Question(text="What was the revenue of the company in fiscal 2023? " * 20 + "\ud800"), max_chars=4000
        )
