"""On which basis a row shows a line: attributable to the company or with other owners' part, whole or less a part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from finsagent.lexicon import LineItem

_ATTRIBUTABLE = re.compile(
    r"\battributable to\s+(?!.*\b(?:non-?controlling|minority|common|ordinary|preferred|participating"
    r"|discontinued)\b)\w",
    re.IGNORECASE,
)
_WITH_OTHERS = re.compile(
    r"\b(?:including|before)\b.*\b(?:non-?controlling|minority)\b|\bconsolidated\b", re.IGNORECASE
)
_WITHOUT_CURRENT = re.compile(
    r"\b(?:excluding|less|net of|without)\b.{0,20}\bcurrent\b|\bnon-?current\b|\bdue after one year\b", re.IGNORECASE
)
_LEAST_SCORE = 0.6


class _Labelled(Protocol):
    @property
    def label(self) -> str: ...
    @property
    def score(self) -> float: ...


_Row = TypeVar("_Row", bound=_Labelled)


def is_attributable(label: str) -> bool:
    """Whether a row shows the part of income that belongs to the company's own owners."""
    return bool(_ATTRIBUTABLE.search(label))


def of_the_company(item: LineItem, found: Sequence[_Row], said: Sequence[str] = ()) -> list[_Row]:
    """Net income is what the company's owners earn: where rows show it attributable to them, the others are left out.

    `said` are the question's own words for the line: who asks for it with all owners' parts gets that.
    """
    if item.key != "net_income" or any(_WITH_OTHERS.search(words) for words in said):
        return list(found)
    own = [row for row in found if is_attributable(row.label) and row.score >= _LEAST_SCORE]
    return own or list(found)


def leaves_out(item: LineItem, label: str) -> bool:
    """Whether a row leaves out the current part of a balance that is asked for as a whole."""
    if item.balance != "instant" or not _WITHOUT_CURRENT.search(label):
        return False
    return not any(_WITHOUT_CURRENT.search(words) for words in (*item.printed, *item.asked, item.label))
