"""An answer on a terminal: the answer, its value, and the exact words that hold it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from finsagent.domain import Answer, Calculation, Citation, Value

LONGEST_QUOTE = 400


def show_answer(answer: Answer, console: Console) -> None:
    """Print an answer, or why there is none."""
    if answer.abstained:
        console.print(f"[bold yellow]No answer.[/] {escape(answer.reason or '')}", highlight=False)
        if answer.scope.near:
            console.print(f"Near: {escape(', '.join(answer.scope.near))}", highlight=False)
    else:
        console.print(f"[bold]{escape(answer.text)}[/]", highlight=False)
        if answer.value is not None:
            console.print(f"Value       {value_text(answer.value)}", highlight=False)
        console.print(f"Confidence  {answer.confidence:.2f}", highlight=False)
    _show_calculations(answer.calculations, console)
    _show_citations(answer.citations, console)
    for failure in answer.failures:
        line = f"Role {failure.role} failed in {failure.stage}: {failure.reason}"
        console.print(f"[yellow]{escape(line)}[/]", highlight=False)
    for note in (*answer.scope.notes, *answer.trace.notes):
        console.print(f"[dim]{escape(note)}[/]", highlight=False)


def value_text(value: Value) -> str:
    """A value in words: "1,204,500,000 USD, FY2024"."""
    # A Decimal such as 1.2E+9 is written out in digits.
    number = f"{value.number:,f}"
    return escape(", ".join(part for part in (f"{number} {value.unit}".strip(), value.period) if part))


def place_text(citation: Citation) -> str:
    """Where a citation stands: "Halden Marine Corp 10-K FY2024, Item 8 Financial Statements, page 42"."""
    item = f"{citation.item} {citation.title}" if citation.item else citation.title
    page = f"page {citation.page}" if citation.page is not None else ""
    return ", ".join(part.strip() for part in (citation.document, item, page) if part.strip())


def _show_calculations(calculations: Iterable[Calculation], console: Console) -> None:
    for calculation in calculations:
        for step in calculation.steps:
            console.print(f"Step        {escape(step)}", highlight=False)


def _show_citations(citations: Iterable[Citation], console: Console) -> None:
    for citation in citations:
        quote = citation.quote if len(citation.quote) <= LONGEST_QUOTE else citation.quote[:LONGEST_QUOTE] + " ..."
        console.print(
            f"\n[bold cyan]\\[{escape(citation.evidence)}][/] {escape(place_text(citation))}", highlight=False
        )
        console.print(Padding(escape(quote), (0, 0, 0, 4), expand=False), highlight=False)
