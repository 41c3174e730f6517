"""Everything that was indexed, by row or id: chunks, sections, summaries, and whole filings for writing them again."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from finsagent.domain import Chunk, Fact, Filing, Section, SectionSummary
from finsagent.errors import NotFoundError
from finsagent.index.database import Database
from finsagent.index.rows import (
    CHUNK_COLUMNS,
    FACT_COLUMNS,
    SECTION_COLUMNS,
    SUMMARY_COLUMNS,
    chunk_of,
    fact_of,
    filing_of,
    section_of,
    summary_of,
)
from finsagent.index.summaries import rows_in

_CHUNK_CACHE_CHARS = 16_000_000
_SECTION_CACHE_CHARS = 16_000_000
_Key = TypeVar("_Key")
_Item = TypeVar("_Item")


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class FilingContent:
    """A filing with all that is indexed of it; what an index is written from.

    `vectors` has a row a chunk and `summary_vectors` a row a summary, each (n, dimension) and of length 1.
    """

    filing: Filing
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    summaries: tuple[SectionSummary, ...]
    facts: tuple[Fact, ...]
    vectors: NDArray[np.float32]
    summary_vectors: NDArray[np.float32]
    source_hash: str


class ChunkStore:
    """Reads from the database, with bounded caches of the last used chunks and sections. Safe to share by threads."""

    def __init__(
        self, database: Database, *, vectors: NDArray[np.float32], summary_vectors: NDArray[np.float32]
    ) -> None:
        self._database = database
        self._vectors = vectors
        self._summary_vectors = summary_vectors
        self._chunks: _Cache[int, Chunk] = _Cache(_CHUNK_CACHE_CHARS, lambda chunk: len(chunk.text) + len(chunk.header))
        self._sections: _Cache[str, Section] = _Cache(_SECTION_CACHE_CHARS, lambda section: len(section.text))
        found = database.rows("SELECT id, first_row, end_row, first_summary, end_summary FROM filings")
        self._ranges = {str(row[0]): (int(str(row[1])), int(str(row[2]))) for row in found}
        self._summary_ranges = {str(row[0]): (int(str(row[3])), int(str(row[4]))) for row in found}

    def __len__(self) -> int:
        return len(self._vectors)

    @property
    def summary_ranges(self) -> Mapping[str, tuple[int, int]]:
        """Filing id -> (first summary row, row after the last)."""
        return self._summary_ranges

    def chunks(self, rows: Sequence[int] | NDArray[np.int64]) -> list[Chunk]:
        """The chunks of some rows, in that order.

        Raises:
            NotFoundError: there is no such row.
        """
        wanted = [int(row) for row in rows]
        found = self._chunks.get_all(wanted)
        missing = [row for row in wanted if row not in found]
        if missing:
            query = f"SELECT {CHUNK_COLUMNS} FROM chunks WHERE row IN (SELECT value FROM json_each(?))"
            read = self._database.rows(query, (json.dumps(missing),))
            fresh = {int(str(row[0])): chunk_of(row) for row in read}
            self._chunks.put_all(fresh)
            found.update(fresh)
        try:
            return [found[row] for row in wanted]
        except KeyError as error:
            raise NotFoundError(f"No chunk has row {error.args[0]}; rows go from 0 to {len(self) - 1}.") from None

    def chunk(self, identifier: str) -> Chunk:
        """The chunk with this id.

        Raises:
            NotFoundError: the index has none.
        """
        return self.chunks([self.row(identifier)])[0]

    def chunk_at(self, section: str, position: int) -> Chunk:
        """The chunk of a section that holds the character at `position`, else the last one that starts before it.

        Raises:
            NotFoundError: no chunk of the section starts at or before the position.
        """
        found = self._database.rows(
            "SELECT row FROM chunks WHERE section = ? AND start <= ? ORDER BY start DESC, row DESC LIMIT 1",
            (section, int(position)),
        )
        if not found:
            raise NotFoundError(f"No chunk of section {section!r} holds character {position}.")
        return self.chunks([int(str(found[0][0]))])[0]

    def row(self, identifier: str) -> int:
        """The row of the chunk with this id.

        Raises:
            NotFoundError: the index has none.
        """
        found = self._database.rows("SELECT row FROM chunks WHERE id = ?", (identifier,))
        if not found:
            raise NotFoundError(f"No chunk {identifier!r} in this index.")
        return int(str(found[0][0]))

    def rows_of(self, filings: Collection[str]) -> NDArray[np.int64]:
        """Sorted chunk rows of some filings; ids that aren't indexed have none."""
        return rows_in(self._ranges, filings)

    def section(self, identifier: str) -> Section:
        """The section with this id.

        Raises:
            NotFoundError: the index has none.
        """
        found = self._sections.get_all([identifier])
        if not found:
            read = self._database.rows(f"SELECT {SECTION_COLUMNS} FROM sections WHERE id = ?", (identifier,))
            if not read:
                raise NotFoundError(f"No section {identifier!r} in this index.")
            found = {identifier: section_of(read[0])}
            self._sections.put_all(found)
        return found[identifier]

    def sections(self, filing: str) -> list[Section]:
        """The sections of a filing, in their order in it."""
        read = self._database.rows(
            f"SELECT {SECTION_COLUMNS} FROM sections WHERE filing = ? ORDER BY position, id", (filing,)
        )
        return [section_of(row) for row in read]

    def places(self) -> dict[str, tuple[str, str, int]]:
        """Section id -> (part, Item, length in characters up to its last chunk's end), for every section."""
        lengths = {
            str(row[0]): int(str(row[1]))
            for row in self._database.rows('SELECT section, MAX("end") FROM chunks GROUP BY section')
        }
        read = self._database.rows("SELECT id, part, item FROM sections")
        return {str(row[0]): (str(row[1]), str(row[2]), lengths.get(str(row[0]), 0)) for row in read}

    def section_text(self, identifier: str, start: int, end: int) -> str:
        """Characters `start` to `end` of a section's text.

        Raises:
            NotFoundError: the index has no such section.
        """
        return self.section(identifier).text[start:end]

    def summary(self, row: int) -> SectionSummary:
        """The summary of a row of the summary index.

        Raises:
            NotFoundError: there is no such row.
        """
        read = self._database.rows(f"SELECT {SUMMARY_COLUMNS} FROM summaries WHERE row = ?", (int(row),))
        if not read:
            raise NotFoundError(f"No summary has row {row}.")
        return summary_of(read[0])

    def rows_under(self, summary_row: int) -> list[int]:
        """Rows of the chunks that overlap the part of the section that a summary is about, in reading order.

        Raises:
            NotFoundError: there is no such summary.
        """
        summary = self.summary(summary_row)
        read = self._database.rows(
            'SELECT row FROM chunks WHERE section = ? AND start < ? AND "end" > ? ORDER BY start, row',
            (summary.section, summary.end, summary.start),
        )
        return [int(str(row[0])) for row in read]

    def content(self, filing: str) -> FilingContent:
        """All that is indexed of a filing, vectors too: an index can be written from it without encoding again.

        Raises:
            NotFoundError: the filing isn't indexed.
        """
        read = self._database.rows("SELECT source_hash, content FROM filings WHERE id = ?", (filing,))
        if not read:
            raise NotFoundError(f"No filing {filing!r} in this index.")
        (first, end), (first_summary, end_summary) = self._ranges[filing], self._summary_ranges[filing]
        limits = (first, end)
        chunks = self._database.rows(
            f"SELECT {CHUNK_COLUMNS} FROM chunks WHERE row >= ? AND row < ? ORDER BY row", limits
        )
        summaries = self._database.rows(
            f"SELECT {SUMMARY_COLUMNS} FROM summaries WHERE row >= ? AND row < ? ORDER BY row",
            (first_summary, end_summary),
        )
        facts = self._database.rows(f"SELECT {FACT_COLUMNS} FROM facts WHERE filing = ? ORDER BY row", (filing,))
        return FilingContent(
            filing=filing_of(str(read[0][1])),
            sections=tuple(self.sections(filing)),
            chunks=tuple(chunk_of(row) for row in chunks),
            summaries=tuple(summary_of(row) for row in summaries),
            facts=tuple(fact_of(row) for row in facts),
            vectors=self._vectors[first:end].copy(),
            summary_vectors=self._summary_vectors[first_summary:end_summary].copy(),
            source_hash=str(read[0][0]),
        )

    def source_hashes(self) -> dict[str, str]:
        """Filing id -> hash of the file that it was read from."""
        return {str(row[0]): str(row[1]) for row in self._database.rows("SELECT id, source_hash FROM filings")}


class _Cache(Generic[_Key, _Item]):
    """Least recently used items go first, when the sum of sizes is over the limit."""

    def __init__(self, limit: int, size: Callable[[_Item], int]) -> None:
        self._limit = limit
        self._size = size
        self._total = 0
        self._items: OrderedDict[_Key, _Item] = OrderedDict()
        self._lock = threading.Lock()

    def get_all(self, keys: Sequence[_Key]) -> dict[_Key, _Item]:
        found: dict[_Key, _Item] = {}
        with self._lock:
            for key in keys:
                if key in self._items:
                    self._items.move_to_end(key)
                    found[key] = self._items[key]
        return found

    def put_all(self, items: Mapping[_Key, _Item]) -> None:
        with self._lock:
            for key, item in items.items():
                if key not in self._items:
                    self._total += self._size(item)
                    self._items[key] = item
            while self._total > self._limit and self._items:
                _, dropped = self._items.popitem(last=False)
                self._total -= self._size(dropped)
