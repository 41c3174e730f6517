"""One bounded pool for CPU work, so that the event loop stays free. Threads only: nothing is forked."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Workers:
    """Runs functions in at most `threads` threads; a cancelled caller's queued work is dropped."""

    def __init__(self, *, threads: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="finsagent")

    async def run(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **keywords: Arguments.kwargs
    ) -> Result:
        """Run a function in the pool, in the caller's context, and await its result."""
        context = contextvars.copy_context()
        future = self._pool.submit(lambda: context.run(function, *arguments, **keywords))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let running work end and take no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
