"""Stage 2 without an LLM: database-aware decomposition by role policies, lexicon and section summaries.

d_a(q, z_a, R_sv): a role turns the question into searches worded as filings word it; where the section summaries show
the filing's own heading for a statement or topic, that heading is used. Source: FinSAgent (arXiv 2607.18102).
"""

from __future__ import annotations

from collections.abc import Sequence

from finsagent.agents.question import Reading
from finsagent.agents.roles import RolePolicy
from finsagent.domain import Role, SectionSummary, SubQuery
from finsagent.forms import statement_of
from finsagent.lexicon import STATEMENT_TITLES, LineItem

_STATEMENTS: frozenset[str] = frozenset(("income", "balance_sheet", "cash_flow"))
_WORDINGS = 4
_MAX_TOPICS = 3
_MAX_SUMMARIES = 2


def decompose(
    reading: Reading, core: str, policy: RolePolicy, summaries: Sequence[SectionSummary]
) -> tuple[SubQuery, ...]:
    """Write one role's sub-queries.

    Args:
        reading: the question as read with the lexicon.
        core: the asking sentence without issuer names and periods.
        policy: the role.
        summaries: R_sv, the section summaries nearest to the question, best first.
    """
    queries: list[SubQuery] = []
    if policy.role == Role.GENERAL:
        queries.append(SubQuery(text=core, role=policy.role, weight=1.0))
        for summary in summaries[:_MAX_SUMMARIES]:
            queries.append(SubQuery(text=f"{core} {summary.title}", role=policy.role, weight=0.5))
    if policy.role == Role.QUANTITATIVE:
        queries.extend(_statement_queries(reading, summaries))
        queries.extend(_line_queries(reading))
    for topic in reading.topics_of(policy.role)[:_MAX_TOPICS]:
        for number, words in enumerate(topic.says):
            queries.append(
                SubQuery(text=words, role=policy.role, weight=0.8 if number == 0 else 0.65, items=topic.items)
            )
    if not queries:
        queries.append(SubQuery(text=core, role=policy.role, weight=0.4, items=policy.items))
    return tuple({query.text: query for query in reversed(queries)}.values())[::-1]


def _statement_queries(reading: Reading, summaries: Sequence[SectionSummary]) -> list[SubQuery]:
    """Two searches for each primary statement that the question needs: its printed title alone, and with its lines."""
    direct = [item for match in reading.matches[:4] for item in match.line_items[:4]]
    needed: dict[str, None] = {item.statement: None for item in direct if item.statement in _STATEMENTS}
    needed.update(dict.fromkeys(hint for hint in reading.statements if hint in _STATEMENTS))
    queries = []
    for statement in needed:
        lines = [item for item in reading.line_items if item.statement == statement]
        title = _own_title(statement, summaries) or STATEMENT_TITLES[statement][0]
        words = " ".join([title, *(wording for item in lines[:5] for wording in item.printed[:2])])
        for text, weight in ((title, 0.8), (words, 1.2)):
            queries.append(
                SubQuery(
                    text=text,
                    role=Role.QUANTITATIVE,
                    weight=weight,
                    kind="table",
                    statement=statement,
                    items=_ITEM_8,
                )
            )
    return queries


_ITEM_8 = ("10-K:8", "10-Q:I-1")


def _line_queries(reading: Reading) -> list[SubQuery]:
    """One search for each line item in the wordings that filings print."""
    queries = []
    for number, item in enumerate(reading.line_items[:6]):
        queries.append(
            SubQuery(
                text=" ".join(item.printed[:_WORDINGS]),
                role=Role.QUANTITATIVE,
                weight=0.9 if number < 2 else 0.7,
                kind="table",
                statement=_primary(item),
            )
        )
    return queries


def _primary(item: LineItem) -> str:
    return item.statement if item.statement in _STATEMENTS else ""


def _own_title(statement: str, summaries: Sequence[SectionSummary]) -> str:
    """The filing's own heading for a statement, from the section summaries."""
    for summary in summaries:
        title = summary.title
        if statement_of(title) == statement and title.lower().startswith("consolidated") and len(title) < 90:
            return title
    return ""
