"""Blocks that look like the heading of an Item: by label ("Item 7A."), or by title alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from finsagent.forms import ItemSpec, plain_words
from indexer.document import Block

_LETTER = r"\s?[abc](?![a-z])(?:\s?\([ti1]\))?"  # "9A(T)" marks the temporary rules of 2007 to 2010
_NUMBER = rf"\d{{1,2}}(?:{_LETTER})?"
_ITEM = re.compile(
    r"^(?:part\s+(?P<part>i{1,3}|iv)\b[\s.,:;/|\-\u2013\u2014]*)?i\s?tem(?P<many>s?)\s*(?:no\.?\s*)?"
    rf"(?P<number>{_NUMBER})(?![\d(])"
    rf"(?P<more>(?:\.?\s*(?:,|and|&|through|to|/|[\-\u2013\u2014](?=\s*\d))+\s*(?:and\s*)?(?:items?\s*)?{_NUMBER})*)"
    r"[\s.:;,|)*\-\u2013\u2014]*(?P<title>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_PART = re.compile(r"^part\s+(i{1,3}|iv)\b[\s.:\-\u2013\u2014]*(?P<rest>.{0,60})$", re.IGNORECASE)
_RUN = re.compile(r"\b(?:through|to)\b|[\-\u2013\u2014]", re.IGNORECASE)
_FIGURES = re.compile(r"\d{1,2}(?:\s?[abc](?![a-z]))?", re.IGNORECASE)
_ROW_LABEL = re.compile(r"^\W*items?\s*\d", re.IGNORECASE)
_NOT_LETTERS = re.compile(r"[^a-z]+")
_LEADS = re.compile(r"^(?:management's|the|our|condensed|consolidated|description of)\s+")
_MAX_HEADING = 220
_MAX_TITLE = 170


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that may start an Item: its index, the Item's index in the form, and how much it looks like it."""

    position: int
    order: int
    score: float
    also: tuple[int, ...] = ()
    """Further Items that a combined heading stands for; they take no part in the chain."""
    alone: bool = True
    """The heading stands on its own line; it does not run into text."""
    room: int = 0
    """Characters from here to the next candidate."""


def is_item_heading(text: str) -> bool:
    """Say whether a text starts with an Item's label."""
    return _ITEM.match(text[:400].replace("\n", " ")) is not None


def labelled(blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: Collection[int]) -> list[Candidate]:
    """Every block that starts like an Item, once for each Item of the form that it may be."""
    found: list[Candidate] = []
    part = ""
    for index, block in enumerate(blocks):
        if index in skip:
            continue
        head = block.text[:400]
        part_heading = _PART.match(head) if len(block.text) <= 80 else None
        if part_heading:
            part = part_heading.group(1).upper()
        match = _ITEM.match(head.replace("\n", " "))
        if not match or (block.kind == "table" and _is_list(block.text)):
            continue
        following = blocks[index + 1].text if index + 1 < len(blocks) else ""
        found += _readings(block, index, match, specs, part=(match["part"] or part).upper(), following=following)
    return found


def _readings(
    block: Block, index: int, match: re.Match[str], specs: Sequence[ItemSpec], *, part: str, following: str
) -> list[Candidate]:
    numbers = _numbers(match["number"], match["more"], specs, many=bool(match["many"]))
    title = plain_words(match["title"]) or plain_words(following[:120])
    alone = len(block.text) <= _MAX_HEADING
    heading = block.kind == "heading"
    capitals = block.text[:4].isupper()
    found = []
    for order, spec in enumerate(specs):
        if spec.item != numbers[0]:
            continue
        titled = _holds(title[:140], spec.words)
        if not titled and not (alone and heading) and len(block.text) > 60:
            continue
        score = 2.0 * titled + heading + 0.5 * capitals + (part == spec.part)
        score -= 1.5 * (not alone and not heading and not capitals)
        also = tuple(o for o, other in enumerate(specs) if other.item in numbers[1:] and other.part == spec.part)
        found.append(Candidate(index, order, score, also=also, alone=alone and heading))
    return found


def _is_list(text: str) -> bool:
    """Whether a table lists Items, or is too long to be a heading set in cells."""
    lines = text.split("\n")
    return len(lines) > 4 or sum(bool(_ROW_LABEL.match(line)) for line in lines) > 1


def _numbers(first: str, more: str, specs: Sequence[ItemSpec], *, many: bool) -> list[str]:
    """The Items that one heading stands for, the first one first: "1 and 2", "10, 11, 12 and 13", "10 through 14"."""
    numbers = [_FIGURES.match(first).group().replace(" ", "").upper()]  # type: ignore[union-attr]
    numbers += [number.replace(" ", "").upper() for number in _FIGURES.findall(more)]
    order = [spec.item for spec in specs]
    if _RUN.search(more) and (many or not re.search(r"[\-\u2013\u2014]", more)):
        last = len(order) - 1 - order[::-1].index(numbers[-1]) if numbers[-1] in order else -1
        if numbers[0] in order and last > order.index(numbers[0]):
            numbers = order[order.index(numbers[0]) : last + 1]
    return numbers


def _holds(title: str, words: Sequence[str]) -> bool:
    """Whether a title holds one of an Item's phrases, also where its letters are spaced or split ("FINANCI AL")."""
    if any(word in title for word in words):
        return True
    letters = _NOT_LETTERS.sub("", title)
    return any(_NOT_LETTERS.sub("", word) in letters for word in words if len(word) > 12)


def titled(
    blocks: Sequence[Block], specs: Sequence[ItemSpec], skip: Collection[int], *, strict: bool = False
) -> list[Candidate]:
    """Headings that carry an Item's title without its label, for filings that print no labels.

    `strict` asks for the whole title and a bold or larger heading: one that stands in a gap between labelled Items.
    """
    found = []
    for index, block in enumerate(blocks):
        if index in skip or block.kind != "heading" or len(block.text) > _MAX_TITLE or (strict and block.level > 3):
            continue
        text = plain_words(block.text).strip(" .:")
        for order, spec in enumerate(specs):
            words = spec.words if strict else [word for word in spec.words[:2] if len(word) > 7]
            if any(_names(text, word, strict=strict) for word in words):
                found.append(Candidate(index, order, 0.5))
    return found


def _names(heading: str, title: str, *, strict: bool) -> bool:
    """Whether a heading is an Item's title: it begins so, but for "Management's" and articles, and says little more."""
    plain = _LEADS.sub("", heading)
    if strict and len(title) < 14:
        return title in (plain, heading)
    return (plain.startswith(title) or heading.startswith(title)) and len(plain) <= len(title) + (110 if strict else 75)


def with_room(candidates: Sequence[Candidate], blocks: Sequence[Block]) -> list[Candidate]:
    """Add the number of characters between each candidate and the next one at another block."""
    totals = [0]
    for block in blocks:
        totals.append(totals[-1] + len(block.text))
    positions = sorted({c.position for c in candidates})
    following = dict(zip(positions, [*positions[1:], len(blocks)], strict=False))
    return [replace(c, room=totals[following[c.position]] - totals[c.position]) for c in candidates]
