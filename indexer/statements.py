"""The primary statements of a filing: which of its tables are the balance sheet, the income and cash flow statements.

A title opens a statement and the tables below it, up to the next title or the notes, are its tables; a table without a
title counts if its rows can only be a statement's. Of several (a summary, a parent's or guarantors' statement in the
notes) the one in the Item of the financial statements that comes first is the consolidated one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from finsagent.forms import base_form, statement_of
from finsagent.tables import TableView, read_tables
from indexer.sections import PlacedBlock, PlacedSection

PRIMARY = ("balance_sheet", "income", "cash_flow")
_TITLES = {
    "cash_flow": re.compile(r"\bcash flows? statements?\b|\bstatements? of (?:consolidated )?cash flows?\b", re.I),
    "balance_sheet": re.compile(
        r"\bbalance sheets?\b(?! (?:arrangement|item|data|information|review|analysis|derivative|risk|class|location))"
        r"|\bstatements? of (?:consolidated )?(?:financial (?:position|condition)|condition)\b",
        re.I,
    ),
    "income": re.compile(
        r"\b(?:income|operations|earnings|loss) statements?\b"
        r"|\bstatements? of (?:consolidated )?(?:income|operations|earnings|loss|net income|comprehensive)\b",
        re.I,
    ),
}
_OTHER_TITLE = re.compile(
    r"^(?:notes? (?:to|\d)|note\b|report of|management.s|(?:consolidated )?statements? of .{0,40}equity"
    r"|.{0,40}equity statements?|schedule\b|(?:consolidated )?(?:statements? of )?comprehensive (?:income|loss))",
    re.I,
)
_NOT_PRIMARY = re.compile(
    r"off.balance|condensed consolidating|supplemental consolidating|guarantor|parent (?:company )?only|registrant only"
    r"|\bpro forma\b|common.size|reclassif|quarterly|selected|five.year|ten.year|summary",
    re.I,
)
_ROWS = {
    "balance_sheet": (
        re.compile(r"^total (?:current )?assets\b|^assets, total|^cash (?:and|&)|^inventor|^net investment in", re.I),
        re.compile(
            r"^total .*liabilities|^liabilities and|\bequity\b|\bdeficit\b|^retained|^accounts payable|capital", re.I
        ),
    ),
    "income": (
        re.compile(r"^(?:consolidated )?net (?:income|earnings|loss|\(loss\))|^profit", re.I),
        re.compile(r"\b(?:revenues?|sales|interest income|expenses)\b", re.I),
        re.compile(r"\bper\b.{0,40}\b(?:share|unit)|\bincome tax|\bdiluted\b|\boperating (?:income|expenses)", re.I),
    ),
    "cash_flow": (
        re.compile(r"\b(?:operating|operations)\b", re.I),
        re.compile(r"\binvest(?:ing|ment)\b", re.I),
        re.compile(r"\bfinanc(?:ing|e)\b", re.I),
    ),
}
_OF_EQUITY = re.compile(
    r"\b(?:statements?|changes)\b.{0,40}\b(?:equity|investment|deficit)\b|\bequity statements?\b", re.I
)
_OF_STATEMENT = re.compile(r"\bstatements? of\b", re.I)
_SEE_NOTES = re.compile(r"\bnotes\b|accompanying|integral", re.I)
_SENTENCE = re.compile(r"\b(?:we|our|is|are|was|were|has|have|following|include[sd]?)\b", re.I)
_DIGIT = re.compile(r"\d")
_MIN_LINES = 8
_MAX_WORDS_BETWEEN = 60
_MAX_BLOCKS = 14


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A primary statement: its tables as read, with places in the text of `section`, and the words above them."""

    kind: str
    section: str
    views: tuple[TableView, ...]
    caption: str
    rank: int
    """0 in the Item of the financial statements, then elsewhere."""


def primary_statements(placed: Sequence[PlacedSection], form: str) -> list[Statement]:
    """At most one statement of each kind, in the order of PRIMARY."""
    found = [statement for section in placed for statement in _in_section(section, form)]
    result = []
    for kind in PRIMARY:
        of_kind = [statement for statement in found if statement.kind == kind]
        if of_kind:
            result.append(min(of_kind, key=lambda statement: statement.rank))  # min keeps the first of equals
    return result


def title_of(block_text: str) -> str:
    """The primary statement that a title names, or ""."""
    text = " ".join(block_text.split())
    if len(text) > 160 or text.endswith((".", ";", ":")) or _NOT_PRIMARY.search(text) or _SENTENCE.search(text):
        return ""
    named = next((kind for kind in PRIMARY if _TITLES[kind].search(text)), "") or statement_of(text)
    return named if named in PRIMARY else ""


def _in_section(section: PlacedSection, form: str) -> Iterator[Statement]:
    rank = 0 if _holds_statements(section, form) else 1
    blocks = [piece for piece in section.blocks if piece.block.text.strip()]
    for kind, caption, tables in _regions(blocks):
        views = tuple(
            view
            for piece in tables
            for view in read_tables(piece.block.text, caption=caption, offset=piece.start)
            if view.rows
        )
        if views and _looks_like(kind, views):
            yield Statement(kind=kind, section=section.section.id, views=_one_scale(views), caption=caption, rank=rank)


def _one_scale(views: tuple[TableView, ...]) -> tuple[TableView, ...]:
    """Tables that say no scale have that of the first: they go on with the statement."""
    scale = next((row.scale for row in views[0].rows if row.unit == "USD" and row.scale is not None), None)
    if scale is None:
        return views
    return tuple(
        replace(view, rows=tuple(replace(row, scale=row.scale or scale) for row in view.rows)) for view in views
    )


def _holds_statements(section: PlacedSection, form: str) -> bool:
    item, part = section.section.item, section.section.part
    if base_form(form) == "10-Q":
        return item == "1" and part in ("I", "")
    return item in ("8", "7" if form.startswith("10-KSB") else "8")


def _regions(blocks: Sequence[PlacedBlock]) -> Iterator[tuple[str, str, list[PlacedBlock]]]:
    """Runs of tables under one title: its kind, the words over the first table, the tables."""
    at = 0
    while at < len(blocks):
        first = blocks[at].block
        lines = first.text.split("\n")
        own = _own_title(lines)
        kind = own if first.kind == "table" else title_of(first.text)
        if not kind:
            at += 1
            continue
        words, tables, last = [] if first.kind == "table" else [first.text], [], at
        for number in range(at, min(at + _MAX_BLOCKS, len(blocks))):
            block = blocks[number].block
            if block.kind == "table":
                other = _own_title(block.text.splitlines())
                if number > at and other not in ("", kind):
                    break
                tables.append(blocks[number])
                last = number
            elif number > at:
                if _ends(block.text, kind, seen=bool(tables)):
                    break
                if not tables:
                    words.append(block.text)
        if tables:
            yield kind, " ".join(words), tables
        at = last + 1


def _own_title(lines: Sequence[str]) -> str:
    """The statement that a table's first lines name; a list of several statements is a contents page."""
    named = {kind for line in lines if len(line) < 160 and (kind := title_of(line.partition(" | ")[0]))}
    heads = [line.partition(" | ") for line in lines[:4]]
    first = next((kind for head, _, rest in heads if not _DIGIT.search(rest) and (kind := title_of(head))), "")
    return first if len(named) <= 1 and len(lines) >= _MIN_LINES else ""


def _ends(text: str, kind: str, *, seen: bool) -> bool:
    """Whether a block between or after a statement's tables ends it."""
    other = title_of(text)
    if other:
        return other != kind
    if len(text) < 140 and (_OF_EQUITY.search(text) or (seen and _OF_STATEMENT.search(text))):
        return not _SEE_NOTES.search(text)
    return bool(_OTHER_TITLE.match(text)) or len(text.split()) > _MAX_WORDS_BETWEEN or (seen and len(text) > 400)


def _looks_like(kind: str, views: Sequence[TableView]) -> bool:
    rows = [row for view in views for row in view.rows]
    labels = [row.label for row in rows] + [f"{row.group} {row.label}" for row in rows if row.group]
    if len(labels) < 4:
        return False
    return all(any(pattern.search(label) for label in labels) for pattern in _ROWS[kind])
