"""Write a document as inline XBRL (XHTML), or with `tagged=False` as the bare HTML of filings before XBRL.

The layout is that of real filings: "$", digits and ")" in cells of their own, headings without heading tags, page
footers and "Table of Contents" links between pages.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from html import escape

from indexer.sample.blocks import (
    MARK,
    Block,
    Bullets,
    Cell,
    Contents,
    Document,
    Heading,
    Number,
    Paragraph,
    Row,
    Table,
    Tag,
    Words,
    anchor_pages,
    paginate,
)

NAMESPACES = (
    'xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" '
    'xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:link="http://www.xbrl.org/2003/linkbase" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
    'xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" '
    'xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:us-gaap="http://fasb.org/us-gaap/2024" '
    'xmlns:srt="http://fasb.org/srt/2024" xmlns:country="http://xbrl.sec.gov/country/2024" '
)
UNITS = {
    "usd": "<xbrli:measure>iso4217:USD</xbrli:measure>",
    "shares": "<xbrli:measure>xbrli:shares</xbrli:measure>",
    "pure": "<xbrli:measure>xbrli:pure</xbrli:measure>",
    "usdPerShare": (
        "<xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>"
        "<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide>"
    ),
}
STYLE = (
    "body{font:10pt 'Times New Roman',serif}td{vertical-align:bottom;padding:1pt 2pt}.n{text-align:right}"
    ".c{text-align:center}.b{font-weight:700}.t{border-top:1px solid #000}p{margin:6pt 0}"
)


class Writer:
    """Writes one document; contexts are numbered as they come up."""

    def __init__(self, document: Document, *, tagged: bool = True) -> None:
        """Keep what to write; `tagged=False` leaves all XBRL out."""
        self._document = document
        self._tagged = tagged
        self._contexts: dict[tuple[date | None, date, tuple[tuple[str, str], ...]], str] = {}

    def write(self) -> bytes:
        """Give the file's bytes."""
        pages = paginate(self._document.blocks, words=720)
        numbers = anchor_pages(pages)
        body: list[str] = []
        for number, page in enumerate(pages, 1):
            body.extend(self._block(block, numbers) for block in page)
            body.append(f'<div class="c"><span>{number}</span></div>')
            if number < len(pages):
                body.append('<hr style="page-break-after:always"/>')
                body.append('<div><a href="#toc">Table of Contents</a></div>')
        head = self._header() if self._tagged else ""
        return self._page(head, "\n".join(body)).encode("ascii", "xmlcharrefreplace")

    def _page(self, head: str, body: str) -> str:
        title = f"<head><title>{escape(self._document.title)}</title>"
        if not self._tagged:
            return f'<HTML>\n{title}</head>\n<BODY BGCOLOR="#FFFFFF">\n{_old(body)}\n</BODY>\n</HTML>\n'
        prefix = self._document.prefix
        return (
            "<?xml version='1.0' encoding='ASCII'?>\n"
            f'<html {NAMESPACES}xmlns:{prefix}="http://www.{prefix}.example/2024" xml:lang="en-US">\n'
            f"{title}<style>{STYLE}</style></head>\n<body>\n{head}\n{body}\n</body>\n</html>\n"
        )

    def _header(self) -> str:
        hidden = "".join(self._words(words) for words in self._document.hidden)
        contexts = "".join(self._context(key, name) for key, name in self._contexts.items())
        units = "".join(f'<xbrli:unit id="{name}">{measure}</xbrli:unit>' for name, measure in UNITS.items())
        prefix = self._document.prefix
        return (
            f'<div style="display:none"><ix:header><ix:hidden>{hidden}</ix:hidden><ix:references>'
            f'<link:schemaRef xlink:type="simple" xlink:href="{prefix}.xsd"/></ix:references>'
            f"<ix:resources>{contexts}{units}</ix:resources></ix:header></div>"
        )

    def _context(self, key: tuple[date | None, date, tuple[tuple[str, str], ...]], name: str) -> str:
        start, end, dimensions = key
        members = "".join(
            f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>' for axis, member in dimensions
        )
        segment = f"<xbrli:segment>{members}</xbrli:segment>" if members else ""
        period = (
            f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
            if start
            else f"<xbrli:instant>{end}</xbrli:instant>"
        )
        return (
            f'<xbrli:context id="{name}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">'
            f"{self._document.cik}</xbrli:identifier>{segment}</xbrli:entity><xbrli:period>{period}</xbrli:period>"
            "</xbrli:context>"
        )

    def _context_of(self, tag: Tag) -> str:
        key = (tag.start, tag.end, tag.dimensions)
        return self._contexts.setdefault(key, f"c{len(self._contexts) + 1}")

    def _words(self, words: Words) -> str:
        if not self._tagged:
            return escape(words.text)
        return (
            f'<ix:nonNumeric contextRef="{self._context_of(words.tag)}" name="{words.tag.concept}">'
            f"{escape(words.text)}</ix:nonNumeric>"
        )

    def _digits(self, number: Number) -> str:
        tag = number.tag
        if tag is None or not self._tagged:
            return escape(number.digits)
        dash = number.digits == "\u2014"
        value = Decimal(0) if dash else Decimal(number.digits.replace(",", ""))
        sign = ' sign="-"' if value and number.negative != tag.negated else ""
        form = "ixt:fixed-zero" if dash else "ixt:num-dot-decimal"
        scale = f' scale="{tag.scale}"' if tag.scale else ""
        return (
            f'<ix:nonFraction unitRef="{tag.unit}" contextRef="{self._context_of(tag)}" decimals="{tag.decimals}"{scale}'
            f'{sign} format="{form}" name="{tag.concept}">{escape(number.digits)}</ix:nonFraction>'
        )

    def _shown(self, shown: Number | Words) -> str:
        if isinstance(shown, Words):
            return self._words(shown)
        inner = self._digits(shown) + shown.after
        return f"{shown.before}({inner})" if shown.negative else f"{shown.before}{inner}"

    def _prose(self, text: str) -> str:
        pieces = MARK.split(text)
        return "".join(
            self._shown(self._document.marked[int(piece)]) if index % 2 else escape(piece, quote=False)
            for index, piece in enumerate(pieces)
        )

    def _block(self, block: Block, pages: dict[str, int]) -> str:
        if isinstance(block, Heading):
            anchor = f' id="{block.anchor}"' if block.anchor else ""
            align = "text-align:center;" if block.level == 1 else ""
            look = "font-weight:700" if block.level < 4 else "font-style:italic;font-weight:700"
            size = "font-size:11pt;" if block.level < 3 else ""
            return f'<div{anchor}><span style="{align}{size}{look}">{self._prose(block.text)}</span></div>'
        if isinstance(block, Paragraph):
            names = [name for name, on in (("c", block.align == "center"), ("b", block.bold)) if on]
            classes = f' class="{" ".join(names)}"' if names else ""
            return f"<p{classes}>{self._prose(block.text)}</p>"
        if isinstance(block, Bullets):
            return "".join(
                f"<table><tr><td>\u2022</td><td>{self._prose(item)}</td></tr></table>" for item in block.items
            )
        if isinstance(block, Contents):
            return _contents(block, pages)
        return self._table(block) if isinstance(block, Table) else ""

    def _table(self, table: Table) -> str:
        lines: list[str] = []
        if table.caption:
            lines.append(f'<p class="c b">{self._prose(table.caption)}</p>')
        if table.unit:
            lines.append(f'<p class="c">{self._prose(table.unit)}</p>')
        lines.append("<table>")
        if table.span:
            wide = 3 * len(table.columns)
            lines.append(f'<tr><td></td><td colspan="{wide}" class="c b">{self._prose(table.span)}</td></tr>')
        if any(table.columns):
            heads = "".join(f'<td colspan="3" class="c b">{self._prose(column)}</td>' for column in table.columns)
            lines.append(f"<tr><td>{escape(table.corner)}</td>{heads}</tr>")
        lines.extend(self._row(row) for row in table.rows)
        lines.append("</table>")
        return "\n".join(lines)

    def _row(self, row: Row) -> str:
        indent = f' style="padding-left:{9 * row.indent}pt"' if row.indent else ""
        bold = ' class="b"' if row.style == "head" else ""
        cells = "".join(self._cell(cell, total=row.style == "total") for cell in row.cells)
        return f"<tr><td{indent}{bold}>{self._prose(row.label)}</td>{cells}</tr>"

    def _cell(self, cell: Cell, *, total: bool) -> str:
        rule = " t" if total else ""
        if cell is None:
            return '<td colspan="3"></td>'
        if isinstance(cell, str):
            return f'<td colspan="3" class="c">{self._prose(cell)}</td>'
        digits = ("(" if cell.negative else "") + self._digits(cell)
        behind = cell.after + (")" if cell.negative else "")
        note = f"<sup>{escape(cell.note)}</sup>" if cell.note else ""
        return f'<td class="b{rule}">{cell.before}</td><td class="n{rule}">{digits}</td><td>{behind}{note}</td>'


def _contents(block: Contents, pages: dict[str, int]) -> str:
    rows = []
    for entry in block.entries:
        if not entry.anchor:
            rows.append(f'<tr><td colspan="3" class="b">{escape(entry.label)}</td></tr>')
            continue
        link = f'<a href="#{entry.anchor}">'
        rows.append(
            f"<tr><td>{link}{escape(entry.label)}</a></td><td>{link}{escape(entry.title)}</a></td>"
            f'<td class="n">{link}{pages[entry.anchor]}</a></td></tr>'
        )
    return f'<div id="toc" class="c b">TABLE OF CONTENTS</div>\n<table>{"".join(rows)}</table>'


def _old(body: str) -> str:
    """Turn the markup into that of about 2001: upper-case tags, bold by tag, no classes."""
    body = re.sub(r'<div(?: id="([^"]+)")?><span style="[^"]*">(.*?)</span></div>', _old_heading, body)
    body = re.sub(r'<p class="c b">(.*?)</p>', r'<P ALIGN="CENTER"><B>\1</B></P>', body)
    body = re.sub(r'<p class="c">(.*?)</p>', r'<P ALIGN="CENTER">\1</P>', body)
    body = re.sub(r' class="(?:n|n t)"', ' ALIGN="RIGHT"', body).replace(' class="b t"', "").replace(' class="b"', "")
    body = re.sub(r' class="c(?: b)?"', ' ALIGN="CENTER"', body)
    body = re.sub(r' style="padding-left:(\d+)pt"', "", body)
    body = body.replace('<div id="toc" ALIGN="CENTER">', '<A NAME="toc"></A><P ALIGN="CENTER">')
    body = re.sub(r"</?(?:p|table|tr|td|div)\b", lambda match: match.group().upper(), body)
    return (
        body.replace("<hr", "<HR")
        .replace("<sup>", "<SUP>")
        .replace("</sup>", "</SUP>")
        .replace("CONTENTS</DIV>", "CONTENTS</P>")
    )


def _old_heading(match: re.Match[str]) -> str:
    name = f'<A NAME="{match.group(1)}"></A>' if match.group(1) else ""
    return f"<P>{name}<B>{match.group(2)}</B></P>"
