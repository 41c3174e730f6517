"""Write the sample corpus: `python -m indexer.sample.generate [DIRECTORY]`. The same bytes every time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from indexer.sample import plaintext
from indexer.sample.blocks import Document
from indexer.sample.frame import Frame
from indexer.sample.issuers import (
    marrowby,
    marrowby_questions,
    quellmark,
    quellmark_questions,
    tamsel,
    tamsel_questions,
    zephrane,
    zephrane_questions,
)
from indexer.sample.questions import SampleQuestion
from indexer.sample.submission import submission
from indexer.sample.xhtml import Writer

HERE = Path(__file__).parent


def files(*, pdf: bool = True) -> Iterator[tuple[str, bytes]]:
    """Give each filing's file name and bytes; without `pdf`, those that need no PDF writer."""
    for issuer in (quellmark, marrowby, tamsel, zephrane):
        for name, frame, document in issuer.documents():
            if name.endswith(".pdf") and not pdf:
                continue
            yield _write(name, frame, document)


def _write(name: str, frame: Frame, document: Document) -> tuple[str, bytes]:
    if name.endswith(".pdf"):
        from indexer.sample import pdfpages  # fpdf2 is needed by the generator alone

        return name, pdfpages.write(document, created=datetime(2024, 8, 22, 12, 0, tzinfo=UTC))
    if name.endswith(".txt"):
        return name, plaintext.write(document)
    body = Writer(document, tagged=frame.issuer is not tamsel.ISSUER).write()
    if frame is marrowby.ANNUAL_2025:
        full = submission(frame, name=name, body=body, industry="RETAIL-FAMILY CLOTHING STORES [5651]")
        return f"{name.removesuffix('.htm')}-full-submission.txt", full
    return name, body


def questions() -> Iterator[SampleQuestion]:
    """Give all questions, issuer by issuer."""
    for module in (quellmark_questions, marrowby_questions, tamsel_questions, zephrane_questions):
        yield from module.questions()


def main() -> None:
    """Write filings and questions."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (directory / "filings").mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(question.record(), ensure_ascii=True) for question in questions()]
    (directory / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="ascii")
    for name, body in files():
        (directory / "filings" / name).write_bytes(body)


if __name__ == "__main__":
    main()
