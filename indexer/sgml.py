"""EDGAR submissions: the SGML header and the documents after it.

Format: EDGAR Filer Manual and "PDS Technical Specification" of the SEC. Real files leave parts out, so everything is
optional: a file that is one bare `<DOCUMENT>`, a PEM envelope around it, a download cut off in the middle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

_DOCUMENT = re.compile(rb"^[ \t]*<DOCUMENT>[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_END_DOCUMENT = re.compile(rb"^[ \t]*</DOCUMENT>", re.IGNORECASE | re.MULTILINE)
_TEXT = re.compile(rb"<TEXT>[ \t]*\r?\n?", re.IGNORECASE)
_END_TEXT = re.compile(rb"\r?\n?[ \t]*</TEXT>\s*$", re.IGNORECASE)
_WRAPPER = re.compile(rb"^\s*<(XBRL|XML|PDF|XHTML)>\s*\n|\n\s*</(?:XBRL|XML|PDF|XHTML)>\s*$", re.IGNORECASE)
_TAG = re.compile(rb"^[ \t]*<(TYPE|SEQUENCE|FILENAME|DESCRIPTION)>[ \t]*([^\r\n<]*)", re.IGNORECASE | re.MULTILINE)
_START = re.compile(rb"<(?:SEC-DOCUMENT|IMS-DOCUMENT|SEC-HEADER|IMS-HEADER|DOCUMENT|SUBMISSION)>", re.IGNORECASE)
_PEM = b"-----BEGIN PRIVACY-ENHANCED MESSAGE-----"
_PEM_ESCAPE = re.compile(rb"^- (?=-)", re.MULTILINE)
_FIELD = re.compile(r"^\s*([A-Z][A-Z0-9 /.&'()-]*[A-Z)]):[ \t]*(.*?)\s*$")
_TAGGED = re.compile(r"^\s*<([A-Z][A-Z0-9-]*)>[ \t]*(.*?)\s*$")
_SNIFF = 8192
_HEADER_LIMIT = 200_000
_TAG_NAMES = {
    "TYPE": "CONFORMED SUBMISSION TYPE",
    "PERIOD": "CONFORMED PERIOD OF REPORT",
    "FILING-DATE": "FILED AS OF DATE",
    "ACCESSION-NUMBER": "ACCESSION NUMBER",
    "CONFORMED-NAME": "COMPANY CONFORMED NAME",
    "CIK": "CENTRAL INDEX KEY",
    "FISCAL-YEAR-END": "FISCAL YEAR END",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmittedDocument:
    """One document of a submission; `truncated` if the file ends before the document does."""

    type: str
    sequence: int | None
    filename: str
    description: str
    text: bytes
    truncated: bool = False
    start: int | None = None
    """Where the text starts in the file, in characters; None where a PEM envelope has escaped lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Submission:
    """The header's fields by their printed name (the first filer's where there are several) and the documents."""

    fields: dict[str, str]
    former_names: tuple[str, ...]
    documents: tuple[SubmittedDocument, ...]

    @property
    def metadata(self) -> dict[str, str]:
        """The header's fields under the keys of `RawDocument.metadata`."""
        fields = self.fields
        year_end = re.sub(r"\D", "", fields.get("FISCAL YEAR END", ""))
        form = fields.get("CONFORMED SUBMISSION TYPE", "")
        found = {
            "company": fields.get("COMPANY CONFORMED NAME", ""),
            "cik": fields.get("CENTRAL INDEX KEY", ""),
            "accession": fields.get("ACCESSION NUMBER", ""),
            "form": form,
            "period_end": _iso_date(fields.get("CONFORMED PERIOD OF REPORT", "")),
            "filed_on": _iso_date(fields.get("FILED AS OF DATE", "")),
            "fiscal_year_end": f"{year_end[:2]}-{year_end[2:]}" if len(year_end) == 4 else "",
            "former_names": "; ".join(self.former_names),
            "amendment": "true" if form.upper().endswith("/A") else "",
        }
        return {key: value for key, value in found.items() if value}


def looks_like_submission(data: bytes) -> bool:
    """Whether the bytes start as an EDGAR submission or a single wrapped document does."""
    head = data[:_SNIFF]
    if head.lstrip().startswith(_PEM):
        return True
    match = _START.search(head)
    return match is not None and not head[: match.start()].strip(b"\xef\xbb\xbf \t\r\n")


def split_submission(data: bytes) -> Submission:
    """Parts a submission into header fields and documents; what is missing is left out, never an error."""
    escaped = data[:_SNIFF].lstrip().startswith(_PEM)
    if escaped:
        data = _PEM_ESCAPE.sub(b"", data)
    starts = [match.start() for match in _DOCUMENT.finditer(data)]
    header = data[: starts[0] if starts else min(len(data), _HEADER_LIMIT)]
    fields, former = _read_header(header.decode("latin-1"))
    documents = tuple(_read_document(data[a:b]) for a, b in pairwise([*starts, len(data)]))
    places = [None] * len(documents) if escaped else _places(data, starts, documents)
    documents = tuple(replace(document, start=at) for document, at in zip(documents, places, strict=True))
    return Submission(fields=fields, former_names=former, documents=documents)


def _read_header(text: str) -> tuple[dict[str, str], tuple[str, ...]]:
    fields: dict[str, str] = {}
    former: list[str] = []
    for line in text.splitlines():
        if match := _FIELD.match(line):
            name, value = match.groups()
        elif match := _TAGGED.match(line):
            name, value = _TAG_NAMES.get(match[1], match[1]), match[2]
        else:
            continue
        if name == "FORMER CONFORMED NAME" and value:
            former.append(value)
        elif value:
            fields.setdefault(name, value)
    return fields, tuple(dict.fromkeys(former))


def _read_document(data: bytes) -> SubmittedDocument:
    end = _END_DOCUMENT.search(data)
    body = data[: end.start()] if end else data
    opening = _TEXT.search(body)
    head = body[: opening.start()] if opening else body[:2000]
    tags = {match[1].upper(): match[2].decode("latin-1").strip() for match in _TAG.finditer(head)}
    text = body[opening.end() :] if opening else b""
    wrapper = _WRAPPER.match(text)
    text = _WRAPPER.sub(b"", _END_TEXT.sub(b"", text))
    sequence = tags.get(b"SEQUENCE", "")
    return SubmittedDocument(
        type=tags.get(b"TYPE", ""),
        sequence=int(sequence) if sequence.isdigit() else None,
        filename=tags.get(b"FILENAME", ""),
        description=tags.get(b"DESCRIPTION", ""),
        text=text,
        truncated=end is None,
        start=(opening.end() if opening else len(body)) + (wrapper.end() if wrapper else 0),
    )


def _places(data: bytes, starts: list[int], documents: tuple[SubmittedDocument, ...]) -> list[int | None]:
    """Where the documents' texts start in the file, counted in characters."""
    if data.isascii():
        return [a + (document.start or 0) for a, document in zip(starts, documents, strict=True)]
    places: list[int | None] = []
    last = count = 0
    for a, document in zip(starts, documents, strict=True):
        at = a + (document.start or 0)
        count += len(data[last:at].decode("utf-8", "replace"))
        last = at
        places.append(count)
    return places


def _iso_date(digits: str) -> str:
    match = re.match(r"^((?:19|20)\d\d)(\d\d)(\d\d)$", digits.strip())
    return "-".join(match.groups()) if match else ""
