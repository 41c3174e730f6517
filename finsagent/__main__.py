"""The command line: `finsagent ask`, `finsagent serve`, `finsagent eval`.

Answers go to standard output, everything else to standard error. The exit code says who must act: see `errors`.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from finsagent.api.schemas import AskRequest, AskResponse
from finsagent.api.serve import serve as run_service
from finsagent.api.show import show_answer
from finsagent.domain import Answer, Role
from finsagent.errors import FinSAgentError, SettingsError
from finsagent.settings import Settings, load_settings

EVALUATION = "finsagent.evaluation.run"

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Answers questions about SEC filings, with evidence you can open.",
)

IndexOption = Annotated[Path | None, typer.Option("--index", help="Index directory [FINSAGENT_INDEX, var/index].")]


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    index: IndexOption = None,
    ticker: Annotated[list[str] | None, typer.Option(help="Only this issuer; may be repeated.")] = None,
    year: Annotated[list[int] | None, typer.Option(help="Only this fiscal year; may be repeated.")] = None,
    form: Annotated[list[str] | None, typer.Option(help="Only this form; may be repeated.")] = None,
    as_of: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Only what was filed up to this day.")
    ] = None,
    role: Annotated[list[Role] | None, typer.Option(help="Only this role; may be repeated.")] = None,
    budget: Annotated[int, typer.Option(min=1, max=100, help="Passages of evidence.")] = 35,
    as_json: Annotated[bool, typer.Option("--json", help="Print the service's JSON.")] = False,
) -> None:
    """Ask one question and print the answer with its citations."""
    request = AskRequest.model_construct(
        question=question,
        tickers=ticker or [],
        fiscal_years=year or [],
        forms=form or [],
        as_of=as_of.date() if as_of else None,
        roles=role or [],
        evidence_budget=budget,
    )
    answer = asyncio.run(_answer(load_settings(index=index), request))
    if as_json:
        typer.echo(AskResponse.from_answer(answer).model_dump_json(indent=2))
    else:
        show_answer(answer, Console())


@app.command()
def serve(
    index: IndexOption = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on [FINSAGENT_HOST, 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [FINSAGENT_PORT, 8000].")] = None,
) -> None:
    """Serve the index over HTTP."""
    from finsagent.wiring import build_engine  # models are loaded by this import's users alone

    settings = load_settings(index=index, host=host, port=port)
    run_service(lambda: build_engine(settings), settings, tell=lambda line: typer.echo(line, err=True))


@app.command(
    "eval",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
)
def evaluate(context: typer.Context) -> None:
    """Measure on a suite, such as financebench; `finsagent eval --help` says what there is."""
    if importlib.util.find_spec(EVALUATION) is None:
        raise SettingsError(f"This installation has no {EVALUATION}. Install the whole distribution.")
    raise typer.Exit(importlib.import_module(EVALUATION).main(list(context.args)) or 0)


async def _answer(settings: Settings, request: AskRequest) -> Answer:
    from finsagent.wiring import build_engine

    return await build_engine(settings).ask(request.to_question())


def run() -> None:
    """Run the command line; an error that was raised on purpose becomes one line and its exit code."""
    try:
        app()
    except FinSAgentError as error:
        typer.echo(f"finsagent: {error}", err=True)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    run()
