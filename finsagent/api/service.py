"""The running service: an engine that is loaded once, and the questions that are put to it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import numpy as np
from fastapi import Request
from numpy.typing import NDArray

from finsagent.api.limits import QuestionQueue, while_connected
from finsagent.api.problems import ProblemError
from finsagent.artifacts import MANIFEST
from finsagent.domain import Answer, Catalogue, Chunk, Question, Section
from finsagent.errors import BadQuestionError, FinSAgentError
from finsagent.settings import Settings

_LOG = logging.getLogger(__name__)
_GRACE_S = 0.2
Stamp = tuple[int, int, int] | None
"""Tells one written state of the index from another: its manifest's time, inode and size."""


class Store(Protocol):
    """What the service reads of the chunk store."""

    def chunk(self, chunk_id: str, /) -> Chunk:
        """The chunk of that id, or NotFoundError."""
        ...

    def chunks(self, rows: Sequence[int], /) -> list[Chunk]:
        """The chunks in those rows, in that order."""
        ...

    def row(self, chunk_id: str, /) -> int:
        """The row of that chunk."""
        ...

    def rows_of(self, filings: Collection[str], /) -> NDArray[np.int64]:
        """The rows of those filings."""
        ...

    def section(self, section_id: str, /) -> Section:
        """The section of that id."""
        ...


class Bundle(Protocol):
    """What the service reads of the index."""

    @property
    def store(self) -> Store:
        """Sections and chunks."""
        ...


class Engine(Protocol):
    """What answers."""

    @property
    def catalogue(self) -> Catalogue:
        """What is indexed."""
        ...

    @property
    def bundle(self) -> Bundle:
        """The index."""
        ...

    async def ask(self, question: Question) -> Answer:
        """Answer a question."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class Service:
    """Holds the engine of one process. `load` runs beside the server, so that /health answers meanwhile."""

    def __init__(self, engine_factory: Callable[[], Engine], settings: Settings) -> None:
        self._factory = engine_factory
        self._settings = settings
        self._queue = QuestionQueue(at_once=settings.max_questions_at_once, waiting=settings.max_questions_waiting)
        self._engine: Engine | None = None
        self._stamp: Stamp = None
        self._users: Counter[int] = Counter()
        self.failure: BaseException | None = None

    async def load(self) -> Engine:
        """Build the engine in a thread. Whoever waits for this sets `failure` when it fails."""
        self._stamp = self._current_stamp()
        self._engine = await asyncio.to_thread(self._factory)
        return self._engine

    async def follow(self) -> None:
        """Load the index anew whenever it has been written anew; the old one serves until the new one is open."""
        interval_s = self._settings.reload_interval_s
        while interval_s:
            await asyncio.sleep(interval_s)
            stamp = self._current_stamp()
            if self._engine is None or stamp is None or stamp == self._stamp:
                continue
            self._stamp = stamp
            try:
                fresh = await asyncio.to_thread(self._factory)
            except FinSAgentError as error:
                _LOG.error("The index was written anew but can't be served; the old one serves on: %s", error)
                continue
            old, self._engine = self._engine, fresh
            _LOG.info("The index was written anew: %d filings are served.", len(fresh.catalogue.filings))
            await asyncio.sleep(_GRACE_S)  # let requests that only read a passage end
            if not self._users[id(old)]:
                old.close()

    def _current_stamp(self) -> Stamp:
        try:
            found = (self._settings.index / MANIFEST).stat()
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_ino, found.st_size)

    @property
    def engine(self) -> Engine:
        """The engine.

        Raises:
            ProblemError: 503, while it loads or when it could not be loaded.
        """
        if self._engine is not None:
            return self._engine
        if self.failure is not None:
            reason = str(self.failure) if isinstance(self.failure, FinSAgentError) else "The log has the cause."
            raise ProblemError(503, "not_loaded", f"The index could not be loaded. {reason}")
        raise ProblemError(503, "loading", "The index is being loaded. Ask again soon.", headers={"Retry-After": "2"})

    async def ask(self, question: Question, *, request: Request) -> Answer:
        """Answer a question for as long as its client waits and the settings allow.

        Raises:
            BadQuestionError: the question is empty or too long.
            ProblemError: 503 when too many wait, 504 after the time limit, 499 when the client left.
        """
        self._check(question)
        engine = self.engine
        return await while_connected(request, self._answer(engine, question))

    async def _answer(self, engine: Engine, question: Question) -> Answer:
        limit_s = self._settings.request_timeout_s
        try:
            async with asyncio.timeout(limit_s) as limit, self._queue.place():
                with self._using(engine):
                    return await engine.ask(question)
        except TimeoutError as error:
            if not limit.expired():
                raise
            detail = f"No answer within {limit_s:g} s. Narrow the question, or raise FINSAGENT_REQUEST_TIMEOUT_S."
            raise ProblemError(504, "timeout", detail) from error

    @contextmanager
    def _using(self, engine: Engine) -> Iterator[None]:
        """Keep an engine open while a question uses it; one that was replaced meanwhile is closed by its last user."""
        self._users[id(engine)] += 1
        try:
            yield
        finally:
            self._users[id(engine)] -= 1
            if not self._users[id(engine)]:
                del self._users[id(engine)]
                if engine is not self._engine:
                    engine.close()

    def _check(self, question: Question) -> None:
        if not question.text.strip():
            raise BadQuestionError("The question is empty. Write it in the field 'question'.")
        longest = self._settings.max_question_chars
        if len(question.text) > longest:
            raise BadQuestionError(
                f"The question has {len(question.text)} characters; {longest} is the most. Shorten it."
            )
