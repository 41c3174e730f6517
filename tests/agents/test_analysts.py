"""Runs the shared suite over every analyst. A further one is a further line in `ANALYSTS`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from finsagent.agents.analyst import Analyst
from finsagent.agents.embedded import EmbeddedAnalyst
from finsagent.agents.fallback import FallbackAnalyst
from finsagent.agents.llm_analyst import LLMAnalyst
from finsagent.domain import Catalogue
from finsagent.encoders import HashingEncoder
from finsagent.lexicon import load_lexicon
from finsagent.workers import Workers
from tests.agents.analyst_suite import CATALOGUE, AnalystSuite
from tests.agents.scripted_model import inventory_model, llm_analyst
from tests.llm.fake_endpoint import failure


@asynccontextmanager
async def _llm(catalogue: Catalogue) -> AsyncIterator[LLMAnalyst]:
    async with llm_analyst(inventory_model, catalogue) as (_, analyst):
        yield analyst


@asynccontextmanager
async def _stood_in_for(catalogue: Catalogue) -> AsyncIterator[FallbackAnalyst]:
    async with llm_analyst([failure(401)], catalogue) as (_, broken), _llm(catalogue) as working:
        yield FallbackAnalyst(broken, working)


@asynccontextmanager
async def _embedded(catalogue: Catalogue) -> AsyncIterator[EmbeddedAnalyst]:
    workers = Workers(threads=1)
    yield EmbeddedAnalyst(
        lexicon=load_lexicon(),
        filings=catalogue.by_id(),
        workers=workers,
        encoder=HashingEncoder(),
        facts=lambda scope, question: (),
    )
    workers.close()


ANALYSTS: dict[str, Callable[[Catalogue], AbstractAsyncContextManager[Analyst]]] = {
    "llm": _llm,
    "embedded": _embedded,
    "stood in for": _stood_in_for,
}


@pytest.fixture(params=ANALYSTS)
async def analyst(request: pytest.FixtureRequest) -> AsyncIterator[Analyst]:
    async with ANALYSTS[request.param](CATALOGUE) as opened:
        yield opened


class TestAnalysts(AnalystSuite):
    """The suite, once for each analyst."""
