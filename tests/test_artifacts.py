from __future__ import annotations

import json
from pathlib import Path

import pytest

from finsagent.artifacts import (
    FileRecord,
    atomic_path,
    check_files,
    exclusive_lock,
    open_directory,
    read_manifest,
    record_files,
    sha256,
    write_bytes,
    write_directory,
)
from finsagent.errors import ArtifactError

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_sha256_of_known_content(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "abc").write_bytes(b"abc")
    assert (sha256(tmp_path / "empty"), sha256(tmp_path / "abc")) == (EMPTY, ABC)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_bytes(tmp_path / "new" / "file", b"one")
    write_bytes(tmp_path / "new" / "file", b"two")
    assert (tmp_path / "new" / "file").read_bytes() == b"two"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["file"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    write_bytes(tmp_path / "file", b"old")
    with pytest.raises(RuntimeError):
        _write_half(tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_files_are_recorded_in_order_without_locks_and_manifest(tmp_path: Path) -> None:
    for name in ("b", "a/c", ".lock", "x.lock", ".tmp-1-b", "manifest.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"abc")
    assert record_files(tmp_path) == (
        FileRecord(path="a/c", size=3, sha256=ABC),
        FileRecord(path="b", size=3, sha256=ABC),
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "file: missing"),
        (b"ab", "file: 2 bytes instead of 3"),
        (b"abd", "file: its content has changed (SHA-256 differs)"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    assert check_files(tmp_path, (FileRecord(path="file", size=3, sha256=ABC),)) == [said]


def test_a_record_cannot_lead_outside(tmp_path: Path) -> None:
    (problem,) = check_files(tmp_path / "in", (FileRecord(path="../file", size=3, sha256=ABC),))
    assert problem.startswith("../file: lies outside")


def fill(directory: Path) -> None:
    (directory / "weights").write_bytes(b"abc")


def test_a_directory_comes_back_as_written(tmp_path: Path) -> None:
    written = write_directory(tmp_path / "gate", fill, kind="gate", version=2, details={"trees": 5, "name": "x"})
    assert open_directory(tmp_path / "gate", kind="gate", version=2) == written
    assert written.details == {"trees": 5, "name": "x"}
    assert [path.name for path in tmp_path.iterdir()] == ["gate"]


def test_a_directory_is_replaced_whole(tmp_path: Path) -> None:
    write_directory(tmp_path / "gate", fill, kind="gate", version=1, details={})
    with pytest.raises(RuntimeError):
        write_directory(tmp_path / "gate", _fail, kind="gate", version=1, details={})
    assert open_directory(tmp_path / "gate", kind="gate", version=1).files[0].sha256 == ABC
    assert [path.name for path in tmp_path.iterdir()] == ["gate"]


def test_leftovers_of_a_killed_writer_are_cleaned(tmp_path: Path) -> None:
    (tmp_path / ".tmp-0123-gate").mkdir()
    (tmp_path / ".tmp-0123-gate" / "half").write_bytes(b"")
    (tmp_path / ".tmp-0123-other").write_bytes(b"")
    write_directory(tmp_path / "gate", fill, kind="gate", version=1, details={})
    assert sorted(path.name for path in tmp_path.iterdir()) == [".tmp-0123-other", "gate"]


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (None, "no manifest.json: it is not a finished gate"),
        ("", "can't be read"),
        ('"text"', "can't be read"),
        ('{"kind": "gate"}', "can't be read .KeyError"),
        ('{"kind": "index", "version": 1, "details": {}, "files": []}', "of kind 'index', not 'gate'"),
        (
            '{"kind": "gate", "version": 7, "details": {}, "files": []}',
            "format version 7; this program reads version 1",
        ),
    ],
)
def test_what_is_not_a_finished_artifact_is_refused(tmp_path: Path, manifest: str | None, said: str) -> None:
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(ArtifactError, match=said):
        read_manifest(tmp_path, kind="gate", version=1)


def test_a_missing_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="is not a directory"):
        open_directory(tmp_path / "none", kind="gate", version=1)


def test_a_directory_with_a_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    write_directory(tmp_path / "gate", fill, kind="gate", version=1, details={})
    (tmp_path / "gate" / "weights").write_bytes(b"abd")
    with pytest.raises(ArtifactError, match="gate is damaged: weights: its content has changed"):
        open_directory(tmp_path / "gate", kind="gate", version=1)


def test_the_manifest_is_byte_stable(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_directory(tmp_path / name, fill, kind="gate", version=1, details={"b": 1, "a": 2})
    one, two = ((tmp_path / name / "manifest.json").read_bytes() for name in ("one", "two"))
    assert one == two
    assert list(json.loads(one)["details"]) == ["a", "b"]


def test_one_holder_of_a_lock(tmp_path: Path) -> None:
    with exclusive_lock(tmp_path / "x.lock") as first, exclusive_lock(tmp_path / "x.lock") as second:
        assert (first, second) == (True, False)
    with exclusive_lock(tmp_path / "x.lock") as again:
        assert again


def _write_half(path: Path) -> None:
    with atomic_path(path) as temporary:
        temporary.write_bytes(b"half")
        raise RuntimeError


def _fail(directory: Path) -> None:
    (directory / "half").write_bytes(b"")
    raise RuntimeError
