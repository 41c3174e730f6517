from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from finsagent.api.service import Engine
from finsagent.errors import IndexUnusableError
from finsagent.settings import Settings
from tests.api.fake_engine import FakeEngine
from tests.api.test_app import client_of

QUESTION = {"question": "What were net sales?"}


def write_anew(index: Path) -> None:
    """Replace the manifest as an index writer does."""
    (index / "new").write_text("generation")
    (index / "new").replace(index / "manifest.json")


async def wait_for(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


class Engines:
    """Builds a new engine each time; from `fails_at` on the index can't be used."""

    def __init__(self, *, fails_at: int = 99) -> None:
        self.built: list[FakeEngine] = []
        self.tried = 0
        self.fails_at = fails_at

    def __call__(self) -> Engine:
        self.tried += 1
        if self.tried >= self.fails_at:
            raise IndexUnusableError("The index is damaged.")
        self.built.append(FakeEngine(wait_s=0.3))
        return self.built[-1]


def settings(tmp_path: Path, interval_s: float = 0.02) -> Settings:
    write_anew(tmp_path)
    return Settings(index=tmp_path, reload_interval_s=interval_s)


async def test_an_index_written_anew_is_taken_up_and_the_old_one_closed(tmp_path: Path) -> None:
    engines = Engines()
    async with client_of(engines, settings=settings(tmp_path)) as client:
        await client.post("/ask", json=QUESTION)
        write_anew(tmp_path)
        await wait_for(lambda: len(engines.built) == 2 and engines.built[0].closed)
        assert (await client.post("/ask", json=QUESTION)).status_code == 200
    assert [len(engine.asked) for engine in engines.built] == [1, 1]
    assert not engines.built[1].closed


async def test_a_question_under_way_ends_on_the_index_that_it_began_on(tmp_path: Path) -> None:
    engines = Engines()
    async with client_of(engines, settings=settings(tmp_path)) as client:
        engines.built[0].wait_s = 1.0
        asked = asyncio.create_task(client.post("/ask", json=QUESTION))
        await wait_for(lambda: len(engines.built[0].asked) == 1)
        write_anew(tmp_path)
        await wait_for(lambda: len(engines.built) == 2)
        assert not engines.built[0].closed
        assert (await asked).status_code == 200
        await wait_for(lambda: engines.built[0].closed)


async def test_an_index_that_cannot_be_used_leaves_the_old_one_serving(tmp_path: Path) -> None:
    engines = Engines(fails_at=2)
    async with client_of(engines, settings=settings(tmp_path)) as client:
        write_anew(tmp_path)
        await wait_for(lambda: engines.tried == 2)
        assert (await client.post("/ask", json=QUESTION)).status_code == 200
        await asyncio.sleep(0.1)
    assert engines.tried == 2  # not tried again until it is written again
    assert not engines.built[0].closed


async def test_an_index_that_is_not_written_anew_is_loaded_once(tmp_path: Path) -> None:
    engines = Engines()
    async with client_of(engines, settings=settings(tmp_path)):
        await asyncio.sleep(0.2)
    assert engines.tried == 1


async def test_never_looking_is_a_setting(tmp_path: Path) -> None:
    engines = Engines()
    async with client_of(engines, settings=settings(tmp_path, interval_s=0)):
        write_anew(tmp_path)
        await asyncio.sleep(0.2)
    assert engines.tried == 1
