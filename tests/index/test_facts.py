from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.index.bundle import Bundle
from finsagent.index.facts import FactStore
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
