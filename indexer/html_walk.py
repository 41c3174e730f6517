"""One walk over the tags of an HTML page: lines of visible text, tables and tagged facts, in reading order.

A parser calls `start`, `data` and `end` as it goes; no tree is built. The walk decides where a page and a line of text
start and end; what is a heading, a data table or page furniture is decided later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from indexer import html_pre
from indexer.html_flow import MARK_CLOSE, Cell, Line, Table, TableText, opening_mark
from indexer.html_lines import LINE_BREAK, Piece, make_lines
from indexer.html_places import SourcePlaces
from indexer.html_styles import Box, Look, Styles
from indexer.ixbrl import TagReader

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
_PREFORMATTED = html_pre.TAGS
_UNPREFIXED = frozenset(("context", "unit"))
_MAX_SPAN = 400
_NBSP_POINTS = 2.5

_Frame = tuple[Look, str, bool, bool]
"""What an open element hands down: its text's look and the zone of the page; and of the element itself, whether a page
ends with it and whether it stands in a line of text."""
_Held = tuple[str, str, Mapping[str, str]]
"""A call that waits: "start", "data" or "end", with the tag or text, and attributes."""
_NONE: Mapping[str, str] = {}


class Walk:
    """The state of one walk, a target for `lxml.etree.HTMLParser`.

    `flow` and `breaks` (page breaks met) hold its outcome. `tags` takes the facts, if the page has any.
    """

    def __init__(self, *, targets: AbstractSet[str], tags: TagReader | None, prefix: str, source: bytes) -> None:
        self.flow: list[Line | Table | TableText] = []
        self.page = 1
        self.breaks = 0
        self._targets = targets
        self._tags = tags
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
        self._places = SourcePlaces(source)
        self._frames: list[_Frame] = [(Look(), "", False, False)]
        self._buffer: list[str] = []
        self._skipping = 0
        self._held: list[_Held] | None = None
        self._held_depth = 0

    # --- what the parser calls ---------------------------------------------------------------------------------------

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A start tag."""
        if self._buffer:
            self._take_text()
        if self._held is not None:
            self._held.append(("start", tag, attributes))
            self._held_depth += 1
        elif tag in _PREFORMATTED and not self._open and not self._skipping:
            self._held, self._held_depth = [("start", tag, attributes)], 1
        else:
            self._start(tag, attributes)

    def data(self, text: str) -> None:
        """A stretch of text, which may come in pieces."""
        self._buffer.append(text)

    def end(self, tag: str) -> None:
        """An end tag; the parser gives one for every start tag, in order."""
        if self._buffer:
            self._take_text()
        if self._held is None:
            self._end(tag)
            return
        self._held.append(("end", tag, _NONE))
        self._held_depth -= 1
        if not self._held_depth:
            held, self._held = self._held, None
            if not self._add_preformatted(held):
                self._replay(held)

    def close(self) -> None:
        """The end of the page."""
        if self._buffer:
            self._take_text()
        if self._held is not None:
            held, self._held = self._held, None
            self._replay(held)
        self._flush()

    def _replay(self, held: Sequence[_Held]) -> None:
        for call, text, attributes in held:
            if call == "start":
                self._start(text, attributes)
            elif call == "end":
                self._end(text)
            else:
                self._add_text(text)

    # --- elements and text -------------------------------------------------------------------------------------------

    def _take_text(self) -> None:
        text = self._buffer[0] if len(self._buffer) == 1 else "".join(self._buffer)
        self._buffer.clear()
        if self._held is None:
            self._add_text(text)
        else:
            self._held.append(("data", text, _NONE))

    def _add_text(self, text: str) -> None:
        if self._tags is not None and self._tags.listening:
            self._tags.data(text)
        if not self._skipping:
            self._pieces.append((text, self._frames[-1][0]))

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        fact = None
        if self._tags is not None and (":" in tag or tag in _UNPREFIXED or self._tags.listening):
            fact = self._tags.start(tag, attributes)
        if self._skipping:
            self._skipping += 1
            return
        styles = self._styles
        style = attributes.get("style")
        box = None if style is None else styles.boxes.get(style) or styles.box(style)
        if tag in self._skip or (box is not None and box.hidden):
            self._skipping = 1
            if tag == self._hidden_tag:
                self._places.pass_element(tag)
            return
        look, zone, _, _ = self._frames[-1]
        if style is not None or tag in _STYLED:
            align = attributes.get("align") if tag in _ALIGNED else None
            look = styles.look(look, tag, style, align, attributes.get("size") if tag == "font" else None)
        ends_page = inline = False
        if tag != "span" and tag != "font":
            self._zone = zone
            if fact is not None:
                self._pieces.append((opening_mark(fact), look))
            else:
                self._open_element(tag, attributes, look, box)
            if box is not None:
                if box.break_before:
                    self._break_page()
                ends_page, inline = box.break_after, box.inline
                zone = "foot" if box.foot else "head" if box.head and self._at_top else zone
                self._zone = zone
        elif box is not None and box.gap and self._pieces:
            self._pieces.append((" ", look))
        self._frames.append((look, zone, ends_page, inline))
        if self._targets and attributes and ("id" in attributes or "name" in attributes):
            self._note_anchor(attributes)

    def _end(self, tag: str) -> None:
        if self._tags is not None and (":" in tag or self._tags.listening):
            self._tags.end(tag)
        if self._skipping:
            self._skipping -= 1
            return
        if len(self._frames) == 1:
            return
        _, self._zone, ends_page, inline = self._frames.pop()
        if tag != "span" and tag != "font":
            self._close_element(tag, inline=inline)
            if ends_page:
                self._break_page()
            self._zone = self._frames[-1][1]

    def _open_element(self, tag: str, attributes: Mapping[str, str], look: Look, box: Box | None) -> None:
        if tag == "td" or tag == "th":
            self._start_cell(tag, attributes, box)
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
            href = attributes.get("href")
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

    def _close_element(self, tag: str, *, inline: bool) -> None:
        if tag == "td" or tag == "th":
            self._flush()
            self._cell = None
            if self._open:
                self._sink = self._open[-1][1]
        elif tag == self._fact_tag:
            if self._tags is not None:
                self._pieces.append((MARK_CLOSE, LINE_BREAK[1]))
        elif tag in _BLOCKS:
            if not inline:
                self._flush()
        elif tag == "tr":
            self._flush()
        elif tag == "table" and self._open:
            self._flush()
            table, self._sink = self._open.pop()
            if any(cell.items for row in table.rows for cell in row):
                self._sink.append(table)

    def _start_cell(self, tag: str, attributes: Mapping[str, str], box: Box | None) -> None:
        self._flush()
        if not self._open:
            return
        table = self._open[-1][0]
        if not table.rows:
            table.rows.append([])
        colspan, rowspan = attributes.get("colspan"), attributes.get("rowspan")
        cell = Cell(
            colspan=1 if colspan is None else _span(colspan),
            rowspan=1 if rowspan is None else _span(rowspan),
            head=tag == "th",
        )
        table.rows[-1].append(cell)
        self._sink = cell.items
        self._cell = cell
        if box is not None:
            cell.indent = box.indent

    def _note_anchor(self, attributes: Mapping[str, str]) -> None:
        for value in (attributes.get("id"), attributes.get("name")):
            if value is not None and value in self._targets and value not in self._anchors:
                self._anchors.append(value)

    def _add_preformatted(self, held: Sequence[_Held]) -> bool:
        """Take a preformatted element as text with columns, unless something is tagged in it or it is hidden."""
        first = held[0][2].get("style")
        if any(call == "start" and ":" in tag for call, tag, _ in held) or (first and self._styles.box(first).hidden):
            return False
        self._flush()
        text = "".join(text for call, text, _ in held if call == "data")
        found = html_pre.preformatted(text, page=self.page, place=self._places.at)
        if not found:
            return False
        if self._targets:
            for _, _, attributes in held:
                self._note_anchor(attributes)
        if self._anchors:
            found[0].anchors, self._anchors = tuple(self._anchors), []
        self._sink.extend(found)
        self._page_has_text = True
        return True

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
            if place is None:
                place = self._places.find(pieces)
                if self._open and self._open[-1][0].place is None:
                    self._open[-1][0].place = place
            line.place = place
            line.page = self.page
            line.zone = self._zone
            if self._anchors or self._links:
                line.anchors, line.links = tuple(self._anchors), tuple(self._links)
                self._anchors, self._links = [], []
            self._page_has_text = True
            self._at_top = False
            self._sink.append(line)


def _span(value: str) -> int:
    digits = value.strip()
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() and len(digits) < 6 else 1
