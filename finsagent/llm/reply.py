"""Turns what a server sends into one object of a schema, whatever the model wrapped it in.

Knows code fences, words or "[1]" around the object, thoughts in <think> (also with the object inside), tool calls
(as such, or written as text), a wrapper key, and objects that were cut off. It never guesses a value: from an object
that was cut off it takes complete members only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from finsagent.llm.chat import Reply

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>(.*?)</\1>", re.S | re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.I)
_COMMA_BEFORE_END = re.compile(r",(\s*[}\]])")
_DECODER = json.JSONDecoder(strict=False)
_MOST_OBJECTS = 32
_MOST_CUTS = 200


class ReplyRejectedError(ValueError):
    """No object in a reply fits the schema. The message says why, for the model that is asked to repair it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RawReply:
    """The texts of a reply in which the object may stand, most likely first."""

    content: str = ""
    arguments: tuple[str, ...] = ()
    reasoning: str = ""
    finish_reason: str = ""
    problem: str = ""

    @property
    def cut_off(self) -> bool:
        """Whether the reply ended at its length limit."""
        return self.finish_reason in ("length", "max_tokens")


def read_response(body: object) -> RawReply:
    """Read the body of a chat completion; anything amiss is named in `problem`, never raised."""
    if not isinstance(body, dict):
        return RawReply(problem="the response is not a JSON object")
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return RawReply(problem="the response has no choices")
    finish_reason = str(choices[0].get("finish_reason") or "")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        return RawReply(problem="the response has no message", finish_reason=finish_reason)
    raw = RawReply(
        content=_words(message.get("content")),
        arguments=tuple(_arguments(message)),
        reasoning=_words(message.get("reasoning_content") or message.get("reasoning")),
        finish_reason=finish_reason,
    )
    if raw.content or raw.arguments or raw.reasoning:
        return raw
    why = "the model refused to answer" if message.get("refusal") else "the reply is empty"
    return RawReply(problem=why, finish_reason=finish_reason)


def parse_reply(raw: RawReply, schema: type[Reply]) -> Reply:
    """The first object in the reply that fits the schema.

    Raises:
        ReplyRejectedError: none does.
    """
    if raw.problem:
        raise ReplyRejectedError(raw.problem)
    reason = "the reply holds no JSON object"
    for number, candidate in enumerate(_objects(raw)):
        if number >= _MOST_OBJECTS:
            break
        for shape in _shapes(candidate):
            try:
                return schema.model_validate(shape)
            except ValidationError as error:
                if number == 0 and shape is candidate:
                    reason = _explain(error)
    if raw.cut_off:
        reason = f"the reply was cut off at its length limit ({reason})"
    raise ReplyRejectedError(reason)


def salvage_reply(raw: RawReply, schema: type[Reply]) -> Reply | None:
    """What is complete of an object that was cut off, if that alone fits the schema."""
    answer, _ = _split_thoughts(raw.content)
    for text in (answer, *raw.arguments):
        start = text.find("{")
        if start < 0:
            continue
        for closed in _closed(text[start:]):
            try:
                return schema.model_validate(_DECODER.decode(closed))
            except (ValidationError, json.JSONDecodeError, RecursionError):
                continue
    return None


def _words(content: object) -> str:
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "\n".join(part for part in parts if isinstance(part, str)).strip()
    return ""


def _arguments(message: dict[str, object]) -> Iterator[str]:
    calls = message.get("tool_calls")
    functions = [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    for function in (*functions, message.get("function_call")):
        arguments = function.get("arguments") if isinstance(function, dict) else None
        if isinstance(arguments, dict):
            yield json.dumps(arguments)
        elif isinstance(arguments, str) and arguments.strip():
            yield arguments


def _objects(raw: RawReply) -> Iterator[dict[str, object]]:
    answer, thoughts = _split_thoughts(raw.content)
    for text in (answer, *raw.arguments):
        yield from _scan(text)
    if answer or raw.arguments:
        return  # what was said beside the thoughts counts; an object in them may be a draft or the prompt's example
    for thought in (thoughts, raw.reasoning):
        yield from reversed(list(_scan(thought)))


def _split_thoughts(content: str) -> tuple[str, str]:
    """Part a reply from its thoughts. Some templates leave out the opening mark, and a cut may lose the closing one."""
    thoughts = [match.group(2) for match in _THOUGHT.finditer(content)]
    answer = _THOUGHT.sub("\n", content)
    end = _THOUGHT_END.search(answer)
    if end:
        thoughts.insert(0, answer[: end.start()])
        answer = answer[end.end() :]
    start = _THOUGHT_START.search(answer)
    if start:
        thoughts.append(answer[start.end() :])
        answer = answer[: start.start()]
    return answer.strip(), "\n".join(thoughts)


def _scan(text: str) -> Iterator[dict[str, object]]:
    """The outermost JSON objects that stand in a text, in order."""
    position = text.find("{")
    while position >= 0:
        value, end = _decode(text, position)
        if isinstance(value, dict):
            yield value
        position = text.find("{", max(end, position + 1))


def _decode(text: str, position: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except (json.JSONDecodeError, RecursionError):
        pass
    rest = text[position:]
    mended = _COMMA_BEFORE_END.sub(r"\1", rest)
    if mended == rest:
        return None, position
    try:
        value, end = _DECODER.raw_decode(mended)
    except (json.JSONDecodeError, RecursionError):
        return None, position
    # Mending only takes characters away, so the object reaches at least this far in the text.
    return value, position + end


def _shapes(candidate: dict[str, object]) -> Iterator[object]:
    """The object itself, then what it wraps: a tool call written as text, or one key around the whole."""
    yield candidate
    for key in ("arguments", "parameters", "input"):
        inner = candidate.get(key)
        if isinstance(inner, str):
            inner = next(_scan(inner), None)
        if isinstance(inner, dict):
            yield inner
    if len(candidate) == 1:
        (only,) = candidate.values()
        if isinstance(only, dict):
            yield only


def _closed(text: str) -> Iterator[str]:
    """The text cut after ever fewer complete members, with its open brackets closed; the longest first."""
    ends: list[tuple[int, str]] = []
    open_brackets: list[str] = []
    in_string = escaped = False
    for position, character in enumerate(text):
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "{[":
            open_brackets.append("}" if character == "{" else "]")
        elif character in "}]" and open_brackets:
            open_brackets.pop()
            ends.append((position + 1, "".join(reversed(open_brackets))))
        elif character == "," and open_brackets:
            ends.append((position, "".join(reversed(open_brackets))))
    for end, closing in reversed(ends[-_MOST_CUTS:]):
        yield text[:end] + closing


def _explain(error: ValidationError) -> str:
    """The first faults in words, without the values: they may be as long as the reply."""
    faults = [
        f"{'.'.join(str(part) for part in fault['loc']) or 'object'}: {fault['msg']}" for fault in error.errors()[:4]
    ]
    return "; ".join(faults)
