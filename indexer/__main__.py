"""`python -m indexer`: build an index from filings, add to it, take from it, look into it, check it; download."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from finsagent.errors import CallerError, FinSAgentError, SettingsError
from finsagent.index.bundle import Bundle, verify
from finsagent.settings import load_settings
from finsagent.wiring import build_chat, build_encoder
from indexer.build import BuildReport, build, remove
from indexer.export import export_sections
from indexer.export_facts import export_facts
from indexer.facts_command import facts_command
from indexer.metadata import read_manifest

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__, pretty_exceptions_enable=False)
app.command("facts")(facts_command)
_out = Console()
_err = Console(stderr=True)

Sources = Annotated[list[Path], typer.Argument(help="Files, or folders that are walked.")]
Out = Annotated[Path, typer.Option("--out", help="Directory of the index.")]
ManifestFile = Annotated[Path | None, typer.Option("--manifest", help="CSV or JSON lines: metadata of each file.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Processes that parse; default: every core.")]


@app.command("build")
def build_command(
    sources: Sources, out: Out = Path("var/index"), manifest: ManifestFile = None, workers: Workers = None
) -> None:
    """Index filings from scratch; an index that is there serves on until the new one is whole."""
    _index(sources, out, manifest, workers, keep=False)


@app.command("add")
def add_command(
    sources: Sources, out: Out = Path("var/index"), manifest: ManifestFile = None, workers: Workers = None
) -> None:
    """Add filings to an index, or replace them."""
    _index(sources, out, manifest, workers, keep=True)


@app.command("remove")
def remove_command(
    ids: Annotated[list[str], typer.Argument(help="Filing ids, accession numbers or source file names.")],
    out: Out = Path("var/index"),
) -> None:
    """Take filings out of an index."""
    report = remove(out, ids, encoder=build_encoder(load_settings()))
    _out.print(f"{out}: {report.filings} filings, {report.chunks} chunks are left.")


@app.command("inspect")
def inspect_command(
    index: Annotated[Path, typer.Argument(help="Directory of the index.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a filing.")] = False,
) -> None:
    """List what an index holds."""
    with Bundle.open(index, verify=False) as bundle:
        rows = [
            {
                "id": f.id, "company": f.company, "ticker": f.ticker, "form": f.form, "fiscal_year": f.fiscal_year,
                "fiscal_period": f.fiscal_period, "period_end": str(f.period_end or ""), "source": f.source,
                "chunks": len(bundle.store.rows_of([f.id])),
                "items": [s.item for s in bundle.store.sections(f.id) if s.text],
            }
            for f in bundle.catalogue.filings
        ]  # fmt: skip
        encoder = bundle.manifest.encoder
    if as_json:
        for row in rows:
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
        return
    table = Table(title=f"{index} ({encoder})")
    for name in ("id", "company", "form", "fiscal_period", "fiscal_year", "period_end", "chunks"):
        table.add_column(name.replace("_", " "), overflow="fold")
    for row in rows:
        cells = ("id", "company", "form", "fiscal_period", "fiscal_year", "period_end", "chunks")
        table.add_row(*(str(row[name] if row[name] is not None else "") for name in cells))
    _out.print(table)


@app.command("export")
def export_command(
    index: Annotated[Path, typer.Argument(help="Directory of the index.")],
    facts: Annotated[Path | None, typer.Option("--facts", help="CSV file to write the facts to.")] = None,
    sections: Annotated[Path | None, typer.Option("--sections", help="JSON-lines file to write the Items to.")] = None,
) -> None:
    """Write what an index holds as files: facts as CSV, the Items of its filings as JSON lines."""
    if facts is None and sections is None:
        raise CallerError("Nothing to write: give --facts FILE, --sections FILE, or both.")
    if facts == sections:
        raise CallerError(f"--facts and --sections are both {facts}. Give two files.")
    for path in (facts, sections):
        if path is not None and path.exists() and not path.is_file():
            raise CallerError(f"{path} is no regular file. Name a file to write.")
    with Bundle.open(index, verify=False) as bundle:
        if facts is not None:
            _out.print(f"{facts}: {export_facts(bundle, facts)} facts.", highlight=False)
        if sections is not None:
            _out.print(f"{sections}: {export_sections(bundle, sections)} sections.", highlight=False)


@app.command("verify")
def verify_command(index: Annotated[Path, typer.Argument(help="Directory of the index.")]) -> None:
    """Check every file of an index against its manifest; exit code 4 if one is damaged."""
    problems = verify(index)
    for problem in problems:
        _err.print(problem)
    if problems:
        raise typer.Exit(4)
    _out.print(f"{index}: whole.")


@app.command("download")
def download_command(
    ticker: Annotated[list[str], typer.Option("--ticker", help="Ticker or CIK; may be given several times.")],
    form: Annotated[str, typer.Option("--form")] = "10-K",
    limit: Annotated[int, typer.Option("--limit", min=1, help="Newest filings a ticker.")] = 2,
    out: Annotated[Path, typer.Option("--out", help="Folder for the filings.")] = Path("var/filings"),
) -> None:
    """Download filings from EDGAR; needs FINSAGENT_EDGAR_IDENTITY="Name email"."""
    from indexer.edgar import download

    settings = load_settings()
    paths = download(ticker, form=form, limit=limit, out=out, identity=settings.edgar_identity)
    for path in paths:
        _out.print(str(path))
    _out.print(f"{len(paths)} new filings in {out}.")


def _index(sources: list[Path], out: Path, manifest: Path | None, workers: int | None, *, keep: bool) -> None:
    missing = [str(path) for path in sources if not path.exists()]
    if missing:
        raise CallerError(f"Not there: {', '.join(missing)}. Give files or folders that exist.")
    overrides = read_manifest(manifest) if manifest else None
    settings = load_settings()
    encoder = build_encoder(settings)
    chat = build_chat(settings) if settings.llm_summaries else None
    if settings.llm_summaries and chat is None:
        raise SettingsError("FINSAGENT_LLM_SUMMARIES is set but FINSAGENT_LLM_BASE_URL is not. Name the endpoint.")
    with _progress() as tell:
        report = build(
            sources,
            out,
            encoder=encoder,
            manifest=overrides,
            keep=keep,
            workers=workers,
            chat=chat,
            progress=tell,
        )
    _report(out, report)
    if report.skipped:
        raise typer.Exit(3)


def _report(out: Path, report: BuildReport) -> None:
    for note in report.notes:
        _err.print(f"note: {note}", markup=False, highlight=False)
    for name, reason in report.skipped:
        _err.print(f"skipped {name}: {reason}", markup=False, highlight=False)
    _out.print(f"{out}: {report.filings} filings, {report.chunks} chunks, {report.facts} facts.", highlight=False)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    columns = (
        TextColumn("{task.description:8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=_err) as bar:
        tasks = {
            stage: bar.add_task(stage, total=None, start=False, visible=stage != "summarise")
            for stage in ("parse", "summarise", "encode", "write")
        }

        def tell(stage: str, done: int, total: int) -> None:
            bar.start_task(tasks[stage])
            bar.update(tasks[stage], completed=done, total=total, visible=True)

        yield tell


def main() -> None:
    """Run the command line: errors are one clear message and an exit code, never a traceback."""
    try:
        app()
    except FinSAgentError as error:
        _err.print(f"error: {error}", markup=False, highlight=False)
        sys.exit(error.exit_code)
    except (OSError, sqlite3.Error) as error:
        _err.print(f"error: {error}. Check the disk space and permissions of the index's directory.", markup=False)
        sys.exit(4)
    except KeyboardInterrupt:
        _err.print("stopped; what was there before still serves, and the next run goes on from here.")
        sys.exit(130)


if __name__ == "__main__":
    main()
