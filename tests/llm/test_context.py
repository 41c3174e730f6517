from __future__ import annotations

import pytest

from finsagent.errors import LLMError
from finsagent.llm.chat import Message
from finsagent.llm.context import estimate_tokens, fit


def _messages(blocks: int) -> list[Message]:
    return [
        Message(role="system", content="word " * 10),
        Message(role="user", content="head", blocks=("word " * 50,) * blocks, tail="question"),
    ]


def test_digits_and_marks_count_one_each_and_words_by_letters() -> None:
    # "Net" 1, "sales" 1, "$" 1, "1,577" 5, line feed 1, "depreciation" (12 letters) 3
    assert estimate_tokens("Net sales $1,577\ndepreciation") == 12
    assert estimate_tokens("") == 0


def test_a_prompt_that_fits_is_left_as_it_is() -> None:
    messages = _messages(3)
    fitted = fit(messages, context_tokens=1000, max_tokens=200)
    assert list(fitted.messages) == messages
    assert (fitted.max_tokens, fitted.kept, fitted.dropped) == (200, 3, 0)


def test_the_last_blocks_are_left_out_first() -> None:
    # Fixed: 8 + 10 and 8 + 1 + 2 = 29 tokens; a block takes 51. Room is 300 - 100 = 200: three blocks (182) fit.
    fitted = fit(_messages(10), context_tokens=300, max_tokens=100)
    assert (fitted.kept, fitted.dropped) == (3, 7)
    assert len(fitted.messages[1].blocks) == 3
    assert fitted.max_tokens == 100


def test_the_reply_is_clamped_to_what_the_prompt_leaves() -> None:
    fitted = fit(_messages(1), context_tokens=200, max_tokens=4000)
    assert fitted.max_tokens == 200 - 29 - 51


def test_a_prompt_that_can_not_fit_is_an_error_that_says_what_to_set() -> None:
    with pytest.raises(LLMError, match="FINSAGENT_LLM_CONTEXT_TOKENS"):
        fit(_messages(1), context_tokens=100, max_tokens=100)


def test_a_messages_text_is_its_parts_apart_by_empty_lines() -> None:
    message = Message(role="user", content="a", blocks=("b", "c"), tail="d")
    assert message.text == "a\n\nb\n\nc\n\nd"
    assert Message(role="user", content="a").text == "a"
