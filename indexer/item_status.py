"""What became of each Item: present, incorporated by reference (from what), omitted or not found; and size warnings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from finsagent.domain import SectionStatus
from finsagent.forms import ItemSpec
from indexer.document import Block

_REFERENCE = re.compile(
    r"\bincorporat(?:ed|ion|es|ing)\b.{0,80}\breference\b|\bby reference\b", re.IGNORECASE | re.DOTALL
)
_PROXY = re.compile(r"\bproxy\s+statement|information\s+statement|schedule 14a|annual meeting", re.IGNORECASE)
_REPORT = re.compile(
    r"\bexhibit\s+13\b|annual report(?:s)? to (?:\w+\s){0,2}(?:share|stock|security)[- ]?(?:owners|holders)"
    r"|annual report to (?:its|our|the)|(?:19|20)\d\d annual report",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:appears?|appearing|contained|included|presented|set forth|found|discussed|begins?|listed|described|see)\b"
    r".{0,160}\b(?:pages?\s+[A-Z]?-?\d|item\s+\d|part\s+[iv]+\b|\bnote\s+\d|index to"
    r"|of this (?:report|form|annual report))",
    re.IGNORECASE | re.DOTALL,
)
_OMITTED = re.compile(
    r"smaller reporting compan|\bnot required\b|\breserved\b|\bremoved\b|\bomitted\b"
    r"|general instruction [ij]\b|reduced disclosure",
    re.IGNORECASE,
)
_OMITTED_LIST = re.compile(
    r"items? (?:have been|are|is|were) omitted|items? omitted (?:pursuant|in accordance)", re.IGNORECASE
)
_LISTED = re.compile(r"\bitem\s+(\d{1,2}\s?[abc]?)\b(?!\()", re.IGNORECASE)
_BEFORE_PART = re.compile(r"\n\nPART\s+I[IV]*\b[^\n]{0,40}(?:\n\n|$)", re.IGNORECASE)
"""The heading of the next part, which stands at the end of the Item before it."""
_NOTHING = re.compile(r"(?:none|not applicable|n/a)\b.{0,20}(?:\n|$)", re.IGNORECASE)
_STARRED = re.compile(r"\*\s*$")
_SHORT = 2500
_OWN, _OWN_AFTER = 200, 1200
"""An Item whose text, without the sentences that incorporate, is longer has its own text; more where it opens so."""
_TRIVIAL = 500
_SENTENCE = re.compile(r"(?<=[.\u201d])\s+(?=[A-Z])|\n\n")


@dataclass(frozen=True, slots=True)
class Status:
    """A status with what it was incorporated from, in words, and a warning ("" if there is none)."""

    status: SectionStatus
    incorporated_from: str = ""
    warning: str = ""


def status_of(text: str, spec: ItemSpec, *, footnote: str = "") -> Status:
    """Read an Item's status from its text. `footnote` is what a mark on its heading stands for."""
    if spec.words[:1] in (("exhibit",), ("exhibits",)):
        return Status("present", warning=_size_warning(len(text), spec))
    heading, body = _parted(_BEFORE_PART.split(text, maxsplit=1)[0])
    if len(body) < 40 and _STARRED.search(heading) and footnote:
        return Status("incorporated_by_reference", _source(footnote))
    if len(body) <= _SHORT * 2 and not _NOTHING.match(body):
        own = " ".join(part for part in _SENTENCE.split(body) if not (_REFERENCE.search(part) or _PROXY.search(part)))
        opens = _REFERENCE.search(_SENTENCE.split(body, maxsplit=1)[0]) is not None
        if _REFERENCE.search(body) and len(own) <= (_OWN_AFTER if opens else _OWN):
            return Status("incorporated_by_reference", _source(body))
    if len(body) <= _TRIVIAL and _OMITTED.search(f"{heading[-60:]} {body}"):
        return Status("omitted")
    if len(body) <= _TRIVIAL * 2 and spec.size[0] >= 1000 and _ELSEWHERE.search(body):
        return Status("incorporated_by_reference", _place(body))
    return Status("present", warning=_size_warning(len(text), spec))


def _parted(text: str) -> tuple[str, str]:
    """Heading and the rest of an Item's text; a heading that runs into text has only its first sentence."""
    heading, _, body = text.partition("\n\n")
    if len(heading) > 260:
        cut = re.match(r".{5,200}?[.\u2014-]\s", heading, re.DOTALL)
        at = cut.end() if cut else 120
        return heading[:at], f"{heading[at:]}\n\n{body}"
    return heading, body.strip()


def _source(text: str) -> str:
    if _PROXY.search(text):
        return "proxy statement"
    if _REPORT.search(text):
        return "annual report (exhibit 13)"
    return _place(text)


def _place(text: str) -> str:
    match = re.search(
        r"exhibit\s+\d[\w.()-]*|items?\s+\d{1,2}[a-c]?\b|\bnote\s+\d{1,2}\b|pages?\s+[A-Z]?-?\d+(?:\s*(?:[-\u2013]|to|through)\s*[A-Z]?-?\d+)?",
        text,
        re.IGNORECASE,
    )
    return match.group() if match else "another document"


def _size_warning(length: int, spec: ItemSpec) -> str:
    low, high = spec.size
    if low <= length <= high:
        return ""
    usual = f"{low:,} to {high:,} are usual"
    return f"Item {spec.item} has {length:,} characters; {usual}."


def missing(spec: ItemSpec, period_end: date) -> Status:
    """The status of an Item that was due and has no heading."""
    if spec.optional or period_end >= spec.reserved_since:
        return Status("omitted")
    return Status("not_found", warning=f"No heading of Item {spec.item} ({spec.title}) was found.")


def noted(note: str) -> Status:
    """The status of an Item that an index gives no text of its own: "None", a footnote, or pages of another Item."""
    if note.startswith("page"):
        return Status("incorporated_by_reference", f"{note} of this filing")
    if _REFERENCE.search(note) or _PROXY.search(note):
        return Status("incorporated_by_reference", _source(note))
    return Status("omitted")


def omitted_list(blocks: Sequence[Block]) -> set[str]:
    """The Items that a report lists as omitted (asset-backed issuers and wholly-owned subsidiaries may omit some)."""
    found: set[str] = set()
    said = False
    for block in blocks:
        said = said or (len(block.text) <= 400 and _OMITTED_LIST.search(block.text) is not None)
        numbers = _LISTED.findall(block.text) if said and len(block.text) <= 1500 else []
        if len(numbers) >= 2 and (block.kind == "table" or _OMITTED_LIST.search(block.text)):
            found.update(number.replace(" ", "").upper() for number in numbers)
    return found
