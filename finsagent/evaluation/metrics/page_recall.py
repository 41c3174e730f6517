"""Page recall at k: the share of gold pages that one of the first k passages lies on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PassagePages:
    """Where a passage lies: its document and its first and last page (1-based, None if unknown)."""

    document: str
    first: int | None
    last: int | None


def page_recall(gold: Sequence[tuple[str, int]], passages: Sequence[PassagePages], *, k: int) -> float:
    """Share of gold (document, page) pairs, counted once each, covered by the first k passages; in [0, 1].

    Raises:
        ValueError: there is no gold page.
    """
    pages = set(gold)
    if not pages:
        raise ValueError("page recall needs at least one gold page")
    covered = {
        (document, page)
        for document, page in pages
        for passage in passages[:k]
        if passage.document == document
        and passage.first is not None
        and passage.first <= page <= (passage.last if passage.last is not None else passage.first)
    }
    return len(covered) / len(pages)
