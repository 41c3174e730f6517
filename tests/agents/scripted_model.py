"""A scripted model that reads the prompts of the suite, and an LLM analyst connected to a fake endpoint."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx

from finsagent.agents.llm_analyst import LLMAnalyst
from finsagent.domain import Catalogue
from finsagent.llm.limiter import Limiter
from finsagent.llm.openai import Endpoint, OpenAIChat
from tests.llm.fake_endpoint import FakeEndpoint, FakeReply, FakeRequest, Script, chat

ROW = "Total inventories, net | 310 | 285"


def found(
    quote: str = ROW, *, evidence: str = "1", number: str = "310", scale: str = "millions", unit: str = "USD"
) -> dict[str, object]:
    """A reply of the find step with one claim and its value."""
    return {
        "claims": [
            {
                "text": f"Inventories were ${number} million at the end of fiscal 2021 [{evidence}].",
                "citations": [{"evidence": evidence, "quote": quote}],
            }
        ],
        "value": {
            "number": number,
            "scale": scale,
            "unit": unit,
            "period": "FY2021",
            "evidence": evidence,
            "quote": quote,
        },
        "confidence": 0.9,
    }


def inventory_model(request: FakeRequest) -> FakeReply:
    """Answers each step about inventories out of the prompt that it is sent."""
    asked = request.prompt.rpartition("<question>")[2]
    if request.schema_name == "ViewReply":
        return chat({"view": "Inventories at the end of fiscal 2021.", "relevance": 0.9})
    if request.schema_name == "DecomposeReply":
        query = {"text": "Total inventories, net", "items": ["10-K:8"], "kind": "table", "statement": "balance_sheet"}
        return chat({"sub_queries": [query]})
    passage = re.search(r'<evidence id="(\d+)"[^>]*>(?:(?!</evidence>).)*' + re.escape(ROW), request.prompt, re.S)
    if "inventories" in asked and passage:
        return chat(found(evidence=passage.group(1)))
    return chat({"claims": [], "value": None, "confidence": 0})


@asynccontextmanager
async def connected(script: Sequence[FakeReply] | Script) -> AsyncIterator[tuple[FakeEndpoint, OpenAIChat]]:
    """A chat model whose endpoint answers by script."""
    with FakeEndpoint(script) as fake:
        endpoint = Endpoint(base_url=fake.base_url, model="m", retries=1, timeout_s=5.0, total_timeout_s=10.0)
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            yield fake, OpenAIChat(endpoint, limiter=Limiter(concurrency=5, seed=1), client=client)


@asynccontextmanager
async def llm_analyst(
    script: Sequence[FakeReply] | Script, catalogue: Catalogue
) -> AsyncIterator[tuple[FakeEndpoint, LLMAnalyst]]:
    """An LLM analyst whose endpoint answers by script."""
    async with connected(script) as (fake, model):
        yield fake, LLMAnalyst(model, catalogue=catalogue)
