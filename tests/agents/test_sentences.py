from __future__ import annotations

from finsagent.agents.roles import POLICIES
from finsagent.agents.sentences import extract, owns
from finsagent.domain import Role
from tests.agents.passages import FILINGS, evidence, passage


def test_the_answering_sentence_is_taken_with_its_exact_place() -> None:
    found = extract(
        "Where do the headquarters stand?",
        evidence(),
        FILINGS,
        POLICIES[Role.GENERAL],
        names=frozenset(),
    )
    assert found.text == "Our headquarters stand in Duluth, Minnesota."
    assert found.citations[0].quote == found.text


def test_nothing_close_gives_nothing() -> None:
    found = extract("Which satellites orbit Jupiter?", evidence(), FILINGS, POLICIES[Role.GENERAL], names=frozenset())
    assert (found.text, found.citations, found.confidence) == ("", (), 0.0)


def test_abbreviations_do_not_end_a_sentence() -> None:
    text = "The U.S. Department of Labor opened an audit of Fernhill Inc. Employees were told in May."
    found = extract(
        "Which department opened an audit?", [passage(1, text)], FILINGS, POLICIES[Role.GENERAL], names=frozenset()
    )
    assert found.text.startswith("The U.S. Department of Labor opened an audit")


def test_roles_own_their_items() -> None:
    assert owns(POLICIES[Role.LEGAL], passage(1, "words", item="Item 3"))
    assert not owns(POLICIES[Role.LEGAL], passage(1, "words", item="Item 2"))
    assert owns(POLICIES[Role.LEGAL], passage(1, "words", item="Part II, Item 1"))
    assert owns(POLICIES[Role.GENERAL], passage(1, "words", item="Item 9"))
