from __future__ import annotations

import pytest

from finsagent.agents.standing import Standing, standing, views_of
from finsagent.domain import Evidence
from tests.agents.passages import BALANCE, passage


def stands(item: Evidence, at: int = 0) -> Standing:
    return standing(views_of(item)[at], item)


def test_a_titled_statement_stands_for_the_group() -> None:
    assert stands(passage(1, BALANCE, caption="Consolidated Balance Sheets (in millions)")).rank == "statement"


def test_a_title_some_lines_above_the_table_counts() -> None:
    text = f"Consolidated Balance Sheets\n\nFernhill Tools Inc.\n\n(dollars in millions)\n\n{BALANCE}"
    found = stands(passage(1, text, caption="Fernhill Tools Inc. \u2014 (dollars in millions)"))
    assert (found.kind, found.rank) == ("balance_sheet", "statement")


def test_a_sentence_that_mentions_a_statement_is_no_title() -> None:
    table = " | 2023 | 2022\nAssets\nReceivable from partners | 4 | 5\nTotal | 4 | 5"
    caption = "Contract assets recorded in our consolidated balance sheets were as follows:"
    assert stands(passage(1, table, caption=caption)).rank in {"note", "part"}


@pytest.mark.parametrize(
    "caption",
    [
        "Amounts recognized for our pension plans",
        "Assets and liabilities measured at fair value",
        "Assets acquired and liabilities assumed of Norwell",
        "Parent Company Only Condensed Balance Sheet",
        "Pro forma results",
        "Segment results",
        "A summary of financial information for Norwell Castings, an equity investee",
    ],
)
def test_other_bases_are_parts(caption: str) -> None:
    table = " | 2023 | 2022\nCurrent assets | 4 | 5\nCurrent liabilities | 3 | 3\nNet sales | 9 | 8"
    assert stands(passage(1, table, caption=caption)).rank == "part"


def test_lines_alone_make_a_likely_statement() -> None:
    found = stands(passage(1, BALANCE))
    assert (found.kind, found.rank) == ("balance_sheet", "likely")
