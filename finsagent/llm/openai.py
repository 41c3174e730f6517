"""A chat model behind any OpenAI-compatible endpoint.

Asks for JSON by schema and falls back where a server does not take that, retries what may pass, keeps prompt and
reply within the context, and repairs one unusable reply. It knows nothing of roles or filings, and nothing it raises
carries the API key.
"""

from __future__ import annotations

import asyncio
import email.utils
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx

from finsagent.errors import LLMError, SettingsError
from finsagent.llm.chat import Completion, Message, Reply
from finsagent.llm.context import Fitted, fit
from finsagent.llm.dialect import Dialect, adapted, context_refused, context_size, request_body
from finsagent.llm.limiter import Limiter
from finsagent.llm.reply import RawReply, ReplyRejectedError, parse_reply, read_response, salvage_reply

_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_CONNECT_TIMEOUT_S = 10.0
_MOST_CHANGES = 6
_SHRINK = 0.75
_ECHO_CHARS = 1500
_ERROR_CHARS = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Endpoint:
    """Where the model is and what it may spend. `base_url` ends before "/chat/completions".

    `timeout_s` bounds one attempt, `total_timeout_s` a whole completion with its retries and repair; `retries` counts
    the attempts after the first, of which a time-out may use one.
    """

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    timeout_s: float = 60.0
    total_timeout_s: float = 120.0
    max_tokens: int = 1024
    context_tokens: int = 8192
    retries: int = 3
    longest_wait_s: float = 30.0

    def __post_init__(self) -> None:
        """Refuse an address that can't be one.

        Raises:
            SettingsError: the base URL has no http or https scheme.
        """
        if not self.base_url.startswith(("http://", "https://")):
            raise SettingsError(
                f"FINSAGENT_LLM_BASE_URL={self.base_url!r} is no address: set it to one like http://localhost:11434/v1."
            )


class _RefusedError(Exception):
    """A response other than 200 that no retry will change."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(status)
        self.status = status
        self.error = error


class OpenAIChat:
    """Implements `ChatModel`. One object serves all roles and requests of one event loop."""

    def __init__(self, endpoint: Endpoint, *, limiter: Limiter, client: httpx.AsyncClient | None = None) -> None:
        self._endpoint = endpoint
        self._limiter = limiter
        self._given_client = client
        self._client = client
        self._dialect = Dialect()
        self._context_tokens = endpoint.context_tokens

    async def complete(self, messages: Sequence[Message], *, schema: type[Reply]) -> Completion[Reply]:
        """Ask for an object of the schema, with one repair if the first reply does not fit it.

        Raises:
            LLMError: the endpoint failed or no reply could be used.
        """
        self._limiter.check()
        try:
            async with asyncio.timeout(self._endpoint.total_timeout_s):
                return await self._complete(messages, schema)
        except TimeoutError:
            self._limiter.failed()
            raise LLMError(
                f"the LLM endpoint gave no usable reply within {self._endpoint.total_timeout_s:g} s."
            ) from None

    async def close(self) -> None:
        """Close the connections, unless the client was given."""
        if self._client is not None and self._given_client is None:
            await self._client.aclose()
            self._client = None

    async def _complete(self, messages: Sequence[Message], schema: type[Reply]) -> Completion[Reply]:
        max_tokens = self._endpoint.max_tokens
        notes: list[str] = []
        first = await self._ask(messages, schema, max_tokens=max_tokens, notes=notes)
        try:
            return Completion(value=parse_reply(first, schema), notes=tuple(notes))
        except ReplyRejectedError as error:
            reason = str(error)
        notes.append(f"the model's first reply could not be used ({reason}); it was asked once more.")
        repair = [*messages, *_repair_turns(first, reason)]
        second = await self._ask(repair, schema, max_tokens=max_tokens * (2 if first.cut_off else 1), notes=notes)
        try:
            return Completion(value=parse_reply(second, schema), notes=tuple(dict.fromkeys(notes)))
        except ReplyRejectedError as error:
            reason = str(error)
        for raw in (second, first):
            salvaged = salvage_reply(raw, schema)
            if salvaged is not None:
                notes.append("the model's reply was cut off; only what is complete in it is used.")
                return Completion(value=salvaged, notes=tuple(dict.fromkeys(notes)))
        raise LLMError(f"the model's reply could not be used after one repair: {reason}.")

    async def _ask(
        self, messages: Sequence[Message], schema: type[Reply], *, max_tokens: int, notes: list[str]
    ) -> RawReply:
        """One exchange: adapt to what the server refuses, then read what it sends."""
        dialect = self._dialect
        context_tokens = self._context_tokens
        changes_left = _MOST_CHANGES
        while True:
            fitted = fit(messages, context_tokens=context_tokens, max_tokens=max_tokens)
            body = request_body(
                dialect,
                model=self._endpoint.model,
                messages=fitted.messages,
                max_tokens=fitted.max_tokens,
                schema=schema,
            )
            try:
                raw = await self._post(body, dialect)
            except _RefusedError as refusal:
                too_long = context_refused(status=refusal.status, error=refusal.error)
                changed = dialect if too_long else adapted(dialect, status=refusal.status, error=refusal.error)
                if changed is None or not changes_left:
                    raise self._final(refusal) from None
                changes_left -= 1
                dialect = changed
                if too_long:
                    context_tokens = self._smaller_context(context_tokens, context_size(refusal.error))
                continue
            self._dialect = dialect
            notes.extend(_left_out(fitted, context_tokens))
            return raw

    async def _post(self, body: dict[str, object], dialect: Dialect) -> RawReply:
        """Post with retries.

        Raises:
            _RefusedError: the server will not take the request as it is.
            LLMError: the retries are used up.
        """
        timeouts = 0
        problem = ""
        for attempt in range(self._endpoint.retries + 1):
            if attempt:
                await asyncio.sleep(self._limiter.delay_s(attempt - 1))
            async with self._limiter.slot():
                try:
                    response = await self._send(body)
                except (TimeoutError, httpx.TimeoutException):
                    timeouts += 1
                    problem = f"no reply within {self._endpoint.timeout_s:g} s"
                    if timeouts > 1:
                        break
                    continue
                except (httpx.TransportError, httpx.DecodingError) as error:
                    problem = f"{type(error).__name__}: the connection failed or was cut"
                    continue
                error_text = "" if response.status_code == 200 else self._error_text(response)
                if _transient(response.status_code, error_text, dialect):
                    problem = f"HTTP {response.status_code}"
                    wait_s = _retry_after_s(response)
                    if wait_s > self._endpoint.longest_wait_s:
                        problem += f", and it asks to wait {wait_s:.0f} s"
                        break
                    self._limiter.hold(wait_s)
                    continue
            self._limiter.succeeded()
            if response.status_code != 200:
                raise _RefusedError(response.status_code, error_text)
            return read_response(_json(response))
        self._limiter.failed()
        raise LLMError(f"the LLM endpoint failed {attempt + 1} times: {problem}.")

    async def _send(self, body: dict[str, object]) -> httpx.Response:
        endpoint = self._endpoint
        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(endpoint.timeout_s, connect=min(_CONNECT_TIMEOUT_S, endpoint.timeout_s))
            )
        headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
        # httpx bounds each read, not the whole: a server that sends a byte now and then would hold the slot for ever.
        async with asyncio.timeout(endpoint.timeout_s):
            return await self._client.post(
                f"{endpoint.base_url.rstrip('/')}/chat/completions", json=body, headers=headers
            )

    def _error_text(self, response: httpx.Response) -> str:
        text = response.text[:4000]
        return text.replace(self._endpoint.api_key, "***") if self._endpoint.api_key else text

    def _smaller_context(self, context_tokens: int, named: int | None) -> int:
        """What to try next: the size that the server names if that is news, else less, as the estimate was too low."""
        if named and named < context_tokens:
            self._context_tokens = min(self._context_tokens, named)
            return named
        return int(context_tokens * _SHRINK)

    def _final(self, refusal: _RefusedError) -> LLMError:
        hint = {
            401: "check FINSAGENT_LLM_API_KEY",
            403: "check FINSAGENT_LLM_API_KEY",
            404: "check FINSAGENT_LLM_BASE_URL and FINSAGENT_LLM_MODEL",
        }.get(refusal.status, "check the model's settings")
        said = " ".join(refusal.error.split())[:_ERROR_CHARS]
        return LLMError(f"the LLM endpoint refused the request with HTTP {refusal.status}: {said!r}; {hint}.")


def _transient(status: int, error: str, dialect: Dialect) -> bool:
    """Whether the same request may pass later. Some servers answer 500 to a format they lack or a prompt too long."""
    if status not in _RETRIED or "insufficient_quota" in error:
        return False
    return not context_refused(status=status, error=error) and adapted(dialect, status=status, error=error) is None


def _left_out(fitted: Fitted, context_tokens: int) -> list[str]:
    if not fitted.dropped:
        return []
    total = fitted.kept + fitted.dropped
    return [f"the last {fitted.dropped} of {total} passages were left out: the model's context is {context_tokens}."]


def _repair_turns(raw: RawReply, reason: str) -> list[Message]:
    said = (raw.content or (raw.arguments[0] if raw.arguments else ""))[:_ECHO_CHARS]
    ask = (
        f"That reply can't be used: {reason}. Reply again with exactly one JSON object of the form asked for, "
        "without any other words."
    )
    if raw.cut_off:
        ask += " Keep it much shorter: fewer and shorter entries."
    # Never an empty turn, and never two user turns in a row: some chat templates break on either.
    return [Message(role="assistant", content=said or "{}"), Message(role="user", content=ask)]


def _json(response: httpx.Response) -> object:
    try:
        return response.json()
    except ValueError:
        return None


def _retry_after_s(response: httpx.Response) -> float:
    """Seconds to wait as the server asks: a number or an HTTP date; 0 if it asks for nothing."""
    milliseconds = response.headers.get("retry-after-ms", "")
    if milliseconds.isdigit():
        return int(milliseconds) / 1000
    value = response.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", value):
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    return max(0.0, moment.timestamp() - time.time())
