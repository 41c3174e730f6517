"""Item starts -> ranges of blocks, each with its Item: what stands outside its Item is taken to where it belongs.

Executive officers listed in Part I, the signatures and exhibits at the end, statements printed in Part IV or after the
signatures, and an annual report (exhibit 13) in the same file. It knows nothing of statuses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from finsagent.forms import OFFICERS, ItemSpec
from indexer.document import Block
from indexer.item_starts import Starts
from indexer.report_parts import EXHIBIT_13, REPORT_KINDS, first_statement, has_statements, report_parts, spans

COVER = ItemSpec(part="", item="cover", title="Cover page", words=())
EXHIBITS = ItemSpec(part="", item="exhibits", title="Exhibits", words=())
WHOLE = ItemSpec(part="", item="", title="", words=())
_OFFICERS = ItemSpec(part="I", item=OFFICERS, title="Executive Officers of the Registrant", words=())
_OFFICERS_HEADING = re.compile(
    r"(?:item\s+[a-z0-9]{1,3}\.?\s+)?(?:supplementary item\W+)?(?:information (?:about|regarding|concerning) )?"
    r"(?:our |the )?executive officers(?: and (?:certain )?directors)?(?: of .{3,60})?[.:]?",
    re.IGNORECASE,
)
_OTHER_CAPTION = re.compile(
    r"(?:(?:where you can find|available|additional|more|other|internet|website) |website\b|employees|competit|regulat"
    r"|environment|risk factors|forward|recent|seasonal|intellectual|patents|backlog|customers)",
    re.IGNORECASE,
)
_SIGNATURES = re.compile(r"^signatures?\b", re.IGNORECASE)
_SIGNED = re.compile(
    r"^pursuant to the requirements? of (?:section|the securities).{0,160}(?:registrant|company).{0,120}signed",
    re.IGNORECASE,
)
_POINTER, _POINTER_8 = 2500, 20_000
_REPORT = 10_000
_SHORT_LIST = 400


@dataclass(frozen=True, slots=True)
class ItemRange:
    """The blocks `first` to `last` (exclusive) belong to an Item. `exhibit` says that they stand in exhibit 13."""

    spec: ItemSpec
    first: int
    last: int
    exhibit: bool = False
    moved: bool = False
    """They stand outside of the Item itself: in an exhibit, in Part IV or after the signatures."""


def item_ranges(
    blocks: Sequence[Block], starts: Starts, specs: Sequence[ItemSpec], skip: Collection[int]
) -> list[ItemRange]:
    """Cut the document at the Items' starts and take what stands elsewhere to its Item, in document order."""
    if not starts:
        return [ItemRange(WHOLE, 0, len(blocks))]
    ranges = _cut(blocks, starts, specs)
    ranges = _split_tail(blocks, ranges, skip)
    ranges = _move_report(blocks, ranges, specs, skip)
    return _part_officers(blocks, ranges)


def _cut(blocks: Sequence[Block], starts: Starts, specs: Sequence[ItemSpec]) -> list[ItemRange]:
    places = sorted({position for _, position in starts})
    ends = dict(zip(places, [*places[1:], len(blocks)], strict=True))
    ranges = [ItemRange(COVER, 0, starts[0][1])] if starts[0][1] > 0 else []
    for number, (order, position) in enumerate(starts):
        # Of a combined heading the first Item holds the text; the others hold the heading that says so.
        shares = number > 0 and starts[number - 1][1] == position
        ranges.append(ItemRange(specs[order], position, position + 1 if shares else ends[position]))
    return ranges


def _split_tail(blocks: Sequence[Block], ranges: list[ItemRange], skip: Collection[int]) -> list[ItemRange]:
    """Part the signatures and what follows them from the last Item: agreements and certifications, not the report."""
    last = max(ranges, key=lambda one: one.last - (one.first + 1 == one.last))
    report = next((i for i in range(last.first, last.last) if blocks[i].text == EXHIBIT_13), last.last)
    signed = next((i for i in range(last.first + 1, report) if _is_signature(blocks[i])), report)
    parts = [ItemRange(last.spec, last.first, signed)]
    if signed < report:
        parts.append(ItemRange(EXHIBITS, signed, report))
    if report < last.last:
        parts.append(ItemRange(EXHIBITS, report, last.last, exhibit=True))
    at = ranges.index(last)
    return sorted([*ranges[:at], *parts, *ranges[at + 1 :]], key=lambda one: one.first)


def _is_signature(block: Block) -> bool:
    text = block.text
    return block.kind != "table" and (
        (len(text) <= 40 and _SIGNATURES.match(text) is not None) or _SIGNED.match(text[:400]) is not None
    )


def _move_report(
    blocks: Sequence[Block], ranges: list[ItemRange], specs: Sequence[ItemSpec], skip: Collection[int]
) -> list[ItemRange]:
    """Give the parts of an annual report outside the Items to the Items that only point to them."""
    by_kind = _kinds(specs)
    own = {kind for kind, spec in by_kind.items() if _has_own_text(blocks, ranges, spec, skip)}
    wanted = {kind for kind in REPORT_KINDS if kind in by_kind and kind not in own}
    captions = {kind: _words(blocks, ranges, by_kind[kind]) for kind in wanted}
    moved: list[ItemRange] = []
    for one in ranges:
        if one.spec is by_kind["7"] and "8" in wanted:
            moved += _parted_statements(blocks, one, by_kind["8"], skip)
        elif one.spec is EXHIBITS or (one.spec.part == "IV" and "8" in wanted):
            moved += _parts_of(blocks, one, by_kind, wanted, captions, skip)
        else:
            moved.append(one)
    return moved


def _kinds(specs: Sequence[ItemSpec]) -> dict[str, ItemSpec]:
    """The Items by those of the 10-K that have the same content."""
    if specs[0].title == "Financial Statements":  # quarterly reports
        return {"8": specs[0], "7": specs[1]}
    return {(spec.like or spec.item): spec for spec in specs}


def _parted_statements(
    blocks: Sequence[Block], one: ItemRange, statements: ItemSpec, skip: Collection[int]
) -> list[ItemRange]:
    """Part the statements from a discussion that they are printed in ("Item 8: see Item 7", and banks' 10-Qs)."""
    first = first_statement(blocks, one.first, one.last, skip)
    if first is None:
        return [one]
    return [replace(one, last=first), ItemRange(statements, first, one.last, moved=True)]


def _parts_of(
    blocks: Sequence[Block],
    one: ItemRange,
    by_kind: dict[str, ItemSpec],
    wanted: set[str],
    captions: dict[str, str],
    skip: Collection[int],
) -> list[ItemRange]:
    parts = report_parts(blocks, one.first, one.last, skip, captions if one.exhibit else {}, whole=one.exhibit)
    parts = [(kind, first) for kind, first in parts if kind in wanted or kind == ""]
    if not any(kind for kind, _ in parts):
        return [one]
    if one.spec.part == "IV" and _length(blocks, parts, one.last) < _REPORT:
        parts = [(kind, first) for kind, first in parts if kind in ("8", "")]
    result = [replace(one, last=parts[0][1])] if parts[0][1] > one.first else []
    for kind, first, last in spans(parts, one.last):
        spec = by_kind[kind] if kind else EXHIBITS
        if result and result[-1].spec is spec:
            result[-1] = replace(result[-1], last=last)
        else:
            result.append(ItemRange(spec, first, last, exhibit=one.exhibit, moved=bool(kind)))
    return result


def _length(blocks: Sequence[Block], parts: Sequence[tuple[str, int]], last: int) -> int:
    """Characters of the discussion among the parts of a report: a list in Item 15 may name one in a line."""
    return sum(len(block.text) for kind, first, end in spans(parts, last) if kind == "7" for block in blocks[first:end])


def _has_own_text(blocks: Sequence[Block], ranges: Sequence[ItemRange], spec: ItemSpec, skip: Collection[int]) -> bool:
    """Whether an Item is more than a pointer: it is long, or, for the statements, holds statements."""
    for one in ranges:
        if one.spec is not spec:
            continue
        length = sum(len(block.text) for block in blocks[one.first : one.last])
        if spec.title.startswith("Financial Statements"):
            if length > _POINTER_8 or has_statements(blocks, one.first, one.last, skip):
                return True
        elif length > _POINTER:
            return True
    return False


def _words(blocks: Sequence[Block], ranges: Sequence[ItemRange], spec: ItemSpec) -> str:
    return " ".join(block.text for one in ranges if one.spec is spec for block in blocks[one.first : one.last])


def _part_officers(blocks: Sequence[Block], ranges: Sequence[ItemRange]) -> list[ItemRange]:
    """Part executive officers, printed in Part I under a caption of their own, from the Item that they stand in."""
    parted: list[ItemRange] = []
    for one in ranges:
        first = _officers(blocks, one) if one.spec.part == "I" else None
        if first is None or first + 2 >= one.last:
            parted.append(one)
            continue
        level = blocks[first].level or 9
        last = next(
            (
                index
                for index in range(first + 1, one.last)
                if blocks[index].kind == "heading"
                and blocks[index].level <= level
                and _OTHER_CAPTION.match(blocks[index].text)
            ),
            one.last,
        )
        if sum(len(block.text) for block in blocks[first:last]) < _SHORT_LIST:
            parted.append(one)
            continue
        parted.append(replace(one, last=first))
        parted.append(ItemRange(_OFFICERS, first, last))
        if last < one.last:
            parted.append(replace(one, first=last))
    return parted


def _officers(blocks: Sequence[Block], one: ItemRange) -> int | None:
    for index in range(one.first + 1, one.last):
        block = blocks[index]
        if block.kind == "heading" and len(block.text) <= 100 and _OFFICERS_HEADING.fullmatch(block.text.strip()):
            return index
    return None
