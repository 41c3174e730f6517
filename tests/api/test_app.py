from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import date

import httpx
import jsonschema
import pytest

from finsagent.api.app import create_app
from finsagent.api.examples import ANSWER_EXAMPLE
from finsagent.api.schemas import AskResponse
from finsagent.api.service import Engine
from finsagent.domain import Role
from finsagent.errors import BadQuestionError, EncoderMismatchError, LLMError
from finsagent.settings import Settings
from tests.api.fake_engine import TEXT, FakeEngine


@asynccontextmanager
async def client_of(
    engine: Engine | Callable[[], Engine],
    *,
    settings: Settings | None = None,
    wait_ready: bool = True,
) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(engine if callable(engine) else lambda: engine, settings or Settings())
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        while wait_ready and (await client.get("/ready")).status_code == 503:
            await asyncio.sleep(0.001)
        yield client


def problem_of(response: httpx.Response, status: int, code: str) -> Mapping[str, object]:
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == status
    assert body["code"] == code
    assert body["type"] == f"urn:finsagent:problem:{code}"
    assert body["title"]
    assert body["detail"]
    assert body["instance"] == response.request.url.path
    return dict(body)


async def test_ask_answers_with_everything_that_holds_the_answer() -> None:
    engine = FakeEngine()
    async with client_of(engine) as client:
        response = await client.post("/ask", json={"question": "What were net sales?"})

    assert response.status_code == 200
    body = response.json()
    assert body["answer"] == "Net sales were $1,204.5 million [1]."
    assert body["value"] == {"number": 1204500000, "unit": "USD", "period": "FY2024"}
    assert body["abstained"] is False
    assert body["citations"][0]["quote"] == "Net sales | $1,204.5"
    assert body["citations"][0]["href"] == "/chunks/h24%3AII-8%3A2?start=17&end=37"
    assert body["calculations"][0]["result"] == 0.0579
    assert body["findings"]["quantitative"]["value"]["unit"] == "USD"
    assert body["failures"] == {"legal": {"stage": "find", "reason": "no reply"}}
    assert body["scope"]["fiscal_years"] == [2024]
    assert body["evidence"][0]["roles"] == ["quantitative"]
    assert body["trace"]["stages"] == [{"name": "scope", "ms": 0.5, "counts": {"filings": 1}}]
    assert body["trace"]["notes"] == ["no gate: p = 1"]


async def test_ask_hands_every_limit_to_the_engine() -> None:
    engine = FakeEngine()
    body = {
        "question": "Why?",
        "tickers": ["HALD"],
        "fiscal_years": [2024],
        "forms": ["10-K"],
        "as_of": "2025-03-01",
        "roles": ["market", "general", "market"],
        "evidence_budget": 10,
    }
    async with client_of(engine) as client:
        assert (await client.post("/ask", json=body)).status_code == 200

    asked = engine.asked[0]
    assert asked.tickers == ("HALD",)
    assert asked.fiscal_years == (2024,)
    assert asked.forms == ("10-K",)
    assert asked.as_of == date(2025, 3, 1)
    assert asked.roles == (Role.GENERAL, Role.MARKET)
    assert asked.evidence_budget == 10


async def test_a_citation_opens_at_its_words() -> None:
    async with client_of(FakeEngine()) as client:
        citation = (await client.post("/ask", json={"question": "?"})).json()["citations"][0]
        opened = (await client.get(citation["href"])).json()

    assert opened["quote"] == citation["quote"] == TEXT[17:37]
    assert opened["filing"]["name"] == "Halden Marine Corp 10-K FY2024"
    assert opened["section"] == {
        "id": "h24:II-8",
        "part": "II",
        "item": "8",
        "title": "Financial Statements",
        "status": "present",
    }
    assert opened["page"] == 42
    assert opened["previous"]["text"] == "Net sales rose."
    assert opened["next"]["text"] == "Costs fell."


async def test_a_neighbour_is_never_of_another_filing() -> None:
    async with client_of(FakeEngine()) as client:
        first = (await client.get("/chunks/h24:II-8:1")).json()
        last = (await client.get("/chunks/h24:II-8:3")).json()

    assert first["previous"] is None
    assert first["quote"] is None
    assert last["next"] is None


@pytest.mark.parametrize("query", ["start=3", "start=9&end=3", "start=0&end=9999"])
async def test_a_range_outside_the_section_is_a_problem(query: str) -> None:
    async with client_of(FakeEngine()) as client:
        problem = problem_of(await client.get(f"/chunks/h24:II-8:1?{query}"), 400, "bad_request")
    assert "start" in str(problem["detail"]) or "end" in str(problem["detail"])


async def test_filings_are_filtered_sorted_and_paged() -> None:
    async with client_of(FakeEngine()) as client:
        everything = (await client.get("/filings")).json()
        page = (await client.get("/filings?limit=1&offset=1")).json()
        by_year = (await client.get("/filings?company=halden&fiscal_year=2023&form=10-k")).json()
        by_cik = (await client.get("/filings?company=998")).json()

    assert [filing["id"] for filing in everything["filings"]] == ["a24", "h24", "h23"]
    assert page["total"] == 3
    assert [filing["id"] for filing in page["filings"]] == ["h24"]
    assert [filing["id"] for filing in by_year["filings"]] == ["h23"]
    assert [filing["id"] for filing in by_cik["filings"]] == ["a24"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/question"),
        ({"question": 3}, "#/question"),
        ({"question": "?", "colour": "red"}, "#/colour"),
        ({"question": "?", "roles": ["chef"]}, "#/roles/0"),
        ({"question": "?", "fiscal_years": [24]}, "#/fiscal_years/0"),
        ({"question": "?", "as_of": "yesterday"}, "#/as_of"),
        ({"question": "?", "evidence_budget": 0}, "#/evidence_budget"),
    ],
)
async def test_what_is_wrong_with_a_body_is_pointed_at(body: Mapping[str, object], pointer: str) -> None:
    async with client_of(FakeEngine()) as client:
        problem = problem_of(await client.post("/ask", json=body), 422, "invalid_request")
    assert [error["pointer"] for error in problem["errors"]] == [pointer]  # type: ignore[attr-defined]


@pytest.mark.parametrize("question", ["", "  \n", "x" * 4001])
async def test_an_empty_or_endless_question_is_refused(question: str) -> None:
    engine = FakeEngine()
    async with client_of(engine) as client:
        problem_of(await client.post("/ask", json={"question": question}), 422, "bad_question")
    assert engine.asked == []


async def test_errors_of_routing_and_parsing_are_problems() -> None:
    as_json = {"content-type": "application/json"}
    async with client_of(FakeEngine()) as client:
        problem_of(await client.get("/nowhere"), 404, "not_found")
        problem_of(await client.get("/chunks/none"), 404, "not_found")
        not_allowed = await client.get("/ask")
        problem_of(not_allowed, 405, "method_not_allowed")
        problem_of(await client.post("/ask", content=b"{", headers=as_json), 400, "malformed_json")
        problem_of(await client.post("/ask", content=b"\xff\xfe\x00", headers=as_json), 400, "http_error")
        problem_of(await client.post("/ask", data={"question": "?"}), 415, "not_json")
        problem_of(await client.get("/filings?limit=0"), 422, "invalid_request")
    assert not_allowed.headers["allow"] == "POST"


async def test_a_large_body_is_refused_declared_or_streamed() -> None:
    async def stream() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 4096

    engine = FakeEngine()
    async with client_of(engine) as client:
        problem_of(await client.post("/ask", content=b" " * 70_000), 413, "body_too_large")
        headers = {"content-type": "application/json"}
        problem_of(await client.post("/ask", content=stream(), headers=headers), 413, "body_too_large")
    assert engine.asked == []


@pytest.mark.parametrize(
    ("error", "status", "code", "shown"),
    [
        (BadQuestionError("The question is not in English."), 422, "bad_question", True),
        (LLMError("The endpoint answered 500."), 502, "upstream_failed", True),
        (RuntimeError("secret detail"), 500, "internal_error", False),
        (TimeoutError("of a socket"), 500, "internal_error", False),
    ],
)
async def test_an_error_of_the_engine_is_a_problem(error: Exception, status: int, code: str, *, shown: bool) -> None:
    async with client_of(FakeEngine(error=error)) as client:
        problem = problem_of(await client.post("/ask", json={"question": "?"}), status, code)
    assert (str(error) in str(problem["detail"])) is shown


async def test_not_ready_until_loaded_yet_alive() -> None:
    go = threading.Event()

    def slow() -> Engine:
        go.wait(5)
        return FakeEngine()

    async with client_of(slow, wait_ready=False) as client:
        assert (await client.get("/health")).json()["status"] == "ok"
        loading = await client.get("/ready")
        problem_of(loading, 503, "loading")
        assert loading.headers["retry-after"] == "2"
        problem_of(await client.post("/ask", json={"question": "?"}), 503, "loading")
        go.set()
        while (ready := await client.get("/ready")).status_code == 503:
            await asyncio.sleep(0.001)
        assert ready.json()["filings"] == 3


async def test_an_index_that_cannot_be_loaded_is_named() -> None:
    failures: list[BaseException] = []

    def refuse() -> Engine:
        raise EncoderMismatchError("Built with 'a', served with 'b'.")

    app = create_app(refuse, Settings(), on_failure=failures.append)
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        while not failures:
            await asyncio.sleep(0.001)
        problem = problem_of(await client.get("/ready"), 503, "not_loaded")
    assert "Built with 'a', served with 'b'." in str(problem["detail"])


async def test_health_answers_at_once_while_twenty_questions_run() -> None:
    async with client_of(FakeEngine(wait_s=0.5)) as client:
        questions = [asyncio.create_task(client.post("/ask", json={"question": f"{n}?"})) for n in range(20)]
        await asyncio.sleep(0.05)
        started = asyncio.get_running_loop().time()
        assert (await client.get("/health")).status_code == 200
        assert asyncio.get_running_loop().time() - started < 0.2
        for question in questions:
            question.cancel()


async def test_twenty_questions_at_once_never_mix() -> None:
    async with client_of(FakeEngine(wait_s=0.01)) as client:
        replies = await asyncio.gather(*(client.post("/ask", json={"question": f"{n}?"}) for n in range(20)))
    assert [reply.json()["question"] for reply in replies] == [f"{n}?" for n in range(20)]


async def test_more_questions_than_may_wait_are_refused() -> None:
    settings = Settings(max_questions_at_once=1, max_questions_waiting=2)
    # Long enough that all five are there before the first is answered, however busy the machine is.
    async with client_of(FakeEngine(wait_s=1.0), settings=settings) as client:
        replies = await asyncio.gather(*(client.post("/ask", json={"question": f"{n}?"}) for n in range(5)))
        assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 503, 503]
        refused = next(reply for reply in replies if reply.status_code == 503)
        problem_of(refused, 503, "busy")
        assert refused.headers["retry-after"] == "5"
        assert (await client.post("/ask", json={"question": "later?"})).status_code == 200


async def test_a_question_that_takes_too_long_is_stopped() -> None:
    engine = FakeEngine(wait_s=30)
    async with client_of(engine, settings=Settings(request_timeout_s=0.05)) as client:
        problem_of(await client.post("/ask", json={"question": "?"}), 504, "timeout")
    assert engine.cancelled == 1


async def test_openapi_describes_the_answer_and_the_problems() -> None:
    async with client_of(FakeEngine()) as client:
        document = (await client.get("/openapi.json")).json()

    operation = document["paths"]["/ask"]["post"]
    assert set(operation["responses"]) == {"200", "400", "413", "415", "422", "502", "503", "504"}
    assert "application/problem+json" in operation["responses"]["422"]["content"]
    schemas = document["components"]["schemas"]
    assert schemas["AskRequest"]["examples"][0]["question"]
    resolved = {"$ref": "#/components/schemas/AskResponse", "components": document["components"]}
    jsonschema.validate(ANSWER_EXAMPLE, resolved)
    assert AskResponse.model_validate(ANSWER_EXAMPLE).model_dump(mode="json") == ANSWER_EXAMPLE
