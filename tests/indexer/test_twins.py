from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from finsagent.index.store import FilingContent
from indexer.twins import drop_twins
from tests.index.content import fact, filing_content
from tests.retrieval.filings import filing

WORDS = " ".join(f"tool{'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]}{'uvwxyzabcd'[n // 100]}" for n in range(900))
OTHER = " ".join(reversed(WORDS.split()))


def content(
    name: str, text: str = WORDS, *, accession: str | None = None, facts: int = 0, form: str = "10-K", year: int = 2023
) -> FilingContent:
    own = replace(filing("Acme", year, form=form, cik="7", end=date(year, 12, 31)), id=name, source=f"{name}.htm")
    made = filing_content(name, [text])
    return replace(
        made, filing=replace(own, accession=accession), facts=tuple(fact(name, f"c:{n}", "1") for n in range(facts))
    )


def left(*contents: FilingContent) -> list[str]:
    return [one.filing.id for one in drop_twins(contents)[0]]


def test_a_filing_without_accession_number_that_says_the_same_is_the_same() -> None:
    kept, notes = drop_twins([content("page"), content("submission", accession="0000000007-24-000001")])
    assert [one.filing.id for one in kept] == ["submission"]
    assert notes == ["page.htm is the filing submission.htm again; taken once."]


def test_the_one_with_facts_stays() -> None:
    assert left(content("pdf"), content("page", facts=3)) == ["page"]


def test_a_few_changed_words_are_still_the_same() -> None:
    assert left(content("page", facts=1), content("pdf", WORDS.replace("toolaku", "tool"))) == ["page"]


@pytest.mark.parametrize(
    "other",
    [
        content("other", OTHER),
        content("other", WORDS.split(" ", 600)[-1]),  # a third of it: an extract
        content("other", year=2022),
        content("other", form="10-K/A"),
    ],
)
def test_others_stay(other: FilingContent) -> None:
    assert left(content("page", facts=1), other) == ["page", "other"]


def test_two_accession_numbers_are_two_filings() -> None:
    pair = content("a", accession="0000000007-24-000001"), content("b", accession="0000000007-24-000002")
    assert left(*pair) == ["a", "b"]
