from __future__ import annotations

from datetime import date

import pytest

from finsagent.forms import (
    ITEMS,
    TEN_K,
    TEN_KSB,
    TEN_Q,
    TEN_QSB,
    base_form,
    is_amendment,
    item_key,
    item_label,
    items_of,
    statement_of,
)


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("10-K", "10-K"),
        ("10-k", "10-K"),
        ("10-K/A", "10-K"),
        ("10-K405", "10-K"),
        ("10-K405/A", "10-K"),
        ("10-KSB", "10-K"),
        ("10KSB/A", "10-K"),
        ("10-KT405", "10-K"),
        ("10-QT", "10-Q"),
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
        ("10-KSB", "II", "6", "10-K:7", "Item 6"),
        ("10-KSB", "II", "7", "10-K:8", "Item 7"),
        ("10-QSB", "I", "3", "10-Q:I-4", "Part I, Item 3"),
        ("10-K", "I", "officers", "10-K:10", ""),
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
        ("CASH FLOWS STATEMENTS", "cash_flow"),
        ("Notes to the accounts", ""),
        ("The consolidated balance sheets show " + "very much " * 20, ""),
        ("", ""),
    ],
)
def test_statement_of(text: str, statement: str) -> None:
    assert statement_of(text) == statement


def test_the_forms_of_small_businesses_have_items_like_those_of_the_others() -> None:
    assert items_of("10-KSB/A") is TEN_KSB
    assert items_of("10QSB") is TEN_QSB
    assert items_of("8-K") == ()
    known = {spec.item for spec in TEN_K}
    assert {spec.like for spec in TEN_KSB} <= known


@pytest.mark.parametrize(
    ("day", "without"),
    [
        (date(1994, 9, 30), {"1A", "1B", "1C", "7A", "9A", "9B", "9C", "15", "16"}),
        (date(2003, 12, 31), {"1A", "1B", "1C", "9B", "9C", "16"}),
        (date(2012, 12, 31), {"1C", "9C", "16"}),
        (date(2024, 12, 31), set()),
    ],
)
def test_items_are_due_from_their_time_on(day: date, without: set[str]) -> None:
    assert {spec.item for spec in TEN_K} - {spec.item for spec in items_of("10-K", day)} == without


def test_a_heading_tells_which_title_an_item_had() -> None:
    titles = {spec.item: spec for spec in TEN_K}
    assert (
        titles["4"].title_for("ITEM 4. SUBMISSION OF MATTERS TO A VOTE")
        == "Submission of Matters to a Vote of Security Holders"
    )
    assert titles["4"].title_for("Item 4. (Removed and Reserved)") == "[Reserved]"
    assert titles["14"].title_for("Item 14. Controls and Procedures") == "Controls and Procedures"
    assert titles["14"].title_for("Item 14. Principal Accounting Fees") == "Principal Accountant Fees and Services"
