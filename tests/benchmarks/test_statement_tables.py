"""Cells of the primary statements of 25 filings of five shapes: value, scale, row label and period of each.

`pytest tests/benchmarks/test_statement_tables.py`, with FINSAGENT_DATA set. Twenty filings are checked against their
own tags: every tagged number in a statement's table must be a cell with the tag's amount and period. Five without tags
are checked against keys typed from the printed page (`statement_keys`); a key's row is `label | number | ...`, "…" for
the rest of a long label, `@1000` for a scale other than the statement's, and no label where none is printed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.domain import Fact, Filing
from finsagent.tables import Cell, Row, TableView
from indexer.facts import facts_of
from indexer.filings import read_source
from indexer.metadata import describe, read_manifest
from indexer.sections import PlacedSection, split_sections
from indexer.statements import Statement, primary_statements
from indexer.table_periods import Periods

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif("FINSAGENT_DATA" not in os.environ, reason="needs real filings: set FINSAGENT_DATA"),
]

TAGGED = {
    "inline XBRL 10-K": [
        "AAPL_10-K_2024_0000320193-24-000123", "ABBV_10-K_2023_0001551152-24-000011",
        "AMZN_10-K_2023_0001018724-24-000008", "BA_10-K_2024_ba-10-k-2025-02-03",
        "CMCSA_10-K_2023_0001166691-24-000011", "GOOG_10-K_2023_0001652044-24-000022",
        "HD_10-K_2019_0000354950-20-000015", "KO_10-K_2023_0000021344-24-000009",
        "MCD_10-K_2023_0000063908-24-000072", "WMT_10-K_2024_0000104169-24-000056",
    ],
    "inline XBRL 10-Q": [
        "AAPL_10-Q_2023Q3_0000320193-23-000077", "ABT_10-Q_2023Q2_0001628280-23-027203",
        "AXP_10-Q_2023Q3_0000004962-23-000038", "CVX_10-Q_2023Q2_0000093410-23-000079",
        "DIS_10-Q_2023Q3_0001744489-23-000171", "F_10-Q_2023Q2_0000037996-23-000050",
        "INTC_10-Q_2023Q2_0000050863-23-000069", "KHC_10-Q_2023Q2_0001637459-23-000114",
        "PG_10-Q_2024Q1_0000080424-23-000103", "XOM_10-Q_2023Q2_0000034088-23-000048",
    ],
}  # fmt: skip
KEYED = {
    "HTML without tags": ["MSFT_10-K_2013_0001193125-13-310206", "SigmarenoproInc_10-K_2019_0001558891-19-000066"],
    "plain text submission": ["AAPL_10-K_1997_0001047469-97-006960", "24HOLDINGSINC_10-KSB_2007_0000930413-08-001093"],
    "PDF": ["NETFLIX_2015_10K"],
}
OWN_SLIPS = {
    # Shares in millions tagged as if they were units: "727.9" for 727.9 million.
    "MCD_10-K_2023_0000063908-24-000072": 6,
}
"""Cells whose tag, not whose reading, is wrong; they count as right."""
BAR = 0.985
"""Share of a single filing's cells that must be right, so that one row may be wrong; over all filings it is 99.9 %."""
_KEYS = Path(__file__).parent / "statement_keys"
_DAYS_OF_MONTH = 30.44


@dataclass(frozen=True, kw_only=True)
class Read:
    """A filing with its primary statements."""

    filing: Filing
    placed: list[PlacedSection]
    facts: list[Fact]
    statements: list[Statement]
    periods: Periods


def read(name: str) -> Read:
    data = Path(os.environ["FINSAGENT_DATA"])
    folder, manifest = ("filings", "filings/manifest.csv")
    if not (found := sorted((data / folder).glob(f"{name}.*"))):
        folder, manifest = ("financebench/pdfs", "financebench/documents.jsonl")
        found = sorted((data / folder).glob(f"{name}.*"))
    path = found[0]
    document = read_source(path)
    filing = describe(document, path, read_manifest(data / manifest).get(path.stem))
    placed = split_sections(document.blocks, filing=filing.id, form=filing.form)
    facts = facts_of(document, placed, filing)[0] if document.facts else []
    statements = primary_statements(placed, filing.form)
    periods = Periods(filing)
    texts = {section.section.id: section.section.text for section in placed}
    for statement in statements:
        periods.learn(statement.views)
    for section in {statement.section for statement in statements}:
        periods.learn_balances(texts[section])
    return Read(filing=filing, placed=placed, facts=facts, statements=statements, periods=periods)


# --- against the filing's own tags -----------------------------------------------------------------------------------


def tagged_cells(given: Read) -> Iterator[tuple[Fact, Statement, Cell | None, Row | None, TableView]]:
    """Every tagged number in a statement's tables, with its cell; numbers inside labels are left out."""
    for fact in given.facts:
        seats = [(fact.section, fact.span), *((section, (start, end)) for section, start, end in fact.also)]
        for statement in given.statements:
            for view in statement.views:
                for section, span in seats:
                    if section != statement.section or span is None or not view.start <= span[0] < view.end:
                        continue
                    hits = [(c, r) for r in view.rows for c in r.cells if c.start <= span[0] and span[1] <= c.end]
                    in_label = any(r.label_start <= span[0] < r.label_end for r in view.rows)
                    if hits or not in_label:
                        yield fact, statement, *(hits[0] if hits else (None, None)), view


def wrong(given: Read, fact: Fact, statement: Statement, cell: Cell | None, row: Row | None, view: TableView) -> str:
    """What is wrong with the cell of a tagged number; "" if nothing."""
    if cell is None or row is None:
        return "no cell"
    if abs(row.amount(cell)) != abs(fact.value):
        return f"value {row.amount(cell)} for {fact.value} {fact.unit}"
    if "(" in fact.shown and ")" in fact.shown and cell.number.value > 0:
        return "sign"
    if fact.start is None:
        if statement.kind != "balance_sheet":
            return ""  # cash at the beginning or end of the column's period
        return "" if given.periods.end(cell, view) == fact.end else f"day {given.periods.end(cell, view)}"
    span = given.periods.span(cell, view)
    if span is None or span[1] != fact.end or months(*span) != months(fact.start, fact.end):
        return f"period {span} for {fact.start} to {fact.end}"
    return ""


def months(start: date, end: date) -> int:
    return round(((end - start).days + 1) / _DAYS_OF_MONTH)


@pytest.mark.parametrize("name", [name for names in TAGGED.values() for name in names])
def test_against_the_filings_own_tags(name: str) -> None:
    given = read(name)
    assert [one.kind for one in given.statements] == ["balance_sheet", "income", "cash_flow"]
    outcomes = [
        (wrong(given, fact, statement, cell, row, view), fact.concept)
        for fact, statement, cell, row, view in tagged_cells(given)
    ]
    faults = [outcome for outcome in outcomes if outcome[0]]
    assert len(outcomes) > 100
    right = len(outcomes) - max(0, len(faults) - OWN_SLIPS.get(name, 0))
    print(f"{name}: {right} of {len(outcomes)} cells; {Counter(faults).most_common(6)}")  # noqa: T201
    assert right / len(outcomes) >= BAR


# --- against keys typed from the page --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Line:
    """A row of a key."""

    label: str
    whole: bool
    values: tuple[Decimal, ...]
    scale: Decimal


@dataclass(frozen=True, kw_only=True)
class Key:
    """A statement of a key: its columns' last days, with months where they are periods, and its rows."""

    kind: str
    columns: tuple[tuple[date, int | None], ...]
    lines: tuple[Line, ...]


def read_key(name: str) -> list[Key]:
    keys = []
    for part in (_KEYS / f"{name}.txt").read_text(encoding="utf-8").split("== ")[1:]:
        first, second, *rest = part.strip("\n").split("\n")
        kind, scale = first.split()
        columns = []
        for head in second.split(" | "):
            day, _, length = head.partition("/")
            columns.append((date.fromisoformat(day), int(length) if length else None))
        keys.append(Key(kind=kind, columns=tuple(columns), lines=tuple(_line(row, Decimal(scale)) for row in rest)))
    return keys


def _line(row: str, scale: Decimal) -> Line:
    label, *values = [cell.strip() for cell in f" {row}".split(" | ")]
    own = re.search(r" @(\d+)$", label)
    label = label[: own.start()] if own else label
    return Line(
        label=_plain(label.rstrip("… ")),
        whole=not label.endswith("…"),
        values=tuple(Decimal(value) for value in values),
        scale=Decimal(own[1]) if own else scale,
    )


def _plain(label: str) -> str:
    return re.sub(r"[\s.\-–]+", " ", label.replace("’", "'")).strip().lower()


def right_cells(given: Read, key: Key) -> Iterator[tuple[str, bool]]:
    """Each cell of a key, and whether the parsed statement has it with its value, scale and period, in its row."""
    statement = next((one for one in given.statements if one.kind == key.kind), None)
    rows = [(row, view) for view in statement.views for row in view.rows] if statement else []
    for line in key.lines:
        at = next((at for at, (row, _) in enumerate(rows) if _same(row, line)), None)
        row, view = rows[at] if at is not None else (None, None)
        rows = rows[at + 1 :] if at is not None else rows
        for number, value in enumerate(line.values):
            cell = row.cells[number] if row and number < len(row.cells) else None
            ok = bool(row and view and cell) and _cell_is(
                given, row, view, cell, value, line.scale, key.columns[number]
            )  # type: ignore[arg-type]
            yield f"{key.kind}: {line.label or '(no label)'}, column {number + 1}", ok


def _same(row: Row, line: Line) -> bool:
    label = _plain(row.label)
    return label == line.label if line.whole else label.startswith(line.label)


def _cell_is(
    given: Read, row: Row, view: TableView, cell: Cell, value: Decimal, scale: Decimal, column: tuple[date, int | None]
) -> bool:
    if cell.number.value != value or (row.scale or Decimal(1)) != scale:
        return False
    end, length = column
    if length is None:
        return given.periods.end(cell, view) == end
    span = given.periods.span(cell, view)
    if span is None:
        return False
    exact = span[1] == end or (end != given.filing.period_end and abs((span[1] - end).days) <= 3)
    return exact and months(*span) == length


def keyed(names: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    for name in names:
        given = read(name)
        for key in read_key(name):
            for cell, ok in right_cells(given, key):
                yield name, cell, ok


@pytest.mark.parametrize("name", [name for names in KEYED.values() for name in names])
def test_against_a_key_typed_from_the_page(name: str) -> None:
    cells = list(keyed([name]))
    faults = [cell for _, cell, ok in cells if not ok]
    print(f"{name}: {len(cells) - len(faults)} of {len(cells)} cells; wrong: {faults[:12]}")  # noqa: T201
    assert (len(cells) - len(faults)) / len(cells) >= BAR
