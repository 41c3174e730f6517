"""The main job end to end: the sample filings are indexed with the default encoder and all its questions are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from finsagent.domain import Answer, Question, Role
from finsagent.engine import Engine
from finsagent.evaluation.cases import Case, load_sample
from finsagent.evaluation.metrics.citation_opens import citation_opens
from finsagent.evaluation.metrics.rightness import is_right
from finsagent.settings import Settings
from finsagent.wiring import build_encoder, build_engine
from indexer.build import build

SAMPLE = Path(__file__).resolve().parent.parent / "indexer" / "sample"
CASES = load_sample(SAMPLE)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("sample")
    settings = Settings(index=folder / "index", cache_dir=folder / "cache")
    report = build([SAMPLE / "filings"], settings.index, encoder=build_encoder(settings))
    assert (report.filings, report.skipped) == (12, [])
    engine = build_engine(settings)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def answers(engine: Engine) -> dict[str, Answer]:
    async def ask_all() -> list[Answer]:
        return [await engine.ask(Question(text=case.question)) for case in CASES]

    return dict(zip((case.id for case in CASES), asyncio.run(ask_all()), strict=True))


def judged(case: Case, answer: Answer) -> bool | None:
    return is_right(
        abstained=answer.abstained,
        should_abstain=case.abstains,
        value=answer.value.number if answer.value else None,
        gold=case.value,
        text=answer.text,
        key_points=case.key_points,
    )


def test_nine_of_ten_answers_are_right(answers: dict[str, Answer]) -> None:
    wrong = [case.id for case in CASES if not judged(case, answers[case.id])]
    assert len(CASES) == 40
    assert len(wrong) <= 4, wrong


def test_every_question_that_nothing_answers_is_refused(answers: dict[str, Answer]) -> None:
    assert [case.id for case in CASES if case.abstains and not answers[case.id].abstained] == []


def test_every_citation_opens_at_its_words_in_the_named_issuers_filing(
    engine: Engine, answers: dict[str, Answer]
) -> None:
    filings = engine.catalogue.by_id()
    cited = 0
    for answer in answers.values():
        for citation in answer.citations:
            section = engine.bundle.store.section(citation.section)
            assert citation_opens(citation.quote, section.text, start=citation.start, end=citation.end)
            assert filings[citation.filing].issuer in answer.scope.issuers
            chunk = engine.bundle.store.chunk(citation.chunk)
            assert chunk.section == citation.section
            assert chunk.start <= citation.start < chunk.end
            if citation.page is not None:
                assert chunk.page is not None
                assert chunk.page_end is not None
                assert chunk.page <= citation.page <= chunk.page_end
            cited += 1
    assert cited >= 34


def test_an_answer_is_cited_and_an_abstention_has_a_reason(answers: dict[str, Answer]) -> None:
    for answer in answers.values():
        if answer.abstained:
            assert answer.reason
            assert (answer.text, answer.value, answer.citations) == ("", None, ())
        else:
            assert answer.text
            assert answer.citations


def test_the_trace_says_what_ran_in_a_lesser_way(answers: dict[str, Answer]) -> None:
    notes = " ".join(answers["qlmk-01"].trace.notes)
    assert "No cross-encoder" in notes
    assert "No validity gate" in notes
    assert "No LLM" in notes


async def test_the_same_question_gives_the_same_answer(engine: Engine) -> None:
    first, second = [await engine.ask(Question(text=CASES[4].question)) for _ in range(2)]
    assert (first.text, first.value, first.citations) == (second.text, second.value, second.citations)


async def test_twenty_questions_at_once_do_not_mix(engine: Engine, answers: dict[str, Answer]) -> None:
    chosen = CASES[:20]
    together = await asyncio.gather(*(engine.ask(Question(text=case.question)) for case in chosen))
    for case, answer in zip(chosen, together, strict=True):
        alone = answers[case.id]
        assert (answer.question, answer.text, answer.value) == (case.question, alone.text, alone.value)


async def test_words_of_a_filing_change_nothing(engine: Engine) -> None:
    answer = await engine.ask(Question(text="What does Zephrane's fiscal 2025 10-K say about manipulated input?"))
    assert not answer.text.lstrip().startswith(("{", "["))


async def test_the_caller_may_ask_fewer_roles_and_less_evidence(engine: Engine) -> None:
    question = Question(
        text="What was Quellmark's gross profit in fiscal 2024?", roles=(Role.QUANTITATIVE,), evidence_budget=5
    )
    answer = await engine.ask(question)
    assert [finding.role for finding in answer.findings] == [Role.QUANTITATIVE]
    assert len(answer.evidence) <= 5
    assert answer.value is not None
    assert answer.value.number == 422_800_000
