from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from finsagent.domain import Fact
from indexer.document import RawDocument, RawFact
from indexer.facts import facts_of, fold, shown_number
from tests.indexer.blocks import document, table
from tests.indexer.placed import place
from tests.retrieval.filings import filing

ACME = filing("Acme", 2023)
YEAR = (date(2023, 1, 1), date(2023, 12, 31))


def fact(value: str, *, decimals: int | None = 0, span: tuple[int, int] | None = None, member: str = "") -> Fact:
    return Fact(
        filing="acme",
        concept="us-gaap:Revenues",
        label="Revenues",
        value=Decimal(value),
        unit="USD",
        decimals=decimals,
        start=YEAR[0],
        end=YEAR[1],
        dimensions=(("axis", member),) if member else (),
        section="acme/8" if span else None,
        span=span,
    )


def raw(concept: str, value: str, *, block: int | None = None, span: tuple[int, int] | None = None) -> RawFact:
    return RawFact(
        concept=concept, value=Decimal(value), unit="USD", decimals=-6, start=None, end=YEAR[1], block=block, span=span
    )


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [
        ("Net | (1,234) | 5", "1,234", "(1,234)"),
        ("Net | $(1,234) | 5", "1,234", "(1,234)"),
        ("Net | ($1,234) | 5", "1,234", "($1,234)"),
        ("Net | $1,234 | 5", "1,234", "$1,234"),
        ("a rate of 21.5% of income", "21.5", "21.5%"),
        ("we held (in all 1,234 tools) there", "1,234", "1,234"),
        ("sales (of 1,234) fell", "1,234", "1,234"),
        ("1,234", "1,234", "1,234"),
    ],
)
def test_the_number_as_printed_around_its_tag(text: str, number: str, shown: str) -> None:
    start = text.index(number)
    assert shown_number(text, (start, start + len(number))) in (shown, f"${shown}")


def test_a_negated_label_keeps_the_filed_and_the_printed_sign() -> None:
    text = "Year | 2023\nPurchases of tools | (1,234)"
    start = text.index("1,234")
    tagged = raw("us-gaap:PaymentsToAcquireProductiveAssets", "1234000000", block=0, span=(start, start + 5))
    (one,), notes = facts_of(document_with(tagged), [place(table(text))], ACME)
    assert (one.value, one.shown, notes) == (Decimal(1_234_000_000), "(1,234)", [])
    assert one.section is not None
    assert one.span is not None


def document_with(*facts: RawFact, labels: dict[str, str] | None = None) -> RawDocument:
    return replace(document(), facts=facts, labels=labels or {})


def test_a_filings_own_label_wins_over_the_spelt_out_name() -> None:
    sections = [place(table("Year | 2023"))]
    tagged = raw("acme:ToolsSold", "5000000"), raw("us-gaap:IncreaseDecreaseInInventories", "1")
    found, _ = facts_of(document_with(*tagged, labels={"acme:ToolsSold": "Tools sold to builders"}), sections, ACME)
    assert [one.label for one in found] == ["Tools sold to builders", "Increase (Decrease) in Inventories"]


def test_a_fact_in_two_places_is_one_fact() -> None:
    (one,), notes = fold([fact("100", span=(5, 8)), fact("100", span=(50, 53)), fact("100")], name="acme.htm")
    assert (one.span, one.also, notes) == ((5, 8), (("acme/8", 50, 53),), [])


def test_the_most_precise_of_consistent_values_stands() -> None:
    (one,), notes = fold(
        [fact("383300000000", decimals=-8, span=(5, 8)), fact("383285000000", decimals=-6, span=(50, 57))], name="acme"
    )
    assert (one.value, one.decimals, one.span, notes) == (Decimal(383_285_000_000), -6, (5, 8), [])


def test_values_that_disagree_are_kept_and_reported() -> None:
    found, notes = fold([fact("100"), fact("110")], name="acme.htm")
    assert [one.value for one in found] == [Decimal(100), Decimal(110)]
    assert notes == ["acme.htm: us-gaap:Revenues, 2023-01-01 to 2023-12-31, is given as 100 and 110 USD; all are kept."]


def test_many_disagreements_are_counted() -> None:
    pairs = [fact(value, member=f"m{n}") for n in range(8) for value in ("100", "110")]
    _, notes = fold(pairs, name="acme.htm")
    assert len(notes) == 6
    assert notes[0].startswith("acme.htm: us-gaap:Revenues of m0,")
    assert notes[-1] == "acme.htm: 3 more facts are given in two ways."


def test_segments_are_not_the_whole() -> None:
    found, _ = fold([fact("100"), fact("60", member="tools")], name="acme")
    assert len(found) == 2


def test_tags_beside_an_untagged_page_get_the_place_of_the_cell_that_shows_them() -> None:
    heads = "(In millions) | December 31, 2023 | December 31, 2022"
    sections = [place(table(f"{heads}\nCash and cash equivalents | 1,234 | 1,100\nTotal assets | 5,678 | 5,432"))]
    tagged = raw("us-gaap:Assets", "5678000000"), raw("us-gaap:Goodwill", "77000000")
    found, _ = facts_of(document_with(*tagged), sections, ACME)
    assert [one.shown for one in found] == ["5,678", ""]
    assert found[1].span is None
