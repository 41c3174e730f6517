"""Sections -> chunks: prose by paragraph, tables by row groups, each within the encoder's window with its header.

`section.text[chunk.start:chunk.end] == chunk.text` always holds. Lengths are estimated here without a tokenizer (fast,
a little too high on average); `fitting` splits what an exact count finds too long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from finsagent.domain import Chunk, ChunkKind, Filing, PageMark
from finsagent.forms import item_label, statement_of
from indexer.sections import PlacedBlock, PlacedSection

MAX_TOKENS = 256
GROUP_TOKENS = 512
HEADER_TOKENS = 72
SPECIAL_TOKENS = 2
_HEADER_CHARACTERS = 40 * HEADER_TOKENS
"""More than any header has: damaged pages have captions of a megabyte."""
_PIECE = re.compile(r"[A-Za-z]{1,8}|\d{1,2}|[^\w\s]")
_SENTENCE_END = re.compile(r"(?<=[.;:!?])\s+(?=[A-Z\u201c\"(\u2022])|\s+(?=\u2022)")
_UNITS = re.compile(
    r"\b(?:in|\$)\s*(?:u\.?s\.?\s*dollars?\s*)?(?:thousands|millions|billions)|dollars in|millions,?\s+except"
    r"|\((?:millions|thousands|unaudited)\b",
    re.IGNORECASE,
)
_CAPTION_WORDS = 34
_CAPTION_BLOCKS = 5
"""How many headings and unit lines above a table may be its caption: title, issuer, period, units."""


def estimate_tokens(text: str) -> int:
    """An estimate of WordPiece tokens: 8 % too high on average over real filings, too low for one chunk in twenty."""
    return len(_PIECE.findall(text))


@dataclass(slots=True)
class _Unit:
    """The smallest piece that chunks are packed from: a paragraph, a sentence of a long one, or a table row."""

    start: int
    end: int
    tokens: int
    kind: ChunkKind
    table: int = -1
    heading: bool = False
    level: int = 9
    after_gap: bool = False
    """Something that is no evidence stands between this unit and the one before."""


@dataclass(slots=True)
class _Table:
    caption: str
    columns: str
    title: str


@dataclass(slots=True)
class _Packed:
    units: list[_Unit] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        return sum(unit.tokens for unit in self.units)


def chunk_section(placed: PlacedSection, filing: Filing) -> list[Chunk]:
    """Cut one section into chunks; contents, signature and exhibit blocks give none."""
    section = placed.section
    units, tables = _units(placed)
    if not units:
        return []
    packs = _pack(units)
    groups = _groups(packs, section.text)
    base = " | ".join(
        part for part in (filing.name, item_label(filing.form, section.part, section.item), section.title) if part
    )
    chunks = []
    for number, (pack, (low, high)) in enumerate(zip(packs, groups, strict=True)):
        start, end = pack.units[0].start, pack.units[-1].end
        kind: ChunkKind = "table" if any(unit.kind == "table" for unit in pack.units) else "prose"
        table = next((tables[unit.table] for unit in pack.units if unit.table >= 0), None)
        heading = _heading_at(placed.blocks, start)
        page, page_end = _page(section.pages, start), _page(section.pages, max(start, end - 1))
        chunks.append(
            Chunk(
                id=f"{section.id}#{number:04d}",
                section=section.id,
                filing=filing.id,
                kind=kind,
                text=section.text[start:end],
                start=start,
                end=end,
                header=_header(base, heading, table, section.text[start:end]),
                group_start=low,
                group_end=high,
                page=page,
                page_end=page_end,
                columns=table.columns if table else "",
                caption=table.caption if table else "",
            )
        )
    return chunks


def _units(placed: PlacedSection) -> tuple[list[_Unit], list[_Table]]:
    units: list[_Unit] = []
    tables: list[_Table] = []
    gap = False
    for index, piece in enumerate(placed.blocks):
        if not piece.evidence:
            gap = True
            continue
        block = piece.block
        if block.kind == "table":
            tables.append(_describe_table(placed.blocks, index))
            new = _rows(piece, len(tables) - 1)
        else:
            new = _sentences(piece)
        if new and gap:
            new[0].after_gap, gap = True, False
        units.extend(new)
    return units, tables


def _rows(piece: PlacedBlock, table: int) -> list[_Unit]:
    units = []
    at = piece.start
    for line in piece.block.text.split("\n"):
        for start, end in _cut(line, at):
            tokens = estimate_tokens(line[start - at : end - at])
            units.append(_Unit(start=start, end=end, tokens=tokens, kind="table", table=table))
        at += len(line) + 1
    return units


def _sentences(piece: PlacedBlock) -> list[_Unit]:
    text = piece.block.text
    tokens = estimate_tokens(text)
    heading = piece.block.kind == "heading"
    level = piece.block.level or 1 if heading else 9
    budget = MAX_TOKENS - HEADER_TOKENS
    if tokens <= budget:
        return [_Unit(start=piece.start, end=piece.end, tokens=tokens, kind="prose", heading=heading, level=level)]
    units = []
    at = 0
    for match in [*_SENTENCE_END.finditer(text), None]:
        end = match.start() if match else len(text)
        if text[at:end].strip():
            for start, stop in _cut(text[at:end], piece.start + at):
                tokens = estimate_tokens(text[start - piece.start : stop - piece.start])
                units.append(_Unit(start=start, end=stop, tokens=tokens, kind="prose"))
        at = match.end() if match else len(text)
    return units


def _cut(text: str, offset: int) -> list[tuple[int, int]]:
    """Cut a sentence or row that alone is over the window, at spaces; else return it whole."""
    if not text.strip():
        return []
    end = len(text.rstrip())
    budget = MAX_TOKENS - HEADER_TOKENS
    ends = [match.end() for match in _PIECE.finditer(text, 0, end)]
    pieces = []
    start = first = 0
    while len(ends) - first > budget:
        limit = ends[first + budget - 2]
        space = text.rfind(" ", start + 1, limit)
        cut = space if space > start else limit
        pieces.append((offset + start, offset + cut))
        start = cut + 1 if text[cut : cut + 1] == " " else cut
        first = bisect_right(ends, start)
    pieces.append((offset + start, offset + end))
    return pieces


def _describe_table(blocks: Sequence[PlacedBlock], index: int) -> _Table:
    """Caption, units and column heads of the table at `index`, from the blocks above and its head rows."""
    block = blocks[index].block
    lines = block.text.split("\n")
    columns = "\n".join(lines[: min(block.header_rows, 4)])
    above: list[str] = []
    title = ""
    for piece in reversed(blocks[max(0, index - _CAPTION_BLOCKS) : index]):
        other = piece.block
        if other.kind == "table" and other.text.count("\n") >= 2:
            break
        words = len(other.text.split())
        if statement_of(other.text):
            title = title or other.text
            above.append(other.text)
            break
        if other.kind == "heading" or (words <= _CAPTION_WORDS and (_UNITS.search(other.text) or not above)):
            above.append(other.text)
            title = title or (other.text if other.kind == "heading" and not _UNITS.search(other.text) else "")
        elif not above:
            above.append(" ".join(other.text.split()[-_CAPTION_WORDS:]))
            break
        else:
            break
    caption = " \u2014 ".join(dict.fromkeys(text.replace("\n", " ") for text in reversed(above)))
    unit = _UNITS.search(lines[0]) and lines[0] not in columns and lines[0]
    return _Table(caption=f"{caption} {unit}".strip() if unit else caption, columns=columns, title=title)


def _pack(units: list[_Unit]) -> list[_Packed]:
    """Fill chunks greedily; a heading opens a new one, a caption goes with the table below it."""
    budget = MAX_TOKENS - HEADER_TOKENS
    packs: list[_Packed] = []
    current = _Packed()
    for index, unit in enumerate(units):
        last = current.units[-1] if current.units else None
        full = current.tokens + unit.tokens > budget
        breaks = unit.heading and current.tokens > 110 and not (last and last.heading)
        changes = last is not None and unit.table != last.table and not (last.heading and current.tokens < 40)
        if last and (unit.after_gap or full or breaks or (changes and current.tokens + _run(units, index) > budget)):
            carried = _carry(current, unit) if not unit.after_gap else []
            if current.units:
                packs.append(current)
            current = _Packed(units=carried)
        current.units.append(unit)
    if current.units:
        packs.append(current)
    return packs


def _run(units: Sequence[_Unit], index: int) -> int:
    """Tokens of the table (or 0 for prose) that starts at a unit."""
    table = units[index].table
    if table < 0:
        return 0
    total = 0
    for unit in units[index : index + 80]:
        if unit.table != table:
            break
        total += unit.tokens
    return total


def _carry(current: _Packed, unit: _Unit) -> list[_Unit]:
    """Take headings and a short lead-in at the end of a full chunk over to the next, where their table stands."""
    carried: list[_Unit] = []
    while len(current.units) > 1 and (
        current.units[-1].heading
        or (unit.table >= 0 and not carried and current.units[-1].table < 0 and current.units[-1].tokens <= 50)
    ):
        carried.insert(0, current.units.pop())
    if len(current.units) == 1 and current.units[0].heading and sum(u.tokens for u in carried) < 60:
        carried.insert(0, current.units.pop())
    return carried


def _groups(packs: Sequence[_Packed], text: str) -> list[tuple[int, int]]:
    """Bounds of the group that each chunk may be widened to: neighbours of one table or run of paragraphs.

    A table that fits a group whole, or the first piece of one that does not, opens a group, so that rows stand under
    their own caption and heads.
    """
    sizes = [estimate_tokens(text[pack.units[0].start : pack.units[-1].end]) for pack in packs]
    bounds: list[tuple[int, int]] = []
    at = 0
    while at < len(packs):
        last = at
        total = sizes[at]
        while last + 1 < len(packs):
            following = packs[last + 1]
            run = _table_run(packs, sizes, last + 1) if _table(following) != _table(packs[last]) else sizes[last + 1]
            if total + sizes[last + 1] > GROUP_TOKENS or _breaks(packs[last], following):
                break
            if total + run > GROUP_TOKENS and total > GROUP_TOKENS // 4:
                break
            last += 1
            total += sizes[last]
        low, high = packs[at].units[0].start, packs[last].units[-1].end
        bounds.extend([(low, high)] * (last - at + 1))
        at = last + 1
    return bounds


def _table(pack: _Packed) -> int:
    """The table that a chunk ends in, -1 if it ends in prose."""
    return pack.units[-1].table


def _table_run(packs: Sequence[_Packed], sizes: Sequence[int], at: int) -> int:
    """Tokens of the chunks from `at` on that belong to one table (or of one chunk of prose)."""
    table = _table(packs[at])
    total = sizes[at]
    for number in range(at + 1, len(packs)):
        if table < 0 or packs[number].units[0].table != table:
            break
        total += sizes[number]
    return total


def _breaks(before: _Packed, after: _Packed) -> bool:
    first = after.units[0]
    if first.after_gap:
        return True
    return first.heading and first.level <= 1 and before.tokens > 120


def _heading_at(blocks: Sequence[PlacedBlock], start: int) -> str:
    """The headings that stand over a place: the nearest, and a stronger one above it."""
    found: list[str] = []
    level = 99
    for piece in reversed([piece for piece in blocks if piece.start < start and piece.block.kind == "heading"]):
        if piece.block.level < level and len(piece.block.text) <= 120:
            found.append(piece.block.text)
            level = piece.block.level
        if len(found) == 2 or level <= 1:
            break
    return " > ".join(reversed(found))


def _header(base: str, heading: str, table: _Table | None, text: str) -> str:
    parts = [base]
    if table:
        parts.append(table.caption)
        parts.append(heading if heading not in table.caption else "")
        first_column = table.columns.split("\n")[0] if table.columns else ""
        parts.append(table.columns.replace("\n", " ") if first_column and first_column not in text else "")
    else:
        parts.append(heading)
    header = ""
    for part in parts:
        if not part:
            continue
        longer = (f"{header} | {part}" if header else part)[:_HEADER_CHARACTERS]
        if estimate_tokens(longer) > HEADER_TOKENS:
            return _first_words(longer)
        header = longer
    return header


def _first_words(text: str) -> str:
    """As many words as a header may have."""
    kept = []
    tokens = 0
    for word in text.split(" "):
        tokens += estimate_tokens(word)
        if tokens > HEADER_TOKENS:
            break
        kept.append(word)
    return " ".join(kept)


def _page(marks: Sequence[PageMark], start: int) -> int | None:
    page = None
    for mark in marks:
        if mark.start > start:
            break
        page = mark.page
    return page
