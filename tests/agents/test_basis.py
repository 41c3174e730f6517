"""Rows on another basis than what is asked."""

from __future__ import annotations

from dataclasses import dataclass

from finsagent.agents.basis import leaves_out, of_the_company
from finsagent.lexicon import load_lexicon

LINES = load_lexicon().line_items


@dataclass(frozen=True)
class Row:
    label: str
    score: float = 0.9


def test_net_income_is_the_owners_part() -> None:
    whole, others, own = (
        Row("Net income including noncontrolling interests"),
        Row("Net income attributable to noncontrolling interests"),
        Row("Net income attributable to Fernhill"),
    )
    assert of_the_company(LINES["net_income"], [whole, others, own]) == [own]
    asked = ["net income including noncontrolling interests"]
    assert of_the_company(LINES["net_income"], [whole, own], asked) == [whole, own]


def test_total_debt_is_not_the_long_term_part() -> None:
    assert leaves_out(LINES["total_debt"], "Long-term debt, excluding current installments")
    assert not leaves_out(LINES["long_term_debt"], "Long-term debt, excluding current installments")
