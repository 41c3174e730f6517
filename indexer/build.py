"""Sources -> an index: parse in several processes, encode in batches, write one new generation.

A filing that can't be read is reported and skipped. Vectors are kept beside the index while a build runs, so that a
build that was killed goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from finsagent.artifacts import MANIFEST
from finsagent.encoders import Encoder
from finsagent.errors import CallerError, DataError, FilingError, IndexUnusableError
from finsagent.index.bundle import Bundle, indexed_text
from finsagent.index.store import FilingContent
from finsagent.llm.chat import ChatModel
from indexer.companyfacts import CompanyFacts, is_company_facts, join_company_facts, read_company_facts
from indexer.filings import find_sources
from indexer.fitting import fit, fit_groups
from indexer.identity import reconcile
from indexer.llm_summaries import rewrite
from indexer.parse import ParsedFiling, parse_file
from indexer.twins import drop_twins
from indexer.vectors import VectorMemory

Progress = Callable[[str, int, int], None]
"""Called with a stage ("parse", "encode", "write"), how much is done and how much there is."""

_WORK = ".work"


@dataclass(slots=True)
class BuildReport:
    """What a build did: filings written, chunks, and (file, reason) of every file that was skipped."""

    filings: int = 0
    chunks: int = 0
    facts: int = 0
    bytes_read: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def build(
    sources: Sequence[Path],
    out: Path,
    *,
    encoder: Encoder,
    manifest: Mapping[str, Mapping[str, str]] | None = None,
    keep: bool = False,
    workers: int | None = None,
    chat: ChatModel | None = None,
    progress: Progress = lambda stage, done, total: None,
) -> BuildReport:
    """Index `sources` into `out`. With `keep`, filings already there stay unless given again.

    With `chat` an LLM writes the section summaries.

    Raises:
        DataError: no source could be read at all.
        IndexBusyError: another process is writing the index.
    """
    paths = find_sources(sources)
    if not paths:
        raise DataError(f"No files found in {', '.join(map(str, sources))}. Give files or folders that hold filings.")
    if out.exists() and not out.is_dir():
        raise CallerError(f"{out} is a file. Name a directory for the index.")
    report = BuildReport()
    replies = [read_company_facts(path) for path in paths if is_company_facts(path)]
    paths = [path for path in paths if not is_company_facts(path)]
    names = {name for path in paths for name in (path.name, path.stem)}
    unused = sorted(name for name in manifest or {} if name not in names and f"{Path(name).stem}" not in names)
    if unused:
        report.notes.append(f"The manifest names {len(unused)} files that were not given: {', '.join(unused[:5])}.")
    with Bundle.lock(out):
        parsed = _parse_all(paths, manifest or {}, report, workers or os.cpu_count() or 1, progress)
        if not parsed and not (keep and (out / MANIFEST).exists()):
            reasons = "\n".join(f"  {name}: {reason}" for name, reason in report.skipped)
            raise DataError(f"None of {len(paths)} files could be read; nothing was written.\n{reasons}")
        if chat is not None:
            parsed = _summarised(parsed, chat, report, progress)
        memory = VectorMemory.open(out / _WORK, encoder)
        old = _open_old(out, encoder, must=keep)
        if old:
            memory.learn(old)
        contents = _encode_all(parsed, memory, encoder, progress)
        new_ids = {content.filing.id for content in contents}
        kept = [i for i in old.facts.filings if i not in new_ids] if old and keep else []
        _write(out, [old.store.content(i) for i in kept] if old else [], contents, encoder, report, replies=replies)
        shutil.rmtree(out / _WORK, ignore_errors=True)
        progress("write", 1, 1)
    return report


def remove(out: Path, ids: Sequence[str], *, encoder: Encoder) -> BuildReport:
    """Take filings out of an index, by id, accession number or source file name.

    Raises:
        DataError: an id is not in the index, or nothing would be left.
    """
    report = BuildReport()
    with Bundle.lock(out):
        old = Bundle.open(out, encoder=encoder.fingerprint)
        filings = old.facts.filings.values()
        chosen = {f.id for f in filings if ids and {f.id, f.accession, f.source} & set(ids)}
        known = {name for f in filings for name in (f.id, f.accession, f.source)}
        missing = [name for name in ids if name not in known]
        if missing:
            raise DataError(f"Not in the index: {', '.join(missing)}. `python -m indexer inspect {out}` lists the ids.")
        kept = [f.id for f in filings if f.id not in chosen]
        if not {f.id for f in old.catalogue.filings} - chosen:
            raise DataError("That would leave the index empty. Delete its directory instead.")
        _write(out, [old.store.content(i) for i in kept], [], encoder, report)
    return report


def _write(
    out: Path,
    kept: Sequence[FilingContent],
    new: Sequence[FilingContent],
    encoder: Encoder,
    report: BuildReport,
    *,
    replies: Sequence[CompanyFacts] = (),
) -> None:
    contents, notes = join_company_facts([*kept, *new], replies, dimension=encoder.dimension)
    report.notes += notes
    contents.sort(key=lambda content: content.filing.id)
    filings = reconcile([content.filing for content in contents])
    contents = [replace(content, filing=filing) for content, filing in zip(contents, filings, strict=True)]
    contents, notes = drop_twins(contents)
    report.notes += notes
    Bundle.write(
        out, contents=contents, encoder_fingerprint=encoder.fingerprint, dimension=encoder.dimension, locked=True
    )
    report.filings = sum(bool(content.chunks) for content in contents)
    report.chunks = sum(len(content.chunks) for content in contents)
    report.facts = sum(len(content.facts) for content in contents)


def _parse_all(
    paths: Sequence[Path],
    manifest: Mapping[str, Mapping[str, str]],
    report: BuildReport,
    workers: int,
    progress: Progress,
) -> list[ParsedFiling]:
    """Parse in worker processes (spawned, never forked); results come back in the order of the paths."""
    found: dict[int, ParsedFiling] = {}
    for done, (index, outcome) in enumerate(_outcomes(paths, manifest, workers), start=1):
        if isinstance(outcome, ParsedFiling):
            found[index] = outcome
            report.bytes_read += outcome.size
            report.notes += outcome.notes
        else:
            report.skipped.append((str(paths[index]), outcome))
        progress("parse", done, len(paths))
    report.skipped.sort()
    return _distinct([found[index] for index in sorted(found)], report)


def _outcomes(
    paths: Sequence[Path], manifest: Mapping[str, Mapping[str, str]], workers: int
) -> Iterator[tuple[int, ParsedFiling | str]]:
    jobs = [(path, manifest.get(path.name) or manifest.get(path.stem) or {}) for path in paths]
    if workers == 1 or len(paths) == 1:
        for index, (path, overrides) in enumerate(jobs):
            yield index, _parse_contained(path, overrides)
        return
    left = dict(enumerate(jobs))
    try:
        with _pool(min(workers, len(paths))) as pool:
            futures = {pool.submit(_parse_contained, path, dict(given)): index for index, (path, given) in left.items()}
            for future in as_completed(futures):
                outcome = future.result()
                del left[futures[future]]
                yield futures[future], outcome
    except BrokenProcessPool:  # a reader was killed, by the system for its memory perhaps: find out by which file
        for index, (path, given) in left.items():
            yield index, _parse_alone(path, given)


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=workers, mp_context=multiprocessing.get_context("spawn"))


def _parse_alone(path: Path, overrides: Mapping[str, str]) -> ParsedFiling | str:
    """Parse one file in a process of its own, which may die without taking the build with it."""
    try:
        with _pool(1) as pool:
            return pool.submit(_parse_contained, path, dict(overrides)).result()
    except BrokenProcessPool:
        return f"{path.name}: the process that read it was killed (too little memory?). Split it or leave it out."


def _parse_contained(path: Path, overrides: Mapping[str, str]) -> ParsedFiling | str:
    """The containment point of a filing: whatever goes wrong in one file stays with that file."""
    try:
        return parse_file(path, overrides)
    except FilingError as error:
        return str(error)
    except Exception as error:
        return f"{path.name}: unexpected {type(error).__name__}: {error}. Please report this file."


def _distinct(parsed: list[ParsedFiling], report: BuildReport) -> list[ParsedFiling]:
    """One filing given twice is one filing; other files that would get the same id are told apart by a number."""
    by_id: dict[str, ParsedFiling] = {}
    for item in parsed:
        same = by_id.get(item.filing.id)
        if same is None:
            by_id[item.filing.id] = item
        elif same.source_hash == item.source_hash or item.filing.accession:
            report.notes.append(f"{item.filing.source} is the filing {same.filing.source} again; taken once.")
        else:
            report.skipped.append(
                (item.filing.source, f"another file is already called {item.filing.id!r}; rename one of them.")
            )
    return list(by_id.values())


def _summarised(
    parsed: list[ParsedFiling], chat: ChatModel, report: BuildReport, progress: Progress
) -> list[ParsedFiling]:
    tell = partial(progress, "summarise")
    rewritten, failed = asyncio.run(rewrite(parsed, chat, progress=tell))
    if failed:
        report.notes.append(f"The LLM failed to write {failed} summaries; those were made without it.")
    return rewritten


def _open_old(out: Path, encoder: Encoder, *, must: bool) -> Bundle | None:
    """The index that is there, if it can be used; `must` refuses one that can't instead of building over it."""
    if not (out / MANIFEST).exists():
        return None
    try:
        return Bundle.open(out, encoder=encoder.fingerprint)
    except IndexUnusableError:
        if must:
            raise
        return None


def _encode_all(
    parsed: Sequence[ParsedFiling], memory: VectorMemory, encoder: Encoder, progress: Progress
) -> list[FilingContent]:
    contents = []
    total = sum(len(item.chunks) + len(item.summaries) for item in parsed)
    done = 0
    for item in parsed:
        section_texts = {section.id: section.text for section in item.sections}
        chunks = fit_groups(fit(item.chunks, encoder.count_tokens), section_texts, encoder.count_tokens)
        texts = [indexed_text(chunk) for chunk in chunks] + [summary.text for summary in item.summaries]
        vectors = memory.encode(texts)
        contents.append(
            FilingContent(
                filing=item.filing,
                sections=item.sections,
                chunks=tuple(chunks),
                summaries=item.summaries,
                facts=item.facts,
                vectors=vectors[: len(chunks)],
                summary_vectors=vectors[len(chunks) :],
                source_hash=item.source_hash,
            )
        )
        done += len(item.chunks) + len(item.summaries)
        progress("encode", done, total)
    return contents
