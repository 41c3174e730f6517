"""Collects what was degraded while one question was answered, for its trace.

Analysts are shared by all requests, so notes can't be kept on them. `collect_notes` opens a list for the current
request; every task started inside it writes to that list and to no other request's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NOTES: ContextVar[list[str] | None] = ContextVar("finsagent_notes", default=None)


@contextmanager
def collect_notes() -> Iterator[list[str]]:
    """Collect the notes of everything that runs inside, tasks and threads of asyncio included."""
    notes: list[str] = []
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def add_note(text: str) -> None:
    """Record one degradation in words, once; outside of `collect_notes` it is dropped."""
    notes = _NOTES.get()
    if notes is not None and text not in notes:
        notes.append(text)
