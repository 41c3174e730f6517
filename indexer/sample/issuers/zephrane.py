"""Zephrane Systems Corporation: hospital software; year to June 30; millions with one decimal.

Its 10-K for fiscal 2024 is a PDF; the 10-K for fiscal 2025 and the 10-Q for the first quarter of fiscal 2026 are inline XBRL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from indexer.sample import notes
from indexer.sample.assembly import annual, quarterly
from indexer.sample.blocks import Document, Row, Table
from indexer.sample.books import Books, Span, Year
from indexer.sample.frame import Frame, Issuer, Line, parts
from indexer.sample.issuers import zephrane_text as text
from indexer.sample.parts import day
from indexer.sample.prose import percent

KIND_AXIS = "srt:ProductOrServiceAxis"


def _year(number: int, shares: int, flows: Mapping[str, int | list[int]]) -> Year:
    quarters = (shares - 180, shares - 60, shares + 70, shares + 170, shares)
    return Year(
        start=date(number - 1, 7, 1),
        ends=(date(number - 1, 9, 30), date(number - 1, 12, 31), date(number, 3, 31), date(number, 6, 30)),
        flows=flows,
        shares=quarters,
        diluted=(quarters[0] + 1310, quarters[1] + 1320, quarters[2] + 1330, quarters[3] + 1340, shares + 1325),
        current_debt=(0, 0, 0, 0),
        current_lease={2022: (58,) * 4, 2023: (57,) * 4, 2024: (58,) * 4, 2025: (59,) * 4, 2026: (60,) * 4}[number],
    )


BOOKS = Books(
    ticks_a_million=10,
    opening={
        "cash": 1220, "securities": 1480, "ar": 742, "inventory": 38, "prepaid": 128, "ppe": 384, "rou": 292, "goodwill": 1842,
        "intangibles": 402, "other_assets": 188, "ap": 92, "accrued": 386, "deferred_revenue": 1264, "debt": 2300, "lease": 318,
        "dtl": 174, "other_liabilities": 41, "common": 6, "apic": 3912, "aoci": -18, "accumulated": 512, "current_lease": 55,
    },
    seasons={"rev:sub": (24, 25, 25, 26), "rev:ser": (24, 25, 25, 26), "cost:sub": (24, 25, 25, 26)},
    years={
        2022: _year(2022, 61200, {
            "rev:sub": 2412, "rev:ser": 512, "rev:hw": 138, "cost:sub": 592, "cost:ser": 431, "cost:hw": 96, "opex:rnd": 742,
            "opex:sm": 701, "opex:ga": 312, "opex:amortization": 58, "amortization": 58, "interest": 21, "other_income": 12,
            "tax_current": 41, "tax_deferred": -12, "depreciation": 98, "sbc": 402, "d_ar": 88, "d_deferred_revenue": 142,
            "d_inventory": 6, "d_prepaid": 12, "d_other_assets": 34, "d_ap": 8, "d_accrued": 30, "d_other_liabilities": 2,
            "capex": 132, "retired": 31, "buy_securities": 900, "sell_securities": 700, "buyback": 0, "stock_issued": 62,
            "fx_cash": -3, "fx_goodwill": -9, "new_leases": 60, "rou_amortized": 52,
        }),
        2023: _year(2023, 61900, {
            "rev:sub": 2931, "rev:ser": 548, "rev:hw": 151, "cost:sub": 697, "cost:ser": 468, "cost:hw": 104, "opex:rnd": 861,
            "opex:sm": 802, "opex:ga": 338, "opex:amortization": 58, "amortization": 58, "interest": 21, "other_income": 48,
            "tax_current": 92, "tax_deferred": -24, "depreciation": 104, "sbc": 468, "d_ar": 96, "d_deferred_revenue": 168,
            "d_inventory": 3, "d_prepaid": 14, "d_other_assets": 38, "d_ap": 6, "d_accrued": 28, "d_other_liabilities": 3,
            "capex": 148, "retired": 38, "buy_securities": 1100, "sell_securities": 820, "buyback": 100, "stock_issued": 71,
            "fx_cash": 2, "fx_goodwill": 5, "new_leases": 40, "rou_amortized": 54,
        }),
        2024: _year(2024, 62400, {
            "rev:sub": 3468, "rev:ser": 561, "rev:hw": 129, "cost:sub": 801, "cost:ser": 489, "cost:hw": 92, "opex:rnd": 968,
            "opex:sm": 884, "opex:ga": 371, "opex:amortization": 61, "amortization": 61, "interest": 21, "other_income": 96,
            "tax_current": 148, "tax_deferred": -31, "depreciation": 112, "sbc": 521, "d_ar": 104, "d_deferred_revenue": 181,
            "d_inventory": -4, "d_prepaid": 16, "d_other_assets": 41, "d_ap": 9, "d_accrued": 36, "d_other_liabilities": 1,
            "capex": 161, "retired": 42, "buy_securities": 1300, "sell_securities": 980, "buyback": 250, "stock_issued": 80,
            "fx_cash": -1, "fx_goodwill": -2, "new_leases": 55, "rou_amortized": 56,
        }),
        2025: _year(2025, 62750, {
            "rev:sub": 4055, "rev:ser": 583, "rev:hw": 117, "cost:sub": 916, "cost:ser": 502, "cost:hw": 85, "opex:rnd": 1102,
            "opex:sm": 951, "opex:ga": 408, "opex:amortization": [15, 19, 27, 27], "opex:restructuring": [0, 0, 61, 11],
            "amortization": [15, 19, 27, 27], "interest": 21, "other_income": 91, "tax_current": [46, 45, 31, 59],
            "tax_deferred": -42, "depreciation": 121, "sbc": 566, "d_ar": [-310, 60, 90, 278],
            "d_deferred_revenue": [-160, 40, 70, 254], "d_inventory": -2, "d_prepaid": 18, "d_other_assets": 45, "d_ap": 4,
            "d_accrued": [-60, 20, 40, 25], "d_other_liabilities": 2, "capex": 174, "retired": 47,
            "acq:goodwill": [0, 562, 0, 0], "acq:intangibles": [0, 330, 0, 0], "acq:ar": [0, 28, 0, 0],
            "acq:ap": [0, 55, 0, 0], "buy_securities": 1150, "sell_securities": [300, 620, 200, 300], "buyback": 400,
            "stock_issued": 76, "fx_cash": 4, "fx_goodwill": 8, "new_leases": 48, "rou_amortized": 57,
        }),
        2026: _year(2026, 63000, {
            "rev:sub": 4640, "rev:ser": 610, "rev:hw": 110, "cost:sub": 1030, "cost:ser": 520, "cost:hw": 80, "opex:rnd": 1230,
            "opex:sm": 1040, "opex:ga": 430, "opex:amortization": 96, "amortization": 96, "interest": 21, "other_income": 80,
            "tax_current": 240, "tax_deferred": -30, "depreciation": 128, "sbc": 600, "d_ar": [-322, 60, 90, 292],
            "d_deferred_revenue": [-172, 45, 75, 262], "d_inventory": 0, "d_prepaid": 15, "d_other_assets": 44, "d_ap": 5,
            "d_accrued": [-58, 20, 38, 30], "d_other_liabilities": 2, "capex": 180, "retired": 40, "buy_securities": 1200,
            "sell_securities": 1100, "buyback": 400, "stock_issued": 70, "fx_cash": 0, "fx_goodwill": 0, "new_leases": 50,
            "rou_amortized": 56,
        }),
    },
)  # fmt: skip

ISSUER = Issuer(
    key="zephrane",
    name="Zephrane Systems Corporation",
    ticker="ZPRN",
    cik="0009900404",
    file_number="001-99404",
    state="Delaware",
    state_code="OR",
    ein="00-9900404",
    street="900 Switchback Way",
    city="Larch Bend",
    postal="97999",
    phone="(541) 555-0109",
    exchange="The Nasdaq Stock Market LLC",
    exchange_code="NASDAQ",
    par="$0.001",
    books=BOOKS,
    places=1,
    scale=6,
    unit="(in millions, except per share data)",
    year_end="--06-30",
    year_heads="Year Ended June 30,",
    income=(
        Line(key="", label="Revenue:"),
        Line(
            key="rev:sub",
            label="Subscription",
            concept="RevenueFromContractWithCustomerExcludingAssessedTax",
            dollar=True,
            indent=1,
            dimensions=((KIND_AXIS, "zprn:SubscriptionMember"),),
        ),
        Line(
            key="rev:ser",
            label="Professional services",
            concept="RevenueFromContractWithCustomerExcludingAssessedTax",
            indent=1,
            dimensions=((KIND_AXIS, "zprn:ProfessionalServicesMember"),),
        ),
        Line(
            key="rev:hw",
            label="Hardware",
            concept="RevenueFromContractWithCustomerExcludingAssessedTax",
            indent=1,
            dimensions=((KIND_AXIS, "zprn:HardwareMember"),),
        ),
        Line(
            key="revenue",
            label="Total revenue",
            concept="RevenueFromContractWithCustomerExcludingAssessedTax",
            style="total",
            indent=1,
        ),
        Line(key="", label="Cost of revenue:"),
        Line(
            key="cost:sub",
            label="Subscription",
            concept="CostOfRevenue",
            indent=1,
            dimensions=((KIND_AXIS, "zprn:SubscriptionMember"),),
        ),
        Line(
            key="cost:ser",
            label="Professional services",
            concept="CostOfRevenue",
            indent=1,
            dimensions=((KIND_AXIS, "zprn:ProfessionalServicesMember"),),
        ),
        Line(
            key="cost:hw",
            label="Hardware",
            concept="CostOfRevenue",
            indent=1,
            dimensions=((KIND_AXIS, "zprn:HardwareMember"),),
        ),
        Line(key="cost", label="Total cost of revenue", concept="CostOfRevenue", style="total", indent=1),
        Line(key="gross", label="Gross profit", concept="GrossProfit", style="total"),
        Line(key="", label="Operating expenses:"),
        Line(key="opex:rnd", label="Research and development", concept="ResearchAndDevelopmentExpense", indent=1),
        Line(key="opex:sm", label="Sales and marketing", concept="SellingAndMarketingExpense", indent=1),
        Line(key="opex:ga", label="General and administrative", concept="GeneralAndAdministrativeExpense", indent=1),
        Line(
            key="opex:amortization",
            label="Amortization of acquired intangible assets",
            concept="AmortizationOfIntangibleAssets",
            indent=1,
        ),
        Line(key="opex:restructuring", label="Restructuring", concept="RestructuringCharges", indent=1),
        Line(key="opex", label="Total operating expenses", concept="OperatingExpenses", style="total", indent=1),
        Line(key="operating_income", label="Operating income", concept="OperatingIncomeLoss"),
        Line(key="interest", label="Interest expense", concept="InterestExpense", sign=-1),
        Line(key="other_income", label="Interest income", concept="InvestmentIncomeInterest"),
        Line(
            key="pretax",
            label="Income before income taxes",
            concept="IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
            style="total",
        ),
        Line(key="tax", label="Provision for income taxes", concept="IncomeTaxExpenseBenefit"),
        Line(key="net_income", label="Net income", concept="NetIncomeLoss", style="total", dollar=True),
    ),
    labels={
        "inventory": "Hardware inventory",
        "ppe": "Property and equipment, net",
        "other_assets": "Deferred commissions and other assets",
        "retained": "Accumulated deficit",
        "long_debt": "Convertible senior notes",
        "capex": "Purchases of property and equipment",
        "d_inventory": "Hardware inventory",
        "d_other_assets": "Deferred commissions and other assets",
    },
    concepts={"long_debt": "ConvertibleLongTermNotesPayable"},
    segments={
        "sub": ("Subscription", "zprn:SubscriptionMember"),
        "ser": ("Professional services", "zprn:ProfessionalServicesMember"),
        "hw": ("Hardware", "zprn:HardwareMember"),
    },
    float_value="$2.6 billion",
    auditor="Vandermeer Stokes LLP",
    auditor_city="Portland, Oregon",
    auditor_since=2015,
    chief=("Yusra K. Lindqvist", "Chief Executive Officer and Co-Founder"),
    finance=("Desmond A. Wray", "Chief Financial Officer"),
    directors=("Beatrix Onwudiwe", "Hollis Marchetti", "Soren Bakkevig", "Dolores Quan"),
    column=lambda issuer, span: (
        str(span.year) if (span.first, span.last) == (1, 4) else f"Three Months Ended {day(issuer.books.end(span))}"
    ),
)

ANNUAL_2024 = Frame(
    issuer=ISSUER, year=2024, filed=date(2024, 8, 22), accession="0009900404-24-000031", outstanding=62610
)
ANNUAL_2025 = Frame(
    issuer=ISSUER, year=2025, filed=date(2025, 8, 21), accession="0009900404-25-000028", outstanding=62930
)
QUARTER_2026 = Frame(
    issuer=ISSUER, year=2026, quarter=1, filed=date(2025, 10, 30), accession="0009900404-25-000037", outstanding=62840
)

_BOTH = {
    "short": "Zephrane",
    "income_title": "statements of operations",
    "ciso": "He has led security teams in health care for fifteen years and reports to the Chief Technology Officer.",
    "fiscal_policy": "The fiscal year ends on June 30; fiscal {year} is the year that ended on {end}.",
    "receivable_policy": "Accounts receivable. Receivables are stated net of an allowance for credit losses of $1.1 million. Hospitals "
    "usually pay within 45 days.",
    "inventory_policy": "Short-term investments. Investments are government and corporate bonds that are available for sale and are stated "
    "at fair value, which does not differ materially from cost. Hardware inventory is stated at the lower of cost and net realizable value.",
    "lives": "computers 3 to 5 years, furniture 7 years, leasehold improvements the shorter of 10 years and the lease term; costs of "
    "internal-use software are capitalized and depreciated over 4 years",
    "goodwill_policy": "Goodwill and intangible assets. We have one reporting unit. Goodwill is tested for impairment each April 1. Acquired "
    "technology and customer relationships are amortized over 5 to 12 years.",
    "revenue_policy": "Revenue recognition. Subscription revenue is recognized evenly over the term from the day on which a customer gets "
    "access. Services are recognized as they are performed, hardware on delivery. Contracts with several parts are divided by relative "
    "standalone prices.",
    "other_policies": "Stock-based compensation. Restricted stock units are measured at the share price on the grant date and expensed over "
    "four years. Research and development costs are expensed, except for internal-use software.",
    "control_scope": "",
}  # fmt: skip
_BY_YEAR: Mapping[int, Mapping[str, str]] = {
    2024: {
        "customers": "1,390", "hospitals": "2,060", "acquisition_overview": "",
        "product_news": "In March 2024 we introduced an assistant that answers questions of bed managers in plain language.",
        "meridale": "13%", "meridale_prior": "14%", "meridale_end": "2026", "meridale_ar": "16%",
        "retention": "114%", "retention_prior": "116%", "reps": "131",
        "competition_news": "In fiscal 2024 one of the two makers of electronic health records announced a bed management module at no extra "
        "charge.",
        "engineers": "612", "cloud": "$96.0 million", "employees": "1,742",
        "human_capital": "In fiscal 2024 we hired 214 people, and voluntary turnover was 9.4%.",
        "retention_risk": "Net revenue retention fell from 116% to 114% in fiscal 2024.",
        "outage": "October 2023", "outage_hours": "seven",
        "acquisition_risk_title": "Future acquisitions could fail.",
        "acquisition_risk": "We may buy companies to gain technology or customers. We have made no acquisition since fiscal 2021, and may lack "
        "the experience to integrate one.",
        "property_change": "",
        "patent_case": "In April 2023 Kestrowan Licensing LLC sued us in the federal district court for the Western District of Texas for "
        "infringement of a patent on predicting the length of a stay. The patent office began a review of the patent in February 2024, and the "
        "court has stayed the case.",
        "contract_case": "In May 2024 Ostrander County Hospital District demanded arbitration. It claims that Ebbline Theater did not reach the "
        "promised use of operating rooms and asks for the return of fees of $5.9 million. We believe that the claim lacks merit and have accrued "
        "nothing.",
        "holders": "214",
        "repurchase": "In August 2022 the Board authorized the repurchase of up to $60.0 million of common stock. In fiscal 2024 we repurchased "
        "shares for $25.0 million, and $25.0 million remained at June 30, 2024.",
        "mda_overview": "In fiscal 2024 subscription revenue grew by 18% and the operating margin rose to 11.8%. Hospitals had more patients and "
        "too few nurses, and many bought Ebbline Staff in addition to Ebbline Flow.",
        "subscription_text": "About half of the growth came from new customers and half from additional modules and price increases of about 4%.",
        "hardware_text": "Hardware revenue fell because customers delayed the replacement of radio tags.",
        "margin_text": "The margin rose because subscriptions made up a greater share of revenue and because we use cloud servers more "
        "efficiently.",
        "rnd_text": "The increase was due to more engineers for artificial intelligence.",
        "sm_text": "The increase was due to a larger sales force in the United Kingdom.",
        "restructuring_text": "There were no restructuring charges in fiscal 2024 or fiscal 2023.",
        "income_text": "Interest rates and balances were higher.",
        "tax_text": "The rate rose because a smaller share of income was covered by research credits.",
        "cfo_text": "The increase was due to higher net income and deferred revenue.",
        "acquisition_cash": "",
        "rate_effect": "$3.9 million", "fx_effect": "$3.2 million",
        "rpo": "$718.6 million", "rpo_next": "$331.0 million", "commissions": "$21.4 million",
        "acquisition_note": "There were no acquisitions in fiscal 2024.",
        "lease_cost": "$7.1 million", "tax_note": "Federal research credits of $6.2 million will expire between 2038 and 2044.",
        "unrecognized": "$98.4 million",
        "restructuring_note": "There were no restructuring charges in the years presented.",
        "subsequent": "On August 6, 2024 the Board authorized the repurchase of a further $50.0 million of common stock.",
        "new_standards": "A standard on segment disclosures takes effect for the annual report of fiscal 2025 and also applies to companies with "
        "one segment.",
        "critical_matter": "Relative prices in contracts with several parts. The division of prices requires judgment. We tested controls over "
        "pricing and recomputed the division for a sample of contracts.",
    },
    2025: {
        "customers": "1,480", "hospitals": "2,210",
        "acquisition_overview": "On November 18, 2024 we acquired Trellispoint Analytics, a maker of software for forecasting medical supplies in "
        "Columbus Junction, Ohio, for {$acquisition} in cash.",
        "product_news": "Since April 2025 the supply forecasts of Trellispoint Analytics are sold as a fifth module, Ebbline Supply.",
        "meridale": "12%", "meridale_prior": "13%", "meridale_end": "2026", "meridale_ar": "15%",
        "retention": "112%", "retention_prior": "114%", "reps": "124",
        "competition_news": "In fiscal 2025 we lost nine customers to a bed management module that a maker of electronic health records offers at no "
        "extra charge.",
        "engineers": "668", "cloud": "$74.0 million", "employees": "1,718",
        "human_capital": "In January 2025 we reduced our staff by about 105 positions, or 6%, mostly in sales and in professional services.",
        "retention_risk": "Net revenue retention fell from 114% to 112% in fiscal 2025.",
        "outage": "October 2023", "outage_hours": "seven",
        "acquisition_risk_title": "We may fail to integrate Trellispoint Analytics, and future acquisitions could fail.",
        "acquisition_risk": "Trellispoint Analytics is our largest acquisition. We may lose its engineers, fail to sell its product to our hospitals, or "
        "have to write down goodwill.",
        "property_change": "We gave up one floor in Larch Bend in March 2025.",
        "patent_case": "In December 2024 the patent office canceled all claims of the patent for whose infringement Kestrowan Licensing LLC had sued us in "
        "April 2023 in the federal district court for the Western District of Texas. Kestrowan has appealed; the case in Texas remains stayed.",
        "contract_case": "In May 2024 Ostrander County Hospital District demanded arbitration and asks for the return of fees of $5.9 million for Ebbline "
        "Theater. We believe that a loss is reasonably possible but not probable and have accrued nothing. A hearing is set for February 2026.",
        "holders": "208",
        "repurchase": "In August 2024 the Board authorized the repurchase of a further $50.0 million of common stock. In fiscal 2025 we repurchased "
        "shares for $40.0 million, and $35.0 million remained at June 30, 2025.",
        "mda_overview": "In fiscal 2025 subscription revenue grew by 17%. We acquired Trellispoint Analytics, reduced our staff by 6% in January 2025, and "
        "raised the operating margin to 13.3% in spite of the restructuring charge.",
        "subscription_text": "Trellispoint Analytics contributed $11.8 million; new customers, additional modules and price increases of about 3% "
        "brought the rest.",
        "hardware_text": "Hardware revenue fell because newer tags last longer and are cheaper.",
        "margin_text": "The margin rose because subscriptions made up a greater share of revenue and because of lower prices under our new agreement with "
        "the cloud provider.",
        "rnd_text": "The increase was due to the engineers of Trellispoint Analytics and to work on the assistant.",
        "sm_text": "The increase was due to commissions; the number of sales employees fell.",
        "restructuring_text": "In January 2025 we cut about 105 positions, mostly in sales and in professional services, to shift spending to research. We "
        "recorded restructuring charges of {$opex:restructuring}: $6.3 million for severance and $0.9 million for a floor that we gave up. There were "
        "none in fiscal 2024.",
        "income_text": "The balances were lower after the acquisition.",
        "tax_text": "The rate fell because of higher research credits.",
        "cfo_text": "The increase was due to higher net income before stock-based compensation and to deferred revenue.",
        "acquisition_cash": "We paid {$acquisition} for Trellispoint Analytics from the sale of investments.",
        "rate_effect": "$3.1 million", "fx_effect": "$3.5 million",
        "rpo": "$812.4 million", "rpo_next": "$378.2 million", "commissions": "$25.6 million",
        "acquisition_note": "On November 18, 2024 we acquired all shares of Trellispoint Analytics for {$acquisition}, net of cash acquired. Goodwill reflects "
        "the skill of its workforce and the sale of its product to our hospitals. Intangible assets are technology (6 years) and customer relationships "
        "(12 years). Acquisition costs of $2.1 million are part of general and administrative expense.\n\n[[purchase]]",
        "lease_cost": "$7.3 million", "tax_note": "Federal research credits of $5.1 million will expire between 2039 and 2045.",
        "unrecognized": "$104.7 million",
        "restructuring_note": "In January 2025 we reduced our staff by about 105 positions, or 6%. Restructuring charges were {$opex:restructuring}, of which "
        "$6.3 million was severance and $0.9 million the cost of a floor in Larch Bend; $0.8 million was unpaid at June 30, 2025.",
        "subsequent": "On July 29, 2025 we signed a lease for a new office in Halifax, Canada, with payments of $6.2 million over eight years.",
        "new_standards": "We adopted the standard on segment disclosures in the annual report of fiscal 2025.",
        "critical_matter": "Fair value of the technology of Trellispoint Analytics. The valuation required judgment about revenue and obsolescence. With our "
        "specialists we tested the model, the projections and the discount rate.",
    },
}  # fmt: skip
_QUARTER = {
    "short": "Zephrane",
    "fiscal_policy": "The fiscal year ends on June 30; the first quarter of fiscal 2026 ended on September 30, 2025.",
    "risk_change": "In September 2025 a maker of electronic health records announced fees for the use of interfaces from January 2027. If we cannot pass "
    "them on, our gross margin will fall.",
}

_PURCHASES = {
    (2024, 4): (("April 1 to 30", "48,211", "$33.40"), ("May 1 to 31", "66,904", "$34.15"), ("June 1 to 30", "70,112", "$34.88")),
    (2025, 4): (("April 1 to 30", "82,440", "$38.02"), ("May 1 to 31", "90,115", "$38.75"), ("June 1 to 30", "84,960", "$39.60")),
    (2026, 1): (("July 1 to 31", "79,300", "$40.11"), ("August 1 to 31", "85,212", "$41.02"), ("September 1 to 30", "78,045", "$41.95")),
}  # fmt: skip
_MEASURES = {
    2024: (("Annual recurring revenue (in millions)", "$372.9", "$318.4"), ("Net revenue retention", "114%", "116%"),
           ("Customers", "1,390", "1,274")),
    2025: (("Annual recurring revenue (in millions)", "$436.0", "$372.9"), ("Net revenue retention", "112%", "114%"),
           ("Customers", "1,480", "1,390")),
}  # fmt: skip
_AREAS = (
    ("United States", "country:US"),
    ("Canada", "country:CA"),
    ("United Kingdom and other", "zprn:OtherCountriesMember"),
)
_AREA_WEIGHTS = {
    2022: (905, 51, 44),
    2023: (900, 52, 48),
    2024: (894, 53, 53),
    2025: (890, 52, 58),
    2026: (887, 52, 61),
}


def documents() -> list[tuple[str, Frame, Document]]:
    """Give the three filings as file name, frame and document, oldest first."""
    return [
        ("zprn-10k-fy2024.pdf", ANNUAL_2024, _annual(ANNUAL_2024)),
        ("zprn-20250630.htm", ANNUAL_2025, _annual(ANNUAL_2025)),
        ("zprn-20250930.htm", QUARTER_2026, quarterly(QUARTER_2026, _QUARTER, _tables(QUARTER_2026), text.QUARTER)),
    ]


def _annual(frame: Frame) -> Document:
    return annual(frame, {**_BOTH, **_BY_YEAR[frame.year]}, _tables(frame), text.ANNUAL)


def _tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    common: dict[str, Callable[[], Table]] = {
        "kinds": lambda: notes.segment_revenue(
            frame, caption="Revenue by kind", total_label="Total revenue", axis=KIND_AXIS
        ),
        "areas": lambda: notes.geography(frame, caption="Revenue by country", weights=_AREA_WEIGHTS, areas=_AREAS),
        "debt": lambda: notes.debt_table(
            frame, fixed=(), rest="0.875% convertible senior notes due 2027", caption="Convertible notes"
        ),
        "purchases": lambda: notes.words_table(
            ("Total number of shares purchased", "Average price paid per share"),
            _PURCHASES[frame.year, frame.quarter],
            corner="Period",
        ),
    }
    return common | _annual_tables(frame) if frame.annual else common


def _annual_tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    return {
        "summary": lambda: _summary(frame),
        "measures": lambda: notes.words_table(
            (f"June 30, {frame.year}", f"June 30, {frame.year - 1}"), _MEASURES[frame.year], caption="Key measures"
        ),
        "property": lambda: notes.property_table(
            frame,
            labels=("Computers and equipment", "Internal-use software", "Furniture", "Leasehold improvements"),
            weights=(34, 41, 8, 17),
            caption="Property and equipment",
        ),
        "intangibles": lambda: notes.split_balance(
            frame,
            caption="Intangible assets, net",
            key="intangibles",
            labels=(("Acquired technology", ""), ("Customer relationships", "")),
            weights=(58, 42),
            total_label="Total intangible assets, net",
            concept="IntangibleAssetsNetExcludingGoodwill",
        ),
        "purchase": lambda: notes.purchase_price(
            frame,
            year=2025,
            labels={
                "ar": "Accounts receivable",
                "intangibles": "Intangible assets",
                "goodwill": "Goodwill",
                "ap": "Accounts payable and other liabilities",
            },
            caption="Allocation of the purchase price of Trellispoint Analytics",
        ),
        "leases": lambda: notes.maturities(
            frame,
            key="lease",
            current="current_lease",
            weights=(26, 22, 18, 14, 20),
            caption="Maturities of operating lease liabilities",
            first=frame.year + 1,
        ),
        "taxes": lambda: notes.tax_table(frame),
        "rate": lambda: notes.rate_table(
            frame,
            statutory=210,
            items=(("State income taxes, net of federal benefit", 34), ("Foreign rate differences", -6)),
            rest="Stock awards, research credits and other",
        ),
        "sbc": lambda: _stock(frame),
        "quarters": lambda: notes.quarters_table(
            frame, keys=(("revenue", "Total revenue"), ("gross", "Gross profit"), ("net_income", "Net income"))
        ),
    }


def _summary(frame: Frame) -> Table:
    spans = frame.spans
    amounts = [BOOKS.amounts(span) for span in spans]
    rows = [
        notes.row(frame, "Total revenue", [one["revenue"] for one in amounts], spans, dollar=True),
        Row("Gross margin", tuple(percent(one["gross"], one["revenue"]) for one in amounts)),
        Row("Operating margin", tuple(percent(one["operating_income"], one["revenue"]) for one in amounts)),
        notes.row(frame, "Net income", [one["net_income"] for one in amounts], spans, dollar=True),
    ]
    return Table(columns=frame.heads(spans), rows=tuple(rows), unit="(dollars in millions)", span=ISSUER.year_heads)


def _stock(frame: Frame) -> Table:
    spans: tuple[Span, ...] = frame.spans
    labels = ("Cost of revenue", "Research and development", "Sales and marketing", "General and administrative")
    columns = [parts(BOOKS.amounts(span)["sbc"], (12, 42, 26, 20)) for span in spans]
    rows = [notes.row(frame, label, [one[index] for one in columns], spans) for index, label in enumerate(labels)]
    rows.append(
        notes.row(
            frame,
            "Total stock-based compensation",
            [BOOKS.amounts(span)["sbc"] for span in spans],
            spans,
            "ShareBasedCompensation",
            dollar=True,
            style="total",
        )
    )
    return frame.table("Stock-based compensation expense", rows, spans, span_head=ISSUER.year_heads)
