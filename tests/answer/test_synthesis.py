from __future__ import annotations

from decimal import Decimal

from finsagent.answer.synthesis import EmbeddedSynthesiser, merge
from finsagent.domain import Citation, Finding, Question, Role, Scope, Value
from tests.agents.passages import evidence
from tests.answer.test_verify import SALES, cite

LAWSUIT = cite("A former supplier, Norwell Castings, filed a lawsuit in March 2023", 4)
HOME = cite("Our headquarters stand in Duluth, Minnesota.", 4)


def finding(role: Role, confidence: float, text: str, *citations: Citation, number: int | None = None) -> Finding:
    value = Value(number=Decimal(number), unit="USD", period="FY2023") if number is not None else None
    return Finding(role=role, text=text, citations=citations, confidence=confidence, value=value)


def test_the_surest_value_wins_and_other_readings_are_noted() -> None:
    draft = merge(
        [
            finding(Role.GENERAL, 0.6, "Sales were $2,000.", SALES, number=2000),
            finding(Role.QUANTITATIVE, 0.9, "Sales were $2,400.", SALES, number=2400),
            finding(Role.LEGAL, 0.2, "A lawsuit.", LAWSUIT),
        ],
        evidence(),
    )
    assert draft.text == "Sales were $2,400."
    assert draft.value is not None
    assert draft.value.number == 2400
    assert draft.notes == ("The general role read 2000 USD for FY2023.",)


def test_prose_of_other_roles_is_added_when_it_is_nearly_as_sure_and_new() -> None:
    draft = merge(
        [
            finding(Role.LEGAL, 0.6, "A supplier filed a lawsuit.", LAWSUIT),
            finding(Role.COMPANY, 0.55, "It stands in Duluth.", HOME),
            finding(Role.GENERAL, 0.55, "A supplier sued.", LAWSUIT),
            finding(Role.MARKET, 0.3, "Other.", SALES),
        ],
        evidence(),
    )
    assert draft.text == "A supplier filed a lawsuit. It stands in Duluth."
    assert draft.citations == (LAWSUIT, HOME)


def test_unsure_findings_make_it_abstain_with_what_is_missing() -> None:
    draft = merge(
        [
            finding(Role.GENERAL, 0.1, "Maybe.", SALES),
            finding(Role.QUANTITATIVE, 0.0, "The evidence has no line for goodwill in FY2023."),
        ],
        evidence(),
    )
    assert draft.abstain == "The evidence has no line for goodwill in FY2023."
    assert (draft.text, draft.citations) == ("", ())


def test_no_passages_is_its_own_reason() -> None:
    assert merge([], ()).abstain == "No passage was found for this question."
    assert "5 passages" in (merge([], evidence()).abstain or "")


async def test_the_synthesiser_is_the_merge() -> None:
    findings = [finding(Role.GENERAL, 0.6, "Sales were $2,400.", SALES, number=2400)]
    draft = await EmbeddedSynthesiser().synthesise(
        Question(text="What were sales?"), Scope(filings=()), findings, evidence()
    )
    assert draft == merge(findings, evidence())
