"""Sections -> section summaries: what each titled part is about, in the filing's own words, with no LLM.

A summary holds the place (issuer, form, period, Item), the headings, the row labels of its tables, its most telling
terms (tf-idf against the other parts of the same filing) and its first sentences. It feeds database-aware
decomposition (FinSAgent, arXiv 2607.18102, stage 2).
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from finsagent.domain import Filing, SectionSummary
from finsagent.forms import item_label
from finsagent.text import STOPWORDS
from indexer.sections import PlacedBlock, PlacedSection

_MIN_CHARS = 1200
_MAX_CHARS = 9000
_WORD = re.compile(r"[A-Za-z][A-Za-z'&-]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_TELLING_TERMS = 14
_ROW_LABELS = 14
_COMMON = STOPWORDS | {
    "company",
    "may",
    "also",
    "including",
    "see",
    "note",
    "million",
    "billion",
    "years",
    "year",
    "ended",
}


@dataclass(slots=True)
class _Span:
    section: PlacedSection
    blocks: list[PlacedBlock]

    @property
    def chars(self) -> int:
        return sum(piece.end - piece.start for piece in self.blocks)


def summarise(sections: Sequence[PlacedSection], filing: Filing) -> list[SectionSummary]:
    """Summarise every titled part of every section of one filing."""
    spans = [span for section in sections for span in _spans(section)]
    bags = [_terms(span) for span in spans]
    documents = Counter(term for bag in bags for term in bag)
    result = []
    for number, (span, bag) in enumerate(zip(spans, bags, strict=True)):
        section = span.section.section
        telling = sorted(
            bag,
            key=lambda term: (-bag[term] * math.log((1 + len(spans)) / documents[term]) * (1 + (" " in term)), term),
        )[:_TELLING_TERMS]
        headings = [piece.block.text for piece in span.blocks if piece.block.kind == "heading"][:8]
        title = headings[0] if headings else section.title
        parts = (
            f"{filing.name}, {item_label(filing.form, section.part, section.item)} {section.title}".replace(
                ",  ", ", "
            ),
            " / ".join(dict.fromkeys(text[:90] for text in headings)),
            "; ".join(_row_labels(span)),
            ", ".join(telling),
            _opening(span),
        )
        result.append(
            SectionSummary(
                id=f"{section.id}~{number:04d}",
                section=section.id,
                filing=filing.id,
                title=title[:160],
                text="\n".join(part for part in parts if part),
                start=span.blocks[0].start,
                end=span.blocks[-1].end,
            )
        )
    return result


def _spans(placed: PlacedSection) -> list[_Span]:
    """Cut a section at its headings into parts that are neither too small to say much nor too large to point at."""
    spans: list[_Span] = []
    for piece in placed.blocks:
        if not piece.evidence:
            continue
        last = spans[-1] if spans else None
        opens = piece.block.kind == "heading" and last is not None and last.chars >= _MIN_CHARS
        if last is None or opens or last.chars >= _MAX_CHARS:
            spans.append(_Span(section=placed, blocks=[piece]))
        else:
            last.blocks.append(piece)
    return spans


def _terms(span: _Span) -> Counter[str]:
    bag: Counter[str] = Counter()
    for piece in span.blocks:
        words = [word.lower() for word in _WORD.findall(piece.block.text)]
        bag.update(word for word in words if word not in _COMMON and len(word) > 2)
        bag.update(f"{a} {b}" for a, b in itertools.pairwise(words) if a not in _COMMON and b not in _COMMON)
    return bag


def _row_labels(span: _Span) -> list[str]:
    labels: list[str] = []
    for piece in span.blocks:
        if piece.block.kind != "table":
            continue
        for line in piece.block.text.split("\n")[piece.block.header_rows :]:
            label = line.split("|", 1)[0].strip()
            if 3 < len(label) < 70 and label not in labels:
                labels.append(label)
    step = max(1, len(labels) // _ROW_LABELS)
    return labels[::step][:_ROW_LABELS]


def _opening(span: _Span) -> str:
    for piece in span.blocks:
        if piece.block.kind == "paragraph" and len(piece.block.text) > 60:
            return " ".join(_SENTENCE.split(piece.block.text)[:2])[:360]
    return ""
