"""Facts as a table for other programs: one line a fact, as `facts.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

from finsagent.artifacts import write_bytes
from finsagent.domain import Fact, Filing
from finsagent.fiscal_calendar import FiscalCalendar
from finsagent.index.bundle import Bundle
from finsagent.index.facts import EVERY_SOURCE, FactStore

COLUMNS = (
    "file", "accession", "concept", "start", "end", "value", "unit", "decimals", "dimensions", "label", "shown",
    "source", "trust", "fiscal_year", "fiscal_period", "kind",
)  # fmt: skip
"""`start` is empty for a value at a day. `dimensions` are "axis=member" with "; " between, empty for the whole issuer.

`value` carries the sign of the tag, `shown` is the number as printed, empty where no page shows it. The last three are
the period by the issuer's own calendar; `kind` is as in `finsagent.fiscal_calendar`.
"""


def export_facts(bundle: Bundle, path: Path) -> int:
    """Write every fact of an index; returns how many. Filings in the index's order, facts in the document's."""
    facts = bundle.facts.query(dimensions=None, sources=EVERY_SOURCE)
    write_bytes(path, facts_csv(facts, bundle.facts).encode())
    return len(facts)


def facts_csv(facts: Iterable[Fact], store: FactStore) -> str:
    """The text of the file, with its header line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for fact in facts:
        filing = store.filings[fact.filing]
        writer.writerow((*_cells(fact, filing), *_place(fact, store.calendar(filing.issuer))))
    return text.getvalue()


def plain(value: Decimal) -> str:
    """A number in digits: no exponent, no needless zeroes."""
    digits = format(value, "f")
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits) or "0"


def dimensions_of(fact: Fact) -> str:
    """The dimensions in one cell."""
    return "; ".join(f"{axis}={member}" for axis, member in fact.dimensions)


def _place(fact: Fact, calendar: FiscalCalendar | None) -> tuple[str, str, str]:
    if calendar is None:
        return "", "", ""
    span = calendar.place(fact.start, fact.end)
    return str(span.year), span.period or "", span.kind


def _cells(fact: Fact, filing: Filing) -> tuple[str, ...]:
    return (
        filing.source,
        filing.accession or "",
        fact.concept,
        fact.start.isoformat() if fact.start else "",
        fact.end.isoformat(),
        plain(fact.value),
        fact.unit,
        "" if fact.decimals is None else str(fact.decimals),
        dimensions_of(fact),
        fact.label,
        fact.shown,
        fact.source,
        f"{fact.trust:g}",
    )
