"""Where the Items of a filing start.

The chain of candidates that follows the form's order and holds the most text is the document's real structure, so
contents pages, running headers and cross-references fall out. What the chain leaves open is looked for afterwards:
Items printed out of order, titles without labels, statements without a heading.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

from finsagent.forms import ItemSpec, statement_of
from indexer.document import Block
from indexer.item_headings import Candidate, labelled, titled, with_room

MIN_CHAIN = 4
_SURE = 4.0
_MIN_ROOM = 2000
_STATEMENT_REACH = 7
_WHOSE = re.compile(r"\bof (?:condensed )?(?:consolidated|combined) ", re.IGNORECASE)
"""Some issuers print "Statement of Consolidated Operations"."""
_OTHER_STATEMENT = re.compile(
    r"statements? of (?:changes in|(?:other )?comprehensive|capital|net assets|partners|members|functional|redeemable"
    r"|retained|accumulated|convertible|(?:total |owners' )?equity|stock|share)",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"^(?:notes?\b|\(?\d+[.)]?\s|item\s|see\b|the accompanying|report of)|[.:;,]$|\banalysis\b", re.IGNORECASE
)
_STATEMENT = re.compile(r"statement|changes in", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:\(?unaudited\)?\s*)?(?:condensed|consolidated|combined|interim|statements?|balance|income|cash)\b",
    re.IGNORECASE,
)
_SMALL_WORDS = frozenset(("and", "at", "by", "for", "in", "of", "on", "the", "to", "with", "or", "as"))

Starts = list[tuple[int, int]]
"""(index of the Item in the form, index of the block), by block; Items that share a heading share its block."""


def find_starts(
    blocks: Sequence[Block],
    specs: Sequence[ItemSpec],
    skip: Collection[int],
    due: Collection[str],
    *,
    titles: bool = True,
) -> Starts:
    """Find the Items that are there.

    Args:
        blocks: The document.
        specs: The Items of its form.
        skip: Blocks that start nothing: contents, signatures, exhibit lists.
        due: The Items that may be found by title alone between labelled ones.
        titles: Go by titles where too few labels are found.
    """
    candidates = with_room(labelled(blocks, specs, skip), blocks)
    chain = _best_chain(candidates, len(specs))
    if len(chain) < MIN_CHAIN and titles:
        both = sorted([*candidates, *titled(blocks, specs, skip)], key=lambda c: (c.position, c.order))
        both = with_room(both, blocks)
        by_title = _best_chain(both, len(specs))
        if len(by_title) > len(chain):
            chain, candidates = by_title, both
    starts: Starts = []
    known = {member.order for member in chain}
    for member, position in zip(chain, _pull_forward(chain, candidates), strict=True):
        starts.append((member.order, position))
        starts += [(order, position) for order in member.also if order not in known]
    if len(chain) >= MIN_CHAIN:
        starts = _add_out_of_order(starts, candidates)
        starts = _fill_gaps(blocks, starts, specs, skip, due)
        starts = _add_statements(blocks, starts, specs, skip)
    return starts


def _best_chain(candidates: Sequence[Candidate], orders: int) -> list[Candidate]:
    """The heaviest chain whose positions and Items both rise (weighted longest increasing subsequence)."""
    best: list[tuple[float, int]] = []
    tops = [(0.0, -1)] * orders
    """For each Item the heaviest chain that ends in it at an earlier block."""
    ended: list[tuple[int, tuple[float, int]]] = []
    for index, candidate in enumerate(candidates):
        if index and candidates[index - 1].position < candidate.position:
            for order, chain in ended:
                tops[order] = max(tops[order], chain, key=lambda one: one[0])
            ended = []
        total, previous = max(tops[: candidate.order], key=lambda one: one[0], default=(0.0, -1))
        weight = candidate.score + min(math.log2(1 + candidate.room) / 3, 5.0)
        best.append((total + weight, previous))
        ended.append((candidate.order, (total + weight, index)))
    if not best:
        return []
    at = max(range(len(best)), key=lambda i: (best[i][0], -i))
    members = []
    while at >= 0:
        members.append(candidates[at])
        at = best[at][1]
    return members[::-1]


def _pull_forward(chain: Sequence[Candidate], candidates: Sequence[Candidate]) -> list[int]:
    """Start each Item at the first of its run of headings ("Item 1 ... (Continued)" repeats on every page)."""
    result = []
    floor = -1
    for member in chain:
        position = member.position
        others = [c for c in candidates if floor < c.position < member.position]
        own = {c.position for c in others if c.order == member.order}
        for candidate in reversed(others):
            if candidate.order == member.order:
                position = candidate.position
            elif candidate.position not in own:
                break
        result.append(position)
        floor = member.position
    return result


def _add_out_of_order(starts: Starts, candidates: Sequence[Candidate]) -> Starts:
    """Add Items whose own heading, with label, title and part, stands elsewhere (a 10-Q with Item 2 before Item 1)."""
    known = {order for order, _ in starts}
    taken = {position for _, position in starts}
    added: dict[int, Candidate] = {}
    for candidate in candidates:
        sure = candidate.alone and candidate.score >= _SURE and candidate.room >= _MIN_ROOM
        if sure and candidate.order not in known and candidate.position not in taken:
            best = added.get(candidate.order)
            if best is None or candidate.room > best.room:
                added[candidate.order] = candidate
    return sorted([*starts, *((c.order, c.position) for c in added.values())], key=lambda start: start[1])


def _fill_gaps(
    blocks: Sequence[Block],
    starts: Starts,
    specs: Sequence[ItemSpec],
    skip: Collection[int],
    due: Collection[str],
) -> Starts:
    """Look for missing Items by their whole title between the two found ones that they belong between."""
    known = {order for order, _ in starts}
    missing = [o for o, spec in enumerate(specs) if o not in known and spec.item in due]
    if not missing:
        return starts
    candidates = [c for c in titled(blocks, specs, skip, strict=True) if c.order in missing]
    added: Starts = []
    for before, after in zip([(-1, starts[0][1]), *starts], [*starts, (len(specs), len(blocks))], strict=True):
        inside = [c for c in candidates if before[0] < c.order < after[0] and before[1] < c.position < after[1]]
        added += [(c.order, c.position) for c in _best_chain(with_room(inside, blocks), len(specs))]
    return sorted([*starts, *added], key=lambda start: start[1])


def _add_statements(
    blocks: Sequence[Block], starts: Starts, specs: Sequence[ItemSpec], skip: Collection[int]
) -> Starts:
    """Start Item 1 of a 10-Q at its first statement where no heading does: many print none over the statements."""
    if specs[0].title != "Financial Statements" or any(order == 0 for order, _ in starts):
        return starts
    for index in range(starts[0][1] if starts else 0):
        if index not in skip and is_statement(blocks, index):
            return [(0, index), *starts]
    return starts


def is_statement(blocks: Sequence[Block], index: int) -> bool:
    """Say whether a block is the title of a primary statement: a table of figures follows closely, or it heads one."""
    block = blocks[index]
    if not statement_name(title_of(block)):
        return False
    if block.kind == "table":
        return has_figures(block)
    return any(has_figures(other) for other in blocks[index + 1 : index + _STATEMENT_REACH])


def statement_name(title: str) -> str:
    """The primary statement that a title is of, "other" for another statement, "" if it is no title of one.

    Sentences that speak of a statement, and notes ("Note 10 - Shareholders' Equity"), are none.
    """
    plain = _WHOSE.sub("of ", title)
    name = statement_of(plain) or ("other" if _OTHER_STATEMENT.search(plain) and len(title) <= 160 else "")
    if not name or _NO_TITLE.search(title) or (name == "equity" and not _STATEMENT.search(title)):
        return ""
    words = [word for word in title.split() if word[:1].islower() and word not in _SMALL_WORDS]
    return name if len(words) <= 1 or _LEAD.match(title) else ""


def title_of(block: Block) -> str:
    """A block's own words, or the words that stand over a table as its first row, as in text filings."""
    if block.kind != "table":
        return block.text
    first = block.text.split("\n", 1)[0].strip(" |").split(" | ", 1)[0]
    return first if len(first) <= 140 else ""


def has_figures(block: Block) -> bool:
    """Say whether a table is one of figures: most of its rows end in a number (an exhibit list's don't)."""
    if block.kind != "table":
        return False
    lines = block.text.split("\n")
    ends = sum(
        line.rsplit("|", 1)[-1].strip(" $()%\u2014\u2013-").replace(",", "").replace(".", "").isdigit()
        for line in lines
    )
    return len(lines) > 5 and ends >= 0.4 * len(lines)
