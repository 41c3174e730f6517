"""Fits a prompt into a context window: estimates tokens, leaves out the last data blocks, clamps the reply's length.

The estimate needs no tokenizer of the model and is meant to be too high rather than too low: many models spend one
token on each digit, and filings are full of digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from finsagent.errors import LLMError
from finsagent.llm.chat import Message

_PIECE = re.compile(r"[A-Za-z]+|\d|[^\sA-Za-z\d]|\n+")
_LETTERS_PER_TOKEN = 5
_MESSAGE_TOKENS = 8
"""What a chat template adds around a message."""
_SMALLEST_REPLY = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitted:
    """A prompt that fits, how long its reply may be, and how many of its blocks were left out."""

    messages: tuple[Message, ...]
    max_tokens: int
    kept: int
    dropped: int


def estimate_tokens(text: str) -> int:
    """Estimate from above how many tokens a model spends on a text: one a digit or mark, one for five letters."""
    return sum(
        -(-len(piece) // _LETTERS_PER_TOKEN) if piece[0].isascii() and piece[0].isalpha() else 1
        for piece in _PIECE.findall(text)
    )


def fit(messages: Sequence[Message], *, context_tokens: int, max_tokens: int) -> Fitted:
    """Leave out the last blocks until prompt and reply fit together into the context.

    Up to half of the context is kept free for the reply; what the prompt leaves over is the reply's limit.

    Raises:
        LLMError: the prompt does not fit even with one block (or has none to leave out).
    """
    room = context_tokens - min(max_tokens, context_tokens // 2)
    fixed = 0
    blocks: list[int] = []
    for message in messages:
        fixed += _MESSAGE_TOKENS + estimate_tokens(message.content) + estimate_tokens(message.tail)
        blocks.extend(estimate_tokens(block) + 1 for block in message.blocks)
    kept = len(blocks)
    while kept > 1 and fixed + sum(blocks[:kept]) > room:
        kept -= 1
    prompt_tokens = fixed + sum(blocks[:kept])
    left = context_tokens - prompt_tokens
    if left < min(max_tokens, _SMALLEST_REPLY):
        raise LLMError(
            f"the prompt needs about {prompt_tokens} tokens and the model's context holds {context_tokens}: "
            "set FINSAGENT_LLM_CONTEXT_TOKENS to what the model really takes, or serve it with a larger context."
        )
    return Fitted(
        messages=_with_blocks(messages, kept),
        max_tokens=min(max_tokens, left),
        kept=kept,
        dropped=len(blocks) - kept,
    )


def _with_blocks(messages: Sequence[Message], kept: int) -> tuple[Message, ...]:
    fitted: list[Message] = []
    for message in messages:
        fitted.append(replace(message, blocks=message.blocks[:kept]))
        kept -= len(fitted[-1].blocks)
    return tuple(fitted)
