from __future__ import annotations

import pytest

from finsagent.tables import label_score
from finsagent.tables.labels import MINIMUM


@pytest.mark.parametrize(
    ("label", "wording"),
    [
        ("Net Cash Provided by (Used for) Operating Activities", "Net cash provided by operating activities"),
        ("Total current assets", "Current assets"),
        ("Net income attributable to the company", "Net income attributable to"),
        ("Property, plant and equipment, net of accumulated depreciation of $20", "Property, plant and equipment, net"),
        ("Accounts payable (1)", "Accounts payable"),
        ("(Loss) earnings from operations", "Earnings from operations"),
    ],
)
def test_the_line_is_found(label: str, wording: str) -> None:
    assert label_score(label, [wording]) >= MINIMUM


@pytest.mark.parametrize(
    ("label", "wording"),
    [
        ("Current assets of discontinued operations", "Total current assets"),
        ("Deferred revenue", "Revenue"),
        ("Other receivables", "Receivables, net"),
        ("Net income per share", "Net income"),
        ("Depreciation", "Depreciation and amortization"),
        ("Accrued interest on debt", "Interest expense"),
        ("Cost of sales", "Net sales"),
        ("Total liabilities and equity", "Total liabilities"),
    ],
)
def test_another_line_is_not(label: str, wording: str) -> None:
    assert label_score(label, [wording]) < MINIMUM


def test_exact_beats_longer_and_earlier_wordings_beat_later() -> None:
    assert label_score("Net sales", ["Net sales"]) > label_score("Total net sales", ["Net sales"])
    assert label_score("Sales", ["Sales", "Revenue"]) > label_score("Revenue", ["Sales", "Revenue"])
