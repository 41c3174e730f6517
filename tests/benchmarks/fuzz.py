"""Damaged filings: each must be read or refused with a `FilingError`, within 10 processor seconds and 1 GB.

`python tests/benchmarks/fuzz.py [--documents 2000] [--seed 0]`. Sources are the sample filings and, with
FINSAGENT_DATA set, real ones. The same seed gives the same documents; a fault names its source, seed and damage, and
`--only NUMBER` does that one again.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from finsagent.errors import FilingError
from indexer.filings import find_sources
from indexer.parse import parse_file

MAX_SECONDS = 10
MAX_BYTES = 1 << 30
SAMPLE = Path(__file__).parents[2] / "indexer" / "sample" / "filings"
_TAG = re.compile(rb"<[^<>]{1,200}>")
_LARGE_PDF = 1_500_000
_PDF_SHARE = 0.08

_BOMBS = (
    *(b"<table>" * 2000, b"<div>" * 5000, b"</td></tr></table>" * 50, b"<td colspan=99999 rowspan=99999>1</td>"),
    *(b"<ix:nonFraction contextRef='none' scale='999' name='a:b'>1</ix:nonFraction>", b"<!--", b"<style>", b"\xff\xfe"),
    *(b"&" * 5000, b"\0" * 999, b"<PAGE>\n" * 3000, b"(" * 3000, b"1," * 5000, b" |" * 3000, b"." * 20000),
    *(b"Item 7. " * 2000, b"<TEXT>\n<DOCUMENT>\n" * 300, b"\x80" * 3000, b"- " * 9000, b"$ ( " * 4000),
    b"<pre>" + b"a  1  2\n" * 3000,
)

Damage = Callable[[bytes, random.Random], bytes]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What happened to one damaged document; `fault` is empty if it was read or refused as it should be."""

    name: str
    seconds: float
    peak_bytes: int
    fault: str = ""
    refused: bool = False


def _cut(data: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.randint(1, 8)):
        start = rng.randrange(len(data) + 1)
        data = data[:start] + data[start + int(rng.paretovariate(0.6)) :]
    return data


def _truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)] if rng.random() < 0.7 else data[rng.randrange(len(data) + 1) :]


def _drop_tags(data: bytes, rng: random.Random) -> bytes:
    share = rng.choice((0.001, 0.02, 0.3))
    return _TAG.sub(lambda match: b"" if rng.random() < share else match.group(), data)


def _drop_one_kind(data: bytes, rng: random.Random) -> bytes:
    kinds = (
        b"/?table",
        b"/?tr",
        b"/?td",
        b"/tr",
        b"/td",
        b"/table",
        b"/div",
        b"/?p",
        b"/?span",
        b"/?ix:[a-z]+",
        b"/?body",
    )
    return re.sub(rb"<" + rng.choice(kinds) + rb"\b[^<>]*>", b"", data, flags=re.IGNORECASE)


def _flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 200) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.randint(1, 3000)]
    return data[:start] + piece * rng.randint(1, 40) + data[start:]


def _swap(data: bytes, rng: random.Random) -> bytes:
    a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[b:] + data[a:b] + data[:a]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_BOMBS) + data[at:]


DAMAGES: tuple[Damage, ...] = (_cut, _truncate, _drop_tags, _drop_one_kind, _flip, _repeat, _swap, _insert)


def sources(data: Path | None) -> list[Path]:
    """The files to damage: samples, and real filings where there are some; large PDFs take too long for many tries."""
    found = find_sources([SAMPLE]) if SAMPLE.exists() else []
    if data is not None:
        found += [path for path in sorted((data / "filings").iterdir()) if path.suffix in {".htm", ".txt"}]
        pdfs = sorted((data / "financebench" / "pdfs").glob("*.pdf"))
        found += [path for path in pdfs if path.stat().st_size < _LARGE_PDF]
    return found


def damaged(paths: Sequence[Path], number: int, seed: int) -> tuple[str, bytes]:
    """Document `number`: its name, which says what was done to it, and its bytes."""
    rng = random.Random(f"{seed}/{number}")
    pdfs = [path for path in paths if path.suffix == ".pdf"]
    pages = [path for path in paths if path.suffix != ".pdf"]
    path = rng.choice(pdfs) if pdfs and (not pages or rng.random() < _PDF_SHARE) else rng.choice(pages)
    data = path.read_bytes()
    steps = rng.choices(DAMAGES, k=rng.randint(1, 3))
    for step in steps:
        data = step(data, rng)
    return f"{number}:{path.name}:{'+'.join(step.__name__.strip('_') for step in steps)}", data


def try_one(name: str, data: bytes, folder: Path, suffix: str) -> Outcome:
    """Read one damaged document as the indexer would."""
    path = folder / f"document{suffix}"
    path.write_bytes(data)
    fault, refused = "", False
    start = time.process_time()
    try:
        parsed = parse_file(path)
        texts = {section.id: section.text for section in parsed.sections}
        if any(texts[chunk.section][chunk.start : chunk.end] != chunk.text for chunk in parsed.chunks):
            fault = "a chunk is no slice of its section"
    except FilingError:
        refused = True
    except Exception:  # any other error is what this program looks for
        fault = traceback.format_exc(limit=-3)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if seconds > MAX_SECONDS:
        fault = fault or f"took {seconds:.1f} seconds"
    if peak > MAX_BYTES:
        fault = fault or f"took {peak >> 20} MB"
    return Outcome(name=name, seconds=seconds, peak_bytes=peak, fault=fault, refused=refused)


def run(numbers: Iterator[int] | range, *, seed: int, data: Path | None) -> Iterator[Outcome]:
    """Try the documents one after the other."""
    paths = sources(data)
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            name, content = damaged(paths, number, seed)
            yield try_one(name, content, Path(folder), Path(name.split(":")[1]).suffix)


def _too_long(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"over {2 * MAX_SECONDS} processor seconds")


def main() -> int:
    """Try many documents; the exit status says whether all were read or refused in time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, default=None)
    options = parser.parse_args()
    data = os.environ.get("FINSAGENT_DATA")
    numbers = range(options.documents) if options.only is None else range(options.only, options.only + 1)
    signal.signal(signal.SIGPROF, _too_long)
    faults = refused = 0
    slowest, peak = 0.0, 0
    for outcome in _alarmed(run(numbers, seed=options.seed, data=Path(data) if data else None)):
        refused += outcome.refused
        slowest, peak = max(slowest, outcome.seconds), max(peak, outcome.peak_bytes)
        if outcome.fault:
            faults += 1
            print(f"{outcome.name}\n{outcome.fault}", flush=True)  # noqa: T201
    print(  # noqa: T201
        f"{len(numbers)} documents (seed {options.seed}): {faults} faults, {refused} refused, "
        f"slowest {slowest:.1f} s, peak {peak >> 20} MB"
    )
    return 1 if faults else 0


def _alarmed(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Stop a document that takes much too long, so that the run ends."""
    while True:
        signal.setitimer(signal.ITIMER_PROF, 2 * MAX_SECONDS)
        try:
            outcome = next(outcomes, None)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if outcome is None:
            return
        yield outcome


if __name__ == "__main__":
    sys.exit(main())
