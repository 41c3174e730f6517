"""How well a printed row label is the line that is wanted.

An exact wording beats a longer one; a part, a share or a discontinued piece is not the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from finsagent.text import tokens

_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_FOOTNOTE = re.compile(r"[*\u2020\u2021]+|\s*\((?:\d{1,2}|[a-z])\)", re.IGNORECASE)
_TAIL = re.compile(
    r",?\s+(?:of\s+(?=\$|\d)|less\b|including\b|excluding\b|after\b|at cost\b|before allowance|plus\b"
    r"|par value\b|issued\b.*).*$"
    r"|(?<=net) of\b(?! tax).*$|[:\u2014\u2013]\s*$|\s[-\u2013\u2014]\s(?=note\b).*$|,?\s+\(?notes?\s+[\d,and ]+\)?$",
    re.IGNORECASE,
)
_OTHER_THINGS = frozenset(
    tokens(
        "discontinued held sale per percent percentage ratio other deferred accrued change average rate growth margin "
        "excluding adjusted segment noncontrolling affiliates unconsolidated parent pro forma interest tax restricted "
        "unbilled related comprehensive equity method number paid payable income loss gain lease noncurrent long-term "
        "short-term impairment proceeds allowance accumulated prepaid reserve before cost total current foreign "
        "acquired acquisitions assumed amortization depreciation investments services products discounts contributions "
        "year end beginning issuance exercise effect"
    )
) - {"sale", "total", "current"}
_MILD = frozenset(tokens("total consolidated company net corporation inc"))
MINIMUM = 0.62


def label_score(label: str, wordings: Sequence[str]) -> float:
    """Score a row label in [0, 1] against wordings, best first; below `MINIMUM` it is another line."""
    own = _words(label)
    if not own:
        return 0.0
    best = 0.0
    for place, wording in enumerate(wordings):
        score = _score(own, _words(wording)) - min(0.004 * place, 0.1)
        best = max(best, score)
    return best


def _score(own: tuple[str, ...], wanted: tuple[str, ...]) -> float:
    if not wanted:
        return 0.0
    if own == wanted:
        return 1.0
    own_set, wanted_set = set(own), set(wanted)
    if own_set == wanted_set:
        return 0.96
    shared = own_set & wanted_set
    recall, precision = len(shared) / len(wanted_set), len(shared) / len(own_set)
    missing, extra = wanted_set - own_set, own_set - wanted_set
    if not missing - _MILD and not extra - _MILD:
        return 0.93 - 0.02 * len(missing | extra)
    if recall < (1.0 if len(wanted_set) < 4 else 0.75):
        return 0.0
    score = 0.55 * recall + 0.35 * precision + (0.05 if own[: len(wanted)] == wanted else 0.0)
    if extra & _OTHER_THINGS:
        score *= 0.7
    if missing & _OTHER_THINGS:
        score *= 0.8
    return score


@lru_cache(maxsize=20_000)
def _words(label: str) -> tuple[str, ...]:
    text = _FOOTNOTE.sub(" ", label)
    text = _ASIDE.sub(" ", text)
    cut = _TAIL.sub("", text).strip()
    found = tokens(cut or text)
    return tuple(word for word in found if not word[0].isdigit())
