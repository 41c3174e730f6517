"""`python -m indexer facts`: what an issuer filed for one concept, in one of its own fiscal years."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, cast, get_args

import typer
from rich.console import Console
from rich.table import Table

from finsagent.domain import FiscalPeriod
from finsagent.errors import CallerError
from finsagent.fiscal_calendar import FiscalSpan
from finsagent.index.bundle import Bundle
from finsagent.index.facts import FactStore
from finsagent.index.history import Reported, report
from finsagent.lexicon import LineItem, load_lexicon
from finsagent.retrieval.issuers import IssuerNames
from indexer.export_facts import dimensions_of, plain

_KINDS = {"year": "year", "quarter": "quarter", "to_date": "year to date", "instant": "at", "transition": "transition",
          "other": "other"}  # fmt: skip


def facts_command(
    index: Annotated[Path, typer.Argument(help="Directory of the index.")],
    ticker: Annotated[str, typer.Option("--ticker", help="Ticker, CIK or name of the issuer.")],
    concept: Annotated[str, typer.Option("--concept", help='A concept ("Revenues") or a line ("net sales").')],
    fiscal_year: Annotated[
        int | None, typer.Option("--fiscal-year", help="The issuer's own year; all without.")
    ] = None,
    quarter: Annotated[str | None, typer.Option("--quarter", help="Q1 to Q4; the whole year without.")] = None,
    dimensions: Annotated[bool, typer.Option("--dimensions", help="Segments and other parts too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a fact.")] = False,
) -> None:
    """Show what an issuer filed for a concept: as first reported, as restated, and what follows by subtraction."""
    period = _period(quarter)
    with Bundle.open(index, verify=False) as bundle:
        issuer = find_issuer(bundle.facts, ticker)
        wanted, found = look_up(bundle.facts, issuer, concept, year=fiscal_year, period=period, parts=dimensions)
        rows = [_row(one, bundle.facts) for one in found]
    if as_json:
        for row in rows:
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    else:
        _print(rows, title=f"{ticker}: {', '.join(wanted)}")


def find_issuer(store: FactStore, name: str) -> str:
    """The key of the issuer that a ticker, CIK or name stands for.

    Raises:
        CallerError: no issuer, or more than one.
    """
    filings = list(store.filings.values())
    bare = name.strip().lstrip("0")
    keys = {filing.issuer for filing in filings if bare and bare in (filing.cik, filing.issuer)}
    keys = keys or set(IssuerNames.build(filings).resolve(name))
    if len(keys) == 1:
        return keys.pop()
    if keys:
        companies = sorted({filing.company for filing in filings if filing.issuer in keys})
        raise CallerError(f"{name!r} may be {', '.join(companies)}. Give the CIK or the full name.")
    known = sorted({filing.ticker or filing.company for filing in filings})
    raise CallerError(f"No issuer {name!r} in this index. It holds {', '.join(known[:20])}.")


def look_up(
    store: FactStore,
    issuer: str,
    concept: str,
    *,
    year: int | None,
    period: FiscalPeriod | None,
    parts: bool = False,
) -> tuple[tuple[str, ...], list[Reported]]:
    """The concepts that were looked for and what is filed under them.

    A concept that the issuer does not use in that period gives way to the others of the same line ("Revenues" to
    "RevenueFromContractWithCustomerExcludingAssessedTax"), so that the line is found under whatever name it is tagged.
    """
    dimensions = None if parts else ()
    when = period or ("FY" if year is not None else None)
    names = _named(store, issuer, concept)
    found = report(store, issuer=issuer, concepts=names, year=year, period=when, dimensions=dimensions)
    wanted = names[0] if _is_name(concept) else None
    found = [one for one in found if one.fact.concept == _chosen(found, one.span, wanted)]
    found.sort(key=lambda one: (one.fact.end, one.fact.start or one.fact.end))
    return tuple(dict.fromkeys(one.fact.concept for one in found)) or tuple(names[:1]), found


def _chosen(found: Sequence[Reported], span: FiscalSpan, wanted: str | None) -> str:
    """The concept to show for a period: the one asked for; else the largest, for a part is not more than its whole."""
    there = [one for one in found if one.span == span and one.current and not one.fact.dimensions] or [
        one for one in found if one.span == span
    ]
    if any(one.fact.concept == wanted for one in there):
        return wanted or ""
    return max(there, key=lambda one: abs(one.fact.value)).fact.concept


def _is_name(concept: str) -> bool:
    return ":" in concept or (" " not in concept.strip() and concept.strip()[:1].isupper())


def _named(store: FactStore, issuer: str, concept: str) -> list[str]:
    """Concepts that words may mean: the name itself, then those of the same line.

    Raises:
        CallerError: the words name no concept that the issuer ever used.
    """
    filed = store.concepts([filing.id for filing in store.filings_of(issuer)])
    by_name: dict[str, list[str]] = {}
    for full in filed:
        by_name.setdefault(full.rpartition(":")[2].lower(), []).append(full)
    wanted = concept.strip()
    exact = [wanted] if wanted in filed else by_name.get(wanted.rpartition(":")[2].lower(), [])
    names = [*exact, *(full for tag in _same_line(wanted) for full in by_name.get(tag.lower(), []))]
    if not names:
        near = [full for full in filed if wanted.rpartition(":")[2].lower() in full.lower()][:8]
        hint = f" Near it: {', '.join(near)}." if near else ""
        raise CallerError(f"The issuer files no concept {concept!r}.{hint}")
    head = exact[0] if exact else f"us-gaap:{wanted}" if _is_name(wanted) else names[0]
    return list(dict.fromkeys([head, *names]))


def _same_line(concept: str) -> Iterable[str]:
    lexicon = load_lexicon()
    name = concept.rpartition(":")[2]
    items = [item for item in lexicon.line_items.values() if name in item.tags]
    if not items:
        items = [match.item for match in lexicon.match(concept) if isinstance(match.item, LineItem)]
    return [tag for item in items[:1] for tag in item.tags]


def _period(quarter: str | None) -> FiscalPeriod | None:
    if quarter is None:
        return None
    name = quarter.strip().upper()
    name = f"Q{name}" if name.isdigit() else name
    if name not in get_args(FiscalPeriod):
        raise CallerError(f"{quarter!r} is no quarter. Give Q1, Q2, Q3 or Q4.")
    return cast(FiscalPeriod, name)


def _row(one: Reported, store: FactStore) -> dict[str, object]:
    fact, filing = one.fact, one.filing
    return {
        "issuer": filing.company,
        "concept": fact.concept,
        "label": fact.label,
        "value": plain(fact.value),
        "unit": fact.unit,
        "decimals": fact.decimals,
        "start": fact.start.isoformat() if fact.start else None,
        "end": fact.end.isoformat(),
        "fiscal_year": one.span.year,
        "fiscal_period": one.span.period,
        "kind": _KINDS[one.span.kind],
        "dimensions": dimensions_of(fact),
        "status": one.status,
        "current": one.current,
        "source": fact.source,
        "trust": fact.trust,
        "shown": fact.shown,
        "filing": filing.id,
        "form": filing.form,
        "filed_on": filing.filed_on.isoformat() if filing.filed_on else None,
        "file": filing.source,
        "chunk": store.chunk_of(fact),
        "section": fact.section,
        "span": list(fact.span) if fact.span else None,
        "derived_from": [f"{plain(part.value)} ({part.start} to {part.end}, {part.filing})" for part in one.parts],
    }


def _print(rows: Sequence[dict[str, object]], *, title: str) -> None:
    console = Console()
    if not rows:
        console.print(f"{title}: nothing filed for that period.", markup=False, highlight=False)
        return
    table = Table(title=title)
    several = len({row["concept"] for row in rows}) > 1
    for name in (*(("concept",) if several else ()), "period", "days", "value", "unit", "said by", "status", "shown"):
        table.add_column(name, overflow="fold", justify="right" if name in ("value", "shown") else "left")
    for row in rows:
        days = f"{row['start']} to {row['end']}" if row["start"] else f"at {row['end']}"
        status = " ".join(str(row["status"]) if word == "" else word for word in ("", *_marks(row)))
        period = f"{row['fiscal_period'] or row['kind']} FY{row['fiscal_year']}"
        period += " to date" if row["kind"] == "year to date" else ""
        cells = (period, days, f"{row['value']}", row["unit"], f"{row['form']} {row['filing']}", status, row["shown"])
        table.add_row(*(str(cell) for cell in (*((row["concept"],) if several else ()), *cells)))
    console.print(table)


def _marks(row: dict[str, object]) -> list[str]:
    marks = []
    if row["source"] != "xbrl":
        marks.append("derived" if row["source"] == "derived" else "from a table")
    if not row["current"] and row["status"] != "repeated":
        marks.append("(superseded)")
    if row["dimensions"]:
        marks.append(str(row["dimensions"]))
    return marks
