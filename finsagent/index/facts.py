"""Filed XBRL facts (and values read from tables), by filing, concept and period."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import date
from functools import cached_property

from finsagent.domain import Fact, FactSource, Filing
from finsagent.fiscal_calendar import FiscalCalendar
from finsagent.forms import base_form
from finsagent.index.database import Database
from finsagent.index.rows import FACT_COLUMNS, Cell, fact_of, filing_of

FILED: tuple[FactSource, ...] = ("xbrl",)
EVERY_SOURCE: tuple[FactSource, ...] = ("xbrl", "table")
_YEAR_SHOWN = 5
"""A span of a year is one of the issuer's years if its annual reports give this many facts over it."""


class FactStore:
    """Looks facts up; it doesn't choose between them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._calendars: dict[str, FiscalCalendar | None] = {}

    def query(
        self,
        *,
        filings: Collection[str] | None = None,
        concepts: Collection[str] | None = None,
        start: date | None = None,
        end: date | None = None,
        instant: bool | None = None,
        dimensions: tuple[tuple[str, str], ...] | None = (),
        sources: Collection[FactSource] = FILED,
    ) -> list[Fact]:
        """Find facts; every filter that is None lets everything through. Results come in filing order.

        Args:
            filings: ids of the filings to look in.
            concepts: names such as "us-gaap:Revenues".
            start: the exact first day of the period.
            end: the exact last day of the period, or the day of an instant.
            instant: True for values at a day, False for values over a period.
            dimensions: exactly these (axis, member) pairs; () means consolidated facts only, None any.
            sources: who named the concept; by default the issuer alone.
        """
        conditions = ["source IN (SELECT value FROM json_each(?))"]
        parameters: list[Cell] = [json.dumps(sorted(sources))]
        for column, names in (("filing", filings), ("concept", concepts)):
            if names is not None:
                conditions.append(f"{column} IN (SELECT value FROM json_each(?))")
                parameters.append(json.dumps(sorted(names)))
        for column, day in (("start", start), ('"end"', end)):
            if day is not None:
                conditions.append(f"{column} = ?")
                parameters.append(day.isoformat())
        if instant is not None:
            conditions.append("start IS NULL" if instant else "start IS NOT NULL")
        if dimensions is not None:
            conditions.append("dimensions = ?")
            parameters.append(json.dumps(dimensions, ensure_ascii=False))
        where = f" WHERE {' AND '.join(conditions)}"
        return [
            fact_of(row)
            for row in self._database.rows(f"SELECT {FACT_COLUMNS} FROM facts{where} ORDER BY row", parameters)
        ]

    @cached_property
    def filings(self) -> Mapping[str, Filing]:
        """Every filing that facts may come from, by id: those of the catalogue, and those without text."""
        found = self._database.rows("SELECT content FROM filings ORDER BY position")
        return {filing.id: filing for filing in (filing_of(str(row[0])) for row in found)}

    def filings_of(self, issuer: str) -> list[Filing]:
        """The filings of one issuer, by its key."""
        return [filing for filing in self.filings.values() if filing.issuer == issuer]

    def concepts(self, filings: Collection[str]) -> list[str]:
        """Names of all concepts that some filings give facts of, sorted."""
        query = "SELECT DISTINCT concept FROM facts WHERE filing IN (SELECT value FROM json_each(?)) ORDER BY concept"
        return [str(row[0]) for row in self._database.rows(query, [json.dumps(sorted(filings))])]

    def calendar(self, issuer: str) -> FiscalCalendar | None:
        """The issuer's calendar, from the periods of its reports and the years that its annual reports tell of."""
        if issuer not in self._calendars:
            filings = self.filings_of(issuer)
            annual = sorted(filing.id for filing in filings if base_form(filing.form) == "10-K")
            years = self._database.rows(
                'SELECT start, "end" FROM facts WHERE filing IN (SELECT value FROM json_each(?)) AND start IS NOT NULL '
                "AND dimensions = '[]' GROUP BY start, \"end\" HAVING count(*) >= ?",
                [json.dumps(annual), _YEAR_SHOWN],
            )
            spans = [(date.fromisoformat(str(start)), date.fromisoformat(str(end))) for start, end in years]
            self._calendars[issuer] = FiscalCalendar.of(filings, spans)
        return self._calendars[issuer]

    def chunk_of(self, fact: Fact) -> str | None:
        """The id of the chunk that shows a fact's number; None where it is shown nowhere."""
        if fact.section is None or fact.span is None:
            return None
        found = self._database.rows(
            'SELECT id FROM chunks WHERE section = ? AND start <= ? AND "end" > ? ORDER BY row LIMIT 1',
            (fact.section, fact.span[0], fact.span[0]),
        )
        return str(found[0][0]) if found else None

    def __len__(self) -> int:
        return int(str(self._database.rows("SELECT count(*) FROM facts")[0][0]))
