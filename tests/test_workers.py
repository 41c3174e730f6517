from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Iterator

import pytest

from finsagent.workers import Workers

WHO: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


@pytest.fixture
def workers() -> Iterator[Workers]:
    pool = Workers(threads=1)
    yield pool
    pool.close()


async def test_runs_with_arguments_and_gives_the_result(workers: Workers) -> None:
    def divide(a: int, *, by: int) -> float:
        return a / by

    assert await workers.run(divide, 9, by=2) == 4.5


async def test_an_error_reaches_the_caller(workers: Workers) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await workers.run(int, "x")


async def test_each_call_sees_its_own_context(workers: Workers) -> None:
    async def ask(name: str) -> str:
        WHO.set(name)
        return await workers.run(WHO.get)

    names = [str(number) for number in range(20)]
    assert await asyncio.gather(*(ask(name) for name in names)) == names


async def test_what_the_work_sets_stays_in_its_context(workers: Workers) -> None:
    await workers.run(WHO.set, "worker")
    assert WHO.get() == "nobody"


async def test_never_more_threads_than_said() -> None:
    pool = Workers(threads=2)
    running, most, lock = 0, 0, threading.Lock()
    both = threading.Event()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            if running == 2:
                both.set()
        both.wait(1)
        with lock:
            running -= 1

    await asyncio.gather(*(pool.run(work) for _ in range(8)))
    pool.close()
    assert most == 2


async def test_the_loop_stays_free_while_work_runs(workers: Workers) -> None:
    go = threading.Event()
    task = asyncio.create_task(workers.run(go.wait, 5))
    await asyncio.sleep(0)
    go.set()  # only reached if the loop was not blocked
    assert await task is True


async def test_queued_work_of_a_cancelled_caller_never_runs(workers: Workers) -> None:
    go, ran = threading.Event(), []
    first = asyncio.create_task(workers.run(go.wait, 5))
    second = asyncio.create_task(workers.run(ran.append, "second"))
    await asyncio.sleep(0.01)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    go.set()
    await first
    assert await workers.run(list, ran) == []


async def test_a_closed_pool_takes_no_more() -> None:
    pool = Workers(threads=1)
    pool.close()
    with pytest.raises(RuntimeError):
        await pool.run(int)
