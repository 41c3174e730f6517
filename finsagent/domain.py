"""The frozen value types that every stage passes on.

Standard library only. These types hold facts, never behaviour that needs I/O; a later stage returns a new object
instead of changing one. A `Chunk` never carries a score and a `Hit` never carries text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Literal

ChunkKind = Literal["prose", "table"]
SectionStatus = Literal["present", "incorporated_by_reference", "omitted", "not_found"]
FiscalPeriod = Literal["FY", "Q1", "Q2", "Q3", "Q4"]
Path = Literal["sparse", "dense", "summary"]
FactSource = Literal["xbrl", "table", "derived"]


class Role(StrEnum):
    """The five role agents of FinSAgent (arXiv 2607.18102), named by the letters of the paper."""

    GENERAL = "general"
    QUANTITATIVE = "quantitative"
    MARKET = "market"
    LEGAL = "legal"
    COMPANY = "company"


# --- what is indexed ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Filing:
    """One filed document. `id` is the accession number where known, else a slug of the file name.

    `fiscal_year` and `fiscal_period` are the issuer's own; `period_end` is the last day that the filing covers.
    `company` is the name as filed; `aliases` are further names and tickers that mean the same issuer.
    `issuer` is the key of the issuer: the CIK where known, else a slug of the name.
    """

    id: str
    issuer: str
    company: str
    form: str
    source: str
    accession: str | None = None
    cik: str | None = None
    ticker: str | None = None
    aliases: tuple[str, ...] = ()
    fiscal_year: int | None = None
    fiscal_period: FiscalPeriod | None = None
    period_end: date | None = None
    filed_on: date | None = None
    amends: str | None = None
    pages: int | None = None

    @property
    def name(self) -> str:
        """What a reader calls the filing: "Apple Inc. 10-K FY2023", "Apple Inc. 10-Q Q2 FY2023"."""
        period = f"FY{self.fiscal_year}" if self.fiscal_year else (str(self.period_end) if self.period_end else "")
        quarter = f"{self.fiscal_period} " if self.fiscal_period and self.fiscal_period != "FY" else ""
        return " ".join(part for part in (self.company, self.form, f"{quarter}{period}") if part)


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """A heading inside a section: its words and the character offset in `Section.text` where they start.

    `level` is 1 for the Item's own heading, 2 for a statement or the strongest caption, 3 for a note, and so on; 0 is
    unknown.
    """

    text: str
    start: int
    level: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PageMark:
    """From character `start` of a section's text on, the words stand on page `page` (1-based)."""

    start: int
    page: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One Item of a filing (or the whole of a document without Items, `item == ""`), with its visible text.

    An Item that was due and is not there has a section too, without text. `incorporated_from` says in words what an
    Item is incorporated from ("proxy statement"); `warning` what is odd about it, such as its size.
    """

    id: str
    filing: str
    part: str
    item: str
    title: str
    order: int
    text: str
    status: SectionStatus = "present"
    headings: tuple[Heading, ...] = ()
    pages: tuple[PageMark, ...] = ()
    incorporated_from: str = ""
    warning: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """A piece of a section. `section.text[start:end] == text`, always.

    `header` (issuer, form, fiscal period, item, headings, table caption with units and column heads) is indexed with
    the text but is not part of it. `group_start` and `group_end` bound the table or paragraph group around the chunk
    in the section's text (at most 512 encoder tokens): what a hit may be widened to. Pages are 1-based, None if the
    source has none.
    """

    id: str
    section: str
    filing: str
    kind: ChunkKind
    text: str
    start: int
    end: int
    header: str
    group_start: int
    group_end: int
    page: int | None = None
    page_end: int | None = None
    columns: str = ""
    """For a table: the line or lines of column heads, as rendered, that stand above the chunk's rows."""
    caption: str = ""
    """For a table: title and unit words that stand above it ("Consolidated Balance Sheets (in millions)")."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SectionSummary:
    """What a section (or a titled sub-section of it, `start`..`end`) is about, in the filing's own words."""

    id: str
    section: str
    filing: str
    title: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """A filed value. `start` is None for an instant. `span` is the shown number's place in the section's text.

    `value` carries the sign of the tag; `shown` is the number as printed, parentheses and all ("(1,234)"): a label may
    be negated. `also` are further places (section, start, end) of the same fact. `source` says who named the concept:
    the issuer's tag, our reading of a table's row, or arithmetic on other facts; `trust` (0-1) how far to rely on it.
    """

    filing: str
    concept: str
    label: str
    value: Decimal
    unit: str
    decimals: int | None
    start: date | None
    end: date
    dimensions: tuple[tuple[str, str], ...] = ()
    section: str | None = None
    span: tuple[int, int] | None = None
    source: FactSource = "xbrl"
    trust: float = 1.0
    shown: str = ""
    also: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Catalogue:
    """Everything that is indexed, by filing. What the router resolves a question against."""

    filings: tuple[Filing, ...]

    def by_id(self) -> dict[str, Filing]:
        """Map filing id to filing."""
        return {filing.id: filing for filing in self.filings}


# --- a question on its way -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What the caller asks, with the limits that the caller sets. Empty tuples mean: no limit."""

    text: str
    tickers: tuple[str, ...] = ()
    fiscal_years: tuple[int, ...] = ()
    forms: tuple[str, ...] = ()
    as_of: date | None = None
    roles: tuple[Role, ...] = tuple(Role)
    evidence_budget: int = 35


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """What the question is about, resolved against the catalogue.

    `filings` are the ids that may serve as evidence, best first; `primary` those of them that match the named period
    and form most closely. `refusal` is set when the question names something that is not indexed: nothing may then be
    answered. `notes` say in words what was assumed.
    """

    filings: tuple[str, ...]
    primary: tuple[str, ...] = ()
    issuers: tuple[str, ...] = ()
    fiscal_years: tuple[int, ...] = ()
    fiscal_periods: tuple[FiscalPeriod, ...] = ()
    dates: tuple[date, ...] = ()
    forms: tuple[str, ...] = ()
    refusal: str | None = None
    refusal_code: str | None = None
    near: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SubQuery:
    """One search in the corpus's own words. `items` are preferred Items, `kind` a preferred kind of chunk.

    `statement` names a primary statement that should hold the answer: "balance_sheet", "income", "cash_flow" or "".
    """

    text: str
    role: Role
    weight: float = 1.0
    items: tuple[str, ...] = ()
    kind: ChunkKind | None = None
    statement: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A chunk that one path found for one sub-query. `rank` starts at 1; `score` is the path's own, higher better."""

    chunk: str
    path: Path
    rank: int
    score: float
    query: int
    """Index of the sub-query in the request's list."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A chunk with all hits on it and its scores. s in [0, 1]; p in [0, 1]; final = s * (1 - lambda_a * (1 - p))."""

    chunk: str
    hits: tuple[Hit, ...]
    roles: tuple[Role, ...]
    s: float
    p: float
    final: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """A passage offered to the roles: `text == section.text[start:end]`, at most 512 encoder tokens.

    `id` is the citation number as text ("1", "2", ...), stable within a request. `rank` is its place in the budget.
    """

    id: str
    rank: int
    chunk: str
    section: str
    filing: str
    item: str
    title: str
    kind: ChunkKind
    text: str
    start: int
    end: int
    header: str
    page: int | None
    page_end: int | None
    score: float
    roles: tuple[Role, ...] = ()
    columns: str = ""
    caption: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Citation:
    """The exact words that hold a claim: `quote == section.text[start:end]`. It can be opened at `/chunks/{chunk}`."""

    evidence: str
    chunk: str
    filing: str
    document: str
    section: str
    item: str
    title: str
    page: int | None
    start: int
    end: int
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """A number as the answer states it. `unit` is "USD", "USD/share", "percent", "ratio", "days", "shares", ...

    `number` is in base units (dollars, not millions; percent as 12.3). `period` is in words: "FY2023", "2023-09-30".
    """

    number: Decimal
    unit: str
    period: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Calculation:
    """A computed number with its steps, each step in words: "4,600 / 79,474 = 0.0579"."""

    expression: str
    result: Decimal
    steps: tuple[str, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What one role found. `confidence` in [0, 1]; `relevance` says how far the question is this role's own."""

    role: Role
    text: str
    citations: tuple[Citation, ...]
    confidence: float
    value: Value | None = None
    calculations: tuple[Calculation, ...] = ()
    notes: tuple[str, ...] = ()
    """What was degraded on the way to it, in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoleFailure:
    """A role that could not finish. `stage` is "view", "decompose" or "find"."""

    role: Role
    stage: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """One line of the trace: wall time in milliseconds and what was counted."""

    name: str
    ms: float
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """How the answer came about: stages in order, sub-queries, and every degradation in words."""

    stages: tuple[Stage, ...] = ()
    queries: tuple[SubQuery, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The answer to one question, or an abstention with its reason; never both."""

    question: str
    text: str
    abstained: bool
    reason: str | None
    reason_code: str | None
    """"unknown_issuer", "not_indexed", "contradiction", "no_evidence", "not_found", "not_verified", or None."""
    confidence: float
    scope: Scope
    value: Value | None = None
    citations: tuple[Citation, ...] = ()
    calculations: tuple[Calculation, ...] = ()
    findings: tuple[Finding, ...] = ()
    failures: tuple[RoleFailure, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    trace: Trace = field(default_factory=Trace)
