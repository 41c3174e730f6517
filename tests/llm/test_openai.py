from __future__ import annotations

import asyncio
import email.utils
import itertools
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from pydantic import BaseModel

from finsagent.errors import LLMError, SettingsError
from finsagent.llm.chat import Completion, Message
from finsagent.llm.limiter import Limiter
from finsagent.llm.openai import Endpoint, OpenAIChat
from tests.llm.fake_endpoint import (
    FakeEndpoint,
    FakeReply,
    FakeRequest,
    Script,
    chat,
    failure,
    fence,
    hang,
    no_choices,
    rate_limited,
    reset,
    think,
    tool_call,
)


class Count(BaseModel):
    count: int


GOOD = {"count": 3}
ASK = (Message(role="system", content="Count."), Message(role="user", content="How many?"))


@asynccontextmanager
async def served(
    script: Sequence[FakeReply] | Script, *, retries: int = 3, timeout_s: float = 5.0, context_tokens: int = 4000
) -> AsyncIterator[tuple[FakeEndpoint, OpenAIChat]]:
    with FakeEndpoint(script) as fake:
        endpoint = Endpoint(
            base_url=fake.base_url,
            model="m",
            api_key="sk-secret",
            timeout_s=timeout_s,
            total_timeout_s=10.0,
            max_tokens=500,
            context_tokens=context_tokens,
            retries=retries,
        )
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            yield fake, OpenAIChat(endpoint, limiter=Limiter(concurrency=5, seed=3), client=client)


async def ask(model: OpenAIChat, messages: Sequence[Message] = ASK) -> Completion[Count]:
    return await model.complete(messages, schema=Count)


@pytest.mark.parametrize("reply", [chat(GOOD), fence(GOOD), think(GOOD), think(GOOD, inside=True), tool_call(GOOD)])
async def test_a_usable_reply_takes_one_request(reply: FakeReply) -> None:
    async with served([reply]) as (fake, model):
        completion = await ask(model)
    assert completion == Completion(value=Count(count=3))
    (request,) = fake.requests
    assert request.path == "/v1/chat/completions"
    assert request.authorization == "Bearer sk-secret"
    assert request.schema_name == "Count"
    assert request.body["model"] == "m"


@pytest.mark.parametrize(
    "bad",
    [chat("no idea"), chat({"count": "many"}), no_choices(), chat(None), chat('{"count": 3', finish_reason="length")],
)
async def test_an_unusable_reply_is_repaired_once_and_noted(bad: FakeReply) -> None:
    async with served([bad, chat(GOOD)]) as (fake, model):
        completion = await ask(model)
    assert completion.value == Count(count=3)
    assert len(completion.notes) == 1
    assert "asked once more" in completion.notes[0]
    roles = [message["role"] for message in fake.requests[1].body["messages"]]
    assert roles == ["system", "user", "assistant", "user"]


async def test_a_repair_after_a_cut_off_reply_gets_more_room_and_a_request_for_brevity() -> None:
    async with served([chat('{"count"', finish_reason="length"), chat(GOOD)]) as (fake, model):
        await ask(model)
    assert fake.requests[1].body["max_tokens"] == 1000
    assert "shorter" in fake.requests[1].prompt


async def test_a_second_unusable_reply_is_an_error_after_two_requests() -> None:
    async with served([chat("no"), chat("still no"), chat(GOOD)]) as (fake, model):
        with pytest.raises(LLMError, match="after one repair"):
            await ask(model)
    assert len(fake.requests) == 2


@pytest.mark.parametrize(
    "bad",
    [failure(500), failure(503), rate_limited("0"), reset(), FakeReply(body=b'{"choices": []}', cut=True)],
)
async def test_what_may_pass_is_tried_again(bad: FakeReply) -> None:
    async with served([bad, bad, chat(GOOD)]) as (fake, model):
        assert (await ask(model)).value == Count(count=3)
    assert len(fake.requests) == 3


async def test_retries_are_bounded() -> None:
    async with served([failure(500)], retries=2) as (fake, model):
        with pytest.raises(LLMError, match="failed 3 times: HTTP 500"):
            await ask(model)
    assert len(fake.requests) == 3


async def test_a_time_out_is_retried_once_only() -> None:
    async with served([hang()], timeout_s=0.2) as (fake, model):
        with pytest.raises(LLMError, match="no reply within"):
            await ask(model)
    assert len(fake.requests) == 2


async def test_a_completion_as_a_whole_is_bounded() -> None:
    with FakeEndpoint([hang()]) as fake:
        endpoint = Endpoint(base_url=fake.base_url, model="m", timeout_s=30.0, total_timeout_s=0.2)
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            with pytest.raises(LLMError, match=r"within 0\.2 s"):
                await ask(OpenAIChat(endpoint, limiter=Limiter(concurrency=1), client=client))
        assert await asyncio.to_thread(fake.left.wait, 2.0)


async def test_a_server_error_about_the_format_leads_to_a_weaker_one_not_to_retries() -> None:
    async with served([failure(500, "failed to parse grammar"), chat(GOOD)]) as (fake, model):
        await ask(model)
    assert fake.requests[1].body["response_format"] == {"type": "json_object"}


async def test_a_page_instead_of_json_is_an_unusable_reply() -> None:
    async with served([FakeReply(body=b"<html>gateway</html>"), chat(GOOD)]) as (_, model):
        completion = await ask(model)
    assert "not a JSON object" in completion.notes[0]


async def test_five_roles_wait_as_asked_and_do_not_retry_in_step() -> None:
    async with served([rate_limited("1")] * 5 + [chat(GOOD)]) as (fake, model):
        started = time.monotonic()
        await asyncio.gather(*(ask(model) for _ in range(5)))
    retried = sorted(request.arrived_s - started for request in fake.requests[5:])
    assert len(retried) == 5
    assert retried[0] >= 1.0
    assert retried[-1] - retried[0] > 0.05
    assert min(later - earlier for earlier, later in itertools.pairwise(retried)) > 0.0005


async def test_retry_after_may_be_a_date() -> None:
    moment = email.utils.formatdate(time.time() + 2, usegmt=True)
    async with served([rate_limited(moment), chat(GOOD)]) as (fake, model):
        await ask(model)
    assert fake.requests[1].arrived_s - fake.requests[0].arrived_s > 0.5


async def test_an_endless_retry_after_is_an_error_at_once() -> None:
    async with served([rate_limited("3600")]) as (fake, model):
        with pytest.raises(LLMError, match="asks to wait 3600 s"):
            await ask(model)
    assert len(fake.requests) == 1


async def test_an_empty_quota_is_not_retried() -> None:
    async with served([failure(429, "insufficient_quota: check your plan")]) as (fake, model):
        with pytest.raises(LLMError, match="429"):
            await ask(model)
    assert len(fake.requests) == 1


async def test_a_refused_key_is_an_error_that_does_not_show_it() -> None:
    async with served([failure(401, "Incorrect API key provided: sk-secret")]) as (fake, model):
        with pytest.raises(LLMError, match="FINSAGENT_LLM_API_KEY") as raised:
            await ask(model)
    assert "sk-secret" not in str(raised.value)
    assert len(fake.requests) == 1


async def test_a_server_without_schemas_is_asked_for_less_and_remembered() -> None:
    def script(request: FakeRequest) -> FakeReply:
        form = request.body.get("response_format")
        return failure(400, f"{form['type']} is not supported") if form else chat(GOOD)

    async with served(script) as (fake, model):
        await ask(model)
        await ask(model)
    forms = [(request.body.get("response_format") or {}).get("type") for request in fake.requests]
    assert forms == ["json_schema", "json_object", None, None]


async def test_a_newer_length_name_is_learnt() -> None:
    def script(request: FakeRequest) -> FakeReply:
        if "max_tokens" in request.body:
            return failure(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return chat(GOOD)

    async with served(script) as (fake, model):
        await ask(model)
    assert fake.requests[-1].body["max_completion_tokens"] == 500


async def test_blocks_are_left_out_where_the_context_is_small() -> None:
    user = Message(role="user", content="Evidence", blocks=tuple(f"number {n} " + "word " * 400 for n in range(9)))
    async with served([chat(GOOD)], context_tokens=2000) as (fake, model):
        completion = await ask(model, [ASK[0], user])
    assert "number 2" in fake.requests[0].prompt
    assert "number 3" not in fake.requests[0].prompt
    assert completion.notes == ("the last 6 of 9 passages were left out: the model's context is 2000.",)


async def test_a_context_smaller_than_was_set_is_learnt_from_the_refusal() -> None:
    def script(request: FakeRequest) -> FakeReply:
        if len(request.prompt) > 4000:
            return failure(400, "This model's maximum context length is 1200 tokens. However, you requested 3000.")
        return chat(GOOD)

    user = Message(role="user", content="Evidence", blocks=("word " * 200,) * 9)
    async with served(script) as (fake, model):
        completion = await ask(model, [ASK[0], user])
        await ask(model, [ASK[0], user])
    assert completion.value == Count(count=3)
    assert "were left out" in completion.notes[0]
    assert len(fake.requests) == 3


async def test_a_prompt_that_the_server_never_takes_is_an_error() -> None:
    user = Message(role="user", content="Evidence", blocks=("word " * 200,) * 9)
    async with served([failure(400, "context size exceeded")]) as (fake, model):
        with pytest.raises(LLMError):
            await ask(model, [ASK[0], user])
    assert 1 < len(fake.requests) < 9


async def test_a_cancelled_call_closes_its_request() -> None:
    async with served([hang()]) as (fake, model):
        task = asyncio.create_task(ask(model))
        while not fake.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(fake.left.wait, 2.0)
    assert len(fake.requests) == 1


async def test_an_endpoint_that_is_not_there_fails_and_is_then_refused_at_once() -> None:
    endpoint = Endpoint(base_url="http://127.0.0.1:9/v1", model="m", retries=0)
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        model = OpenAIChat(endpoint, limiter=Limiter(concurrency=5), client=client)
        for _ in range(5):
            with pytest.raises(LLMError, match="connection"):
                await ask(model)
        with pytest.raises(LLMError, match="in a row"):
            await ask(model)


async def test_an_own_client_is_closed() -> None:
    with FakeEndpoint([chat(GOOD)]) as fake:
        model = OpenAIChat(Endpoint(base_url=fake.base_url, model="m"), limiter=Limiter(concurrency=1))
        assert (await ask(model)).value == Count(count=3)
        await model.close()
        await model.close()


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(SettingsError, match="FINSAGENT_LLM_BASE_URL"):
        Endpoint(base_url="localhost:11434", model="m")


def test_the_key_is_not_shown() -> None:
    assert "sk-1" not in repr(Endpoint(base_url="http://x/v1", model="m", api_key="sk-1"))
