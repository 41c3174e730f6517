from __future__ import annotations

import pytest

from finsagent.domain import Role
from finsagent.forms import ITEMS, item_key
from finsagent.lexicon.topics import load_topics, match_topics


def keys(text: str) -> list[str]:
    return [topic.key for topic in match_topics(text)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Was the company sued?", "legal_proceedings"),
        ("What did it acquire in 2022?", "acquisitions"),
        ("Which ACQUISITIONS closed?", "acquisitions"),
        ("Who are its largest customers?", "customers"),
        ("Who are the competitors?", "competition"),
        ("What was held for sale?", "divestitures"),
    ],
)
def test_a_topic_is_found_by_the_beginning_of_a_word(text: str, key: str) -> None:
    assert key in keys(text)


def test_a_word_inside_another_is_no_topic() -> None:
    assert "legal_proceedings" not in keys("The paralegal desk")


def test_a_text_of_no_topic_has_none() -> None:
    assert match_topics("") == []
    assert match_topics("xyzzy") == []


def test_the_topic_with_most_words_comes_first() -> None:
    assert keys("Which lawsuits and proceedings of which customer?")[:2] == ["legal_proceedings", "customers"]


def test_the_data_is_whole() -> None:
    topics = load_topics()
    assert len({topic.key for topic in topics}) == len(topics) > 10
    for topic in topics:
        assert isinstance(topic.role, Role)
        assert topic.asked
        assert topic.says
        assert all(word == word.lower() for word in topic.asked), topic.key
        assert len(set(topic.says)) == len(topic.says)


def test_topics_stand_where_sections_are() -> None:
    known = {item_key(form, spec.part, spec.item) for form, specs in ITEMS.items() for spec in specs}
    known |= {item_key(form, "", "cover") for form in ITEMS}
    assert {item for topic in load_topics() for item in topic.items} - known == set()


def test_topics_tell_affirm_and_deny() -> None:
    legal = next(topic for topic in load_topics() if topic.key == "legal_proceedings")
    filed = "A class action was filed against us in May 2023."
    assert any(pattern.search(filed) for pattern in legal.tells)
    assert any(pattern.search(filed) for pattern in legal.affirms)
    assert any(pattern.search("We are not a party to any material legal proceeding.") for pattern in legal.denies)
