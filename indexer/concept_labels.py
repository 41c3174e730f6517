"""Standard labels of XBRL concepts, spelt out from their names as the taxonomy spells them.

"IncreaseDecreaseInAccountsReceivable" is "Increase (Decrease) in Accounts Receivable". A filing's own label linkbase
and `companyfacts` give the exact words; this is for a page that brings neither. Names are built by the "LC3" rule of
the us-gaap Architecture: the label's words without its marks, so commas and brackets have to be put back.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+(?:-[a-z]+)?|[A-Z]+|\d+")
_SMALL = frozenset(
    "a an and as at be before by for from in into of on or per than that the through to upon used with without".split()
)
_PAIRS = {
    "Increase": "Decrease", "Decrease": "Increase", "Income": "Loss", "Gain": "Loss", "Loss": "Gain", "Gains": "Losses",
    "Expense": "Benefit", "Expenses": "Income", "Earnings": "Loss", "Profit": "Loss", "Provided": "Used",
    "Proceeds": "Payments", "Payments": "Proceeds", "Benefit": "Expense", "Credit": "Charge", "Losses": "Gains",
}  # fmt: skip
_AFTER_COMMA = frozenset("Net Gross Current Noncurrent Basic Diluted Total Other Percent Domestic Foreign".split())
_COMPOUNDS = re.compile(r"(Share|Long|Short|Right|Employee|Write|Paid)(Based|Term|Related|Down|Off)(?=[A-Z]|$)")
_NAMED = {
    "Assets": "Assets",
    "AssetsNet": "Net Assets",
    "CashAndCashEquivalentsAtCarryingValue": "Cash and Cash Equivalents, at Carrying Value",
    "CostOfRevenue": "Cost of Revenue",
    "EntityCommonStockSharesOutstanding": "Entity Common Stock, Shares Outstanding",
    "LiabilitiesAndStockholdersEquity": "Liabilities and Equity",
    "NetIncomeLoss": "Net Income (Loss) Attributable to Parent",
    "ProfitLoss": "Net Income (Loss), Including Portion Attributable to Noncontrolling Interest",
    "PaymentsToAcquirePropertyPlantAndEquipment": "Payments to Acquire Property, Plant, and Equipment",
    "PropertyPlantAndEquipmentNet": "Property, Plant and Equipment, Net",
    "RevenueFromContractWithCustomerExcludingAssessedTax": (
        "Revenue from Contract with Customer, Excluding Assessed Tax"
    ),
    "RevenueFromContractWithCustomerIncludingAssessedTax": (
        "Revenue from Contract with Customer, Including Assessed Tax"
    ),
    "RevenuesNetOfInterestExpense": "Revenues, Net of Interest Expense",
    "SellingGeneralAndAdministrativeExpense": "Selling, General and Administrative Expense",
    "StockholdersEquity": "Stockholders' Equity Attributable to Parent",
    "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest": (
        "Stockholders' Equity, Including Portion Attributable to Noncontrolling Interest"
    ),
    "OtherAssetsNoncurrent": "Other Assets, Noncurrent",
    "WeightedAverageNumberOfSharesOutstandingBasic": "Weighted Average Number of Shares Outstanding, Basic",
    "WeightedAverageNumberOfDilutedSharesOutstanding": "Weighted Average Number of Shares Outstanding, Diluted",
}


@lru_cache(maxsize=20_000)
def standard_label(concept: str) -> str:
    """The label of "us-gaap:IncreaseDecreaseInInventories": "Increase (Decrease) in Inventories"."""
    name = concept.rpartition(":")[2]
    if name in _NAMED:
        return _NAMED[name]
    words = _WORDS.findall(_COMPOUNDS.sub(lambda match: f"{match[1]}-{match[2].lower()}", name))
    result: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if before and _PAIRS.get(before) == word and not result[-1].startswith("("):
            result.append(f"({word})")
            continue
        if at and _sets_off(words, at) and result[-1].lower() not in _SMALL:
            result[-1] += ","
        result.append(word.lower() if at and word.lower() in _SMALL else word)
    return " ".join(result) or concept


def _sets_off(words: list[str], at: int) -> bool:
    """Whether a comma stands before a word: "..., Net", "..., Noncurrent", "..., Net of Tax", "..., Including ..."."""
    if words[at] in ("Including", "Excluding"):
        return True
    if words[at] == "Net" and words[at + 1 : at + 2] == ["Of"]:
        return True
    return words[at] in _AFTER_COMMA and all(word in _AFTER_COMMA for word in words[at:])
