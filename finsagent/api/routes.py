"""The paths of the service. Each handler only translates; what it means is in the engine and the index."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse

from finsagent import __version__
from finsagent.api.problems import MEDIA_TYPE, Problem
from finsagent.api.schemas import (
    AskRequest,
    AskResponse,
    ChunkOut,
    FilingOut,
    FilingsPage,
    Health,
    Ready,
)
from finsagent.api.service import Engine, Service
from finsagent.domain import Chunk, Filing
from finsagent.errors import CallerError

router = APIRouter()


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"model": Problem, "content": content, "description": "A problem"} for status in statuses}


def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


def _engine(request: Request) -> Engine:
    return _service(request).engine


@router.get("/", include_in_schema=False)
async def root() -> RedirectResponse:
    """Send a browser to the documentation."""
    return RedirectResponse("/docs")


@router.post("/ask", summary="Ask a question", responses=_problems(400, 413, 415, 422, 502, 503, 504))
async def ask(body: AskRequest, request: Request, service: Annotated[Service, Depends(_service)]) -> AskResponse:
    """Answer a question about the indexed filings, with citations that open at the exact words.

    A question that the filings do not answer is answered too: `abstained` is true and `reason` says why.
    """
    return AskResponse.from_answer(await service.ask(body.to_question(), request=request))


@router.get("/health", summary="Is the process alive?")
async def health() -> Health:
    """Answer at once, whatever else runs."""
    return Health(status="ok", version=__version__)


@router.get("/ready", summary="Are questions answered?", responses=_problems(503))
async def ready(engine: Annotated[Engine, Depends(_engine)]) -> Ready:
    """Answer 200 once the index is loaded, 503 before."""
    return Ready(status="ready", version=__version__, filings=len(engine.catalogue.filings))


@router.get("/filings", summary="What is indexed?", responses=_problems(422, 503))
def filings(
    engine: Annotated[Engine, Depends(_engine)],
    company: Annotated[str | None, Query(description="Part of a name or alias, a ticker or a CIK.")] = None,
    form: Annotated[str | None, Query(description='For example "10-K".')] = None,
    fiscal_year: Annotated[int | None, Query(ge=1980, le=2100)] = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> FilingsPage:
    """List the indexed filings by company, newest first."""
    found = [
        filing
        for filing in engine.catalogue.filings
        if (company is None or _is_of(filing, company))
        and (form is None or filing.form.upper() == form.upper())
        and (fiscal_year is None or filing.fiscal_year == fiscal_year)
    ]
    found.sort(key=lambda filing: filing.id)
    found.sort(key=lambda filing: str(filing.period_end or ""), reverse=True)
    found.sort(key=lambda filing: filing.company.casefold())
    page = [FilingOut.model_validate(filing) for filing in found[offset : offset + limit]]
    return FilingsPage(total=len(found), offset=offset, limit=limit, filings=page)


@router.get("/chunks/{chunk_id:path}", summary="Open a passage", responses=_problems(400, 404, 422, 503))
def chunk(
    chunk_id: str,
    engine: Annotated[Engine, Depends(_engine)],
    start: Annotated[int | None, Query(ge=0, description="First character of the quote in the section.")] = None,
    end: Annotated[int | None, Query(ge=0, description="Character after the last one of the quote.")] = None,
) -> ChunkOut:
    """Show a chunk in its place: filing, section, page, and the chunks before and after it."""
    store = engine.bundle.store
    found = store.chunk(chunk_id)
    section = store.section(found.section)
    quote = None
    if start is not None or end is not None:
        if start is None or end is None or not start <= end <= len(section.text):
            raise CallerError(
                f"start={start}, end={end} is no range of section '{section.id}', which has {len(section.text)} "
                "characters. Give both, as a citation has them."
            )
        quote = section.text[start:end]
    previous, following = _neighbours(engine, found)
    return ChunkOut.build(
        found,
        filing=engine.catalogue.by_id()[found.filing],
        section=section,
        quote=quote,
        previous=previous,
        following=following,
    )


def _neighbours(engine: Engine, chunk: Chunk) -> tuple[Chunk | None, Chunk | None]:
    store = engine.bundle.store
    row = store.row(chunk.id)
    inside = set(store.rows_of([chunk.filing]).tolist())
    near: list[Chunk | None] = []
    for other in (row - 1, row + 1):
        found = store.chunks([other])[0] if other in inside else None
        near.append(found if found and found.section == chunk.section else None)
    return near[0], near[1]


def _is_of(filing: Filing, company: str) -> bool:
    wanted = company.casefold().strip()
    exact = {str(name).casefold() for name in (filing.ticker, filing.cik, filing.issuer) if name}
    return wanted in exact or any(wanted in name.casefold() for name in (filing.company, *filing.aliases))
