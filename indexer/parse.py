"""One file -> everything an index holds of it, except vectors. Runs in worker processes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from finsagent.domain import Chunk, Fact, Filing, Section, SectionSummary
from finsagent.errors import FilingError
from indexer.chunks import chunk_section
from indexer.facts import facts_of
from indexer.filings import read_source
from indexer.metadata import describe
from indexer.sections import split_sections
from indexer.summaries import summarise


@dataclass(frozen=True, kw_only=True, slots=True)
class ParsedFiling:
    """A filing read, cut and summarised. `size` is the source's length in bytes, `notes` say what it states twice."""

    filing: Filing
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    summaries: tuple[SectionSummary, ...]
    facts: tuple[Fact, ...]
    source_hash: str
    size: int
    notes: tuple[str, ...] = ()


def parse_file(path: Path, overrides: Mapping[str, str] | None = None) -> ParsedFiling:
    """Read one source file.

    Raises:
        FilingError: the file is not a filing that can be read; the message names it and what to do.
    """
    document = read_source(path)
    filing = describe(document, path, overrides)
    placed = split_sections(document.blocks, filing=filing.id, form=filing.form, period_end=filing.period_end)
    chunks = [chunk for section in placed for chunk in chunk_section(section, filing)]
    if not chunks:
        raise FilingError(f"{path.name}: no text that could serve as evidence. Check that the file is a whole filing.")
    data = path.read_bytes()
    facts, notes = facts_of(document, placed, filing)
    return ParsedFiling(
        filing=filing,
        sections=tuple(section.section for section in placed),
        chunks=tuple(chunks),
        summaries=tuple(summarise(placed, filing)),
        facts=tuple(facts),
        source_hash=hashlib.sha256(data).hexdigest(),
        size=len(data),
        notes=tuple(notes),
    )
