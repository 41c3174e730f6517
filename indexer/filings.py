"""From a path to a `RawDocument`: finds out what the bytes are, whatever the file is called, and reads them.

It knows the layout of sec-edgar-downloader's folders and of EDGAR submissions, and refuses what is not a filing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument
from indexer.html import read_html
from indexer.pdf import MAGIC, read_pdf
from indexer.plain import read_text
from indexer.sgml import Submission, SubmittedDocument, looks_like_submission, split_submission
from indexer.xbrl_instance import is_instance, read_instance, read_labels

MAX_BYTES = 200 * 1024 * 1024
SUFFIXES = frozenset({".htm", ".html", ".xhtml", ".txt", ".pdf", ".text"})

_SNIFF = 4096
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|ix:header|div|p|font|tr|td)\b", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"^\s*(?:\xef\xbb\xbf)?\s*<\?xml\b", re.IGNORECASE)
_TAGS_IN_TEXT = re.compile(rb"<(?:p|div|tr|td|font|br)\b[^<>]*>", re.IGNORECASE)
_BLOCK_PAGE = re.compile(
    rb"Undeclared Automated Tool|Request Rate Threshold Exceeded|This page is temporarily unavailable"
    rb"|<title>\s*(?:Access Denied|SEC\.gov \| (?:Request Rate|File Unavailable|Page Not Found|File not found)"
    rb"|40[34]|50[0234])"
    rb"|Access Denied</h1>|<h1>\s*(?:403|404|50[0234])\b|<Code>(?:AccessDenied|NoSuchKey)</Code>",
    re.IGNORECASE,
)
_MAIN_FORM = re.compile(r"^(?:10-?K|10-?Q|10-?KSB|10-?QSB|8-?K|20-?F|6-?K|40-?F|ARS)", re.IGNORECASE)
_ACCESSION = re.compile(r"^\d{10}-\d{2}-\d{6}$")
_HEADER_WINS = frozenset({"accession", "filed_on", "form"})
_DOWNLOADER_FILES = ("full-submission.txt", "primary-document.html", "primary-document.htm", "primary-document.xml")


def read_source(path: Path) -> RawDocument:
    """Reads one file, whatever kind of filing it is.

    Raises:
        FilingError: The file is missing, empty, too large, not a filing, or can't be read.
    """
    name = path.name
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise FilingError(
                f"{name} has {size / 2**20:.0f} MB, more than {MAX_BYTES // 2**20}: index its main document alone"
            )
        data = path.read_bytes()
    except OSError as error:
        raise FilingError(f"{name} can't be read ({error.strerror}): check the path and its permissions") from error
    document = _read(data, name)
    placed = {key: value for key, value in _from_folders(path).items() if key not in document.metadata}
    return replace(document, metadata={**document.metadata, **placed})


def find_sources(paths: Iterable[Path]) -> list[Path]:
    """Lists the files to read: files as given, folders walked in order of name; hidden files are left out.

    Of a folder that sec-edgar-downloader wrote, one file is taken: the full submission, which has the header.

    Raises:
        FilingError: A path does not exist.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found.update(dict.fromkeys(_walk(path, set())))
        elif path.is_file():
            found[path] = None
        elif path.exists():
            raise FilingError(f"{path} is neither a file nor a folder: give filings")
        else:
            raise FilingError(f"{path} does not exist: give a file or a folder of filings")
    return list(found)


def _walk(folder: Path, seen: set[tuple[int, int]]) -> Iterator[Path]:
    """Walks a folder once, however many links lead to it; only regular files are taken, never pipes or devices."""
    place = folder.stat()
    if (place.st_dev, place.st_ino) in seen:
        return
    seen.add((place.st_dev, place.st_ino))
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    names = {entry.name for entry in entries}
    preferred = next((name for name in _DOWNLOADER_FILES if name in names), None)
    for entry in entries:
        if entry.is_dir():
            yield from _walk(entry, seen)
        elif not entry.is_file():
            continue
        elif entry.name in _DOWNLOADER_FILES:
            if entry.name == preferred:
                yield entry
        elif entry.suffix.lower() in SUFFIXES:
            yield entry


def _from_folders(path: Path) -> dict[str, str]:
    """Ticker and accession from `sec-edgar-filings/TICKER/FORM/ACCESSION/file`."""
    parts = path.absolute().parts
    if len(parts) < 5 or path.name not in _DOWNLOADER_FILES or not _ACCESSION.match(parts[-2]):
        return {}
    owner = parts[-4]
    named = {"cik": owner} if owner.isdigit() else {"ticker": owner.upper()}
    return {"accession": parts[-2], "form": parts[-3], **named}


def _read(data: bytes, name: str) -> RawDocument:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # readers sniff bytes of ASCII-compatible encodings
        data = data.decode("utf-16", errors="replace").encode()
    if not data.strip():
        raise FilingError(f"{name} is empty: download it again")
    if MAGIC in data[:1024]:
        return read_pdf(data, name=name)
    if looks_like_submission(data):
        return _read_submission(split_submission(data), name)
    _refuse_replies(data, name)
    return _read_body(data, name)


def _read_body(data: bytes, name: str) -> RawDocument:
    if MAGIC in data[:1024]:
        return read_pdf(data, name=name)
    if _is_html(data):
        return read_html(data, name=name)
    if _is_binary(data):
        raise FilingError(f"{name} is not text, HTML or PDF (it starts with {data[:8]!r}): give the filing itself")
    return read_text(data, name=name)


def _refuse_replies(data: bytes, name: str) -> None:
    """Refuses what servers send instead of a filing."""
    if len(data) < 100_000 and _BLOCK_PAGE.search(data[:20_000]):
        raise FilingError(
            f"{name} is an error page of the server, not a filing: download it again with your name and e-mail declared"
        )
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:200]
    if start[:1] in (b"{", b"[") and re.match(rb"[\[{]\s*(?:\"|[\]}{\[]|\d)", start):
        raise FilingError(f"{name} is JSON, not a filing: give the document itself")


def _is_html(data: bytes) -> bool:
    head = data[:_SNIFF]
    if _HTML.search(head) or _XML_DECLARATION.match(head):
        return True
    return len(_TAGS_IN_TEXT.findall(data[:200_000])) > 20


def _is_binary(data: bytes) -> bool:
    sample = data[:_SNIFF]
    if sample[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return False
    control = sum(byte < 32 and byte not in (9, 10, 12, 13, 26, 27) for byte in sample)
    return b"\x00" in sample or control * 50 > len(sample)


def _read_submission(submission: Submission, name: str) -> RawDocument:
    main = _main_document(submission)
    if main is None:
        raise FilingError(f"{name} is a submission without a readable document (cut off?): download it again")
    parts = [_read_part(main, name)]
    for exhibit in submission.documents:
        if exhibit is not main and re.match(r"^EX-13\b", exhibit.type, re.IGNORECASE) and exhibit.text.strip():
            parts.append(_read_part(exhibit, name))
    document = parts[0]
    for exhibit_document in parts[1:]:
        document = _append(document, exhibit_document)
    return _with_xbrl(replace(document, metadata=_merge(document.metadata, submission, main)), submission)


def _with_xbrl(document: RawDocument, submission: Submission) -> RawDocument:
    """Adds what the submission's XBRL files say: facts where the page itself tags none, and the labels of concepts."""
    for part in submission.documents:
        kind = part.type.upper()
        if not kind.startswith(("EX-101", "EX-100", "XML")) or not part.text.strip():
            continue
        if not document.facts and is_instance(part.text):
            instance = read_instance(part.text)
            document = replace(document, facts=instance.facts, metadata={**instance.metadata, **document.metadata})
        elif kind == "EX-101.LAB":
            document = replace(document, labels={**read_labels(part.text), **document.labels})
    return document


def _main_document(submission: Submission) -> SubmittedDocument | None:
    filled = [document for document in submission.documents if document.text.strip()]
    form = submission.fields.get("CONFORMED SUBMISSION TYPE", "")
    for document in filled:
        if form and document.type.upper() == form.upper():
            return document
    for document in filled:
        if _MAIN_FORM.match(document.type):
            return document
    return next((d for d in filled if not d.type.upper().startswith(("EX-", "GRAPHIC", "XML", "ZIP", "EXCEL"))), None)


def _read_part(document: SubmittedDocument, name: str) -> RawDocument:
    if re.match(rb"\s*begin \d{3} ", document.text):
        raise FilingError(f"{name}: its {document.type} is an encoded attachment: give the document itself")
    part = _read_body(document.text, f"{name} ({document.type})" if document.type else name)
    start = document.start
    blocks = [
        replace(b, place=b.place + start if b.place is not None and start is not None else None) for b in part.blocks
    ]
    return replace(part, blocks=tuple(blocks))


def _append(document: RawDocument, exhibit: RawDocument) -> RawDocument:
    """Puts an exhibit's blocks after the document's; its pages go on counting, its facts point to the moved blocks."""
    pages = document.pages or 0
    moved = [replace(b, page=b.page + pages if b.page is not None else None) for b in exhibit.blocks]
    start = len(document.blocks) + 1
    facts = [replace(fact, block=fact.block + start if fact.block is not None else None) for fact in exhibit.facts]
    first_page = moved[0].page if moved else None
    heading = Block(kind="heading", text="Exhibit 13", page=first_page, level=1)
    return replace(
        document,
        blocks=(*document.blocks, heading, *moved),
        facts=(*document.facts, *facts),
        pages=(pages + (exhibit.pages or 0)) or None,
    )


def _merge(own: dict[str, str], submission: Submission, main: SubmittedDocument) -> dict[str, str]:
    header = submission.metadata
    if main.type and "form" not in header:
        header["form"] = main.type
    merged = {**header, **own}
    merged.update({key: header[key] for key in _HEADER_WINS & header.keys()})
    if main.truncated:
        merged["truncated"] = "true"
    return merged
