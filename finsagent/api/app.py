"""Puts the service together: one engine, loaded beside the server, behind limits and problem documents."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI

from finsagent import __version__
from finsagent.api.limits import BodyLimit
from finsagent.api.problems import install_problem_handlers
from finsagent.api.routes import router
from finsagent.api.service import Engine, Service
from finsagent.settings import Settings

_LOG = logging.getLogger(__name__)

DESCRIPTION = """
Answers questions about SEC 10-K and 10-Q filings. Every claim carries a citation that opens at the exact words, and
every number stands in a cited passage or is computed from such numbers. Errors are RFC 9457 problem documents.
"""


def create_app(
    engine_factory: Callable[[], Engine],
    settings: Settings,
    *,
    on_ready: Callable[[Engine], None] | None = None,
    on_failure: Callable[[BaseException], None] | None = None,
) -> FastAPI:
    """Build the ASGI application.

    Args:
        engine_factory: builds the engine; called once, in a thread, when the application starts.
        settings: limits of the service.
        on_ready: called in the event loop when the engine is loaded.
        on_failure: called in the event loop when the engine could not be loaded.
    """
    service = Service(engine_factory, settings)

    def loaded(task: asyncio.Task[Engine]) -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is None and on_ready is not None:
            on_ready(task.result())
        if error is not None:
            service.failure = error
            _LOG.error("The engine could not be loaded: %s", error)
            if on_failure is not None:
                on_failure(error)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loading = asyncio.create_task(service.load())
        loading.add_done_callback(loaded)
        following = asyncio.create_task(service.follow())
        try:
            yield
        finally:
            loading.cancel()
            following.cancel()

    app = FastAPI(
        title="FinSAgent",
        summary="Answers from SEC filings, with their evidence.",
        description=DESCRIPTION,
        version=__version__,
        lifespan=lifespan,
    )
    app.state.service = service
    app.include_router(router)
    app.add_middleware(BodyLimit, max_bytes=settings.max_body_bytes)
    install_problem_handlers(app)
    return app
