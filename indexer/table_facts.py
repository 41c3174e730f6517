"""Facts read from the primary statements of a filing that has no tags, and places for tags that have none.

A row whose label is one of the wordings of a line that we know becomes a fact with the line's us-gaap concept, marked
`source="table"` and trusted less than a tag. Amounts that statements print in parentheses because they flow out are
filed as positive numbers under XBRL, and so they are here; `shown` keeps what is printed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from finsagent.domain import Fact, Filing
from finsagent.lexicon import LineItem, load_lexicon
from finsagent.tables import Cell, Row, TableView, label_score, read_tables
from indexer.concept_labels import standard_label
from indexer.sections import PlacedSection
from indexer.statement_signs import is_negated, pays_out
from indexer.statement_zones import Zones
from indexer.statements import Statement, primary_statements
from indexer.table_periods import Periods

EXACT_TRUST, LIKELY_TRUST = 0.9, 0.7
_EXACT = 0.955
_LIKELY = 0.9
_BEFORE_2018 = {
    "RevenueFromContractWithCustomerExcludingAssessedTax": "Revenues",
    "ContractWithCustomerLiabilityCurrent": "DeferredRevenueCurrent",
    "ContractWithCustomerLiabilityNoncurrent": "DeferredRevenueNoncurrent",
    "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect": (
        "CashAndCashEquivalentsPeriodIncreaseDecrease"
    ),
}
"""Concepts that came with ASC 606 and ASU 2016-18, and what the same lines were tagged with before."""
_BEFORE_DEDUCTION = re.compile(r"\bat cost\b|\bgross\b", re.IGNORECASE)
_DEAR = 100
"""An amount a share without cents is below this, or it is a count of shares."""
_MIN_DIGITS = 3
_MAX_DIGITS = 24


@dataclass(frozen=True, kw_only=True, slots=True)
class _Line:
    item: LineItem
    row: Row
    view: TableView
    score: float


def table_facts(placed: Sequence[PlacedSection], filing: Filing) -> list[Fact]:
    """Facts of the primary statements, in their order."""
    statements = primary_statements(placed, filing.form)
    texts = {section.section.id: section.section.text for section in placed}
    periods = Periods(filing)
    for statement in statements:
        periods.learn(statement.views)
    for section in {statement.section for statement in statements}:
        periods.learn_balances(texts[section])
    facts = []
    for statement in statements:
        lines = _lines(statement)
        flipped = _prints_outflows_negative(lines, statement.kind)
        for line in lines:
            negate = is_negated(
                line.item.tags[0],
                line.row.label,
                [cell.number.value for cell in line.row.cells],
                statement=statement.kind,
                outflow=line.item.sign == "outflow",
                prints_negative=flipped,
            )
            text = texts[statement.section]
            facts += list(_of_line(line, statement, filing, periods, negate=negate, text=text))
    return facts


def _lines(statement: Statement) -> list[_Line]:
    """The statement's rows that are known lines: each line once, at the row that fits best, the first of equals."""
    items = [item for item in load_lexicon().line_items.values() if item.statement == statement.kind and item.tags]
    zones = Zones.of(statement.views) if statement.kind == "balance_sheet" else None
    best: dict[str, _Line] = {}
    for view in statement.views:
        for row in view.rows:
            allowed = [item for item in items if zones is None or zones.allows(item.tags[0], row)]
            found = _item_of(row, allowed)
            if found is None:
                continue
            item, score = found
            if item.key not in best or best[item.key].score < score:
                best[item.key] = _Line(item=item, row=row, view=view, score=score)
    return sorted(best.values(), key=lambda line: line.row.start)


def _item_of(row: Row, items: Sequence[LineItem]) -> tuple[LineItem, float] | None:
    fitting = [item for item in items if _fits(row, item)]
    scored = [(label_score(row.label, item.printed), item) for item in fitting]
    if row.group:
        scored += [(min(label_score(f"{row.group} {row.label}", item.printed), _EXACT), item) for item in fitting]
    score, item = max(scored, key=lambda entry: entry[0], default=(0.0, None))
    return (item, score) if item is not None and score >= _LIKELY else None


def _fits(row: Row, item: LineItem) -> bool:
    """Whether a row's unit and size are the line's: no whole thousands a share, no dollars for a count of shares."""
    if row.unit != item.unit or item.tags[0].startswith(("Entity", "Document")):
        return False
    numbers = [cell.number for cell in row.cells if not cell.number.nil]
    if item.unit == "USD/share":
        return any(number.decimals for number in numbers) or all(abs(number.value) < _DEAR for number in numbers)
    if item.unit == "shares":
        return not any(number.currency for number in numbers)
    return not (_BEFORE_DEDUCTION.search(row.label) and item.tags[0].endswith("Net"))


def _prints_outflows_negative(lines: Sequence[_Line], kind: str) -> bool:
    """Whether the statement prints what flows out in parentheses: most of its payments or costs are negative."""
    signs = [
        cell.number.value < 0
        for line in lines
        if (pays_out(line.item.tags[0]) if kind == "cash_flow" else line.item.sign == "outflow")
        for cell in line.row.cells
        if cell.number.value
    ]
    return sum(signs) * 2 > len(signs) or (not signs and kind == "cash_flow")


def _of_line(
    line: _Line, statement: Statement, filing: Filing, periods: Periods, *, negate: bool, text: str
) -> Iterator[Fact]:
    tag = line.item.tags[0]
    for cell in line.row.cells:
        if cell.kind != "value" or line.row.scale is None:
            continue
        span = _period(cell, line.view, periods, instant=line.item.balance == "instant")
        if span is None:
            continue
        value = _whole(line.row.amount(cell))
        concept = "us-gaap:" + (_BEFORE_2018.get(tag, tag) if span[1].year < 2018 else tag)
        unit = line.row.unit.replace("share", "shares") if line.row.unit == "USD/share" else line.row.unit
        if line.view.currency != "USD":
            unit = unit.replace("USD", line.view.currency)
        yield Fact(
            filing=filing.id,
            concept=concept,
            label=standard_label(concept),
            value=-value if negate and value else value,
            unit=unit,
            decimals=_decimals(line.row, cell),
            start=span[0],
            end=span[1],
            section=statement.section,
            span=(cell.start, cell.end),
            source="table",
            trust=EXACT_TRUST if line.score >= _EXACT else LIKELY_TRUST,
            shown=text[cell.start : cell.end],
        )


def _period(cell: Cell, view: TableView, periods: Periods, *, instant: bool) -> tuple[date | None, date] | None:
    if instant:
        end = periods.end(cell, view)
        return (None, end) if end is not None else None
    return periods.span(cell, view)


def _whole(value: Decimal) -> Decimal:
    return (
        value.quantize(Decimal(1)) if value == value.to_integral_value() and value.adjusted() < _MAX_DIGITS else value
    )


def _decimals(row: Row, cell: Cell) -> int:
    scale = row.scale or Decimal(1)
    return cell.number.decimals - scale.adjusted()


# --- places ----------------------------------------------------------------------------------------------------------


def seat(facts: Sequence[Fact], placed: Sequence[PlacedSection]) -> list[Fact]:
    """Give facts without a place that of the table cell that shows them: same amount, same last day, likest label.

    For XBRL instances beside a page without tags. What can't be told for sure stays without a place.
    """
    cells: dict[tuple[Decimal, date], list[tuple[str, Row, Cell]]] = defaultdict(list)
    texts = {section.section.id: section.section.text for section in placed}
    for section in placed:
        for piece in section.blocks:
            if piece.block.kind == "table":
                for view in read_tables(piece.block.text, caption=_above(section, piece.start), offset=piece.start):
                    for row in view.rows:
                        for cell in row.cells:
                            if cell.period.end is not None and not cell.number.nil:
                                key = (abs(row.amount(cell)), cell.period.end)
                                cells[key].append((section.section.id, row, cell))
    return [_seated(fact, cells.get((abs(fact.value), fact.end), ()), texts) for fact in facts]


def _seated(fact: Fact, found: Sequence[tuple[str, Row, Cell]], texts: dict[str, str]) -> Fact:
    if fact.span is not None or not found or fact.dimensions:
        return fact
    scored = [(label_score(row.label, [fact.label]), row, cell, section) for section, row, cell in found]
    score, _, cell, section = max(scored, key=lambda entry: entry[0])
    sure = len(cell.number.value.normalize().as_tuple().digits) >= _MIN_DIGITS or score > 0
    if not sure:
        return fact
    return replace(fact, section=section, span=(cell.start, cell.end), shown=texts[section][cell.start : cell.end])


def _above(section: PlacedSection, start: int) -> str:
    """The few words that stand before a table."""
    before = [piece.block.text for piece in section.blocks if piece.start < start and piece.block.kind != "table"]
    return " ".join(text for text in before[-4:] if len(text) < 160)
