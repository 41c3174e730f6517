from __future__ import annotations

from decimal import Decimal

import pytest

from indexer.statement_signs import is_negated


@pytest.mark.parametrize(
    ("statement", "concept", "label", "values", "prints_negative", "negated"),
    [
        ("cash_flow", "PaymentsToAcquireInvestments", "Purchases of securities", "-5 -6", True, True),
        ("cash_flow", "PaymentsToAcquireInvestments", "Purchases of securities", "5 6", False, False),
        ("cash_flow", "RepaymentsOfDebt", "Repayments of debt", "-5 0", True, True),
        ("cash_flow", "IncreaseDecreaseInAccountsReceivable", "Receivables", "-5 6", True, True),
        ("cash_flow", "IncreaseDecreaseInAccountsPayable", "Accounts payable", "-5 6", True, False),
        ("cash_flow", "NetCashProvidedByUsedInOperatingActivities", "Net cash from operations", "-5 -6", True, False),
        ("cash_flow", "Depreciation", "Depreciation", "5 6", True, False),
        ("cash_flow", "DeferredIncomeTaxExpenseBenefit", "Deferred income taxes", "-5 -6", True, False),
        ("cash_flow", "IncomeTaxesPaidNet", "Cash paid for income taxes", "-5 -6", True, True),
        ("cash_flow", "IncomeTaxesPaidNet", "Cash paid for income taxes", "5 -6", True, False),
        ("income", "CostOfRevenue", "Cost of sales", "-5 -6", True, True),
        ("income", "CostOfRevenue", "Cost of sales", "5 6", False, False),
        ("income", "InterestExpense", "Interest expense", "-5 -6", False, True),
        ("income", "InterestExpense", "Interest expense", "5 6", False, False),
        ("income", "IncomeTaxExpenseBenefit", "Provision for income taxes", "5 -6", False, False),
        ("income", "IncomeTaxExpenseBenefit", "Provision (benefit) for income taxes", "-5 6", False, False),
        ("income", "IncomeTaxExpenseBenefit", "Benefit (provision) for income taxes", "-5 6", False, True),
        ("income", "IncomeTaxExpenseBenefit", "(Provision for) benefit from income taxes", "-5 6", False, True),
        ("income", "IncomeTaxExpenseBenefit", "Income tax (expense) benefit", "-5 -6", False, True),
        ("income", "IncomeTaxExpenseBenefit", "Income tax expense", "-5 -6", True, True),
        ("income", "OtherNonoperatingIncomeExpense", "Other (income) expense, net", "5 6", False, True),
        ("income", "OtherNonoperatingIncomeExpense", "Other expense, net", "5 6", False, True),
        ("income", "OtherNonoperatingIncomeExpense", "Other income (expense), net", "-5 6", False, False),
        ("income", "NetIncomeLoss", "Net loss", "-5 -6", True, False),
        ("income", "RestructuringCharges", "Restructuring", "5 -6", False, False),
        ("balance_sheet", "TreasuryStockValue", "Treasury stock, at cost", "-5 -6", False, True),
        ("balance_sheet", "RetainedEarningsAccumulatedDeficit", "Accumulated deficit", "-5 -6", False, False),
    ],
)
def test_the_filed_sign_of_a_printed_row(
    statement: str, concept: str, label: str, values: str, *, prints_negative: bool, negated: bool
) -> None:
    numbers = [Decimal(value) for value in values.split()]
    outflow = concept.startswith(("Cost", "Restructuring", "Interest"))
    assert (
        is_negated(concept, label, numbers, statement=statement, outflow=outflow, prints_negative=prints_negative)
        is negated
    )
