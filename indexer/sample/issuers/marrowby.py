"""Marrowby & Finch, Inc.: apparel stores; 52/53-week year to the last Saturday of January; whole millions.

Fiscal 2025 has 53 weeks and ends on January 31, 2026. Its 10-K is stored as a full submission.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from indexer.sample import notes
from indexer.sample.assembly import annual, quarterly
from indexer.sample.blocks import Document, Row, Table
from indexer.sample.books import Books, Span, Year
from indexer.sample.frame import Frame, Issuer, Line
from indexer.sample.issuers import marrowby_text as text
from indexer.sample.parts import day
from indexer.sample.prose import percent

_ENDS = {
    2021: (date(2021, 5, 1), date(2021, 7, 31), date(2021, 10, 30), date(2022, 1, 29)),
    2022: (date(2022, 4, 30), date(2022, 7, 30), date(2022, 10, 29), date(2023, 1, 28)),
    2023: (date(2023, 4, 29), date(2023, 7, 29), date(2023, 10, 28), date(2024, 1, 27)),
    2024: (date(2024, 4, 27), date(2024, 7, 27), date(2024, 10, 26), date(2025, 1, 25)),
    2025: (date(2025, 4, 26), date(2025, 7, 26), date(2025, 10, 25), date(2026, 1, 31)),
}
_CENTS = {2022: 10, 2023: 11, 2024: 12, 2025: 13}
_LEASE = {2022: 128, 2023: 131, 2024: 133, 2025: 136}


def _year(number: int, shares: tuple[int, int, int, int, int], flows: Mapping[str, int | list[int]]) -> Year:
    return Year(
        start=date.fromordinal(_ENDS[number - 1][3].toordinal() + 1),
        ends=_ENDS[number],
        flows=flows,
        shares=shares,
        diluted=(shares[0] + 610, shares[1] + 600, shares[2] + 570, shares[3] + 560, shares[4] + 585),
        current_debt=(20, 20, 20, 20),
        current_lease=(_LEASE[number],) * 4,
        dividend_cents=Decimal(_CENTS[number]),
    )


BOOKS = Books(
    ticks_a_million=1,
    opening={
        "cash": 182, "securities": 60, "ar": 38, "inventory": 402, "prepaid": 46, "ppe": 412, "rou": 610, "goodwill": 58,
        "intangibles": 44, "other_assets": 22, "ap": 196, "accrued": 168, "deferred_revenue": 71, "debt": 240, "lease": 652,
        "dtl": 28, "other_liabilities": 31, "common": 1, "apic": 402, "treasury": -310, "aoci": -4, "accumulated": 588,
        "current_debt": 20, "current_lease": 125,
    },
    seasons={
        "rev": (22, 23, 24, 31), "cost": (22, 23, 24, 31), "seg": (16, 20, 22, 42), "opex:sga": (24, 24, 25, 27),
        "tax_current": (12, 18, 22, 48), "d_accrued": (-100, 40, 60, 100), "d_deferred_revenue": (-150, -20, -10, 280),
    },
    years={
        2022: _year(2022, (43510, 43250, 42990, 42730, 43120), {
            "dividends": [4, 4, 4, 5],
            "rev:ma": 1512, "rev:fi": 612, "rev:other": 48, "cost:goods": 1398, "opex:sga": 592, "opex:depreciation": 74,
            "opex:impairment": 6, "depreciation": 74, "impairment": 6, "interest": 14, "other_income": 1, "tax_current": 26,
            "tax_deferred": -4, "seg:ma": 118, "seg:fi": 58, "seg:other": 40, "sbc": 14, "d_ar": 2, "d_inventory": 28,
            "d_prepaid": 2, "d_other_assets": 1, "d_ap": 12, "d_accrued": 3, "d_deferred_revenue": 4,
            "d_other_liabilities": -1, "capex": 88, "retired": 41, "buy_securities": 20, "sell_securities": 15,
            "debt_repaid": 20, "buyback": 45, "stock_issued": 3, "oci_pension": 1, "new_leases": 140, "rou_amortized": 135,
        }),
        2023: _year(2023, (42640, 42410, 42190, 41960, 42300), {
            "dividends": [5, 5, 4, 5],
            "rev:ma": 1548, "rev:fi": 655, "rev:other": 52, "cost:goods": 1421, "opex:sga": 618, "opex:depreciation": 77,
            "opex:impairment": 4, "depreciation": 77, "impairment": 4, "interest": 13, "other_income": 3, "tax_current": 30,
            "tax_deferred": 1, "seg:ma": 141, "seg:fi": 66, "seg:other": 43, "sbc": 15, "d_ar": 1, "d_inventory": -14,
            "d_prepaid": 1, "d_other_assets": 1, "d_ap": -4, "d_accrued": 6, "d_deferred_revenue": 5,
            "d_other_liabilities": 0, "capex": 96, "retired": 44, "buy_securities": 30, "sell_securities": 20,
            "debt_repaid": 20, "buyback": 60, "stock_issued": 3, "oci_pension": -1, "new_leases": 150, "rou_amortized": 138,
        }),
        2024: _year(2024, (41820, 41610, 41410, 41200, 41510), {
            "dividends": [5, 5, 5, 5],
            "rev:ma": [322, 345, 361, 469], "rev:fi": [154, 161, 174, 219], "rev:other": 55,
            "cost:goods": [311, 331, 348, 452], "opex:sga": 634, "opex:depreciation": 80,
            "opex:impairment": [0, 0, 2, 15], "opex:restructuring": [0, 0, 0, 6], "depreciation": 80,
            "impairment": [0, 0, 2, 15], "interest": 12, "other_income": 4, "tax_current": 21, "tax_deferred": -3,
            "seg:ma": 97, "seg:fi": 74, "seg:other": 46, "sbc": 16, "d_ar": 0, "d_inventory": [12, 30, 61, -84],
            "d_prepaid": 2, "d_other_assets": 1, "d_ap": [-8, 14, 36, -33], "d_accrued": [-11, 4, 5, -3],
            "d_deferred_revenue": 3, "d_other_liabilities": -1, "capex": 92, "retired": 58, "buy_securities": 10,
            "sell_securities": 25, "debt_repaid": 20, "buyback": 40, "stock_issued": 3, "oci_pension": 2,
            "new_leases": 138, "rou_amortized": 141,
        }),
        2025: _year(2025, (40970, 40740, 40510, 40280, 40620), {
            "dividends": [5, 5, 5, 6],
            "rev:ma": [331, 349, 366, 515], "rev:fi": [165, 172, 188, 254], "rev:other": 61,
            "cost:goods": [316, 334, 349, 509], "opex:sga": 668, "opex:depreciation": 82, "opex:impairment": [0, 1, 0, 4],
            "depreciation": 82, "impairment": [0, 1, 0, 4], "interest": 11, "other_income": 4, "tax_current": [5, 6, 8, 14],
            "tax_deferred": 0, "seg:ma": 121, "seg:fi": 92, "seg:other": 51, "sbc": 17, "d_ar": 3,
            "d_inventory": [15, 28, 70, -89], "d_prepaid": 3, "d_other_assets": 2, "d_ap": [-10, 18, 42, -35],
            "d_accrued": [-14, 5, 8, 12], "d_deferred_revenue": 6, "d_other_liabilities": 1, "capex": 105, "retired": 52,
            "buy_securities": 40, "sell_securities": 30, "debt_repaid": 20, "buyback": 50, "stock_issued": 3,
            "oci_pension": -1, "new_leases": 165, "rou_amortized": 146,
        }),
    },
)  # fmt: skip


def _column(issuer: Issuer, span: Span) -> str:
    if (span.first, span.last) == (1, 4):
        return f"Fiscal {span.year} ({53 if span.year == 2025 else 52} weeks)"
    weeks = {1: "Thirteen", 2: "Twenty-Six", 3: "Thirty-Nine"}[span.last - span.first + 1]
    return f"{weeks} Weeks Ended {day(issuer.books.end(span))}"


ISSUER = Issuer(
    key="marrowby",
    name="Marrowby & Finch, Inc.",
    ticker="MFCH",
    cik="0009900202",
    file_number="001-99202",
    state="Delaware",
    state_code="NC",
    ein="00-9900202",
    street="27 Shuttle Row",
    city="Tansboro Mills",
    postal="27999",
    phone="(919) 555-0127",
    exchange="The Nasdaq Stock Market LLC",
    exchange_code="NASDAQ",
    par="$0.01",
    books=BOOKS,
    places=0,
    scale=6,
    unit="(in millions, except per share amounts)",
    year_end="--01-31",
    year_heads="Fiscal Year",
    income=(
        Line(
            key="net_sales",
            label="Net sales",
            concept="RevenueFromContractWithCustomerExcludingAssessedTax",
            dollar=True,
        ),
        Line(key="rev:other", label="Credit card and other revenue", concept="RevenueNotFromContractWithCustomer"),
        Line(key="revenue", label="Total revenue", concept="Revenues", style="total"),
        Line(
            key="cost",
            label="Cost of goods sold, including buying and occupancy costs",
            concept="CostOfGoodsAndServicesSold",
        ),
        Line(key="gross", label="Gross profit", concept="GrossProfit", style="total"),
        Line(
            key="opex:sga",
            label="Selling, general and administrative expenses",
            concept="SellingGeneralAndAdministrativeExpense",
        ),
        Line(key="opex:depreciation", label="Depreciation", concept="Depreciation"),
        Line(
            key="opex:impairment", label="Impairment of store assets", concept="ImpairmentOfLongLivedAssetsHeldForUse"
        ),
        Line(key="opex:restructuring", label="Restructuring charges", concept="RestructuringCharges"),
        Line(key="operating_income", label="Operating income", concept="OperatingIncomeLoss", style="total"),
        Line(key="interest", label="Interest expense", concept="InterestExpense", sign=-1),
        Line(key="other_income", label="Interest income and other, net", concept="OtherNonoperatingIncomeExpense"),
        Line(
            key="pretax",
            label="Income before income taxes",
            concept="IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
            style="total",
        ),
        Line(key="tax", label="Income tax expense", concept="IncomeTaxExpenseBenefit"),
        Line(key="net_income", label="Net income", concept="NetIncomeLoss", style="total", dollar=True),
    ),
    labels={
        "income_title": "STATEMENTS OF INCOME",
        "ar": "Receivables, net",
        "inventory": "Merchandise inventories",
        "ppe": "Property and equipment, net",
        "intangibles": "Trade names",
        "capex": "Capital expenditures",
        "oci_pension": "Change in fair value of cash flow hedges",
        "aoci": "Accumulated other comprehensive loss",
        "d_inventory": "Merchandise inventories",
        "deferred_revenue": "Gift cards, loyalty points and other deferred revenue",
    },
    concepts={
        "intangibles": "IndefiniteLivedIntangibleAssetsExcludingGoodwill",
        "oci_pension": "OtherComprehensiveIncomeLossCashFlowHedgeGainLossAfterReclassificationAndTax",
    },
    segments={
        "ma": ("Marrowby", "mfch:MarrowbyMember"),
        "fi": ("Finchling", "mfch:FinchlingMember"),
        "other": ("Credit card and other", "us-gaap:AllOtherSegmentsMember"),
    },
    float_value="$1.3 billion",
    auditor="Prewitt & Osgood LLP",
    auditor_city="Raleigh, North Carolina",
    auditor_since=2014,
    chief=("Adaeze M. Farrow", "Chief Executive Officer"),
    finance=("Colm H. Bexley", "Chief Financial Officer"),
    directors=("Priya Valcourt", "Stellan Moss", "Georgina Hale-Ito", "Amos R. Tully"),
    column=_column,
)

ANNUAL_2024 = Frame(
    issuer=ISSUER, year=2024, filed=date(2025, 3, 20), accession="0009900202-25-000011", outstanding=41060
)
QUARTER_2025 = Frame(
    issuer=ISSUER, year=2025, quarter=3, filed=date(2025, 11, 25), accession="0009900202-25-000048", outstanding=40310
)
ANNUAL_2025 = Frame(
    issuer=ISSUER, year=2025, filed=date(2026, 3, 26), accession="0009900202-26-000009", outstanding=40110
)

_BOTH = {
    "short": "Marrowby & Finch",
    "income_title": "statements of income",
    "ciso": "She joined us in 2017 from a payments company and reports to the Chief Executive Officer.",
    "fiscal_policy": "The fiscal year ends on the last Saturday of January and is named after the calendar year in which it begins. "
    "Fiscal 2025, which ended on January 31, 2026, has 53 weeks; fiscal 2024, 2023 and 2022 have 52 weeks.",
    "receivable_policy": "Receivables. Receivables are mostly due from card companies and landlords and are collected within days.",
    "inventory_policy": "Inventories. Merchandise inventories are stated at the lower of weighted average cost and net realizable "
    "value.",
    "lives": "buildings 30 years, fixtures and equipment 5 to 10 years, software 3 to 5 years, leasehold improvements the shorter of "
    "10 years and the lease term",
    "goodwill_policy": "Goodwill and trade names. Goodwill and trade names are not amortized and are tested for impairment in the "
    "fourth quarter.",
    "revenue_policy": "Revenue recognition. Sales in stores are recognized at the register and digital sales when goods reach the "
    "customer, net of sales tax and of a reserve for returns of {returns} at the end of fiscal {year}.",
    "other_policies": "Advertising. Advertising costs are expensed when the advertisement first runs and were {advertising} in fiscal "
    "{year}. Vendor allowances reduce the cost of goods sold.",
    "control_scope": "",
}  # fmt: skip
_BY_YEAR: Mapping[int, Mapping[str, str]] = {
    2024: {
        "calendar": "Fiscal 2024 ended on January 25, 2025 and had 52 weeks, as had fiscal 2023, which ended on January 27, 2024. Fiscal "
        "2025 will end on January 31, 2026 and have 53 weeks.",
        "stores_ma": "259", "stores_fi": "146", "stores_all": "405",
        "digital": "34%", "digital_prior": "32%", "vietnam": "33%", "bangladesh": "21%", "china": "12%",
        "distribution": "In the third quarter of fiscal 2024 we closed a third center, in Grantley, Pennsylvania.",
        "feather": "8.9 million", "advertising": "$88 million", "employees": "13,200",
        "wages": "In fiscal 2024 the average hourly wage in our stores rose by 3.9%.",
        "fashion_risk": "In fiscal 2024 our dresses and tailored trousers sold worse than planned, and markdowns cost about 120 basis "
        "points of margin.",
        "tariff_risk": "Proposed tariffs on goods from Vietnam and Bangladesh, if adopted, would affect more than half of our purchases.",
        "lease_risk": "In fiscal 2024 we closed fourteen Marrowby stores before or at the end of their leases.",
        "card_expiry": "2028", "shrink": "1.7%",
        "center_risk": "The closing of the Grantley center in fiscal 2024 left less spare capacity.",
        "property_change": "We gave up the leased distribution center in Grantley, Pennsylvania, in October 2024.",
        "wage_year": "June 2022",
        "wage_case": "In December 2024 we agreed in principle to settle the case for $7.5 million, which we have accrued; the settlement "
        "needs the approval of the court.",
        "breach": "In March 2024 a vendor told us that a file with addresses of about 310,000 customers had been copied. Three proposed "
        "class actions were filed in the federal district court in North Carolina. We believe that the vendor must indemnify us and "
        "have accrued nothing.",
        "holders": "1,184", "dividend": "$0.48", "dividend_prior": "$0.44",
        "dividend_raise": "In March 2025 the Board raised the quarterly dividend from $0.12 to $0.13 per share.",
        "repurchase": "In fiscal 2024 we repurchased 1.4 million shares for $40 million. At the end of the year $135 million remained "
        "under the authorization of March 2023.",
        "summary_text": "Fiscal 2024 was a hard year for the Marrowby brand. We misjudged the demand for dresses and tailored trousers "
        "and cleared the excess with markdowns. Finchling grew for the fourth year. In the fourth quarter we closed fourteen Marrowby "
        "stores and reduced the headquarters staff by 90 positions.",
        "comparable": "Comparable sales fell by 0.9% in fiscal 2024: they fell by 3.6% at Marrowby and rose by 5.4% at Finchling.",
        "sales_text": "The growth of Finchling was offset by fewer visits to Marrowby stores.",
        "margin_text": "The margin fell because of markdowns on excess Marrowby merchandise, which cost about 120 basis points, and because "
        "fixed occupancy costs were spread over flat sales; lower ocean freight rates helped by about 40 basis points.",
        "sga_text": "The increase reflects higher wages in stores, the accrual of $7.5 million for the Bellamy case, and more digital "
        "marketing, partly offset by lower bonuses.",
        "restructuring_text": "We recorded impairment charges of {$opex:impairment} on the assets of Marrowby stores, compared with "
        "{$opex:impairment@-1} in fiscal 2023, and restructuring charges of {$opex:restructuring} for severance of 90 headquarters "
        "positions and for the closing of fourteen stores and of the Grantley distribution center.",
        "tax_text": "There were no unusual items.",
        "ma_text": "Visits to stores fell by 5%, and the average selling price fell because of markdowns.",
        "fi_text": "We opened five stores net of closings, and sales of babywear grew in double digits.",
        "facility": "November 2028", "liquid": "$255 million",
        "cfo_text": "The decrease was due to lower net income and higher inventories.",
        "inventory_text": "The increase was due to earlier receipts of spring goods.",
        "capex_text": "We opened nine Finchling stores and replaced the order management software. We expect capital expenditures of $100 "
        "million to $110 million in fiscal 2025.",
        "rate_effect": "$2 million", "returns": "$19 million", "lease_cost": "$172 million", "variable_lease": "$61 million",
        "lease_rate": "5.1%", "orders": "$310 million",
        "debt_note": "The interest rate was 6.6% at January 25, 2025.",
        "wage_note": "The settlement of the Bellamy case for $7.5 million is accrued in full.",
        "restructuring_note": "In November 2024 the Board approved a plan to close fourteen Marrowby stores and to reduce the headquarters "
        "staff. Restructuring charges were {$opex:restructuring}, of which $4 million was severance and $2 million the cost of moving "
        "out; $3 million had been paid at the end of the year. Impairment of store assets is shown on its own line.",
        "quarter_note": "The fourth quarter of fiscal 2024 includes impairment charges of $15 million and restructuring charges of $6 "
        "million.",
        "subsequent": "On March 11, 2025 the Board raised the quarterly dividend to $0.13 per share.",
        "new_standards": "A standard on income tax disclosures takes effect in fiscal 2025 and will add detail to Note 7.",
        "critical_matter": "Net realizable value of inventories. Estimates of markdowns after the year's end require judgment. We tested "
        "controls over markdown planning and compared the estimates with sales in February.",
    },
    2025: {
        "calendar": "Fiscal 2025 ended on January 31, 2026 and had 53 weeks; fiscal 2024 ended on January 25, 2025 and had 52 weeks. The "
        "53rd week added about $31 million to net sales.",
        "stores_ma": "252", "stores_fi": "158", "stores_all": "410",
        "digital": "36%", "digital_prior": "34%", "vietnam": "31%", "bangladesh": "24%", "china": "6%",
        "distribution": "Robots now pick about half of the digital orders in Ruskin Wells.",
        "feather": "9.6 million", "advertising": "$94 million", "employees": "13,500",
        "wages": "In fiscal 2025 the average hourly wage in our stores rose by 3.4%.",
        "fashion_risk": "In fiscal 2024, for example, our dresses and tailored trousers sold worse than planned, and markdowns cost about "
        "120 basis points of margin.",
        "tariff_risk": "Tariffs that took effect during fiscal 2025 raised the cost of our merchandise by about $22 million, of which we "
        "passed on about two thirds in higher prices.",
        "lease_risk": "In fiscal 2024 and 2025 together we closed 26 Marrowby stores before or at the end of their leases.",
        "card_expiry": "2028", "shrink": "1.5%",
        "center_risk": "A fault in the software of the Ruskin Wells center delayed orders for four days in October 2025.",
        "property_change": "",
        "wage_year": "June 2022",
        "wage_case": "In February 2026 the court gave final approval to a settlement of $7.5 million, which we paid in March 2026.",
        "breach": "In August 2025 the federal district court in North Carolina dismissed three proposed class actions about the copying of "
        "customer addresses at a vendor in 2024. The plaintiffs have appealed.",
        "holders": "1,139", "dividend": "$0.52", "dividend_prior": "$0.48",
        "dividend_raise": "In March 2026 the Board raised the quarterly dividend from $0.13 to $0.15 per share.",
        "repurchase": "In fiscal 2025 we repurchased 1.5 million shares for $50 million. At the end of the year $85 million remained under "
        "the authorization of March 2023.",
        "summary_text": "In fiscal 2025 both brands grew, margins recovered from the markdowns of the year before, and we absorbed new "
        "tariffs. The year had a 53rd week, which added about $31 million to net sales and about $5 million to operating income.",
        "comparable": "On a basis of 52 weeks comparable sales rose by 3.1% in fiscal 2025: by 1.2% at Marrowby and by 7.0% at Finchling.",
        "sales_text": "The 53rd week contributed about 1.4 percentage points; the rest came from higher average selling prices and from "
        "twelve more Finchling stores.",
        "margin_text": "The margin rose because fewer goods had to be marked down, which was worth about 110 basis points, and because "
        "occupancy costs were spread over higher sales; new tariffs, net of price increases, cost about 30 basis points.",
        "sga_text": "The increase reflects higher wages, bonuses for the better results and the 53rd week; fiscal 2024 had included $7.5 "
        "million for the Bellamy case.",
        "restructuring_text": "Impairment charges on store assets were {$opex:impairment}, compared with {$opex:impairment@-1} in fiscal "
        "2024. There were no restructuring charges in fiscal 2025, compared with {$opex:restructuring@-1} in fiscal 2024.",
        "tax_text": "The rate rose because of a smaller benefit from stock awards.",
        "ma_text": "A simpler range with fewer styles sold at better prices, while seven fewer stores were open.",
        "fi_text": "Twelve new stores net of closings and a new line for ages nine to twelve drove the growth.",
        "facility": "November 2028", "liquid": "{$liquid}",
        "cfo_text": "The increase was due to higher net income.",
        "inventory_text": "The increase reflects tariffs in the cost of goods and new stores; units rose by 1%.",
        "capex_text": "We opened sixteen Finchling stores and automated the Ruskin Wells center. We expect capital expenditures of $110 "
        "million to $120 million in fiscal 2026.",
        "rate_effect": "$2 million", "returns": "$21 million", "lease_cost": "$179 million", "variable_lease": "$63 million",
        "lease_rate": "5.4%", "orders": "$335 million",
        "debt_note": "The interest rate was 5.8% at January 31, 2026.",
        "wage_note": "The settlement of the Bellamy case for $7.5 million was paid after the end of the year.",
        "restructuring_note": "The plan of November 2024 was completed in fiscal 2025. The remaining $3 million of severance and moving costs "
        "was paid, and no further charges were recorded.",
        "quarter_note": "The fourth quarter of fiscal 2025 has fourteen weeks.",
        "subsequent": "On March 10, 2026 the Board raised the quarterly dividend to $0.15 per share and authorized the repurchase of a "
        "further $150 million of common stock.",
        "new_standards": "In fiscal 2025 we adopted a standard that adds detail to the disclosure of income taxes.",
        "critical_matter": "Net realizable value of inventories. Estimates of markdowns after the year's end require judgment. We tested "
        "controls over markdown planning and compared the estimates with sales in February.",
    },
}  # fmt: skip
_QUARTER = {
    "short": "Marrowby & Finch",
    "fiscal_policy": _BOTH["fiscal_policy"],
    "risk_change": "Tariffs on goods from Vietnam, Bangladesh and India took effect between April and August 2025; they raise our costs, "
    "and customers may not accept higher prices.",
}

_STORES = {
    2024: ((273, 3, 17), (141, 9, 4)),
    2025: ((259, 2, 9), (146, 16, 4)),
}
_PURCHASES = {
    (2024, 4): (
        ("October 27 to November 23", "118,402", "$29.14"),
        ("November 24 to December 28", "131,077", "$27.90"),
        ("December 29 to January 25", "96,510", "$27.35"),
    ),
    (2025, 3): (
        ("July 27 to August 23", "120,330", "$33.02"),
        ("August 24 to September 27", "140,211", "$33.87"),
        ("September 28 to October 25", "108,645", "$34.40"),
    ),
    (2025, 4): (
        ("October 26 to November 22", "124,871", "$34.75"),
        ("November 23 to January 3", "139,402", "$35.60"),
        ("January 4 to January 31", "101,118", "$36.12"),
    ),
}
_DIGITAL = {2022: 30, 2023: 32, 2024: 34, 2025: 36}


def documents() -> list[tuple[str, Frame, Document]]:
    """Give the three filings as file name, frame and document, oldest first."""
    return [
        ("mfch-20250125.htm", ANNUAL_2024, _annual(ANNUAL_2024)),
        ("mfch-20251025.htm", QUARTER_2025, quarterly(QUARTER_2025, _QUARTER, _tables(QUARTER_2025), text.QUARTER)),
        ("mfch-20260131.htm", ANNUAL_2025, _annual(ANNUAL_2025)),
    ]


def _annual(frame: Frame) -> Document:
    now = BOOKS.amounts(frame.points[0])
    texts = {**_BOTH, **_BY_YEAR[frame.year], "liquid": f"${now['cash'] + now['securities']} million"}
    return annual(frame, texts, _tables(frame), text.ANNUAL)


def _tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    common: dict[str, Callable[[], Table]] = {
        "purchases": lambda: notes.words_table(
            ("Total number of shares purchased", "Average price paid per share"),
            _PURCHASES[frame.year, frame.quarter],
            corner="Fiscal month",
        ),
        "revenue_kinds": lambda: _revenue_kinds(frame),
        "channels": lambda: _channels(frame),
        "segment_sales": lambda: notes.segment_revenue(
            frame, caption="Revenue by segment", concept="Revenues", total_label="Total revenue"
        ),
        "segment_profit": lambda: notes.segment_profit(
            frame, caption="Operating income by segment", corporate="Corporate costs"
        ),
        "debt": lambda: notes.debt_table(frame, fixed=(), rest="Term loan due fiscal 2029", caption="Debt"),
    }
    return common | _annual_tables(frame) if frame.annual else common


def _annual_tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    return {
        "stores": lambda: _stores(frame.year),
        "summary": lambda: _summary(frame),
        "property": lambda: notes.property_table(
            frame,
            labels=("Land and buildings", "Fixtures and equipment", "Leasehold improvements", "Software"),
            weights=(12, 36, 38, 14),
            caption="Property and equipment",
        ),
        "accrued": lambda: notes.split_balance(
            frame,
            caption="Accrued liabilities",
            key="accrued",
            labels=(
                ("Payroll and benefits", "EmployeeRelatedLiabilitiesCurrent"),
                ("Taxes other than income taxes", "TaxesPayableCurrent"),
                ("Sales returns", ""),
                ("Other", "OtherAccruedLiabilitiesCurrent"),
            ),
            weights=(38, 19, 11, 32),
            total_label="Total accrued liabilities",
            concept="AccruedLiabilitiesCurrent",
        ),
        "maturities": lambda: notes.maturities(
            frame,
            key="debt",
            current="current_debt",
            weights=(20, 20, 20, 100, 0) if frame.year == 2024 else (20, 20, 100, 0, 0),
            caption="Maturities of debt",
            first=frame.year + 1,
        ),
        "leases": lambda: notes.maturities(
            frame,
            key="lease",
            current="current_lease",
            weights=(25, 20, 16, 13, 26),
            caption="Maturities of operating lease liabilities",
            first=frame.year + 1,
        ),
        "taxes": lambda: notes.tax_table(frame),
        "rate": lambda: notes.rate_table(
            frame,
            statutory=210,
            items=(("State income taxes, net of federal benefit", 41),),
            rest="Stock awards and other",
        ),
        "segment_capex": lambda: notes.segment_split(
            frame,
            caption="Capital expenditures by segment",
            key="capex",
            weights=(40, 41, 0, 19),
            concept="PaymentsToAcquirePropertyPlantAndEquipment",
        ),
        "quarters": lambda: notes.quarters_table(
            frame, keys=(("revenue", "Total revenue"), ("gross", "Gross profit"), ("net_income", "Net income"))
        ),
    }


def _stores(year: int) -> Table:
    rows = [
        Row(name, (str(start), str(opened), f"({closed})", str(start + opened - closed)))
        for name, (start, opened, closed) in zip(("Marrowby", "Finchling"), _STORES[year], strict=True)
    ]
    start, opened, closed = (sum(one[index] for one in _STORES[year]) for index in range(3))
    rows.append(Row("Total", (str(start), str(opened), f"({closed})", str(start + opened - closed)), "total"))
    return Table(
        columns=("Beginning of year", "Opened", "Closed", "End of year"),
        rows=tuple(rows),
        caption=f"Number of stores, fiscal {year}",
    )


def _summary(frame: Frame) -> Table:
    spans = frame.spans
    amounts = [BOOKS.amounts(span) for span in spans]
    rows = [
        notes.row(frame, "Net sales", [one["net_sales"] for one in amounts], spans, dollar=True),
        notes.row(frame, "Total revenue", [one["revenue"] for one in amounts], spans, dollar=True),
        Row("Gross margin", tuple(percent(one["gross"], one["revenue"]) for one in amounts)),
        notes.row(frame, "Operating income", [one["operating_income"] for one in amounts], spans, dollar=True),
    ]
    return Table(columns=frame.heads(spans), rows=tuple(rows), unit="(dollars in millions)", span=ISSUER.year_heads)


def _revenue_kinds(frame: Frame) -> Table:
    spans = frame.spans
    amounts = [BOOKS.amounts(span) for span in spans]
    rows = [
        notes.row(frame, "Marrowby net sales", [one["rev:ma"] for one in amounts], spans, dollar=True),
        notes.row(frame, "Finchling net sales", [one["rev:fi"] for one in amounts], spans),
        notes.row(frame, "Net sales", [one["net_sales"] for one in amounts], spans, notes.REVENUE, style="total"),
        notes.row(
            frame,
            "Credit card and other revenue",
            [one["rev:other"] for one in amounts],
            spans,
            "RevenueNotFromContractWithCustomer",
        ),
        notes.row(
            frame, "Total revenue", [one["revenue"] for one in amounts], spans, "Revenues", style="total", dollar=True
        ),
    ]
    return frame.table("Net sales and total revenue", rows, spans)


def _channels(frame: Frame) -> Table:
    spans = frame.spans
    totals = [BOOKS.amounts(span)["net_sales"] for span in spans]
    digital = [round(value * _DIGITAL[span.year] / 100) for value, span in zip(totals, spans, strict=True)]
    stores = [value - part for value, part in zip(totals, digital, strict=True)]
    rows = [
        notes.row(frame, "Stores", stores, spans, dollar=True),
        notes.row(frame, "Digital", digital, spans, note="(1)"),
        notes.row(frame, "Net sales", totals, spans, notes.REVENUE, style="total", dollar=True),
        Row("(1) Includes digital orders that customers pick up in stores.", (None,) * len(spans)),
    ]
    return frame.table("Net sales by channel", rows, spans)
