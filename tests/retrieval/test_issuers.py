from __future__ import annotations

import pytest

from finsagent.retrieval.issuers import IssuerNames, load_nicknames, name_forms, name_key
from tests.retrieval.filings import filing

FILINGS = [
    filing("Halden Tool Works, Inc.", 2023, ticker="HALD", cik="900001"),
    filing("Brightmoor Foods Corporation", 2023, ticker="BMFD", aliases=("Ashgrove Dairy Co.",)),
    filing("Johnson & Johnson", 2023, cik="200406", ticker="JNJ"),
    filing("American Express Company", 2023, cik="4962"),
    filing("Best Buy Co., Inc.", 2023, cik="764478"),
    filing("Berkshire Hathaway Inc.", 2023, cik="1067983"),
    filing("Meta Platforms, Inc.", 2023, cik="1326801"),
    filing("Target Corporation", 2023, cik="27419", ticker="TGT"),
    filing("General Mills, Inc.", 2023, cik="40704"),
]


@pytest.fixture(scope="module")
def names() -> IssuerNames:
    return IssuerNames.build(FILINGS)


def found(names: IssuerNames, text: str, *, seen: int = 0) -> tuple[str, ...]:
    mentions = names.find(text, frequency=lambda phrase: seen, is_topic=lambda phrase: False)
    return tuple(names.label(m.issuer) for m in mentions.found)


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("What was HALD's revenue?", "Halden Tool Works, Inc."),
        ("What was $HALD revenue?", "Halden Tool Works, Inc."),
        ("What was Halden Tool Works' revenue?", "Halden Tool Works, Inc."),
        ("What did Halden earn?", "Halden Tool Works, Inc."),
        ("what did halden tool works earn?", "Halden Tool Works, Inc."),
        ("What did Ashgrove Dairy earn?", "Brightmoor Foods Corporation"),
        ("What did Brightmoor\u2019s dairy unit earn?", "Brightmoor Foods Corporation"),
        ("What is JnJ's tax rate?", "Johnson & Johnson"),
        ("What is Johnson and Johnson's tax rate?", "Johnson & Johnson"),
        ("How large is AMEX's loan book?", "American Express Company"),
        ("How many Best Buy's stores closed?", "Best Buy Co., Inc."),
        ("What is BRK.B's float?", "Berkshire Hathaway Inc."),
        ("What is BRK-B's float?", "Berkshire Hathaway Inc."),
        ("What is BRKB's float?", "Berkshire Hathaway Inc."),
        ("What did FB earn?", "Meta Platforms, Inc."),
        ("What did Facebook earn?", "Meta Platforms, Inc."),
        ("What did META earn?", "Meta Platforms, Inc."),
        ("How many stores has Target?", "Target Corporation"),
    ],
)
def test_an_issuer_is_found_by_each_of_its_names(names: IssuerNames, text: str, company: str) -> None:
    assert found(names, text) == (company,)


@pytest.mark.parametrize(
    "text",
    [
        "What is the target for margin?",
        "What was the best quarter to buy shares?",
        "Which general expenses grew?",
        "What was free cash flow in FY2023?",
    ],
)
def test_ordinary_words_name_nobody(names: IssuerNames, text: str) -> None:
    assert found(names, text) == ()


def test_two_issuers_in_their_order(names: IssuerNames) -> None:
    assert found(names, "Compare Halden's and Brightmoor's R&D in 2023") == (
        "Halden Tool Works, Inc.",
        "Brightmoor Foods Corporation",
    )


def test_a_mention_says_where_it_stands(names: IssuerNames) -> None:
    text = "What did Halden Tool Works earn?"
    mention = names.find(text, frequency=lambda p: 0, is_topic=lambda p: False).found[0]
    assert text[mention.start : mention.end] == mention.words == "Halden Tool Works"


@pytest.mark.parametrize(
    "text", ["What was Zorbex's revenue?", "How much did Zorbex Inc. earn in 2023?", "Zorbex capex 2022"]
)
def test_a_name_that_no_filing_knows_is_a_stranger(names: IssuerNames, text: str) -> None:
    mentions = names.find(text, frequency=lambda phrase: 0, is_topic=lambda phrase: False)
    assert mentions.found == ()
    assert len(mentions.unknown) == 1
    assert mentions.unknown[0].startswith("Zorbex")


def test_a_well_known_issuer_that_is_not_indexed_is_a_stranger_however_often_it_is_written_of(
    names: IssuerNames,
) -> None:
    mentions = names.find("What did Boeing earn?", frequency=lambda phrase: 500, is_topic=lambda phrase: False)
    assert mentions.unknown == ("Boeing",)


def test_a_product_that_the_filings_write_of_is_no_stranger(names: IssuerNames) -> None:
    mentions = names.find("How did Kryptolite sell?", frequency=lambda phrase: 40, is_topic=lambda phrase: False)
    assert mentions.unknown == ()


def test_a_financial_term_is_no_stranger(names: IssuerNames) -> None:
    mentions = names.find("What was Goodwill?", frequency=lambda phrase: 0, is_topic=lambda p: p == "Goodwill")
    assert mentions.unknown == ()


def test_a_misspelt_name_is_found_and_marked(names: IssuerNames) -> None:
    mentions = names.find("What did Brightmor earn?", frequency=lambda phrase: 0, is_topic=lambda phrase: False)
    assert [(m.issuer, m.fuzzy) for m in mentions.found] == [("brightmoor", True)]
    assert mentions.unknown == ()


def test_near_names_are_offered_for_a_stranger(names: IssuerNames) -> None:
    mentions = names.find("What did Brightmere earn?", frequency=lambda phrase: 0, is_topic=lambda phrase: False)
    assert mentions.found == ()
    assert "Brightmoor Foods Corporation" in mentions.near


@pytest.mark.parametrize(
    ("given", "issuer"),
    [
        ("HALD", "900001"),
        ("hald", "900001"),
        ("900001", "900001"),
        ("0000900001", "900001"),
        ("Halden", "900001"),
        ("BRK/B", "1067983"),
        ("BRK.B", "1067983"),
    ],
)
def test_a_parameter_is_ticker_cik_or_name(names: IssuerNames, given: str, issuer: str) -> None:
    assert names.resolve(given) == (issuer,)


@pytest.mark.parametrize("given", ["ZZZZ", "", "  ", "123456789"])
def test_a_parameter_that_names_nobody(names: IssuerNames, given: str) -> None:
    assert names.resolve(given) == ()


def test_an_issuer_without_cik_in_its_filings_is_not_found_by_number(names: IssuerNames) -> None:
    assert names.resolve("brightmoor") == ("brightmoor",)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Johnson & Johnson's", "johnsonandjohnson"),
        ("Amazon.com", "amazon"),
        ("BRK.B", "brkb"),
        ("$AAPL", "aapl"),
        ("  3M  ", "3m"),
        ("\u2014", ""),
    ],
)
def test_name_key(name: str, key: str) -> None:
    assert name_key(name) == key


def test_a_name_is_known_by_its_short_forms() -> None:
    assert name_forms("The Halden Tool Works Company, Inc.") == {
        "thehaldentoolworkscompanyinc",
        "haldentoolworkscompanyinc",
        "haldentoolworkscompany",
        "haldentoolworks",
        "halden",
    }


def test_a_first_word_that_many_share_is_no_short_form() -> None:
    assert "general" not in name_forms("General Mills, Inc.")
    assert "american" not in name_forms("American Express Company")


def test_nicknames_belong_to_one_issuer_each() -> None:
    held: dict[str, set[str]] = {}
    for cik, own in load_nicknames().items():
        assert cik.isdigit()
        for name in own:
            held.setdefault(name_key(name), set()).add(cik)
    assert {key: ciks for key, ciks in held.items() if len(ciks) > 1} == {}
