from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from finsagent.encoders import HashingEncoder
from finsagent.errors import DataError, EncoderMismatchError, FilingError, IndexBusyError, NotFoundError
from finsagent.index.bundle import Bundle, indexed_text, verify
from finsagent.text import tokens
from indexer.build import BuildReport, build, remove
from tests.indexer.small_filings import annual_report, put
from tests.indexer.test_vectors import CountingEncoder

HALDEN, BRIGHTMOOR = "Halden Tool Works, Inc.", "Brightmoor Foods Corporation"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    put(tmp_path / "in", "halden.htm", annual_report(HALDEN, 2023))
    put(tmp_path / "in", "brightmoor.htm", annual_report(BRIGHTMOOR, 2023))
    return tmp_path / "in"


def make(out: Path, *sources: Path, keep: bool = False, encoder: HashingEncoder | None = None) -> BuildReport:
    return build(list(sources), out, encoder=encoder or HashingEncoder(), keep=keep, workers=1)


def ids(out: Path) -> list[str]:
    with Bundle.open(out) as bundle:
        return [filing.id for filing in bundle.catalogue.filings]


def everything(out: Path) -> list[tuple[str, str]]:
    """(chunk id, text) of all that a search in the index can return."""
    with Bundle.open(out) as bundle:
        rows = range(bundle.manifest.chunks)
        return [(chunk.id, chunk.text) for chunk in bundle.store.chunks(list(rows))]


def test_an_index_holds_each_filing_whole(source: Path, tmp_path: Path) -> None:
    report = make(tmp_path / "out", source)
    assert (report.filings, report.skipped, report.notes) == (2, [], [])
    assert report.bytes_read == sum(path.stat().st_size for path in source.iterdir())
    assert verify(tmp_path / "out") == []
    with Bundle.open(tmp_path / "out") as bundle:
        assert [(f.id, f.company) for f in bundle.catalogue.filings] == [("brightmoor", BRIGHTMOOR), ("halden", HALDEN)]
        assert bundle.manifest.chunks == report.chunks > 10
        assert bundle.manifest.encoder == HashingEncoder.fingerprint
        for filing in bundle.catalogue.filings:
            content = bundle.store.content(filing.id)
            np.testing.assert_array_equal(
                content.vectors, HashingEncoder().encode(list(map(indexed_text, content.chunks)))
            )
            assert max(HashingEncoder().count_tokens(list(map(indexed_text, content.chunks)))) <= 256
            assert content.summaries
        (row, _), *_ = bundle.sparse.search(
            dict.fromkeys(tokens("Halden steel prices"), 1.0), filings=["halden"], limit=3
        )
        assert "Steel prices" in bundle.store.chunks([row])[0].text
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".lock", "g000001", "manifest.json"]


def test_the_same_sources_give_the_same_contents(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "a", source)
    make(tmp_path / "b", source / "halden.htm", source / "brightmoor.htm")
    assert everything(tmp_path / "a") == everything(tmp_path / "b")


def test_progress_is_told(source: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build([source], tmp_path / "out", encoder=HashingEncoder(), workers=1, progress=lambda *step: told.append(step))
    assert [step for step in told if step[0] == "parse"] == [("parse", 1, 2), ("parse", 2, 2)]
    encoded = [step for step in told if step[0] == "encode"]
    assert encoded[-1][1] == encoded[-1][2] > 0
    assert told[-1] == ("write", 1, 1)


def test_several_processes_parse_alike(source: Path, tmp_path: Path) -> None:
    put(source, "junk.htm", b"\x00\x01\x02" * 500)
    report = build([source], tmp_path / "two", encoder=HashingEncoder(), workers=2)
    assert [Path(name).name for name, _ in report.skipped] == ["junk.htm"]
    make(tmp_path / "one", source)
    assert everything(tmp_path / "one") == everything(tmp_path / "two")


# --- bad input


BAD: dict[str, tuple[str, bytes]] = {
    "empty": ("a.htm", b""),
    "blank": ("b.txt", b" \n\n\t "),
    "binary junk": ("c.htm", bytes(range(256)) * 40),
    "binary in text": ("d.txt", b"\x00\xff\x00\xfe" * 1000),
    "a picture called a filing": ("e.htm", b"\x89PNG\r\n\x1a\n" + b"\x00" * 2000),
    "a cut PDF": ("f.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Cat"),
    "a filing called a PDF": ("g.pdf", b""),
    "a block page": ("h.htm", b"<html><title>SEC.gov | Request Rate Threshold Exceeded</title><p>x</p></html>"),
    "a cut submission": ("i.txt", b"<SEC-DOCUMENT>1\n<SEC-HEADER>\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n"),
    "JSON": ("j.htm", b'{"error": "not found"}'),
    "a page without words": ("k.htm", b"<html><body><img src='x.png'></body></html>"),
}  # fmt: skip


def test_bad_files_are_skipped_with_a_reason_and_the_good_ones_indexed(source: Path, tmp_path: Path) -> None:
    for name, content in BAD.values():
        put(source, name, content)
    report = make(tmp_path / "out", source)
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]
    assert [Path(name).name for name, _ in report.skipped] == sorted(name for name, _ in BAD.values())
    for name, reason in report.skipped:
        assert Path(name).name in reason
        assert "unexpected" not in reason
        assert "Traceback" not in reason


def test_a_page_called_a_pdf_and_a_text_called_a_page_are_read_as_what_they_are(tmp_path: Path) -> None:
    put(tmp_path / "in", "halden.pdf", annual_report(HALDEN, 2023))
    lines = (
        "FORM 10-K",
        "For the fiscal year ended December 31, 2023",
        "ASHGROVE DAIRY INC.",
        "(Exact name of registrant as specified in its charter)",
        "We make cheese and butter in two plants.",
    )
    put(tmp_path / "in", "text.htm", "\n\n".join(lines))
    report = make(tmp_path / "out", tmp_path / "in")
    assert report.skipped == []
    assert ids(tmp_path / "out") == ["halden", "text"]


def test_an_empty_folder_is_an_error_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(DataError, match="No files found"):
        make(tmp_path / "out", tmp_path / "in")
    assert not (tmp_path / "out").exists()


def test_a_folder_of_other_files_is_an_error(tmp_path: Path) -> None:
    put(tmp_path / "in", "notes.docx", b"PK\x03\x04")
    with pytest.raises(DataError, match="No files found"):
        make(tmp_path / "out", tmp_path / "in")


def test_a_missing_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FilingError, match="does not exist"):
        make(tmp_path / "out", tmp_path / "none")


def test_nothing_readable_is_an_error_and_the_old_index_serves_on(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    with pytest.raises(DataError, match=r"None of 1 files could be read; nothing was written\.\n.*empty"):
        make(tmp_path / "out", put(tmp_path / "bad", "a.htm", b""))
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


def test_one_filing_given_twice_is_one_and_said(source: Path, tmp_path: Path) -> None:
    put(tmp_path / "copy", "halden.htm", annual_report(HALDEN, 2023))
    report = make(tmp_path / "out", source, tmp_path / "copy")
    assert (report.filings, report.skipped) == (2, [])
    assert report.notes == ["halden.htm is the filing halden.htm again; taken once."]


def test_another_filing_under_the_same_name_is_not_lost_silently(source: Path, tmp_path: Path) -> None:
    put(tmp_path / "copy", "halden.htm", annual_report(HALDEN, 2022))
    report = make(tmp_path / "out", source, tmp_path / "copy")
    assert report.filings == 2
    assert [name for name, _ in report.skipped] == ["halden.htm"]
    assert "already called 'halden'" in report.skipped[0][1]


def test_a_manifest_names_what_files_do_not(tmp_path: Path) -> None:
    path = put(tmp_path / "in", "x.htm", "<html><body><p>We make tools in two plants and sell them.</p></body></html>")
    with pytest.raises(DataError, match="no issuer found"):
        make(tmp_path / "out", path)
    given = {"x": {"company": "Acme", "form": "10-K", "fiscal_year": "2023"}}
    build([path], tmp_path / "out", encoder=HashingEncoder(), manifest=given, workers=1)
    with Bundle.open(tmp_path / "out") as bundle:
        assert bundle.catalogue.filings[0].name == "Acme 10-K FY2023"


# --- add, remove, build again


def test_add_keeps_what_is_there_and_encodes_only_what_is_new(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source / "halden.htm")
    before = everything(tmp_path / "out")
    encoder = CountingEncoder()
    report = make(tmp_path / "out", source / "brightmoor.htm", keep=True, encoder=encoder)
    assert report.filings == 2
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]
    assert set(before) <= set(everything(tmp_path / "out"))
    assert encoder.asked
    assert all("Halden" not in text for text in encoder.asked)


def test_add_makes_an_index_where_there_is_none(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source, keep=True)
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


def test_a_filing_that_got_shorter_leaves_nothing_behind(source: Path, tmp_path: Path) -> None:
    put(source, "halden.htm", annual_report(HALDEN, 2023, paragraphs=40, extra="A zeppelin may fall on our plant."))
    make(tmp_path / "out", source)
    put(source, "halden.htm", annual_report(HALDEN, 2023, paragraphs=2))
    make(tmp_path / "out", source / "halden.htm", keep=True)
    make(tmp_path / "fresh", source)
    assert everything(tmp_path / "out") == everything(tmp_path / "fresh")
    with Bundle.open(tmp_path / "out") as bundle:
        assert bundle.sparse.search({"zeppelin": 1.0}, filings=None, limit=5) == []
        assert len(bundle.dense) == bundle.manifest.chunks
        with pytest.raises(NotFoundError):
            bundle.store.chunk("halden/01-I-1#0009")


def test_add_of_nothing_readable_keeps_the_index(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    report = make(tmp_path / "out", put(tmp_path / "bad", "a.htm", b""), keep=True)
    assert [Path(name).name for name, _ in report.skipped] == ["a.htm"]
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


def test_add_of_nothing_readable_to_nothing_makes_no_empty_index(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        make(tmp_path / "out", put(tmp_path / "bad", "a.htm", b""), keep=True)


def test_a_build_replaces_what_is_there(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    make(tmp_path / "out", source / "halden.htm")
    assert ids(tmp_path / "out") == ["halden"]


def test_a_build_again_encodes_nothing_again(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    encoder = CountingEncoder()
    make(tmp_path / "out", source, encoder=encoder)
    assert encoder.asked == []
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


def test_add_with_another_encoder_is_refused_and_both_are_named(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source / "halden.htm")
    with pytest.raises(EncoderMismatchError, match="hashing-384:v1.*other:v2"):
        make(tmp_path / "out", source / "brightmoor.htm", keep=True, encoder=CountingEncoder("other:v2"))
    assert ids(tmp_path / "out") == ["halden"]


def test_a_build_with_another_encoder_replaces_the_index(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    make(tmp_path / "out", source, encoder=CountingEncoder("other:v2"))
    with pytest.raises(EncoderMismatchError):
        Bundle.open(tmp_path / "out", encoder=HashingEncoder.fingerprint)


@pytest.mark.parametrize("name", ["halden", "halden.htm"])
def test_remove_takes_out_by_id_or_file(source: Path, tmp_path: Path, name: str) -> None:
    make(tmp_path / "out", source)
    report = remove(tmp_path / "out", [name], encoder=HashingEncoder())
    assert report.filings == 1
    assert all(identifier.startswith("brightmoor/") for identifier, _ in everything(tmp_path / "out"))
    assert verify(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("names", "says"), [(["none"], "Not in the index: none"), (["halden", "brightmoor"], "leave the index empty")]
)
def test_remove_of_what_is_not_there_or_of_all_changes_nothing(
    source: Path, tmp_path: Path, names: Sequence[str], says: str
) -> None:
    make(tmp_path / "out", source)
    with pytest.raises(DataError, match=says):
        remove(tmp_path / "out", names, encoder=HashingEncoder())
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


# --- kills and second writers


def killed(source: Path, out: Path, stage: str, number: int) -> None:
    command = [sys.executable, "-m", "tests.indexer.killed_build", str(source), str(out), stage, str(number)]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, timeout=60
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


@pytest.mark.parametrize(("stage", "number"), [("parse", 1), ("encode", 1), ("write", 1)])
def test_a_killed_build_leaves_the_old_index_and_the_next_one_finishes(
    source: Path, tmp_path: Path, stage: str, number: int
) -> None:
    make(tmp_path / "out", source / "halden.htm")
    put(source, "corvale.htm", annual_report("Corvale Stores, Inc.", 2023))
    killed(source, tmp_path / "out", stage, number)
    done = stage == "write"
    assert ids(tmp_path / "out") == (["brightmoor", "corvale", "halden"] if done else ["halden"])
    assert verify(tmp_path / "out") == []
    encoder = CountingEncoder()
    make(tmp_path / "out", source, encoder=encoder)
    assert ids(tmp_path / "out") == ["brightmoor", "corvale", "halden"]
    assert verify(tmp_path / "out") == []
    assert not any("Halden" in text for text in encoder.asked)
    if stage == "encode":  # the first filing's vectors were kept
        assert encoder.asked
        assert not any("Brightmoor" in text for text in encoder.asked)
    assert not (tmp_path / "out" / ".work").exists()


def test_a_build_that_stopped_goes_on_where_it_was(source: Path, tmp_path: Path) -> None:
    class Failing(CountingEncoder):
        def encode(self, texts: Sequence[str]):  # type: ignore[no-untyped-def]
            if len(self.asked) > 0:
                raise MemoryError("no memory")
            return super().encode(texts)

    first = Failing()
    with pytest.raises(MemoryError):
        make(tmp_path / "out", source, encoder=first)
    second = CountingEncoder()
    make(tmp_path / "out", source, encoder=second)
    assert set(first.asked).isdisjoint(second.asked)
    assert ids(tmp_path / "out") == ["brightmoor", "halden"]


def test_a_second_writer_is_refused_and_nothing_is_lost(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    with Bundle.lock(tmp_path / "out"):
        for keep in (False, True):
            with pytest.raises(IndexBusyError, match="Another process is writing"):
                make(tmp_path / "out", source, keep=keep)
        with pytest.raises(IndexBusyError):
            remove(tmp_path / "out", ["halden"], encoder=HashingEncoder())
        assert ids(tmp_path / "out") == ["brightmoor", "halden"]  # readers are not refused


def test_an_open_index_serves_on_while_it_is_replaced(source: Path, tmp_path: Path) -> None:
    make(tmp_path / "out", source)
    with Bundle.open(tmp_path / "out") as old:
        for _ in range(3):
            make(tmp_path / "out", source / "halden.htm")
        assert "cheese" not in old.store.chunks([0])[0].text
        assert old.store.chunks([0])[0].filing == "brightmoor"
        assert old.sparse.search({"tool": 1.0}, filings=None, limit=3)
    assert ids(tmp_path / "out") == ["halden"]


def test_a_fact_that_a_filing_gives_in_two_ways_is_reported(tmp_path: Path) -> None:
    tag = '<ix:nonFraction name="us-gaap:Cash" contextRef="c1" unitRef="usd" decimals="0" format="ixt:num-dot-decimal">'
    head = (
        '<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body><div style="display:none"><ix:header><ix:resources>'
        '<xbrli:context id="c1"><xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>'
        '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>'
    )
    twice = f"We held {tag}500</ix:nonFraction> dollars, or {tag}700</ix:nonFraction> dollars, in cash at the year end."
    page = annual_report("Halden Tool Works, Inc.", 2023, extra=twice).replace("<html><body>", head)
    report = build([put(tmp_path, "halden.htm", page)], tmp_path / "index", encoder=HashingEncoder(), workers=1)
    assert report.notes == ["halden.htm: us-gaap:Cash, 2023-12-31, is given as 500 and 700 USD; all are kept."]


def test_the_page_and_the_submission_of_one_filing_are_one(tmp_path: Path) -> None:
    page = annual_report("Halden Tool Works, Inc.", 2023)
    whole = (
        "<SEC-DOCUMENT>\n<SEC-HEADER>\nACCESSION NUMBER:\t\t0000000007-24-000001\nCONFORMED SUBMISSION TYPE:\t10-K\n"
        "COMPANY CONFORMED NAME:\t\t\tHALDEN TOOL WORKS INC\nCENTRAL INDEX KEY:\t\t\t0000000007\n</SEC-HEADER>\n"
        f"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n{page}\n</TEXT>\n</DOCUMENT>\n"
    )
    paths = [put(tmp_path, "halden.htm", page), put(tmp_path, "whole.txt", whole)]
    report = build(paths, tmp_path / "index", encoder=HashingEncoder(), workers=1)
    assert report.filings == 1
    assert any("halden.htm is the filing whole.txt again" in note for note in report.notes)
