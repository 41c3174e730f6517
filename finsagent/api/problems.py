"""Every error of the service as an RFC 9457 problem document (application/problem+json).

The error tree says who must act; this module says it in HTTP. Nothing of the inside (tracebacks, file contents) leaves
with a problem: an unforeseen error is logged and answered with its reference alone.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from finsagent.errors import (
    BadQuestionError,
    CallerError,
    DataError,
    FinSAgentError,
    NotFoundError,
    OperatorError,
    UpstreamError,
)

MEDIA_TYPE = "application/problem+json"
CLIENT_GONE = 499
"""Not a registered status: what access logs show for a client that left before its answer."""

_LOG = logging.getLogger(__name__)

_BY_CLASS: tuple[tuple[type[FinSAgentError], int, str], ...] = (
    (BadQuestionError, 422, "bad_question"),
    (NotFoundError, 404, "not_found"),
    (CallerError, 400, "bad_request"),
    (OperatorError, 503, "misconfigured"),
    (UpstreamError, 502, "upstream_failed"),
    (DataError, 500, "bad_data"),
    (FinSAgentError, 500, "internal_error"),
)


class FieldProblem(BaseModel):
    """One thing that is wrong with a request: where (a JSON pointer or a parameter's name) and what."""

    pointer: str
    detail: str


class Problem(BaseModel):
    """A problem document. `code` is stable and meant for programs, `detail` is meant for people."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:finsagent:problem:not_found",
                    "title": "Not Found",
                    "status": 404,
                    "detail": "No chunk 'x' in the index. Take an id from a citation or from the evidence.",
                    "instance": "/chunks/x",
                    "code": "not_found",
                }
            ]
        }
    )

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    errors: list[FieldProblem] | None = Field(default=None, description="For a request that fails validation.")


class ProblemError(Exception):
    """An error of the service itself (not of the engine), with its status and headers."""

    def __init__(self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers


def problem_response(
    request: Request,
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    errors: Sequence[FieldProblem] | None = None,
) -> Response:
    """A response that carries one problem document."""
    title = HTTPStatus(status).phrase if status != CLIENT_GONE else "Client Closed Request"
    problem = Problem(
        type=f"urn:finsagent:problem:{code}",
        title=title,
        status=status,
        detail=detail,
        instance=request.url.path,
        code=code,
        errors=list(errors) if errors else None,
    )
    return Response(
        problem.model_dump_json(exclude_none=True),
        status_code=status,
        headers=dict(headers or {}),
        media_type=MEDIA_TYPE,
    )


def install_problem_handlers(app: FastAPI) -> None:
    """Make every error that leaves `app` a problem document."""
    app.add_exception_handler(ProblemError, _own)
    app.add_exception_handler(FinSAgentError, _engine)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unforeseen)


def _own(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem_response(request, error.status, error.code, error.detail, headers=error.headers)


def _engine(request: Request, error: Exception) -> Response:
    status, code = next((status, code) for kind, status, code in _BY_CLASS if isinstance(error, kind))
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        _LOG.error("%s %s: %s", request.method, request.url.path, error)
    return problem_response(request, status, code, str(error))


def _validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if request.method == "POST" and "json" not in request.headers.get("content-type", ""):
        detail = "The body must be JSON: send the header 'Content-Type: application/json'."
        return problem_response(request, 415, "not_json", detail)
    if any(item["type"] == "json_invalid" for item in found):
        detail = "The body is not valid JSON: " + "; ".join(str(item.get("ctx", {}).get("error", "")) for item in found)
        return problem_response(request, 400, "malformed_json", detail)
    errors = [FieldProblem(pointer=_pointer(item["loc"]), detail=item["msg"]) for item in found]
    detail = "; ".join(f"{item.pointer}: {item.detail}" for item in errors)
    return problem_response(request, 422, "invalid_request", detail, errors=errors)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    details = {
        404: f"Nothing is served at {request.url.path}. See /docs for what is.",
        405: f"{request.method} is not allowed at {request.url.path}.",
    }
    codes = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}
    detail = details.get(error.status_code, str(error.detail))
    code = codes.get(error.status_code, "http_error")
    return problem_response(request, error.status_code, code, detail, headers=error.headers)


def _unforeseen(request: Request, error: Exception) -> Response:
    reference = uuid.uuid4().hex[:12]
    _LOG.error("%s %s failed, reference %s", request.method, request.url.path, reference, exc_info=error)
    detail = f"The service failed in a way it did not foresee. Its log has the cause under reference {reference}."
    return problem_response(request, 500, "internal_error", detail)


def _pointer(location: Sequence[int | str]) -> str:
    if location and location[0] == "body":
        return "#/" + "/".join(str(part) for part in location[1:])
    return str(location[-1]) if location else ""
