from __future__ import annotations

from finsagent.agents.roles import POLICIES
from finsagent.agents.sentences import extract, owns
from finsagent.domain import Role
from finsagent.lexicon.topics import match_topics
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


def test_yes_or_no_is_said_where_a_sentence_says_it() -> None:
    topics = match_topics("Has the company reported any legal battles?")
    filed = passage(
        1, "See Note 9 on legal proceedings. A class action was filed against us in May 2023 over saw blades."
    )
    none = passage(
        1, "We are party to legal claims; none is expected to have a material adverse effect on our results."
    )
    for item, start in ((filed, "Yes. A class action"), (none, "No. We are party")):
        found = extract(
            "Has the company reported any legal battles?", [item], FILINGS, POLICIES[Role.LEGAL],
            names=frozenset(), topics=topics, yes_no=True, says=topics[0].says,
        )  # fmt: skip
        assert found.text.startswith(start)


def test_a_business_is_told_by_the_sentence_that_says_what_it_is() -> None:
    question = "What industry does the company primarily operate in?"
    text = (
        "We operate in industries that are highly competitive and could lose customers. Fernhill is a leading maker of "
        "garden tools in the United States. Our industry may change."
    )
    topics = match_topics(question)
    found = extract(
        question, [passage(1, text, item="Item 1")], FILINGS, POLICIES[Role.COMPANY], names=frozenset(), topics=topics,
    )  # fmt: skip
    assert "Fernhill is a leading maker of garden tools" in found.text


def test_accounting_policy_does_not_tell_what_was_acquired() -> None:
    question = "What acquisitions did the company make?"
    text = (
        "The company uses the acquisition method of accounting for acquisitions and records assets at fair value. In "
        "May 2023 the company completed the acquisition of Norwell Castings for $40 million."
    )
    found = extract(
        question, [passage(1, text)], FILINGS, POLICIES[Role.COMPANY], names=frozenset(), topics=match_topics(question)
    )
    assert found.text == "In May 2023 the company completed the acquisition of Norwell Castings for $40 million."
