"""One gate in front of an LLM endpoint, shared by every role and request.

It bounds the calls in flight, holds all of them back when the endpoint asks for a pause, lets them go again at
different moments, and refuses at once for a while after the endpoint failed several times in a row.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from finsagent.errors import LLMError

FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 20.0
_FAILURES_TO_OPEN = 5
_OPEN_S = 30.0


class Limiter:
    """Bounds, spreads and pauses calls. One event loop at a time; `seed` makes the jitter repeatable."""

    def __init__(self, *, concurrency: int, seed: int | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._random = random.Random(seed)
        self._now = now
        self._resume_at = 0.0
        self._failures = 0
        self._refuse_until = 0.0

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold one of the slots for a call; waits for a free one and for the end of a pause."""
        while True:
            await self._pause()
            async with self._slots:
                if self._now() >= self._resume_at:
                    yield
                    return

    def hold(self, seconds: float) -> None:
        """Let no call start for that long: the endpoint asked for a pause."""
        self._resume_at = max(self._resume_at, self._now() + seconds)

    def delay_s(self, attempt: int) -> float:
        """Full jitter: anywhere between 0 and an exponentially growing bound. `attempt` starts at 0."""
        return self._random.uniform(0.0, min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0**attempt))

    def check(self) -> None:
        """Refuse a call while the endpoint counts as down.

        Raises:
            LLMError: it failed several times in a row just now.
        """
        left = self._refuse_until - self._now()
        if left > 0:
            raise LLMError(
                f"the LLM endpoint failed {self._failures} times in a row; it is tried again in {left:.0f} s."
            )

    def failed(self) -> None:
        """Note that a call failed for good because of the endpoint, not because of the reply."""
        self._failures += 1
        if self._failures >= _FAILURES_TO_OPEN:
            self._refuse_until = self._now() + _OPEN_S

    def succeeded(self) -> None:
        """Note that the endpoint answered."""
        self._failures = 0

    async def _pause(self) -> None:
        while (left := self._resume_at - self._now()) > 0:
            await asyncio.sleep(left + self._random.uniform(0.0, FIRST_DELAY_S))
