"""Chunks that are offered as evidence though they are only contents, signature or exhibit-list text.

`python tests/benchmarks/nonevidence_chunks.py`, with FINSAGENT_DATA set. The rules here are not those of the indexer:
they look at a finished chunk alone, line by line, and lean towards naming too many, which a person then reads.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path

from finsagent.errors import FilingError
from indexer.parse import parse_file

_PAGE_ROW = re.compile(r"^(?=.*[A-Za-z]{3})(?P<label>[^$%]*?)[|\s.]+(?:[A-Z]-)?(?P<page>\d{1,3})$")
_VALUES = re.compile(r"\|\s*[\d.,()]+\s*(?:\||$)")
_EXHIBIT_ROW = re.compile(
    r"^\W{0,2}(?:\d{1,3}(?:\.\d{1,3})?|101\.?[A-Z]{3}|10\([a-z0-9]+\))\.?[*\u2020+#\s]{0,4}[|\s]+\S"
)
_EXHIBIT_WORDS = re.compile(
    r"incorporated (?:herein )?by reference|filed herewith|furnished herewith|\bexhibit \d"
    r"|certifications? (?:of|pursuant)|xbrl|\bindenture\b|\b(?:form )?(?:8-K|10-K|10-Q|S-\d)\b"
    r"|\bsubsidiaries of\b|\bconsent of\b",
    re.IGNORECASE,
)
_SIGNATURE_LINE = re.compile(
    r"/s/|signatures?\b|pursuant to the requirements of|duly (?:authorized|caused)|attorney-in-fact|\bdirector\b"
    r"|chief (?:executive|financial|accounting) officer|^\W*(?:by|date|dated|title|name)\b|president\b|_{5,}",
    re.IGNORECASE,
)


def fault(text: str) -> str:
    """Say "contents", "exhibits" or "signatures" if the text is nothing else, "" if it may be evidence."""
    lines = [line.strip() for line in text.split("\n") if line.strip(" |")]
    paged = [match for line in lines if (match := _PAGE_ROW.match(line)) and not _VALUES.search(match["label"])]
    pages = [int(match["page"]) for match in paged]
    rising = sum(b >= a for a, b in pairwise(pages))
    if len(pages) >= max(4, 0.7 * len(lines)) and rising >= 0.85 * (len(pages) - 1) and pages[-1] > pages[0] + 2:
        return "contents"
    rows = [line for line in lines if _EXHIBIT_ROW.match(line)]
    worded = sum(bool(_EXHIBIT_WORDS.search(line)) for line in rows)
    if len(rows) >= 3 and len(rows) >= 0.6 * len(lines) and 2 * worded > len(rows):
        return "exhibits"
    signed = [line for line in lines if _SIGNATURE_LINE.search(line) and len(line) < 400]
    if len(lines) >= 3 and "/s/" in text.lower() and len(signed) >= 0.7 * len(lines):
        return "signatures"
    return ""


def main(data: Path) -> int:
    """Print the chunks found and return how many there are."""
    paths = [path for path in sorted((data / "filings").iterdir()) if path.name != "manifest.csv"]
    paths += sorted((data / "financebench" / "pdfs").glob("*.pdf"))
    found = 0
    for path in paths:
        try:
            chunks = parse_file(path).chunks
        except FilingError:
            continue
        for chunk in chunks:
            if kind := fault(chunk.text):
                found += 1
                print(f"{path.name} {chunk.id} {kind}: {chunk.text[:300]!r}")  # noqa: T201
    print(f"chunks that are only contents, exhibits or signatures: {found}")  # noqa: T201
    return found


if __name__ == "__main__":
    main(Path(os.environ["FINSAGENT_DATA"]))
