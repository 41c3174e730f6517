from __future__ import annotations

import asyncio
import time

import pytest

from finsagent.errors import LLMError
from finsagent.llm.limiter import FIRST_DELAY_S, LONGEST_DELAY_S, Limiter


async def test_no_more_calls_than_slots_run_at_once() -> None:
    limiter = Limiter(concurrency=2)
    running = most = 0

    async def call() -> None:
        nonlocal running, most
        async with limiter.slot():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.005)
            running -= 1

    await asyncio.gather(*(call() for _ in range(7)))
    assert most == 2


async def test_a_pause_holds_every_call_and_they_go_on_apart() -> None:
    limiter = Limiter(concurrency=5, seed=7)
    limiter.hold(0.1)
    started = time.monotonic()

    async def call() -> float:
        async with limiter.slot():
            return time.monotonic() - started

    moments = sorted(await asyncio.gather(*(call() for _ in range(5))))
    assert moments[0] >= 0.1
    assert moments[-1] - moments[0] > 0.05


def test_delays_are_full_jitter_under_a_growing_bound() -> None:
    limiter = Limiter(concurrency=1, seed=1)
    first = [limiter.delay_s(0) for _ in range(200)]
    late = [limiter.delay_s(20) for _ in range(200)]
    assert 0 <= min(first) < 0.05
    assert max(first) <= FIRST_DELAY_S
    assert max(late) <= LONGEST_DELAY_S
    assert max(late) > FIRST_DELAY_S


def test_an_endpoint_that_keeps_failing_is_refused_for_a_while() -> None:
    now = 100.0
    limiter = Limiter(concurrency=1, now=lambda: now)
    for _ in range(4):
        limiter.failed()
    limiter.check()
    limiter.failed()
    with pytest.raises(LLMError, match="5 times in a row"):
        limiter.check()
    now = 131.0
    limiter.check()
    limiter.failed()
    with pytest.raises(LLMError):
        limiter.check()
    now = 200.0
    limiter.succeeded()
    limiter.failed()
    limiter.check()
