"""Which blocks are not evidence: contents pages, signature pages, exhibit lists."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from finsagent.forms import statement_of
from indexer.document import Block

_ROW_PAGE = re.compile(r"^(?P<label>.*?[A-Za-z].*?)[\s|.\u2026]+(?P<page>\d \d|[A-Z]?-?\d{1,3})$")
_PAGE_END = re.compile(r"(?:^|[\s|.\u2026])(?:[A-Z]?-?\d{1,3})$")
"""What a row of contents ends in: a quick look before the long one."""
_ITEM_ROW = re.compile(r"^\W*(?:part\s+[iv]+\b|items?\s*\d|note\s*\d)", re.IGNORECASE)
_EXHIBIT_ROW = re.compile(r"^\W*(?:\d{1,3}(?:\.\d+[a-z]*)?(?:\([a-z0-9]+\))*\*{0,3}\+?|101\.?[A-Z]{3})\b")
_EXHIBIT_WORDS = re.compile(
    r"incorporated (?:herein )?by reference|filed herewith|furnished herewith|exhibit|xbrl|certification|indenture"
    r"|\bagreements?\b|\b(?:8-K|10-K|10-Q|S-\d{1,2}|DEF 14A)\b|\b(?:incentive|stock|bonus|retirement) plan\b|by-?laws"
    r"|articles of (?:incorporation|amendment)|subsidiaries of|consent of",
    re.IGNORECASE,
)
_EXHIBIT_ENTRY = re.compile(
    r"^\W{0,3}(?:[1-4]|9|1[0-8]|2[0-5]|3[1-5]|9[5-9]|10[0-7])(?:\.\d{1,3}[a-zA-Z]?|\.?[A-Z]{3}\b|[a-z]\b|\([a-z0-9]{1,3}\))*"
    r"[.*+\u2020#]{0,4}(?:\(\w{1,3}\))?[\s|]+\S"
)
"""A line of an exhibit list starts with a number of Regulation S-K, Item 601: 3.1, 10.12, 31(a), 101.INS."""
_SURELY_EXHIBIT = re.compile(
    r"incorporated (?:herein )?by reference|(?:filed|furnished) herewith|\(?exhibit\s*\(?\d|xbrl|certifications? of"
    r"|certification\b.{0,80}\bpursuant to|\bsubsidiaries of|^\W*\d+\W+(?:list of )?subsidiaries|\bconsents? of"
    r"|\bindenture\b|computation of ratio|powers? of attorney|\bform (?:8-K|10-K|10-Q|S-\d)\b"
    r"|\b(?:8-K|10-K|10-Q|S-\d)(?:/A)?\W+\d{1,3}-\d{4,6}\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"/\s?s\s?/", re.IGNORECASE)
_FIRM = re.compile(r"\bL\.?L\.?P\b|certified public|accountants?\b", re.IGNORECASE)
_SIGNING = re.compile(r"^\W*(?:by|dated?|name|title|its)\b\W|\bofficer\b|\bdirector\b|\bpresident\b", re.IGNORECASE)
_VALUE = re.compile(r"[$(]*\d[\d,]*(?:\.\d+)?[)%]*")
_SIGNATURES = re.compile(r"^signatures?$|^pursuant to the requirements of (?:section|the securities)", re.IGNORECASE)
_EXHIBITS = re.compile(r"^(?:exhibit index|index to exhibits|exhibits? index|list of exhibits)\b", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:table of contents|contents|index)$", re.IGNORECASE)
_EXHIBIT_START = re.compile(r"^(?:exhibit|ex-?)\s*\d", re.IGNORECASE)
_ITEM_START = re.compile(r"^(?:part\s+(?:i{1,3}|iv)\b\W*)?items?\s*\d{1,2}[abc]?\b(?!\s*\()", re.IGNORECASE)
_SECTIONED = re.compile(r"^\W*(?:article|section|appendix|\d{1,2}\.\d{1,2})\b", re.IGNORECASE | re.MULTILINE)
_MIN_ROWS = 4
_MIN_ENTRIES = 3
_ENTRY_GAP = 3
_SHORT = 200
_MAX_BACK_MATTER = 1200


def unwanted(blocks: Sequence[Block]) -> set[int]:
    """Indices of blocks that must not be offered as evidence."""
    found: set[int] = set()
    inside = False
    for index, block in enumerate(blocks):
        text = block.text
        if block.kind == "table":
            if is_contents(text) or _is_exhibit_list(text) or _is_signature_table(text):
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
    found |= _contents_runs(blocks, found)
    return found | _exhibit_runs(blocks, found) | _signature_blocks(blocks)


def is_contents(text: str) -> bool:
    """Say whether a rendered table is a contents page: labels, each with one rising page number."""
    lines = [line for line in text.split("\n") if line.strip(" |")]
    if len(lines) < _MIN_ROWS:
        return False
    pages: list[int] = []
    labels = numbered = 0
    for line in lines:
        row = line.strip(" |")
        match = _ROW_PAGE.match(row) if _PAGE_END.search(row, max(len(row) - 6, 0)) else None
        if match:
            cells = [cell.strip() for cell in match["label"].split("|")[1:]]
            if any(_VALUE.fullmatch(cell) for cell in cells) and not _ITEM_ROW.match(line):
                return False
            numbered += any(any(map(str.isdigit, cell)) for cell in cells)
            pages.append(int(re.sub(r"\D", "", match["page"])))
        labels += bool(_ITEM_ROW.match(line))
    if numbered > len(lines) // 3 and not labels and not _SECTIONED.search(text):
        return False
    if len(pages) >= _MIN_ROWS and len(pages) >= 0.6 * len(lines):
        rising = sum(b >= a for a, b in itertools.pairwise(pages))
        few, sure = (6, 0.75) if _SECTIONED.search(text) else (3, 0.9)  # definitions share pages
        return rising >= sure * (len(pages) - 1) and len(set(pages)) > len(pages) // few
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
        paged = short and block.text[-1:].isdigit() and bool(_ROW_PAGE.match(block.text))
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


def _is_signature_table(text: str) -> bool:
    if "/" not in text or not _SIGNED.search(text):
        return False
    lines = [line for line in text.split("\n") if line.strip(" |")]
    signed = sum(bool(_SIGNED.search(line)) for line in lines)
    return signed >= 2 and signed >= 0.4 * len(lines) and not _FIRM.search(text)


def _exhibit_runs(blocks: Sequence[Block], known: set[int]) -> set[int]:
    """Exhibit lists that come as a run of paragraphs or small tables, one or a few exhibits each."""
    found: set[int] = set()
    run: list[int] = []
    sure = 0
    for index, block in enumerate([*blocks, None]):
        entry = block is not None and _is_entry(block.text)
        listed = run and block is not None and (index in known or _EXHIBIT_ENTRY.match(block.text[: 2 * _SHORT]))
        if entry or listed:
            run.append(index)
            sure += entry
            continue
        gap = index - run[-1] if run else 0
        if block is not None and run and gap <= _ENTRY_GAP and len(block.text) <= 2 * _SHORT and not _opens(block.text):
            continue
        if sure >= _MIN_ENTRIES:
            found.update(range(run[0], run[-1] + 1))
        run, sure = [], 0
    return found


def _is_entry(text: str) -> bool:
    """Whether a block is part of an exhibit list: its lines start with an exhibit's number and speak of exhibits."""
    first, _, others = text.partition("\n")
    if not _EXHIBIT_ENTRY.match(first) and not (others and _EXHIBIT_ENTRY.match(others)):
        return False
    lines = [line for line in text.split("\n") if line.strip(" |")]
    numbered = sum(bool(_EXHIBIT_ENTRY.match(line)) for line in lines)
    if not numbered or numbered < 0.5 * len(lines):
        return False
    return len(text) < 1500 * len(lines) and bool(_SURELY_EXHIBIT.search(text))


def _opens(text: str) -> bool:
    return bool(_ITEM_START.match(text) or statement_of(text))


def _signature_blocks(blocks: Sequence[Block]) -> set[int]:
    """Signatures outside a signature page, with the names, titles and dates around them; an auditor's stays."""
    found: set[int] = set()
    for index, block in enumerate(blocks):
        if (
            len(block.text) > 2 * _SHORT
            or "/" not in block.text
            or not _SIGNED.search(block.text)
            or _FIRM.search(block.text)
        ):
            continue
        found.add(index)
        for step in (-1, 1):
            at = index + step
            while 0 <= at < len(blocks) and abs(at - index) <= _ENTRY_GAP and _is_signing(blocks[at].text):
                found.add(at)
                at += step
    return found


def _is_signing(text: str) -> bool:
    return len(text) < _SHORT and bool(_SIGNING.search(text)) and not text.endswith(".") and not _FIRM.search(text)
