from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.domain import Fact, FactSource, Filing
from finsagent.index.bundle import Bundle
from finsagent.index.facts import FactStore
from finsagent.index.history import Reported, report, same_value
from tests.index.content import ENCODER, filing_content
from tests.retrieval.filings import filing

REVENUE, CASH, EPS = "us-gaap:Revenues", "us-gaap:Cash", "us-gaap:EarningsPerShareBasic"
YEAR = (date(2023, 1, 1), date(2023, 12, 31))
NINE = (date(2023, 1, 1), date(2023, 9, 30))
SIX = (date(2023, 1, 1), date(2023, 6, 30))
THREE = (date(2023, 1, 1), date(2023, 3, 31))
Q3 = (date(2023, 7, 1), date(2023, 9, 30))

ANNUAL = filing("Acme", 2023, cik="7", filed=date(2024, 2, 20))
NEXT = filing("Acme", 2024, cik="7", filed=date(2025, 2, 20))
AMENDED = replace(filing("Acme", 2023, form="10-K/A", cik="7", filed=date(2024, 5, 1)), id="amended")
QUARTER = filing("Acme", 2023, form="10-Q", period="Q3", cik="7", end=date(2023, 9, 30), filed=date(2023, 11, 1))


def fact(
    of: Filing,
    value: str,
    period: tuple[date | None, date] = YEAR,
    *,
    concept: str = REVENUE,
    unit: str = "USD",
    decimals: int | None = 0,
    source: FactSource = "xbrl",
) -> Fact:
    return Fact(
        filing=of.id, concept=concept, label="", value=Decimal(value), unit=unit, decimals=decimals, start=period[0],
        end=period[1], source=source, trust=1.0 if source == "xbrl" else 0.9,
    )  # fmt: skip


@pytest.fixture
def told(tmp_path: Path) -> Iterator[object]:
    opened: list[Bundle] = []

    def write(*facts: Fact) -> FactStore:
        contents = [
            replace(filing_content(one.id, ["Words."]), filing=one, facts=tuple(f for f in facts if f.filing == one.id))
            for one in (ANNUAL, NEXT, AMENDED, QUARTER)
        ]
        Bundle.write(tmp_path, contents=contents, encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
        opened.append(Bundle.open(tmp_path))
        return opened[-1].facts

    yield write
    for bundle in opened:
        bundle.close()


def lines(found: Sequence[Reported]) -> list[tuple[str, str, str, bool]]:
    return [(one.filing.id, str(one.fact.value), one.status, one.current) for one in found]


def test_as_first_reported_and_as_restated(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "100"), fact(NEXT, "97"), fact(NEXT, "120", (date(2024, 1, 1), date(2024, 12, 31))))
    assert lines(report(store, issuer="7", concepts=[REVENUE], year=2023, period="FY")) == [
        (ANNUAL.id, "100", "first", False),
        (NEXT.id, "97", "restated", True),
    ]


def test_the_same_value_again_is_no_restatement(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "100"), fact(NEXT, "100"))
    assert [line[2:] for line in lines(report(store, issuer="7", concepts=[REVENUE], year=2023))] == [
        ("first", True),
        ("repeated", False),
    ]


def test_going_over_to_millions_is_no_restatement(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "630587000", decimals=None), fact(NEXT, "631000000", decimals=None))
    assert [one.status for one in report(store, issuer="7", concepts=[REVENUE])] == ["first", "repeated"]


def test_an_amendment_restates_only_what_it_gives(told) -> None:  # type: ignore[no-untyped-def]
    cash = (None, date(2023, 12, 31))
    store = told(
        fact(ANNUAL, "100"),
        fact(ANNUAL, "30", cash, concept=CASH),  # type: ignore[arg-type]
        fact(AMENDED, "99"),
    )
    assert lines(report(store, issuer="7", concepts=[REVENUE])) == [
        (ANNUAL.id, "100", "first", False),
        (AMENDED.id, "99", "restated", True),
    ]
    assert lines(report(store, issuer="7", concepts=[CASH])) == [(ANNUAL.id, "30", "first", True)]


def test_a_filing_that_gives_two_values_is_in_conflict(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "100"), fact(ANNUAL, "110"))
    assert [one.status for one in report(store, issuer="7", concepts=[REVENUE])] == ["first", "conflicting"]


def test_the_fourth_quarter_is_the_year_minus_nine_months_and_says_so(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "100", decimals=-1), fact(QUARTER, "70", NINE, decimals=0))
    (fourth,) = report(store, issuer="7", concepts=[REVENUE], year=2023, period="Q4")
    assert (fourth.fact.value, fourth.fact.source, fourth.fact.decimals) == (Decimal(30), "derived", -1)
    assert (fourth.fact.start, fourth.fact.end) == (date(2023, 10, 1), date(2023, 12, 31))
    assert [part.value for part in fourth.parts] == [Decimal(100), Decimal(70)]
    assert fourth.fact.span is None


def test_a_quarter_from_the_years_to_date(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(QUARTER, "70", NINE), fact(QUARTER, "45", SIX), fact(QUARTER, "20", THREE))
    found = report(store, issuer="7", concepts=[REVENUE], year=2023)
    assert [(one.span.period, str(one.fact.value)) for one in found if one.fact.source == "derived"] == [
        ("Q2", "25"),
        ("Q3", "25"),
    ]


def test_a_quarter_that_is_filed_is_not_derived(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(QUARTER, "70", NINE), fact(QUARTER, "45", SIX), fact(QUARTER, "26", Q3))
    found = report(store, issuer="7", concepts=[REVENUE], year=2023, period="Q3")
    assert [(one.span.kind, str(one.fact.value), one.fact.source) for one in found] == [
        ("to_date", "70", "xbrl"),
        ("quarter", "26", "xbrl"),
    ]


def test_amounts_a_share_are_never_subtracted(told) -> None:  # type: ignore[no-untyped-def]
    store = told(
        fact(ANNUAL, "4.00", concept=EPS, unit="USD/shares"),
        fact(QUARTER, "2.90", NINE, concept=EPS, unit="USD/shares"),
    )
    assert report(store, issuer="7", concepts=[EPS], year=2023, period="Q4") == []


def test_a_value_read_from_a_table_never_replaces_a_tagged_one(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "100"), fact(NEXT, "98", source="table"))
    assert [(one.status, one.current) for one in report(store, issuer="7", concepts=[REVENUE])] == [
        ("first", True),
        ("restated", False),
    ]


def test_a_balance_is_found_under_the_year_and_its_last_quarter(told) -> None:  # type: ignore[no-untyped-def]
    store = told(fact(ANNUAL, "30", (None, date(2023, 12, 31)), concept=CASH))  # type: ignore[arg-type]
    for period in ("FY", "Q4"):
        assert len(report(store, issuer="7", concepts=[CASH], year=2023, period=period)) == 1  # type: ignore[arg-type]


def test_an_issuer_that_is_not_there_has_said_nothing(told) -> None:  # type: ignore[no-untyped-def]
    assert report(told(fact(ANNUAL, "1")), issuer="8", concepts=[REVENUE]) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("383285000000", -6), ("383300000000", -8), True),
        (("383285000000", -6), ("383400000000", -8), False),
        (("0.13", None), ("0.13", 2), True),
        (("1000000", None), ("1400000", None), False),
        (("-5", 0), ("5", 0), False),
    ],
)
def test_values_agree_to_the_less_precise(
    one: tuple[str, int | None], other: tuple[str, int | None], *, same: bool
) -> None:
    left, right = (fact(ANNUAL, value, decimals=decimals) for value, decimals in (one, other))
    assert same_value(left, right) is same
