"""What a model must reply at each step of an analyst: the schemas, and how their values become ours.

The schemas are lenient where models differ in form (ids as "[3]", numbers as printed) and strict where a wrong value
could pass for a right one.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, field_validator

from finsagent.domain import ChunkKind
from finsagent.numbers import parse_cell

LONGEST_QUERY_CHARS = 300
Scale = Literal["units", "thousands", "millions", "billions"]
Statement = Literal["balance_sheet", "income", "cash_flow", ""]

_FACTORS: dict[Scale, int] = {"units": 1, "thousands": 10**3, "millions": 10**6, "billions": 10**9}
_UNITS = {"$": "USD", "us$": "USD", "dollars": "USD", "usd": "USD", "%": "percent", "percentage": "percent"}
_UNSCALED = re.compile(r"percent|ratio|/|per |days|times", re.I)
_PER_SHARE = re.compile(r"\bper\b(?:\s\w+){0,3}\s(?:share|unit)s?\b", re.I)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")


def _identifier(value: object) -> object:
    """Take "3", 3, "[3]" and "evidence 3" as the id "3"."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        found = re.search(r"c?\d+", value)
        return found.group() if found else value
    return value


def _statement(value: object) -> object:
    return value if value in ("balance_sheet", "income", "cash_flow") else ""


def _kind(value: object) -> object:
    return value if value in ("prose", "table") else None


def _scale(value: object) -> object:
    word = str(value or "units").strip().lower().removeprefix("in ")
    return {"thousand": "thousands", "million": "millions", "billion": "billions"}.get(word, word)


Identifier = Annotated[str, BeforeValidator(_identifier)]
Share = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]


class ViewReply(BaseModel):
    """A role's view of the question."""

    view: str = Field(min_length=1, max_length=2000)
    relevance: Share


class SubQueryReply(BaseModel):
    """One search query."""

    text: str
    items: list[str] = []
    kind: Annotated[ChunkKind | None, BeforeValidator(_kind)] = None
    statement: Annotated[Statement, BeforeValidator(_statement)] = ""

    @field_validator("text")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return " ".join(text.split())

    @property
    def usable(self) -> bool:
        """Whether it can be searched for: it holds a word and is not too long."""
        return len(self.text) < LONGEST_QUERY_CHARS and any(character.isalnum() for character in self.text)


class DecomposeReply(BaseModel):
    """A role's sub-queries: at least one that can be searched for."""

    sub_queries: list[SubQueryReply]

    @field_validator("sub_queries")
    @classmethod
    def _some_usable(cls, queries: list[SubQueryReply]) -> list[SubQueryReply]:
        usable = [query for query in queries if query.usable]
        if not usable:
            raise ValueError(f"give at least one query with words in it and under {LONGEST_QUERY_CHARS} characters")
        return usable


class QuoteReply(BaseModel):
    """The words of a passage that hold a claim."""

    evidence: Identifier
    quote: str


class ClaimReply(BaseModel):
    """One statement with the quotes that hold it."""

    text: str = Field(min_length=1)
    citations: list[QuoteReply] = []


class ValueReply(BaseModel):
    """A number as a passage prints it."""

    number: Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int | float) else value)]
    scale: Annotated[Scale, BeforeValidator(_scale)] = "units"
    unit: str = ""
    period: str = ""
    evidence: Identifier
    quote: str

    @property
    def canonical_unit(self) -> str:
        """The unit by the name that answers use. A row that is per share is so whatever the model says."""
        unit = _UNITS.get(self.unit.strip().lower(), self.unit.strip())
        return "USD/share" if unit == "USD" and _PER_SHARE.search(self.quote) else unit

    def base_number(self, *, table_scale: Decimal | None = None) -> Decimal | None:
        """The number in base units (dollars, not millions); None if it is no number.

        `table_scale` is what the passage itself says ("in thousands"): it wins over the model's word.
        """
        number = parse_cell(self.number)
        if number is None or number.nil:
            return None
        unit = self.canonical_unit
        if _UNSCALED.search(unit):
            return number.value
        if number.scale != 1:
            return number.amount
        stated = table_scale if table_scale is not None and unit == "USD" else Decimal(_FACTORS[self.scale])
        return number.value * stated

    def printed_in(self, quote: str) -> bool:
        """Whether exactly these digits stand in a quote: two swapped digits make another number."""
        digits = _DIGITS.search(self.number)
        if digits is None:
            return False
        wanted = digits.group().replace(",", "")
        return any(found.replace(",", "") == wanted for found in _DIGITS.findall(quote))


class FindReply(BaseModel):
    """What a role found."""

    claims: list[ClaimReply]
    value: ValueReply | None = None
    confidence: Share


class SentenceReply(BaseModel):
    """A sentence of the answer and the ids of the quotes that hold it."""

    text: str = Field(min_length=1)
    citations: list[Identifier] = []


class SynthesisReply(BaseModel):
    """The merged answer, or why there is none."""

    sentences: list[SentenceReply]
    value_of: int | None = None
    abstain: str | None = None
