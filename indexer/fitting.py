"""Makes chunks and their groups fit by an exact count of tokens, where the estimate they were cut by was too low."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from finsagent.domain import Chunk
from indexer.chunks import GROUP_TOKENS, MAX_TOKENS, SPECIAL_TOKENS, estimate_tokens

Count = Callable[[Sequence[str]], list[int]]
"""Exact token counts of texts, special tokens aside."""

_DOUBTFUL = 0.8
"""The estimate was never more than a fifth too low over real filings: below this share nothing need be counted."""


def fit(chunks: Sequence[Chunk], count: Count) -> list[Chunk]:
    """Split every chunk whose header and text are over the encoder's window by an exact count.

    The pieces of chunk "x" are "x", "x.1", "x.2" in order.
    """
    counts = count([f"{chunk.header}\n{chunk.text}" for chunk in chunks])
    result: list[Chunk] = []
    for chunk, tokens in zip(chunks, counts, strict=True):
        pieces = _split(chunk, count) if tokens > MAX_TOKENS - SPECIAL_TOKENS else [chunk]
        result.append(pieces[0])
        result.extend(replace(piece, id=f"{chunk.id}.{number}") for number, piece in enumerate(pieces[1:], start=1))
    return result


def _split(chunk: Chunk, count: Count) -> list[Chunk]:
    """Halve a chunk until every piece fits; one that can't be cut stays as it is."""
    cut = _middle(chunk.text)
    if not cut:
        return [chunk]
    head, tail = chunk.text[:cut].rstrip(), chunk.text[cut:].lstrip()
    halves = [
        replace(chunk, text=head, end=chunk.start + len(head)),
        replace(chunk, text=tail, start=chunk.end - len(tail)),
    ]
    counts = count([f"{half.header}\n{half.text}" for half in halves])
    return [
        piece
        for half, tokens in zip(halves, counts, strict=True)
        for piece in (_split(half, count) if tokens > MAX_TOKENS - SPECIAL_TOKENS else [half])
    ]


def fit_groups(chunks: Sequence[Chunk], texts: Mapping[str, str], count: Count) -> list[Chunk]:
    """Halve every group that is over 512 tokens, between two of its chunks; a single chunk is its own group.

    Args:
        chunks: of whole sections, in reading order.
        texts: section id -> the section's text.
        count: exact token counts.
    """
    groups = [list(group) for _, group in groupby(chunks, key=lambda c: (c.section, c.group_start, c.group_end))]
    doubtful = [
        number
        for number, group in enumerate(groups)
        if estimate_tokens(_group_text(group[0], texts)) > _DOUBTFUL * GROUP_TOKENS
    ]
    counts = count([_group_text(groups[number][0], texts) for number in doubtful])
    too_long = {number for number, tokens in zip(doubtful, counts, strict=True) if tokens > GROUP_TOKENS}
    result: list[Chunk] = []
    for number, group in enumerate(groups):
        result.extend(_halved(group, texts, count) if number in too_long else group)
    return result


def _halved(group: Sequence[Chunk], texts: Mapping[str, str], count: Count) -> list[Chunk]:
    middle = max(1, len(group) // 2)
    halves = [_regrouped(half) for half in (group[:middle], group[middle:]) if half]
    counts = count([_group_text(half[0], texts) for half in halves])
    return [
        chunk
        for half, tokens in zip(halves, counts, strict=True)
        for chunk in (_halved(half, texts, count) if tokens > GROUP_TOKENS and len(half) > 1 else half)
    ]


def _regrouped(chunks: Sequence[Chunk]) -> list[Chunk]:
    return [replace(chunk, group_start=chunks[0].start, group_end=chunks[-1].end) for chunk in chunks]


def _group_text(chunk: Chunk, texts: Mapping[str, str]) -> str:
    return texts[chunk.section][chunk.group_start : chunk.group_end]


def _middle(text: str) -> int:
    """Where to cut a text in two: the line or sentence end nearest to its middle; 0 if it can't be cut."""
    middle = len(text) // 2
    for separator in ("\n", ". ", " "):
        places = [p for p in (text.rfind(separator, 1, middle), text.find(separator, middle)) if p > 0]
        places = [p for p in places if text[:p].strip() and text[p + 1 :].strip(". ")]
        if places:
            return min(places, key=lambda p: abs(p - middle)) + 1
    return 0
