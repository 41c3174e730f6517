"""Files that survive a crash: write beside, flush to disk, hash, manifest last, rename.

A directory that we write holds a `manifest.json` with the size and SHA-256 of every file; it is written last, so a
directory without one is unfinished and a file that differs from it is damaged. This module knows nothing of what the
files mean.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from finsagent.errors import ArtifactError

MANIFEST = "manifest.json"
_TEMPORARY = ".tmp-"


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRecord:
    """One file of an artifact: its path relative to the manifest (with "/"), size in bytes and SHA-256 in hex."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """What an artifact is: its kind, format version, files, and what its owner says of it."""

    kind: str
    version: int
    files: tuple[FileRecord, ...]
    details: Mapping[str, str | int]


# --- single files ------------------------------------------------------------------------------------------------


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`; when the block ends well, flush what was written there and rename it.

    If the block fails nothing is left behind and `path` stays as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{_TEMPORARY}{secrets.token_hex(4)}-{path.name}")
    try:
        yield temporary
        sync(temporary)
        temporary.replace(path)
        sync(path.parent)
    finally:
        if temporary.exists():
            temporary.unlink()


def write_bytes(path: Path, content: bytes) -> None:
    """Write `content` to `path` atomically."""
    with atomic_path(path) as temporary:
        temporary.write_bytes(content)


def sync(path: Path) -> None:
    """Flush a file or directory to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sha256(path: Path) -> str:
    """SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- manifests ---------------------------------------------------------------------------------------------------


def record_files(root: Path, *, under: Path | None = None) -> tuple[FileRecord, ...]:
    """Flush and hash every file below `under` (default `root`), sorted by path; locks and the manifest are left out."""
    start = under or root
    paths = sorted(path for path in start.rglob("*") if path.is_file() and _counts(path, root))
    records = []
    for path in paths:
        sync(path)
        name = path.relative_to(root).as_posix()
        records.append(FileRecord(path=name, size=path.stat().st_size, sha256=sha256(path)))
    for folder in (start, *(path for path in start.rglob("*") if path.is_dir())):
        sync(folder)
    return tuple(records)


def write_manifest(root: Path, manifest: Manifest) -> None:
    """Write `root/manifest.json` atomically; the same manifest always gives the same bytes."""
    content = {
        "kind": manifest.kind,
        "version": manifest.version,
        "details": dict(manifest.details),
        "files": [{"path": file.path, "size": file.size, "sha256": file.sha256} for file in manifest.files],
    }
    write_bytes(root / MANIFEST, (json.dumps(content, indent=1, sort_keys=True) + "\n").encode())


def read_manifest(root: Path, *, kind: str, version: int) -> Manifest:
    """Read `root/manifest.json` and check that it is of this kind and version.

    Raises:
        ArtifactError: there is none, it can't be read, or it is of another kind or version.
    """
    path = root / MANIFEST
    if not root.is_dir():
        raise ArtifactError(f"{root} is not a directory.")
    if not path.is_file():
        raise ArtifactError(f"{root} has no {MANIFEST}: it is not a finished {kind}.")
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        manifest = Manifest(
            kind=str(raw["kind"]),
            version=int(raw["version"]),
            details={
                str(name): value if isinstance(value, int) else str(value) for name, value in raw["details"].items()
            },
            files=tuple(
                FileRecord(path=str(file["path"]), size=int(file["size"]), sha256=str(file["sha256"]))
                for file in raw["files"]
            ),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ArtifactError(f"{path} can't be read ({reason}); the {kind} is damaged.") from error
    if manifest.kind != kind:
        raise ArtifactError(f"{root} holds an artifact of kind {manifest.kind!r}, not {kind!r}.")
    if manifest.version != version:
        raise ArtifactError(f"{root} has format version {manifest.version}; this program reads version {version}.")
    return manifest


def check_files(root: Path, files: tuple[FileRecord, ...], *, hashes: bool = True) -> list[str]:
    """Compare files with their records; return one line for each that is missing, cut off or changed."""
    problems = []
    for file in files:
        path = root / file.path
        if not path.resolve().is_relative_to(root.resolve()):
            problems.append(f"{file.path}: lies outside {root}")
        elif not path.is_file():
            problems.append(f"{file.path}: missing")
        elif (size := path.stat().st_size) != file.size:
            problems.append(f"{file.path}: {size:,} bytes instead of {file.size:,}")
        elif hashes and sha256(path) != file.sha256:
            problems.append(f"{file.path}: its content has changed (SHA-256 differs)")
    return problems


# --- whole directories ---------------------------------------------------------------------------------------------


def write_directory(
    target: Path, fill: Callable[[Path], None], *, kind: str, version: int, details: Mapping[str, str | int]
) -> Manifest:
    """Let `fill` write files into a fresh directory beside `target`, add a manifest, and put it in `target`'s place.

    An older `target` is moved away first, so for a moment there may be none; there never is half of one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    drop_leftovers(target.parent, target.name)
    temporary = target.with_name(f"{_TEMPORARY}{secrets.token_hex(4)}-{target.name}")
    temporary.mkdir()
    try:
        fill(temporary)
        manifest = Manifest(kind=kind, version=version, files=record_files(temporary), details=details)
        write_manifest(temporary, manifest)
        if target.exists():
            target.rename(target.with_name(f"{_TEMPORARY}{secrets.token_hex(4)}-{target.name}"))
        temporary.rename(target)
        sync(target.parent)
    finally:
        drop_leftovers(target.parent, target.name)
    return manifest


def open_directory(root: Path, *, kind: str, version: int) -> Manifest:
    """Read and verify a directory that `write_directory` made.

    Raises:
        ArtifactError: it is missing, unfinished, of another kind or version, or a file is damaged (named).
    """
    manifest = read_manifest(root, kind=kind, version=version)
    problems = check_files(root, manifest.files)
    if problems:
        raise ArtifactError(f"{root} is damaged: {'; '.join(problems)}.")
    return manifest


def drop_leftovers(folder: Path, name: str = "") -> None:
    """Delete what a killed writer left in `folder` for the file or directory `name` (default: for any)."""
    for path in folder.glob(f"{_TEMPORARY}*-{name}" if name else f"{_TEMPORARY}*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


# --- locks ---------------------------------------------------------------------------------------------------------


@contextmanager
def exclusive_lock(path: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold an advisory lock on the file `path`; yields whether it was got. The kernel frees it if the process dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _counts(path: Path, root: Path) -> bool:
    name = path.name
    return not (name.startswith(_TEMPORARY) or name.endswith(".lock") or path == root / MANIFEST)
