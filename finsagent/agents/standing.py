"""Which primary statement a table is, and whether it is the group's own, a part of the whole, or a note beside it.

A statement is known by its title and by the lines that only it has. A sentence that mentions a statement ("recorded in
our consolidated balance sheets as follows") is no title, and tables of plan assets, fair values, acquired businesses,
segments, pro forma or parent-only figures never stand for the group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from finsagent.domain import Evidence
from finsagent.tables import TableView, read_tables

StatementKind = Literal["balance_sheet", "income", "cash_flow", "equity", ""]
Rank = Literal["statement", "likely", "note", "part"]

_TITLES: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    ("cash_flow", re.compile(r"\bcash\s+flows?\b", re.IGNORECASE)),
    (
        "equity",
        re.compile(
            r"\bstatements?\s+of\s+(?:changes\s+in\s+)?(?:total\s+)?(?:\w+holders'?|\w+owners'?)?\s*equity\b",
            re.IGNORECASE,
        ),
    ),
    ("balance_sheet", re.compile(r"\bbalance\s+sheets?\b|\bfinancial\s+(?:position|condition)s?\b", re.IGNORECASE)),
    (
        "income",
        re.compile(
            r"\bstatements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings)\b|\bincome\s+statements?\b",
            re.IGNORECASE,
        ),
    ),
)
_ROWS: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    (
        "cash_flow",
        re.compile(
            r"\b(?:operating|investing|financing)\s+activities\b|\b(?:purchases|proceeds|repayments?)\b", re.IGNORECASE
        ),
    ),
    (
        "balance_sheet",
        re.compile(
            r"^total\s+(?:current\s+)?(?:assets|liabilities)\b(?!\s+(?:acquired|assumed|measured|at\s+fair|held))"
            r"|^total .*equity$|^retained earnings|^accounts payable$",
            re.IGNORECASE,
        ),
    ),
    (
        "income",
        re.compile(
            r"\bbefore\s+(?:\w+\s+){0,3}(?:income\s+)?tax|^(?:total\s+)?costs? of (?:sales|revenue|goods|products)"
            r"|^operating (?:income|profit)|^(?:total\s+)?(?:net\s+)?(?:revenues?|sales)\b|^gross (?:profit|margin)"
            r"|^(?:provision for |income )(?:income )?tax|^diluted\b",
            re.IGNORECASE,
        ),
    ),
)
_MENTION = re.compile(
    r"\b(?:are|is|was|were|been|follow\w*|includ\w+|recorded|recognized|reported|presented|summari[sz]\w+|reconcil\w+"
    r"|relat\w+|items?|impacts?|effects?|supplemental\w*|discuss\w*|see|our|activity|activities|below|above|notes?)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:guarantee\b|guarantors?|obligor|pro\s+forma|parent\s+(?:company|only)|consolidating|schedule\s+i\b"
    r"|held\s+for\s+sale|discontinued|unconsolidated|joint\s+ventures?|variable\s+interest|vies?\b|securitiz\w+"
    r"|asset-backed|acqui(?:red|ree|sition\w*)|purchase\s+price|consideration\s+(?:transferred|paid)"
    r"|summar\w+\s+(?:of\s+)?financial\s+(?:information|data)\s+(?:for|of|relating)|equity\s+(?:method\s+)?investees?"
    r"|pensions?|postretirement|plan\s+assets|benefit\s+(?:obligations?|plans?)|funded\s+status"
    r"|fair\s+value|level\s+[123]\b|finance\s+leases?|operating\s+leases?"
    r"|segments?|quarterly|non-gaap|geographic|contract\s+(?:assets|liabilities|costs)"
    r"|as\s+a\s+percent(?:age)?\s+of|percent(?:age)?\s+of\s+(?:total\s+)?(?:net\s+)?(?:sales|revenues?))\b",
    re.IGNORECASE,
)
_TITLE_WORDS = 16
_LINES_ABOVE = 5
_SURE_LINES = 2
_ITEM = re.compile(r"^(?:part\s+\w+,?\s*)?item\s+\d+\w?\W*", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What a table is: `kind` of statement, and its `rank`.

    "statement": its title and lines say so; "likely": its lines say so; "note": a table beside the statements;
    "part": figures of something other than the group, or on another basis.
    """

    kind: StatementKind
    rank: Rank


@lru_cache(maxsize=1024)
def views_of(evidence: Evidence) -> tuple[TableView, ...]:
    """The tables of a passage; read once however many roles ask."""
    return read_tables(
        evidence.text,
        columns=evidence.columns,
        caption=evidence.caption,
        header=evidence.header,
        offset=evidence.start,
    )


@lru_cache(maxsize=1024)
def standings_of(evidence: Evidence) -> tuple[Standing, ...]:
    """How each of a passage's tables stands, in the order of `views_of`."""
    return tuple(standing(view, evidence) for view in views_of(evidence))


def standing(view: TableView, evidence: Evidence) -> Standing:
    """Which statement a table is and how it stands to the group."""
    votes = {kind: _votes(view, pattern) for kind, pattern in _ROWS}
    by_rows = max(votes, key=lambda kind: votes[kind])
    count = votes[by_rows]
    lines = list(lines_above(view, evidence))
    titles = [kind for line in lines if _is_title(line) for kind, pattern in _TITLES if pattern.search(line)]
    if titles and not any(_PART.search(line) for line in lines if _is_title(line)):
        if count and by_rows in titles:
            return Standing(kind=by_rows, rank="statement")
        if not count or titles[0] == "equity":
            return Standing(kind=titles[0], rank="likely")
    kind = by_rows if count else ""
    if any(_PART.search(line) for line in lines):
        return Standing(kind=kind, rank="part")
    under = evidence.header.rsplit(" | ", 1)[-1]
    return Standing(kind=kind, rank="likely" if count >= _SURE_LINES and not _PART.search(under) else "note")


def above(view: TableView, evidence: Evidence) -> str:
    """What stands over a table: the last words before it in its passage, and the index's header of the passage."""
    before = evidence.text[: view.start - evidence.start]
    return f"{before[-500:]} {evidence.header.split(' | ', 1)[-1]}"


def _votes(view: TableView, pattern: re.Pattern[str]) -> int:
    return len({row.label.lower() for row in view.rows if pattern.search(row.label)})


def lines_above(view: TableView, evidence: Evidence) -> Iterator[str]:
    """The lines straight over a table, up to the table before it; its caption where the passage has no such line."""
    before = evidence.text[: view.start - evidence.start].split("\n")
    lines: list[str] = []
    for line in reversed([line.strip() for line in before if line.strip()]):
        if "|" in line or len(lines) >= _LINES_ABOVE:
            break
        lines.append(line)
    yield from lines
    if len(lines) < _LINES_ABOVE and "|" not in evidence.text[: view.start - evidence.start]:
        yield from _pieces(evidence.caption)
        if not evidence.caption:
            yield from _pieces(evidence.header.rsplit(" | ", 1)[-1].split(" > ")[-1])


def _pieces(caption: str) -> Sequence[str]:
    return [piece.strip() for piece in re.split(r"\s\u2014\s|\n", caption) if piece.strip()]


def _is_title(line: str) -> bool:
    line = _ITEM.sub("", line)
    return len(line.split()) <= _TITLE_WORDS and not _MENTION.search(line) and not line.endswith((".", ":"))
