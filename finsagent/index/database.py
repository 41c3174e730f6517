"""The SQLite file of a generation: written once from start to end, then only read, by one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from finsagent.domain import Chunk, Fact, Filing, Section, SectionSummary
from finsagent.errors import DataError
from finsagent.index.rows import INDEXES, SCHEMA, Cell, Row, chunk_row, fact_row, filing_json, section_row, summary_row
from finsagent.text import well_formed


class Database:
    """Read-only access. Each thread that asks gets its own connection, opened at its first query."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[tuple[threading.Thread, sqlite3.Connection]] = []

    def rows(self, query: str, parameters: Sequence[Cell] = ()) -> list[Row]:
        """Run one query and fetch everything it gives."""
        return cast("list[Row]", self._connection().execute(query, parameters).fetchall())

    def close(self) -> None:
        """Close every connection; later queries open new ones."""
        with self._lock:
            for _, connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            uri = f"{self._path.resolve().as_uri()}?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._local.connection = connection
            with self._lock:
                self._drop_dead()
                self._connections.append((threading.current_thread(), connection))
        return connection

    def _drop_dead(self) -> None:
        """Close the connections of threads that have ended."""
        alive = []
        for thread, connection in self._connections:
            if thread.is_alive():
                alive.append((thread, connection))
            else:
                connection.close()
        self._connections = alive


class DatabaseWriter:
    """Writes filings one after the other and numbers chunks and summaries as they come."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {SCHEMA}")
        self._connection.execute("BEGIN")
        self.filings = self.sections = self.chunks = self.summaries = self.facts = 0

    def add(
        self,
        filing: Filing,
        *,
        source_hash: str,
        sections: Sequence[Section],
        chunks: Sequence[Chunk],
        summaries: Sequence[SectionSummary],
        facts: Sequence[Fact],
    ) -> None:
        """Write one filing with all that belongs to it.

        Raises:
            DataError: an id is there already.
        """
        ranges = (self.chunks, self.chunks + len(chunks), self.summaries, self.summaries + len(summaries))
        self._insert("filings", [(self.filings, filing.id, source_hash, *ranges, filing_json(filing))], filing)
        self._insert("sections", map(section_row, sections), filing)
        self._insert("chunks", (chunk_row(self.chunks + i, chunk) for i, chunk in enumerate(chunks)), filing)
        self._insert("summaries", (summary_row(self.summaries + i, item) for i, item in enumerate(summaries)), filing)
        self._insert("facts", (fact_row(self.facts + i, fact) for i, fact in enumerate(facts)), filing)
        self.filings += 1
        self.sections += len(sections)
        self.chunks += len(chunks)
        self.summaries += len(summaries)
        self.facts += len(facts)

    def finish(self) -> None:
        """Write everything out and close."""
        self._connection.execute("COMMIT")
        self._connection.executescript(INDEXES)
        self._connection.close()

    def abandon(self) -> None:
        """Close without finishing; the file is of no use."""
        self._connection.close()

    def _insert(self, table: str, rows: Iterable[Row], filing: Filing) -> None:
        for cells in rows:
            row = tuple(well_formed(cell) if isinstance(cell, str) else cell for cell in cells)
            try:
                self._connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
            except sqlite3.IntegrityError as error:
                twice = row[0] if table == "sections" else row[1]
                raise DataError(
                    f"Filing {filing.id} ({filing.source}): the id {twice!r} is already in the table of {table}; "
                    "ids must be unique in an index. Give the filing once, or rename its file."
                ) from error
