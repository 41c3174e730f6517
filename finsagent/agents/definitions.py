"""Reads a question's own definition of a measure as a formula over line items.

"X is defined as ...", "define X as ...", "x as a percentage of y", "ratio of x to y". A definition that is not
understood in every word is not used.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from finsagent.calculator import CalculationError, parse_formula
from finsagent.lexicon import Lexicon, LineItem, Match, Measure

_DEFINITIONS = (
    re.compile(
        r"(?P<name>[\w\s,&%'()+/-]{2,80}?)\s+is\s+(?:defined|calculated)\s+as:?\s+(?P<body>[^.?]+(?:\.\d+[^.?]*)*)",
        re.IGNORECASE,
    ),
    re.compile(r"\bdefine\s+(?P<name>[\w\s,&%'()/-]{2,80}?)\s+as\s+(?P<body>[^.?]+)", re.IGNORECASE),
)
_TOLD = re.compile(
    r"(?:,\s+as|\buse|\busing|\bcalculated\s+as|\bi\.e\.)\s+(?P<body>[^.?,]+\s(?:over|divided\s+by|/)\s[^.?,]+)",
    re.IGNORECASE,
)


def own_definition(text: str, item: LineItem | Measure | None, lexicon: Lexicon) -> str:
    """Turn "X is defined as: ..." or "Define X as ..." into a formula where it defines the asked measure."""
    if not isinstance(item, Measure):
        return ""
    for pattern in _DEFINITIONS:
        for found in pattern.finditer(text):
            named = lexicon.match(found["name"])
            if named and named[-1].item.key == item.key:
                return _formula(found["body"], lexicon)
    told = _TOLD.search(text)
    return _formula(told["body"], lexicon) if told else ""


def _formula(body: str, lexicon: Lexicon) -> str:
    """Rewrite a definition in words as a formula over keys; "" where anything in it is not understood."""
    text = body
    for match in sorted(lexicon.match(body), key=lambda match: -match.start):
        key = match.item.key if isinstance(match.item, LineItem) else f"({match.item.formula})"
        text = f"{text[: match.start]} {key} {text[match.end :]}"
    text = re.sub(
        r"\b(?:between|from|for|in|at|of|as\s+of)\s+(?:the\s+)?FY\s?\d{4}(?:\s*(?:and|to|-)\s*FY\s?\d{4})?",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"\bFY\s?\d{4}\b|\b(?:total|the|net|year[\s-]end|ending)\b|\[[^\]]*\]|\bunadjusted\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"\bat\s+(?:the\s+)?(?:year|period|quarter)(?:'s)?[\s-]+end\b|\bat\s+the\s+end\s+of\s+the\s+year\b", " ", text
    )
    halves = re.split(r"\bdivided\s+by\b|\bover\b", text, flags=re.IGNORECASE)
    text = f"({halves[0]}) / {halves[1]}" if len(halves) == 2 else text
    text = re.sub(r"\b(?:plus|and)\b", "+", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:minus|less)\b", "-", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:times|multiplied\s+by)\b|\u00d7", "*", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:average|mean)\s+(?:of\s+)?([a-z_]+)", r"avg(\1)", text, flags=re.IGNORECASE)
    text = re.sub(r"\bchange\s+in\s+([a-z_]+)", r"change(\1)", text, flags=re.IGNORECASE)
    try:
        parse_formula(text)
    except CalculationError:
        return ""
    names = set(re.findall(r"[a-z_]{3,}", text)) - {"avg", "change", "prior", "opt", "first"}
    return " ".join(text.split()) if names and names <= set(lexicon.line_items) else ""


def share_formula(text: str, core: str, matches: Sequence[Match], item: LineItem | Measure | None) -> str:
    """Read "x as a percentage of y", "ratio of x to y" and "x as the numerator and y as the denominator"."""
    lines = [match for match in matches if isinstance(match.item, LineItem)]
    named = {word: _before(text, word, lines) for word in ("numerator", "denominator")}
    top, bottom = named["numerator"], named["denominator"]
    if top is not None and bottom is not None:
        return f"{top.item.key} / {bottom.item.key}"
    if isinstance(item, Measure):
        return ""
    for left, right in itertools.pairwise(lines):
        between = text[left.end : right.start]
        share = re.fullmatch(
            r"\s*(?:expense\s+|costs?\s+)?as\s+(?:a\s+)?(?:%|percent(?:age)?|share)\s+of\s+(?:the\s+|its\s+)?",
            between,
            re.IGNORECASE,
        )
        ratio = re.fullmatch(r"\s+to\s+", between) and re.search(r"\bratio\b", core, re.IGNORECASE)
        if share or ratio:
            return f"{left.item.key} / {right.item.key}"
    return ""


def _before(text: str, word: str, lines: Sequence[Match]) -> Match | None:
    place = text.lower().find(f"as the {word}")
    return max((line for line in lines if line.end <= place), key=lambda line: line.end, default=None)
