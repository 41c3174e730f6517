"""Blocks of a document -> its Items.

Candidate headings are found by label and title; the chain of candidates that follows the form's order and holds the
most text is the document's real structure, so contents pages, running headers and cross-references fall out. It knows
nothing of chunks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from finsagent.domain import Heading, PageMark, Section
from finsagent.forms import ITEMS, ItemSpec, base_form, statement_of
from indexer.document import Block
from indexer.nonevidence import unwanted

_ITEM = re.compile(
    r"^(?:part\s+(?P<part>i{1,3}|iv)\b[\s.,:;/\-\u2013\u2014]*)?items?\s*(?P<number>\d{1,2}(?:\s?[abc](?![a-z]))?)(?![\d(])"
    r"(?P<more>(?:\s*(?:,|and|&|through|to)+\s*(?:and\s*)?(?:items?\s*)?\d{1,2}(?:[abc](?![a-z]))?)*)[\s.:;,|)\-\u2013\u2014]*(?P<title>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_PART = re.compile(r"^part\s+(i{1,3}|iv)\b[\s.:\-\u2013\u2014]*(?P<rest>.{0,60})$", re.IGNORECASE)
_SIGNATURES = re.compile(r"^signatures?\b", re.IGNORECASE)
_MAX_HEADING = 220
_MIN_CHAIN = 4


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


@dataclass(frozen=True, slots=True)
class _Candidate:
    position: int
    order: int
    score: float
    also: tuple[int, ...] = ()
    """Further Items that a combined heading stands for; they take no part in the chain."""
    room: int = 0


def split_sections(blocks: Sequence[Block], *, filing: str, form: str) -> list[PlacedSection]:
    """Split a document into its Items; a document without Items becomes one section with `item == ""`.

    Text before the first Item is a section "cover"; statements printed after the signatures go to Item 8.
    """
    unwanted_blocks = unwanted(blocks)
    specs = ITEMS.get(base_form(form), ())
    starts = _starts(blocks, specs, unwanted_blocks) if specs else []
    ranges = _ranges(blocks, starts, specs)
    if specs and len(starts) >= _MIN_CHAIN:
        ranges = _move_late_statements(blocks, ranges, unwanted_blocks, specs)
        ranges = _split_exhibits(blocks, ranges, specs)
    sections: list[PlacedSection] = []
    for order, (spec, first, last) in enumerate(ranges):
        placed = _place(blocks, first, last, unwanted_blocks)
        if placed:
            sections.append(_section(placed, spec=spec, filing=filing, form=form, order=order))
    return sections


def item_starts(blocks: Sequence[Block], form: str) -> list[tuple[str, str, int]]:
    """The found Items as (part, item, block index), for reports and tests."""
    specs = ITEMS.get(base_form(form), ())
    return [(specs[order].part, specs[order].item, index) for order, index in _starts(blocks, specs, unwanted(blocks))]


def _starts(blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: set[int]) -> list[tuple[int, int]]:
    labelled = _with_room(_labelled(blocks, specs, skip), blocks)
    chain = _best_chain(labelled, len(specs))
    if len(chain) < _MIN_CHAIN:
        titled = _with_room(_titled(blocks, specs, skip), blocks)
        by_title = _best_chain(sorted([*labelled, *titled], key=lambda c: (c.position, c.order)), len(specs))
        if len(by_title) > len(chain):
            chain, labelled = by_title, sorted([*labelled, *titled], key=lambda c: (c.position, c.order))
    starts = []
    known = {member.order for member in chain}
    for member, position in zip(chain, _pull_forward(chain, labelled), strict=True):
        starts.append((member.order, position))
        starts += [(order, position) for order in member.also if order not in known]
    return starts


def _labelled(blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: set[int]) -> list[_Candidate]:
    """Every block that starts like an Item, once for each Item of the form that it may be."""
    found: list[_Candidate] = []
    part = ""
    for index, block in enumerate(blocks):
        if index in skip:
            continue
        head = block.text[:400]
        part_heading = _PART.match(head) if len(block.text) <= 80 else None
        if part_heading:
            part = part_heading.group(1).upper()
        match = _ITEM.match(head.replace("\n", " "))
        if not match or (block.kind == "table" and block.text.count("\n") > 3):
            continue
        numbers = _numbers(match["number"], match["more"], specs)
        title = match["title"].strip().lower().replace("\u2019", "'")
        if not title and index + 1 < len(blocks):
            title = blocks[index + 1].text[:120].lower().replace("\u2019", "'")
        alone = len(block.text) <= _MAX_HEADING
        own_part = (match["part"] or part).upper()
        for order, spec in enumerate(specs):
            if spec.item != numbers[0]:
                continue
            titled = any(word in title[:140] for word in spec.words)
            if not titled and not (alone and block.kind == "heading") and len(block.text) > 60:
                continue
            score = 2.0 * titled + (block.kind == "heading") + 0.5 * head[:4].isupper() + (own_part == spec.part)
            score -= 1.5 * (not alone) * (block.kind != "heading") * (not head[:4].isupper())
            also = tuple(o for o, other in enumerate(specs) if other.item in numbers[1:] and other.part == spec.part)
            found.append(_Candidate(index, order, score, also=also))
    return found


def _numbers(first: str, more: str, specs: Sequence[ItemSpec]) -> list[str]:
    """The Items that one heading stands for, the first one first: "1 and 2", "10, 11, 12 and 13", "10 through 14"."""
    numbers = [first.replace(" ", "").upper()]
    numbers += [number.upper() for number in re.findall(r"\d{1,2}[abc]?(?![a-z])", more, re.IGNORECASE)]
    order = [spec.item for spec in specs]
    if re.search(r"\b(?:through|to)\b", more, re.IGNORECASE) and {numbers[0], numbers[-1]} <= set(order):
        numbers = order[order.index(numbers[0]) : order.index(numbers[-1]) + 1]
    return numbers


def _titled(blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: set[int]) -> list[_Candidate]:
    """Headings that carry an Item's title without its label, for filings that print no labels."""
    found = []
    for index, block in enumerate(blocks):
        if index in skip or block.kind != "heading" or len(block.text) > 140:
            continue
        text = block.text.lower().replace("\u2019", "'")
        for order, spec in enumerate(specs):
            if any(_names(text, word) for word in spec.words[:2] if len(word) > 7):
                found.append(_Candidate(index, order, 0.5))
    return found


def _names(heading: str, title: str) -> bool:
    """Whether a heading is an Item's title: it begins so, but for "Management's" and articles, and says little more."""
    plain = re.sub(r"^(?:management's|the|our)\s+", "", heading)
    return plain.startswith(title) and len(plain) <= len(title) + 75


def _with_room(candidates: list[_Candidate], blocks: Sequence[Block]) -> list[_Candidate]:
    """Add the number of characters between each candidate and the next one at another block."""
    totals = [0]
    for block in blocks:
        totals.append(totals[-1] + len(block.text))
    positions = sorted({c.position for c in candidates})
    following = dict(zip(positions, [*positions[1:], len(blocks)], strict=False))
    return [replace(c, room=totals[following[c.position]] - totals[c.position]) for c in candidates]


def _best_chain(candidates: Sequence[_Candidate], orders: int) -> list[_Candidate]:
    """The heaviest chain whose positions and Items both rise (weighted longest increasing subsequence)."""
    best: list[tuple[float, int]] = []
    tops: list[list[int]] = [[] for _ in range(orders)]
    for index, candidate in enumerate(candidates):
        weight = candidate.score + min(math.log2(1 + candidate.room) / 3, 5.0)
        previous, total = -1, 0.0
        for order in range(candidate.order):
            for earlier in tops[order]:
                if candidates[earlier].position < candidate.position and best[earlier][0] > total:
                    previous, total = earlier, best[earlier][0]
        best.append((total + weight, previous))
        tops[candidate.order].append(index)
    if not best:
        return []
    at = max(range(len(best)), key=lambda i: (best[i][0], -i))
    chain = []
    while at >= 0:
        chain.append(candidates[at])
        at = best[at][1]
    return chain[::-1]


def _pull_forward(chain: Sequence[_Candidate], candidates: Sequence[_Candidate]) -> list[int]:
    """Start each Item at the first of its run of headings ("Item 1 ... (Continued)" repeats on every page)."""
    result = []
    floor = -1
    for member in chain:
        position = member.position
        others = [c for c in candidates if floor < c.position < member.position]
        for candidate in reversed(others):
            if candidate.order == member.order:
                position = candidate.position
            elif not any(c.position == candidate.position and c.order == member.order for c in others):
                break
        result.append(position)
        floor = member.position
    return result


def _ranges(
    blocks: Sequence[Block], starts: Sequence[tuple[int, int]], specs: Sequence[ItemSpec]
) -> list[tuple[ItemSpec, int, int]]:
    whole = ItemSpec(part="", item="", title="", words=())
    cover = ItemSpec(part="", item="cover", title="Cover page", words=())
    if not starts:
        return [(whole, 0, len(blocks))]
    places = sorted({position for _, position in starts})
    ends = dict(zip(places, [*places[1:], len(blocks)], strict=True))
    ranges = []
    for number, (order, position) in enumerate(starts):
        # Of a combined heading the first Item holds the text; the others hold the heading that says so.
        shares = number > 0 and starts[number - 1][1] == position
        ranges.append((specs[order], position, position + 1 if shares else ends[position]))
    if starts[0][1] > 0:
        ranges.insert(0, (cover, 0, starts[0][1]))
    return ranges


def _move_late_statements(
    blocks: Sequence[Block],
    ranges: list[tuple[ItemSpec, int, int]],
    skip: set[int],
    specs: Sequence[ItemSpec],
) -> list[tuple[ItemSpec, int, int]]:
    """Give statements that are printed in Part IV or after the signatures to Item 8 (10-K only)."""
    financial = next((spec for spec in specs if spec.item == "8"), None)
    if financial is None or not ranges:
        return ranges
    moved: list[tuple[ItemSpec, int, int]] = []
    for spec, first, last in ranges:
        start = _late_statements(blocks, first, last, skip) if spec.part == "IV" else None
        if start is None:
            moved.append((spec, first, last))
        else:
            if start > first:
                moved.append((spec, first, start))
            moved.append((financial, start, last))
    return moved


def _split_exhibits(
    blocks: Sequence[Block], ranges: list[tuple[ItemSpec, int, int]], specs: Sequence[ItemSpec]
) -> list[tuple[ItemSpec, int, int]]:
    """Take what follows the signatures in the last Item for exhibits: agreements and certifications, not the report."""
    spec, first, last = ranges[-1]
    if spec is not specs[-1] and spec is not specs[-2]:
        return ranges
    for index in range(first, last):
        if len(blocks[index].text) <= 40 and _SIGNATURES.match(blocks[index].text):
            exhibits = ItemSpec(part="", item="exhibits", title="Exhibits", words=())
            return [*ranges[:-1], (spec, first, index), (exhibits, index, last)]
    return ranges


def _late_statements(blocks: Sequence[Block], first: int, last: int, skip: set[int]) -> int | None:
    """The first block of a run of statements: the auditor's report or a statement title that a table follows."""
    kinds = set()
    start = None
    for index in range(first, last):
        if index in skip:
            continue
        block = blocks[index]
        text = block.text[:160].lower()
        near = blocks[index + 1 : index + 7]
        title = len(block.text) <= 160 and block.kind != "table" and statement_of(block.text)
        if title and any(b.kind == "table" and b.text.count("\n") > 5 for b in near):
            kinds.add(title)
            start = index if start is None else start
        elif start is None and "report of independent registered public accounting firm" in text and len(text) < 120:
            start = index
    return start if len(kinds) >= 2 else None


def _place(blocks: Sequence[Block], first: int, last: int, skip: set[int]) -> list[PlacedBlock]:
    placed = []
    at = 0
    for index in range(first, last):
        block = blocks[index]
        if block.text:
            end = at + len(block.text)
            placed.append(PlacedBlock(block=block, index=index, start=at, end=end, evidence=index not in skip))
            at = end + 2
    return placed


def _section(placed: list[PlacedBlock], *, spec: ItemSpec, filing: str, form: str, order: int) -> PlacedSection:
    marks: list[PageMark] = []
    for piece in placed:
        page = piece.block.page
        if page is not None and (not marks or marks[-1].page != page):
            marks.append(PageMark(start=piece.start, page=page))
    label = f"{spec.part}-{spec.item}" if spec.part and spec.item else spec.item or "all"
    section = Section(
        id=f"{filing}/{order:02d}-{label}",
        filing=filing,
        part=spec.part,
        item=spec.item,
        title=spec.title or form,
        order=order,
        text="\n\n".join(piece.block.text for piece in placed),
        headings=tuple(Heading(text=p.block.text, start=p.start) for p in placed if p.block.kind == "heading"),
        pages=tuple(marks),
    )
    return PlacedSection(section=section, blocks=tuple(placed))
