"""What keeps one client from harming the others: body size, questions at once, and work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from finsagent.api.problems import CLIENT_GONE, ProblemError, problem_response

T = TypeVar("T")


class BodyLimit:
    """ASGI middleware that refuses a request body of more than `max_bytes`, declared or streamed."""

    def __init__(self, app: ASGIApp, *, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 413, or hand the request on with its body counted."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self.max_bytes:
            # The body stays unread, so the connection can't be used again.
            headers = {"connection": "close"}
            response = problem_response(Request(scope), 413, "body_too_large", self._refusal, headers=headers)
            await response(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.max_bytes:
                raise HTTPException(413, self._refusal)
            return message

        await self.app(scope, counted, send)

    @property
    def _refusal(self) -> str:
        return f"The request body may have {self.max_bytes} bytes at most."


class QuestionQueue:
    """Lets `at_once` questions in, `waiting` more wait their turn, and refuses the rest at once."""

    def __init__(self, *, at_once: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._capacity = at_once + waiting
        self._present = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold a place while inside the block.

        Raises:
            ProblemError: 503 with Retry-After, when too many are waiting already.
        """
        if self._present >= self._capacity:
            detail = f"{self._present} questions are being answered or waiting, which is the limit. Ask again soon."
            raise ProblemError(503, "busy", detail, headers={"Retry-After": "5"})
        self._present += 1
        try:
            async with self._places:
                yield
        finally:
            self._present -= 1


async def while_connected(request: Request, work: Coroutine[object, object, T]) -> T:
    """Run `work` as long as the client of `request` waits for it; its body must have been read.

    Raises:
        ProblemError: the client left; `work` has been cancelled.
    """
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_departure(request))
    try:
        await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ProblemError(CLIENT_GONE, "client_gone", "The client left before the answer was ready.")
    finally:
        task.cancel()
        watch.cancel()
        await asyncio.gather(task, watch, return_exceptions=True)


async def _departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
