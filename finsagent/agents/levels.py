"""From which level a measure counts as sound or high, why in words, and for which kinds of issuer it says nothing."""

from __future__ import annotations

from decimal import Decimal

from finsagent.lexicon import LineItem, Measure

USEFUL_LEVEL = {
    "quick_ratio": Decimal(1),
    "current_ratio": Decimal(1),
    "cash_ratio": Decimal("0.5"),
    "interest_coverage": Decimal("2.5"),
    "capital_intensity": Decimal("1.5"),
}
BECAUSE = {
    "quick_ratio": ("quick assets cover current liabilities", "quick assets do not cover current liabilities"),
    "current_ratio": ("current assets cover current liabilities", "current assets do not cover current liabilities"),
    "cash_ratio": ("cash covers half of current liabilities", "cash covers less than half of current liabilities"),
    "interest_coverage": ("operating income covers interest well", "operating income covers interest thinly"),
    "capital_intensity": (
        "assets are large against revenue and much of them fixed, or capital expenditures take much of revenue",
        "assets are small against revenue, and capital expenditures take little of it",
    ),
}
KINDS = {
    "bank": ("jpmorgan", "bank", "bancorp", "goldman sachs", "morgan stanley", "citigroup", "wells fargo",
             "american express"),
    "insurer": ("insurance", "assurance", "metlife", "aflac", "prudential", "travelers", "allstate", "berkshire"),
}  # fmt: skip


def refusal(item: LineItem | Measure, name: str) -> str:
    """Why a measure says nothing of an issuer; "" where it does."""
    for kind in item.not_meaningful_for if isinstance(item, Measure) else ():
        if any(word in name.lower() for word in KINDS.get(kind, ())):
            what = "a bank" if kind == "bank" else "an insurer"
            return (
                f"{item.label} is not a meaningful measure for {name}: it is {what}, and its "
                "statements do not have the lines that the measure needs."
            )
    return ""
