from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from finsagent.agents.analyst import Analyst, View
from finsagent.agents.fallback import FallbackAnalyst
from finsagent.agents.notes import add_note, collect_notes
from finsagent.agents.roles import POLICIES
from finsagent.domain import Role
from tests.agents.analyst_suite import BALANCE, CATALOGUE, QUESTION, SCOPE, SUMMARIES
from tests.agents.scripted_model import inventory_model, llm_analyst
from tests.llm.fake_endpoint import FakeReply, chat, failure, no_choices, reset

POLICY = POLICIES[Role.LEGAL]
VIEW = View(text="v", relevance=0.5)


@asynccontextmanager
async def _fallback(broken: FakeReply) -> AsyncIterator[Analyst]:
    async with llm_analyst([broken], CATALOGUE) as (_, primary), llm_analyst(inventory_model, CATALOGUE) as (_, other):
        yield FallbackAnalyst(primary, other)


@pytest.mark.parametrize("broken", [failure(500, "Traceback: boom"), reset(), no_choices(), chat("sorry")])
async def test_each_step_is_taken_over_and_noted(broken: FakeReply) -> None:
    async with _fallback(broken) as analyst:
        with collect_notes() as notes:
            view = await analyst.view(QUESTION, SCOPE, POLICY)
            queries = await analyst.decompose(QUESTION, SCOPE, POLICY, VIEW, SUMMARIES)
            finding = await analyst.find(QUESTION, SCOPE, POLICY, (BALANCE,))
    assert view.text == "Inventories at the end of fiscal 2021."
    assert queries[0].text == "Total inventories, net"
    assert finding.value is not None
    assert finding.value.number == 310_000_000
    assert [note.split(",")[0] for note in notes] == [
        "legal: the LLM failed at view",
        "legal: the LLM failed at decompose",
        "legal: the LLM failed at find",
    ]
    assert view.notes == (notes[0],)
    assert finding.notes == (notes[2],)
    assert "Traceback" not in finding.text + view.text


async def test_another_error_than_the_models_is_not_hidden() -> None:
    class Broken:
        async def view(self, *_: object) -> View:
            raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        await FallbackAnalyst(Broken(), Broken()).view(QUESTION, SCOPE, POLICY)  # type: ignore[arg-type]


async def test_notes_of_requests_at_the_same_time_stay_apart() -> None:
    async def request(name: str) -> list[str]:
        with collect_notes() as notes:
            async with asyncio.TaskGroup() as group:
                for number in range(3):
                    group.create_task(_note(f"{name}{number}"))
            await asyncio.to_thread(add_note, f"{name} thread")
            add_note(f"{name} thread")
        return notes

    first, second = await asyncio.gather(request("a"), request("b"))
    assert sorted(first) == ["a thread", "a0", "a1", "a2"]
    assert sorted(second) == ["b thread", "b0", "b1", "b2"]


async def _note(text: str) -> None:
    await asyncio.sleep(0)
    add_note(text)


def test_a_note_outside_of_a_request_is_dropped() -> None:
    add_note("nobody listens")
    with collect_notes() as notes:
        pass
    assert notes == []
