"""Put a filing together: an issuer's prose and tables with what all issuers share, Item by Item."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from indexer.sample import boilerplate as shared
from indexer.sample.blocks import Block, Document, Paragraph, Table
from indexer.sample.frame import Frame
from indexer.sample.notes import words_table
from indexer.sample.parts import ANNUAL, QUARTERLY, Slot, assemble, day
from indexer.sample.prose import View
from indexer.sample.statements import statement_blocks

Tables = Mapping[str, Callable[[], Table]]


@dataclass(frozen=True, kw_only=True)
class AnnualProse:
    """An issuer's templates for a 10-K, by Item."""

    business: str
    risks: str
    properties: str
    legal: str
    market: str
    mda: str
    market_risk: str
    notes: str


@dataclass(frozen=True, kw_only=True)
class QuarterProse:
    """An issuer's templates for a 10-Q, by Item."""

    notes: str
    mda: str
    market_risk: str
    legal: str
    purchases: str


def document_for(frame: Frame) -> Document:
    """Start a filing."""
    form = "10-K" if frame.annual else "10-Q"
    return Document(
        title=f"{frame.issuer.ticker.lower()}-{frame.end:%Y%m%d}",
        prefix=frame.issuer.ticker.lower(),
        cik=frame.issuer.cik,
        running=f"{frame.issuer.name} | {'Fiscal ' if frame.annual else ''}{frame.year} Form {form}",
    )


def view_for(frame: Frame, texts: Mapping[str, str], tables: Tables) -> View:
    """Give what the templates of a filing may name."""
    issuer, books = frame.issuer, frame.issuer.books
    fixed = {
        "name": issuer.name,
        "auditor": issuer.auditor,
        "auditor_city": issuer.auditor_city,
        "auditor_since": str(issuer.auditor_since),
        "year": str(frame.year),
        "prior": str(frame.year - 1),
        "prior2": str(frame.year - 2),
        "next": str(frame.year + 1),
        "end": day(frame.end),
        "end_prior": day(books.end(frame.points[1])),
        "filed": day(frame.filed),
        "meeting_year": str(frame.filed.year),
        "eps_basic": f"${books.eps(frame.spans[0])}",
        "eps_basic_prior": f"${books.eps(frame.spans[1])}",
        "eps": f"${books.eps(frame.spans[0], diluted=True)}",
        "eps_prior": f"${books.eps(frame.spans[1], diluted=True)}",
    }
    made = {name: _made(table) for name, table in tables.items()}
    return View(
        periods=frame.periods(),
        ticks_a_million=books.ticks_a_million,
        texts=fixed | dict(texts),
        tables=made,
    )


def annual(frame: Frame, texts: Mapping[str, str], tables: Tables, prose: AnnualProse) -> Document:
    """Build a 10-K of today."""
    document = document_for(frame)
    view = view_for(frame, texts, {"exhibits": lambda: exhibits(frame)} | dict(tables))
    items: dict[str, Sequence[Block]] = {
        "1": view.blocks(prose.business + shared.FORWARD),
        "1A": view.blocks(prose.risks + shared.RISK_GENERAL),
        "1B": view.blocks(shared.UNRESOLVED),
        "1C": view.blocks(shared.CYBERSECURITY),
        "2": view.blocks(prose.properties),
        "3": view.blocks(prose.legal),
        "4": view.blocks(shared.MINE),
        "5": view.blocks(prose.market),
        "6": view.blocks(shared.RESERVED),
        "7": view.blocks(prose.mda),
        "7A": view.blocks(prose.market_risk),
        "8": annual_statements(frame, view, shared.AUDITOR, shared.POLICIES + prose.notes),
        "9": view.blocks(shared.ACCOUNTANTS),
        "9A": view.blocks(shared.CONTROLS),
        "9B": view.blocks(shared.OTHER_INFORMATION),
        "9C": view.blocks(shared.FOREIGN),
        "15": view.blocks(shared.EXHIBITS),
        "16": view.blocks(shared.SUMMARY),
    }
    for item, section in shared.PROXY_SECTIONS.items():
        items[item] = proxy(view, section)
    assemble(frame, document, items, slots=ANNUAL)
    return document


def annual_statements(frame: Frame, view: View, auditor: str, notes: str) -> list[Block]:
    """Give Item 8: the auditor's report, the statements and the notes."""
    return [
        *view.blocks(auditor),
        *statement_blocks(frame),
        Paragraph("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", "center", bold=True),
        *view.blocks(notes),
    ]


def quarterly(
    frame: Frame,
    texts: Mapping[str, str],
    tables: Tables,
    prose: QuarterProse,
    *,
    slots: Sequence[Slot] = QUARTERLY,
    modern: bool = True,
    more: Mapping[str, str] | None = None,
) -> Document:
    """Build a 10-Q; `more` gives or replaces templates of Items, such as "II-4"."""
    document = document_for(frame)
    view = view_for(frame, texts, {"exhibits": lambda: exhibits(frame)} | dict(tables))
    items: dict[str, Sequence[Block]] = {
        "I-1": [
            *statement_blocks(frame),
            Paragraph("NOTES TO CONDENSED CONSOLIDATED FINANCIAL STATEMENTS (Unaudited)", "center", bold=True),
            *view.blocks(shared.QUARTER_BASIS + prose.notes),
        ],
        "I-2": view.blocks(prose.mda),
        "I-3": view.blocks(prose.market_risk),
        "I-4": view.blocks(shared.CONTROLS_QUARTER),
        "II-1": view.blocks(prose.legal),
        "II-1A": view.blocks(shared.RISK_QUARTER),
        "II-2": view.blocks(prose.purchases),
        "II-5": view.blocks(shared.OTHER_INFORMATION),
        "II-6": view.blocks("[[exhibits]]"),
    }
    items |= {item: view.blocks(template) for item, template in (more or {}).items()}
    assemble(frame, document, items, slots=slots, modern=modern)
    return document


def proxy(view: View, section: str) -> list[Block]:
    """Refer an Item of Part III to the proxy statement."""
    return [Paragraph(view.fill(" ".join(shared.PROXY.split()).replace("{proxy_section}", section)))]


def exhibits(frame: Frame) -> Table:
    """List the exhibits."""
    always = [
        ("31.1", "Certification of the Chief Executive Officer"),
        ("31.2", "Certification of the Chief Financial Officer"),
        ("32", "Certifications under 18 U.S.C. Section 1350"),
    ]
    yearly = [
        ("3.1", f"Restated Certificate of Incorporation of {frame.issuer.name}"),
        ("10.1", "Equity Incentive Plan"),
        ("21", "Subsidiaries of the registrant"),
        ("23", f"Consent of {frame.issuer.auditor}"),
    ]
    return words_table(("Description",), [*(yearly if frame.annual else ()), *always], corner="Exhibit")


def _made(table: Callable[[], Table]) -> Callable[[], list[Block]]:
    return lambda: [table()]
