"""One walk over the element tree of an HTML page: lines of visible text and tables, in reading order.

It decides where a page and a line of text start and end; what is a heading, a data table or page furniture is decided
later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from lxml import etree

from indexer import html_pre
from indexer.html_flow import MARK_CLOSE, Cell, Line, Table, TableText, opening_mark
from indexer.html_lines import LINE_BREAK, Piece, make_lines
from indexer.html_styles import Box, Look, Styles

_SKIP = frozenset(
    "script style head title noscript template iframe object embed svg math select option textarea button applet map "
    "audio video canvas frameset datalist".split()
)
_BLOCKS = frozenset(
    "p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote center section article header footer main nav aside pre "
    "form fieldset figure figcaption address body html caption legend dir menu listing xmp thead tbody "
    "tfoot colgroup".split()
)
_STYLED = frozenset("b strong i em u ins sup center th td h1 h2 h3 h4 h5 h6 font p div tr table".split())
_ALIGNED = frozenset("p div td th tr h1 h2 h3 h4 h5 h6".split())
_PAGE_NUMBER = re.compile(r"[-\u2013\u2014\s]*(?:page\s+)?[A-Z]?-?\d{1,3}[-\u2013\u2014\s]*", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z0-9][A-Za-z0-9,. ]{2,39}")
"""Letters that stand in the source as they are, never as entities: by them a line's place is found again."""
_MAX_SPAN = 400
_NBSP_POINTS = 2.5
_FAR = 20_000

_Frame = tuple[Look, str, bool]
"""What an open element hands down: its text's look, the zone of the page, and whether a page ends with it."""


class Walk:
    """The state of one walk. `run` makes it; `flow` and `breaks` (page breaks met) hold its outcome."""

    def __init__(
        self, *, targets: AbstractSet[str], facts: Mapping[etree._Element, int], prefix: str, source: bytes
    ) -> None:
        self.flow: list[Line | Table | TableText] = []
        self.page = 1
        self.breaks = 0
        self._targets = targets
        self._facts = facts
        self._skip = _SKIP | {f"{prefix}:header", f"{prefix}:hidden"}
        self._fact_tag = f"{prefix}:nonfraction"
        self._hidden_tag = f"{prefix}:header"
        self._styles = Styles()
        self._pieces: list[Piece] = []
        self._anchors: list[str] = []
        self._links: list[str] = []
        self._sink: list[Line | Table | TableText] = self.flow
        self._open: list[tuple[Table, list[Line | Table | TableText]]] = []
        self._zone = ""
        self._page_has_text = False
        self._at_top = False
        self._cell: Cell | None = None
        self._source = source
        self._read = 0

    def run(self, root: etree._Element) -> None:
        """Walk over the whole tree."""
        frames: list[_Frame] = [(Look(), "", False)]
        walker = etree.iterwalk(root, events=("start", "end"))
        skipped: etree._Element | None = None
        skip, styles, boxes = self._skip, self._styles, self._styles.boxes
        anchors = self._find_anchors(root)
        for event, element in walker:
            tag = str(element.tag)
            if event == "start":
                style = element.get("style")
                box = None if style is None else boxes.get(style) or styles.box(style)
                if tag in skip or (box is not None and box.hidden):
                    walker.skip_subtree()
                    if tag == self._hidden_tag:
                        self._read = max(self._read, self._source.find(f"</{tag}".encode(), self._read))
                    skipped = element
                    continue
                if tag in html_pre.TAGS and not self._open and self._add_preformatted(element):
                    walker.skip_subtree()
                    skipped = element
                    continue
                look, zone, _ = frames[-1]
                if style is not None or tag in _STYLED:
                    align = element.get("align") if tag in _ALIGNED else None
                    look = styles.look(look, tag, style, align, element.get("size") if tag == "font" else None)
                ends_page = False
                if tag != "span" and tag != "font":
                    self._zone = zone
                    self._start(element, tag, look, box)
                    if box is not None:
                        if box.break_before:
                            self._break_page()
                        ends_page = box.break_after
                        zone = "foot" if box.foot else "head" if box.head and self._at_top else zone
                        self._zone = zone
                elif box is not None and box.gap and self._pieces:
                    self._pieces.append((" ", look))
                frames.append((look, zone, ends_page))
                if anchors and element in anchors:
                    self._note_anchor(element)
                if element.text:
                    self._pieces.append((element.text, look))
            else:
                if element is skipped:
                    skipped = None
                else:
                    _, self._zone, ends_page = frames.pop()
                    if tag != "span" and tag != "font":
                        self._end(element, tag)
                        if ends_page:
                            self._break_page()
                        self._zone = frames[-1][1]
                if element.tail:
                    self._pieces.append((element.tail, frames[-1][0]))
        self._flush()

    # --- elements ---------------------------------------------------------------------------------------------------

    def _find_anchors(self, root: etree._Element) -> set[etree._Element]:
        """The elements that links of the page lead to."""
        if not self._targets:
            return set()
        named = root.xpath("//*[@id or @name]")
        return {element for element in named if not self._targets.isdisjoint((element.get("id"), element.get("name")))}

    def _start(self, element: etree._Element, tag: str, look: Look, box: Box | None) -> None:
        if tag == "td" or tag == "th":
            self._start_cell(element, tag, box)
        elif tag == self._fact_tag:
            if element in self._facts:
                self._pieces.append((opening_mark(self._facts[element]), look))
        elif tag == "br":
            self._line_break()
        elif tag == "tr":
            self._flush()
            if self._open:
                self._open[-1][0].rows.append([])
        elif tag == "table":
            self._flush()
            self._open.append((Table(page=self.page, zone=self._zone), self._sink))
        elif tag == "a":
            href = element.get("href")
            if href is not None and "#" in href:
                self._links.append(href.rpartition("#")[2])
        elif tag == "hr":
            self._flush()
            self._rule()
        elif tag in _BLOCKS:
            if box is not None and box.inline:
                self._pieces.append((" ", look))
            else:
                self._flush()
                if box is not None and self._cell is not None and not self._cell.items:
                    self._cell.indent += box.indent
            if tag == "li":
                self._pieces.append(("\u2022 ", look))

    def _end(self, element: etree._Element, tag: str) -> None:
        if tag == "td" or tag == "th":
            self._flush()
            self._cell = None
            if self._open:
                self._sink = self._open[-1][1]
        elif tag == self._fact_tag:
            if element in self._facts:
                self._pieces.append((MARK_CLOSE, LINE_BREAK[1]))
        elif tag in _BLOCKS:
            if not self._is_inline(element):
                self._flush()
        elif tag == "tr":
            self._flush()
        elif tag == "table" and self._open:
            self._flush()
            table, self._sink = self._open.pop()
            if any(cell.items for row in table.rows for cell in row):
                self._sink.append(table)

    def _is_inline(self, element: etree._Element) -> bool:
        style = element.get("style")
        return style is not None and self._styles.box(style).inline

    def _start_cell(self, element: etree._Element, tag: str, box: Box | None) -> None:
        self._flush()
        if not self._open:
            return
        table = self._open[-1][0]
        if not table.rows:
            table.rows.append([])
        cell = Cell(colspan=_span(element.get("colspan")), rowspan=_span(element.get("rowspan")), head=tag == "th")
        table.rows[-1].append(cell)
        self._sink = cell.items
        self._cell = cell
        if box is not None:
            cell.indent = box.indent

    def _note_anchor(self, element: etree._Element) -> None:
        for key in ("id", "name"):
            value = element.get(key)
            if value is not None and value in self._targets and value not in self._anchors:
                self._anchors.append(value)

    def _add_preformatted(self, element: etree._Element) -> bool:
        """Take a preformatted element as text with columns, unless facts are tagged in it."""
        if any(inner in self._facts for inner in element.iter()):
            return False
        self._flush()
        found = html_pre.preformatted(element, page=self.page, place=self._read)
        for inner in element.iter():
            self._note_anchor(inner)
        if found and self._anchors:
            found[0].anchors, self._anchors = tuple(self._anchors), []
        self._sink.extend(found)
        self._page_has_text |= bool(found)
        return bool(found)

    # --- pages and lines --------------------------------------------------------------------------------------------

    def _break_page(self) -> None:
        self._flush()
        self.breaks += 1
        self._at_top = True
        if self._page_has_text:
            self.page += 1
            self._page_has_text = False

    def _rule(self) -> None:
        """A rule under a bare page number ends a page in filings that have no page breaks."""
        last = self.flow[-1] if self.flow and not self._open else None
        if isinstance(last, Line) and last.page == self.page and _PAGE_NUMBER.fullmatch(last.text):
            self._break_page()

    def _line_break(self) -> None:
        for piece in reversed(self._pieces):
            if piece is LINE_BREAK:
                self._flush()
                return
            if not piece[0].isspace():
                break
        self._pieces.append(LINE_BREAK)

    def _flush(self) -> None:
        if not self._pieces:
            return
        pieces, self._pieces = self._pieces, []
        if self._cell is not None and not self._cell.items:
            text = pieces[0][0]
            self._cell.indent += _NBSP_POINTS * text.count("\u00a0", 0, len(text) - len(text.lstrip()))
        place: int | None = None
        for line in make_lines(pieces):
            place = self._place(pieces) if place is None else place
            line.place = place
            line.page = self.page
            line.zone = self._zone
            if self._anchors or self._links:
                line.anchors, line.links = tuple(self._anchors), tuple(self._links)
                self._anchors, self._links = [], []
            self._page_has_text = True
            self._at_top = False
            self._sink.append(line)

    def _place(self, pieces: Sequence[Piece]) -> int:
        """Where in the source the words of a line stand. The walk goes forward, so the search does too.

        A line without such words stands after the one before; a short word far away is another one.
        """
        for text, _ in pieces:
            match = _WORDS.search(text)
            if match is None:
                continue
            found = self._source.find(match.group().encode(), self._read, self._read + _FAR * len(match.group()))
            if found >= 0:
                self._read = found
                break
        if self._open and self._open[-1][0].place is None:
            self._open[-1][0].place = self._read
        return self._read


def _span(value: str | None) -> int:
    if value is None:
        return 1
    digits = value.strip()
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() and len(digits) < 6 else 1
