from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import finsagent
from finsagent.errors import DataError, EncoderMismatchError, IndexBusyError, IndexUnusableError
from finsagent.index.bundle import Bundle, verify
from tests.index.content import ENCODER, filing_content, same

ROOT = Path(finsagent.__file__).parents[1]


def write(directory: Path, *names: str, text: str = "Some words.") -> None:
    Bundle.write(
        directory,
        contents=[filing_content(name, [text]) for name in names],
        encoder_fingerprint=ENCODER.fingerprint,
        dimension=ENCODER.dimension,
    )


def folders(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir() if path.is_dir())


def names(directory: Path) -> list[str]:
    with Bundle.open(directory) as bundle:
        return [filing.id for filing in bundle.catalogue.filings]


# --- open ----------------------------------------------------------------------------------------------------------


def test_what_is_written_can_be_opened_and_searched(bundle: Bundle) -> None:
    assert [filing.id for filing in bundle.catalogue.filings] == ["apple", "best"]
    assert (bundle.manifest.chunks, bundle.manifest.summaries, bundle.manifest.facts) == (5, 2, 2)
    assert [row for row, _ in bundle.sparse.search({"iphon": 1.0}, filings=None, limit=5)] == [1]
    rows, _ = bundle.dense.search(ENCODER.encode(["Domestic stores were closed."]), rows=None, limit=1)
    assert bundle.store.chunks(rows[0])[0].id == "best/1/1"


def test_opens_with_the_encoder_it_was_built_with(directory: Path) -> None:
    with Bundle.open(directory, encoder=ENCODER.fingerprint) as bundle:
        assert bundle.manifest.encoder == ENCODER.fingerprint


def test_another_encoder_is_refused_and_both_are_named(directory: Path) -> None:
    with pytest.raises(EncoderMismatchError) as caught:
        Bundle.open(directory, encoder="other@123:fp32")
    assert "other@123:fp32" in str(caught.value)
    assert ENCODER.fingerprint in str(caught.value)


def test_a_missing_directory_says_how_to_build_one(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusableError, match=r"no index at .*nothing.*python -m indexer build"):
        Bundle.open(tmp_path / "nothing")


def test_a_half_written_index_is_refused(directory: Path) -> None:
    (directory / "manifest.json").unlink()
    with pytest.raises(IndexUnusableError, match=r"no finished index.*python -m indexer build"):
        Bundle.open(directory)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"kind": "index", "version": 2, "details": {}, "files": []}']
)
def test_a_manifest_that_is_not_one_is_refused(directory: Path, content: str) -> None:
    (directory / "manifest.json").write_text(content)
    with pytest.raises(IndexUnusableError, match=r"manifest\.json .*Build it again"):
        Bundle.open(directory)


def test_another_format_version_is_refused(directory: Path) -> None:
    path = directory / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"version": 99}))
    with pytest.raises(IndexUnusableError, match="format version 99; this program reads version 2"):
        Bundle.open(directory)


@pytest.mark.parametrize("name", ["store.sqlite", "dense.faiss", "summaries.faiss", "sparse/meta.json"])
@pytest.mark.parametrize("damage", ["missing", "cut", "changed"])
def test_a_damaged_file_is_refused_by_name(directory: Path, name: str, damage: str) -> None:
    path = directory / "g000001" / name
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(content[:-1] if damage == "cut" else content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(IndexUnusableError, match=f"g000001/{name}: .*Restore it"):
        Bundle.open(directory)
    assert any(f"g000001/{name}" in line for line in verify(directory))


@pytest.mark.parametrize("name", ["store.sqlite", "dense.faiss", "summaries.faiss"])
def test_damage_that_was_not_looked_for_is_no_traceback(directory: Path, name: str) -> None:
    path = directory / "g000001" / name
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(IndexUnusableError, match="is damaged"):
        Bundle.open(directory, verify=False)


def test_a_generation_that_is_gone_is_refused(directory: Path) -> None:
    shutil.rmtree(directory / "g000001")
    with pytest.raises(IndexUnusableError, match="g000001: No such file"):
        Bundle.open(directory)


def test_verify_finds_nothing_wrong_with_a_good_index(directory: Path) -> None:
    assert verify(directory) == []


# --- write ---------------------------------------------------------------------------------------------------------


def test_an_index_can_be_written_again_from_itself(directory: Path) -> None:
    with Bundle.lock(directory), Bundle.open(directory) as old:
        kept = old.store.content("best")
        Bundle.write(
            directory,
            contents=[kept, filing_content("new", ["Words."])],
            encoder_fingerprint=ENCODER.fingerprint,
            dimension=ENCODER.dimension,
            locked=True,
        )
        assert old.store.chunk("apple/1/0").text == "Net sales rose."  # the old one still serves
    with Bundle.open(directory) as new:
        assert [filing.id for filing in new.catalogue.filings] == ["best", "new"]
        assert same(new.store.content("best"), kept)
        assert new.sparse.search({"iphon": 1.0}, filings=None, limit=5) == []


def test_a_filing_that_got_shorter_leaves_no_stale_chunk(directory: Path) -> None:
    Bundle.write(
        directory,
        contents=[filing_content("apple", ["Net sales rose."])],
        encoder_fingerprint=ENCODER.fingerprint,
        dimension=ENCODER.dimension,
    )
    with Bundle.open(directory) as bundle:
        assert len(bundle.store) == len(bundle.sparse) == len(bundle.dense) == 1
        assert bundle.sparse.search({"iphon": 1.0, "store": 1.0}, filings=["apple"], limit=5) == []


def test_the_generation_before_is_kept_and_older_ones_go(directory: Path) -> None:
    write(directory, "second")
    assert folders(directory) == ["g000001", "g000002"]
    write(directory, "third")
    assert folders(directory) == ["g000002", "g000003"]


def test_a_generation_that_is_being_read_stays(directory: Path) -> None:
    with Bundle.open(directory) as old:
        write(directory, "second")
        write(directory, "third")
        assert folders(directory) == ["g000001", "g000002", "g000003"]
        assert old.store.chunk("best/1/0").text == "Net sales fell."
    write(directory, "fourth")
    assert folders(directory) == ["g000003", "g000004"]


def test_a_collected_bundle_frees_its_generation(directory: Path) -> None:
    Bundle.open(directory)
    write(directory, "second")
    write(directory, "third")
    assert folders(directory) == ["g000002", "g000003"]


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    write(tmp_path / "empty")
    with Bundle.open(tmp_path / "empty") as bundle:
        assert bundle.catalogue.filings == ()
        assert bundle.sparse.search({"word": 1.0}, filings=None, limit=5) == []
        assert bundle.summaries.search(ENCODER.encode(["word"]), filings=None, limit=5) == [[]]
    assert verify(tmp_path / "empty") == []


def test_a_character_that_no_encoding_takes_moves_no_offset(directory: Path) -> None:
    write(directory, "odd", text="cut \ud83d here")
    with Bundle.open(directory) as bundle:
        chunk = bundle.store.chunk("odd/1/0")
        assert chunk.text == "cut \ufffd here"
        assert bundle.store.section_text("odd/1", chunk.start, chunk.end) == chunk.text


def test_two_filings_of_one_id_are_refused_and_the_old_index_stays(directory: Path) -> None:
    with pytest.raises(DataError, match="'twice' is already in the table of filings"):
        write(directory, "twice", "twice")
    assert names(directory) == ["apple", "best"]
    write(directory, "next")
    assert names(directory) == ["next"]


def test_vectors_of_another_dimension_are_refused(directory: Path) -> None:
    with pytest.raises(ValueError, match=r"vectors of shape \(1, 384\) instead of \(1, 8\)"):
        Bundle.write(directory, contents=[filing_content("a", ["b"])], encoder_fingerprint="x", dimension=8)
    assert names(directory) == ["apple", "best"]


def test_the_same_contents_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, "a", "b")
    for file in ("store.sqlite", "dense.faiss", "summaries.faiss"):
        one, two = ((tmp_path / name / "g000001" / file).read_bytes() for name in ("one", "two"))
        assert one == two, file


def test_a_second_writer_is_refused_at_once(directory: Path) -> None:
    with Bundle.lock(directory), pytest.raises(IndexBusyError, match="Another process is writing the index"):
        write(directory, "second")
    write(directory, "second")
    assert names(directory) == ["second"]


def test_a_builds_own_work_folder_is_left_alone(directory: Path) -> None:
    (directory / ".work").mkdir()
    (directory / ".work" / "vectors.npy").write_bytes(b"kept")
    write(directory, "second")
    assert (directory / ".work" / "vectors.npy").read_bytes() == b"kept"


@pytest.mark.parametrize("step", ["folder", "filing new2", "dense", "hash", "manifest", "clean"])
def test_a_killed_writer_harms_nothing(directory: Path, step: str) -> None:
    (directory / ".tmp-abc-manifest.json").write_text("{")  # as if killed inside the writing of the manifest
    child = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("killed_writer.py")), str(directory), step],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert child.returncode == -9, child.stderr.decode()
    expected = ["new1", "new2"] if step == "clean" else ["apple", "best"]
    assert names(directory) == expected
    assert verify(directory) == []
    write(directory, "after")
    assert names(directory) == ["after"]
    assert len(folders(directory)) == 2
    assert not list(directory.glob(".tmp-*"))
