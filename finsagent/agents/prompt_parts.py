"""The parts that an analyst's prompts share: the scope in words, and passages and summaries as data blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from finsagent.domain import Evidence, Scope, SectionSummary
from finsagent.llm.prompts import data_block, escape

_MOST_FILINGS = 8
_MARKER = re.compile(r"\s*\[\s*c?\d+(?:\s*,\s*c?\d+)*\s*\]")


def scope_words(scope: Scope, documents: Mapping[str, str]) -> str:
    """What the question was resolved to, a line each. `documents` maps filing ids to their names."""
    named = [documents.get(filing, filing) for filing in (scope.primary or scope.filings)[:_MOST_FILINGS]]
    lines = [f"- filing: {name}" for name in named]
    if scope.fiscal_years:
        lines.append("- fiscal years: " + ", ".join(str(year) for year in scope.fiscal_years))
    if scope.fiscal_periods:
        lines.append("- fiscal periods: " + ", ".join(scope.fiscal_periods))
    if scope.dates:
        lines.append("- dates: " + ", ".join(day.isoformat() for day in scope.dates))
    lines.extend(f"- {note}" for note in scope.notes)
    return escape("\n".join(lines)) or "- every filing of the index"


def evidence_blocks(evidence: Sequence[Evidence], documents: Mapping[str, str]) -> list[str]:
    """The passages as numbered data blocks, in the order given."""
    blocks = []
    for passage in evidence:
        source = [documents.get(passage.filing, passage.filing)]
        source.append(f"Item {passage.item} {passage.title}".strip() if passage.item else passage.title)
        if passage.page is not None:
            source.append(f"page {passage.page}")
        if passage.caption:
            source.append(passage.caption)
        text = passage.text
        if passage.columns and passage.columns not in text:
            text = f"(column heads, not to be quoted: {passage.columns})\n{text}"
        blocks.append(data_block("evidence", text, number=passage.id, source=", ".join(filter(None, source))))
    return blocks


def summary_blocks(summaries: Sequence[SectionSummary], documents: Mapping[str, str]) -> list[str]:
    """The section summaries as numbered data blocks, best first."""
    return [
        data_block(
            "summary",
            summary.text,
            number=str(number),
            source=f"{documents.get(summary.filing, summary.filing)}, {summary.title}",
        )
        for number, summary in enumerate(summaries, start=1)
    ]


def without_markers(text: str) -> str:
    """A model's sentence without citation marks like "[3]" or "[99]": citations are kept apart from the words."""
    return " ".join(_MARKER.sub("", text).split())
