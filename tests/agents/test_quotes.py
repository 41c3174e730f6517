from __future__ import annotations

import pytest

from finsagent.agents.quotes import cite, locate
from tests.agents.analyst_suite import BALANCE, TEXT

TEXT_A = "Net sales | $32,765 | $31,657\nNet loss per share | $(1.09) | $8.13\nIt\u2019s 12 34 \u2014 see Note\u00a05."


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Net sales | $32,765", "Net sales | $32,765"),
        ("  Net sales | $32,765 | $31,657 ", "Net sales | $32,765 | $31,657"),
        ("Net sales $32,765", "Net sales | $32,765"),
        ("Net   sales\n$32,765", "Net sales | $32,765"),
        ("It's 12 34 - see Note 5", "It\u2019s 12 34 \u2014 see Note\u00a05"),
        ('"Net loss per share..."', "Net loss per share"),
        ("31,657\nNet loss", "31,657\nNet loss"),
        ("$(1.09)", "$(1.09)"),
    ],
)
def test_a_quote_is_found_at_the_texts_own_words(quote: str, words: str) -> None:
    span = locate(quote, TEXT_A)
    assert span is not None
    assert TEXT_A[slice(*span)] == words


@pytest.mark.parametrize(
    "quote",
    ["", "|", "5", "32,756", "2,765", "32,76", "1234", "1.0", "sale", "Netsales", "Net sales | $31,657", "loss profit"],
)
def test_what_is_not_there_or_parts_a_word_or_number_is_not_found(quote: str) -> None:
    assert locate(quote, TEXT_A) is None


def test_a_later_place_is_taken_where_the_first_would_part_a_number() -> None:
    text = "1,577 and 577"
    assert locate("577", text) == (10, 13)


def test_a_mark_that_was_escaped_for_the_prompt_is_found() -> None:
    assert locate("\u2039b>bold", "a <b>bold") == (2, 9)


def test_a_citation_opens_in_the_section() -> None:
    citation = cite(BALANCE, "Total current assets 1,640", document="D")
    assert citation is not None
    assert citation.quote == TEXT[citation.start : citation.end] == "Total current assets | 1,640"
    assert cite(BALANCE, "Total current assets 1,460", document="D") is None
