from __future__ import annotations

import pytest

from finsagent.agents.decompose import decompose
from finsagent.agents.question import read_question
from finsagent.agents.roles import POLICIES
from finsagent.domain import Role, SectionSummary, SubQuery
from finsagent.forms import ITEMS, item_key
from finsagent.lexicon import load_lexicon


def summary(title: str) -> SectionSummary:
    return SectionSummary(id=title, section="acme/8", filing="acme", title=title, text=title, start=0, end=10)


def written(text: str, role: Role, *titles: str) -> tuple[SubQuery, ...]:
    reading = read_question(text, load_lexicon())
    return decompose(reading, reading.core, POLICIES[role], [summary(title) for title in titles])


def test_the_generalist_keeps_the_question_whole_and_adds_what_the_summaries_show() -> None:
    queries = written("Who audits it?", Role.GENERAL, "Audit fees", "Controls", "Properties")
    assert [(q.text, q.weight) for q in queries] == [
        ("Who audits it?", 1.0),
        ("Who audits it? Audit fees", 0.5),
        ("Who audits it? Controls", 0.5),
    ]


def test_a_measure_becomes_a_search_of_its_statement_and_one_of_each_line() -> None:
    queries = written("What is the quick ratio?", Role.QUANTITATIVE)
    statement = queries[0]
    assert (statement.statement, statement.kind) == ("balance_sheet", "table")
    assert statement.text.startswith("Consolidated Balance Sheets")
    assert statement.items == ("10-K:8", "10-Q:I-1")
    assert any("total current liabilities" in q.text.lower() for q in queries[1:])
    assert all(q.kind == "table" for q in queries)


def test_the_filings_own_title_of_a_statement_is_used() -> None:
    queries = written(
        "What was capex?",
        Role.QUANTITATIVE,
        "Our people",
        "Statements of Consolidated Cash Flows",
        "Consolidated Statement of Cash Flows",
    )
    cash_flow = next(q for q in queries if q.statement == "cash_flow")
    assert cash_flow.text.startswith("Consolidated Statement of Cash Flows")
    assert "property, plant and equipment" in " ".join(q.text for q in queries).lower()


def test_a_topic_becomes_searches_in_the_words_of_filings_for_its_own_role() -> None:
    queries = written("Was it sued?", Role.LEGAL)
    assert queries[0].text == "legal proceedings litigation lawsuits claims contingencies"
    assert "10-K:3" in queries[0].items
    assert [q.weight for q in queries] == [0.8, *([0.65] * (len(queries) - 1))]


@pytest.mark.parametrize("role", [Role.MARKET, Role.LEGAL, Role.COMPANY, Role.QUANTITATIVE])
def test_a_role_with_nothing_of_its_own_searches_the_question_in_its_items(role: Role) -> None:
    queries = written("Zzyzx?", role)
    assert queries == (SubQuery(text="Zzyzx?", role=role, weight=0.4, items=POLICIES[role].items),)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize(
    "text", ["What drove the gross margin of each segment and which lawsuits cost how much?", "Capex?"]
)
def test_each_search_is_asked_once_and_is_the_roles(role: Role, text: str) -> None:
    queries = written(text, role, "Capex?")
    assert queries
    assert len({q.text for q in queries}) == len(queries)
    assert {q.role for q in queries} == {role}
    assert all(q.text.strip() and q.weight > 0 for q in queries)


@pytest.mark.parametrize("role", list(Role))
def test_policies_own_items_that_exist(role: Role) -> None:
    known = {item_key(form, spec.part, spec.item) for form, specs in ITEMS.items() for spec in specs}
    policy = POLICIES[role]
    assert policy.role == role
    assert set(policy.items) <= known
    assert 0 <= policy.lambda_ <= 1


def test_the_shares_of_the_budget_add_up() -> None:
    assert sum(policy.share for policy in POLICIES.values()) == pytest.approx(1.0)
