"""Checks a draft against what it cites: each number, date and quotation stands there or was computed, or is not said.

A sentence that fails is removed; if nothing is left, or the value itself fails, the answer abstains. It judges whether
a claim is held by its citation, not whether the citation is the right one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.agents.analyst import Draft
from finsagent.domain import Calculation, Citation, Evidence, Question, Value
from finsagent.numbers import Number, find_numbers, find_scale, parse_cell

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\"\u201c])")
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{12,})[\"\u201d]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FACTORS = tuple(Decimal(10) ** power for power in (0, 3, 6, 9))
_HALF = Decimal("0.5000001")
_SPELLED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\b[\s\w-]{0,40}?"
    r"\b(?:hundred|thousand|million|billion|trillion|percent|dollars)\b",
    re.IGNORECASE,
)
NOTHING_HELD = "What was drafted is not held by the passages it cites, so it is not said."


@dataclass(frozen=True, kw_only=True, slots=True)
class Verification:
    """The draft as far as it holds, how many claims were checked and held, and what was removed."""

    draft: Draft
    checked: int
    held: int
    removed: tuple[str, ...]

    @property
    def share(self) -> float:
        """Share of checked claims that hold; 1 where there was nothing to check."""
        return self.held / self.checked if self.checked else 1.0


def verify(draft: Draft, evidence: Sequence[Evidence], question: Question) -> Verification:
    """Keep what the citations hold.

    Args:
        draft: the answer as merged from the findings.
        evidence: the passages that it may cite.
        question: numbers and years that the question itself says may be repeated.
    """
    if draft.abstain is not None:
        return Verification(draft=draft, checked=0, held=0, removed=())
    citations = tuple(citation for citation in draft.citations if opens(citation, evidence))
    calculations = tuple(
        replace(calculation, citations=tuple(c for c in calculation.citations if opens(c, evidence)))
        for calculation in draft.calculations
    )
    ground = _Ground.of(citations, calculations, evidence, question)
    kept: list[str] = []
    removed: list[str] = []
    checked = held = 0
    for sentence in _SENTENCE.split(draft.text):
        claims = _claims(sentence)
        good = sum(ground.holds(claim) for claim in claims)
        checked, held = checked + len(claims), held + good
        (kept if good == len(claims) else removed).append(sentence)
    value = draft.value if draft.value is not None and ground.holds_value(draft.value) else None
    lost = draft.value is not None and value is None
    if not kept or not citations or lost:
        abstain = replace(draft, text="", citations=(), value=None, calculations=(), abstain=NOTHING_HELD)
        return Verification(draft=abstain, checked=checked + lost, held=held, removed=tuple(removed))
    result = replace(draft, text=" ".join(kept), citations=citations, value=value, calculations=calculations)
    return Verification(draft=result, checked=checked, held=held, removed=tuple(removed))


def opens(citation: Citation, evidence: Sequence[Evidence]) -> bool:
    """Whether a citation opens at the exact words: its quote is the passage's text at its place."""
    return any(
        passage.id == citation.evidence
        and passage.section == citation.section
        and passage.start <= citation.start < citation.end <= passage.end
        and passage.text[citation.start - passage.start : citation.end - passage.start] == citation.quote
        for passage in evidence
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Claim:
    number: Number | None = None
    quotation: str = ""
    year: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Ground:
    """What may be said: the cited words and numbers, computed results, and the periods that stand over them."""

    words: str
    cells: tuple[tuple[Number, tuple[Decimal, ...]], ...]
    """Numbers of cited rows, each with the factors that it may be said with: its own, and its table's scale."""
    prose: tuple[Number, ...]
    computed: tuple[Decimal, ...]
    years: frozenset[int]

    @classmethod
    def of(
        cls,
        citations: Sequence[Citation],
        calculations: Sequence[Calculation],
        evidence: Sequence[Evidence],
        question: Question,
    ) -> _Ground:
        """Gather what the citations and calculations hold."""
        every = tuple(dict.fromkeys([*citations, *(c for done in calculations for c in done.citations)]))
        factors = {passage.id: _table_factors(passage) for passage in evidence}
        cells = [
            (number, factors.get(c.evidence, _FACTORS))
            for c in every
            if "|" in c.quote
            for cell in c.quote.split("|")
            if (number := parse_cell(cell)) is not None
        ]
        texts = [c.quote for c in every]
        prose = [number for text in (*texts, question.text) for number in find_numbers(text)]
        steps = [number.value for done in calculations for step in done.steps for number in find_numbers(step)]
        cited = {c.evidence for c in every}
        heads = [f"{e.columns} {e.caption} {e.header} {e.text}" for e in evidence if e.id in cited]
        years = {int(year) for text in (*texts, *heads, question.text) for year in _YEAR.findall(text)}
        years |= set(question.fiscal_years)
        years |= {year + step for year in years for step in (-1, 1)}
        return cls(
            words=_plain(" ".join(texts)),
            cells=tuple(cells),
            prose=tuple(prose),
            computed=tuple([done.result for done in calculations] + steps),
            years=frozenset(years),
        )

    def holds(self, claim: _Claim) -> bool:
        """Whether a claim is held."""
        if claim.quotation:
            return _plain(claim.quotation) in self.words
        if claim.year is not None:
            return claim.year in self.years
        if claim.number is None:
            return True
        number = claim.number
        step = number.scale * Decimal(1).scaleb(-number.decimals) * _HALF
        return self._near(number.amount, step)

    def holds_value(self, value: Value) -> bool:
        """Whether the answer's number is a cited one (in any scale) or a result, to its last digit."""
        exponent = value.number.normalize().as_tuple().exponent
        digits = max(0, -exponent) if isinstance(exponent, int) else 0
        return self._near(value.number, Decimal(1).scaleb(-min(digits, 12)) * _HALF)

    def _near(self, amount: Decimal, step: Decimal) -> bool:
        wanted = abs(amount)
        if any(abs(wanted - abs(number.amount)) <= step for number in self.prose):
            return True
        if any(abs(wanted - abs(result)) <= step for result in self.computed):
            return True
        return any(
            abs(wanted - abs(cell.amount) * factor) <= step for cell, factors in self.cells for factor in factors
        )


def _table_factors(passage: Evidence) -> tuple[Decimal, ...]:
    """The factors of a passage's cells: as shown (shares, percents), or by the unit words over the table, if any."""
    scale = find_scale(f"{passage.columns} {passage.caption} {passage.header}") or find_scale(passage.text)
    return (Decimal(1), scale) if scale else _FACTORS


def _claims(sentence: str) -> list[_Claim]:
    claims = [_Claim(quotation=match[1]) for match in _QUOTED.finditer(sentence)]
    # A number in words is held only where the cited words say it so.
    claims += [_Claim(quotation=match.group()) for match in _SPELLED.finditer(sentence)]
    for year in re.findall(r"\bFY((?:19|20)\d\d)\b", sentence):
        claims.append(_Claim(year=int(year)))
    for number in find_numbers(sentence):
        bare = sentence[number.start : number.end]
        if _YEAR.fullmatch(bare):
            claims.append(_Claim(year=int(bare)))
        else:
            claims.append(_Claim(number=number))
    return claims


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[|\u2018\u2019\u201c\u201d'\"]", " ", text).lower().split())
