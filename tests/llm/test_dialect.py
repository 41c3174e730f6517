from __future__ import annotations

from typing import Literal

import pytest
from pydantic import BaseModel, Field

from finsagent.llm.chat import Message
from finsagent.llm.dialect import Dialect, adapted, context_refused, context_size, request_body, strict_schema


class Inner(BaseModel):
    title: str = ""
    kind: Literal["a", "b"] | None = None


class Outer(BaseModel):
    parts: list[Inner]
    share: float = Field(default=0.0, ge=0, le=1)


def test_a_strict_schema_requires_everything_and_allows_nothing_else() -> None:
    schema = strict_schema(Outer)
    assert schema["required"] == ["parts", "share"]
    assert schema["additionalProperties"] is False
    assert schema["properties"] == {
        "parts": {"items": {"$ref": "#/$defs/Inner"}, "type": "array"},
        "share": {"type": "number"},
    }
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    assert definitions["Inner"]["required"] == ["title", "kind"]
    assert definitions["Inner"]["properties"]["title"] == {"type": "string"}


def test_a_body_follows_the_dialect() -> None:
    messages = [Message(role="user", content="a", blocks=("b",))]
    body = request_body(Dialect(), model="m", messages=messages, max_tokens=7, schema=Inner)
    assert body["messages"] == [{"role": "user", "content": "a\n\nb"}]
    assert (body["max_tokens"], body["temperature"]) == (7, 0)
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "Inner", "strict": True, "schema": strict_schema(Inner)},
    }
    plain = Dialect(response_format="none", length_name="max_completion_tokens", temperature=False)
    body = request_body(plain, model="m", messages=messages, max_tokens=7, schema=Inner)
    assert set(body) == {"model", "messages", "max_completion_tokens", "stream"}


@pytest.mark.parametrize(
    ("status", "error", "expected"),
    [
        (400, "Unsupported value: response_format json_schema", Dialect(response_format="json_object")),
        (400, "Bad Request", Dialect(response_format="json_object")),
        (500, "failed to parse grammar", Dialect(response_format="json_object")),
        (
            400,
            "'max_tokens' is not supported, use 'max_completion_tokens'",
            Dialect(length_name="max_completion_tokens"),
        ),
        (400, "temperature does not support 0 with this model", Dialect(temperature=False)),
        (401, "bad key", None),
        (500, "internal error", None),
    ],
)
def test_a_refusal_leads_to_the_next_dialect(status: int, error: str, expected: Dialect | None) -> None:
    assert adapted(Dialect(), status=status, error=error) == expected


def test_without_a_format_there_is_nothing_weaker() -> None:
    assert adapted(Dialect(response_format="none"), status=400, error="Bad Request") is None


@pytest.mark.parametrize(
    ("status", "error", "size"),
    [
        (400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens", 4096),
        (400, "request (4390 tokens) exceeds the available context size (2048 tokens), try increasing it", 2048),
        (500, '{"message": "Context size has been exceeded.", "n_prompt_tokens": 1407, "n_ctx": 256}', 256),
        (400, "max_tokens must be at least 1, got -186.", None),
        (400, "Requested tokens (2285) exceed context window of 2048", 2048),
    ],
)
def test_a_context_that_is_too_small_is_recognised(status: int, error: str, size: int | None) -> None:
    assert context_refused(status=status, error=error)
    assert context_size(error) == size


def test_other_refusals_do_not_speak_of_the_context() -> None:
    assert not context_refused(status=400, error="Unsupported parameter: 'max_tokens'")
    assert not context_refused(status=401, error="context length")
