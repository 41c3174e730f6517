"""The primary statements of a filing, as tables: balance sheet, income, comprehensive income, cash flows, equity."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.sample.blocks import Block, Heading, Paragraph, Row, Table
from indexer.sample.books import Span
from indexer.sample.frame import Frame, Line

EQUITY_AXIS = "us-gaap:StatementEquityComponentsAxis"
TOTAL_EQUITY = "StockholdersEquity"
CASH = "CashAndCashEquivalentsAtCarryingValue"

BALANCE = (
    Line(key="", label="ASSETS"),
    Line(key="", label="Current assets:"),
    Line(key="cash", label="Cash and cash equivalents", concept=CASH, dollar=True, indent=1),
    Line(key="securities", label="Short-term investments", concept="ShortTermInvestments", indent=1),
    Line(key="ar", label="Accounts receivable, net", concept="AccountsReceivableNetCurrent", indent=1),
    Line(key="inventory", label="Inventories", concept="InventoryNet", indent=1),
    Line(
        key="prepaid",
        label="Prepaid expenses and other current assets",
        concept="PrepaidExpenseAndOtherAssetsCurrent",
        indent=1,
    ),
    Line(key="current_assets", label="Total current assets", concept="AssetsCurrent", style="total", indent=1),
    Line(key="ppe", label="Property, plant and equipment, net", concept="PropertyPlantAndEquipmentNet"),
    Line(key="rou", label="Operating lease right-of-use assets", concept="OperatingLeaseRightOfUseAsset"),
    Line(key="goodwill", label="Goodwill", concept="Goodwill"),
    Line(key="intangibles", label="Intangible assets, net", concept="IntangibleAssetsNetExcludingGoodwill"),
    Line(key="other_assets", label="Other assets", concept="OtherAssetsNoncurrent"),
    Line(key="assets", label="Total assets", concept="Assets", style="total", dollar=True),
    Line(key="", label="LIABILITIES AND STOCKHOLDERS\u2019 EQUITY"),
    Line(key="", label="Current liabilities:"),
    Line(key="ap", label="Accounts payable", concept="AccountsPayableCurrent", dollar=True, indent=1),
    Line(key="accrued", label="Accrued liabilities", concept="AccruedLiabilitiesCurrent", indent=1),
    Line(key="deferred_revenue", label="Deferred revenue", concept="ContractWithCustomerLiabilityCurrent", indent=1),
    Line(
        key="current_lease",
        label="Current operating lease liabilities",
        concept="OperatingLeaseLiabilityCurrent",
        indent=1,
    ),
    Line(key="current_debt", label="Current portion of long-term debt", concept="LongTermDebtCurrent", indent=1),
    Line(
        key="current_liabilities",
        label="Total current liabilities",
        concept="LiabilitiesCurrent",
        style="total",
        indent=1,
    ),
    Line(key="long_debt", label="Long-term debt, less current portion", concept="LongTermDebtNoncurrent"),
    Line(key="long_lease", label="Operating lease liabilities", concept="OperatingLeaseLiabilityNoncurrent"),
    Line(key="dtl", label="Deferred income taxes", concept="DeferredIncomeTaxLiabilitiesNet"),
    Line(key="other_liabilities", label="Other long-term liabilities", concept="OtherLiabilitiesNoncurrent"),
    Line(key="liabilities", label="Total liabilities", concept="Liabilities", style="total"),
    Line(key="", label="Stockholders\u2019 equity:"),
    Line(key="common", label="Common stock", concept="CommonStockValue", indent=1),
    Line(key="apic", label="Additional paid-in capital", concept="AdditionalPaidInCapital", indent=1),
    Line(key="retained", label="Retained earnings", concept="RetainedEarningsAccumulatedDeficit", indent=1),
    Line(
        key="aoci",
        label="Accumulated other comprehensive loss",
        concept="AccumulatedOtherComprehensiveIncomeLossNetOfTax",
        indent=1,
    ),
    Line(key="treasury", label="Treasury stock, at cost", concept="TreasuryStockCommonValue", indent=1),
    Line(key="equity", label="Total stockholders\u2019 equity", concept=TOTAL_EQUITY, style="total", indent=1),
    Line(
        key="liabilities_and_equity",
        label="Total liabilities and stockholders\u2019 equity",
        concept="LiabilitiesAndStockholdersEquity",
        style="total",
        dollar=True,
    ),
)

CASH_FLOWS = (
    Line(key="", label="Cash flows from operating activities:"),
    Line(key="net_income", label="Net income", concept="NetIncomeLoss", dollar=True, indent=1),
    Line(key="", label="Adjustments to reconcile net income to net cash provided by operating activities:"),
    Line(key="depreciation", label="Depreciation", concept="Depreciation", indent=1),
    Line(
        key="amortization",
        label="Amortization of intangible assets",
        concept="AmortizationOfIntangibleAssets",
        indent=1,
    ),
    Line(
        key="impairment",
        label="Impairment of long-lived assets",
        concept="ImpairmentOfLongLivedAssetsHeldForUse",
        indent=1,
    ),
    Line(key="sbc", label="Stock-based compensation", concept="ShareBasedCompensation", indent=1),
    Line(key="tax_deferred", label="Deferred income taxes", concept="DeferredIncomeTaxExpenseBenefit", indent=1),
    Line(key="", label="Changes in operating assets and liabilities, net of acquisitions:"),
    Line(key="d_ar", label="Accounts receivable", concept="IncreaseDecreaseInAccountsReceivable", sign=-1, indent=1),
    Line(key="d_inventory", label="Inventories", concept="IncreaseDecreaseInInventories", sign=-1, indent=1),
    Line(
        key="d_prepaid",
        label="Prepaid expenses and other current assets",
        concept="IncreaseDecreaseInPrepaidDeferredExpenseAndOtherAssets",
        sign=-1,
        indent=1,
    ),
    Line(
        key="d_other_assets",
        label="Other assets",
        concept="IncreaseDecreaseInOtherNoncurrentAssets",
        sign=-1,
        indent=1,
    ),
    Line(key="d_ap", label="Accounts payable", concept="IncreaseDecreaseInAccountsPayable", indent=1),
    Line(key="d_accrued", label="Accrued liabilities", concept="IncreaseDecreaseInAccruedLiabilities", indent=1),
    Line(
        key="d_deferred_revenue",
        label="Deferred revenue",
        concept="IncreaseDecreaseInContractWithCustomerLiability",
        indent=1,
    ),
    Line(
        key="d_other_liabilities",
        label="Other liabilities",
        concept="IncreaseDecreaseInOtherNoncurrentLiabilities",
        indent=1,
    ),
    Line(
        key="cfo",
        label="Net cash provided by operating activities",
        concept="NetCashProvidedByUsedInOperatingActivities",
        style="total",
    ),
    Line(key="", label="Cash flows from investing activities:"),
    Line(
        key="capex",
        label="Purchases of property, plant and equipment",
        concept="PaymentsToAcquirePropertyPlantAndEquipment",
        sign=-1,
        indent=1,
    ),
    Line(
        key="acquisition",
        label="Acquisition of business, net of cash acquired",
        concept="PaymentsToAcquireBusinessesNetOfCashAcquired",
        sign=-1,
        indent=1,
    ),
    Line(
        key="disposals",
        label="Proceeds from sale of property, plant and equipment",
        concept="ProceedsFromSaleOfPropertyPlantAndEquipment",
        indent=1,
    ),
    Line(
        key="buy_securities",
        label="Purchases of investments",
        concept="PaymentsToAcquireInvestments",
        sign=-1,
        indent=1,
    ),
    Line(
        key="sell_securities",
        label="Sales and maturities of investments",
        concept="ProceedsFromSaleMaturityAndCollectionsOfInvestments",
        indent=1,
    ),
    Line(
        key="cfi",
        label="Net cash used in investing activities",
        concept="NetCashProvidedByUsedInInvestingActivities",
        style="total",
    ),
    Line(key="", label="Cash flows from financing activities:"),
    Line(
        key="debt_proceeds",
        label="Proceeds from long-term debt",
        concept="ProceedsFromIssuanceOfLongTermDebt",
        indent=1,
    ),
    Line(
        key="debt_repaid", label="Repayments of long-term debt", concept="RepaymentsOfLongTermDebt", sign=-1, indent=1
    ),
    Line(key="dividends", label="Cash dividends paid", concept="PaymentsOfDividendsCommonStock", sign=-1, indent=1),
    Line(
        key="buyback",
        label="Repurchases of common stock",
        concept="PaymentsForRepurchaseOfCommonStock",
        sign=-1,
        indent=1,
    ),
    Line(
        key="stock_issued",
        label="Proceeds from exercise of stock options",
        concept="ProceedsFromStockOptionsExercised",
        indent=1,
    ),
    Line(
        key="cff",
        label="Net cash provided by (used in) financing activities",
        concept="NetCashProvidedByUsedInFinancingActivities",
        style="total",
    ),
    Line(
        key="fx_cash",
        label="Effect of exchange rate changes on cash",
        concept="EffectOfExchangeRateOnCashAndCashEquivalents",
    ),
    Line(
        key="cash_change",
        label="Net increase (decrease) in cash and cash equivalents",
        concept="CashAndCashEquivalentsPeriodIncreaseDecrease",
        style="total",
    ),
    Line(key="cash", label="Cash and cash equivalents, beginning of period", concept=CASH, span="open"),
)
CASH_END = Line(key="cash", label="Cash and cash equivalents, end of period", concept=CASH, style="total", dollar=True)

COMPREHENSIVE = (
    Line(key="net_income", label="Net income", concept="NetIncomeLoss", dollar=True),
    Line(key="", label="Other comprehensive income (loss), net of tax:"),
    Line(
        key="oci_fx",
        label="Foreign currency translation adjustments",
        concept="OtherComprehensiveIncomeLossForeignCurrencyTransactionAndTranslationAdjustmentNetOfTax",
        indent=1,
    ),
    Line(
        key="oci_pension",
        label="Pension and postretirement adjustments",
        concept="OtherComprehensiveIncomeLossPensionAndOtherPostretirementBenefitPlansAdjustmentNetOfTax",
        indent=1,
    ),
    Line(
        key="oci",
        label="Total other comprehensive income (loss)",
        concept="OtherComprehensiveIncomeLossNetOfTax",
        style="total",
        keep=True,
    ),
    Line(
        key="comprehensive",
        label="Comprehensive income",
        concept="ComprehensiveIncomeNetOfTax",
        style="total",
        dollar=True,
    ),
)

COLUMNS = (
    ("common", "Common Stock", "us-gaap:CommonStockMember"),
    ("apic", "Additional Paid-in Capital", "us-gaap:AdditionalPaidInCapitalMember"),
    ("retained", "Retained Earnings", "us-gaap:RetainedEarningsMember"),
    ("aoci", "Accumulated Other Comprehensive Loss", "us-gaap:AccumulatedOtherComprehensiveIncomeMember"),
    ("treasury", "Treasury Stock", "us-gaap:TreasuryStockCommonMember"),
)
MOVES = (
    ("net_income", "Net income", "retained", 1, "NetIncomeLoss"),
    ("oci", "Other comprehensive income (loss)", "aoci", 1, "OtherComprehensiveIncomeLossNetOfTax"),
    ("sbc", "Stock-based compensation", "apic", 1, "AdjustmentsToAdditionalPaidInCapitalSharebasedCompensation"),
    ("stock_issued", "Exercise of stock options", "apic", 1, "StockIssuedDuringPeriodValueStockOptionsExercised"),
    ("dividends", "Cash dividends declared", "retained", -1, "DividendsCommonStockCash"),
    ("buyback", "Repurchases of common stock", "treasury", -1, "TreasuryStockValueAcquiredCostMethod"),
)


def statement_blocks(frame: Frame, *, prefix: str = "CONSOLIDATED ") -> list[Block]:
    """Give all five statements with their headings, in the order of filings."""
    income = frame.rows(frame.issuer.income, frame.spans) + frame.share_rows(frame.spans)
    flows = frame.rows(CASH_FLOWS, frame.to_date) + frame.rows((CASH_END,), frame.to_date, instant=True)
    sheet = tuple(frame.rows(BALANCE, frame.points, instant=True))
    balance = Table(columns=point_heads(frame), rows=sheet, unit=frame.issuer.unit)
    span_head = frame.issuer.year_heads if frame.annual else ""
    name = frame.issuer.labels.get("income_title", "STATEMENTS OF OPERATIONS")
    unaudited = "" if frame.annual else " (Unaudited)"

    def titled_table(rows: list[Row], spans: Sequence[Span]) -> Table:
        return Table(columns=frame.heads(spans), rows=tuple(rows), unit=frame.issuer.unit, span=span_head)

    titled: list[tuple[str, Table]] = [
        ("BALANCE SHEETS", balance),
        (name, titled_table(income, frame.spans)),
        (
            "STATEMENTS OF COMPREHENSIVE INCOME",
            titled_table(frame.rows(COMPREHENSIVE, frame.spans), frame.spans),
        ),
        ("STATEMENTS OF CASH FLOWS", titled_table(flows, frame.to_date)),
        ("STATEMENTS OF STOCKHOLDERS\u2019 EQUITY", _equity(frame)),
    ]
    order = [0, 1, 2, 3, 4] if frame.annual else [1, 2, 0, 3, 4]
    if not any(total(frame, "oci", frame.spans)):
        order.remove(2)
    blocks: list[Block] = []
    for title, table in (titled[index] for index in order):
        heading = f"{'' if frame.annual else 'CONDENSED '}{prefix}{title}{unaudited}"
        blocks += [Paragraph(frame.issuer.name.upper(), "center", bold=True), Heading(heading, 3), table]
        blocks.append(
            Paragraph(
                f"See accompanying notes to {'' if frame.annual else 'condensed '}consolidated financial statements."
            )
        )
    return blocks


def point_heads(frame: Frame) -> tuple[str, ...]:
    """Give dates as heads of balance sheet columns."""
    return tuple(long_date(frame, span) for span in frame.points)


def long_date(frame: Frame, span: Span) -> str:
    """Write a span's last day: "December 31, 2024"."""
    end = frame.issuer.books.end(span)
    return f"{end:%B} {end.day}, {end.year}"


def _equity(frame: Frame) -> Table:
    books = frame.issuer.books
    spans = [span for span in reversed(frame.to_date) if frame.annual or span.year == frame.year]
    used = [
        one for one in COLUMNS if any(books.amounts(span)[key] for span in spans for key in (one[0], f"open_{one[0]}"))
    ]
    rows = [_balance_row(frame, spans[0], used, opening=True)]
    for span in spans:
        rows.extend(_move_rows(frame, span, used))
        rows.append(_balance_row(frame, span, used, opening=False))
    columns = (*(frame.issuer.labels.get(key, label) for key, label, _ in used), "Total")
    return Table(columns=columns, rows=tuple(rows), unit=frame.issuer.unit)


def _balance_row(frame: Frame, span: Span, used: Sequence[tuple[str, str, str]], *, opening: bool) -> Row:
    lines = [
        Line(
            key=key,
            label="",
            concept=TOTAL_EQUITY,
            dollar=True,
            span="open" if opening else "",
            dimensions=((EQUITY_AXIS, member),),
        )
        for key, _, member in used
    ]
    lines.append(Line(key="equity", label="", concept=TOTAL_EQUITY, dollar=True, span="open" if opening else ""))
    day = long_date(frame, Span(year=span.year - 1) if opening else span)
    return Row(f"Balance, {day}", tuple(frame.number(line, span, instant=True) for line in lines), "total")


def _move_rows(frame: Frame, span: Span, used: Sequence[tuple[str, str, str]]) -> list[Row]:
    rows: list[Row] = []
    for key, label, column, sign, concept in MOVES:
        if not frame.issuer.books.amounts(span).get(key):
            continue
        member = next(one for name, _, one in COLUMNS if name == column)
        inside = Line(key=key, label=label, concept=concept, sign=sign, dimensions=((EQUITY_AXIS, member),))
        outside = Line(key=key, label=label, concept=concept, sign=sign)
        cells = [frame.number(inside, span, instant=False) if name == column else None for name, _, _ in used]
        words = frame.issuer.labels.get(f"equity_{key}", label)
        rows.append(Row(words, (*cells, frame.number(outside, span, instant=False))))
    return rows


def total(frame: Frame, key: str, spans: Sequence[Span]) -> list[int]:
    """Give one amount over spans."""
    return [frame.issuer.books.amounts(span).get(key, 0) for span in spans]
