"""Runs the service on a socket until it is told to stop, and says when it is ready and how to ask it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable

import uvicorn

from finsagent.api.app import create_app
from finsagent.api.service import Engine
from finsagent.domain import Catalogue
from finsagent.errors import OperatorError
from finsagent.settings import Settings

SHUTDOWN_S = 10


def serve(engine_factory: Callable[[], Engine], settings: Settings, *, tell: Callable[[str], None]) -> None:
    """Serve until interrupted.

    Args:
        engine_factory: builds the engine; called once.
        settings: host, port and limits.
        tell: takes the lines that a person at the terminal should read.

    Raises:
        OperatorError: the address can't be bound.
        BaseException: whatever the engine factory raised; the server has been stopped.
    """
    failures: list[BaseException] = []
    with _bind(settings.host, settings.port) as listener:
        port = listener.getsockname()[1]

        def fail(error: BaseException) -> None:
            failures.append(error)
            server.should_exit = True

        def greet(engine: Engine) -> None:
            tell(f"Ready: {len(engine.catalogue.filings)} filings at http://{settings.host}:{port} (/docs). Try:")
            tell(curl_line(engine.catalogue, host=settings.host, port=port))

        app = create_app(engine_factory, settings, on_ready=greet, on_failure=fail)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=SHUTDOWN_S)
        server = uvicorn.Server(config)
        server.run(sockets=[listener])
    if failures:
        raise failures[0]


def curl_line(catalogue: Catalogue, *, host: str, port: int) -> str:
    """One shell line that asks the service something the catalogue can answer: the newest annual report's revenue."""
    annual = [filing for filing in catalogue.filings if filing.form.startswith("10-K") and filing.fiscal_year]
    newest = max(annual, key=lambda filing: (filing.fiscal_year or 0, filing.id), default=None)
    if newest is None:
        question = "What was total revenue?"
    else:
        question = f"What was the total revenue of {newest.company} in fiscal {newest.fiscal_year}?"
    # A shell's single quotes end at an apostrophe, which a company's name may have.
    body = json.dumps({"question": question}).replace("'", "\\u0027")
    return f"curl -s http://{host}:{port}/ask -H 'content-type: application/json' -d '{body}'"


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, reuse_port=False)
    except (OSError, OverflowError) as error:
        raise OperatorError(
            f"Can't listen on {host}:{port}: {error}. Choose another with FINSAGENT_PORT or --port."
        ) from error
