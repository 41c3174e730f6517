from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finsagent.text import fold, tokens, well_formed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10-K", ["10k"]),
        ("10K", ["10k"]),
        ("Form 10-K.", ["form", "10k"]),
        ("10-Q", ["10q"]),
        ("8-k", ["8k"]),
        ("10-K405", ["10k405"]),
        ("10-K/A", ["10k/a"]),
        ("revenue.", ["revenu"]),
        ("Revenues,", ["revenu"]),
        ("1234", ["1234"]),
        ("1,234", ["1234"]),
        ("(1,234)", ["1234"]),
        ("$1234", ["1234"]),
        ("$(1,234)", ["1234"]),
        ("1,234,567.89", ["1234567.89"]),
        ("12.5%", ["12.5"]),
        ("1,234(1)", ["1234", "1"]),
        ("U.S.", ["us"]),
        ("US", ["us"]),
        ("R&D", ["rd"]),
        ("AT&T", ["att"]),
        ("company\u2019s", ["compani"]),
        ("company's", ["compani"]),
        ("FY2023-FY2024", ["fy2023", "fy2024"]),
        ("2023/2024", ["2023", "2024"]),
        ("3M", ["3m"]),
        ("year-end", ["year", "end"]),
        ("the of and", []),
        ("", []),
        ("\u2014 \u2022 $ %", []),
        ("\uff11\uff12\uff13", ["123"]),
        ("net\u00a0sales", ["net", "sale"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("10-K's", ["10k"]), ("AT&T's", ["att"])])
def test_a_possessive_changes_no_token(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@settings(deadline=None, derandomize=True)
@given(st.integers(min_value=0, max_value=10**12))
def test_a_number_is_one_token_however_it_is_written(number: int) -> None:
    for written in (
        f"{number}",
        f"{number:,}",
        f"({number:,})",
        f"${number}",
        f"$ {number:,}",
        f"{number:,}.",
        f"{number:,};",
    ):
        assert tokens(written) == [str(number)]


@settings(deadline=None, derandomize=True)
@given(st.sampled_from(["10", "8", "20"]), st.sampled_from("KkQq"), st.sampled_from(["", ".", ",", ")", "?"]))
def test_a_form_is_one_token_with_or_without_hyphen(number: str, letter: str, mark: str) -> None:
    assert tokens(f"{number}-{letter}{mark}") == tokens(f"{number}{letter}") == [f"{number}{letter.lower()}"]


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=80))
def test_any_text_has_clean_tokens(text: str) -> None:
    found = tokens(text)
    assert all(token and token.isascii() and token == token.lower() and not token.split()[1:] for token in found)
    assert found == tokens(text)


@given(st.lists(st.sampled_from(["net sales", "10-K", "1,234", "R&D", "goodwill", "the"]), max_size=6))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_pieces_have_the_tokens_of_the_whole(pieces: list[str]) -> None:
    assert tokens(" ".join(pieces)) == [token for piece in pieces for token in tokens(piece)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("  a\u00a0 b\n\tc ", "a b c"), ("zero\u200bwidth", "zerowidth"), ("\ufeffstart", "start"), ("", "")],
)
def test_fold(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_well_formed_replaces_lone_surrogates_and_nothing_else() -> None:
    text = well_formed("a\ud800b\udfff é \U0001f600")
    assert text == "a\ufffdb\ufffd é \U0001f600"
    assert text.encode()
