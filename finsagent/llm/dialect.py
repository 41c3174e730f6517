"""What an OpenAI-compatible server takes, and how to ask again when it refuses a part of a request.

Servers differ in three things that matter here: the response format (a JSON schema, any JSON object, or none), the
name of the reply's length limit, and whether the temperature may be set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel

from finsagent.llm.chat import Message

ResponseFormat = Literal["json_schema", "json_object", "none"]

_WEAKER: dict[ResponseFormat, ResponseFormat] = {"json_schema": "json_object", "json_object": "none"}
_FORMAT_WORDS = re.compile(r"response.?format|json.?schema|json.?object|schema|grammar|structured|guided", re.I)
_CONTEXT_WORDS = re.compile(
    r"context.{0,20}(length|size|window)|maximum context|too (long|many tokens)|prompt_too_long"
    r"|max_(completion_)?tokens must be at least|reduce the length|exceed_context",
    re.I,
)
_CONTEXT_SIZE = re.compile(
    r"(?:maximum context length (?:is|of)|context (?:size|window|length)(?: is| of)?|\"?n_ctx\"?)\s*:?\s*\(?(\d{3,8})",
    re.I,
)
_UNSUPPORTED_KEYWORDS = frozenset(
    [
        "title",
        "default",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
        "pattern",
        "format",
    ]
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """The parts of a request that differ by server."""

    response_format: ResponseFormat = "json_schema"
    length_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


def request_body(
    dialect: Dialect, *, model: str, messages: Sequence[Message], max_tokens: int, schema: type[BaseModel]
) -> dict[str, object]:
    """Build the JSON body of a chat completion."""
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.text} for message in messages],
        dialect.length_name: max_tokens,
        "stream": False,
    }
    if dialect.temperature:
        body["temperature"] = 0
    if dialect.response_format == "json_object":
        body["response_format"] = {"type": "json_object"}
    elif dialect.response_format == "json_schema":
        definition = {"name": schema.__name__, "strict": True, "schema": strict_schema(schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": definition}
    return body


def adapted(dialect: Dialect, *, status: int, error: str) -> Dialect | None:
    """The dialect to try next after a refusal, or None if the refusal is not about the dialect."""
    if status in (400, 422):
        if dialect.length_name == "max_tokens" and "max_completion_tokens" in error:
            return replace(dialect, length_name="max_completion_tokens")
        if dialect.temperature and "temperature" in error.lower():
            return replace(dialect, temperature=False)
    weaker = _WEAKER.get(dialect.response_format)
    about_format = _FORMAT_WORDS.search(error) is not None
    # A bare 400 or 422 names no reason; the response format is what servers lack most often.
    if weaker and (status in (400, 422) or (about_format and status in (404, 415, 500, 501))):
        return replace(dialect, response_format=weaker)
    return None


def context_refused(*, status: int, error: str) -> bool:
    """Whether the server refused a request because prompt and reply do not fit into its context."""
    return status in (400, 413, 422, 500) and _CONTEXT_WORDS.search(error) is not None


def context_size(error: str) -> int | None:
    """The size of the context in tokens, if the refusal names it."""
    found = _CONTEXT_SIZE.search(error)
    return int(found.group(1)) if found else None


def strict_schema(model: type[BaseModel]) -> dict[str, object]:
    """The model's JSON schema as strict servers want it.

    Every property is required, no other is allowed, and the keywords that servers refuse are left out: pydantic
    checks those limits in the reply.
    """
    return _strict_object(model.model_json_schema())


def _strict(node: object) -> object:
    if isinstance(node, list):
        return [_strict(part) for part in node]
    return _strict_object(node) if isinstance(node, Mapping) else node


def _strict_object(node: Mapping[str, object]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in node.items():
        if key in ("properties", "$defs") and isinstance(value, Mapping):
            result[key] = {name: _strict(part) for name, part in value.items()}
        elif key not in _UNSUPPORTED_KEYWORDS:
            result[key] = _strict(value)
    properties = result.get("properties")
    if isinstance(properties, dict):
        result["required"] = list(properties)
        result["additionalProperties"] = False
    return result
