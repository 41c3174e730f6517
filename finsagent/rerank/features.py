"""The 31 non-semantic features of the validity gate, in order. Training and serving both compute them here.

None of them reads what a passage means: they say how it was found, what was asked, where it stands, and which words,
periods and numbers it shares with the question. What is not known is NaN, never 0.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from finsagent.domain import Chunk, Filing, Hit, Path, Scope
from finsagent.forms import base_form
from finsagent.text import tokens

FEATURES: tuple[str, ...] = (
    "sparse_score", "sparse_normalised", "sparse_margin",
    "dense_score", "dense_normalised", "dense_margin",
    "summary_score", "summary_normalised", "summary_margin",
    "sparse_rank", "dense_rank", "summary_rank", "best_rank", "paths", "roles", "queries",
    "question_tokens", "asks_number", "issuers_and_periods_named",
    "annual_form", "item_number", "is_table", "chunk_tokens", "position", "digit_density", "recency_years",
    "near_duplicates",
    "idf_overlap", "issuer_agreement", "period_agreement", "number_agreement",
)  # fmt: skip
"""Names in order. The first nine: the path's raw score, its share of the best in the list, its distance to the best."""

_PATHS: tuple[Path, ...] = ("sparse", "dense", "summary")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:much|many)|what (?:is|was|were) the|ratio|margin|percent|rate|average|total|growth|amount)\b", re.I
)
_ASKS_RATIO = re.compile(r"\b(?:ratio|margin|turnover|percent|%|growth|rate|average|per share|return on)\b", re.I)
_SHINGLE = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A chunk to describe: its hits, the number of roles that found it, its section's length in characters."""

    chunk: Chunk
    filing: Filing
    item: str
    hits: Sequence[Hit]
    roles: int
    section_length: int


def compute(question: str, scope: Scope, found: Sequence[Found], *, idf: Mapping[str, float]) -> NDArray[np.float32]:
    """Describe chunks for the gate.

    Args:
        question: the question's text.
        scope: what it was resolved to.
        found: the chunks.
        idf: inverse document frequency of the question's tokens; a token that is not in it counts 1.

    Returns:
        Shape (len(found), 31), columns in the order of `FEATURES`; NaN where not known.
    """
    best = _best_scores(found)
    duplicates = _near_duplicates(found)
    asked = Counter(tokens(question))
    numbers = _numbers(question)
    kind = 2.0 if _ASKS_RATIO.search(question) else float(bool(_ASKS_NUMBER.search(question)))
    named = float(len(scope.issuers) + len(scope.fiscal_years) + len(scope.fiscal_periods) + len(scope.dates))
    newest = max((f.filing.period_end for f in found if f.filing.period_end), default=None)
    rows = []
    for one, copies in zip(found, duplicates, strict=True):
        words = set(tokens(f"{one.chunk.header} {one.chunk.text}"))
        recency = (newest - one.filing.period_end).days / 365.25 if newest and one.filing.period_end else math.nan
        rows.append(
            [
                *_path_features(one, best),
                float(sum(asked.values())),
                kind,
                named,
                float(base_form(one.filing.form) == "10-K"),
                _item_number(one.item),
                float(one.chunk.kind == "table"),
                float(len(one.chunk.text) / 4),
                one.chunk.start / max(1, one.section_length),
                sum(c.isdigit() for c in one.chunk.text) / max(1, len(one.chunk.text)),
                recency,
                float(copies),
                _overlap(asked, words, idf),
                float(one.filing.issuer in scope.issuers) if scope.issuers else math.nan,
                _period_agreement(one, scope),
                len(numbers & _numbers(one.chunk.text)) / len(numbers) if numbers else math.nan,
            ]
        )
    return np.asarray(rows, dtype=np.float32).reshape(len(found), len(FEATURES))


def _numbers(text: str) -> set[str]:
    return {number.replace(",", "") for number in _NUMBER.findall(text)}


def _best_scores(found: Sequence[Found]) -> dict[tuple[int, Path], float]:
    best: dict[tuple[int, Path], float] = {}
    for one in found:
        for hit in one.hits:
            best[hit.query, hit.path] = max(best.get((hit.query, hit.path), hit.score), hit.score)
    return best


def _path_features(one: Found, best: Mapping[tuple[int, Path], float]) -> list[float]:
    scores: list[float] = []
    ranks: list[float] = []
    for path in _PATHS:
        hits = [hit for hit in one.hits if hit.path == path]
        if not hits:
            scores += [math.nan, math.nan, math.nan]
            ranks.append(math.nan)
            continue
        top = min(hits, key=lambda hit: best[hit.query, path] - hit.score)
        limit = best[top.query, path]
        scores += [top.score, top.score / limit if limit > 0 else float(top.score == limit), limit - top.score]
        ranks.append(float(min(hit.rank for hit in hits)))
    known = [rank for rank in ranks if not math.isnan(rank)]
    return [
        *scores,
        *ranks,
        min(known, default=math.nan),
        float(len({hit.path for hit in one.hits})),
        float(one.roles),
        float(len({hit.query for hit in one.hits})),
    ]


def _near_duplicates(found: Sequence[Found]) -> list[int]:
    """How many other issuers' chunks among the candidates share most word shingles with each (boilerplate)."""
    holders: dict[int, set[str]] = defaultdict(set)
    shingles: list[set[int]] = []
    for one in found:
        words = one.chunk.text.lower().split()
        own = {hash(tuple(words[i : i + _SHINGLE])) for i in range(0, max(1, len(words) - _SHINGLE), _SHINGLE // 2)}
        shingles.append(own)
        for shingle in own:
            holders[shingle].add(one.filing.issuer)
    counts = []
    for one, own in zip(found, shingles, strict=True):
        others = Counter(issuer for shingle in own for issuer in holders[shingle] if issuer != one.filing.issuer)
        counts.append(sum(count >= 0.5 * len(own) for count in others.values()))
    return counts


def _item_number(item: str) -> float:
    match = re.match(r"(\d+)([A-C]?)", item)
    if not match:
        return math.nan
    return int(match[1]) + (0.25 * (ord(match[2]) - 64) if match[2] else 0.0)


def _overlap(asked: Counter[str], words: set[str], idf: Mapping[str, float]) -> float:
    total = sum(idf.get(token, 1.0) for token in asked)
    return sum(idf.get(token, 1.0) for token in asked if token in words) / total if total else math.nan


def _period_agreement(one: Found, scope: Scope) -> float:
    if not scope.fiscal_years and not scope.fiscal_periods:
        return math.nan
    years = not scope.fiscal_years or one.filing.fiscal_year in scope.fiscal_years
    quarters = not scope.fiscal_periods or one.filing.fiscal_period in scope.fiscal_periods
    return (years + quarters) / 2
