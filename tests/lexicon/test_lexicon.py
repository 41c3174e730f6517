from __future__ import annotations

import pytest

from finsagent.lexicon import LineItem, Measure, load_lexicon, statement_hints
from finsagent.lexicon.lexicon import names_in, phrase


def keys(text: str) -> list[str]:
    return [match.item.key for match in load_lexicon().match(text)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("What is the year end net PPNE?", "ppe_net"),
        ("PP&E of the company", "ppe_net"),
        ("net property, plant, and equipment", "ppe_net"),
        ("Cost of Goods Sold in 2020", "cost_of_revenue"),
        ("the worst topline performance", "revenue"),
        ("How much capex was there?", "capex"),
        ("the capital expenditure amount", "capex"),
        ("D & A for the year", "depreciation_and_amortization"),
        ("generate in cash flow from operating activities", "operating_cash_flow"),
        ("quick ratios", "quick_ratio"),
        ("unadjusted EBITDA less capex", "ebitda_less_capex"),
        ("unadjusted EBITDA % margin", "ebitda_margin"),
        ("capex as a percentage of revenue", "capex_to_revenue"),
        ("days payable outstanding", "dpo"),
        ("R&D spending", "research_and_development"),
        ("How many employees work there?", "headcount"),
        ("pay out in cash dividends", "dividends_paid"),
        ("the net charge-offs", "net_charge_offs"),
    ],
)
def test_people_words_are_understood(text: str, key: str) -> None:
    assert keys(text) == [key]


def test_the_longest_phrase_wins_and_spans_point_at_the_words() -> None:
    text = "Compare total current assets with current liabilities"
    found = load_lexicon().match(text)
    assert [(match.text, match.item.key) for match in found] == [
        ("total current assets", "current_assets"),
        ("current liabilities", "current_liabilities"),
    ]
    assert all(text[match.start : match.end] == match.text for match in found)


def test_a_statement_name_is_not_a_line() -> None:
    assert keys("Use the cash flow statement and the balance sheet only") == []
    assert keys("a public equities analyst") == []


def test_a_measure_needs_the_lines_of_its_formula_and_their_stand_ins() -> None:
    (match,) = load_lexicon().match("gross margin")
    assert [item.key for item in match.line_items] == ["gross_profit", "revenue", "cost_of_revenue"]


def test_statement_hints_come_in_order() -> None:
    assert statement_hints("from the statement of financial position and the P&L statement") == (
        "balance_sheet",
        "income",
    )
    assert statement_hints("details in the cash flow statement") == ("cash_flow",)
    assert statement_hints("the statements of operations") == ("income",)
    assert statement_hints("nothing here") == ()


def test_the_data_is_wide_and_whole() -> None:
    lexicon = load_lexicon()
    assert len(lexicon.line_items) >= 90
    assert len(lexicon.measures) >= 50
    assert all(item.printed for item in lexicon.line_items.values())
    assert not set(lexicon.line_items) & set(lexicon.measures)
    assert isinstance(lexicon.get("revenue"), LineItem)
    assert isinstance(lexicon.get("roa"), Measure)
    assert {measure.unit for measure in lexicon.measures.values()} <= {"percent", "ratio", "days", "USD", "USD/share"}


def test_every_own_phrase_finds_its_item_or_one_listed_before() -> None:
    lexicon = load_lexicon()
    for item in (*lexicon.measures.values(), *lexicon.line_items.values()):
        for words in item.asked:
            assert lexicon.phrases[phrase(words)].key, (item.key, words)


def test_names_in_a_formula() -> None:
    assert names_in("365 * avg(accounts_payable) / (cost_of_revenue + change(inventory))") == (
        "accounts_payable",
        "cost_of_revenue",
        "inventory",
    )


def test_wholes_and_ranges_are_read() -> None:
    lexicon = load_lexicon()
    assert lexicon.line_items["ppe_net"].within == "total_assets"
    assert lexicon.measures["quick_ratio"].possible == (0, 200)
    assert all(item.within in lexicon.line_items for item in lexicon.line_items.values() if item.within)
    for measure in lexicon.measures.values():
        if measure.possible and measure.usual:
            assert measure.possible[0] <= measure.usual[0] < measure.usual[1] <= measure.possible[1]
