from __future__ import annotations

import os
from pathlib import Path

import pytest

from finsagent.errors import FilingError
from indexer.filings import MAX_BYTES, find_sources, read_source

HEADER = b"""<SEC-DOCUMENT>x.txt : 19980309
<SEC-HEADER>
ACCESSION NUMBER:\t\t0000000001-98-000002
CONFORMED SUBMISSION TYPE:\t10-K
CONFORMED PERIOD OF REPORT:\t19971231
FILED AS OF DATE:\t\t19980309
\t\tCOMPANY CONFORMED NAME:\t\t\tEXAMPLE PAPER CO
</SEC-HEADER>
"""
HTML = b"<html><body><p>We make <b>paper</b>.</p></body></html>"


def document(kind: bytes, text: bytes) -> bytes:
    return b"<DOCUMENT>\n<TYPE>" + kind + b"\n<TEXT>\n" + text + b"\n</TEXT>\n</DOCUMENT>\n"


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_the_bytes_decide_not_the_name(tmp_path: Path) -> None:
    page = read_source(put(tmp_path / "filing.txt", HTML))
    assert [block.text for block in page.blocks] == ["We make paper."]
    text = read_source(put(tmp_path / "filing.htm", b"Item 1.  Business\n\nWe make paper, and we sell it.\n"))
    assert [block.text for block in text.blocks] == ["Item 1. Business", "We make paper, and we sell it."]
    assert text.kind == "text"


def test_table_marks_of_plain_text_are_not_html(tmp_path: Path) -> None:
    data = (
        b"<TABLE>\n<CAPTION>\n         1997    1996\n"
        b"<S>     <C>     <C>\nSales    100      90\nCosts     80      75\n</TABLE>\n"
    )
    assert read_source(put(tmp_path / "a.txt", data)).kind == "text"


def test_a_submission_gives_its_main_document_then_the_annual_report(tmp_path: Path) -> None:
    data = (
        HEADER
        + document(b"EX-27", b"<TOTAL-ASSETS> 5")
        + document(b"10-K", b"Words of the form.\n<PAGE>\nMore words.")
        + document(b"EX-10", b"A contract.")
        + document(b"EX-13", b"Words of the report.")
    )
    result = read_source(put(tmp_path / "s.txt", data))
    assert [(b.kind, b.text) for b in result.blocks] == [
        ("paragraph", "Words of the form."),
        ("paragraph", "More words."),
        ("heading", "Exhibit 13"),
        ("paragraph", "Words of the report."),
    ]
    assert [block.page for block in result.blocks[:2]] == [1, 2]
    assert result.metadata["company"] == "EXAMPLE PAPER CO"
    assert result.metadata["filed_on"] == "1998-03-09"


def test_a_cut_off_submission_is_read_and_marked(tmp_path: Path) -> None:
    data = (HEADER + document(b"10-K", b"Words of the form."))[:-30]
    assert read_source(put(tmp_path / "s.txt", data)).metadata["truncated"] == "true"


def test_the_downloaders_folders_name_ticker_and_accession(tmp_path: Path) -> None:
    folder = tmp_path / "sec-edgar-filings" / "EXPC" / "10-K" / "0000000001-98-000002"
    full = put(folder / "full-submission.txt", document(b"10-K", b"Words of the form."))
    put(folder / "primary-document.html", HTML)
    only = put(folder.with_name("0000000001-99-000003") / "primary-document.html", HTML)
    put(tmp_path / "sec-edgar-filings" / ".cache" / "x.txt", b"hidden")
    assert find_sources([tmp_path]) == [full, only]
    assert read_source(full).metadata == {"form": "10-K", "ticker": "EXPC", "accession": "0000000001-98-000002"}
    assert read_source(only).metadata["accession"] == "0000000001-99-000003"


def test_sources_are_found_once_in_order(tmp_path: Path) -> None:
    second, first = put(tmp_path / "b.htm", HTML), put(tmp_path / "a.PDF", b"%PDF-")
    put(tmp_path / "notes.csv", b"x")
    assert find_sources([tmp_path, first]) == [first, second]
    with pytest.raises(FilingError, match="does not exist"):
        find_sources([tmp_path / "missing"])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(200), "is not text, HTML or PDF"),
        (b"PK\x03\x04" + bytes(300), "is not text, HTML or PDF"),
        (b"<html><h1>Your Request Originates from an Undeclared Automated Tool</h1></html>", "error page"),
        (b"<html><head><title>Access Denied</title></head></html>", "error page"),
        (b"<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>", "error page"),
        (b'<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', "error page"),
        (b'{"message": "Forbidden"}', "is JSON"),
        (b"[]", "is JSON"),
        (HEADER, "without a readable document"),
        (document(b"10-K", b""), "without a readable document"),
        (b"%PDF-1.7\ntruncated", "download it again"),
    ],
)
def test_what_is_not_a_filing_is_refused_by_name(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(FilingError, match=rf"^given\.htm .*{message}"):
        read_source(put(tmp_path / "given.htm", data))


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(FilingError, match="200"):
        read_source(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FilingError, match="can't be read"):
        read_source(tmp_path / "missing.txt")


@pytest.mark.real
def test_damaged_real_filings_raise_nothing_else(tmp_path: Path) -> None:
    folder = os.environ["FINSAGENT_DATA"]  # tests marked real are skipped without it
    for path in sorted((Path(folder) / "filings_mutated").iterdir()):
        data = path.read_bytes()
        for size in (len(data), len(data) // 3):
            assert read_source(put(tmp_path / path.name, data[:size])).blocks


def test_a_page_in_utf_16_is_read_as_the_same_page_in_utf_8(tmp_path: Path) -> None:
    page = "<html><body><p>Form 10-K</p><p>Net sales rose by \u20ac5 million.</p></body></html>"
    for name, encoding in (("a.htm", "utf-8"), ("b.htm", "utf-16")):
        (tmp_path / name).write_bytes(page.encode(encoding))
    plain, wide = (read_source(tmp_path / name) for name in ("a.htm", "b.htm"))
    assert [block.text for block in wide.blocks] == [block.text for block in plain.blocks]
    assert "Net sales rose by \u20ac5 million." in [block.text for block in wide.blocks]


def test_folders_that_link_to_themselves_are_walked_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.htm").write_text("<p>x</p>")
    for name in ("up", "again"):
        (tmp_path / "a" / name).symlink_to(tmp_path)
    assert find_sources([tmp_path]) == [tmp_path / "a" / "x.htm"]


def test_a_pipe_is_no_filing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert find_sources([tmp_path]) == []
    with pytest.raises(FilingError, match="neither a file nor a folder"):
        find_sources([tmp_path / "pipe.txt"])
