"""The tables of the store and how each value type becomes a row and comes back."""

from __future__ import annotations

import json
import zlib
from datetime import date
from decimal import Decimal
from typing import cast, get_args

from finsagent.domain import (
    Chunk,
    ChunkKind,
    Fact,
    FactSource,
    Filing,
    FiscalPeriod,
    Heading,
    PageMark,
    Section,
    SectionStatus,
    SectionSummary,
)
from finsagent.text import well_formed

Cell = str | int | float | bytes | None
Row = tuple[Cell, ...]

SCHEMA = """
CREATE TABLE filings (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source_hash TEXT NOT NULL,
    first_row INTEGER NOT NULL, end_row INTEGER NOT NULL, first_summary INTEGER NOT NULL, end_summary INTEGER NOT NULL,
    content TEXT NOT NULL);
CREATE TABLE sections (id TEXT PRIMARY KEY, filing TEXT NOT NULL, part TEXT NOT NULL, item TEXT NOT NULL,
    title TEXT NOT NULL, position INTEGER NOT NULL, status TEXT NOT NULL, headings TEXT NOT NULL, pages TEXT NOT NULL,
    incorporated_from TEXT NOT NULL, warning TEXT NOT NULL, text BLOB NOT NULL);
CREATE TABLE chunks (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, section TEXT NOT NULL, filing TEXT NOT NULL,
    kind TEXT NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, header TEXT NOT NULL,
    group_start INTEGER NOT NULL, group_end INTEGER NOT NULL, page INTEGER, page_end INTEGER, columns TEXT NOT NULL,
    caption TEXT NOT NULL);
CREATE TABLE summaries (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, section TEXT NOT NULL, filing TEXT NOT NULL,
    title TEXT NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL);
CREATE TABLE facts (row INTEGER PRIMARY KEY, filing TEXT NOT NULL, concept TEXT NOT NULL, label TEXT NOT NULL,
    value TEXT NOT NULL, unit TEXT NOT NULL, decimals INTEGER, start TEXT, "end" TEXT NOT NULL,
    dimensions TEXT NOT NULL, section TEXT, span_start INTEGER, span_end INTEGER, source TEXT NOT NULL,
    trust REAL NOT NULL, shown TEXT NOT NULL, also TEXT NOT NULL);
"""
INDEXES = """
CREATE INDEX sections_by_filing ON sections (filing, position);
CREATE INDEX chunks_by_section ON chunks (section, start);
CREATE INDEX facts_by_filing ON facts (filing, concept);
CREATE INDEX facts_by_concept ON facts (concept);
"""

SECTION_COLUMNS = "id, filing, part, item, title, position, status, headings, pages, incorporated_from, warning, text"
CHUNK_COLUMNS = (
    'row, id, section, filing, kind, text, start, "end", header, '
    "group_start, group_end, page, page_end, columns, caption"
)
SUMMARY_COLUMNS = 'row, id, section, filing, title, text, start, "end"'
FACT_COLUMNS = (
    'row, filing, concept, label, value, unit, decimals, start, "end", '
    "dimensions, section, span_start, span_end, source, trust, shown, also"
)


def filing_json(filing: Filing) -> str:
    """A filing as JSON."""
    content = {name: getattr(filing, name) for name in Filing.__slots__}
    return json.dumps(content, default=date.isoformat, ensure_ascii=False, sort_keys=True)


def filing_of(content: str) -> Filing:
    """The filing that `filing_json` wrote."""
    raw = json.loads(content)
    period = raw["fiscal_period"]
    if period is not None and period not in get_args(FiscalPeriod):
        raise ValueError(f"fiscal period {period!r}")
    return Filing(
        **{
            **raw,
            "aliases": tuple(raw["aliases"]),
            "period_end": _date(raw["period_end"]),
            "filed_on": _date(raw["filed_on"]),
        }
    )


def section_row(section: Section) -> Row:
    """A section as a row; its text is compressed."""
    return (
        section.id,
        section.filing,
        section.part,
        section.item,
        section.title,
        section.order,
        section.status,
        json.dumps([[heading.text, heading.start, heading.level] for heading in section.headings], ensure_ascii=False),
        json.dumps([[mark.start, mark.page] for mark in section.pages]),
        section.incorporated_from,
        section.warning,
        zlib.compress(well_formed(section.text).encode(), 6),
    )


def section_of(row: Row) -> Section:
    """The section of a row of SECTION_COLUMNS."""
    identifier, filing, part, item, title, order, status, headings, pages, incorporated_from, warning, text = row
    return Section(
        id=str(identifier),
        filing=str(filing),
        part=str(part),
        item=str(item),
        title=str(title),
        order=_int(order),
        text=zlib.decompress(cast(bytes, text)).decode(),
        status=cast(SectionStatus, status),
        headings=tuple(
            Heading(text=words, start=start, level=level) for words, start, level in json.loads(str(headings))
        ),
        pages=tuple(PageMark(start=start, page=page) for start, page in json.loads(str(pages))),
        incorporated_from=str(incorporated_from),
        warning=str(warning),
    )


def chunk_row(number: int, chunk: Chunk) -> Row:
    """A chunk as row `number`."""
    place = (chunk.start, chunk.end, chunk.header, chunk.group_start, chunk.group_end, chunk.page, chunk.page_end)
    return (
        *(number, chunk.id, chunk.section, chunk.filing, chunk.kind, chunk.text),
        *place,
        *(chunk.columns, chunk.caption),
    )


def chunk_of(row: Row) -> Chunk:
    """The chunk of a row of CHUNK_COLUMNS."""
    _, identifier, section, filing, kind, text, start, end, header, group_start, group_end, page, page_end, *rest = row
    columns, caption = rest
    return Chunk(
        id=str(identifier),
        section=str(section),
        filing=str(filing),
        kind=cast(ChunkKind, kind),
        text=str(text),
        start=_int(start),
        end=_int(end),
        header=str(header),
        group_start=_int(group_start),
        group_end=_int(group_end),
        page=_int_or_none(page),
        page_end=_int_or_none(page_end),
        columns=str(columns),
        caption=str(caption),
    )


def summary_row(number: int, summary: SectionSummary) -> Row:
    """A summary as row `number`."""
    owner = (summary.id, summary.section, summary.filing)
    return (number, *owner, summary.title, summary.text, summary.start, summary.end)


def summary_of(row: Row) -> SectionSummary:
    """The summary of a row of SUMMARY_COLUMNS."""
    _, identifier, section, filing, title, text, start, end = row
    return SectionSummary(
        id=str(identifier),
        section=str(section),
        filing=str(filing),
        title=str(title),
        text=str(text),
        start=_int(start),
        end=_int(end),
    )


def fact_row(number: int, fact: Fact) -> Row:
    """A fact as row `number`; its value is kept digit by digit."""
    first, last = fact.span or (None, None)
    return (
        *(number, fact.filing, fact.concept, fact.label, str(fact.value), fact.unit, fact.decimals),
        *(fact.start.isoformat() if fact.start else None, fact.end.isoformat()),
        json.dumps(fact.dimensions, ensure_ascii=False),
        *(fact.section, first, last, fact.source, fact.trust, fact.shown, json.dumps(fact.also)),
    )


def fact_of(row: Row) -> Fact:
    """The fact of a row of FACT_COLUMNS."""
    _, filing, concept, label, value, unit, decimals, start, end, dimensions, section, first, last, *rest = row
    source, trust, shown, also = rest
    return Fact(
        filing=str(filing),
        concept=str(concept),
        label=str(label),
        value=Decimal(str(value)),
        unit=str(unit),
        decimals=_int_or_none(decimals),
        start=_date(start),
        end=date.fromisoformat(str(end)),
        dimensions=tuple((axis, member) for axis, member in json.loads(str(dimensions))),
        section=None if section is None else str(section),
        span=None if first is None or last is None else (_int(first), _int(last)),
        source=cast(FactSource, source),
        trust=float(str(trust)),
        shown=str(shown),
        also=tuple((owner, begin, stop) for owner, begin, stop in json.loads(str(also))),
    )


def _int(cell: Cell) -> int:
    return cast(int, cell)


def _int_or_none(cell: Cell) -> int | None:
    return cast("int | None", cell)


def _date(cell: object) -> date | None:
    return None if cell is None else date.fromisoformat(str(cell))
