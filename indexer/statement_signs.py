"""From what a statement prints to what is filed: the sign that a concept's value has under XBRL.

A statement prints a payment as "(1,234)" and files it as 1,234; one prints costs as negative numbers, the next as
positive ones; "Other (income) expense" and "Other income (expense)" are each other's opposite. The concept's own
definition decides, so the printed words and signs have to be read against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

_OWED = re.compile(r"Liabilit|Payable|Accrued|DeferredRevenue|CustomerAdvances|CustomerDeposits")
_ONE_SIGNED = re.compile(
    r"^(?:InterestPaid|IncomeTaxesPaid|InterestExpense|InvestmentIncomeInterest|TreasuryStock|AccumulatedDepreciation"
    r"|Allowance|Cost|Payments|Repayments|.*Expense$|.*Charges$|Depreciation|Amortization)"
)
_NOT_A_COST = re.compile(r"^(?:DeferredIncomeTax|IncomeTaxExpenseBenefit)|IncomeExpense|Benefit$")


def pays_out(concept: str) -> bool:
    """Whether the concept is money paid out, filed as a positive number."""
    return concept.startswith(("Payments", "Repayments"))


def is_negated(
    concept: str, label: str, values: Sequence[Decimal], *, statement: str, outflow: bool, prints_negative: bool
) -> bool:
    """Whether the printed sign of a row is the opposite of the filed one.

    Args:
        concept: the concept's name without its prefix.
        label: the row's label.
        values: the row's numbers as printed.
        statement: "balance_sheet", "income" or "cash_flow".
        outflow: whether the line is a cost or payment.
        prints_negative: whether the statement prints most of its costs or payments in parentheses.
    """
    given = [value for value in values if value]
    negative = bool(given) and all(value < 0 for value in given)
    words = label.lower()
    if statement == "cash_flow":
        if pays_out(concept):
            return prints_negative
        if concept.startswith("IncreaseDecrease"):
            return prints_negative and not _OWED.search(concept)
    if concept == "IncomeTaxExpenseBenefit":
        if "benefit" in words:
            return _opposite_of_tax(words)
        return negative and (prints_negative or "(" not in words)
    if "IncomeExpense" in concept:
        return "(income)" in words or ("expense" in words and "income" not in words)
    if _NOT_A_COST.search(concept):
        return False
    if negative and _ONE_SIGNED.search(concept) and "(" not in words:
        return True
    return statement == "income" and outflow and prints_negative


def _opposite_of_tax(words: str) -> bool:
    """Whether a positive number is a benefit: "Benefit (provision) for income taxes", "Income tax benefit"."""
    if re.search(r"\((?:provision|expense)", words):
        return True
    return "(benefit" not in words and not re.search(r"(?:provision|expense)\W.*benefit", words)
