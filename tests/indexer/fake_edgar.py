"""A small EDGAR on this machine: one issuer, four filings, and whatever else a test has it answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from indexer.edgar_gateway import EdgarSite

FIRST, SECOND, QUARTER, AMENDED = (f"0000009991-2{n}-00000{n}" for n in (5, 4, 3, 2))


@dataclass
class Reply:
    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None


def submission(accession: str) -> bytes:
    return (
        f"<SEC-DOCUMENT>{accession}.txt : 20250228\n<SEC-HEADER>\nACCESSION NUMBER:\t\t{accession}\n</SEC-HEADER>\n"
        "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nNet sales rose.\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n"
    ).encode()


def path_of(accession: str) -> str:
    return f"/Archives/edgar/data/9991/{accession.replace('-', '')}/{accession}.txt"


def as_json(value: object) -> Reply:
    return Reply(json.dumps(value).encode())


MAPPING = {
    "fields": ["cik", "name", "ticker", "exchange"],
    "data": [[9991, "Halden Marine Corp", "HALD", "NYSE"], [9992, "Ashgrove", "ASH-B", "NYSE"]],
}
RECENT = {
    "accessionNumber": [FIRST, QUARTER, SECOND, AMENDED],
    "form": ["10-K", "10-Q", "10-K", "10-K/A"],
    "primaryDocument": ["a.htm", "b.htm", "c.htm", "d.htm"],
    "filingDate": ["2025-02-28", "2024-08-01", "2024-02-28", "2022-03-30"],
}


class Edgar:
    """What the local server answers, by path: a reply, or replies in turn of which the last one stays."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply | list[Reply]] = {
            "/files/company_tickers_exchange.json": as_json(MAPPING),
            "/submissions/CIK0000009991.json": as_json({"filings": {"recent": RECENT, "files": []}}),
            **{path_of(accession): Reply(submission(accession)) for accession in (FIRST, SECOND, QUARTER, AMENDED)},
        }
        self.asked: list[str] = []
        self.agents: set[str] = set()

    def reply_to(self, path: str) -> Reply:
        found = self.replies.get(path, Reply(b"<Error><Code>NoSuchKey</Code></Error>", 404))
        if isinstance(found, Reply):
            return found
        return found.pop(0) if len(found) > 1 else found[0]


@contextmanager
def serving(edgar: Edgar) -> Iterator[EdgarSite]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            edgar.asked.append(self.path)
            edgar.agents.add(self.headers["User-Agent"])
            reply = edgar.reply_to(self.path)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        base = f"http://127.0.0.1:{server.server_port}"
        yield EdgarSite(www=base, data=base, requests_per_second=1000, first_wait_s=0.001, timeout_s=5)
        server.shutdown()
        thread.join()


class Time:
    """A clock that sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
