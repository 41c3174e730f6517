"""Tables of the notes, computed from the books: revenue, segments, debt, taxes, leases, stock plans and the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from indexer.sample.blocks import Cell, Dimensions, Number, Row, Table, Tag, amount
from indexer.sample.books import Span
from indexer.sample.frame import GEOGRAPHY_AXIS, SEGMENT_AXIS, Frame, parts
from indexer.sample.statements import point_heads, total

REVENUE = "RevenueFromContractWithCustomerExcludingAssessedTax"


def point_table(frame: Frame, caption: str, rows: Sequence[Row]) -> Table:
    """Make a table with balance sheet dates as columns."""
    return Table(columns=point_heads(frame), rows=tuple(rows), caption=caption, unit=frame.note_unit)


def row(
    frame: Frame,
    label: str,
    ticks: Sequence[int],
    spans: Sequence[Span],
    concept: str = "",
    **options: bool | str | Dimensions,
) -> Row:
    """Print one row of free amounts; options: instant, dollar, dimensions, style, indent, note."""
    money = {key: options[key] for key in ("instant", "dollar", "dimensions") if key in options}
    cells: list[Cell] = []
    for value, span in zip(ticks, spans, strict=True):
        number = frame.money(value, concept, span, **money)  # type: ignore[arg-type]
        note = str(options.get("note", ""))
        cells.append(
            Number(digits=number.digits, negative=number.negative, before=number.before, tag=number.tag, note=note)
        )
    return Row(label, tuple(cells), str(options.get("style", "")), 1 if options.get("indent") else 0)


def segment_revenue(
    frame: Frame, *, caption: str, concept: str = REVENUE, total_label: str = "Total", axis: str = SEGMENT_AXIS
) -> Table:
    """Revenue by segment (or another `axis`); the total is the consolidated revenue."""
    rows = [
        row(
            frame,
            label,
            total(frame, f"rev:{key}", frame.spans),
            frame.spans,
            concept,
            dimensions=((axis, member),),
        )
        for key, (label, member) in frame.issuer.segments.items()
    ]
    rows.append(
        row(frame, total_label, total(frame, "revenue", frame.spans), frame.spans, concept, style="total", dollar=True)
    )
    return frame.table(caption, rows, frame.spans, span_head=frame.issuer.year_heads if frame.annual else "")


def segment_profit(frame: Frame, *, caption: str, corporate: str = "Corporate and unallocated") -> Table:
    """Segment operating income, reconciled to income before taxes."""
    spans = frame.spans
    rows = [
        row(
            frame,
            label,
            total(frame, f"seg:{key}", spans),
            spans,
            "OperatingIncomeLoss",
            dimensions=((SEGMENT_AXIS, member),),
        )
        for key, (label, member) in frame.issuer.segments.items()
    ]
    rows.append(
        row(frame, "Total segment operating income", total(frame, "segment_profit", spans), spans, style="total")
    )
    rows.append(row(frame, corporate, total(frame, "corporate", spans), spans))
    rows.append(
        row(
            frame,
            "Operating income",
            total(frame, "operating_income", spans),
            spans,
            "OperatingIncomeLoss",
            style="total",
        )
    )
    rows.append(row(frame, "Interest expense", [-one for one in total(frame, "interest", spans)], spans))
    rows.append(row(frame, "Other income, net", total(frame, "other_income", spans), spans))
    rows.append(
        row(frame, "Income before income taxes", total(frame, "pretax", spans), spans, style="total", dollar=True)
    )
    return frame.table(caption, rows, spans, span_head=frame.issuer.year_heads if frame.annual else "")


def segment_split(frame: Frame, *, caption: str, key: str, weights: Sequence[int], concept: str) -> Table:
    """Split an amount over the segments and corporate by weights (the last is corporate)."""
    spans = frame.to_date
    columns = [parts(value, weights) for value in total(frame, key, spans)]
    rows = [
        row(
            frame,
            label,
            [column[index] for column in columns],
            spans,
            concept,
            dimensions=((SEGMENT_AXIS, member),),
        )
        for index, (label, member) in enumerate(frame.issuer.segments.values())
    ]
    rows.append(row(frame, "Corporate", [column[-1] for column in columns], spans))
    rows.append(row(frame, "Total", total(frame, key, spans), spans, concept, style="total", dollar=True))
    return frame.table(caption, rows, spans, span_head=frame.issuer.year_heads if frame.annual else "")


def geography(
    frame: Frame,
    *,
    caption: str,
    weights: Mapping[int, Sequence[int]],
    areas: Sequence[tuple[str, str]],
    concept: str = REVENUE,
) -> Table:
    """Revenue by area; `weights` by fiscal year, areas as words and XBRL member, the last takes the remainder."""
    spans = frame.spans
    columns = [parts(frame.issuer.books.amounts(span)["revenue"], weights[span.year]) for span in spans]
    rows = [
        row(frame, label, [column[index] for column in columns], spans, concept, dimensions=((GEOGRAPHY_AXIS, member),))
        for index, (label, member) in enumerate(areas)
    ]
    rows.append(row(frame, "Total", total(frame, "revenue", spans), spans, concept, style="total", dollar=True))
    return frame.table(caption, rows, spans, span_head=frame.issuer.year_heads if frame.annual else "")


def split_balance(
    frame: Frame,
    *,
    caption: str,
    key: str,
    labels: Sequence[tuple[str, str]],
    weights: Sequence[int],
    total_label: str,
    concept: str,
) -> Table:
    """Split a balance into classes; labels with concepts, the last takes the remainder."""
    columns = [parts(value, weights) for value in total(frame, key, frame.points)]
    rows = [
        row(frame, label, [column[index] for column in columns], frame.points, one, instant=True)
        for index, (label, one) in enumerate(labels)
    ]
    rows.append(
        row(
            frame,
            total_label,
            total(frame, key, frame.points),
            frame.points,
            concept,
            instant=True,
            style="total",
            dollar=True,
        )
    )
    return point_table(frame, caption, rows)


def property_table(frame: Frame, *, labels: Sequence[str], weights: Sequence[int], caption: str) -> Table:
    """Property by class at cost, less accumulated depreciation."""
    points = frame.points
    columns = [parts(value, weights) for value in total(frame, "ppe_gross", points)]
    rows = [row(frame, label, [column[index] for column in columns], points) for index, label in enumerate(labels)]
    gross = "PropertyPlantAndEquipmentGross"
    rows.append(
        row(frame, "Total, at cost", total(frame, "ppe_gross", points), points, gross, instant=True, style="total")
    )
    less = [-value for value in total(frame, "accumulated", points)]
    rows.append(row(frame, "Less accumulated depreciation", less, points))
    net = "PropertyPlantAndEquipmentNet"
    label = frame.issuer.labels.get("ppe", "Property, plant and equipment, net")
    rows.append(row(frame, label, total(frame, "ppe", points), points, net, instant=True, style="total", dollar=True))
    return point_table(frame, caption, rows)


def debt_table(frame: Frame, *, fixed: Sequence[tuple[str, Mapping[int, int]]], rest: str, caption: str) -> Table:
    """Debt by instrument; `fixed` gives amounts by fiscal year, `rest` names the instrument that takes the rest."""
    points = frame.points
    rows: list[Row] = []
    left = total(frame, "debt", points)
    for label, by_year in fixed:
        values = [by_year.get(span.year if span.last == 4 else span.year - 1, 0) for span in points]
        left = [have - value for have, value in zip(left, values, strict=True)]
        if any(values):
            rows.append(row(frame, label, values, points))
    rows.append(row(frame, rest, left, points))
    rows.append(
        row(frame, "Total debt", total(frame, "debt", points), points, "LongTermDebt", instant=True, style="total")
    )
    less = [-value for value in total(frame, "current_debt", points)]
    rows.append(row(frame, "Less current portion", less, points))
    concept = "LongTermDebtNoncurrent"
    rows.append(
        row(
            frame,
            "Long-term debt, less current portion",
            total(frame, "long_debt", points),
            points,
            concept,
            instant=True,
            style="total",
            dollar=True,
        )
    )
    return point_table(frame, caption, rows)


def maturities(frame: Frame, *, key: str, current: str, weights: Sequence[int], caption: str, first: int) -> Table:
    """Payments due by fiscal year: the current part, then the rest by weights, the last being "Thereafter"."""
    now = frame.issuer.books.amounts(frame.points[0])
    values = [now[current], *parts(now[key] - now[current], weights)]
    labels = [*(str(first + back) for back in range(len(values) - 1)), "Thereafter"]
    rows = [Row(label, (frame.money(value, "", frame.points[0]),)) for label, value in zip(labels, values, strict=True)]
    rows.append(Row("Total", (frame.money(now[key], "", frame.points[0], dollar=True),), "total"))
    return Table(columns=("Amount",), rows=tuple(rows), caption=caption, unit=frame.note_unit, corner="Fiscal year")


def tax_table(frame: Frame) -> Table:
    """Current and deferred income tax expense."""
    spans = frame.spans
    rows = [
        row(frame, "Current", total(frame, "tax_current", spans), spans, "CurrentIncomeTaxExpenseBenefit", dollar=True),
        row(frame, "Deferred", total(frame, "tax_deferred", spans), spans, "DeferredIncomeTaxExpenseBenefit"),
        row(
            frame,
            "Provision for income taxes",
            total(frame, "tax", spans),
            spans,
            "IncomeTaxExpenseBenefit",
            dollar=True,
            style="total",
        ),
    ]
    return frame.table("Provision for income taxes", rows, spans, span_head=frame.issuer.year_heads)


def rate_table(frame: Frame, *, statutory: int, items: Sequence[tuple[str, int]], rest: str) -> Table:
    """Reconcile the federal rate to the effective rate, in per cent; `items` are tenths of a point, `rest` the remainder."""
    spans = frame.spans
    books = frame.issuer.books

    def tenths(span: Span) -> int:
        flows = books.amounts(span)
        return int((Decimal(flows["tax"]) * 1000 / flows["pretax"]).quantize(Decimal(1)))

    def cell(value: int, span: Span, concept: str = "") -> Number:
        tag = None
        if concept:
            tag = Tag(
                concept=f"us-gaap:{concept}",
                unit="pure",
                start=books.start(span),
                end=books.end(span),
                scale=-2,
                decimals=3,
            )
        return amount(value, places=1, after="%", tag=tag)

    effective = [tenths(span) for span in spans]
    rows = [Row("Federal statutory rate", tuple(cell(statutory, span) for span in spans))]
    rows += [Row(label, tuple(cell(value, span) for span in spans)) for label, value in items]
    left = [value - statutory - sum(one for _, one in items) for value in effective]
    rows.append(Row(rest, tuple(cell(value, span) for value, span in zip(left, spans, strict=True))))
    concept = "EffectiveIncomeTaxRateContinuingOperations"
    cells = tuple(cell(value, span, concept) for value, span in zip(effective, spans, strict=True))
    rows.append(Row("Effective income tax rate", cells, "total"))
    return Table(
        columns=frame.heads(spans),
        rows=tuple(rows),
        caption="Reconciliation of the effective income tax rate",
        span=frame.issuer.year_heads,
    )


def quarters_table(frame: Frame, *, keys: Sequence[tuple[str, str]]) -> Table:
    """The unaudited quarters of the year, with net income a diluted share."""
    books = frame.issuer.books
    spans = [Span(year=frame.year, first=quarter, last=quarter) for quarter in range(1, 5)]
    rows = [
        Row(
            label,
            tuple(
                frame.money(books.amounts(span)[key], "", span, dollar=True) for span in (*spans, Span(year=frame.year))
            ),
        )
        for key, label in keys
    ]
    cells = tuple(
        amount(books.eps(span, diluted=True), places=2, dollar=True) for span in (*spans, Span(year=frame.year))
    )
    rows.append(Row("Diluted earnings per share", cells))
    columns = ("First quarter", "Second quarter", "Third quarter", "Fourth quarter", "Full year")
    return Table(
        columns=columns,
        rows=tuple(rows),
        caption=f"Quarterly results for fiscal {frame.year} (unaudited)",
        unit=frame.issuer.unit,
    )


def goodwill_table(frame: Frame, *, weights: Sequence[int], acquirer: str = "", caption: str) -> Table:
    """Goodwill by segment: what was bought goes to the segment `acquirer`, the rest by weights."""
    points = frame.points
    years = frame.issuer.books.years
    bought = [
        sum(frame.issuer.books.amounts(Span(year=year)).get("acq:goodwill", 0) for year in years if year <= span.year)
        for span in points
    ]
    whole = total(frame, "goodwill", points)
    columns = [parts(all_ - part, weights) for all_, part in zip(whole, bought, strict=True)]
    rows = []
    for index, (key, (label, _)) in enumerate(frame.issuer.segments.items()):
        more = bought if key == acquirer else [0, 0]
        rows.append(row(frame, label, [one[index] + add for one, add in zip(columns, more, strict=True)], points))
    rows.append(row(frame, "Total goodwill", whole, points, "Goodwill", instant=True, style="total", dollar=True))
    return point_table(frame, caption, rows)


def purchase_price(frame: Frame, *, year: int, labels: Mapping[str, str], caption: str) -> Table:
    """How the price of the year's acquisition falls on what was bought."""
    flows = frame.issuer.books.amounts(Span(year=year))
    rows = [
        Row(label, (frame.money(-flows[f"acq:{key}"] if key == "ap" else flows[f"acq:{key}"], "", Span(year=year)),))
        for key, label in labels.items()
    ]
    rows.append(Row("Net cash paid", (frame.money(flows["acquisition"], "", Span(year=year), dollar=True),), "total"))
    return Table(columns=("Fair value",), rows=tuple(rows), caption=caption, unit=frame.note_unit)


def words_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "", corner: str = "") -> Table:
    """A table of words and ready figures."""
    return Table(
        columns=tuple(columns),
        rows=tuple(Row(one[0], tuple(one[1:])) for one in rows),
        caption=caption,
        corner=corner,
    )
