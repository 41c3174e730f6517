from __future__ import annotations

import json
import shlex
import signal
import socket
import threading
from dataclasses import replace

import pytest

from finsagent.api.serve import curl_line, serve
from finsagent.api.service import Engine
from finsagent.domain import Catalogue
from finsagent.errors import IndexUnusableError, OperatorError
from finsagent.settings import Settings
from tests.api.fake_engine import FILINGS, FakeEngine


def test_the_curl_line_asks_for_the_newest_annual_report() -> None:
    words = shlex.split(curl_line(Catalogue(filings=FILINGS), host="127.0.0.1", port=8000))
    assert words[:3] == ["curl", "-s", "http://127.0.0.1:8000/ask"]
    assert json.loads(words[-1]) == {"question": "What was the total revenue of Halden Marine Corp in fiscal 2024?"}


def test_the_curl_line_survives_an_apostrophe() -> None:
    catalogue = Catalogue(filings=(replace(FILINGS[1], company="Moody's"),))
    words = shlex.split(curl_line(catalogue, host="127.0.0.1", port=8000))
    assert "of Moody's in" in json.loads(words[-1])["question"]


def test_the_curl_line_of_an_empty_index_still_asks() -> None:
    words = shlex.split(curl_line(Catalogue(filings=()), host="127.0.0.1", port=8000))
    assert json.loads(words[-1]) == {"question": "What was total revenue?"}


def test_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OperatorError, match=f"127.0.0.1:{port}"):
            serve(FakeEngine, Settings(port=port), tell=print)


def test_an_index_that_cannot_be_served_stops_the_server() -> None:
    def refuse() -> Engine:
        raise IndexUnusableError("No index at 'x'. Build it first.")

    with pytest.raises(IndexUnusableError, match="No index at 'x'"):
        serve(refuse, Settings(port=0), tell=print)


def test_it_greets_when_ready_and_stops_when_interrupted() -> None:
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        if line.startswith("curl"):
            threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    with pytest.raises(KeyboardInterrupt):
        serve(FakeEngine, Settings(port=0), tell=tell)
    assert lines[0].startswith("Ready: 3 filings at http://127.0.0.1:")
    assert lines[1].startswith("curl -s http://127.0.0.1:")
