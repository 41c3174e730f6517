"""Small filings for the index tests: text, sections, chunks, summaries, facts and vectors that belong together."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import numpy as np

from finsagent.domain import Chunk, Fact, Filing, Heading, PageMark, Section, SectionSummary
from finsagent.encoders import HashingEncoder
from finsagent.index.store import FilingContent

ENCODER = HashingEncoder()


def filing_content(identifier: str, paragraphs: list[str], *, source_hash: str = "hash") -> FilingContent:
    """A filing with one section; each paragraph is a chunk, the whole is a summary."""
    filing = Filing(
        id=identifier,
        issuer=identifier,
        company=f"{identifier} Inc.",
        form="10-K",
        source=f"{identifier}.htm",
        aliases=("Old Name",),
        fiscal_year=2023,
        fiscal_period="FY",
        period_end=date(2023, 9, 30),
    )
    text = "\n\n".join(paragraphs)
    section = Section(
        id=f"{identifier}/1",
        filing=identifier,
        part="I",
        item="1",
        title="Business",
        order=0,
        text=text,
        headings=(Heading(text=paragraphs[0], start=0),),
        pages=(PageMark(start=0, page=3),),
    )
    chunks = []
    start = 0
    for number, paragraph in enumerate(paragraphs):
        chunks.append(
            Chunk(
                id=f"{identifier}/1/{number}",
                section=section.id,
                filing=identifier,
                kind="prose",
                text=paragraph,
                start=start,
                end=start + len(paragraph),
                header=f"{identifier} Inc. 10-K FY2023",
                group_start=0,
                group_end=len(text),
                page=3,
            )
        )
        start += len(paragraph) + 2
    summary = SectionSummary(
        id=f"{identifier}/1/s",
        section=section.id,
        filing=identifier,
        title="Business",
        text=f"Business of {identifier}: {paragraphs[0]}",
        start=0,
        end=len(text),
    )
    return FilingContent(
        filing=filing,
        sections=(section,),
        chunks=tuple(chunks),
        summaries=(summary,),
        facts=(fact(identifier, "us-gaap:Revenues", "12.50"),),
        vectors=ENCODER.encode([f"{chunk.header}\n{chunk.text}" for chunk in chunks]),
        summary_vectors=ENCODER.encode([summary.text]),
        source_hash=source_hash,
    )


def fact(filing: str, concept: str, value: str, *, instant: bool = False, member: str | None = None) -> Fact:
    return Fact(
        filing=filing,
        concept=concept,
        label="Net sales",
        value=Decimal(value),
        unit="USD",
        decimals=-6,
        start=None if instant else date(2022, 10, 1),
        end=date(2023, 9, 30),
        dimensions=(("srt:ProductOrServiceAxis", member),) if member else (),
        section=f"{filing}/1",
        span=(3, 8),
    )


def same(left: FilingContent, right: FilingContent) -> bool:
    """Whether two contents are equal, vectors to the bit."""
    names = ("filing", "sections", "chunks", "summaries", "facts", "source_hash")
    return all(getattr(left, name) == getattr(right, name) for name in names) and all(
        np.array_equal(getattr(left, name), getattr(right, name)) for name in ("vectors", "summary_vectors")
    )
