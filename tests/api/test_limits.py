"""What a client that leaves does, over real sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from finsagent.api.app import create_app
from finsagent.settings import Settings
from tests.api.fake_engine import FakeEngine

BODY = b'{"question": "?"}'
ASK = (
    b"POST /ask HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY)
) + BODY


@asynccontextmanager
async def served(engine: FakeEngine, settings: Settings) -> AsyncIterator[int]:
    app = create_app(lambda: engine, settings)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started or app.state.service._engine is None:
            await asyncio.sleep(0.005)
        yield listener.getsockname()[1]
        server.should_exit = True
        await running


async def until(engine: FakeEngine, *, asked: int = 0, cancelled: int = 0) -> None:
    async with asyncio.timeout(5):
        while len(engine.asked) < asked or engine.cancelled < cancelled:
            await asyncio.sleep(0.005)


async def test_the_work_stops_when_the_client_leaves() -> None:
    engine = FakeEngine(wait_s=30)
    async with served(engine, Settings()) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASK)
        await until(engine, asked=1)
        assert engine.cancelled == 0
        writer.close()
        await writer.wait_closed()
        await until(engine, cancelled=1)


async def test_a_client_that_leaves_while_waiting_frees_its_place() -> None:
    engine = FakeEngine(wait_s=0.2)
    async with served(engine, Settings(max_questions_at_once=1, max_questions_waiting=1)) as port:
        _, first = await asyncio.open_connection("127.0.0.1", port)
        first.write(ASK)
        await until(engine, asked=1)
        _, second = await asyncio.open_connection("127.0.0.1", port)
        second.write(ASK)
        await asyncio.sleep(0.05)
        second.close()
        await asyncio.sleep(0.05)
        reader, third = await asyncio.open_connection("127.0.0.1", port)
        third.write(ASK)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        first.close()
        third.close()
    assert len(engine.asked) == 2
