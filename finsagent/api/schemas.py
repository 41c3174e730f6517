"""What the service takes and gives, as JSON. Built from the domain types by attribute; a later field needs one line.

Numbers stay exact where JSON can say them: a whole number is written without a point, any other as the nearest double.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, computed_field, field_validator

from finsagent.api.examples import ANSWER_EXAMPLE, QUESTION_EXAMPLES
from finsagent.domain import (
    Answer,
    Chunk,
    ChunkKind,
    Filing,
    FiscalPeriod,
    Question,
    Role,
    Section,
    SectionStatus,
)


def _plain(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


Number = Annotated[Decimal, PlainSerializer(_plain, return_type=int | float, when_used="json")]
Ticker = Annotated[str, Field(min_length=1, max_length=20)]
FiscalYear = Annotated[int, Field(ge=1980, le=2100)]
Form = Annotated[str, Field(min_length=1, max_length=12)]


class _Out(BaseModel):
    model_config = ConfigDict(from_attributes=True, frozen=True)


class AskRequest(BaseModel):
    """A question, and the limits that the caller sets. What is left out is resolved from the question's own words."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": QUESTION_EXAMPLES})

    question: str = Field(description="The question, in English.")
    tickers: list[Ticker] = Field(default=[], max_length=50, description="Only these issuers.")
    fiscal_years: list[FiscalYear] = Field(default=[], max_length=50, description="Only these fiscal years.")
    forms: list[Form] = Field(default=[], max_length=20, description='Only these forms, e.g. "10-K".')
    as_of: date | None = Field(default=None, description="Only what was filed up to this day.")
    roles: list[Role] = Field(default=[], max_length=5, description="Only these roles; all five when empty.")
    evidence_budget: int = Field(default=35, ge=1, le=100, description="Passages of at most 512 tokens, all roles.")

    def to_question(self) -> Question:
        """The domain's question."""
        return Question(
            text=self.question,
            tickers=tuple(self.tickers),
            fiscal_years=tuple(self.fiscal_years),
            forms=tuple(self.forms),
            as_of=self.as_of,
            roles=tuple(role for role in Role if role in self.roles) or tuple(Role),
            evidence_budget=self.evidence_budget,
        )


class ValueOut(_Out):
    """A number in base units: dollars, not millions; percent as 12.3."""

    number: Number
    unit: str
    period: str


class CitationOut(_Out):
    """The exact words that hold a claim: `quote` is the section's text from `start` to `end`."""

    evidence: str
    document: str
    item: str
    title: str
    page: int | None
    quote: str
    chunk: str
    filing: str
    section: str
    start: int
    end: int

    @computed_field(description="Opens the passage, with the quoted words.")  # type: ignore[prop-decorator]
    @property
    def href(self) -> str:
        """Where the passage opens."""
        return f"/chunks/{quote(self.chunk, safe='')}?start={self.start}&end={self.end}"


class CalculationOut(_Out):
    """A computed number with its steps in words."""

    expression: str
    result: Number
    steps: list[str]
    citations: list[CitationOut]


class FindingOut(_Out):
    """What one role found."""

    text: str
    confidence: float
    value: ValueOut | None
    citations: list[CitationOut]
    calculations: list[CalculationOut]


class FailureOut(_Out):
    """Why one role could not finish."""

    stage: str
    reason: str


class ScopeOut(_Out):
    """What the question was taken to be about: `notes` say what was assumed, `near` what resembles an unknown name."""

    filings: list[str]
    primary: list[str]
    issuers: list[str]
    fiscal_years: list[int]
    fiscal_periods: list[FiscalPeriod]
    dates: list[date]
    forms: list[str]
    near: list[str]
    notes: list[str]


class EvidenceOut(_Out):
    """A passage that the roles read."""

    id: str
    rank: int
    filing: str
    item: str
    title: str
    kind: ChunkKind
    header: str
    text: str
    page: int | None
    page_end: int | None
    chunk: str
    section: str
    start: int
    end: int
    score: float
    roles: list[Role]


class StageOut(_Out):
    """One stage: wall time in milliseconds and what was counted."""

    name: str
    ms: float
    counts: dict[str, int]

    @field_validator("counts", mode="before")
    @classmethod
    def _as_mapping(cls, counts: object) -> object:
        return dict(counts) if isinstance(counts, tuple) else counts


class SubQueryOut(_Out):
    """One search, in the corpus's own words."""

    role: Role
    text: str
    items: list[str]
    kind: ChunkKind | None


class TraceOut(_Out):
    """How the answer came about. `notes` name every part that ran in a lesser way."""

    stages: list[StageOut]
    queries: list[SubQueryOut]
    notes: list[str]


class AskResponse(_Out):
    """An answer with its evidence, or an abstention with its reason; never both."""

    model_config = ConfigDict(from_attributes=True, frozen=True, json_schema_extra={"examples": [ANSWER_EXAMPLE]})

    question: str
    answer: str
    value: ValueOut | None
    abstained: bool
    reason: str | None
    reason_code: str | None
    confidence: float
    citations: list[CitationOut]
    calculations: list[CalculationOut]
    findings: dict[Role, FindingOut]
    failures: dict[Role, FailureOut]
    scope: ScopeOut
    evidence: list[EvidenceOut]
    trace: TraceOut

    @classmethod
    def from_answer(cls, answer: Answer) -> AskResponse:
        """The JSON of an answer."""
        fields: Mapping[str, object] = {
            "question": answer.question,
            "answer": answer.text,
            "value": answer.value,
            "abstained": answer.abstained,
            "reason": answer.reason,
            "reason_code": answer.reason_code,
            "confidence": answer.confidence,
            "citations": answer.citations,
            "calculations": answer.calculations,
            "findings": {finding.role: finding for finding in answer.findings},
            "failures": {failure.role: failure for failure in answer.failures},
            "scope": answer.scope,
            "evidence": answer.evidence,
            "trace": answer.trace,
        }
        return cls.model_validate(fields, from_attributes=True)


class FilingOut(_Out):
    """One indexed filing. `fiscal_year` and `fiscal_period` are the issuer's own."""

    id: str
    name: str
    company: str
    issuer: str
    ticker: str | None
    cik: str | None
    form: str
    fiscal_year: int | None
    fiscal_period: FiscalPeriod | None
    period_end: date | None
    filed_on: date | None
    amends: str | None
    pages: int | None


class FilingsPage(_Out):
    """A page of the catalogue; `total` counts what the filter lets through."""

    total: int
    offset: int
    limit: int
    filings: list[FilingOut]


class SectionOut(_Out):
    """The Item that a chunk stands in."""

    id: str
    part: str
    item: str
    title: str
    status: SectionStatus


class NeighbourOut(_Out):
    """The chunk before or after, in the same section."""

    id: str
    text: str
    page: int | None


class ChunkOut(_Out):
    """A passage where a citation opens. `start` and `end` count characters in the section's text."""

    id: str
    filing: FilingOut
    section: SectionOut
    kind: ChunkKind
    header: str
    text: str
    start: int
    end: int
    page: int | None
    page_end: int | None
    quote: str | None = Field(description="The section's text from `start` to `end` of the request, if it named them.")
    previous: NeighbourOut | None
    next: NeighbourOut | None

    @classmethod
    def build(
        cls,
        chunk: Chunk,
        *,
        filing: Filing,
        section: Section,
        quote: str | None,
        previous: Chunk | None,
        following: Chunk | None,
    ) -> ChunkOut:
        """The JSON of a chunk in its place."""
        return cls(
            id=chunk.id,
            filing=FilingOut.model_validate(filing),
            section=SectionOut.model_validate(section),
            kind=chunk.kind,
            header=chunk.header,
            text=chunk.text,
            start=chunk.start,
            end=chunk.end,
            page=chunk.page,
            page_end=chunk.page_end,
            quote=quote,
            previous=NeighbourOut.model_validate(previous) if previous else None,
            next=NeighbourOut.model_validate(following) if following else None,
        )


class Health(_Out):
    """The process lives."""

    status: str
    version: str


class Ready(_Out):
    """The index is open and questions are answered."""

    status: str
    version: str
    filings: int
