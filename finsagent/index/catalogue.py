"""The catalogue of an index: every filing with text in it, in the order written."""

from __future__ import annotations

from finsagent.domain import Catalogue
from finsagent.index.database import Database
from finsagent.index.rows import filing_of


def read_catalogue(database: Database) -> Catalogue:
    """Read all filings of an index that have text; those that only gave facts are no evidence."""
    found = database.rows("SELECT content FROM filings WHERE end_row > first_row ORDER BY position")
    return Catalogue(filings=tuple(filing_of(str(row[0])) for row in found))
