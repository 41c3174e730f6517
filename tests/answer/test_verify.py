from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from finsagent.agents.analyst import Draft
from finsagent.agents.readings import cite_span
from finsagent.answer.verify import NOTHING_HELD, opens, verify
from finsagent.domain import Calculation, Citation, Question, Value
from tests.agents.passages import FERN, evidence

QUESTION = Question(text="What were net sales in FY2023?")


def cite(words: str, number: int) -> Citation:
    passage = evidence()[number - 1]
    at = passage.text.index(words)
    return cite_span(passage, FERN, passage.start + at, passage.start + at + len(words))


SALES = cite("Net sales | $2,400 | $2,000", 1)


def draft(text: str, **changes: object) -> Draft:
    base = Draft(text=text, citations=(SALES,))
    return replace(base, **changes)  # type: ignore[arg-type]


def test_a_held_number_stays() -> None:
    checked = verify(
        draft(
            "Net sales were $2,400 million in FY2023.",
            value=Value(number=Decimal(2_400_000_000), unit="USD", period="FY2023"),
        ),
        evidence(),
        QUESTION,
    )
    assert checked.draft.text == "Net sales were $2,400 million in FY2023."
    assert checked.share == 1
    assert checked.removed == ()


def test_rounding_to_the_shown_digits_holds() -> None:
    assert verify(draft("Net sales were $2.4 billion."), evidence(), QUESTION).share == 1
    assert verify(draft("Net sales were $2.5 billion."), evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_swapped_digits_are_removed_and_the_rest_stays() -> None:
    checked = verify(draft("Net sales were $2,400 million. They had been $2,090 million."), evidence(), QUESTION)
    assert checked.draft.text == "Net sales were $2,400 million."
    assert checked.removed == ("They had been $2,090 million.",)
    assert checked.share < 1


def test_a_computed_number_is_held_by_its_calculation() -> None:
    done = Calculation(
        expression="growth", result=Decimal(20), steps=("2,400 - 2,000 = 400", "400 / 2,000 = 0.2"), citations=(SALES,)
    )
    good = draft("Net sales grew by 20.0%.", calculations=(done,))
    assert verify(good, evidence(), QUESTION).draft.abstain is None
    assert verify(draft("Net sales grew by 20.0%."), evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_quotations_must_be_cited_words() -> None:
    lawsuit = cite("A former supplier, Norwell Castings, filed a lawsuit in March 2023", 4)
    held = Draft(text='It says "Norwell Castings, filed a lawsuit".', citations=(lawsuit,))
    assert verify(held, evidence(), QUESTION).draft.abstain is None
    made_up = Draft(text='It says "Norwell Castings won the lawsuit".', citations=(lawsuit,))
    assert verify(made_up, evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_a_year_from_nowhere_is_removed() -> None:
    assert verify(draft("Net sales were $2,400 million in FY1999."), evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_a_value_that_nothing_holds_makes_the_answer_abstain() -> None:
    wrong = draft("Net sales rose.", value=Value(number=Decimal(7), unit="USD", period="FY2023"))
    assert verify(wrong, evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_citations_that_do_not_open_are_dropped() -> None:
    forged = replace(SALES, quote="Net sales | $9,999 | $2,000")
    assert opens(SALES, evidence())
    assert not opens(forged, evidence())
    assert (
        verify(Draft(text="Net sales rose.", citations=(forged,)), evidence(), QUESTION).draft.abstain == NOTHING_HELD
    )


def test_an_abstention_passes_unchanged() -> None:
    abstaining = Draft(text="", citations=(), abstain="Not there.")
    assert verify(abstaining, evidence(), QUESTION).draft == abstaining


def test_a_number_in_another_scale_than_its_table_is_not_held() -> None:
    wrong = draft(
        "Net sales were $2,400 billion.", value=Value(number=Decimal(2_400_000_000_000), unit="USD", period="FY2023")
    )
    assert verify(wrong, evidence(), QUESTION).draft.abstain == NOTHING_HELD


def test_a_number_in_words_must_stand_so_in_the_cited_words() -> None:
    assert verify(draft("Net sales were nine billion dollars."), evidence(), QUESTION).draft.abstain == NOTHING_HELD
    assert verify(draft("Net sales rose in two of three regions."), evidence(), QUESTION).draft.abstain is None
