"""Which blocks are not evidence: contents pages, signature pages, exhibit lists."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from finsagent.forms import statement_of
from indexer.document import Block

_ROW_PAGE = re.compile(r"^(?P<label>.*?[A-Za-z].*?)[\s|.\u2026]+(?P<page>[A-Z]?-?\d{1,3})$")
_ITEM_ROW = re.compile(r"^\W*(?:part\s+[iv]+\b|items?\s*\d|note\s*\d)", re.IGNORECASE)
_EXHIBIT_ROW = re.compile(r"^\W*(?:\d{1,3}(?:\.\d+[a-z]*)?(?:\([a-z0-9]+\))*\*{0,3}\+?|101\.?[A-Z]{3})\b")
_EXHIBIT_WORDS = re.compile(
    r"incorporated (?:herein )?by reference|filed herewith|furnished herewith|exhibit|xbrl|certification|indenture",
    re.IGNORECASE,
)
_SIGNATURES = re.compile(r"^signatures?$|^pursuant to the requirements of (?:section|the securities)", re.IGNORECASE)
_EXHIBITS = re.compile(r"^(?:exhibit index|index to exhibits|exhibits? index|list of exhibits)\b", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:table of contents|contents|index)$", re.IGNORECASE)
_EXHIBIT_START = re.compile(r"^(?:exhibit|ex-?)\s*\d", re.IGNORECASE)
_ITEM_START = re.compile(r"^(?:part\s+(?:i{1,3}|iv)\b\W*)?items?\s*\d{1,2}[abc]?\b(?!\s*\()", re.IGNORECASE)
_MIN_ROWS = 4
_MAX_BACK_MATTER = 1200


def unwanted(blocks: Sequence[Block]) -> set[int]:
    """Indices of blocks that must not be offered as evidence."""
    found: set[int] = set()
    inside = False
    for index, block in enumerate(blocks):
        text = block.text
        if block.kind == "table":
            if is_contents(text) or _is_exhibit_list(text):
                found.add(index)
                continue
        elif len(text) <= 200 and (_SIGNATURES.match(text) or _EXHIBITS.match(text)):
            inside = True
        elif len(text) <= 200 and (
            _ITEM_START.match(text) or statement_of(text) or "report of independent" in text.lower()[:60]
        ):
            inside = False  # the words before stood in the contents, or statements follow the signatures
        elif _CONTENTS.match(text):
            found.add(index)
        if inside and (len(text) > _MAX_BACK_MATTER or _EXHIBIT_START.match(text)):
            inside = False
        if inside:
            found.add(index)
    return found | _contents_runs(blocks, found)


def is_contents(text: str) -> bool:
    """Say whether a rendered table is a contents page: labels, each with one rising page number."""
    lines = [line for line in text.split("\n") if line.strip(" |")]
    if len(lines) < _MIN_ROWS:
        return False
    pages: list[int] = []
    labels = 0
    for line in lines:
        match = _ROW_PAGE.match(line.strip(" |"))
        if match:
            label = match["label"]
            if "|" in label and re.search(r"\d", label.split("|", 1)[-1]) and not _ITEM_ROW.match(line):
                return False
            pages.append(int(re.sub(r"\D", "", match["page"])))
        labels += bool(_ITEM_ROW.match(line))
    if len(pages) >= _MIN_ROWS and len(pages) >= 0.6 * len(lines):
        rising = sum(b >= a for a, b in itertools.pairwise(pages))
        return rising >= 0.9 * (len(pages) - 1) and len(set(pages)) > len(pages) // 3
    return labels >= _MIN_ROWS and labels >= 0.4 * len(lines)


def _is_exhibit_list(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip(" |")]
    if len(lines) < 2:
        return False
    rows = sum(bool(_EXHIBIT_ROW.match(line)) for line in lines)
    return rows >= 0.4 * len(lines) and len(_EXHIBIT_WORDS.findall(text)) >= max(2, len(lines) // 3)


def _contents_runs(blocks: Sequence[Block], known: set[int]) -> set[int]:
    """Contents pages that come as a run of short lines, each an Item or ending in a page number."""
    found: set[int] = set()
    run: list[int] = []
    labels = 0
    for index, block in enumerate(blocks):
        if index in known:
            continue
        short = len(block.text) <= 160 and block.kind != "table"
        paged = short and bool(_ROW_PAGE.match(block.text))
        label = paged and bool(_ITEM_ROW.match(block.text))
        if label or (run and paged):
            run.append(index)
            labels += label
        elif not (short and run and len(block.text) < 60 and index - run[-1] <= 2):
            if labels >= _MIN_ROWS:
                found.update(run)
            run, labels = [], 0
    if labels >= _MIN_ROWS:
        found.update(run)
    return found
