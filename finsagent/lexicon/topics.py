"""Finds the topics of a question (litigation, customers, dividends ...) and how filings put them.

The words are in `topics.toml`; this module only reads and matches them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from finsagent.domain import Role


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """One topic: the words that mark it, how filings say it, whose it is and where it stands.

    `tells` are patterns of sentences that state the matter, `affirms` and `denies` of those that answer yes or no.
    """

    key: str
    asked: tuple[str, ...]
    says: tuple[str, ...]
    role: Role
    items: tuple[str, ...]
    tells: tuple[re.Pattern[str], ...] = ()
    affirms: tuple[re.Pattern[str], ...] = ()
    denies: tuple[re.Pattern[str], ...] = ()


@cache
def load_topics() -> tuple[Topic, ...]:
    """Read the topics in the file's order. Raises ValueError naming the entry if one is wrong."""
    text = resources.files("finsagent.lexicon").joinpath("topics.toml").read_text(encoding="utf-8")
    topics = []
    for key, entry in tomllib.loads(text).items():
        try:
            topics.append(
                Topic(
                    key=key,
                    asked=tuple(entry["asked"]),
                    says=tuple(entry["says"]),
                    role=Role(entry["role"]),
                    items=tuple(entry["items"]),
                    tells=_patterns_of(entry, "tells"),
                    affirms=_patterns_of(entry, "affirms"),
                    denies=_patterns_of(entry, "denies"),
                )
            )
        except (KeyError, ValueError, re.error) as error:
            raise ValueError(f"topics.toml, entry {key!r}: {error}") from error
    return tuple(topics)


def _patterns_of(entry: Mapping[str, object], name: str) -> tuple[re.Pattern[str], ...]:
    texts = entry.get(name, [])
    if not isinstance(texts, list):
        raise ValueError(f"{name!r} must be a list")
    return tuple(re.compile(str(text), re.IGNORECASE) for text in texts)


def match_topics(text: str) -> list[Topic]:
    """The topics whose words begin a word of the text, the one with most matching words first."""
    plain = text.lower().replace("\u2019", "'")
    counted = []
    for order, (topic, pattern) in enumerate(_patterns()):
        hits = sum(map(len, set(pattern.findall(plain))))
        if hits:
            counted.append((-hits, order, topic))
    return [topic for _, _, topic in sorted(counted, key=lambda entry: entry[:2])]


@cache
def _patterns() -> tuple[tuple[Topic, re.Pattern[str]], ...]:
    """One pattern a topic, longest words first, so that each place counts once for its longest word."""
    return tuple(
        (topic, re.compile(r"\b(" + "|".join(map(re.escape, sorted(topic.asked, key=len, reverse=True))) + ")"))
        for topic in load_topics()
    )
