"""One file -> everything an index holds of it, except vectors. Runs in worker processes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from finsagent.domain import Chunk, Fact, Filing, Section, SectionSummary
from finsagent.errors import FilingError
from indexer.chunks import chunk_section
from indexer.document import RawFact
from indexer.filings import read_source
from indexer.metadata import describe
from indexer.sections import PlacedSection, split_sections
from indexer.summaries import summarise

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, kw_only=True, slots=True)
class ParsedFiling:
    """A filing read, cut and summarised. `size` is the source's length in bytes."""

    filing: Filing
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    summaries: tuple[SectionSummary, ...]
    facts: tuple[Fact, ...]
    source_hash: str
    size: int


def parse_file(path: Path, overrides: Mapping[str, str] | None = None) -> ParsedFiling:
    """Read one source file.

    Raises:
        FilingError: the file is not a filing that can be read; the message names it and what to do.
    """
    document = read_source(path)
    filing = describe(document, path, overrides)
    placed = split_sections(document.blocks, filing=filing.id, form=filing.form)
    chunks = [chunk for section in placed for chunk in chunk_section(section, filing)]
    if not chunks:
        raise FilingError(f"{path.name}: no text that could serve as evidence. Check that the file is a whole filing.")
    data = path.read_bytes()
    return ParsedFiling(
        filing=filing,
        sections=tuple(section.section for section in placed),
        chunks=tuple(chunks),
        summaries=tuple(summarise(placed, filing)),
        facts=tuple(_facts(document.facts, placed, filing)),
        source_hash=hashlib.sha256(data).hexdigest(),
        size=len(data),
    )


def _facts(raw_facts: Sequence[RawFact], placed: Sequence[PlacedSection], filing: Filing) -> list[Fact]:
    places = {piece.index: (section.section.id, piece.start) for section in placed for piece in section.blocks}
    facts = []
    for raw in raw_facts:
        place = places.get(raw.block) if raw.block is not None else None
        span = (place[1] + raw.span[0], place[1] + raw.span[1]) if place and raw.span else None
        facts.append(
            Fact(
                filing=filing.id,
                concept=raw.concept,
                label=_CAMEL.sub(" ", raw.concept.split(":")[-1]),
                value=raw.value,
                unit=raw.unit,
                decimals=raw.decimals,
                start=raw.start,
                end=raw.end,
                dimensions=raw.dimensions,
                section=place[0] if place else None,
                span=span,
            )
        )
    return facts
