"""A case of an evaluation suite, whatever its source: the question, the right answer and where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from finsagent.errors import DataError


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldPage:
    """A page that holds evidence: the document's name (its file's stem) and the 1-based page."""

    document: str
    page: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One question with its gold. `pages` are all pages that its evidence stands on.

    `value` is the right number in base units (percents as 12.3), `key_points` what a right answer in prose must say,
    each as alternatives in lower case; `abstains` marks a question that nothing indexed answers.
    """

    id: str
    question: str
    answer: str
    kind: str
    document: str
    pages: tuple[GoldPage, ...] = ()
    value: Decimal | None = None
    key_points: tuple[tuple[str, ...], ...] = ()
    abstains: bool = False


def load_financebench(data: Path) -> list[Case]:
    """Load FinanceBench's published layout (`financebench/questions.jsonl`; its page numbers count from 0).

    Raises:
        DataError: the file is missing or a line is not as published.
    """
    cases = []
    for path, number, row in _lines(data / "financebench" / "questions.jsonl"):
        try:
            pages = {
                GoldPage(document=str(e.get("doc_name") or row["doc_name"]), page=int(e["evidence_page_num"]) + 1)
                for e in row["evidence"]
            }
            cases.append(
                Case(
                    id=str(row["financebench_id"]),
                    question=str(row["question"]),
                    answer=str(row["answer"]),
                    kind=str(row["question_type"]),
                    document=str(row["doc_name"]),
                    pages=tuple(sorted(pages, key=lambda p: (p.document, p.page))),
                )
            )
        except _WRONG as error:
            raise DataError(f"{path}, line {number}: {error!r}. Each line must be a FinanceBench question.") from error
    return cases


def load_sample(data: Path) -> list[Case]:
    """Load the questions of the sample corpus (`questions.jsonl`), or anyone's own in that layout.

    Raises:
        DataError: the file is missing or a line is not in the layout.
    """
    cases = []
    for path, number, row in _lines(data / "questions.jsonl"):
        try:
            cases.append(
                Case(
                    id=str(row["id"]),
                    question=str(row["question"]),
                    answer=str(row["answer"]),
                    kind=str(row["kind"]),
                    document=Path(row["filing"]).stem if row["filing"] else "",
                    value=Decimal(str(row["value"]["number"])) if row["value"] else None,
                    key_points=tuple(tuple(point.split("|")) for point in row["key_points"]),
                    abstains=row["kind"] == "abstain",
                )
            )
        except (*_WRONG, ArithmeticError) as error:
            raise DataError(f"{path}, line {number}: {error!r}. See the sample's questions for the layout.") from error
    return cases


_WRONG = (ValueError, KeyError, TypeError, AttributeError)


def _lines(path: Path) -> Iterator[tuple[Path, int, dict[str, Any]]]:
    if not path.exists():
        raise DataError(f"{path} is not there. Put the suite's questions (JSON lines) there or name another --data.")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise DataError(f"{path}, line {number}: {error}. Each line must be a JSON object.") from error
        if not isinstance(row, dict):
            raise DataError(f"{path}, line {number}: {line[:60]!r} is no JSON object.")
        yield path, number, row
