"""Downloads filings from EDGAR with sec-edgar-downloader, into its folder layout.

The library chooses the filings; every request goes through `Gateway`. It writes into a staging folder beside the
target, and only whole filings are moved from there, so an interrupted download leaves nothing that looks like one.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sec_edgar_downloader import _sec_gateway
from sec_edgar_downloader._Downloader import Downloader

from finsagent.errors import CallerError, EdgarError, SettingsError
from indexer.edgar_gateway import EdgarSite, Gateway, is_complete

FOLDER = "sec-edgar-filings"
FILE = "full-submission.txt"
STAGING = ".download-"

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Wanted:
    form: str
    limit: int
    include_amends: bool
    after: date | None
    before: date | None


def download(
    tickers: Sequence[str],
    *,
    form: str,
    limit: int,
    out: Path,
    identity: str | None,
    include_amends: bool = False,
    after: date | None = None,
    before: date | None = None,
    site: EdgarSite | None = None,
) -> list[Path]:
    """Download the newest `limit` filings of `form` for each ticker or CIK; what is there already is left alone.

    Args:
        tickers: tickers or CIKs.
        form: for example "10-K".
        limit: how many of each issuer, newest first.
        out: files become `out/sec-edgar-filings/TICKER/FORM/ACCESSION/full-submission.txt`.
        identity: "Name email", which the SEC asks of automated clients.
        include_amends: take "10-K/A" for "10-K" too.
        after: only what was filed on this day or later.
        before: only what was filed on this day or earlier.
        site: where EDGAR is.

    Returns:
        The files that are new, sorted.

    Raises:
        SettingsError: no usable identity.
        CallerError: an unknown ticker, form or limit; nothing was downloaded.
        EdgarError: something could not be had; the message says what, and how many filings were saved all the same.
    """
    name, email = parse_identity(identity)
    wanted = _Wanted(form=form, limit=limit, include_amends=include_amends, after=after, before=before)
    _check(tickers, wanted)
    saved: list[Path] = []
    failures: list[EdgarError] = []
    gateway = Gateway(site or EdgarSite(), user_agent=f"{name} {email}")
    with gateway, _through(gateway), _staging(out) as stage:
        downloader = Downloader(name, email, stage)
        for symbol in [_resolve(ticker, downloader.ticker_to_cik_mapping) for ticker in tickers]:
            # One issuer's failure must not cost the others their turn; all are raised together below.
            try:
                _fetch(downloader, symbol, wanted, have=_complete(out / FOLDER / symbol / form))
            except EdgarError as error:
                failures.append(error)
            saved += _move(stage, out)
    failures = list(dict.fromkeys([*gateway.failures, *failures]))
    if failures:
        raise EdgarError(
            f"{len(failures)} documents could not be had; {len(saved)} filings were saved in {out}. "
            + " ".join(str(error) for error in failures)
        )
    return sorted(saved)


def parse_identity(identity: str | None) -> tuple[str, str]:
    """Split "Name email".

    Raises:
        SettingsError: there is none, or it lacks the name or the e-mail address.
    """
    words = (identity or "").split()
    if len(words) < 2 or not _EMAIL.fullmatch(words[-1]):
        raise SettingsError(
            f"FINSAGENT_EDGAR_IDENTITY={identity!r}: the SEC asks automated clients to say who they are. "
            'Set it to your name and e-mail address: FINSAGENT_EDGAR_IDENTITY="Jane Doe jane@example.com".'
        )
    return " ".join(words[:-1]), words[-1]


def _check(tickers: Sequence[str], wanted: _Wanted) -> None:
    if not tickers:
        raise CallerError("No ticker was given. Name at least one: --ticker AAPL.")
    if wanted.limit < 1:
        raise CallerError(f"The limit is {wanted.limit}. Ask for one filing at least.")
    if wanted.form not in Downloader.supported_forms:
        raise CallerError(f"EDGAR's form {wanted.form!r} is not supported. Use one such as 10-K, 10-Q or 8-K.")


def _fetch(downloader: Downloader, symbol: str, wanted: _Wanted, *, have: set[str]) -> None:
    """Put into the staging folder what `have` lacks. What the library swallows is in the gateway's failures."""
    try:
        count = downloader.get(
            wanted.form,
            symbol,
            limit=wanted.limit,
            after=wanted.after,
            before=wanted.before,
            include_amends=wanted.include_amends,
            accession_numbers_to_skip=have,
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise EdgarError(f"EDGAR's list of filings of {symbol} has another shape than expected: {error!r}.") from error
    if not count and not have:
        raise EdgarError(f"There is no {wanted.form} of {symbol} to be had from EDGAR.")


def _resolve(ticker: str, known: Mapping[str, str]) -> str:
    """The ticker as EDGAR writes it ("BRK.B" and "BRKB" are "BRK-B" there), or a padded CIK."""
    asked = ticker.strip().upper()
    if asked.isdigit() and len(asked) <= 10:
        return asked.zfill(10)
    bare = re.sub(r"[^A-Z0-9]", "", asked)
    same = [symbol for symbol in known if re.sub(r"[^A-Z0-9]", "", symbol) == bare]
    if asked in known:
        return asked
    if bare and len(same) == 1:
        return same[0]
    near = difflib.get_close_matches(asked, known, n=3)
    hint = f" Near: {', '.join(near)}." if near else ""
    raise CallerError(f"EDGAR knows no ticker {ticker!r}.{hint} Give another, or the CIK.")


def _complete(folder: Path) -> set[str]:
    """Accession numbers of the whole filings in `folder`."""
    return {path.parent.name for path in folder.glob(f"*/{FILE}") if is_complete(path.read_bytes())}


@contextlib.contextmanager
def _through(gateway: Gateway) -> Iterator[None]:
    """Let the library's requests go through `gateway`. The library prints what it swallows; we report it ourselves."""
    original = _sec_gateway._call_sec
    _sec_gateway._call_sec = gateway.get
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        _sec_gateway._call_sec = original


@contextlib.contextmanager
def _staging(out: Path) -> Iterator[Path]:
    """A folder on the same file system as `out`, gone afterwards. Those of processes that died are removed too."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob(f"{STAGING}*"):
        owner = left.name.removeprefix(STAGING).split("-")[0]
        if owner.isdigit() and not _alive(int(owner)):
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{STAGING}{os.getpid()}-", dir=out) as folder:
        yield Path(folder)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _move(stage: Path, out: Path) -> list[Path]:
    moved = []
    for file in sorted(stage.glob(f"{FOLDER}/*/*/*/{FILE}")):
        target = out / file.parent.relative_to(stage)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():  # a damaged one, or it would have been skipped
            shutil.rmtree(target)
        file.parent.replace(target)
        moved.append(target / FILE)
    return moved
