"""Gives every citation the chunk and page of its own words.

A passage spans several chunks and pages; whoever cites from it knows the words' place in the section, and this module
turns that into what the reader opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from finsagent.domain import Answer, Citation, PageMark
from finsagent.index.store import ChunkStore


def place_citations(answer: Answer, store: ChunkStore) -> Answer:
    """The answer with each citation, also those of findings and calculations, at its own chunk and page."""
    known: dict[tuple[str, int], tuple[str, int | None]] = {}

    def placed(citations: Sequence[Citation]) -> tuple[Citation, ...]:
        result = []
        for citation in citations:
            key = (citation.section, citation.start)
            if key not in known:
                chunk = store.chunk_at(citation.section, citation.start)
                known[key] = (chunk.id, page_at(store.section(citation.section).pages, citation.start))
            chunk_id, page = known[key]
            result.append(replace(citation, chunk=chunk_id, page=page))
        return tuple(result)

    return replace(
        answer,
        citations=placed(answer.citations),
        calculations=tuple(replace(c, citations=placed(c.citations)) for c in answer.calculations),
        findings=tuple(
            replace(
                finding,
                citations=placed(finding.citations),
                calculations=tuple(replace(c, citations=placed(c.citations)) for c in finding.calculations),
            )
            for finding in answer.findings
        ),
    )


def page_at(marks: Sequence[PageMark], position: int) -> int | None:
    """The page that the character at `position` stands on; None before the first mark."""
    return next((mark.page for mark in reversed(marks) if mark.start <= position), None)
