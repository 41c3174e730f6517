"""An issuer's fixed facts, and the frame of one of its filings: which periods are columns, how numbers are printed.

A frame turns amounts of the books into printed, tagged numbers and rows. It knows no document format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from indexer.sample.blocks import Cell, Dimensions, Number, Row, Table, Tag, amount
from indexer.sample.books import Amounts, Books, Span

SEGMENT_AXIS = "us-gaap:StatementBusinessSegmentsAxis"
GEOGRAPHY_AXIS = "srt:StatementGeographicalAxis"


@dataclass(frozen=True, kw_only=True)
class Line:
    """A row of a statement: the amount's key, its words, its concept. `sign` -1 shows an outflow in parentheses."""

    key: str
    label: str
    concept: str = ""
    sign: int = 1
    style: str = ""
    dollar: bool = False
    indent: int = 0
    keep: bool = False
    """Print the row although it is zero in all columns."""
    dimensions: Dimensions = ()
    span: str = ""
    """"open" for a balance at the start of the period."""


@dataclass(frozen=True, kw_only=True)
class Issuer:
    """An invented company and how it reports."""

    key: str
    name: str
    ticker: str
    cik: str
    file_number: str
    state: str
    state_code: str
    ein: str
    street: str
    city: str
    postal: str
    phone: str
    exchange: str
    exchange_code: str
    par: str
    books: Books
    places: int
    scale: int
    unit: str
    """The unit line of the primary statements; the tables of the notes leave out ", except per share data"."""
    year_end: str
    year_heads: str
    """The head over yearly columns, such as "Year Ended December 31,"."""
    income: tuple[Line, ...]
    labels: Mapping[str, str]
    segments: Mapping[str, tuple[str, str]]
    """Segment key -> words and XBRL member."""
    float_value: str
    auditor: str
    auditor_city: str
    auditor_since: int
    chief: tuple[str, str]
    finance: tuple[str, str]
    directors: tuple[str, ...]
    concepts: Mapping[str, str] = field(default_factory=dict)
    """Concepts that replace those of the common lines."""
    column: Callable[[Issuer, Span], str] = field(default=lambda issuer, span: str(span.year))


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One filing: its issuer, form, fiscal year and quarter (4 for a 10-K)."""

    issuer: Issuer
    year: int
    quarter: int = 4
    filed: date
    accession: str
    outstanding: int
    """Shares outstanding on the cover, in thousands."""

    @property
    def annual(self) -> bool:
        """Tell a 10-K from a 10-Q."""
        return self.quarter == 4

    @property
    def spans(self) -> tuple[Span, ...]:
        """Give the columns of the flow statements: three years, or the quarter and the year to date, each twice."""
        if self.annual:
            return tuple(Span(year=self.year - back) for back in range(3))
        quarter = [Span(year=self.year - back, first=self.quarter, last=self.quarter) for back in range(2)]
        to_date = [Span(year=self.year - back, last=self.quarter) for back in range(2)]
        return (*quarter, *to_date) if self.quarter > 1 else tuple(quarter)

    @property
    def to_date(self) -> tuple[Span, ...]:
        """Give the columns of the cash flow statement."""
        return self.spans if self.annual else tuple(Span(year=self.year - back, last=self.quarter) for back in range(2))

    @property
    def points(self) -> tuple[Span, ...]:
        """Give the columns of the balance sheet: now and the last year's end."""
        return (Span(year=self.year, last=self.quarter), Span(year=self.year - 1))

    @property
    def end(self) -> date:
        """Give the last day covered."""
        return self.issuer.books.end(self.points[0])

    @property
    def note_unit(self) -> str:
        """Give the unit line of tables in the notes."""
        return self.issuer.unit.split(", except")[0].rstrip(")") + ")"

    def periods(self) -> dict[str, Amounts]:
        """Give the amounts that templates name: "" and "-1" ..., and for a 10-Q "ytd" and "ytd-1"."""
        books = self.issuer.books
        if self.annual:
            names = ("", "-1", "-2")
            return {name: books.amounts(span) for name, span in zip(names, self.spans, strict=True)}
        result = {name: books.amounts(span) for name, span in zip(("", "-1"), self.spans[:2], strict=True)}
        result |= {name: books.amounts(span) for name, span in zip(("ytd", "ytd-1"), self.to_date, strict=True)}
        result["year-end"] = books.amounts(self.points[1])
        return result

    def tag(self, concept: str, span: Span, *, instant: bool, sign: int = 1, dimensions: Dimensions = ()) -> Tag:
        """Tag an amount of money."""
        books = self.issuer.books
        return Tag(
            concept=concept if ":" in concept else f"us-gaap:{concept}",
            start=None if instant else books.start(span),
            end=books.end(span),
            scale=self.issuer.scale,
            decimals=self.issuer.places - self.issuer.scale,
            dimensions=dimensions,
            negated=sign < 0,
        )

    def number(self, line: Line, span: Span, *, instant: bool, dollar: bool | None = None) -> Number:
        """Print a line's amount in one column."""
        key = f"open_{line.key}" if line.span == "open" else line.key
        value = self.issuer.books.amounts(span).get(key, 0) * line.sign
        point = span
        if line.span == "open":
            point = Span(year=span.year - 1) if span.first == 1 else Span(year=span.year, last=span.first - 1)
        tag = None
        if line.concept:
            turned = line.sign < 0 or line.concept.startswith("TreasuryStock")
            tag = self.tag(line.concept, point, instant=instant, sign=-1 if turned else 1, dimensions=line.dimensions)
        return amount(value, places=self.issuer.places, dollar=line.dollar if dollar is None else dollar, tag=tag)

    def money(self, ticks: int, concept: str, span: Span, **options: bool | Dimensions) -> Number:
        """Print a free amount of money under a concept ("" for none)."""
        instant, dollar = bool(options.get("instant", False)), bool(options.get("dollar", False))
        dimensions = options.get("dimensions", ())
        tag = None
        if concept:
            tag = self.tag(
                concept, span, instant=instant, dimensions=dimensions if isinstance(dimensions, tuple) else ()
            )
        return amount(ticks, places=self.issuer.places, dollar=dollar, tag=tag)

    def heads(self, spans: Sequence[Span]) -> tuple[str, ...]:
        """Give the column heads."""
        return tuple(self.issuer.column(self.issuer, span) for span in spans)

    def rows(self, lines: Sequence[Line], spans: Sequence[Span], *, instant: bool = False) -> list[Row]:
        """Print lines over columns; a line that is zero everywhere is left out."""
        result: list[Row] = []
        for common in lines:
            line = replace(common, concept=self.issuer.concepts.get(common.key, common.concept))
            label = self.issuer.labels.get(line.key, line.label)
            if not line.key:
                result.append(Row(label, (), "head"))
                continue
            point = instant or line.span == "open" or line.key == "cash_end"
            cells: list[Cell] = [self.number(line, span, instant=point) for span in spans]
            if line.keep or any(isinstance(cell, Number) and cell.digits != "\u2014" for cell in cells):
                result.append(Row(label, tuple(cells), line.style, line.indent))
        return result

    def share_rows(self, spans: Sequence[Span]) -> list[Row]:
        """Print earnings, average shares and dividends a share."""
        books = self.issuer.books
        thousands = self.issuer.scale == 3

        def shares(count: int, concept: str, span: Span) -> Number:
            tag = Tag(
                concept=f"us-gaap:{concept}",
                unit="shares",
                start=books.start(span),
                end=books.end(span),
                scale=3 if thousands else 6,
                decimals=-3 if thousands else -4,
            )
            return amount(count, places=0, tag=tag) if thousands else amount(Decimal(count) / 1000, places=2, tag=tag)

        def each(value: Decimal, concept: str, span: Span) -> Number:
            tag = Tag(
                concept=f"us-gaap:{concept}",
                unit="usdPerShare",
                start=books.start(span),
                end=books.end(span),
                decimals=2 if value == value.quantize(Decimal("0.01")) else 3,
            )
            return amount(value, places=tag.decimals, dollar=True, tag=tag)

        rows = [
            Row("Earnings per share:", (), "head"),
            Row("Basic", tuple(each(books.eps(span), "EarningsPerShareBasic", span) for span in spans), indent=1),
            Row(
                "Diluted",
                tuple(each(books.eps(span, diluted=True), "EarningsPerShareDiluted", span) for span in spans),
                indent=1,
            ),
            Row("Weighted average shares outstanding:", (), "head"),
            Row(
                "Basic",
                tuple(
                    shares(books.shares(span), "WeightedAverageNumberOfSharesOutstandingBasic", span) for span in spans
                ),
                indent=1,
            ),
            Row(
                "Diluted",
                tuple(
                    shares(books.shares(span, diluted=True), "WeightedAverageNumberOfDilutedSharesOutstanding", span)
                    for span in spans
                ),
                indent=1,
            ),
        ]
        if any(books.dividend(span) for span in spans):
            concept = "CommonStockDividendsPerShareDeclared"
            cells = tuple(each(books.dividend(span), concept, span) for span in spans)
            rows.append(Row("Cash dividends declared per share", cells))
        return rows

    def table(self, caption: str, rows: Sequence[Row], spans: Sequence[Span], *, span_head: str = "") -> Table:
        """Make a table with the issuer's unit line and these columns."""
        return Table(columns=self.heads(spans), rows=tuple(rows), caption=caption, unit=self.note_unit, span=span_head)


def parts(total: int, weights: Sequence[int]) -> list[int]:
    """Split an amount by weights; the last part takes the remainder."""
    first = [round(total * weight / sum(weights)) for weight in weights[:-1]]
    return [*first, total - sum(first)]
