from __future__ import annotations

import json

import pytest
from pydantic import BaseModel

from finsagent.llm.reply import RawReply, ReplyRejectedError, parse_reply, read_response, salvage_reply


class Point(BaseModel):
    name: str
    x: int


class Points(BaseModel):
    points: list[Point]


GOOD = '{"name": "a", "x": 3}'


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n``` as asked",
        f"{GOOD}[1]",
        f"{GOOD}\n\n[1] Form 10-K, page 3",
        f"Sure, {{as asked}}: {GOOD}",
        f'<think>perhaps {{"name": "b", "x": 9}}</think>{GOOD}',
        f'a thought without its opening mark, {{"name": "b", "x": 9}}</think>\n{GOOD}',
        f'<think>first {{"name": "b", "x": 9}}, no: {GOOD}</think>',
        f"<think>never closed {GOOD}",
        '{"name": "a", "x": 3,}',
        '{"name": "a", "x": "3"}',
        f'{{"point": {GOOD}}}',
        f'<tool_call>{{"name": "answer", "arguments": {GOOD}}}</tool_call>',
        f'{{"type": "function", "name": "answer", "parameters": {json.dumps(GOOD)}}}',
        f'{{"note": "first an object of another form"}} {GOOD}',
    ],
)
def test_the_object_is_found_whatever_stands_around_it(content: str) -> None:
    assert parse_reply(RawReply(content=content), Point) == Point(name="a", x=3)


def test_a_line_break_inside_a_string_is_taken() -> None:
    assert parse_reply(RawReply(content='{"name": "a\nb", "x": 3}'), Point).name == "a\nb"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("I can't help with that.", "no JSON object"),
        ("", "no JSON object"),
        (f"<think>as in {GOOD}</think>I can't say.", "no JSON object"),
        ('{"name": "a"}', "x: Field required"),
        ('{"name": "a", "x": 1.5}', "x: Input should be a valid integer"),
        ('{"name": "a", "x": 3', "no JSON object"),
    ],
)
def test_what_can_not_be_used_is_rejected_with_the_reason(content: str, reason: str) -> None:
    with pytest.raises(ReplyRejectedError, match=reason):
        parse_reply(RawReply(content=content), Point)


def test_the_reason_says_that_a_reply_was_cut_off() -> None:
    with pytest.raises(ReplyRejectedError, match="cut off"):
        parse_reply(RawReply(content='{"name": "a', finish_reason="length"), Point)


def test_what_is_complete_of_a_cut_off_object_is_salvaged() -> None:
    raw = RawReply(content='{"points": [{"name": "a", "x": 1}, {"name": "b, [c", "x": 2}, {"name": "d", "x": 34')
    assert salvage_reply(raw, Points) == Points(points=[Point(name="a", x=1), Point(name="b, [c", x=2)])


def test_a_number_at_the_cut_is_never_taken() -> None:
    assert salvage_reply(RawReply(content='{"name": "a", "x": 12'), Point) is None


def test_nothing_is_salvaged_from_prose() -> None:
    assert salvage_reply(RawReply(content="no braces"), Point) is None


def test_deep_nesting_is_rejected_not_a_crash() -> None:
    with pytest.raises(ReplyRejectedError):
        parse_reply(RawReply(content='{"a":' * 5000), Point)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (None, "not a JSON object"),
        ([], "not a JSON object"),
        ({}, "no choices"),
        ({"choices": []}, "no choices"),
        ({"choices": None}, "no choices"),
        ({"choices": ["x"]}, "no choices"),
        ({"error": {"message": "overloaded"}}, "no choices"),
        ({"choices": [{"message": None}]}, "no message"),
        ({"choices": [{"message": {"content": None}}]}, "empty"),
        ({"choices": [{"message": {"content": "", "refusal": "no"}}]}, "refused"),
    ],
)
def test_a_response_without_a_reply_is_named(body: object, problem: str) -> None:
    assert problem in read_response(body).problem


def test_content_null_with_a_tool_call_gives_its_arguments() -> None:
    call = {"function": {"name": "answer", "arguments": GOOD}}
    raw = read_response({"choices": [{"message": {"content": None, "tool_calls": [call]}}]})
    assert parse_reply(raw, Point).x == 3


def test_tool_call_arguments_may_be_an_object() -> None:
    call = {"function": {"name": "answer", "arguments": {"name": "a", "x": 3}}}
    raw = read_response({"choices": [{"message": {"content": "", "tool_calls": [call]}}]})
    assert parse_reply(raw, Point).x == 3


def test_content_may_come_in_parts_or_only_as_reasoning() -> None:
    parts = read_response({"choices": [{"message": {"content": [{"type": "text", "text": GOOD}]}}]})
    reasoning = read_response({"choices": [{"message": {"content": None, "reasoning_content": f"so {GOOD}"}}]})
    assert parse_reply(parts, Point) == parse_reply(reasoning, Point) == Point(name="a", x=3)
