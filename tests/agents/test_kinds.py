from __future__ import annotations

import pytest

from finsagent.agents.kinds import asked_kinds, asks_list, kind_fit, kinds_of


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Which segment had the lowest sales?", {"segment"}),
        ("Which region grew most?", {"region"}),
        ("Which product category sold most?", {"product"}),
        ("Who had the most votes?", set()),
    ],
)
def test_what_a_question_asks_for(question: str, kinds: set[str]) -> None:
    assert asked_kinds(question) == kinds


def test_places_are_regions_unless_the_table_says_segments() -> None:
    assert kinds_of(["Europe", "Asia Pacific"], "Net sales", "") == {"region"}
    assert "segment" in kinds_of(["Europe", "Asia", "Garden", "Americas"], "Net sales by segment", "")
    assert kinds_of(["United States", "International"], "Operating segments", "") == {"region"}


def test_another_sort_of_thing_never_answers() -> None:
    assert kind_fit(frozenset({"segment"}), frozenset({"region"})) is None
    assert kind_fit(frozenset({"region"}), frozenset({"product"})) is None
    assert kind_fit(frozenset({"region"}), frozenset({"segment"})) is not None


def test_a_list_is_not_a_comparison() -> None:
    assert asks_list("What are the geographies that it operates in?")
    assert not asks_list("What drove sales in the region?")
