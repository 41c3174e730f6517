from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from finsagent.answer.placing import page_at, place_citations
from finsagent.domain import (
    Answer,
    Calculation,
    Chunk,
    Citation,
    Filing,
    Finding,
    PageMark,
    Role,
    Scope,
    Section,
)
from finsagent.errors import NotFoundError
from finsagent.index.bundle import Bundle
from finsagent.index.store import FilingContent

TEXT = "Net sales rose.\n\nCost of sales rose less."
SECOND = TEXT.index("Cost")
MARKS = (PageMark(start=0, page=4), PageMark(start=SECOND, page=5))


def chunk(name: str, start: int, end: int, page: int) -> Chunk:
    return Chunk(
        id=name, section="acme/7", filing="acme", kind="prose", text=TEXT[start:end], start=start, end=end,
        header="Acme", group_start=0, group_end=len(TEXT), page=page, page_end=page,
    )  # fmt: skip


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    section = Section(
        id="acme/7", filing="acme", part="II", item="7", title="Discussion", order=7, text=TEXT, pages=MARKS
    )
    chunks = (chunk("acme/7#0", 0, 15, 4), chunk("acme/7#1", SECOND, len(TEXT), 5))
    content = FilingContent(
        filing=Filing(id="acme", issuer="acme", company="Acme", form="10-K", source="acme.htm"),
        sections=(section,),
        chunks=chunks,
        summaries=(),
        facts=(),
        vectors=np.eye(2, 4, dtype=np.float32),
        summary_vectors=np.zeros((0, 4), dtype=np.float32),
        source_hash="0",
    )
    Bundle.write(tmp_path, contents=[content], encoder_fingerprint="e", dimension=4)
    with Bundle.open(tmp_path) as opened:
        yield opened


def citation(start: int, end: int) -> Citation:
    """A citation as a role makes it: with the chunk and page of the whole passage."""
    return Citation(
        evidence="1", chunk="acme/7#0", filing="acme", document="Acme 10-K", section="acme/7", item="Item 7",
        title="Discussion", page=4, start=start, end=end, quote=TEXT[start:end],
    )  # fmt: skip


def test_a_citation_gets_the_chunk_and_page_of_its_words_wherever_it_stands(bundle: Bundle) -> None:
    late = citation(SECOND, len(TEXT))
    calculation = Calculation(expression="1", result=Decimal(1), steps=(), citations=(late,))
    answer = Answer(
        question="?", text="x", abstained=False, reason=None, reason_code=None, confidence=1.0,
        scope=Scope(filings=("acme",)), citations=(citation(0, 9), late), calculations=(calculation,),
        findings=(Finding(role=Role.LEGAL, text="x", citations=(late,), confidence=1, calculations=(calculation,)),),
    )  # fmt: skip
    placed = place_citations(answer, bundle.store)
    own = replace(late, chunk="acme/7#1", page=5)
    assert placed.citations == (citation(0, 9), own)
    assert placed.calculations[0].citations == (own,)
    assert placed.findings[0].citations == (own,)
    assert placed.findings[0].calculations[0].citations == (own,)


def test_a_place_between_two_chunks_is_the_one_before(bundle: Bundle) -> None:
    assert bundle.store.chunk_at("acme/7", 16).id == "acme/7#0"
    assert bundle.store.chunk_at("acme/7", 10_000).id == "acme/7#1"


def test_a_section_without_chunks_has_no_place(bundle: Bundle) -> None:
    with pytest.raises(NotFoundError, match="acme/8"):
        bundle.store.chunk_at("acme/8", 3)


@pytest.mark.parametrize(("position", "page"), [(0, 4), (SECOND - 1, 4), (SECOND, 5), (999, 5)])
def test_the_page_of_a_character(position: int, page: int) -> None:
    assert page_at(MARKS, position) == page


def test_before_the_first_mark_the_page_is_unknown() -> None:
    assert page_at((PageMark(start=5, page=2),), 4) is None
