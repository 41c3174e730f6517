"""`python -m indexer` as a user meets it: what is printed and the exit code, never a traceback."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from finsagent.errors import CallerError
from finsagent.index.bundle import Bundle
from indexer import __main__ as program
from tests.indexer.small_filings import annual_report, put

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `indexer WORDS` and gives exit code, output and errors (lines unwrapped)."""
    monkeypatch.setenv("FINSAGENT_ENCODER", "hashing")
    monkeypatch.setenv("COLUMNS", "400")

    def call(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["indexer", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            program.main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        code = stopped.value.code
        return (0 if code is None else int(code)), " ".join(printed.out.split()), " ".join(printed.err.split())

    return call


@pytest.fixture
def source(tmp_path: Path) -> Path:
    put(tmp_path / "in", "halden.htm", annual_report("Halden Tool Works, Inc.", 2023))
    put(tmp_path / "in", "brightmoor.htm", annual_report("Brightmoor Foods Corporation", 2023))
    return tmp_path / "in"


@pytest.fixture
def index(run: Run, source: Path, tmp_path: Path) -> Path:
    code, out, _ = run("build", source, "--out", tmp_path / "index", "--workers", 1)
    assert code == 0
    assert "2 filings, " in out
    return tmp_path / "index"


def filings(index: Path) -> list[str]:
    with Bundle.open(index) as bundle:
        return [filing.id for filing in bundle.catalogue.filings]


def test_help_names_every_command() -> None:
    result = CliRunner().invoke(program.app, ["--help"])
    assert result.exit_code == 0
    for name in ("build", "add", "remove", "inspect", "verify", "download", "export"):
        assert name in result.output


@pytest.mark.parametrize("words", [["fly"], ["build"], ["build", "x", "--workers", "0"], ["remove"], ["inspect"]])
def test_wrong_usage_is_exit_code_2(words: list[str]) -> None:
    assert CliRunner().invoke(program.app, words).exit_code == 2


def test_inspect_lists_what_there_is(run: Run, index: Path) -> None:
    code, out, _ = run("inspect", index)
    assert code == 0
    for words in ("halden", "Brightmoor Foods Corporation", "10-K", "2023-12-31", "hashing-384:v1"):
        assert words in out


def test_inspect_as_json_is_one_object_a_filing(index: Path) -> None:
    result = CliRunner().invoke(program.app, ["inspect", str(index), "--json"])
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["id"], row["form"], row["fiscal_year"]) for row in rows] == [
        ("brightmoor", "10-K", 2023),
        ("halden", "10-K", 2023),
    ]
    assert rows[1]["items"] == ["cover", "1", "1A", "7", "8", "9A", "10", "15"]
    assert rows[1]["chunks"] > 5


def test_verify_says_that_an_index_is_whole(run: Run, index: Path) -> None:
    code, out, _ = run("verify", index)
    assert (code, out.endswith("whole.")) == (0, True)


def test_verify_names_a_damaged_file(run: Run, index: Path) -> None:
    damaged = next(index.glob("g*/dense.faiss"))
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\x00\x01")
    code, _, err = run("verify", index)
    assert code == 4
    assert "dense.faiss" in err


@pytest.mark.parametrize("command", ["inspect", "verify"])
def test_an_index_that_is_missing_is_exit_code_4(run: Run, tmp_path: Path, command: str) -> None:
    code, _, err = run(command, tmp_path / "none")
    assert code == 4
    assert str(tmp_path / "none") in err


@pytest.mark.parametrize("manifest", [b"", b"{", b'{"kind": "index", "version": 99}', b"\x00\xff"])
def test_a_manifest_that_can_not_be_used_is_exit_code_4(run: Run, index: Path, manifest: bytes) -> None:
    (index / "manifest.json").write_bytes(manifest)
    for command in ("inspect", "verify"):
        code, _, err = run(command, index)
        assert code == 4
        assert "manifest" in err.lower() or "version" in err


def test_one_bad_filing_is_skipped_and_exit_code_3(run: Run, source: Path, tmp_path: Path) -> None:
    put(source, "junk.htm", b"\x00\x01" * 900)
    put(source, "empty.txt", b"")
    code, out, err = run("build", source, "--out", tmp_path / "index", "--workers", 1)
    assert code == 3
    assert "2 filings" in out
    assert "junk.htm" in err
    assert "empty.txt" in err
    assert filings(tmp_path / "index") == ["brightmoor", "halden"]


def test_nothing_readable_is_exit_code_3_and_no_index(run: Run, tmp_path: Path) -> None:
    code, _, err = run("build", put(tmp_path / "in", "a.htm", b""), "--out", tmp_path / "index")
    assert code == 3
    assert "nothing was written" in err
    assert not (tmp_path / "index" / "manifest.json").exists()


def test_an_empty_folder_is_exit_code_3(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    code, _, err = run("build", tmp_path / "in", "--out", tmp_path / "index")
    assert code == 3
    assert "No files found" in err


def test_a_missing_source_is_exit_code_2(run: Run, tmp_path: Path) -> None:
    code, _, err = run("build", tmp_path / "none.htm", "--out", tmp_path / "index")
    assert code == 2
    assert "none.htm" in err
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize("content", ["company\nAcme\n", None])
def test_a_manifest_that_names_no_files_is_exit_code_3(
    run: Run, source: Path, tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        put(tmp_path, "m.csv", content)
    code, _, err = run("build", source, "--out", tmp_path / "index", "--manifest", tmp_path / "m.csv")
    assert code == 3
    assert "m.csv" in err


def test_a_manifest_is_used(run: Run, source: Path, tmp_path: Path) -> None:
    put(tmp_path, "m.csv", "file,company,ticker\nhalden.htm,Halden Renamed,HALD\n")
    code, _, _ = run("build", source / "halden.htm", "--out", tmp_path / "index", "--manifest", tmp_path / "m.csv")
    assert code == 0
    with Bundle.open(tmp_path / "index") as bundle:
        assert (bundle.catalogue.filings[0].company, bundle.catalogue.filings[0].ticker) == ("Halden Renamed", "HALD")


def test_add_and_remove(run: Run, index: Path, tmp_path: Path) -> None:
    new = put(tmp_path / "new", "corvale.htm", annual_report("Corvale Stores, Inc.", 2023))
    assert run("add", new, "--out", index)[0] == 0
    assert filings(index) == ["brightmoor", "corvale", "halden"]
    code, out, _ = run("remove", "halden", "brightmoor.htm", "--out", index)
    assert (code, filings(index)) == (0, ["corvale"])
    assert "1 filings" in out


@pytest.mark.parametrize("words", [["none"], ["halden", "brightmoor"]])
def test_a_removal_that_can_not_be_is_exit_code_3(run: Run, index: Path, words: list[str]) -> None:
    code, _, err = run("remove", *words, "--out", index)
    assert code == 3
    assert "Not in the index: none" in err or "leave the index empty" in err
    assert filings(index) == ["brightmoor", "halden"]


def test_remove_from_an_index_that_is_missing_is_exit_code_4(run: Run, tmp_path: Path) -> None:
    assert run("remove", "halden", "--out", tmp_path / "none")[0] == 4


@pytest.mark.parametrize("command", ["build", "add"])
def test_a_second_writer_is_exit_code_4(run: Run, index: Path, source: Path, command: str) -> None:
    with Bundle.lock(index):
        code, _, err = run(command, source, "--out", index, "--workers", 1)
    assert code == 4
    assert "Another process is writing" in err
    assert filings(index) == ["brightmoor", "halden"]


def test_an_index_where_a_file_stands_is_one_clear_line(run: Run, source: Path, tmp_path: Path) -> None:
    code, _, err = run("build", source, "--out", put(tmp_path, "file", b"x"), "--workers", 1)
    assert code in (2, 4)
    assert str(tmp_path / "file") in err


def test_an_unknown_encoder_is_exit_code_4(
    run: Run, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINSAGENT_ENCODER", str(tmp_path / "no-such-model"))
    code, _, err = run("build", source, "--out", tmp_path / "index", "--workers", 1)
    assert code == 4
    assert "FINSAGENT_ENCODER" in err


def test_a_setting_that_is_not_allowed_is_exit_code_4(
    run: Run, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINSAGENT_ENCODER_PRECISION", "int3")
    code, _, err = run("build", source, "--out", tmp_path / "index", "--workers", 1)
    assert code == 4
    assert "FINSAGENT_ENCODER_PRECISION='int3'" in err


def test_export_writes_facts_and_sections(run: Run, index: Path, tmp_path: Path) -> None:
    facts, sections = tmp_path / "out" / "facts.csv", tmp_path / "out" / "sections.jsonl"
    code, out, _ = run("export", index, "--facts", facts, "--sections", sections)
    assert code == 0
    lines = sections.read_text(encoding="utf-8").splitlines()
    assert f"sections.jsonl: {len(lines)} sections." in out
    assert {json.loads(line)["file"] for line in lines} == {"halden.htm", "brightmoor.htm"}
    assert facts.read_text(encoding="utf-8").startswith(
        "file,accession,concept,start,end,value,unit,decimals,dimensions"
    )


def test_export_of_nothing_is_said(run: Run, index: Path) -> None:
    code, _, err = run("export", index)
    assert code == CallerError("").exit_code
    assert "--sections" in err


def test_export_replaces_no_device_or_folder_and_needs_two_files(run: Run, index: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    for target, says in (
        (fifo, "no regular file"),
        (tmp_path, "no regular file"),
    ):
        code, _, err = run("export", index, "--facts", target)
        assert (code, says in err) == (2, True), target
    assert fifo.is_fifo()
    code, _, err = run("export", index, "--facts", tmp_path / "x", "--sections", tmp_path / "x")
    assert code == 2
    assert "two files" in err
