"""Filed XBRL facts (and values read from tables), by filing, concept and period."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date

from finsagent.domain import Fact
from finsagent.index.database import Database
from finsagent.index.rows import FACT_COLUMNS, Cell, fact_of


class FactStore:
    """Looks facts up; it doesn't choose between them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def query(
        self,
        *,
        filings: Collection[str] | None = None,
        concepts: Collection[str] | None = None,
        start: date | None = None,
        end: date | None = None,
        instant: bool | None = None,
        dimensions: tuple[tuple[str, str], ...] | None = (),
    ) -> list[Fact]:
        """Find facts; every filter that is None lets everything through. Results come in filing order.

        Args:
            filings: ids of the filings to look in.
            concepts: names such as "us-gaap:Revenues".
            start: the exact first day of the period.
            end: the exact last day of the period, or the day of an instant.
            instant: True for values at a day, False for values over a period.
            dimensions: exactly these (axis, member) pairs; () means consolidated facts only, None any.
        """
        conditions: list[str] = []
        parameters: list[Cell] = []
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
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return [
            fact_of(row)
            for row in self._database.rows(f"SELECT {FACT_COLUMNS} FROM facts{where} ORDER BY row", parameters)
        ]

    def __len__(self) -> int:
        return int(str(self._database.rows("SELECT count(*) FROM facts")[0][0]))
