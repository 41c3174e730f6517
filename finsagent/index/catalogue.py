"""The catalogue of an index: every filing in it, in the order written."""

from __future__ import annotations

from finsagent.domain import Catalogue
from finsagent.index.database import Database
from finsagent.index.rows import filing_of


def read_catalogue(database: Database) -> Catalogue:
    """Read all filings of an index."""
    found = database.rows("SELECT content FROM filings ORDER BY position")
    return Catalogue(filings=tuple(filing_of(str(row[0])) for row in found))
