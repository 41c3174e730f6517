from __future__ import annotations

import pytest

from finsagent.tables import read_tables
from indexer.statement_zones import Zones

ROWS = """Cash | 5
Deferred taxes | 1
Total current assets | 6
Land | 9
Total assets | 15
Loans | 2
Total current liabilities | 3
Bonds | 4
Retained earnings | 8"""


@pytest.mark.parametrize(
    ("concept", "allowed"),
    [
        ("CashAndCashEquivalentsAtCarryingValue", "Cash, Deferred taxes, Total current assets, Land, Total assets"),
        ("AssetsCurrent", "Cash, Deferred taxes, Total current assets"),
        ("OtherAssetsNoncurrent", "Land, Total assets"),
        ("DebtCurrent", "Loans, Total current liabilities"),
        ("LongTermDebtNoncurrent", "Bonds, Retained earnings"),
        ("LongTermDebtCurrent", "Loans, Total current liabilities"),
        ("DeferredIncomeTaxLiabilitiesNet", "Loans, Total current liabilities, Bonds, Retained earnings"),
        (
            "StockholdersEquity",
            "Cash, Deferred taxes, Total current assets, Land, Total assets, Loans, Total current liabilities, Bonds, "
            "Retained earnings",
        ),
    ],
)
def test_where_a_concept_may_stand(concept: str, allowed: str) -> None:
    views = read_tables(" | 2023\n" + ROWS)
    zones = Zones.of(views)
    assert ", ".join(row.label for row in views[0].rows if zones.allows(concept, row)) == allowed


def test_without_totals_the_first_line_owed_is_the_border() -> None:
    views = read_tables(" | 2023\nCash | 5\nLoans to others | 6\nAccounts payable | 2\nBonds | 4")
    zones = Zones.of(views)
    cash, loans, payable, bonds = views[0].rows
    assert zones.allows("CashAndCashEquivalentsAtCarryingValue", loans)
    assert not zones.allows("CashAndCashEquivalentsAtCarryingValue", bonds)
    assert zones.allows("AccountsPayableCurrent", payable)
    assert not zones.allows("AccountsPayableCurrent", cash)
