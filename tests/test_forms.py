from __future__ import annotations

import pytest

from finsagent.forms import ITEMS, TEN_K, TEN_Q, base_form, is_amendment, item_key, item_label, statement_of


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("10-K", "10-K"),
        ("10-k", "10-K"),
        ("10-K/A", "10-K"),
        ("10-K405", "10-K"),
        ("10-K405/A", "10-K"),
        ("10-KSB", "10-K"),
        ("10-KT", "10-K"),
        ("10-QSB", "10-Q"),
        ("10-Q/A", "10-Q"),
        ("8-K", "8-K"),
        ("S-1", "S-1"),
        ("", ""),
    ],
)
def test_base_form(form: str, base: str) -> None:
    assert base_form(form) == base


def test_amendments() -> None:
    assert is_amendment("10-K/A")
    assert is_amendment("10-q/a")
    assert not is_amendment("10-K405")


def test_items_are_in_the_order_of_the_forms() -> None:
    assert [spec.item for spec in TEN_K] == ("1 1A 1B 1C 2 3 4 5 6 7 7A 8 9 9A 9B 9C 10 11 12 13 14 15 16".split())
    assert [(spec.part, spec.item) for spec in TEN_Q] == [
        ("I", "1"), ("I", "2"), ("I", "3"), ("I", "4"),
        ("II", "1"), ("II", "1A"), ("II", "2"), ("II", "3"), ("II", "4"), ("II", "5"), ("II", "6"),
    ]  # fmt: skip


@pytest.mark.parametrize("form", sorted(ITEMS))
def test_each_item_has_one_place_and_lower_case_words(form: str) -> None:
    specs = ITEMS[form]
    assert len({(spec.part, spec.item) for spec in specs}) == len(specs)
    assert all(word == word.lower() and word for spec in specs for word in spec.words)
    assert sorted((s.part for s in specs), key=["I", "II", "III", "IV"].index) == [s.part for s in specs]


@pytest.mark.parametrize(
    ("form", "part", "item", "key", "label"),
    [
        ("10-K", "II", "7", "10-K:7", "Item 7"),
        ("10-K405/A", "II", "7A", "10-K:7A", "Item 7A"),
        ("10-Q", "I", "2", "10-Q:I-2", "Part I, Item 2"),
        ("10-Q", "II", "1A", "10-Q:II-1A", "Part II, Item 1A"),
    ],
)
def test_keys_and_labels(form: str, part: str, item: str, key: str, label: str) -> None:
    assert item_key(form, part, item) == key
    assert item_label(form, part, item) == label


def test_a_section_that_is_no_item_has_no_label() -> None:
    assert item_label("10-K", "", "cover") == ""
    assert item_label("8-K", "", "") == ""


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Consolidated Balance Sheets", "balance_sheet"),
        ("CONSOLIDATED STATEMENTS OF FINANCIAL POSITION (in millions)", "balance_sheet"),
        ("Consolidated Statements of Operations", "income"),
        ("Consolidated Statement of Earnings", "income"),
        ("Consolidated Statements of Cash Flows", "cash_flow"),
        ("Consolidated Statements of Shareholders\u2019 Equity", "equity"),
        ("Notes to the accounts", ""),
        ("The consolidated balance sheets show " + "very much " * 20, ""),
        ("", ""),
    ],
)
def test_statement_of(text: str, statement: str) -> None:
    assert statement_of(text) == statement
