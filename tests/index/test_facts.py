from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.index.bundle import Bundle, verify
from finsagent.index.facts import EVERY_SOURCE, FactStore
from tests.index.content import ENCODER, fact, filing_content

REVENUE, ASSETS = "us-gaap:Revenues", "us-gaap:Assets"
IPHONE = (("srt:ProductOrServiceAxis", "aapl:IPhoneMember"),)


@pytest.fixture
def facts(tmp_path: Path) -> Iterator[FactStore]:
    apple = replace(
        filing_content("apple", ["Words."]),
        facts=(
            fact("apple", REVENUE, "383"),
            fact("apple", REVENUE, "200", member="aapl:IPhoneMember"),
            fact("apple", ASSETS, "352", instant=True),
        ),
    )
    best = replace(filing_content("best", ["Words."]), facts=(fact("best", REVENUE, "46"),))
    Bundle.write(tmp_path, contents=[apple, best], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    with Bundle.open(tmp_path) as bundle:
        yield bundle.facts


def values(found: list[object]) -> list[Decimal]:
    return [item.value for item in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, [383, 352, 46]),
        ({"concepts": [REVENUE]}, [383, 46]),
        ({"concepts": [REVENUE, ASSETS], "filings": ["apple"]}, [383, 352]),
        ({"concepts": []}, []),
        ({"filings": []}, []),
        ({"filings": ["nobody"]}, []),
        ({"dimensions": None}, [383, 200, 352, 46]),
        ({"dimensions": IPHONE}, [200]),
        ({"instant": True}, [352]),
        ({"instant": False}, [383, 46]),
        ({"start": date(2022, 10, 1)}, [383, 46]),
        ({"end": date(2023, 9, 30)}, [383, 352, 46]),
        ({"end": date(2022, 9, 30)}, []),
    ],
)
def test_filters(facts: FactStore, filters: dict[str, object], expected: list[int]) -> None:
    assert values(list(facts.query(**filters))) == [Decimal(value) for value in expected]  # type: ignore[arg-type]


def test_all_are_counted(facts: FactStore) -> None:
    assert len(facts) == 4


def test_facts_of_tables_are_only_given_when_asked_for(tmp_path: Path) -> None:
    read = replace(fact("apple", REVENUE, "99"), source="table", trust=0.9, shown="(99)", also=(("apple/1", 4, 6),))
    content = replace(filing_content("apple", ["Words."]), facts=(fact("apple", REVENUE, "100"), read))
    Bundle.write(tmp_path, contents=[content], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    with Bundle.open(tmp_path) as bundle:
        assert values(list(bundle.facts.query())) == [Decimal(100)]
        assert bundle.facts.query(sources=["table"]) == [read]
        assert values(list(bundle.facts.query(sources=EVERY_SOURCE))) == [Decimal(100), Decimal(99)]


def test_the_chunk_that_shows_a_number(tmp_path: Path) -> None:
    shown = replace(fact("apple", REVENUE, "5"), section="apple/1", span=(9, 12))
    hidden = replace(shown, section=None, span=None)
    content = replace(filing_content("apple", ["First.", "Second words."]), facts=(shown, hidden))
    Bundle.write(tmp_path, contents=[content], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    with Bundle.open(tmp_path) as bundle:
        assert bundle.facts.chunk_of(shown) == "apple/1/1"
        assert bundle.facts.chunk_of(hidden) is None


def test_a_filing_without_text_gives_facts_but_is_no_evidence(tmp_path: Path) -> None:
    whole = filing_content("apple", ["Words."])
    nothing = ENCODER.encode([])
    bare = replace(
        filing_content("best", ["Words."]),
        chunks=(),
        sections=(),
        summaries=(),
        vectors=nothing,
        summary_vectors=nothing,
    )
    Bundle.write(tmp_path, contents=[whole, bare], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    assert verify(tmp_path) == []
    with Bundle.open(tmp_path) as bundle:
        assert [filing.id for filing in bundle.catalogue.filings] == ["apple"]
        assert list(bundle.facts.filings) == ["apple", "best"]
        assert len(bundle.facts.query(filings=["best"])) == 1
        assert bundle.facts.concepts(["best"]) == [REVENUE]
        assert [filing.id for filing in bundle.facts.filings_of("best")] == ["best"]


def test_the_calendar_knows_the_years_that_annual_reports_compare(tmp_path: Path) -> None:
    earlier = [
        replace(fact("apple", f"us-gaap:C{n}", "1"), start=date(2021, 9, 26), end=date(2022, 9, 24)) for n in range(5)
    ]
    content = replace(filing_content("apple", ["Words."]), facts=tuple(earlier))
    Bundle.write(tmp_path, contents=[content], encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    with Bundle.open(tmp_path) as bundle:
        calendar = bundle.facts.calendar("apple")
        assert calendar is not None
        assert calendar.ends == (date(2021, 9, 25), date(2022, 9, 24), date(2023, 9, 30))
        assert bundle.facts.calendar("nobody") is None
