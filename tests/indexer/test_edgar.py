"""Downloads from a small EDGAR of our own on this machine, and from one that replays recorded replies."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from finsagent.errors import CallerError, EdgarError, SettingsError
from indexer.edgar import download, parse_identity
from indexer.edgar_gateway import EdgarSite, Gateway
from tests.indexer.fake_edgar import (
    AMENDED,
    FIRST,
    QUARTER,
    RECENT,
    SECOND,
    Edgar,
    Reply,
    Time,
    as_json,
    path_of,
    serving,
    submission,
)

IDENTITY = "Jane Doe jane@example.com"


@pytest.fixture
def edgar() -> Edgar:
    return Edgar()


@pytest.fixture
def site(edgar: Edgar) -> Iterator[EdgarSite]:
    with serving(edgar) as site:
        yield site


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def saved_as(accession: str, form: str = "10-K", symbol: str = "HALD") -> str:
    return f"sec-edgar-filings/{symbol}/{form}/{accession}/full-submission.txt"


def test_the_newest_filings_are_saved_in_the_librarys_layout(edgar: Edgar, site: EdgarSite, tmp_path: Path) -> None:
    saved = download(["hald"], form="10-K", limit=5, out=tmp_path, identity=IDENTITY, site=site)
    assert [str(path.relative_to(tmp_path)) for path in saved] == [saved_as(SECOND), saved_as(FIRST)]
    assert files_in(tmp_path) == [saved_as(SECOND), saved_as(FIRST)]
    assert saved[1].read_bytes() == submission(FIRST)
    assert edgar.agents == {IDENTITY}


def test_limit_dates_form_amendments_and_cik_choose(site: EdgarSite, tmp_path: Path) -> None:
    def names(folder: str, **options: object) -> list[str]:
        arguments = {"tickers": ["HALD"], "form": "10-K", "limit": 9, **options}
        saved = download(out=tmp_path / folder, identity=IDENTITY, site=site, **arguments)  # type: ignore[arg-type]
        return [path.parent.name for path in saved]

    assert names("limit", limit=1) == [FIRST]
    assert names("form", form="10-Q") == [QUARTER]
    assert names("before", before=date(2024, 6, 30)) == [SECOND]
    assert names("after", after=date(2025, 1, 1)) == [FIRST]
    assert names("amends", include_amends=True) == [AMENDED, SECOND, FIRST]
    assert names("cik", tickers=["9991"], limit=1) == [FIRST]


def test_a_second_download_asks_only_for_what_is_missing(edgar: Edgar, site: EdgarSite, tmp_path: Path) -> None:
    download(["HALD"], form="10-K", limit=2, out=tmp_path, identity=IDENTITY, site=site)
    (tmp_path / saved_as(SECOND)).write_bytes(submission(SECOND)[:-30])
    edgar.asked.clear()
    saved = download(["HALD"], form="10-K", limit=2, out=tmp_path, identity=IDENTITY, site=site)
    assert [path.parent.name for path in saved] == [SECOND]
    assert saved[0].read_bytes() == submission(SECOND)
    assert path_of(FIRST) not in edgar.asked


PAGE = b"<!DOCTYPE html>\n<html><head><title>Sorry,\n page not here</title></head></html>"
BLOCK = b"<html><title>SEC.gov</title><p>Your Request Originates from an Undeclared Automated Tool</p></html>"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(PAGE), "web page, titled 'Sorry, page not here'"),
        (Reply(b"  <?xml version='1.0'?><html></html>"), "web page"),
        (Reply(b""), "no submission"),
        (Reply(b"Service temporarily down"), "begins 'Service temporarily"),
        (Reply(submission(SECOND)), f"another filing, {SECOND}"),
        (Reply(submission(FIRST)[:-40]), "cut off after"),
        (Reply(submission(FIRST)[:-40], length=len(submission(FIRST))), "in 4 tries: RemoteProtocolError"),
        (Reply(b"<Error/>", 404), "status 404 Not Found"),
        (Reply(b"", 301, {"Location": "/elsewhere"}), "status 301"),
        (Reply(b"busy", 503), "in 4 tries: status 503"),
        (Reply(b"slow down", 429), "in 4 tries: status 429"),
    ],
)
def test_what_is_not_the_filing_is_an_error_and_never_a_file(
    reply: Reply, words: str, edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    edgar.replies[path_of(FIRST)] = reply
    with pytest.raises(EdgarError, match=re.escape(words)) as raised:
        download(["HALD"], form="10-K", limit=2, out=tmp_path, identity=IDENTITY, site=site)
    assert path_of(FIRST) in str(raised.value)
    assert "1 documents could not be had; 1 filings were saved" in str(raised.value)
    assert files_in(tmp_path) == [saved_as(SECOND)]
    assert [path.name for path in tmp_path.iterdir()] == ["sec-edgar-filings"]


@pytest.mark.parametrize("reply", [Reply(b"<Error>AccessDenied</Error>", 403), Reply(BLOCK)])
def test_after_a_refusal_nothing_more_is_asked(reply: Reply, edgar: Edgar, site: EdgarSite, tmp_path: Path) -> None:
    edgar.replies[path_of(FIRST)] = reply
    with pytest.raises(EdgarError, match="refuses to serve.*FINSAGENT_EDGAR_IDENTITY"):
        download(["HALD", "9991"], form="10-K", limit=2, out=tmp_path, identity=IDENTITY, site=site)
    assert edgar.asked[-1] == path_of(FIRST)
    assert files_in(tmp_path) == []


def test_a_passing_failure_is_tried_again(edgar: Edgar, site: EdgarSite, tmp_path: Path) -> None:
    whole = Reply(submission(FIRST))
    edgar.replies[path_of(FIRST)] = [Reply(b"", 503), Reply(submission(FIRST)[:50]), Reply(b"", 429), whole]
    edgar.replies["/submissions/CIK0000009991.json"] = [
        Reply(b'{"filings": {"rec'),
        as_json({"filings": {"recent": RECENT, "files": []}}),
    ]
    assert len(download(["HALD"], form="10-K", limit=1, out=tmp_path, identity=IDENTITY, site=site)) == 1
    assert edgar.asked.count(path_of(FIRST)) == 4


@pytest.mark.parametrize(
    ("listing", "words"),
    [
        (Reply(PAGE), "web page"),
        (Reply(b"", 503), "status 503"),
        (as_json({"filings": {}}), "another shape"),
        (as_json([]), "another shape"),
        (as_json({"filings": {"recent": {**RECENT, "filingDate": ["?"] * 4}, "files": []}}), "another shape"),
        (as_json({"filings": {"recent": {**RECENT, "form": ["8-K"] * 4}, "files": []}}), "no 10-K of HALD"),
    ],
)
def test_a_listing_that_is_none_is_an_error(
    listing: Reply, words: str, edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    edgar.replies["/submissions/CIK0000009991.json"] = listing
    with pytest.raises(EdgarError, match=words):
        download(["HALD"], form="10-K", limit=1, out=tmp_path, identity=IDENTITY, site=site)
    assert files_in(tmp_path) == []


def test_one_issuers_failure_leaves_the_others_their_turn(edgar: Edgar, site: EdgarSite, tmp_path: Path) -> None:
    with pytest.raises(EdgarError, match="CIK0000009992.json with status 404"):
        download(["ASH.B", "HALD"], form="10-K", limit=1, out=tmp_path, identity=IDENTITY, site=site)
    assert files_in(tmp_path) == [saved_as(FIRST)]


@pytest.mark.parametrize("ticker", ["ASH.B", "ash-b", "ASHB", " ASH B "])
def test_a_share_class_is_found_however_it_is_written(
    ticker: str, edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    edgar.replies["/submissions/CIK0000009992.json"] = as_json({"filings": {"recent": RECENT, "files": []}})
    edgar.replies[path_of(FIRST).replace("9991/", "9992/", 1)] = Reply(submission(FIRST))
    download([ticker], form="10-K", limit=1, out=tmp_path, identity=IDENTITY, site=site)
    assert files_in(tmp_path) == [saved_as(FIRST, symbol="ASH-B")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"tickers": ["HALT"]}, "no ticker 'HALT'. Near: HALD."),
        ({"tickers": ["HALD", "..."]}, "no ticker '...'"),
        ({"tickers": []}, "No ticker"),
        ({"form": "10-X"}, "'10-X' is not supported"),
        ({"limit": 0}, "limit is 0"),
    ],
)
def test_a_wrong_request_downloads_nothing(
    arguments: Mapping[str, object], words: str, edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    given = {"tickers": ["HALD"], "form": "10-K", "limit": 1, **arguments}
    with pytest.raises(CallerError, match=re.escape(words)):
        download(out=tmp_path, identity=IDENTITY, site=site, **given)  # type: ignore[arg-type]
    assert not any(path.startswith("/Archives") for path in edgar.asked)


@pytest.mark.parametrize("identity", [None, "", "Jane", "jane@example.com", "Jane Doe", "Jane jane@example"])
def test_without_an_identity_nothing_is_asked(
    identity: str | None, edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match="FINSAGENT_EDGAR_IDENTITY"):
        download(["HALD"], form="10-K", limit=1, out=tmp_path, identity=identity, site=site)
    assert edgar.asked == []


def test_an_identity_is_a_name_and_an_address() -> None:
    assert parse_identity("  Jane \n Doe jane@example.com ") == ("Jane Doe", "jane@example.com")


def test_no_second_holds_more_than_eight_requests(edgar: Edgar, site: EdgarSite) -> None:
    clock = Time()
    starts = []
    site = replace(site, requests_per_second=8)
    with Gateway(site, user_agent="t", sleep=clock.sleep, clock=lambda: clock.now) as gateway:
        for _ in range(20):
            gateway.get(f"https://www.sec.gov{path_of(FIRST)}", "", "")
            starts.append(clock.now)
    most = max(sum(1 for other in starts if start <= other < start + 1 - 1e-9) for start in starts)
    assert most == 8


def http_date(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("retry_after", "low", "high"),
    [(lambda: "7", 7, 7), (lambda: http_date(30), 28, 30), (lambda: http_date(-30), 0, 0), (lambda: "soon", 1, 1)],
)
def test_retry_after_is_kept(
    retry_after: Callable[[], str], low: float, high: float, edgar: Edgar, site: EdgarSite
) -> None:
    clock = Time()
    edgar.replies[path_of(FIRST)] = [Reply(b"", 503, {"Retry-After": retry_after()}), Reply(submission(FIRST))]
    site = replace(site, first_wait_s=1, requests_per_second=1e6)
    with Gateway(site, user_agent="t", sleep=clock.sleep, clock=lambda: clock.now) as gateway:
        gateway.get(f"https://www.sec.gov{path_of(FIRST)}", "", "")
    assert low <= sum(clock.slept) <= high + 0.01


def test_waits_double_and_a_long_one_is_not_waited_for(edgar: Edgar, site: EdgarSite) -> None:
    clock = Time()
    site = replace(site, first_wait_s=1, requests_per_second=1e6)
    edgar.replies["/busy.json"] = Reply(b"", 503)
    edgar.replies["/away.json"] = Reply(b"", 429, {"Retry-After": "600"})
    with Gateway(site, user_agent="t", sleep=clock.sleep, clock=lambda: clock.now) as gateway:
        with pytest.raises(EdgarError, match="in 4 tries"):
            gateway.get("https://data.sec.gov/busy.json", "", "")
        assert [round(seconds) for seconds in clock.slept if seconds > 0.1] == [1, 2, 4]
        with pytest.raises(EdgarError, match="asks to wait 600 s"):
            gateway.get("https://data.sec.gov/away.json", "", "")


def test_a_server_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    nowhere = EdgarSite(
        www="http://127.0.0.1:9", data="http://127.0.0.1:9", first_wait_s=0.001, requests_per_second=1e3
    )
    with pytest.raises(EdgarError, match="ConnectError"):
        download(["HALD"], form="10-K", limit=1, out=tmp_path, identity=IDENTITY, site=nowhere)


def test_a_killed_download_leaves_nothing_that_looks_like_a_filing(
    edgar: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    edgar.replies[path_of(SECOND)] = Reply(b"", 503)
    code = (
        "import sys; from pathlib import Path; from indexer.edgar import download; "
        "from indexer.edgar_gateway import EdgarSite; "
        "download(['HALD'], form='10-K', limit=2, out=Path(sys.argv[1]), identity='Jane Doe jane@example.com', "
        "site=EdgarSite(www=sys.argv[2], data=sys.argv[2], first_wait_s=60))"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), site.www])
    deadline = time.monotonic() + 20
    while path_of(SECOND) not in edgar.asked and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert not (tmp_path / "sec-edgar-filings").exists()
    assert list(tmp_path.iterdir())  # the first filing, staged

    edgar.replies[path_of(SECOND)] = Reply(submission(SECOND))
    download(["HALD"], form="10-K", limit=2, out=tmp_path, identity=IDENTITY, site=site)
    assert files_in(tmp_path) == [saved_as(SECOND), saved_as(FIRST)]
    assert [path.name for path in tmp_path.iterdir()] == ["sec-edgar-filings"]


@pytest.fixture
def recorded(edgar: Edgar) -> Edgar:
    """The local server with every recorded reply of EDGAR at its own path."""
    folder = Path(os.environ["FINSAGENT_DATA"]) / "edgar"
    for entry in json.loads((folder / "responses_index.json").read_text()):
        path = re.sub(r"^https://[^/]+", "", entry["uri"])
        edgar.replies[path] = Reply((folder / entry["file"]).read_bytes(), entry["status"])
    for name, path in (
        ("company_tickers_exchange.json", "/files/company_tickers_exchange.json"),
        ("CIK0000320193-submissions-001.json", "/submissions/CIK0000320193-submissions-001.json"),
    ):
        edgar.replies[path] = Reply((folder / "static" / name).read_bytes())
    return edgar


APPLE_2000 = "0000912057-00-023442"
APPLE_2000_PATH = f"/Archives/edgar/data/320193/{APPLE_2000.replace('-', '')}/{APPLE_2000}.txt"


def download_apple(site: EdgarSite, out: Path) -> list[Path]:
    return download(
        ["AAPL"],
        form="10-Q",
        limit=1,
        before=date(2000, 5, 12),
        out=out,
        identity=IDENTITY,
        site=site,
    )


@pytest.mark.real
def test_a_recorded_filing_is_found_on_the_second_page_of_its_listing(
    recorded: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    saved = download_apple(site, tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in saved] == [saved_as(APPLE_2000, form="10-Q", symbol="AAPL")]
    assert len(saved[0].read_bytes()) == 172_724


@pytest.mark.real
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/Archives/edgar/full-index/2099/QTR1/form.gz", "refuses to serve"),
        (
            "/cgi-bin/browse-edgar?action=getcurrent&count=100&start=5100&type=&owner=include&output=atom",
            "in 4 tries: status 503",
        ),
        ("/Archives/edgar/full-index/2025/QTR1/form.gz", "status 304"),
        ("/Archives/edgar/data/320193/0000912057-00-023442-index.html", "web page, titled 'EDGAR Filing"),
        ("/Archives/edgar/data/1779026/000177902623000027/0001779026-23-000027.txt", "another filing"),
        ("/submissions/CIK-000000001.json", "status 404"),
    ],
)
def test_a_recorded_reply_that_is_not_the_filing_is_an_error(
    path: str, words: str, recorded: Edgar, site: EdgarSite, tmp_path: Path
) -> None:
    recorded.replies[APPLE_2000_PATH] = recorded.replies[path]
    with pytest.raises(EdgarError, match=words):
        download_apple(site, tmp_path)
    assert files_in(tmp_path) == []
