"""Runs an evaluation suite over an index and writes its records and summary.

The retrieval figures here are FinanceBench's: page macro-recall and document recall with no document given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from finsagent.artifacts import write_bytes
from finsagent.domain import Answer, Question
from finsagent.engine import Engine
from finsagent.errors import CallerError
from finsagent.evaluation.cases import Case, load_financebench, load_sample
from finsagent.evaluation.metrics.citation_opens import citation_opens
from finsagent.evaluation.metrics.document_recall import document_recall
from finsagent.evaluation.metrics.page_recall import PassagePages, page_recall
from finsagent.evaluation.metrics.rightness import is_right
from finsagent.settings import load_settings
from finsagent.wiring import build_engine

_SUITES = {"financebench": load_financebench, "sample": load_sample}
_DEPTHS = (35, 10, 5)


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """What came of one case."""

    case: Case
    answer: Answer | None
    error: str | None
    seconds: float
    passages: tuple[PassagePages, ...]
    closed_citations: int = 0
    """Citations that do not open at their words."""

    @property
    def right(self) -> bool | None:
        """Whether the answer is right, None where no rule judges it or the case failed."""
        if self.answer is None:
            return None
        return is_right(
            abstained=self.answer.abstained,
            should_abstain=self.case.abstains,
            value=self.answer.value.number if self.answer.value else None,
            gold=self.case.value,
            text=self.answer.text,
            key_points=self.case.key_points,
        )

    def recall(self, k: int) -> float | None:
        """Page recall of the first k passages, None for a case without gold pages."""
        if not self.case.pages:
            return None
        return page_recall([(p.document, p.page) for p in self.case.pages], self.passages, k=k)

    @property
    def found_document(self) -> float:
        """Whether the right document is among the first ten passages' documents."""
        return document_recall(self.case.document, [p.document for p in self.passages], k=10)


def main(arguments: Sequence[str]) -> int:
    """`finsagent eval SUITE`: run, print the summary, write it to --out. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="finsagent eval", description=__doc__)
    parser.add_argument("suite", choices=sorted(_SUITES))
    parser.add_argument("--index", type=Path, default=None)
    parser.add_argument("--data", type=Path, default=None, help="folder with the suites' data; else FINSAGENT_DATA")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--out", type=Path, default=None, help="folder for records.jsonl and summary.json")
    given = parser.parse_args(list(arguments))
    console = Console()
    cases = _SUITES[given.suite](_data(given.data))[: given.limit]
    engine = build_engine(load_settings(index=given.index))
    try:
        records = asyncio.run(_run(engine, cases, console))
    finally:
        engine.close()
    summary = summarise(records)
    _show(console, given.suite, summary)
    if given.out:
        _save(given.out, records, summary)
    return 0


def summarise(records: Sequence[Record]) -> dict[str, float | int]:
    """The figures of a run: recalls are macro-averages over its questions."""
    if not records:
        raise CallerError("No case to run. Give a larger --limit.")
    times = sorted(record.seconds for record in records)
    figures: dict[str, float | int] = {"questions": len(records), "failed": sum(r.error is not None for r in records)}
    for k in _DEPTHS:
        recalls = [recall for r in records if (recall := r.recall(k)) is not None]
        if recalls:
            figures[f"page_recall_at_{k}"] = round(statistics.fmean(recalls), 4)
    documents = [r.found_document for r in records if r.case.document]
    figures["document_recall_at_10"] = round(statistics.fmean(documents), 4)
    judged = [r for r in records if (r.case.value is not None or r.case.key_points or r.case.abstains)]
    if judged:
        figures["judged"], figures["right"] = len(judged), sum(r.right is True for r in judged)
    figures["citations_that_do_not_open"] = sum(r.closed_citations for r in records)
    figures["abstained"] = sum(r.answer is not None and r.answer.abstained for r in records)
    figures["seconds_p50"] = round(times[len(times) // 2], 3)
    figures["seconds_p95"] = round(times[min(len(times) - 1, int(0.95 * len(times)))], 3)
    return figures


async def _run(engine: Engine, cases: Sequence[Case], console: Console) -> list[Record]:
    sources = {filing.id: Path(filing.source).stem for filing in engine.catalogue.filings}
    records = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("asking", total=len(cases))
        for case in cases:
            records.append(await _record(engine, case, sources))
            progress.advance(task)
    return records


async def _record(engine: Engine, case: Case, sources: dict[str, str]) -> Record:
    """The containment point of a case: one that fails is a record with its error."""
    start = time.perf_counter()
    try:
        answer = await engine.ask(Question(text=case.question))
    except Exception as error:
        spent = time.perf_counter() - start
        return Record(case=case, answer=None, error=f"{type(error).__name__}: {error}", seconds=spent, passages=())
    passages = tuple(PassagePages(document=sources[e.filing], first=e.page, last=e.page_end) for e in answer.evidence)
    closed = sum(
        not citation_opens(c.quote, engine.bundle.store.section(c.section).text, start=c.start, end=c.end)
        for c in answer.citations
    )
    return Record(
        case=case,
        answer=answer,
        error=None,
        seconds=time.perf_counter() - start,
        passages=passages,
        closed_citations=closed,
    )


def _data(given: Path | None) -> Path:
    named = given or (Path(os.environ["FINSAGENT_DATA"]) if os.environ.get("FINSAGENT_DATA") else None)
    if named is None:
        raise CallerError("No data folder. Give --data DIR or set FINSAGENT_DATA.")
    return named


def _show(console: Console, suite: str, summary: dict[str, float | int]) -> None:
    table = Table(title=suite, show_header=False)
    for name, value in summary.items():
        table.add_row(name, f"{value:.3f}" if isinstance(value, float) else str(value))
    console.print(table)


def _save(out: Path, records: Sequence[Record], summary: dict[str, float | int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    lines = []
    for record in records:
        answer = record.answer
        lines.append(
            json.dumps(
                {
                    "id": record.case.id,
                    "kind": record.case.kind,
                    "question": record.case.question,
                    "gold": record.case.answer,
                    "document": record.case.document,
                    "gold_pages": [p.page for p in record.case.pages],
                    "answer": answer.text if answer else None,
                    "value": str(answer.value.number) if answer and answer.value else None,
                    "unit": answer.value.unit if answer and answer.value else None,
                    "abstained": answer.abstained if answer else None,
                    "reason": answer.reason if answer else None,
                    "confidence": answer.confidence if answer else None,
                    "error": record.error,
                    "right": record.right,
                    "recall_at_35": record.recall(35),
                    "recall_at_10": record.recall(10),
                    "found_document": record.found_document,
                    "pages": [[p.document, p.first, p.last] for p in record.passages],
                    "citations": [[c.document, c.item, c.page, c.quote] for c in answer.citations] if answer else [],
                    "seconds": round(record.seconds, 3),
                },
                ensure_ascii=False,
            )
        )
    write_bytes(out / "records.jsonl", ("\n".join(lines) + "\n").encode())
    write_bytes(out / "summary.json", (json.dumps(summary, indent=1) + "\n").encode())
