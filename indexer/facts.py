"""The numbers that a document's tags give -> the facts of its filing: labelled, placed in the sections, each once.

A filing shows one fact in several places; it is stored once, at the place that stands first, with the others beside it.
Places that disagree are kept apart and reported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from finsagent.domain import Fact, Filing
from finsagent.index.history import same_value
from indexer.concept_labels import standard_label
from indexer.document import RawDocument
from indexer.sections import PlacedSection
from indexer.table_facts import seat, table_facts

_OPEN = re.compile(
    r"[-\u2212\u2013]?\s*\(\s*[$\u20ac\u00a3\u00a5]?\s*$|[-\u2212]\s?[$\u20ac\u00a3]?\s?$|[$\u20ac\u00a3]\s?$"
)
_CLOSE = re.compile(r"^\s*%?\s*\)|^\s?%")
_MAX_NOTES = 5


def facts_of(document: RawDocument, placed: Sequence[PlacedSection], filing: Filing) -> tuple[list[Fact], list[str]]:
    """The facts of a filing in the order of the document, and a note on each fact that it states in two ways.

    Where the document has tags, they are its facts, and those without a place get the place of the table cell that
    shows them; else facts are read from the tables of its primary statements.

    Args:
        document: what the reader found.
        placed: its sections with the blocks that their text is made of.
        filing: whose facts they are.
    """
    if not document.facts:
        return table_facts(placed, filing), []
    facts = _tagged(document, placed, filing)
    if all(fact.span is None for fact in facts):
        facts = seat(facts, placed)
    return fold(facts, name=filing.source)


def _tagged(document: RawDocument, placed: Sequence[PlacedSection], filing: Filing) -> list[Fact]:
    places = {piece.index: (section.section, piece.start) for section in placed for piece in section.blocks}
    facts = []
    for raw in document.facts:
        place = places.get(raw.block) if raw.block is not None else None
        span = (place[1] + raw.span[0], place[1] + raw.span[1]) if place and raw.span else None
        facts.append(
            Fact(
                filing=filing.id,
                concept=raw.concept,
                label=document.labels.get(raw.concept) or standard_label(raw.concept),
                value=raw.value,
                unit=raw.unit,
                decimals=raw.decimals,
                start=raw.start,
                end=raw.end,
                dimensions=raw.dimensions,
                section=place[0].id if place else None,
                span=span,
                shown=shown_number(place[0].text, span) if place and span else "",
            )
        )
    return facts


def shown_number(text: str, span: tuple[int, int]) -> str:
    """The number as printed around a span: with parentheses, currency and percent sign that stand outside the tag."""
    start, end = span
    number = text[start:end]
    before = _OPEN.search(text[max(0, start - 6) : start])
    after = _CLOSE.search(text[end : end + 4])
    opened = before is not None and "(" in before.group()
    closed = after is not None and ")" in after.group()
    if before and (opened == closed or not opened):
        number = before.group() + number
    if after and (closed == opened or not closed):
        number += after.group()
    return " ".join(number.split())


def fold(facts: Iterable[Fact], *, name: str) -> tuple[list[Fact], list[str]]:
    """State each fact once; the most precise of consistent values stands. Notes name the values that disagree."""
    groups: dict[tuple[object, ...], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[(fact.concept, fact.unit, fact.start, fact.end, fact.dimensions)].append(fact)
    result: list[Fact] = []
    notes: list[str] = []
    for group in groups.values():
        kept: list[list[Fact]] = []
        for fact in group:
            same = next((others for others in kept if same_value(fact, others[0])), None)
            if same is None:
                kept.append([fact])
            else:
                same.append(fact)
        result += [_one(same) for same in kept]
        if len(kept) > 1:
            notes.append(_note([same[0] for same in kept]))
    shown = [f"{name}: {note}" for note in notes[:_MAX_NOTES]]
    if len(notes) > _MAX_NOTES:
        shown.append(f"{name}: {len(notes) - _MAX_NOTES} more facts are given in two ways.")
    return result, shown


def _one(same: Sequence[Fact]) -> Fact:
    """One fact for several: the value of the most precise, the place of the first that is shown."""
    if len(same) == 1:
        return same[0]
    precise = max(same, key=lambda fact: fact.decimals if fact.decimals is not None else 99)
    value, decimals = precise.value, precise.decimals
    seats = [fact for fact in same if fact.section is not None and fact.span is not None]
    first = seats[0] if seats else same[0]
    also = tuple(dict.fromkeys((f.section, *f.span) for f in seats[1:] if f.section is not None and f.span is not None))
    return replace(first, value=value, decimals=decimals, also=also)


def _note(facts: Sequence[Fact]) -> str:
    first = facts[0]
    when = f"{first.start} to {first.end}" if first.start else str(first.end)
    members = " of " + ", ".join(member for _, member in first.dimensions) if first.dimensions else ""
    values = " and ".join(_plain(fact.value) for fact in facts)
    return f"{first.concept}{members}, {when}, is given as {values} {first.unit}; all are kept."


def _plain(value: Decimal) -> str:
    return f"{value:,f}"
