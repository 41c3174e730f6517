"""Reads one HTML page (old or inline XBRL) into a `RawDocument`: visible text only, in reading order.

The steps, in order: parse, read the XBRL tags, walk the tree once into lines and tables, arrange tables, drop page
furniture, tell headings from paragraphs, and take the facts' places out of the text. It knows nothing of Items.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lxml import etree

from finsagent.errors import FilingError
from indexer.document import Block, RawDocument, RawFact
from indexer.html_flow import Element, Table, TableText, take_marks
from indexer.html_furniture import drop_furniture
from indexer.html_headings import Headings, join_split_lines
from indexer.html_walk import Walk
from indexer.ixbrl import Tagged, TagReader, find_prefix
from indexer.tables import arrange, join_continued

_TAG = re.compile(rb"<(?:html|body|head|p|div|table|tr|td|font|br|span|h[1-6]|b|center|ul|pre)\b", re.IGNORECASE)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_TARGET = re.compile(rb"""href\s*=\s*["']?[^"'#>\s]*#([^"'>\s]+)""", re.IGNORECASE)
_BLOCKED = re.compile(
    r"undeclared automated tool|request rate threshold exceeded|access denied"
    r"|the page you requested (?:cannot|could not)|404 not found|403 forbidden|503 service",
    re.IGNORECASE,
)
_SGML_TEXT = b"<TEXT>"
_SMALL_PAGE = 20_000


def read_html(data: bytes, *, name: str) -> RawDocument:
    """Read an HTML filing.

    Args:
        data: The file's bytes, whatever their encoding.
        name: What to call the file in errors.

    Raises:
        FilingError: If the file is empty, is not HTML, or has no visible text (it was cut off, or is an error page).
    """
    source, skipped = _decode(data, name)
    prefix = find_prefix(source)
    tags = TagReader(prefix) if prefix else None
    targets = {target.decode("utf-8", "replace") for target in _TARGET.findall(source)}
    walk = Walk(targets=targets, tags=tags, prefix=prefix or "ix", source=source)
    _parse(source, walk, name)
    tagged = tags.finish() if tags else Tagged(facts={}, metadata={})
    flow: list[Element] = []
    for item in walk.flow:
        if isinstance(item, Table):
            flow.extend(arrange(item))
        else:
            flow.append(item)
    paged = walk.breaks > 0
    flow = join_continued(join_split_lines(drop_furniture(flow, paged=paged)))
    blocks, places = _blocks(flow, _characters(source, flow, skipped), paged=paged)
    if not blocks:
        raise FilingError(f"{name}: the page has no visible text; it may have been cut off. Download it again.")
    if len(source) < _SMALL_PAGE and any(_BLOCKED.search(block.text) for block in blocks[:5]):
        raise FilingError(f"{name}: this is an error page, not a filing ({blocks[0].text[:80]!r}). Download it again.")
    return RawDocument(
        blocks=blocks,
        metadata=tagged.metadata,
        facts=_placed(tagged.facts, places),
        pages=walk.page if paged else None,
        kind="html",
    )


def _decode(data: bytes, name: str) -> tuple[bytes, int]:
    """The page as UTF-8, without NUL bytes and without the SGML lines that may stand before it; their length."""
    if not data.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise FilingError(f"{name}: the file is empty. Download it again.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    if not _TAG.search(data, 0, 200_000):
        raise FilingError(f"{name}: the file is not HTML (it starts with {data[:20]!r}).")
    start = data.find(_SGML_TEXT, 0, 4000)
    skipped = 0
    if start >= 0 and b"<DOCUMENT>" in data[:start]:
        skipped = start + len(_SGML_TEXT)
        data = data[skipped:]
    if not data.isascii():
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            data = data.decode(_charset(data), "replace").encode()
    return (data.replace(b"\0", b" ") if b"\0" in data else data), skipped


def _charset(data: bytes) -> str:
    declared = _CHARSET.search(data, 0, 4000)
    charset = declared.group(1).decode("ascii", "replace").lower() if declared else ""
    return "utf-8" if charset in ("utf-8", "utf8") else "cp1252"


def _parse(source: bytes, walk: Walk, name: str) -> None:
    parser = etree.HTMLParser(  # type: ignore[call-overload, arg-type, unused-ignore]  # stubs want more methods
        target=walk, encoding="utf-8", huge_tree=True
    )
    try:
        etree.fromstring(source, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FilingError(f"{name}: the file can't be read as HTML ({error}).") from error


def _characters(source: bytes, flow: list[Element], skipped: int) -> dict[int | None, int | None]:
    """Places in bytes of UTF-8 as places in characters of the whole file."""
    places: dict[int | None, int | None] = {None: None}
    last = count = 0
    for place in sorted({element.place for element in flow if element.place is not None}):
        count += len(source[last:place].decode("utf-8", "ignore")) if place > last else 0
        last = place
        places[place] = skipped + count
    return places


def _blocks(
    flow: list[Element], characters: dict[int | None, int | None], *, paged: bool
) -> tuple[tuple[Block, ...], dict[int, tuple[int, tuple[int, int]]]]:
    """The blocks, and for each fact in their text its block and span."""
    headings = Headings.of(flow)
    blocks: list[Block] = []
    places: dict[int, tuple[int, tuple[int, int]]] = {}
    for element in flow:
        text, spans = take_marks(element.text)
        for fact, span in spans.items():
            places.setdefault(fact, (len(blocks), span))
        page = element.page if paged else None
        if isinstance(element, TableText):
            block = Block(kind="table", text=text, page=page, header_rows=element.header_rows, levels=element.levels)
        else:
            level = headings.level(element, text)
            block = Block(kind="heading" if level else "paragraph", text=text, page=page, level=level)
        blocks.append(replace(block, anchors=element.anchors, links=element.links, place=characters[element.place]))
    return tuple(blocks), places


def _placed(facts: dict[int, RawFact], places: dict[int, tuple[int, tuple[int, int]]]) -> tuple[RawFact, ...]:
    return tuple(
        replace(fact, block=places[number][0], span=places[number][1]) if number in places else fact
        for number, fact in facts.items()
    )
