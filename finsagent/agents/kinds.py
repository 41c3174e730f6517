"""What sort of thing a table's rows or columns are: segments, regions, products, customers.

A question that asks for a segment is not answered by a region, nor one for a region by a product. Known from the words
straight over the table, and from the names themselves: most names of places are regions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("segment", re.compile(r"\bsegments?\b|\bbusiness\s+(?:units?|groups?|lines?)\b|\bdivisions?\b", re.IGNORECASE)),
    (
        "region",
        re.compile(
            r"\bregions?\b|\bgeograph\w*|\bcountr(?:y|ies)\b|\bterritor\w+|\blocations?\b|\bcontinents?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "product",
        re.compile(r"\bproducts?\b|\bservices?\s+categor\w+|\bcategor(?:y|ies)\b|\bbrands?\b|\bofferings?\b", re.I),
    ),
    ("customer", re.compile(r"\b(?:customers?|clients?)\b(?!\s+locations?)", re.IGNORECASE)),
    (
        "instrument",
        re.compile(r"\binstruments?\b|\bderivatives?\b|\btypes?\s+of\b|\bsecurities\b|\binvestments?\b", re.IGNORECASE),
    ),
)
_PLACE = re.compile(
    r"\b(?:africa|americas?|asia|pacific|apac|emea|europe|european union|middle east|oceania|australia|united states"
    r"|u\.?s\.?|domestic|foreign|international|canada|mexico|brazil|china|hong kong"
    r"|macau|taiwan|japan|india|korea|singapore|germany|france|italy|spain|united kingdom|u\.?k\.?|ireland|netherlands"
    r"|switzerland|israel|russia|nordics?|rest of (?:the )?world|other countries|non-u\.?s\.?|puerto rico)(?!\w)",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^\W*(?:what|which)\b(?:\s+\w+){0,4}\s+(?:segments|regions|geographies|countries|products|services|categories|brands)\b"
    r"|\b(?:list|name)\b(?:\s+\w+){0,4}\s+(?:segments|regions|geographies|countries|products|categories)\b",
    re.IGNORECASE,
)
_MOST = 0.6
_FEW = 3
_STANDS_IN = {"region": ("segment",), "product": ("segment",)}


def asked_kinds(core: str) -> frozenset[str]:
    """The sorts of thing that a question asks for; empty where it names none."""
    asked = frozenset(kind for kind, pattern in _WORDS if pattern.search(core))
    return asked - {"product"} if "segment" in asked and not re.search(r"\bproducts?\s+categor", core, re.I) else asked


def asks_list(core: str) -> bool:
    """Whether a question wants the segments, regions or products named, not compared."""
    return bool(_LIST.search(core)) and bool(asked_kinds(core) & {"segment", "region", "product"})


def kinds_of(names: Sequence[str], near: str, header: str) -> frozenset[str]:
    """What sorts of thing options are: by the words `near` them, by their names, else by the `header` further up."""
    found = {kind for kind, pattern in _WORDS if pattern.search(near)}
    places = sum(bool(_PLACE.search(name)) for name in names)
    if places and places == len(names) < _FEW:
        found = {"region"}  # "United States" and "International" are hardly ever segments
    elif names and places >= _MOST * len(names):
        found = {"region"} if "region" in found else {*found, "region"} - {"product"}
    elif "region" in found and names and not places:
        found.discard("region")
    if not found:
        found = {kind for kind, pattern in _WORDS if pattern.search(header)} - (set() if places else {"region"})
    return frozenset(found)


def is_place(name: str) -> bool:
    """Whether a name is one of a place."""
    return bool(_PLACE.search(name))


def kind_fit(asked: frozenset[str], found: frozenset[str]) -> float | None:
    """How well options are what is asked: a bonus, a small doubt, or None where they are another sort of thing."""
    if not asked:
        return 0.0
    if asked & found:
        return 0.12 if len(found) == 1 else 0.08
    if not found:
        return None if asked == {"region"} else -0.06
    stands_in = {other for kind in asked for other in _STANDS_IN.get(kind, ())}
    return -0.08 if stands_in & found else None
