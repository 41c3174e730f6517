"""Lets an LLM write the section summaries, by setting. One that it fails to write stays as it was made without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from finsagent.domain import SectionSummary
from finsagent.errors import LLMError
from finsagent.llm.chat import ChatModel
from finsagent.llm.prompts import data_block, escape, load_prompt
from indexer.parse import ParsedFiling

_MAX_CHARS = 9000


class SummaryReply(BaseModel):
    """What the model must reply."""

    summary: str = Field(min_length=20, max_length=2000)


async def rewrite(
    parsed: Sequence[ParsedFiling], chat: ChatModel, *, progress: Callable[[int, int], None]
) -> tuple[list[ParsedFiling], int]:
    """Replace the text of every summary by the model's, keeping its first line (issuer, form, period, Item).

    Returns:
        The filings in order, and how many summaries the model failed to write.
    """
    total = sum(len(item.summaries) for item in parsed)
    done = failed = 0
    result = []
    for item in parsed:
        texts = {section.id: section.text for section in item.sections}
        written = await asyncio.gather(*(_write(summary, texts[summary.section], chat) for summary in item.summaries))
        failed += sum(new is None for new in written)
        done += len(written)
        progress(done, total)
        summaries = tuple(new or old for new, old in zip(written, item.summaries, strict=True))
        result.append(replace(item, summaries=summaries))
    return result, failed


async def _write(summary: SectionSummary, text: str, chat: ChatModel) -> SectionSummary | None:
    place = summary.text.split("\n", 1)[0]
    part = text[summary.start : summary.end][:_MAX_CHARS]
    messages = load_prompt("summarise").messages(
        {"place": escape(place), "title": escape(summary.title)},
        blocks=[data_block("part", part, number="1", source=place)],
    )
    try:
        completion = await chat.complete(messages, schema=SummaryReply)
    except LLMError:
        return None
    return replace(summary, text=f"{place}\n{' '.join(completion.value.summary.split())}")
