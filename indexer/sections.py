"""Blocks of a document -> its Items as sections, each with its status.

Starts are found by headings (`item_starts`), or through a cross-reference index where the body prints none
(`crossreference`); what stands elsewhere is taken to its Item (`item_ranges`). It knows nothing of chunks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from finsagent.domain import PageMark, Section
from finsagent.forms import OFFICERS, ItemSpec, base_form, is_amendment, items_of
from indexer.crossreference import index_starts, read_index
from indexer.document import Block
from indexer.item_outline import outline
from indexer.item_ranges import ItemRange, item_ranges
from indexer.item_starts import MIN_CHAIN, Starts, find_starts
from indexer.item_status import Status, missing, noted, omitted_list, status_of
from indexer.nonevidence import unwanted

_FOOTNOTE = re.compile(r"^\*+\s*\w")


@dataclass(frozen=True, kw_only=True, slots=True)
class PlacedBlock:
    """A block with its place in the section's text. `evidence` is False for contents, signature and exhibit lists."""

    block: Block
    index: int
    start: int
    end: int
    evidence: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlacedSection:
    """A section and the blocks that its text is made of, with their index in the document."""

    section: Section
    blocks: tuple[PlacedBlock, ...]


def split_sections(
    blocks: Sequence[Block], *, filing: str, form: str, period_end: date | None = None
) -> list[PlacedSection]:
    """Split a document into its Items; a document without Items becomes one section with `item == ""`.

    Text before the first Item is a section "cover", what follows the signatures "exhibits". An Item may have several
    sections where its text stands in several places. Items that were due by `period_end` and are not there follow at
    the end, without text.
    """
    skip = unwanted(blocks)
    specs = items_of(form)
    due = {spec.item for spec in items_of(form, period_end)}
    likely = due - ({s.item for s in specs if s.optional} if base_form(form) == "10-K" else set())
    starts, notes = _starts(blocks, specs, skip, likely) if specs else ([], {})
    ranges = item_ranges(blocks, starts, specs, skip)
    statuses = _statuses(blocks, ranges, starts, specs)
    sections: list[PlacedSection] = []
    for number, one in enumerate(ranges):
        placed = _place(blocks, one.first, one.last, skip)
        if placed:
            section = _section(blocks, placed, one, filing=filing, form=form, order=len(sections))
            sections.append(_with_status(section, statuses[number]))
    if len({order for order, _ in starts}) >= MIN_CHAIN:
        found = {f"{one.spec.part}-{one.spec.item}" for one in ranges}
        absent = _absent(blocks, specs, found, notes, {} if is_amendment(form) else _due(form, period_end))
        sections += [_empty(spec, status, filing, len(sections) + n) for n, (spec, status) in enumerate(absent)]
    return sections


def item_starts(blocks: Sequence[Block], form: str) -> list[tuple[str, str, int]]:
    """The found Items as (part, item, block index), for reports and tests."""
    specs = items_of(form)
    starts, _ = _starts(blocks, specs, unwanted(blocks), {spec.item for spec in specs})
    return [(specs[order].part, specs[order].item, index) for order, index in starts]


def _starts(
    blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: Collection[int], due: Collection[str]
) -> tuple[Starts, dict[int, str]]:
    """Starts by headings; by the index, if it lists more than twice as many Items. With the index's notes."""
    starts = find_starts(blocks, specs, skip, due, titles=False)
    found = {order for order, _ in starts}
    index = read_index(blocks, specs) if len(found) < len(specs) // 2 else None
    if index is None or len(found & index.orders) * 2 > len(index.orders):
        return (starts if len(found) >= MIN_CHAIN else find_starts(blocks, specs, skip, due)), {}
    by_index = index_starts(blocks, index, specs, skip)
    by_heading = find_starts(blocks, specs, skip, due)
    if 2 * len({order for order, _ in by_index}) < len({order for order, _ in by_heading}):
        return by_heading, {}
    given = {order for order, _ in by_index}
    notes = dict(index.notes)
    for entry in index.entries:
        if entry.order not in given:
            one = entry.first == entry.last
            pages = f"page {entry.first}" if one else f"pages {entry.first}-{entry.last}"
            notes[entry.order] = f"{notes[entry.order]}, {pages}" if entry.order in notes else pages
    return by_index, notes


def _statuses(
    blocks: Sequence[Block], ranges: Sequence[ItemRange], starts: Starts, specs: Sequence[ItemSpec]
) -> list[Status]:
    """A status for each range; Items under one heading share that of the first, pointers know what they point to."""
    elsewhere = {one.spec.item: one.exhibit for one in ranges if one.moved}
    footnotes = [block.text for block in blocks if block.kind == "paragraph" and _FOOTNOTE.match(block.text)]
    footnote = next((text for text in footnotes if "by reference" in text), "")
    listed = {position for _, position in starts}
    statuses: list[Status] = []
    seen: set[str] = set()
    for number, one in enumerate(ranges):
        before = ranges[number - 1] if number else None
        text = "\n\n".join(block.text for block in blocks[one.first : one.last] if block.text)
        if not one.spec.part or one.moved or one.spec.item == OFFICERS or f"{one.spec.part}-{one.spec.item}" in seen:
            status = Status("present")
        elif before and before.first == one.first and one.first in listed:
            status = replace(statuses[-1], warning="")
        else:
            status = status_of(text, one.spec, footnote=footnote)
            if status.status != "omitted" and one.spec.item in elsewhere and len(text) < 20_000:
                source = "exhibit 13" if elsewhere[one.spec.item] else status.incorporated_from or "this filing"
                status = Status("incorporated_by_reference", source)
        if one.spec.part and not one.moved:
            seen.add(f"{one.spec.part}-{one.spec.item}")
        statuses.append(status)
    return statuses


def _absent(
    blocks: Sequence[Block],
    specs: Sequence[ItemSpec],
    found: Collection[str],
    notes: dict[int, str],
    due: Mapping[str, Status],
) -> list[tuple[ItemSpec, Status]]:
    """The Items without text and what became of them. An amendment holds only what it amends: nothing is due."""
    listed = omitted_list(blocks)
    absent = []
    for order, spec in enumerate(specs):
        if f"{spec.part}-{spec.item}" in found:
            continue
        if order in notes:
            absent.append((spec, noted(notes[order])))
        elif spec.item in listed:
            absent.append((spec, Status("omitted")))
        elif f"{spec.part}-{spec.item}" in due:
            absent.append((spec, due[f"{spec.part}-{spec.item}"]))
    return absent


def _due(form: str, period_end: date | None) -> dict[str, Status]:
    """What it means that an Item is not there; nothing where the period is not known."""
    if period_end is None:
        return {}
    return {f"{spec.part}-{spec.item}": missing(spec, period_end) for spec in items_of(form, period_end)}


def _place(blocks: Sequence[Block], first: int, last: int, skip: Collection[int]) -> list[PlacedBlock]:
    placed = []
    at = 0
    for index in range(first, last):
        block = blocks[index]
        if block.text:
            end = at + len(block.text)
            placed.append(PlacedBlock(block=block, index=index, start=at, end=end, evidence=index not in skip))
            at = end + 2
    return placed


def _section(
    blocks: Sequence[Block], placed: list[PlacedBlock], one: ItemRange, *, filing: str, form: str, order: int
) -> PlacedSection:
    marks: list[PageMark] = []
    for piece in placed:
        page = piece.block.page
        if page is not None and (not marks or marks[-1].page != page):
            marks.append(PageMark(start=piece.start, page=page))
    spec = one.spec
    title = spec.title if one.moved or not spec.titles else spec.title_for(blocks[one.first].text[:250])
    section = Section(
        id=_id(filing, order, spec),
        filing=filing,
        part=spec.part,
        item=spec.item,
        title=title or form,
        order=order,
        text="\n\n".join(piece.block.text for piece in placed),
        headings=outline(blocks, [piece.index for piece in placed], [piece.start for piece in placed]),
        pages=tuple(marks),
    )
    return PlacedSection(section=section, blocks=tuple(placed))


def _with_status(placed: PlacedSection, status: Status) -> PlacedSection:
    section = replace(
        placed.section,
        status=status.status,
        incorporated_from=status.incorporated_from,
        warning=status.warning,
    )
    return replace(placed, section=section)


def _empty(spec: ItemSpec, status: Status, filing: str, order: int) -> PlacedSection:
    section = Section(
        id=_id(filing, order, spec),
        filing=filing,
        part=spec.part,
        item=spec.item,
        title=spec.title,
        order=order,
        text="",
    )
    return _with_status(PlacedSection(section=section, blocks=()), status)


def _id(filing: str, order: int, spec: ItemSpec) -> str:
    label = f"{spec.part}-{spec.item}" if spec.part and spec.item else spec.item or "all"
    return f"{filing}/{order:02d}-{label}"
