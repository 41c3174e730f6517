"""The `companyfacts` JSON of EDGAR: every fact that an issuer's filings gave under a standard taxonomy, without places.

A row names its period by `start` and `end`. Its `fy` and `fp` are those of the filing that it was read from, so all six
windows of a third-quarter report say "Q3": they are never read as the row's period. Each row belongs to the filing that
`accn` names. Filings that are indexed get the facts that their own document lacks (an older page has no tags); filings
that are not indexed are kept as the sources of their facts alone, without text.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import numpy as np

from finsagent.domain import Fact, Filing, FiscalPeriod
from finsagent.errors import DataError
from finsagent.forms import base_form, is_amendment
from finsagent.index.history import same_value
from finsagent.index.store import FilingContent
from indexer.concept_labels import standard_label

_SNIFF = 2048
_SAME_PERIOD_DAYS = 4
_MINOR = 10
"""A day that fewer than a tenth of the facts of the main day end on is an event after the period."""
_QUARTERS: tuple[FiscalPeriod, ...] = ("FY", "Q1", "Q2", "Q3", "Q4")


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyFacts:
    """One issuer's facts by the filing that gave them; `facts[i]` are those of `filings[i]`."""

    filings: tuple[Filing, ...]
    facts: tuple[tuple[Fact, ...], ...]


def is_company_facts(path: Path) -> bool:
    """Whether a file is a reply of EDGAR's companyfacts API."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(_SNIFF)
    return b'"facts"' in head and b'"cik"' in head


def read_company_facts(path: Path) -> CompanyFacts:
    """Read one reply.

    Raises:
        DataError: the file is no companyfacts reply, or was cut off.
    """
    try:
        reply = json.loads(path.read_bytes(), parse_float=Decimal, parse_int=Decimal)
        cik = str(reply["cik"]).lstrip("0")
        company = str(reply["entityName"] or "")
        taxonomies: Mapping[str, object] = reply["facts"]
        rows = list(_rows(taxonomies))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise DataError(f"{path.name} is no whole companyfacts reply ({error!r}). Download it again.") from error
    by_filing: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        by_filing[row.accession].append(row)
    filings = [_filing(rows, cik=cik, company=company, source=path.name) for rows in by_filing.values()]
    order = sorted(range(len(filings)), key=lambda at: (str(filings[at].filed_on), filings[at].id))
    groups = [tuple(replace(row.fact, filing=row.accession) for row in rows) for rows in by_filing.values()]
    return CompanyFacts(filings=tuple(filings[at] for at in order), facts=tuple(groups[at] for at in order))


_MOST_DIGITS = 30


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    accession: str
    form: str
    filed_on: date | None
    named_year: int | None
    named_period: str
    fact: Fact


def _rows(taxonomies: Mapping[str, object]) -> Iterator[_Row]:
    for family, concepts in taxonomies.items():
        if not isinstance(concepts, dict):
            raise TypeError(f"facts of {family!r} are no object")
        for name, concept in concepts.items():
            label = str(concept.get("label") or "") or standard_label(name)
            for unit, values in concept["units"].items():
                for value in values:
                    end = _day(value.get("end"))
                    if end is None or value.get("val") is None or not value.get("accn"):
                        continue
                    start = _day(value.get("start"))
                    fact = Fact(
                        filing="",
                        concept=f"{family}:{name}",
                        label=label,
                        value=_amount(value["val"]),
                        unit=str(unit),
                        decimals=None,
                        start=start,
                        end=end,
                    )
                    if start is not None and start > end:
                        raise ValueError(f"{name}: a period from {start} to {end}")
                    year = value.get("fy")
                    yield _Row(
                        accession=str(value["accn"]),
                        form=str(value.get("form") or "").upper(),
                        filed_on=_day(value.get("filed")),
                        named_year=int(year) if year is not None else None,
                        named_period=str(value.get("fp") or ""),
                        fact=fact,
                    )


def _filing(rows: Sequence[_Row], *, cik: str, company: str, source: str) -> Filing:
    """The filing behind some rows. The last day that it covers is the one that most of its newest amounts end on."""
    first = rows[0]
    told = [row.fact for row in rows if not row.fact.concept.startswith("dei:")]  # the cover names later days
    ends = Counter(fact.end for fact in told if first.filed_on is None or fact.end <= first.filed_on)
    shown = [day for day, count in ends.items() if count * _MINOR >= max(ends.values())]
    period_end = max(shown, default=None)
    named = first.named_year
    year = named if named and period_end and abs(named - period_end.year) <= 1 else None
    period = next((p for p in _QUARTERS if p == first.named_period), None)
    return Filing(
        id=first.accession,
        issuer=cik,
        company=company,
        form=first.form,
        source=source,
        accession=first.accession,
        cik=cik,
        fiscal_year=year,
        fiscal_period=period if base_form(first.form) in ("10-K", "10-Q") else None,
        period_end=period_end,
        filed_on=first.filed_on,
    )


def _amount(value: object) -> Decimal:
    """A reply's number. Raises ValueError for what is none: no amount has more than thirty digits."""
    if isinstance(value, bool) or not isinstance(value, (Decimal, str)):
        raise ValueError(f"{value!r} is no amount")
    number = Decimal(value)
    if not number.is_finite() or number.adjusted() > _MOST_DIGITS:
        raise ValueError(f"{value!r} is no amount")
    return number


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None


# --- into an index ---------------------------------------------------------------------------------------------------


def join_company_facts(
    contents: Iterable[FilingContent], given: Sequence[CompanyFacts], *, dimension: int
) -> tuple[list[FilingContent], list[str]]:
    """Give each indexed filing the facts that it lacks, and add the other filings as sources of facts alone.

    Returns:
        All contents, and a note on each filing whose own tags say otherwise.
    """
    result = list(contents)
    notes: list[str] = []
    for reply in given:
        for filing, facts in zip(reply.filings, reply.facts, strict=True):
            at = next((at for at, content in enumerate(result) if _is(content.filing, filing)), None)
            if at is None:
                result.append(_without_text(filing, facts, dimension))
            else:
                result[at], disagree = _joined(result[at], facts)
                if disagree:
                    notes.append(f"{filing.id}: {disagree} facts of {filing.source} differ from its own tags.")
                result[at] = _dated(result[at], filing)
    return result, notes


def _is(indexed: Filing, other: Filing) -> bool:
    """Whether an indexed filing is the one that a reply names: by accession number, else by issuer, form and period."""
    if indexed.accession:
        return indexed.accession == other.accession
    if indexed.cik != other.cik or indexed.period_end is None or other.period_end is None:
        return False
    same_form = base_form(indexed.form) == base_form(other.form) in ("10-K", "10-Q")
    same_form = same_form and is_amendment(indexed.form) == is_amendment(other.form)
    return same_form and abs((indexed.period_end - other.period_end).days) <= _SAME_PERIOD_DAYS


def _dated(content: FilingContent, filing: Filing) -> FilingContent:
    own = content.filing
    known = replace(own, filed_on=own.filed_on or filing.filed_on, accession=own.accession or filing.accession)
    return replace(content, filing=known)


def _joined(content: FilingContent, facts: Sequence[Fact]) -> tuple[FilingContent, int]:
    """Add what the document's own tags don't say; count what they say otherwise."""
    own: dict[tuple[object, ...], list[Fact]] = defaultdict(list)
    seats: dict[tuple[Decimal, date], Fact] = {}
    for fact in content.facts:
        if fact.source == "xbrl" and not fact.dimensions:
            own[_key(fact)].append(fact)
        if fact.source == "table":
            seats.setdefault((abs(fact.value), fact.end), fact)
    added = []
    disagree = 0
    for fact in facts:
        said = own.get(_key(fact), [])
        if said:
            disagree += not any(same_value(fact, other) for other in said)
            continue
        seat = seats.get((abs(fact.value), fact.end))
        place = (seat.section, seat.span, seat.shown) if seat else (None, None, "")
        added.append(replace(fact, filing=content.filing.id, section=place[0], span=place[1], shown=place[2]))
    return replace(content, facts=(*content.facts, *added)), disagree


def _key(fact: Fact) -> tuple[object, ...]:
    return fact.concept, fact.unit, fact.start, fact.end


def _without_text(filing: Filing, facts: Sequence[Fact], dimension: int) -> FilingContent:
    nothing = np.zeros((0, dimension), dtype=np.float32)
    return FilingContent(
        filing=filing, sections=(), chunks=(), summaries=(), facts=tuple(facts), vectors=nothing,
        summary_vectors=nothing, source_hash="",
    )  # fmt: skip
