"""Every fact of a list read from real filings' tags by another program is in what we store: value, unit, period, sign.

`pytest tests/benchmarks/test_filed_facts.py`, with FINSAGENT_DATA set: 3,314 rows of 48 filings.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.domain import Fact
from indexer.parse import parse_file

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif("FINSAGENT_DATA" not in os.environ, reason="needs real filings: set FINSAGENT_DATA"),
]


def gold() -> dict[str, list[dict[str, str]]]:
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    if "FINSAGENT_DATA" in os.environ:
        with (Path(os.environ["FINSAGENT_DATA"]) / "filings_xbrl_gold.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                rows[row["file"]].append(row)
    return rows


GOLD = gold()


def is_row(fact: Fact, row: dict[str, str]) -> bool:
    """Whether a fact is the one of a row. The list writes the unit of a divide with line breaks as "USD//shares/"."""
    start = fact.start.isoformat() if fact.start else ""
    same_days = row["end"] == fact.end.isoformat() and row["start"] in ((start,) if start else ("", row["end"]))
    return (
        same_days and fact.value == Decimal(row["value"]) and fact.unit == row["unit"].replace("//shares/", "/shares")
    )


@pytest.mark.parametrize("name", sorted(GOLD))
def test_every_row_is_stored_and_shown_where_the_tag_is(name: str) -> None:
    parsed = parse_file(Path(os.environ["FINSAGENT_DATA"]) / "filings" / name)
    texts = {section.id: section.text for section in parsed.sections}
    by_concept: dict[str, list[Fact]] = defaultdict(list)
    for fact in parsed.facts:
        if not fact.dimensions:
            by_concept[fact.concept.rpartition(":")[2]].append(fact)
    for row in GOLD[name]:
        found = [fact for fact in by_concept[row["concept"]] if is_row(fact, row)]
        assert len(found) == 1, row
        (one,) = found
        seats = [(one.section, one.span), *((section, (start, end)) for section, start, end in one.also)]
        shown = [texts[section][slice(*span)] for section, span in seats if section and span]
        assert row["displayed"] in shown, row
