"""Forty questions on the sample corpus, with answers computed from the books and evidence as printed in the filings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from indexer.sample.books import Amounts, Books, Span

Kind = Literal["numeric", "prose", "abstain"]


@dataclass(frozen=True, kw_only=True)
class Expected:
    """The right number, in base units (dollars; percent as 12.3)."""

    number: int | float
    unit: str
    period: str


@dataclass(frozen=True, kw_only=True)
class Support:
    """Where the answer stands: file, Item ("8"; "I-1" in a 10-Q), and words or a number exactly as printed there."""

    filing: str
    item: str
    contains: str


@dataclass(frozen=True, kw_only=True)
class SampleQuestion:
    """One question. `key_points` are lower-case, alternatives parted by "|"; `reason_code` is for abstentions."""

    id: str
    question: str
    kind: Kind
    answer: str
    value: Expected | None = None
    filing: str | None = None
    evidence: tuple[Support, ...] = ()
    key_points: tuple[str, ...] = ()
    reason_code: str | None = None

    def record(self) -> dict[str, object]:
        """Give the question as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Source:
    """One filing as questions see it: file name, books, and how its amounts are printed."""

    filing: str
    books: Books
    places: int

    def amounts(self, year: int, first: int = 1, last: int = 4) -> Amounts:
        """Give the amounts of a year or of some quarters."""
        return self.books.amounts(Span(year=year, first=first, last=last))

    def dollars(self, ticks: int) -> int:
        """Give dollars for an amount of the books."""
        return ticks * 1_000_000 // self.books.ticks_a_million

    def shown(self, ticks: int) -> str:
        """Give an amount's digits as printed."""
        return f"{Decimal(abs(ticks)).scaleb(-self.places):,.{self.places}f}"

    def support(self, item: str, *pieces: int | str) -> tuple[Support, ...]:
        """Cite printed amounts or words of one Item."""
        return tuple(
            Support(filing=self.filing, item=item, contains=piece if isinstance(piece, str) else self.shown(piece))
            for piece in pieces
        )


def rounded(value: Decimal, places: int = 1) -> float:
    """Round half up, as people do."""
    return float(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def money(source: Source, id_: str, question: str, ticks: int, period: str, item: str = "8") -> SampleQuestion:
    """Ask for one printed amount of money."""
    number = source.dollars(ticks)
    millions = rounded(Decimal(number) / 1_000_000, 3)
    return SampleQuestion(
        id=id_,
        question=question,
        kind="numeric",
        answer=f"${millions:,.10g} million",
        value=Expected(number=number, unit="USD", period=period),
        filing=source.filing,
        evidence=source.support(item, ticks),
    )


def figure(
    source: Source, id_: str, question: str, value: float, unit: str, period: str, evidence: tuple[Support, ...]
) -> SampleQuestion:
    """Ask for a figure that is printed or computed from printed ones."""
    answer = {"percent": f"{value}%", "ratio": f"{value}", "days": f"{value} days", "USD/share": f"${value:.2f}"}[unit]
    return SampleQuestion(
        id=id_,
        question=question,
        kind="numeric",
        answer=answer,
        value=Expected(number=value, unit=unit, period=period),
        filing=source.filing,
        evidence=evidence,
    )


def prose(
    id_: str, question: str, answer: str, evidence: tuple[Support, ...], key_points: Sequence[str]
) -> SampleQuestion:
    """Ask for an explanation."""
    return SampleQuestion(
        id=id_,
        question=question,
        kind="prose",
        answer=answer,
        filing=evidence[0].filing,
        evidence=evidence,
        key_points=tuple(key_points),
    )


def abstain(id_: str, question: str, reason_code: str, answer: str) -> SampleQuestion:
    """Ask for what the corpus cannot answer."""
    return SampleQuestion(id=id_, question=question, kind="abstain", answer=answer, reason_code=reason_code)


def ratio(part: int, whole: int, places: int = 2) -> float:
    """Divide two amounts."""
    return rounded(Decimal(part) / Decimal(whole), places)


def percentage(part: int, whole: int) -> float:
    """Give one amount as a percentage of another, to a tenth."""
    return rounded(Decimal(part) * 100 / Decimal(whole))
