"""Routing: the named issuer, year and form, or a refusal that says what is near; never another one silently."""

from __future__ import annotations

from datetime import date

import pytest

from finsagent.domain import Catalogue, Filing, Question, Scope
from finsagent.errors import CallerError
from finsagent.lexicon import load_lexicon
from finsagent.retrieval.scope import ScopeResolver, check_forms
from tests.retrieval.filings import filing

HALDEN = [
    filing("Halden Tool Works, Inc.", year, ticker="HALD", cik="900001", filed=date(year + 1, 2, 20))
    for year in (2020, 2021, 2022, 2023)
] + [
    filing("Halden Tool Works, Inc.", 2024, form="10-Q", period="Q1", end=date(2024, 3, 30), cik="900001",
           ticker="HALD", filed=date(2024, 5, 1)),
    filing("Halden Tool Works, Inc.", 2024, form="10-Q", period="Q2", end=date(2024, 6, 29), cik="900001",
           ticker="HALD", filed=date(2024, 8, 1)),
]  # fmt: skip
BRIGHTMOOR = [
    filing("Brightmoor Foods Corporation", 2022, end=date(2022, 12, 31), filed=date(2023, 3, 1)),
    filing("Brightmoor Foods Corporation", 2023, end=date(2023, 12, 31), filed=date(2024, 3, 1)),
    filing("Brightmoor Foods Corporation", 2023, form="8-K", period=None, end=date(2023, 5, 3), filed=date(2023, 5, 5)),
]
JANUARY = [
    filing("Corvale Stores, Inc.", 2023, end=date(2024, 2, 3), filed=date(2024, 3, 20)),
    filing("Corvale Stores, Inc.", 2024, end=date(2025, 2, 1), filed=date(2025, 3, 20)),
]


def resolve(text: str, filings: list[Filing] | None = None, *, seen: int = 0, **limits: object) -> Scope:
    catalogue = Catalogue(filings=tuple(filings if filings is not None else [*HALDEN, *BRIGHTMOOR, *JANUARY]))
    resolver = ScopeResolver(catalogue=catalogue, lexicon=load_lexicon(), frequency=lambda phrase: seen)
    return resolver.resolve(Question(text=text, **limits))  # type: ignore[arg-type]


def test_only_the_named_issuer_is_searched() -> None:
    scope = resolve("What did Halden say of tariffs in FY2022?")
    assert scope.issuers == ("900001",)
    assert scope.primary == ("halden-10-K-FY2022",)
    assert all(name.startswith("halden") for name in scope.filings)
    assert scope.refusal is None


def test_a_question_on_two_issuers_is_searched_in_both() -> None:
    scope = resolve("Compare Halden's and Brightmoor's R&D in 2023")
    assert scope.primary == ("halden-10-K-FY2023", "brightmoor-10-K-FY2023")
    assert set(scope.issuers) == {"900001", "brightmoor"}


def test_a_year_asked_after_another_never_gets_the_other() -> None:
    catalogue = Catalogue(filings=tuple(HALDEN))
    resolver = ScopeResolver(catalogue=catalogue, lexicon=load_lexicon(), frequency=lambda phrase: 0)
    for year in (2022, 2023, 2021, 2023, 2022):
        scope = resolver.resolve(Question(text=f"What was Halden's revenue in fiscal {year}?"))
        assert scope.filings == (f"halden-10-K-FY{year}",)


def test_an_issuer_that_is_not_indexed_is_refused_with_what_is() -> None:
    scope = resolve("What was Zorbex's revenue in 2023?")
    assert scope.refusal_code == "unknown_issuer"
    assert scope.filings == ()
    assert "Zorbex" in str(scope.refusal)
    assert scope.near == ("Brightmoor Foods Corporation", "Corvale Stores, Inc.", "Halden Tool Works, Inc.")


def test_a_refusal_names_the_nearest_issuer() -> None:
    scope = resolve("What was Brightmere's revenue in 2023?")
    assert scope.refusal_code == "unknown_issuer"
    assert scope.near == ("Brightmoor Foods Corporation",)


def test_one_of_two_issuers_not_indexed_is_said() -> None:
    scope = resolve("Compare Halden and Zorbex Inc. in 2023")
    assert scope.issuers == ("900001",)
    assert any("Zorbex" in note for note in scope.notes)


def test_a_misspelt_issuer_is_said() -> None:
    scope = resolve("What was Brightmor's revenue in 2023?")
    assert scope.issuers == ("brightmoor",)
    assert "Read 'Brightmor' as Brightmoor Foods Corporation." in scope.notes


def test_a_year_that_is_not_indexed_is_refused_with_those_that_are() -> None:
    scope = resolve("What was Halden's revenue in FY2015?")
    assert scope.refusal_code == "not_indexed"
    assert scope.filings == ()
    assert "FY2015" in str(scope.refusal)
    assert "Halden Tool Works, Inc. 10-K FY2023" in scope.near


def test_a_year_before_the_first_report_is_read_from_its_earlier_columns_and_said() -> None:
    scope = resolve("What was Halden's revenue in FY2019?")
    assert scope.primary == ("halden-10-K-FY2020",)
    assert any("earlier-year columns" in note for note in scope.notes)


def test_no_period_named_takes_the_newest_annual_report_and_says_so() -> None:
    scope = resolve("Who audits Halden?")
    assert scope.primary == ("halden-10-K-FY2023",)
    assert len(scope.filings) == 6
    assert any("No period named" in note for note in scope.notes)


def test_the_latest_is_the_newest_filing() -> None:
    assert resolve("What is Halden's latest cash balance?").primary == ("halden-10-Q-Q22024",)


def test_a_quarter_is_that_quarters_report() -> None:
    scope = resolve("What was Halden's revenue in Q2 of FY2024?")
    assert scope.filings == ("halden-10-Q-Q22024",)
    assert scope.fiscal_periods == ("Q2",)


def test_a_quarter_without_its_report_is_read_from_the_annual_one_and_said() -> None:
    scope = resolve("What was Halden's revenue in Q3 of FY2022?")
    assert scope.primary == ("halden-10-K-FY2022",)
    assert any("Q3 FY2022" in note for note in scope.notes)


def test_a_quarter_that_nothing_shows_is_refused() -> None:
    assert resolve("What was Halden's revenue in Q3 of FY2024?").refusal_code == "not_indexed"


def test_a_date_that_ends_a_period_leads_to_its_report() -> None:
    assert resolve("What was Halden's cash as of December 31, 2021?").filings == ("halden-10-K-FY2021",)


def test_an_event_near_a_date_leads_to_its_report() -> None:
    scope = resolve("What did Brightmoor announce on May 2, 2023?")
    assert scope.filings == ("brightmoor-8-K-None2023",)


def test_the_year_is_the_issuers_own() -> None:
    scope = resolve("What was Corvale's revenue in fiscal 2024?")
    assert scope.primary == ("corvale-10-K-FY2024",)


def test_the_calendar_year_of_a_january_year_end_leads_there_when_no_other_year_does() -> None:
    assert resolve("What was Corvale's revenue in fiscal 2025?").primary == ("corvale-10-K-FY2024",)


def test_several_years_take_the_newest_report_first() -> None:
    scope = resolve("How did Halden's revenue change from 2021 to 2023?")
    assert scope.primary == ("halden-10-K-FY2023",)
    assert scope.fiscal_years == (2021, 2022, 2023)
    assert set(scope.filings) == {"halden-10-K-FY2021", "halden-10-K-FY2022", "halden-10-K-FY2023"}


def test_what_lies_ahead_of_a_year_is_read_from_the_year_before() -> None:
    scope = resolve("What capex does Brightmoor forecast for FY2024?")
    assert scope.primary == ("brightmoor-10-K-FY2023",)
    assert any("ahead of FY2024" in note for note in scope.notes)


# --- forms and amendments


def test_a_named_form_is_kept_to() -> None:
    scope = resolve("What does Halden's 10-Q say of tariffs?")
    assert scope.forms == ("10-Q",)
    assert set(scope.filings) == {"halden-10-Q-Q12024", "halden-10-Q-Q22024"}


def test_a_named_form_that_is_not_indexed_is_said() -> None:
    scope = resolve("What does Halden's 8-K say of tariffs?")
    assert any("No 8-K" in note for note in scope.notes)


def test_a_required_form_that_is_not_indexed_is_refused() -> None:
    scope = resolve("What of tariffs at Halden?", forms=("8-K",))
    assert scope.refusal_code == "not_indexed"
    assert "8-K" in str(scope.refusal)


def test_an_amendment_that_is_newer_does_not_replace_its_report() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2023, form="10-K/A", cik="900001", filed=date(2024, 4, 28))
    scope = resolve("What was Halden's revenue in FY2023?", [*HALDEN, amendment])
    assert scope.primary == ("halden-10-K-FY2023",)
    assert "halden-10-K/A-FY2023" in scope.filings


def test_without_a_period_the_report_comes_before_its_newer_amendment() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2023, form="10-K/A", cik="900001", filed=date(2024, 4, 28))
    scope = resolve("How is Halden's chief executive paid?", [*HALDEN, amendment])
    assert scope.primary == ("halden-10-K-FY2023",)
    assert "halden-10-K/A-FY2023" in scope.filings


def test_an_amendment_alone_answers() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2023, form="10-K/A", cik="900001")
    assert resolve("How is Halden's chief executive paid?", [amendment]).filings == ("halden-10-K/A-FY2023",)


# --- limits of the caller


@pytest.mark.parametrize("given", ["HALD", "hald", "900001", "0000900001", "Halden Tool Works"])
def test_a_ticker_of_the_caller_wins(given: str) -> None:
    scope = resolve("What was the revenue in FY2022?", tickers=(given,))
    assert scope.issuers == ("900001",)


def test_an_unknown_ticker_is_refused() -> None:
    scope = resolve("What was revenue in FY2022?", tickers=("HALD", "ZZZZ"))
    assert scope.refusal_code == "unknown_issuer"
    assert "ZZZZ" in str(scope.refusal)
    assert scope.near


def test_years_of_the_caller_win() -> None:
    scope = resolve("What was Halden's revenue in FY2022?", fiscal_years=(2021,))
    assert scope.primary == ("halden-10-K-FY2021",)


def test_years_of_the_caller_that_are_not_indexed_are_refused() -> None:
    assert resolve("What was revenue?", fiscal_years=(2010,)).refusal_code == "not_indexed"


def test_nothing_filed_after_as_of_is_used() -> None:
    scope = resolve("Who audits Halden?", as_of=date(2022, 12, 31))
    assert scope.primary == ("halden-10-K-FY2021",)
    assert set(scope.filings) == {"halden-10-K-FY2021", "halden-10-K-FY2020"}


def test_a_date_before_all_filings_is_refused() -> None:
    assert resolve("Who audits Halden?", as_of=date(1999, 1, 1)).refusal_code == "not_indexed"


def test_as_of_leaves_nothing_to_search() -> None:
    scope = resolve("What was revenue?", as_of=date(1999, 1, 1))
    assert scope.filings == ()


# --- nothing named


def test_no_issuer_searches_everything_and_says_so() -> None:
    scope = resolve("Which risk factors mention tariffs?")
    assert len(scope.filings) == len(HALDEN) + len(BRIGHTMOOR) + len(JANUARY)
    assert scope.primary == ()
    assert any("No issuer named" in note for note in scope.notes)


def test_no_issuer_but_a_year_searches_that_year() -> None:
    scope = resolve("Which risk factors mention tariffs in FY2022?")
    assert set(scope.filings) == {"halden-10-K-FY2022", "brightmoor-10-K-FY2022"}


def test_no_issuer_and_a_year_that_is_not_indexed_is_said_or_refused() -> None:
    scope = resolve("Which risk factors mention tariffs in FY2010?")
    assert scope.refusal_code == "not_indexed" or any("2010" in note for note in scope.notes)


def test_no_issuer_and_two_years_of_the_caller_search_both() -> None:
    scope = resolve("Which risk factors mention tariffs?", fiscal_years=(2021, 2023))
    assert {"halden-10-K-FY2021", "halden-10-K-FY2023", "brightmoor-10-K-FY2023"} <= set(scope.filings)


def test_a_required_amendment_is_not_answered_from_the_original() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2023, form="10-K/A", cik="900001", filed=date(2024, 4, 28))
    scope = resolve("How is Halden's chief executive paid in FY2023?", [*HALDEN, amendment], forms=("10-K/A",))
    assert scope.primary == ("halden-10-K/A-FY2023",)


def test_an_amendment_whose_report_is_not_indexed_answers_for_its_year() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2023, form="10-K/A", cik="900001", filed=date(2024, 4, 28))
    scope = resolve("How was Halden's chief executive paid in FY2023?", [HALDEN[0], HALDEN[1], amendment])
    assert scope.refusal is None
    assert "halden-10-K/A-FY2023" in scope.filings


def test_an_amendment_of_another_year_is_no_evidence() -> None:
    amendment = filing("Halden Tool Works, Inc.", 2021, form="10-K/A", cik="900001", filed=date(2022, 4, 28))
    scope = resolve("How was Halden's chief executive paid in FY2023?", [*HALDEN, amendment])
    assert "halden-10-K/A-FY2021" not in scope.filings


@pytest.mark.parametrize("text", ["What of BRK.B in 2023?", "What of BRK-B in 2023?", "What of Berkshire in 2023?"])
def test_one_issuer_under_all_its_names(text: str) -> None:
    filings = [filing("Berkshire Hathaway Inc.", 2023, cik="1067983"), *HALDEN]
    assert resolve(text, filings).issuers == ("1067983",)


def test_a_renamed_issuer_is_found_under_its_old_name_in_all_years() -> None:
    filings = [
        filing("Facebook, Inc.", 2020, cik="1326801", aliases=("Meta Platforms, Inc.",)),
        filing("Meta Platforms, Inc.", 2023, cik="1326801", aliases=("Facebook, Inc.",)),
    ]
    for name in ("FB", "Facebook", "Meta", "META"):
        assert resolve(f"What was {name}'s revenue in FY2023?", filings).primary == ("meta-10-K-FY2023",)
        assert resolve(f"What was {name}'s revenue in FY2020?", filings).primary == ("facebook-10-K-FY2020",)


@pytest.mark.parametrize(
    "text",
    [
        "What was Halden's revenue in FY2022?",
        "What did halden earn in 2022?",
        "HALD: revenue 2022",
        "In 2022, how did revenue of Halden Tool Works, Inc. change?",
        "Compare Halden with Zorbex Inc. for FY2022",
    ],
)
def test_no_other_issuer_is_ever_in_the_scope_of_a_named_one(text: str) -> None:
    scope = resolve(text)
    assert scope.filings
    assert all(name.startswith("halden") for name in scope.filings)


@pytest.mark.parametrize("form", ["10-K", "10-q", "8-K", "EARNINGS", "10-K/A"])
def test_form_names(form: str) -> None:
    check_forms([form])


@pytest.mark.parametrize("form", ["", "10-K; DROP TABLE", "-", "x" * 13])
def test_what_is_no_form_name_is_refused(form: str) -> None:
    with pytest.raises(CallerError, match="not a form type"):
        check_forms([form])


# --- what no filing can answer


@pytest.mark.parametrize(
    ("text", "primary"),
    [
        ("Halden's net sales for the quarter ended June 30, 2024", ("halden-10-Q-Q22024",)),
        ("Halden's net sales for the three months ended March 30, 2024", ("halden-10-Q-Q12024",)),
        ("Halden's total assets as of December 31, 2022", ("halden-10-K-FY2022",)),
        ("Halden's net sales for the quarter ended June 30, 2023", ("halden-10-K-FY2023",)),
    ],
)
def test_a_period_by_its_last_day(text: str, primary: tuple[str, ...]) -> None:
    scope = resolve(text)
    assert scope.refusal is None
    assert set(primary) <= set(scope.filings)


@pytest.mark.parametrize(
    "text",
    [
        "Halden's net sales for the quarter ended September 30, 2023",
        "Halden's net sales for the three months ended September 28, 2024",
        "Halden's total assets as of March 31, 2021",
    ],
)
def test_a_day_that_no_filing_shows_is_never_answered_from_the_whole_year(text: str) -> None:
    assert resolve(text).refusal_code == "not_indexed"


@pytest.mark.parametrize("quarter", ["Q7 2023", "Q5 FY2023", "the fifth quarter of 2023"])
def test_a_quarter_that_no_year_has_is_refused(quarter: str) -> None:
    scope = resolve(f"What was Halden's revenue in {quarter}?")
    assert scope.refusal_code == "contradiction"
    assert "four quarters" in (scope.refusal or "")


def test_a_request_that_contradicts_its_question_is_refused() -> None:
    scope = resolve("What was Brightmoor's revenue in FY2022?", tickers=("HALD",))
    assert scope.refusal_code == "contradiction"
    assert "Brightmoor" in (scope.refusal or "")


def test_years_that_contradict_the_question_are_noted() -> None:
    scope = resolve("What was Halden's revenue in FY2022?", fiscal_years=(2021,))
    assert scope.primary == ("halden-10-K-FY2021",)
    assert any("FY2022" in note and "FY2021" in note for note in scope.notes)


def test_one_of_two_years_that_is_not_indexed_is_named() -> None:
    scope = resolve("What was Halden's revenue in FY2022 and in FY1987?")
    assert scope.primary == ("halden-10-K-FY2022",)
    assert any("FY1987" in note for note in scope.notes)


@pytest.mark.parametrize(
    "text", ["what was revenue of apple in fiscal 2024?", "apple revenue 2024", "did target grow in 2023?"]
)
def test_a_well_known_issuer_that_is_not_indexed_is_refused_without_capitals(text: str) -> None:
    assert resolve(text).refusal_code == "unknown_issuer"
