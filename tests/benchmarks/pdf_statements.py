"""How many primary statements of 10-K PDFs come out as tables with their title, periods and unit.

`python tests/benchmarks/pdf_statements.py [part of a file name]`, with FINSAGENT_DATA set. A statement counts as found
when a table under its title holds the rows that no such statement lacks, every number has a year and, but for balance
sheets, a length of twelve months, at least two years stand side by side, and the amounts have a scale.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from finsagent.domain import Chunk
from finsagent.forms import statement_of
from finsagent.tables import Row, read_tables
from indexer.parse import parse_file

ROWS: dict[str, tuple[str, ...]] = {
    "balance_sheet": (r"^total (?:current |other )?assets", r"liabilities", r"equity|capitalization|deficit"),
    "income": (r"revenue|sales", r"(?:net|consolidated) (?:income|earnings|loss|\(loss\))", r"dilut|per .*share|basic"),
    "cash_flow": (
        r"(?:net )?cash.*operati(?:ng|ons)", r"(?:net )?cash.*invest(?:ing|ment)", r"(?:net )?cash.*financing",
    ),
}  # fmt: skip
"""For each statement, labels that it cannot do without."""
_MAX_PIECES = 3


@dataclass(kw_only=True)
class Printed:
    """A table put together again from its chunks."""

    first: Chunk
    end: int
    text: str

    def rows(self) -> list[Row]:
        """Its rows, read with what the index knows of it."""
        first = self.first
        views = read_tables(self.text, columns=first.columns, caption=first.caption, header=first.header)
        return [row for view in views for row in view.rows]


@dataclass(kw_only=True)
class Outcome:
    """What was found of one statement; `faults` is empty where all of it was."""

    statement: str
    page: int | None = None
    faults: list[str] = field(default_factory=list)
    missing: int = 99


def tables(chunks: Sequence[Chunk]) -> list[Printed]:
    """Tables of a filing in order: neighbouring chunks with the same caption and heads are one."""
    found: list[Printed] = []
    for chunk in chunks:
        if chunk.kind != "table":
            continue
        last = found[-1] if found else None
        if last and _goes_on(last, chunk):
            last.text, last.end = f"{last.text}\n{chunk.text}", chunk.end
        else:
            found.append(Printed(first=chunk, end=chunk.end, text=chunk.text))
    return found


def judge(statement: str, printed: Sequence[Printed]) -> Outcome:
    """The best outcome over all tables that stand under the statement's title."""
    best = Outcome(statement=statement, faults=["no table under this title"])
    for rows, page in _candidates(statement, printed):
        faults = _faults(statement, rows)
        missing = sum(not any(re.search(p, _label(row), re.IGNORECASE) for row in rows) for p in ROWS[statement])
        if (missing, len(faults)) < (best.missing, len(best.faults)):
            best = Outcome(statement=statement, page=page, faults=faults, missing=missing)
    return best


def _goes_on(last: Printed, chunk: Chunk) -> bool:
    first = last.first
    same = (first.section, first.caption, first.columns) == (chunk.section, chunk.caption, chunk.columns)
    return same and chunk.start - last.end <= 2


def _candidates(statement: str, printed: Sequence[Printed]) -> Iterator[tuple[list[Row], int | None]]:
    for index, table in enumerate(printed):
        if statement_of(table.first.caption) != statement and statement_of(table.text.split("\n")[0]) != statement:
            continue
        rows: list[Row] = []
        for piece in printed[index : index + _MAX_PIECES]:
            apart = (piece.first.page or 0) - (table.first.page or 0)
            if piece.first.section != table.first.section or apart > 1:
                break
            rows.extend(piece.rows())
            yield list(rows), table.first.page


def _label(row: Row) -> str:
    return f"{row.label} {row.group}"


def _faults(statement: str, rows: Sequence[Row]) -> list[str]:
    faults = [
        f"no row {pattern!r}"
        for pattern in ROWS[statement]
        if not any(re.search(pattern, _label(row), re.IGNORECASE) for row in rows)
    ]
    cells = [cell for row in rows for cell in row.cells if cell.kind == "value"]
    bare = sum(cell.period.year is None for cell in cells)
    if bare:
        faults.append(f"{bare} of {len(cells)} numbers without a year")
    if len({cell.period.year for cell in cells} - {None}) < 2:
        faults.append("fewer than two years")
    if statement != "balance_sheet" and (short := sum(cell.period.months != 12 for cell in cells)):
        faults.append(f"{short} of {len(cells)} numbers without a length of twelve months")
    if any(row.scale is None for row in rows if row.unit == "USD"):
        faults.append("amounts without a scale")
    return faults


def main(data: Path, part: str = "") -> tuple[int, int]:
    """Judge the 10-K PDFs; prints a line for each fault and returns how many statements were found, of how many."""
    paths = [path for path in sorted((data / "financebench" / "pdfs").glob("*10K.pdf")) if part in path.name]
    found = total = 0
    for path in paths:
        printed = tables(parse_file(path).chunks)
        for statement in ROWS:
            outcome = judge(statement, printed)
            total += 1
            found += not outcome.faults
            if outcome.faults:
                print(f"{path.stem} {statement} page {outcome.page}: {'; '.join(outcome.faults)}")  # noqa: T201
    print(f"statements found: {found} of {total} ({100 * found / max(total, 1):.1f} %)")  # noqa: T201
    return found, total


if __name__ == "__main__":
    main(Path(os.environ["FINSAGENT_DATA"]), *sys.argv[1:2])
