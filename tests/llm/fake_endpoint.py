"""A chat completion endpoint on 127.0.0.1 that answers by script, for tests of whoever talks to a model.

`FakeEndpoint(script)` serves until it is left. A script is a sequence of replies (the last one repeats) or a function
from the request to a reply. Requests are recorded with the time of their arrival.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True, kw_only=True)
class FakeReply:
    """What the endpoint does with one request."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    reset: bool = False
    cut: bool = False
    """Send half of the body, then close."""


@dataclass(frozen=True, kw_only=True)
class FakeRequest:
    """What a client sent."""

    body: dict[str, Any]
    authorization: str
    path: str
    arrived_s: float

    @property
    def schema_name(self) -> str:
        """The schema's name; empty where the client does not send one."""
        form = self.body.get("response_format") or {}
        return str(form.get("json_schema", {}).get("name", ""))

    @property
    def prompt(self) -> str:
        """All the messages' words."""
        return "\n".join(str(message["content"]) for message in self.body["messages"])


Script = Callable[[FakeRequest], FakeReply]


def chat(
    content: object,
    *,
    finish_reason: str = "stop",
    tool_calls: Sequence[object] = (),
    reasoning: str = "",
    delay_s: float = 0.0,
) -> FakeReply:
    """A normal reply: `content` is text, None, or an object that is sent as JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    message: dict[str, object] = {"role": "assistant", "content": text}
    if tool_calls:
        message["tool_calls"] = list(tool_calls)
    if reasoning:
        message["reasoning_content"] = reasoning
    body = {"id": "x", "object": "chat.completion", "choices": [{"message": message, "finish_reason": finish_reason}]}
    return FakeReply(body=json.dumps(body).encode(), delay_s=delay_s)


def fence(content: object) -> FakeReply:
    """The object in a code fence, with words around it."""
    return chat(f"Here it is:\n```json\n{json.dumps(content, indent=1)}\n```\nHope this helps. [1]")


def think(content: object, *, inside: bool = False) -> FakeReply:
    """The object after a thought (that holds another object), or only inside of it."""
    text = json.dumps(content)
    return chat(f"<think>So {text}</think>" if inside else f'<think>Maybe {{"a": 1}}?</think>\n{text}')


def tool_call(content: object) -> FakeReply:
    """No content; the object is the arguments of a tool call."""
    function = {"name": "answer", "arguments": json.dumps(content)}
    return chat(None, finish_reason="tool_calls", tool_calls=[{"id": "1", "type": "function", "function": function}])


def no_choices() -> FakeReply:
    """A response without choices."""
    return FakeReply(body=json.dumps({"id": "x", "choices": []}).encode())


def rate_limited(retry_after: str = "1") -> FakeReply:
    """429 with Retry-After."""
    return failure(429, "Rate limit reached", headers={"Retry-After": retry_after})


def failure(status: int, message: str = "internal error", *, headers: Mapping[str, str] | None = None) -> FakeReply:
    """An error status with an OpenAI error object."""
    return FakeReply(status=status, body=json.dumps({"error": {"message": message}}).encode(), headers=headers or {})


def reset() -> FakeReply:
    """The connection is reset without an answer."""
    return FakeReply(reset=True)


def hang(seconds: float = 30.0) -> FakeReply:
    """No answer for that long, or until the client leaves."""
    return FakeReply(delay_s=seconds, body=b"{}")


class FakeEndpoint:
    """Serves a script in threads. Use as a context manager; `base_url` is what a client is given."""

    def __init__(self, script: Sequence[FakeReply] | Script) -> None:
        self.requests: list[FakeRequest] = []
        self.left = threading.Event()
        """Set when a client went away before it was answered."""
        self._script = script
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def base_url(self) -> str:
        """The address up to and with /v1."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> FakeEndpoint:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _next(self, request: FakeRequest) -> FakeReply:
        with self._lock:
            number = len(self.requests)
            self.requests.append(request)
        if callable(self._script):
            return self._script(request)
        return self._script[min(number, len(self._script) - 1)]

    def _wait(self, connection: socket.socket, seconds: float) -> bool:
        """Wait; False if the client left meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._stopping.is_set():
            readable, _, _ = select.select([connection], [], [], 0.02)
            if readable and not connection.recv(1, socket.MSG_PEEK):
                self.left.set()
                return False
        return True

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"]))
                reply = endpoint._next(
                    FakeRequest(
                        body=json.loads(sent),
                        authorization=self.headers.get("Authorization", ""),
                        path=self.path,
                        arrived_s=time.monotonic(),
                    )
                )
                try:
                    self._answer(reply)
                except OSError:
                    endpoint.left.set()

            def _answer(self, reply: FakeReply) -> None:
                if reply.reset:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                if reply.delay_s and not endpoint._wait(self.connection, reply.delay_s):
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
                self.close_connection = self.close_connection or reply.cut

            def log_message(self, format: str, *args: object) -> None:
                """Stay silent."""

        return Handler
