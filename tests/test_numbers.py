from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from finsagent.numbers import find_numbers, find_scale, format_value, parse_cell, round_half_up, same_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234", "1234"),
        ("(1,234)", "-1234"),
        ("$ 5,363", "5363"),
        ("$(1.09)", "-1.09"),
        ("($1.09)", "-1.09"),
        ("1,234(1)", "1234"),
        ("1,234 (2)", "1234"),
        ("(1,234)(2)", "-1234"),
        ("1,234*", "1234"),
        ("12.3%", "12.3"),
        ("(5.2)%", "-5.2"),
        ("(5.2%)", "-5.2"),
        ("\u2212 7", "-7"),
        ("-7", "-7"),
        ("\u2014", "0"),
        ("$\u2014", "0"),
        ("\u2014%", "0"),
        (".62", "0.62"),
        ("\u20ac 1,5", None),
        ("nm", None),
        ("N/A", None),
        ("", None),
        ("Total", None),
        ("10-K", None),
        ("2018 and 2017", None),
    ],
)
def test_cells(text: str, value: str | None) -> None:
    number = parse_cell(text)
    assert (None if number is None else number.value) == (None if value is None else Decimal(value))


def test_the_span_of_a_cell_leaves_the_footnote_out() -> None:
    number = parse_cell(" 1,234(1) ")
    assert number is not None
    assert " 1,234(1) "[number.start : number.end] == "1,234"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("revenue of $1.5 billion in the year", ["1500000000"]),
        ("1,500 million", ["1500000000"]),
        ("$1,500,000,000", ["1500000000"]),
        ("fell 12.3% to $(4.5) million", ["12.3", "-4500000"]),
        ("rose 3 percent", ["3"]),
        ("a 10-K or Form 8-K for Q2", []),
        ("a cash dividend of $0.55 per share", ["0.55"]),
        ("up by $3 million (5.5%)", ["3000000", "5.5"]),
        ("a loss of (1,234)", ["-1234"]),
        ("notes due 2026 (2028 for others)", ["2026", "2028"]),
        ("about $40bn", ["40000000000"]),
    ],
)
def test_numbers_in_text(text: str, amounts: list[str]) -> None:
    assert [number.amount for number in find_numbers(text)] == [Decimal(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("(In millions, except per share data)", 10**6),
        ("Consolidated Balance Sheets (in thousands)", 10**3),
        ("(Millions)", 10**6),
        ("(Dollars in billions)", 10**9),
        ("($000's)", 10**3),
        ("Amounts expressed in thousands of U.S. dollars", 10**3),
        ("Customers numbered two million", None),
        ("Net sales", None),
    ],
)
def test_scales(text: str, scale: int | None) -> None:
    assert find_scale(text) == (None if scale is None else Decimal(scale))


def test_formats_in_the_asked_unit() -> None:
    assert format_value(Decimal("1577000000"), "USD", scale="million") == "$1,577 million"
    assert format_value(Decimal("8738000000"), "USD", scale="billion", digits=2) == "$8.74 billion"
    assert format_value(Decimal("-473000000"), "USD", scale="million") == "-$473 million"
    assert format_value(Decimal("5.37"), "percent", digits=1) == "5.4%"
    assert format_value(Decimal("24.2581"), "ratio", digits=2) == "24.26"
    assert format_value(Decimal("42.6905"), "days", digits=2) == "42.69 days"
    assert format_value(Decimal("2.63"), "USD/share") == "$2.63 per share"
    assert format_value(Decimal("12300"), "count") == "12,300"
    assert format_value(Decimal("45000"), "EUR") == "EUR 45,000"


def test_rounding_is_half_up_and_compares_shown_digits() -> None:
    assert round_half_up(Decimal("0.125"), 2) == Decimal("0.13")
    assert same_number(Decimal("5.4"), Decimal("5.37"), digits=1)
    assert not same_number(Decimal("5.4"), Decimal("5.32"), digits=1)


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_a_formatted_amount_reads_back(amount: int) -> None:
    shown = format_value(Decimal(amount), "USD", digits=0)
    number = parse_cell(shown)
    assert number is not None
    assert number.value == amount


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    parse_cell(text)
    find_scale(text)
    for number in find_numbers(text):
        assert 0 <= number.start < number.end <= len(text)


AMOUNTS = st.decimals(min_value=0, max_value=10**11, places=2, allow_nan=False) | st.integers(0, 10**12).map(Decimal)
MARKS = st.sampled_from(["", "(1)", " (a)", "*", " (2), (3)", "[4]", "\u2020", "\u00b2"])


@given(
    amount=AMOUNTS,
    symbol=st.sampled_from(["", "$", "$ ", "\u20ac", "US$"]),
    sign=st.sampled_from(["", "()", "-", "\u2212", "\u2013"]),
    inside=st.booleans(),
    mark=MARKS,
    space=st.sampled_from(["", " ", "\u00a0"]),
)
def test_every_way_to_print_an_amount_is_read(
    amount: Decimal, symbol: str, sign: str, inside: bool, mark: str, space: str
) -> None:
    # "(1)(2)" alone are two notes, no negative amount with one.
    assume(not (sign == "()" and mark.lstrip().startswith("(") and amount < 100 and amount == int(amount)))
    digits = f"{amount:,}"
    if sign == "()":
        shown = f"({symbol}{digits})" if inside else f"{symbol}({digits})"
    else:
        shown = f"{sign}{symbol}{digits}" if inside else f"{symbol}{sign}{digits}"
    number = parse_cell(f"{space}{shown}{mark}{space}")
    assert number is not None
    assert number.value == (-amount if sign and amount else amount)
    assert f"{space}{shown}{mark}"[number.start : number.end] == shown


@given(amount=st.decimals(0, 1000, places=1), negative=st.booleans(), mark=st.sampled_from(["%", " %", "x", " bps"]))
def test_ratios_keep_their_mark(amount: Decimal, negative: bool, mark: str) -> None:
    shown = f"({amount}{mark})" if negative else f"{amount}{mark}"
    number = parse_cell(shown)
    assert number is not None
    assert number.value == (-amount if negative and amount else amount)
    assert number.mark == {"%": "%", " %": "%", "x": "x", " bps": "bp"}[mark]
