"""Reading speed and soundness over real filings, beside edgartools where it can do the same.

`python tests/benchmarks/filings.py`, with FINSAGENT_DATA set; BENCH_PYTHON names an interpreter that has edgartools
(the extra `bench`), this one by default. Both readers take turns file by file, each in one process, so that both see
the same machine; times are processor seconds. What is timed: parsing a filing, all of its text, its Items with their
text, its tables as rows and columns, and its facts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

RIVAL = """
import json, logging, os, sys, time, warnings
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
os.environ.setdefault("EDGAR_IDENTITY", "Benchmark benchmark@example.com")
sys.stdout.flush()
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from edgar import __version__
from edgar.documents import HTMLParser, ParserConfig
out.write(json.dumps({"version": __version__}) + "\\n"); out.flush()
for line in sys.stdin:
    task = json.loads(line)
    text = open(task["path"], "rb").read().decode("utf-8", "replace")
    start = time.process_time()
    reply = {}
    try:
        document = HTMLParser(ParserConfig(form=task["form"])).parse(text)
        reply["sections"] = len(document.sections)
        reply["characters"] = len(document.text())
        reply["in sections"] = sum(len(section.text()) for section in document.sections.values())
        reply["tables"] = sum(table.to_dataframe() is not None for table in document.tables)
        reply["facts"] = len(document.xbrl_facts)
    except Exception as error:
        reply["error"] = f"{type(error).__name__}: {error}"[:200]
    reply["seconds"] = time.process_time() - start
    out.write(json.dumps(reply) + "\\n"); out.flush()
"""
"""What the other interpreter runs: edgartools prints on its own, so replies go to a copy of the standard output."""


class Reader(Protocol):
    """Reads one file and says how long it took and what it found."""

    def __call__(self, path: Path, form: str) -> dict[str, float | str]: ...


@dataclass(kw_only=True)
class Total:
    """Sums over files that a reader could read."""

    files: int = 0
    megabytes: float = 0.0
    seconds: float = 0.0
    whole: float = 0.0
    slowest: float = 0.0
    failed: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, path: Path, reply: dict[str, float | str]) -> None:
        """Count one file."""
        seconds = float(reply["seconds"])
        if "error" in reply:
            self.failed.append(f"{path.name}: {reply['error']}")
            return
        self.files += 1
        self.megabytes += path.stat().st_size / 1e6
        self.seconds += seconds
        self.whole += float(reply.get("whole", 0.0))
        self.slowest = max(self.slowest, seconds)
        for key in ("sections", "tables", "facts", "characters", "in sections"):
            self.counts[key] = self.counts.get(key, 0) + int(reply.get(key, 0))

    @property
    def speed(self) -> float:
        """Megabytes a second."""
        return self.megabytes / self.seconds if self.seconds else 0.0


def read_ours(path: Path, form: str) -> dict[str, float | str]:
    """Read a file with this project; the form is found in the file. `whole` has chunks and summaries in it."""
    from finsagent.errors import FilingError
    from indexer.facts import facts_of
    from indexer.filings import read_source
    from indexer.metadata import describe
    from indexer.parse import parse_file
    from indexer.sections import split_sections

    start = time.process_time()
    try:
        document = read_source(path)
        filing = describe(document, path, None)
        placed = split_sections(document.blocks, filing=filing.id, form=filing.form, period_end=filing.period_end)
        facts, _ = facts_of(document, placed, filing)
        seconds = time.process_time() - start
        start = time.process_time()
        parse_file(path)
        whole = time.process_time() - start
    except FilingError as error:
        return {"seconds": time.process_time() - start, "error": str(error)[:200]}
    sections = [piece.section for piece in placed]
    return {
        "seconds": seconds,
        "whole": whole,
        "sections": sum(section.item != "" and section.text != "" for section in sections),
        "tables": sum(block.kind == "table" for block in document.blocks),
        "facts": len(facts),
        "characters": sum(len(block.text) for block in document.blocks),
        "in sections": sum(len(section.text) for section in sections),
    }


@contextmanager
def rival(python: str) -> Iterator[tuple[Reader, str] | None]:
    """Edgartools in a process of its own; None if that interpreter has none."""
    process = subprocess.Popen(
        [python, "-c", RIVAL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    stdin, stdout = process.stdin, process.stdout
    if stdin is None or stdout is None:
        raise RuntimeError("no pipe to the other interpreter")
    try:
        hello = stdout.readline()
        yield (_asker(stdin, stdout), str(json.loads(hello)["version"])) if hello else None
    finally:
        stdin.close()
        process.wait(timeout=60)


def _asker(stdin: IO[str], stdout: IO[str]) -> Reader:
    def ask(path: Path, form: str) -> dict[str, float | str]:
        stdin.write(json.dumps({"path": str(path), "form": form}) + "\n")
        stdin.flush()
        reply: dict[str, float | str] = json.loads(stdout.readline())
        return reply

    return ask


def forms(folder: Path) -> dict[str, str]:
    """The form of each file, by its name."""
    names = [path for path in sorted(folder.iterdir()) if path.name != "manifest.csv"]
    return {path.name: "10-Q" if "_10-Q" in path.name else "10-K" for path in names}


def pdf_speed(folder: Path) -> tuple[int, float]:
    """Pages and processor seconds of reading every PDF of a folder."""
    from indexer.filings import read_source

    pages = 0
    start = time.process_time()
    for path in sorted(folder.glob("*.pdf")):
        pages += read_source(path).pages or 0
    return pages, time.process_time() - start


def main(data: Path) -> None:
    """Run everything and print one table."""
    import nonevidence_chunks
    import pdf_statements

    folder = data / "filings"
    ours, theirs = Total(), Total()
    with rival(os.environ.get("BENCH_PYTHON", sys.executable)) as found:
        for name, form in forms(folder).items():
            ours.add(folder / name, read_ours(folder / name, form))
            if found is not None:
                theirs.add(folder / name, found[0](folder / name, form))
    version = f"edgartools {found[1]}" if found is not None else "edgartools (not installed)"
    pages, seconds = pdf_speed(data / "financebench" / "pdfs")
    statements, wanted = pdf_statements.main(data)
    offered = nonevidence_chunks.main(data)
    ratio = f"{ours.speed / theirs.speed:.1f} times" if theirs.speed else ""
    rows = [
        ("", "finsagent", version, "bar"),
        ("files read", str(ours.files), str(theirs.files), "80"),
        ("MB a second a core", f"{ours.speed:.2f}", f"{theirs.speed:.2f}", f"10 times, 3 MB: {ratio}"),
        ("the same with chunks and summaries", f"{ours.megabytes / ours.whole:.2f}", "-", ""),
        ("slowest file, seconds", f"{ours.slowest:.1f}", f"{theirs.slowest:.1f}", ""),
        *((f"{key} found", str(ours.counts.get(key, 0)), str(theirs.counts.get(key, 0)), "") for key in ours.counts),
        ("PDF pages a second a core", f"{pages / seconds:.0f}", "-", "20"),
        ("PDF statements found", f"{statements} of {wanted}", "-", "95 %"),
        ("chunks that are no evidence", str(offered), "-", "0"),
    ]
    for row in rows:
        print("| " + " | ".join(row) + " |")  # noqa: T201
    for line in [*ours.failed, *theirs.failed]:
        print(f"failed: {line}")  # noqa: T201


if __name__ == "__main__":
    main(Path(os.environ["FINSAGENT_DATA"]))
