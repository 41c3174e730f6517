"""Chunks, filings and hits for the tests of ranking."""

from __future__ import annotations

from datetime import date

from finsagent.domain import Chunk, ChunkKind, Filing, Hit, Path


def filing(identifier: str = "acme", *, issuer: str = "acme", year: int = 2023, form: str = "10-K") -> Filing:
    return Filing(
        id=identifier,
        issuer=issuer,
        company=issuer.title(),
        form=form,
        source=f"{identifier}.htm",
        fiscal_year=year,
        fiscal_period="FY" if form == "10-K" else "Q1",
        period_end=date(year, 12, 31),
    )


def chunk(
    identifier: str, text: str = "Some words.", *, filing: str = "acme", kind: ChunkKind = "prose", start: int = 0,
    section: str = "acme/8", caption: str = "", header: str = "Acme 10-K FY2023",
) -> Chunk:  # fmt: skip
    return Chunk(
        id=identifier,
        section=section,
        filing=filing,
        kind=kind,
        text=text,
        start=start,
        end=start + len(text),
        header=header,
        group_start=start,
        group_end=start + len(text),
        caption=caption,
    )


def hit(chunk: str, path: Path, rank: int, score: float, query: int = 0) -> Hit:
    return Hit(chunk=chunk, path=path, rank=rank, score=score, query=query)
