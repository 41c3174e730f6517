"""Contents pages set as tables: rows of titles that lead, by link or number, to pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

SEPARATOR = " | "

_ITEM_START = re.compile(r"\W*(?:part\s+[iv]+\b|items?\s*\d)", re.IGNORECASE)
_PAGE = re.compile(r"(?:[A-Z]{1,2}-?)?\d{1,3}(?:\s*[-\u2013,]\s*(?:[A-Z]-)?\d{1,3})*\*?")
_YEARS = re.compile(r"\b(?:19|20)\d\d\b")


def is_contents_table(text: str, links: Sequence[str] = ()) -> bool:
    """Say whether a rendered table is a contents page: rows of titles that lead, by link or number, to pages."""
    rows = [line.split(SEPARATOR) for line in text.split("\n")]
    return is_contents([[cell.strip() for cell in row if cell.strip()] for row in rows], links)


def is_contents(rows: Sequence[Sequence[str]], links: Sequence[str]) -> bool:
    """Whether rows of filled cells are a contents page; `links` has the target of each row's link, "" for none."""
    rows = [row for row in rows if row]
    if len(rows) < 3:
        return False
    targets = {link for link in links if link}
    pages = [row[-1] for row in rows if len(row) > 1 and _PAGE.fullmatch(row[-1])]
    items = sum(_ITEM_START.match(row[0]) is not None for row in rows)
    numbers = sum(any(map(str.isdigit, cell)) for row in rows for cell in row[1:-1])
    if numbers > len(rows) // 3 and not items:
        return False
    if len(targets) >= 3 and len(targets) >= len(rows) // 3:
        return True
    if items >= 3 and items * 3 >= len(rows) and len({row[0].casefold() for row in rows}) > len(rows) // 2:
        return True
    return _has_rising_pages(rows, pages)


def _has_rising_pages(rows: Sequence[Sequence[str]], pages: Sequence[str]) -> bool:
    """Whether rows of words end in page numbers that rise, which a short table of small numbers might do too."""
    if len(pages) < 4 or len(pages) < 0.7 * len(rows) or any(_YEARS.search(cell) for cell in rows[0]):
        return False
    labels = [row[0] for row in rows]
    wordy = sum(map(len, labels)) >= 18 * len(labels) and sum(map(str.isalpha, "".join(labels))) >= 10 * len(labels)
    if not wordy and not any(cell.casefold().startswith("page") for row in rows[:3] for cell in row):
        return False
    firsts = [int(digits.group()) for page in pages if (digits := re.search(r"\d+", page))]
    rising = sum(b >= a for a, b in pairwise(firsts))
    return rising >= 0.9 * (len(firsts) - 1) and firsts[-1] > firsts[0]
