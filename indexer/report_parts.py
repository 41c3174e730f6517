"""The parts of an annual report that stands outside the Items: in exhibit 13, in Part IV or after the signatures.

Parts are told by their headings: the captions that the Items quote when they incorporate them, or the usual titles.
They are named by the Items of the 10-K that have the same content: "5", "6", "7", "7A", "8"; "" ends the report.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from finsagent.forms import plain_words
from indexer.document import Block
from indexer.item_starts import is_statement, statement_name, title_of

EXHIBIT_13 = "Exhibit 13"
"""The heading that stands over an annual report in a submission."""
REPORT_KINDS = ("5", "6", "7", "7A", "8")
_TITLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "7A",
        re.compile(r"quantitative and qualitative disclosures? about.{0,20}market risk"),
    ),
    ("8", re.compile(r"(?:report of |independent (?:public )?(?:accountants?|auditors?)|management'?s? report on)")),
    ("8", re.compile(r"notes? to (?:the )?(?:consolidated |combined )?(?:financial )?statements?")),
    ("8", re.compile(r"(?:index to )?(?:the )?(?:audited )?(?:consolidated )?financial statements(?: and .{0,40})?$")),
    (
        "7",
        re.compile(
            r"(?:financial review|management'?s?'? (?:financial )?(?:discussion|review)|.{0,60}discussion and analysis)"
        ),
    ),
    (
        "6",
        re.compile(
            r"(?:selected (?:consolidated )?(?:historical )?financial|selected (?:historical|statistical)"
            r"|(?:five|six|seven|ten|eleven)[- ]year|(?:consolidated )?financial (?:summary|highlights)"
            r"|summary of selected)"
        ),
    ),
    (
        "5",
        re.compile(
            r"(?:stock (?:prices?|market)|market (?:price|for the)|common stock (?:market|prices?|data|information))"
        ),
    ),
)
_TABLE_6 = re.compile(r"selected (?:consolidated )?financial data|(?:five|six|ten|eleven)[- ]year")
_SCHEDULE = re.compile(
    r"schedule\s+(?:[ivx]+|\d)\b|condensed financial information of (?:the )?(?:registrant|parent)"
    r"|.{0,60}parent[- ]company only|financial statement schedule",
    re.IGNORECASE,
)
_NEXT_EXHIBIT = re.compile(r"^(?:exhibit|ex[.-])\s*(?!13\b)\d", re.IGNORECASE)
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{8,120})[,.]?[\"\u201d]")
_REACH = 40
_MIN_PART = 1500


def report_parts(
    blocks: Sequence[Block],
    first: int,
    last: int,
    skip: Collection[int],
    pointers: Mapping[str, str],
    *,
    whole: bool,
) -> list[tuple[str, int]]:
    """Find the parts of an annual report between two blocks.

    Args:
        blocks: The document.
        first: Where to start.
        last: Where to end (exclusive).
        skip: Blocks that are contents, signatures or exhibit lists.
        pointers: The words of the Items that incorporate parts, by Item; captions that they quote name parts.
        whole: The blocks are an annual report; else only what follows two statements' worth of evidence is one.

    Returns:
        (Item, block) of each part's start; Item "" where the report ends and other exhibits follow.
    """
    statements = _statements(blocks, first, last, skip)
    if not whole and statements is None:
        return []
    quoted = [(kind, plain_words(text)) for kind, words in pointers.items() for text in _QUOTED.findall(words)]
    parts: list[tuple[str, int]] = []
    current = ""
    for index in range(first, last):
        block = blocks[index]
        if len(title_of(block)) > 200:
            continue
        kind = _kind(blocks, index, quoted, skip, current)
        if _NEXT_EXHIBIT.match(block.text) and current and not whole:
            kind = "end"
        if kind and kind != current and (whole or kind in ("7", "8", "end") or current):
            parts.append(("" if kind == "end" else kind, index))
            current = "" if kind == "end" else kind
    return _with_returns(blocks, _without_scraps(blocks, parts, last), last)


def spans(parts: Sequence[tuple[str, int]], last: int) -> list[tuple[str, int, int]]:
    """Each part with its first block and the one after its last."""
    ends = [*(first for _, first in parts), last][1:]
    return [(kind, first, end) for (kind, first), end in zip(parts, ends, strict=True)]


def _kind(
    blocks: Sequence[Block], index: int, quoted: Sequence[tuple[str, str]], skip: Collection[int], current: str
) -> str:
    """The Item that a block starts a part of, or ""."""
    block = blocks[index]
    text = plain_words(title_of(block)).strip(" .:")
    if is_statement(blocks, index) and (current != "7" or _more_statements(blocks, index)):
        return "8"
    if block.kind == "table":
        return "6" if _TABLE_6.match(text) else ""
    if block.kind != "heading":
        return "8" if text.startswith("report of independent") and len(text) < 120 else ""
    for kind, caption in quoted:
        if text.startswith(caption) and len(text) <= len(caption) + 90 and not (current == "7" and kind == "7A"):
            return kind
    if current == "8" and text.startswith(("quarterly", "supplementa")):
        return ""
    for kind, title in _TITLES:
        if title.match(text):
            return "" if current == "8" and kind == "5" and block.level > 2 else kind
    return ""


def _more_statements(blocks: Sequence[Block], index: int) -> bool:
    """Whether a statement of another kind follows: discussions show single statements, reports show them all."""
    kind = statement_name(title_of(blocks[index]))
    return any(
        is_statement(blocks, other) and statement_name(title_of(blocks[other])) != kind
        for other in range(index + 1, min(index + _REACH, len(blocks)))
    )


def _without_scraps(blocks: Sequence[Block], parts: list[tuple[str, int]], last: int) -> list[tuple[str, int]]:
    """Drop parts of a line or two: lists of contents, captions on a title page."""
    kept: list[tuple[str, int]] = []
    for kind, index, end in spans(parts, last):
        size = sum(len(block.text) for block in blocks[index:end])
        before = kept[-1][0] if kept else None
        if before != kind and (kind == "" or size >= _MIN_PART or is_statement(blocks, index)):
            kept.append((kind, index))
    return kept


def _with_returns(blocks: Sequence[Block], parts: Sequence[tuple[str, int]], last: int) -> list[tuple[str, int]]:
    """Let market risk, a caption inside the discussion, end at the next caption of its strength."""
    result: list[tuple[str, int]] = []
    for kind, index, end in spans(parts, last):
        inside = kind == "7A" and bool(result) and result[-1][0] == "7"
        result.append((kind, index))
        if inside:
            level = blocks[index].level
            heads = (i for i in range(index + 1, end) if blocks[i].kind == "heading" and blocks[i].level <= level)
            result += [("7", place) for place in [next(heads, None)] if place is not None]
    return result


def first_statement(blocks: Sequence[Block], first: int, last: int, skip: Collection[int]) -> int | None:
    """The first of a set of statements between two blocks: statements of other kinds follow it closely."""
    return next(
        (
            index
            for index in range(first, last)
            if index not in skip and is_statement(blocks, index) and _more_statements(blocks, index)
        ),
        None,
    )


def has_statements(blocks: Sequence[Block], first: int, last: int, skip: Collection[int]) -> bool:
    """Say whether two kinds of primary statements stand between two blocks."""
    return _statements(blocks, first, last, skip) is not None


def _statements(blocks: Sequence[Block], first: int, last: int, skip: Collection[int]) -> int | None:
    """The first of at least two kinds of statements that are no schedule of the parent company alone."""
    kinds: set[str] = set()
    start: int | None = None
    for index in range(first, last):
        if index in skip or not is_statement(blocks, index):
            continue
        if start is None and is_schedule(blocks, first, index):
            return None
        kinds.add(statement_name(title_of(blocks[index])))
        start = index if start is None else start
        if len(kinds) >= 2:
            return start
    return None


def is_schedule(blocks: Sequence[Block], first: int, index: int) -> bool:
    """Say whether a statement belongs to a schedule, such as the parent company's condensed statements."""
    return any(len(b.text) < 200 and _SCHEDULE.match(b.text) for b in blocks[max(first, index - 8) : index + 1])
