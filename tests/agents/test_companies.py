"""Companies are compared, not the parts of one; printed figures and shares."""

from __future__ import annotations

from finsagent.agents.companies import NONE_NAMED
from tests.agents.passages import passage
from tests.agents.test_find import ask, find


def test_which_company_needs_companies() -> None:
    found = find("Which company had the highest revenue in fiscal 2023?")
    assert found.confidence == 0
    assert found.text == NONE_NAMED


def test_share_of_the_whole() -> None:
    found = find("What percentage of net sales came from Garden in fiscal 2023?")
    assert found.value is not None
    assert (str(found.value.number), found.value.unit) == ("58.3", "percent")


def test_the_companys_own_free_cash_flow_wins() -> None:
    cash = " | 2023 | 2022\nNet cash provided by operating activities | 410 | 300\nCapital expenditures | (120) | (150)"
    own = " | 2023 | 2022\nFree cash flow | $275 | $140"
    found = ask(
        "What was Fernhill's free cash flow in FY2023?",
        passage(1, cash, caption="Consolidated Statements of Cash Flows (in millions)"),
        passage(2, own, caption="Free cash flow (in millions)"),
    )
    assert found.value is not None
    assert found.value.number == 275_000_000
    assert "$290 million" in found.text
