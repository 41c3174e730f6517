"""A case of an evaluation suite, whatever its source: the question, the right answer and where it stands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from finsagent.errors import DataError


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldPage:
    """A page that holds evidence: the document's name (its file's stem) and the 1-based page."""

    document: str
    page: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One question with its gold. `pages` are all pages that its evidence stands on."""

    id: str
    question: str
    answer: str
    kind: str
    document: str
    pages: tuple[GoldPage, ...]


def load_financebench(data: Path) -> list[Case]:
    """Load FinanceBench's published layout (`financebench/questions.jsonl`; its page numbers count from 0).

    Raises:
        DataError: the file is missing or a line is not as published.
    """
    path = data / "financebench" / "questions.jsonl"
    if not path.exists():
        raise DataError(f"{path} is not there. Put FinanceBench's questions (JSON lines) there or name another --data.")
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
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
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{path}, line {number}: {error!r}. Each line must be a FinanceBench question.") from error
    return cases
