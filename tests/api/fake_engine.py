"""An engine of two filings that answers as it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from finsagent.domain import (
    Answer,
    Calculation,
    Catalogue,
    Chunk,
    Citation,
    Evidence,
    Filing,
    Finding,
    Question,
    Role,
    RoleFailure,
    Scope,
    Section,
    Stage,
    SubQuery,
    Trace,
    Value,
)
from finsagent.errors import NotFoundError

TEXT = "Net sales rose.\n\nNet sales | $1,204.5\n\nCosts fell."
SECTION = Section(id="h24:II-8", filing="h24", part="II", item="8", title="Financial Statements", order=8, text=TEXT)
OTHER = Section(id="h23:II-8", filing="h23", part="II", item="8", title="Financial Statements", order=8, text="Old.")


def _chunk(number: int, start: int, end: int, section: Section = SECTION) -> Chunk:
    return Chunk(
        id=f"{section.id}:{number}",
        section=section.id,
        filing=section.filing,
        kind="table" if "|" in section.text[start:end] else "prose",
        text=section.text[start:end],
        start=start,
        end=end,
        header="Halden Marine Corp 10-K FY2024",
        group_start=start,
        group_end=end,
        page=40 + number,
        page_end=40 + number,
    )


CHUNKS = (_chunk(0, 0, 4, OTHER), _chunk(1, 0, 15), _chunk(2, 17, 37), _chunk(3, 39, 50))
FILINGS = (
    Filing(
        id="h23",
        issuer="999",
        company="Halden Marine Corp",
        form="10-K",
        source="a.htm",
        ticker="HALD",
        fiscal_year=2023,
        fiscal_period="FY",
        period_end=date(2023, 12, 31),
    ),
    Filing(
        id="h24",
        issuer="999",
        company="Halden Marine Corp",
        form="10-K",
        source="b.htm",
        ticker="HALD",
        fiscal_year=2024,
        fiscal_period="FY",
        period_end=date(2024, 12, 31),
    ),
    Filing(
        id="a24", issuer="998", company="Ashgrove Foods", form="10-Q", source="c.htm", aliases=("Ashgrove",), cik="998"
    ),
)
CITATION = Citation(
    evidence="1",
    chunk="h24:II-8:2",
    filing="h24",
    document="Halden Marine Corp 10-K FY2024",
    section="h24:II-8",
    item="Item 8",
    title="Financial Statements",
    page=42,
    start=17,
    end=37,
    quote=TEXT[17:37],
)


def answer_to(question: Question) -> Answer:
    value = Value(number=Decimal("1204500000"), unit="USD", period="FY2024")
    calculation = Calculation(
        expression="4,600 / 79,474", result=Decimal("0.0579"), steps=("4,600 / 79,474 = 0.0579",), citations=(CITATION,)
    )
    return Answer(
        question=question.text,
        text="Net sales were $1,204.5 million [1].",
        abstained=False,
        reason=None,
        reason_code=None,
        confidence=0.9,
        scope=Scope(filings=("h24",), primary=("h24",), issuers=("999",), fiscal_years=(2024,), notes=("assumed",)),
        value=value,
        citations=(CITATION,),
        calculations=(calculation,),
        findings=(Finding(role=Role.QUANTITATIVE, text="found", citations=(CITATION,), confidence=0.9, value=value),),
        failures=(RoleFailure(role=Role.LEGAL, stage="find", reason="no reply"),),
        evidence=(
            Evidence(
                id="1",
                rank=1,
                chunk="h24:II-8:2",
                section="h24:II-8",
                filing="h24",
                item="Item 8",
                title="Financial Statements",
                kind="table",
                text=TEXT[17:37],
                start=17,
                end=37,
                header="Halden",
                page=42,
                page_end=42,
                score=0.8,
                roles=(Role.QUANTITATIVE,),
            ),
        ),
        trace=Trace(
            stages=(Stage(name="scope", ms=0.5, counts=(("filings", 1),)),),
            queries=(SubQuery(text="net sales", role=Role.QUANTITATIVE),),
            notes=("no gate: p = 1",),
        ),
    )


class FakeStore:
    def chunk(self, chunk_id: str, /) -> Chunk:
        for chunk in CHUNKS:
            if chunk.id == chunk_id:
                return chunk
        raise NotFoundError(f"No chunk {chunk_id!r} in the index. Take an id from a citation.")

    def chunks(self, rows: Sequence[int], /) -> list[Chunk]:
        return [CHUNKS[row] for row in rows]

    def row(self, chunk_id: str, /) -> int:
        return [chunk.id for chunk in CHUNKS].index(chunk_id)

    def rows_of(self, filings: Collection[str], /) -> NDArray[np.int64]:
        return np.array([row for row, chunk in enumerate(CHUNKS) if chunk.filing in filings], dtype=np.int64)

    def section(self, section_id: str, /) -> Section:
        return {SECTION.id: SECTION, OTHER.id: OTHER}[section_id]


class FakeBundle:
    def __init__(self) -> None:
        self.store = FakeStore()


class FakeEngine:
    """Answers after `wait_s`; raises `error` instead if one is set; counts what it was asked and what was cancelled."""

    def __init__(self, *, wait_s: float = 0.0, error: Exception | None = None) -> None:
        self.catalogue = Catalogue(filings=FILINGS)
        self.bundle = FakeBundle()
        self.asked: list[Question] = []
        self.cancelled = 0
        self.wait_s = wait_s
        self.error = error
        self.closed = False

    def close(self) -> None:
        self.closed = True

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        try:
            await asyncio.sleep(self.wait_s)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return answer_to(question)
