from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from rich.console import Console

from finsagent.api.show import place_text, show_answer, value_text
from finsagent.domain import Answer, Question, Scope, Value
from tests.api.fake_engine import CITATION, answer_to


def shown(answer: Answer) -> str:
    console = Console(width=100, no_color=True, record=True, file=None, quiet=False)
    with console.capture() as capture:
        show_answer(answer, console)
    return capture.get()


def test_an_answer_shows_value_place_and_quote() -> None:
    text = shown(answer_to(Question(text="?")))
    assert "Net sales were $1,204.5 million [1]." in text
    assert "1,204,500,000 USD, FY2024" in text
    assert "0.90" in text
    assert "4,600 / 79,474 = 0.0579" in text
    assert "[1] Halden Marine Corp 10-K FY2024, Item 8 Financial Statements, page 42" in text
    assert "    Net sales | $1,204.5" in text
    assert "Role legal failed in find: no reply" in text
    assert "no gate: p = 1" in text


def test_an_abstention_shows_its_reason_and_what_is_near() -> None:
    answer = Answer(
        question="?",
        text="",
        abstained=True,
        reason="Nothing of 'Haldan' is indexed.",
        reason_code="unknown_issuer",
        confidence=0.0,
        scope=Scope(filings=(), near=("Halden Marine Corp",)),
    )
    text = shown(answer)
    assert "No answer. Nothing of 'Haldan' is indexed." in text
    assert "Near: Halden Marine Corp" in text
    assert "Confidence" not in text


def test_words_of_a_filing_are_never_markup() -> None:
    answer = replace(
        answer_to(Question(text="?")), text="[red]x[/red] [1]", citations=(replace(CITATION, quote="[/b]"),)
    )
    text = shown(answer)
    assert "[red]x[/red] [1]" in text
    assert "    [/b]" in text


def test_numbers_are_written_out() -> None:
    assert value_text(Value(number=Decimal("1.2E+9"), unit="USD", period="")) == "1,200,000,000 USD"
    assert value_text(Value(number=Decimal("12.3"), unit="percent", period="FY2024")) == "12.3 percent, FY2024"


def test_a_place_without_item_or_page() -> None:
    assert place_text(replace(CITATION, item="", title="", page=None)) == "Halden Marine Corp 10-K FY2024"
