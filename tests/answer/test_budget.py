from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from finsagent.answer.budget import Mix, choose
from finsagent.domain import Candidate, Chunk, Evidence, PageMark, Role, Section, SubQuery
from finsagent.rerank.rank import Ranking

TEXTS = {
    "a": "Net sales rose by eight percent because more tools were sold in every region.",
    "b": "The company leases forty stores and owns two plants in the northern states.",
    "c": "A court dismissed the complaint of the former distributor in the month of May.",
    "d": "Our auditors have served for seven years and were paid in cash for all of them.",
}


class OneSection:
    """A store that holds one section a filing: all texts, a paragraph each; each page has two of them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.text = "\n\n".join(texts.values())
        self.starts = {name: self.text.index(text) for name, text in texts.items()}
        names = list(texts)
        self.marks = tuple(
            PageMark(start=self.starts[name], page=7 + n // 2) for n, name in enumerate(names) if n % 2 == 0
        )

    def section(self, identifier: str) -> Section:
        filing = identifier.split("/")[0]
        return Section(
            id=identifier,
            filing=filing,
            part="II",
            item="7",
            title="Discussion",
            order=7,
            text=self.text,
            pages=self.marks,
        )


STORE = OneSection(TEXTS)


def chunk(name: str, *, group: str | None = None, filing: str = "acme", identifier: str | None = None) -> Chunk:
    """The chunk of a paragraph; its group runs from its first to its last letter's paragraph ("ab")."""
    first, last = (group or name)[0], (group or name)[-1]
    start = STORE.starts[name]
    return Chunk(
        id=identifier or name,
        section=f"{filing}/7",
        filing=filing,
        kind="prose",
        text=TEXTS[name],
        start=start,
        end=start + len(TEXTS[name]),
        header="Acme 10-K",
        group_start=STORE.starts[first],
        group_end=STORE.starts[last] + len(TEXTS[last]),
    )


def candidate(name: str, final: float, role: Role = Role.GENERAL) -> Candidate:
    return Candidate(chunk=name, hits=(), roles=(role,), s=final, p=1.0, final=final)


def chosen(
    candidates: Sequence[Candidate], chunks: Sequence[Chunk], *, budget: int = 10, form: str = "10-K",
    by_query: Sequence[tuple[SubQuery, Sequence[tuple[str, float]]]] = (), mix: Mix | None = None,
) -> tuple[Evidence, ...]:  # fmt: skip
    ranking = Ranking(candidates=tuple(candidates), by_query=tuple(tuple(order) for _, order in by_query))
    return choose(
        ranking,
        [query for query, _ in by_query],
        {one.id: one for one in chunks},
        STORE,  # type: ignore[arg-type]
        budget=budget,
        mix=mix or Mix(rank_constant=3.0, overall=0.5),
        forms={"acme": form, "beta": form},
        issuers={"acme": "Acme", "beta": "Beta"},
    )


def test_evidence_is_the_exact_words_with_their_place() -> None:
    (one,) = chosen([candidate("c", 0.7)], [chunk("c")])
    assert one.text == TEXTS["c"] == STORE.text[one.start : one.end]
    assert (one.id, one.rank, one.chunk, one.filing, one.section) == ("1", 1, "c", "acme", "acme/7")
    assert (one.item, one.title, one.page, one.page_end) == ("Item 7", "Discussion", 8, 8)
    assert (one.score, one.roles) == (0.7, (Role.GENERAL,))


def test_a_hit_is_widened_to_its_group() -> None:
    (one,) = chosen([candidate("b", 0.7)], [chunk("b", group="bc")])
    assert one.text == f"{TEXTS['b']}\n\n{TEXTS['c']}" == STORE.text[one.start : one.end]
    assert (one.page, one.page_end) == (7, 8)


def test_two_hits_of_one_group_are_one_passage_of_both_roles() -> None:
    chunks = [chunk("a", group="ab"), chunk("b", group="ab"), chunk("c")]
    evidence = chosen([candidate("a", 0.9, Role.LEGAL), candidate("b", 0.8), candidate("c", 0.1)], chunks)
    assert [one.chunk for one in evidence] == ["a", "c"]
    assert evidence[0].roles == (Role.GENERAL, Role.LEGAL)


@pytest.mark.parametrize(("budget", "ids"), [(1, ["1"]), (2, ["1", "2"]), (9, ["1", "2", "3", "4"])])
def test_no_more_than_the_budget_and_ids_in_order(budget: int, ids: list[str]) -> None:
    evidence = chosen([candidate(n, 0.5) for n in "abcd"], [chunk(n) for n in "abcd"], budget=budget)
    assert [one.id for one in evidence] == ids
    assert [one.rank for one in evidence] == list(range(1, len(ids) + 1))


def test_ties_are_ordered_by_id() -> None:
    evidence = chosen([candidate(n, 0.5) for n in "dbca"], [chunk(n) for n in "dbca"])
    assert [one.chunk for one in evidence] == ["a", "b", "c", "d"]


def test_the_order_is_the_sum_of_places_and_scores() -> None:
    # a: 0.5*1.0 + 1/(3+2) = 0.70; b: 0.5*0.5 + 1/(3+1) = 0.50; c: 0.5*0.2 + 2/(3+1) = 0.60
    by_query = [
        (SubQuery(text="x", role=Role.GENERAL), [("b", 0.5), ("a", 0.4)]),
        (SubQuery(text="y", role=Role.LEGAL, weight=2.0), [("c", 0.2)]),
    ]
    candidates = [candidate("a", 1.0), candidate("b", 0.5), candidate("c", 0.2)]
    evidence = chosen(candidates, [chunk(n) for n in "abc"], by_query=by_query)
    assert [one.chunk for one in evidence] == ["a", "c", "b"]


def test_each_part_of_a_question_gets_its_best_passage_early() -> None:
    parts = [(SubQuery(text=n, role=Role.GENERAL), [(n, 0.1)]) for n in "cd"]
    candidates = [candidate("a", 0.3), candidate("b", 0.3), candidate("c", 0.1), candidate("d", 0.1)]
    evidence = chosen(candidates, [chunk(n) for n in "abcd"], by_query=parts, budget=2)
    assert [one.chunk for one in evidence] == ["c", "d"]


def test_the_same_words_twice_in_one_filing_are_taken_once() -> None:
    twin = chunk("a", identifier="twin")
    twin = Chunk(**{**{f: getattr(twin, f) for f in Chunk.__slots__}, "section": "acme/1"})
    evidence = chosen(
        [candidate("a", 0.9), candidate("twin", 0.8), candidate("b", 0.1)], [chunk("a"), twin, chunk("b")]
    )
    assert [(one.id, one.chunk) for one in evidence] == [("1", "a"), ("2", "b")]


def test_the_same_words_of_two_issuers_are_both_evidence() -> None:
    other = chunk("a", filing="beta", identifier="other")
    evidence = chosen([candidate("a", 0.9), candidate("other", 0.8)], [chunk("a"), other])
    assert [one.filing for one in evidence] == ["acme", "beta"]


def test_the_item_is_called_as_its_form_calls_it() -> None:
    (one,) = chosen([candidate("a", 0.5)], [chunk("a")], form="10-Q")
    assert one.item == "Part II, Item 7"


def test_nothing_ranked_is_no_evidence() -> None:
    assert chosen([], []) == ()
