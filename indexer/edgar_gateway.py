"""Every request to EDGAR: paced, retried politely, and answered with what was asked for or an `EdgarError`.

The SEC asks automated clients to name themselves and to stay under ten requests a second. It answers a client that
does not with 403, or with a web page and status 200; neither may pass for a filing.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import PurePosixPath
from types import TracebackType
from typing import Self

import httpx

from finsagent.errors import EdgarError

RETRIED = frozenset({429, 500, 502, 503, 504})
STARTS = (b"<SEC-DOCUMENT>", b"<IMS-DOCUMENT>", b"<SEC-HEADER>", b"-----BEGIN PRIVACY-ENHANCED MESSAGE-----")
ENDS = (b"</SEC-DOCUMENT>", b"</IMS-DOCUMENT>")

_PAGE = re.compile(rb"\A\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_BLOCK = re.compile(rb"undeclared automated tool|request rate threshold", re.IGNORECASE)
_ACCESSION = re.compile(rb"^ACCESSION NUMBER:\s*(\d{10}-\d{2}-\d{6})", re.MULTILINE)
_TAIL_BYTES = 400
_HEAD_BYTES = 8192


@dataclass(frozen=True, kw_only=True, slots=True)
class EdgarSite:
    """Where EDGAR is and how it is treated. `tries` counts the first one; waits double from `first_wait_s` on."""

    www: str = "https://www.sec.gov"
    data: str = "https://data.sec.gov"
    requests_per_second: float = 8.0
    tries: int = 4
    first_wait_s: float = 1.0
    longest_wait_s: float = 120.0
    timeout_s: float = 60.0


class _CutError(Exception):
    """A reply that ends too early: worth another try."""


class Gateway:
    """Gets documents from EDGAR. `failures` holds every document that could not be had.

    After a refusal (403, or a page that says so) it asks nothing more: going on would only prolong the block.
    """

    def __init__(
        self,
        site: EdgarSite,
        *,
        user_agent: str,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failures: list[EdgarError] = []
        self.refusal: EdgarError | None = None
        self._site = site
        self._sleep = sleep
        self._clock = clock
        self._next = 0.0
        self._client = httpx.Client(headers={"User-Agent": user_agent}, timeout=site.timeout_s)

    def __enter__(self) -> Self:
        """Hold the connections open."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the connections."""
        self._client.close()

    def get(self, uri: str, user_agent: str, host: str) -> httpx.Response:
        """Get `uri`, an address of sec.gov. The other arguments are what sec-edgar-downloader passes; unused here.

        Raises:
            EdgarError: it could not be had, or the reply is not what was asked for.
        """
        del user_agent, host
        if self.refusal is not None:
            raise self.refusal
        try:
            return self._get(uri)
        except EdgarError as error:
            self.failures.append(error)
            raise

    def _get(self, uri: str) -> httpx.Response:
        url = uri.replace("https://www.sec.gov", self._site.www).replace("https://data.sec.gov", self._site.data)
        reason = ""
        for attempt in range(self._site.tries):
            wait_s: float | None = None
            self._pace()
            try:
                response = self._client.get(url)
                if response.status_code not in RETRIED:
                    return self._checked(uri, response)
                reason = f"status {_status(response)}"
                wait_s = _retry_after_s(response)
            except httpx.TransportError as error:
                reason = f"{type(error).__name__}: {error}"
            except _CutError as error:
                reason = str(error)
            if attempt + 1 < self._site.tries:
                wait_s = self._site.first_wait_s * 2**attempt if wait_s is None else wait_s
                if wait_s > self._site.longest_wait_s:
                    raise EdgarError(f"EDGAR asks to wait {wait_s:.0f} s before {uri} ({reason}). Try again later.")
                self._sleep(wait_s)
        raise EdgarError(f"EDGAR did not give {uri} in {self._site.tries} tries: {reason}. Try again later.")

    def _pace(self) -> None:
        """Wait until the next request may start: evenly spaced, so no second ever holds more than the limit."""
        now = self._clock()
        if now < self._next:
            self._sleep(self._next - now)
        self._next = max(now, self._next) + 1 / self._site.requests_per_second

    def _checked(self, uri: str, response: httpx.Response) -> httpx.Response:
        body = response.content
        is_page = _PAGE.match(body) is not None
        if response.status_code == HTTPStatus.FORBIDDEN or (is_page and _BLOCK.search(body)):
            self.refusal = EdgarError(
                f"EDGAR refuses to serve {uri} (status {_status(response)}{_title(body)}). Check that "
                "FINSAGENT_EDGAR_IDENTITY names you with a real e-mail address, wait ten minutes, and try again."
            )
            raise self.refusal
        if response.status_code != HTTPStatus.OK:
            raise EdgarError(f"EDGAR answered {uri} with status {_status(response)}{_title(body)}. Nothing was saved.")
        if is_page:
            raise EdgarError(
                f"EDGAR answered {uri} with a web page{_title(body)}, not the document. Nothing was saved."
            )
        if uri.endswith(".json"):
            _check_json(body)
        else:
            check_submission(body, accession=PurePosixPath(uri).stem, source=uri)
        return response


def is_complete(body: bytes) -> bool:
    """Whether `body` is a full submission text file, from its first mark to its last."""
    return body.lstrip()[:60].startswith(STARTS) and any(end in body[-_TAIL_BYTES:] for end in ENDS)


def check_submission(body: bytes, *, accession: str, source: str) -> None:
    """Check that `body` is the whole full submission of `accession`.

    Raises:
        EdgarError: it is something else.
        _CutError: its end is missing.
    """
    if not body.lstrip()[:60].startswith(STARTS):
        begins = body[:60].decode("latin-1")
        raise EdgarError(f"EDGAR answered {source} with something that is no submission: it begins {begins!r}.")
    if not is_complete(body):
        raise _CutError(f"the reply is cut off after {len(body)} bytes")
    named = _ACCESSION.search(body[:_HEAD_BYTES])
    if named is not None and named[1].decode() != accession:
        raise EdgarError(f"EDGAR answered {source} with another filing, {named[1].decode()}. Nothing was saved.")


def _check_json(body: bytes) -> None:
    try:
        json.loads(body)
    except ValueError as error:
        raise _CutError(f"the reply is no complete JSON ({error})") from error


def _status(response: httpx.Response) -> str:
    return f"{response.status_code} {response.reason_phrase}".strip()


def _title(body: bytes) -> str:
    found = _TITLE.search(body[:_HEAD_BYTES])
    return f", titled {' '.join(found[1].decode('utf-8', 'replace').split())!r}" if found else ""


def _retry_after_s(response: httpx.Response) -> float | None:
    """Seconds that the Retry-After header asks for: a number of seconds or a date (RFC 9110, section 10.2.3)."""
    value = response.headers.get("retry-after", "").strip()
    if value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
