"""An index directory as one thing: open all its parts, or write the next generation of it.

A directory holds `manifest.json` and one folder a generation (`g000001`, ...). A writer fills a new folder, flushes it,
and only then replaces the manifest; so whenever it is killed, the manifest names a whole generation. Readers hold a
shared lock on their generation's folder, and a writer deletes no folder that is locked.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from finsagent import artifacts
from finsagent.domain import Catalogue, Chunk
from finsagent.errors import EncoderMismatchError, IndexBusyError, IndexUnusableError
from finsagent.index.catalogue import read_catalogue
from finsagent.index.database import Database, DatabaseWriter
from finsagent.index.dense import DenseIndex
from finsagent.index.facts import FactStore
from finsagent.index.manifest import Manifest
from finsagent.index.sparse import SparseIndex
from finsagent.index.store import ChunkStore, FilingContent
from finsagent.index.summaries import SummaryIndex
from finsagent.text import tokens

_LOCK = ".lock"
_STORE, _SPARSE, _DENSE, _SUMMARIES = "store.sqlite", "sparse", "dense.faiss", "summaries.faiss"
_GENERATION = re.compile(r"g(\d{6,})")


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, weakref_slot=True)
class Bundle:
    """All parts of an open index. Close it, or use it as a context manager."""

    manifest: Manifest
    catalogue: Catalogue
    store: ChunkStore
    sparse: SparseIndex
    dense: DenseIndex
    summaries: SummaryIndex
    facts: FactStore
    database: Database
    release: Callable[[], object]
    """Frees the lock on the generation; called when the bundle is closed or collected."""

    @classmethod
    def open(cls, directory: Path, *, encoder: str | None = None, verify: bool = True) -> Bundle:
        """Open the index in `directory`.

        Args:
            directory: where `write` put it.
            encoder: fingerprint of the encoder that will serve it; None does not check.
            verify: compare every file's hash with the manifest, not its size alone.

        Raises:
            IndexUnusableError: missing, half-written, damaged, or of another format version; says which file.
            EncoderMismatchError: it was built with another encoder.
        """
        while True:
            manifest = Manifest.load(directory)
            try:
                return _open(directory, manifest, encoder=encoder, verify=verify)
            except IndexUnusableError:
                if Manifest.load(directory).generation == manifest.generation:
                    raise  # else a writer has replaced the generation while we were opening it

    @classmethod
    def write(
        cls,
        directory: Path,
        *,
        contents: Iterable[FilingContent],
        encoder_fingerprint: str,
        dimension: int,
        locked: bool = False,
        on_step: Callable[[str], None] = lambda step: None,
    ) -> Manifest:
        """Write `contents` as a new generation, which replaces the one before.

        Args:
            directory: the index; made if it isn't there.
            contents: the filings; taken one at a time.
            encoder_fingerprint: of the encoder that made the vectors.
            dimension: length of the vectors.
            locked: whether the caller holds `Bundle.lock(directory)`.
            on_step: told the name of each step before it is taken.

        Raises:
            IndexBusyError: another process is writing this index.
            DataError: two filings, sections, chunks or summaries have one id.
        """
        with nullcontext() if locked else cls.lock(directory):
            current = _current(directory)
            _drop_generations(directory, current)
            artifacts.drop_leftovers(directory)
            number = max([current, *_generations(directory)]) + 1
            folder = directory / f"g{number:06d}"
            counts = _fill(folder, contents, dimension, on_step)
            on_step("hash")
            files = artifacts.record_files(directory, under=folder)
            manifest = Manifest(
                generation=number, encoder=encoder_fingerprint, dimension=dimension, files=files, **counts
            )
            on_step("manifest")
            manifest.save(directory)
            on_step("clean")
            _drop_generations(directory, number)
            on_step("done")
            return manifest

    @staticmethod
    @contextmanager
    def lock(directory: Path) -> Iterator[None]:
        """Be the only writer of `directory` while the block runs.

        Raises:
            IndexBusyError: another process is.
        """
        with artifacts.exclusive_lock(directory / _LOCK) as held:
            if not held:
                raise IndexBusyError(
                    f"Another process is writing the index {directory}. Run this again when it has finished."
                )
            yield

    def close(self) -> None:
        """Close the database and free the generation."""
        self.database.close()
        self.release()

    def __enter__(self) -> Bundle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def indexed_text(chunk: Chunk) -> str:
    """What is searched for a chunk: its header and its text."""
    return f"{chunk.header}\n{chunk.text}"


def verify(directory: Path) -> list[str]:
    """Check an index to the last byte; return one line a problem, none if all is well."""
    try:
        manifest = Manifest.load(directory)
        problems = artifacts.check_files(directory, manifest.files)
        if problems:
            return problems
        with Bundle.open(directory, verify=False) as bundle:
            return _inconsistencies(bundle)
    except IndexUnusableError as error:
        return [str(error)]


def _inconsistencies(bundle: Bundle) -> list[str]:
    manifest = bundle.manifest
    sizes = {
        "filings": (len(bundle.facts.filings), manifest.filings),
        "chunks in the sparse index": (len(bundle.sparse), manifest.chunks),
        "chunks in the dense index": (len(bundle.dense), manifest.chunks),
        "summaries": (len(bundle.summaries), manifest.summaries),
        "facts": (len(bundle.facts), manifest.facts),
    }
    problems = [f"{name}: {found:,} instead of {said:,}" for name, (found, said) in sizes.items() if found != said]
    for filing in bundle.catalogue.filings:
        content = bundle.store.content(filing.id)
        texts = {section.id: section.text for section in content.sections}
        for chunk in content.chunks:
            if texts.get(chunk.section, "")[chunk.start : chunk.end] != chunk.text:
                problems.append(f"chunk {chunk.id}: its text is not in its section at {chunk.start}-{chunk.end}")
    return problems


def _open(directory: Path, manifest: Manifest, *, encoder: str | None, verify: bool) -> Bundle:
    if encoder is not None and encoder != manifest.encoder:
        raise EncoderMismatchError(
            f"The index {directory} was built with the encoder {manifest.encoder!r}, but {encoder!r} would serve it. "
            "Set FINSAGENT_ENCODER and FINSAGENT_ENCODER_PRECISION to the first, or build the index again."
        )
    folder = directory / manifest.folder
    try:
        descriptor = _share(folder)
    except OSError as error:
        raise _damaged(directory, [f"{manifest.folder}: {error.strerror}"]) from error
    problems = artifacts.check_files(directory, manifest.files, hashes=verify)
    try:
        if problems:
            raise _damaged(directory, problems)
        database = Database(folder / _STORE)
        dense = DenseIndex.load(folder / _DENSE)
        summaries = DenseIndex.load(folder / _SUMMARIES)
        store = ChunkStore(database, vectors=dense.vectors, summary_vectors=summaries.vectors)
        parts = Bundle(
            manifest=manifest,
            catalogue=read_catalogue(database),
            store=store,
            sparse=SparseIndex.load(folder / _SPARSE),
            dense=dense,
            summaries=SummaryIndex(summaries, store.summary_ranges),
            facts=FactStore(database),
            database=database,
            release=lambda: None,
        )
    except (RuntimeError, ValueError, KeyError, sqlite3.Error) as error:
        os.close(descriptor)
        raise _damaged(directory, [f"{type(error).__name__}: {error}"]) from error
    except BaseException:
        os.close(descriptor)
        raise
    object.__setattr__(parts, "release", weakref.finalize(parts, os.close, descriptor))
    return parts


def _damaged(directory: Path, problems: list[str]) -> IndexUnusableError:
    return IndexUnusableError(
        f"The index {directory} is damaged: {'; '.join(problems)}. Restore it from a copy, or build it again: "
        f"`python -m indexer build SOURCE... --out {directory}`."
    )


def _fill(
    folder: Path, contents: Iterable[FilingContent], dimension: int, on_step: Callable[[str], None]
) -> dict[str, int]:
    on_step("folder")
    folder.mkdir(parents=True)
    writer = DatabaseWriter(folder / _STORE)
    vectors = []
    summary_vectors = []

    def documents() -> Iterator[tuple[str, list[str]]]:
        for content in contents:
            on_step(f"filing {content.filing.id}")
            _check(content, dimension)
            writer.add(
                content.filing,
                source_hash=content.source_hash,
                sections=content.sections,
                chunks=content.chunks,
                summaries=content.summaries,
                facts=content.facts,
            )
            vectors.append(content.vectors)
            summary_vectors.append(content.summary_vectors)
            for chunk in content.chunks:
                yield content.filing.id, tokens(indexed_text(chunk))

    try:
        SparseIndex.build(folder / _SPARSE, documents())
    except BaseException:
        writer.abandon()
        raise
    on_step("store")
    writer.finish()
    on_step("dense")
    DenseIndex.build(folder / _DENSE, vectors, dimension=dimension)
    DenseIndex.build(folder / _SUMMARIES, summary_vectors, dimension=dimension)
    return {name: getattr(writer, name) for name in ("filings", "sections", "chunks", "summaries", "facts")}


def _check(content: FilingContent, dimension: int) -> None:
    for name, vectors, count in (
        ("vectors", content.vectors, len(content.chunks)),
        ("summary_vectors", content.summary_vectors, len(content.summaries)),
    ):
        if vectors.shape != (count, dimension):
            raise ValueError(f"{content.filing.id}: {name} of shape {vectors.shape} instead of ({count}, {dimension})")


# --- generations ---------------------------------------------------------------------------------------------------


def _current(directory: Path) -> int:
    """Number of the generation that the manifest names; 0 if there is none that can be used."""
    try:
        return Manifest.load(directory).generation
    except IndexUnusableError:
        return 0


def _generations(directory: Path) -> list[int]:
    matches = (_GENERATION.fullmatch(path.name) for path in directory.glob("g*"))
    return sorted(int(match.group(1)) for match in matches if match)


def _drop_generations(directory: Path, current: int) -> None:
    """Delete all but the current generation and the one before it, and those that are still being read."""
    before = max((number for number in _generations(directory) if number < current), default=0)
    for number in _generations(directory):
        folder = directory / f"g{number:06d}"
        if number not in (current, before) and not _in_use(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _share(folder: Path) -> int:
    """Lock a generation against deletion; the lock goes when the descriptor is closed or the process ends."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    with suppress(OSError):  # it is being deleted, or the file system has no locks: the files will tell
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return descriptor


def _in_use(folder: Path) -> bool:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
