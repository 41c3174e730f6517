"""Quellmark Flow Systems, Inc.: pumps; calendar year; millions with one decimal; all three filings in inline XBRL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from indexer.sample import notes
from indexer.sample.assembly import annual, quarterly
from indexer.sample.blocks import Document, Row, Table
from indexer.sample.books import Books, Year
from indexer.sample.frame import Frame, Issuer, Line
from indexer.sample.issuers import quellmark_text as text
from indexer.sample.parts import day
from indexer.sample.prose import percent


def _year(number: int, flows: Mapping[str, int | list[int]], shares: list[int], diluted: list[int]) -> Year:
    return Year(
        start=date(number, 1, 1),
        ends=(date(number, 3, 31), date(number, 6, 30), date(number, 9, 30), date(number, 12, 31)),
        flows=flows,
        shares=(shares[0], shares[1], shares[2], shares[3], shares[4]),
        diluted=(diluted[0], diluted[1], diluted[2], diluted[3], diluted[4]),
        current_debt={2021: (150, 150, 200, 250), 2022: (250,) * 4, 2023: (250, 250, 300, 300), 2024: (300,) * 4}[
            number
        ],
        current_lease={2021: (86,) * 4, 2022: (88,) * 4, 2023: (91, 91, 92, 93), 2024: (94, 95, 97, 99)}[number],
        dividend_cents={2021: Decimal(15), 2022: Decimal("16.5"), 2023: Decimal(18), 2024: Decimal("19.5")}[number],
    )


BOOKS = Books(
    ticks_a_million=10,
    opening={
        "cash": 1062, "ar": 1644, "inventory": 1702, "prepaid": 118, "ppe": 2486, "rou": 312, "goodwill": 3105,
        "intangibles": 1128, "other_assets": 142, "ap": 812, "accrued": 748, "deferred_revenue": 214, "debt": 3850,
        "lease": 318, "dtl": 356, "other_liabilities": 462, "common": 45, "apic": 1418, "treasury": -1960, "aoci": -238,
        "accumulated": 3914, "current_debt": 150, "current_lease": 84,
    },
    seasons={"rev": (23, 25, 25, 27), "cost": (23, 25, 25, 27), "seg": (22, 25, 25, 28)},
    years={
        2021: _year(
            2021,
            {
                "rev:ip": 4120, "rev:mw": 3015, "rev:as": 2240, "cost:sales": 6178, "opex:sga": 1846, "opex:rnd": 214,
                "opex:amortization": 108, "amortization": 108, "interest": 162, "other_income": 12, "tax_current": 170,
                "tax_deferred": 22, "seg:ip": 560, "seg:mw": 298, "seg:as": 470, "depreciation": 312, "sbc": 92, "d_ar": 84,
                "d_inventory": 61, "d_prepaid": 9, "d_other_assets": 10, "d_ap": 52, "d_accrued": 22,
                "d_deferred_revenue": 18, "d_other_liabilities": -12, "capex": 388, "disposals": 6, "retired": 88,
                "debt_repaid": 150, "buyback": 200, "stock_issued": 31, "fx_cash": -4, "fx_goodwill": -15,
                "oci_pension": 8, "new_leases": 40, "rou_amortized": 38,
            },
            [41310, 41240, 41160, 41090, 41200],
            [41820, 41750, 41670, 41600, 41710],
        ),
        2022: _year(
            2022,
            {
                "rev:ip": 4486, "rev:mw": 3298, "rev:as": 2496, "cost:sales": 6908, "opex:sga": 1952, "opex:rnd": 236,
                "opex:amortization": 112, "amortization": 112, "interest": 171, "other_income": 8, "tax_current": 186,
                "tax_deferred": 14, "seg:ip": 571, "seg:mw": 322, "seg:as": 521, "depreciation": 326, "sbc": 101,
                "d_ar": 96, "d_inventory": 118, "d_prepaid": 6, "d_other_assets": 8, "d_ap": 38, "d_accrued": 15,
                "d_deferred_revenue": 21, "d_other_liabilities": -9, "capex": 421, "disposals": 4, "retired": 95,
                "debt_proceeds": 400, "debt_repaid": 350, "buyback": 350, "stock_issued": 28, "fx_cash": -11,
                "fx_goodwill": -38, "oci_pension": 14, "new_leases": 45, "rou_amortized": 41,
            },
            [41010, 40900, 40790, 40700, 40850],
            [41500, 41390, 41280, 41190, 41340],
        ),
        2023: _year(
            2023,
            {
                "rev:ip": 4712, "rev:mw": 3561, "rev:as": 2764, "cost:sales": 7229, "opex:sga": 2131, "opex:rnd": 262,
                "opex:amortization": 118, "opex:restructuring": [0, 0, 0, 37], "amortization": 118, "interest": 188,
                "other_income": 15, "tax_current": 214, "tax_deferred": 19, "seg:ip": 622, "seg:mw": 371, "seg:as": 604,
                "depreciation": 341, "sbc": 113, "d_ar": [66, 41, -12, -37], "d_inventory": [31, 8, -29, -52],
                "d_prepaid": 5, "d_other_assets": 7, "d_ap": [-22, 4, 9, -5], "d_accrued": [-48, 12, 21, 46],
                "d_deferred_revenue": 12, "d_other_liabilities": -8, "capex": 402, "disposals": 8, "retired": 104,
                "debt_repaid": [50, 75, 75, 50], "buyback": 300, "stock_issued": 36, "fx_cash": 3, "fx_goodwill": 12,
                "oci_pension": -6, "new_leases": 52, "rou_amortized": 44,
            },
            [40480, 40360, 40250, 40150, 40310],
            [40960, 40840, 40730, 40630, 40790],
        ),
        2024: _year(
            2024,
            {
                "rev:ip": 4598, "rev:mw": [900, 1004, 1043, 1180], "rev:as": 3121, "cost:sales": [1725, 1887, 1921, 2085],
                "opex:sga": 2312, "opex:rnd": 291, "opex:amortization": [30, 30, 38, 51],
                "opex:restructuring": [62, 48, 39, 35], "amortization": [30, 30, 38, 51], "interest": [46, 45, 58, 87],
                "other_income": 21, "tax_current": [49, 57, 62, 58], "tax_deferred": -9, "seg:ip": 588, "seg:mw": 478,
                "seg:as": 712, "depreciation": 358, "sbc": 124, "d_ar": [58, 44, -9, -22], "d_inventory": [39, 22, -8, -17],
                "d_prepaid": 8, "d_other_assets": 12, "d_ap": [11, 16, 8, 6], "d_accrued": [-21, 38, 31, 39],
                "d_deferred_revenue": 33, "d_other_liabilities": -11, "capex": 469, "disposals": 5, "retired": 121,
                "acq:goodwill": [0, 0, 612, 0], "acq:intangibles": [0, 0, 540, 0], "acq:ar": [0, 0, 88, 0],
                "acq:inventory": [0, 0, 121, 0], "acq:ppe": [0, 0, 143, 0], "acq:ap": [0, 0, 74, 0],
                "debt_proceeds": [0, 0, 1500, 0], "debt_repaid": 300, "buyback": [60, 70, 70, 50], "stock_issued": 40,
                "fx_cash": -6, "fx_goodwill": -27, "oci_pension": 9, "new_leases": 61, "rou_amortized": 49,
            },
            [39870, 39710, 39560, 39420, 39640],
            [40350, 40190, 40040, 39900, 40120],
        ),
    },
)  # fmt: skip

REVENUES = "Revenues"
ISSUER = Issuer(
    key="quellmark",
    name="Quellmark Flow Systems, Inc.",
    ticker="QLMK",
    cik="0009900101",
    file_number="001-99101",
    state="Delaware",
    state_code="WI",
    ein="00-9900101",
    street="1 Foundry Landing",
    city="Pell Harbor",
    postal="53199",
    phone="(262) 555-0144",
    exchange="New York Stock Exchange",
    exchange_code="NYSE",
    par="$0.10",
    books=BOOKS,
    places=1,
    scale=6,
    unit="(in millions, except per share data)",
    year_end="--12-31",
    year_heads="Year Ended December 31,",
    income=(
        Line(key="revenue", label="Net sales", concept=REVENUES, dollar=True),
        Line(key="cost", label="Cost of sales", concept="CostOfRevenue"),
        Line(key="gross", label="Gross profit", concept="GrossProfit", style="total"),
        Line(
            key="opex:sga",
            label="Selling, general and administrative expenses",
            concept="SellingGeneralAndAdministrativeExpense",
        ),
        Line(key="opex:rnd", label="Research and development expenses", concept="ResearchAndDevelopmentExpense"),
        Line(
            key="opex:amortization",
            label="Amortization of intangible assets",
            concept="AmortizationOfIntangibleAssets",
        ),
        Line(key="opex:restructuring", label="Restructuring charges", concept="RestructuringCharges"),
        Line(key="operating_income", label="Operating income", concept="OperatingIncomeLoss", style="total"),
        Line(key="interest", label="Interest expense", concept="InterestExpense", sign=-1),
        Line(key="other_income", label="Other income, net", concept="OtherNonoperatingIncomeExpense"),
        Line(
            key="pretax",
            label="Income before income taxes",
            concept="IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
            style="total",
        ),
        Line(key="tax", label="Provision for income taxes", concept="IncomeTaxExpenseBenefit"),
        Line(key="net_income", label="Net income", concept="NetIncomeLoss", style="total", dollar=True),
    ),
    labels={"deferred_revenue": "Contract liabilities", "d_deferred_revenue": "Contract liabilities"},
    segments={
        "ip": ("Industrial Pumps", "qlmk:IndustrialPumpsMember"),
        "mw": ("Municipal & Water Systems", "qlmk:MunicipalWaterSystemsMember"),
        "as": ("Aftermarket & Service", "qlmk:AftermarketServiceMember"),
    },
    float_value="$2.2 billion",
    auditor="Ashgrove Tallis LLP",
    auditor_city="Madison, Wisconsin",
    auditor_since=2009,
    chief=("Maren T. Oduya", "President and Chief Executive Officer"),
    finance=("Leopold R. Vance", "Senior Vice President and Chief Financial Officer"),
    directors=("Ingrid Castellane", "Wendell P. Amadi", "Rosalind Teague", "Thaddeus Kuroda"),
    column=lambda issuer, span: (
        str(span.year)
        if (span.first, span.last) == (1, 4)
        else f"{'Three' if span.first == span.last else 'Six'} Months Ended {day(issuer.books.end(span))}"
    ),
)

ANNUAL_2023 = Frame(
    issuer=ISSUER, year=2023, filed=date(2024, 2, 27), accession="0009900101-24-000007", outstanding=39980
)
QUARTER_2024 = Frame(
    issuer=ISSUER, year=2024, quarter=2, filed=date(2024, 8, 6), accession="0009900101-24-000021", outstanding=39655
)
ANNUAL_2024 = Frame(
    issuer=ISSUER, year=2024, filed=date(2025, 2, 25), accession="0009900101-25-000006", outstanding=39390
)

_QUARTER = {
    "short": "Quellmark",
    "fiscal_policy": "Quellmark's fiscal year ends on December 31.",
    "cfo_text": "The first half of each year uses cash for receivables and for the bonuses of the year before.",
    "risk_change": "The closing of our foundry in Harlan Falls, Ohio, makes us more dependent on outside foundries, and delays "
    "in the approval of their castings could hold up deliveries to customers.",
}
_BOTH = {
    "short": "Quellmark",
    "income_title": "statements of operations",
    "ciso": "He has worked in information security for nineteen years and reports to the Chief Financial Officer.",
    "fiscal_policy": "The fiscal year ends on December 31.",
    "receivable_policy": "Accounts receivable. Receivables are stated net of an allowance for expected credit losses, which was "
    "$3.4 million at the end of fiscal {year}.",
    "inventory_policy": "Inventories. Inventories are stated at the lower of cost and net realizable value; cost is determined by "
    "the first-in, first-out method.",
    "lives": "buildings 20 to 40 years, machinery and equipment 5 to 15 years, rental pumps 8 years, software 3 to 7 years",
    "goodwill_policy": "Goodwill and intangible assets. Goodwill is not amortized and is tested for impairment each October 1 and "
    "whenever events suggest an impairment. Customer relationships and technology are amortized over 7 to 18 years.",
    "revenue_policy": "Revenue recognition. Revenue from standard products is recognized when control passes, usually on shipment. "
    "Revenue from engineered pumps without other use is recognized over time by costs incurred. Revenue from monitoring "
    "subscriptions is recognized evenly over their terms. Pump rentals are operating leases and are recognized over the rental "
    "period.",
    "other_policies": "Research and development. These costs are expensed as incurred. Product warranty. Expected warranty costs "
    "are accrued when revenue is recognized.",
    "patent_note": "Patent litigation. See Item 3; {patent_short}",
    "centers": "14",
}  # fmt: skip
_BY_YEAR: Mapping[int, Mapping[str, str]] = {
    2023: {
        "acquisition_overview": "In fiscal 2023 we opened two service centers, in Boise and in Monterrey, and began to plan the "
        "closing of our oldest foundry.",
        "valve_line": "We buy the valves of our lift stations from outside suppliers.",
        "sensors": "41,000",
        "calder": "12%", "calder_prior": "12%", "top_ten": "29%",
        "backlog": "$356.9 million", "backlog_prior": "$338.2 million",
        "own_castings": "54%", "steel": "fell by about 6%",
        "employees": "3,310", "labor_expiry": "2025", "injuries": "1.4", "turnover": "9.8%",
        "cycle_risk": "In fiscal 2020, for example, our orders from chemical companies fell by 21%.",
        "acquisition_risk_title": "We may not find suitable acquisitions or may fail to integrate them.",
        "acquisition_risk": "Acquisitions are part of our strategy. We may overpay, inherit liabilities, or lose the customers and "
        "employees of the business that we buy.",
        "restructuring_risk": "We are considering the closing of our foundry in Harlan Falls, Ohio. Moving castings to another "
        "foundry and to suppliers could cause delays and quality problems, and the cost could exceed our estimate.",
        "claims": "1,287", "claims_prior": "1,341", "claims_new": "402", "claims_closed": "456",
        "foreign": "31%", "pension_gap": "$18.3 million",
        "property_change": "",
        "asbestos_reserve": "$31.6 million", "asbestos_insurance": "$22.9 million", "harlan_reserve": "$8.8 million",
        "patent": "In May 2022 we sued Veldane Pumps GmbH in the federal district court in Delaware for infringement of two patents "
        "on magnetic-drive couplings. Veldane denies infringement and asks the court to declare the patents invalid. Trial is "
        "expected in late 2024.",
        "patent_short": "no gain is recorded for our claim against Veldane Pumps GmbH.",
        "holders": "2,961", "dividend": "$0.72", "dividend_prior": "$0.66",
        "dividend_raise": "On February 13, 2024 the Board raised the quarterly dividend from $0.18 to $0.195 per share.",
        "buyback_program": "In May 2023 the Board authorized the repurchase of up to $150.0 million of common stock without a date "
        "of expiry; $132.5 million remained at December 31, 2023.",
        "mda_overview": "Fiscal 2023 was a year of record sales and margins. Price increases made in 2022 took full effect, supply "
        "chains became normal again, and we lowered inventories for the first time in four years.",
        "sales_text": "Higher prices contributed about five percentage points and higher volume about two; currency translation had "
        "little effect. Municipal customers were the strongest.",
        "margin_text": "The margin rose by 1.7 percentage points because price increases exceeded the rise in the cost of castings "
        "and motors, and because freight costs fell; wage increases took back about half a point.",
        "sga_text": "The increase reflects wages, two new service centers, and higher sales commissions.",
        "restructuring_text": "In the fourth quarter of fiscal 2023 we recorded restructuring charges of {$opex:restructuring} for "
        "the retirement program at the Harlan Falls foundry. There were none in fiscal 2022.",
        "operating_text": "The improvement came from gross profit.",
        "interest_text": "The increase was due to higher rates on our variable-rate term loan.",
        "tax_text": "The rate fell because of a higher federal credit for research.",
        "ip_text": "Prices rose by 6% and volume fell slightly, as mining customers waited with new projects.",
        "mw_text": "Federal infrastructure money began to reach utilities, and deliveries of vertical turbine pumps rose by 9%.",
        "as_text": "Parts sales grew with prices, and two new service centers added about $6 million.",
        "foreign_cash": "$38.0 million", "unused": "$246.0 million",
        "cfo_text": "The increase came from higher net income and from a decrease of inventories, after two years in which they "
        "had grown.",
        "capex_text": "The largest project was a machining center in Pell Harbor. We expect capital expenditures of $45 million to "
        "$50 million in fiscal 2024.",
        "debt_text": "We repaid {$debt_repaid} of the term loan.",
        "goodwill_test": "In fiscal 2023 the fair value of each reporting unit exceeded its carrying amount by more than 40%.",
        "variable_debt": "$200.0 million", "rate_effect": "$2.0 million", "fx_effect": "$23 million",
        "over_time": "18%", "obsolete": "$14.2 million",
        "acquisition_note": "There were no acquisitions in fiscal 2023.",
        "debt_note": "The 5.25% senior notes are due on June 15, 2029. The term loan and the revolving credit facility of $250.0 "
        "million mature in April 2027 and bear interest at a floating rate plus 1.50%; the rate was 6.9% at December 31, 2023.",
        "interest_paid": "$18.1 million",
        "lease_cost": "$6.2 million", "lease_term": "5.1", "lease_rate": "4.6%",
        "tax_note": "Unrecognized tax benefits were $4.1 million at December 31, 2023. Years before 2019 are closed to examination.",
        "unrecognized": "$16.8 million",
        "restructuring_note": "In the fourth quarter of fiscal 2023 we offered early retirement to employees of the foundry in "
        "Harlan Falls, Ohio, and recorded {$opex:restructuring} in restructuring charges.",
        "subsequent": "On February 20, 2024 we announced that we would close the foundry in Harlan Falls, Ohio, in stages until the "
        "end of 2024. We expect restructuring charges of $15 million to $20 million in fiscal 2024.",
        "new_standards": "A standard on segment disclosures takes effect for fiscal 2024 annual reports; it adds disclosures and "
        "does not change recognition.",
        "critical_matter": "Revenue on engineered pumps recognized over time. Estimates of total cost for engineered pumps require "
        "judgment. We tested controls over the estimates, compared earlier estimates with actual results and visited two plants.",
        "control_scope": "",
    },
    2024: {
        "acquisition_overview": "On September 4, 2024 we acquired Ferrow Valve Works, a maker of control valves for water utilities "
        "in Tillery, Alabama, for {$acquisition} in cash. During the year we also closed our oldest foundry, in Harlan Falls.",
        "valve_line": "Since September 2024 the segment includes the control valves of Ferrow Valve Works, which added {ferrow_sales} "
        "to its net sales.",
        "ferrow_sales": "$29.4 million",
        "sensors": "58,000",
        "calder": "11%", "calder_prior": "12%", "top_ten": "28%",
        "backlog": "$412.6 million", "backlog_prior": "$356.9 million",
        "own_castings": "38%", "steel": "rose by about 4%",
        "employees": "3,460", "labor_expiry": "2025", "injuries": "1.2", "turnover": "8.9%",
        "cycle_risk": "In fiscal 2024 our orders from chemical companies in Europe fell by 14%.",
        "acquisition_risk_title": "We may fail to integrate Ferrow Valve Works or to find other suitable acquisitions.",
        "acquisition_risk": "The success of the Ferrow acquisition depends on keeping its engineers, on selling its valves through "
        "our distributors, and on moving it to our systems in 2025. We may have overpaid or inherited liabilities that we do not "
        "know.",
        "restructuring_risk": "We closed the foundry in Harlan Falls, Ohio, in fiscal 2024 and now buy more castings from suppliers. "
        "We expect savings of $11 million a year from fiscal 2026. Quality problems or late deliveries of the new suppliers could "
        "reduce the savings or harm customers.",
        "claims": "1,352", "claims_prior": "1,287", "claims_new": "471", "claims_closed": "406",
        "foreign": "29%", "pension_gap": "$15.9 million",
        "property_change": "The foundry in Harlan Falls, Ohio, was closed in November 2024 and is held for sale.",
        "asbestos_reserve": "$33.2 million", "asbestos_insurance": "$23.7 million", "harlan_reserve": "$8.1 million",
        "patent": "In November 2024 a jury in the federal district court in Delaware found that Veldane Pumps GmbH had infringed one "
        "of two patents on magnetic-drive couplings and awarded us damages of $12.8 million. Veldane has appealed. We have not "
        "recorded the award.",
        "patent_short": "the award of $12.8 million against Veldane Pumps GmbH is a gain contingency and is not recorded.",
        "holders": "2,874", "dividend": "$0.78", "dividend_prior": "$0.72",
        "dividend_raise": "On February 11, 2025 the Board raised the quarterly dividend from $0.195 to $0.21 per share.",
        "buyback_program": "In May 2023 the Board authorized the repurchase of up to $150.0 million of common stock without a date "
        "of expiry; $107.5 million remained at December 31, 2024.",
        "mda_overview": "In fiscal 2024 our municipal and service businesses grew strongly while industrial demand was soft. We "
        "bought Ferrow Valve Works, closed the Harlan Falls foundry and raised our gross margin for the second year.",
        "sales_text": "Ferrow Valve Works contributed {ferrow_sales}, or 2.7 percentage points. Prices rose by about 2%, volume by "
        "about 3%, and currency translation reduced net sales by half a point.",
        "margin_text": "The margin rose by 1.2 percentage points, because a greater share of sales came from parts and service, "
        "because of price increases, and because of lower scrap at our plants. A charge of $2.8 million for the step-up of acquired "
        "inventory and wage increases held the margin back.",
        "sga_text": "The increase reflects wages, the costs of Ferrow Valve Works, and $3.6 million of acquisition costs.",
        "restructuring_text": "We recorded restructuring charges of {$opex:restructuring} in fiscal 2024, compared with "
        "{$opex:restructuring@-1} in fiscal 2023, for closing the foundry in Harlan Falls, Ohio: severance and retention of about "
        "210 employees, the move of patterns and machines, and the end of supply contracts. The program is complete except for "
        "payments of $8.3 million.",
        "operating_text": "Higher gross profit was largely offset by restructuring and acquisition costs.",
        "interest_text": "The increase was due to the 6.10% senior notes that we issued to pay for Ferrow Valve Works.",
        "tax_text": "The rate fell because of a benefit from the release of a valuation allowance in Mexico.",
        "ip_text": "Chemical customers in Europe delayed projects, and volume fell by 5%, while prices rose by 2%.",
        "mw_text": "Ferrow Valve Works added {ferrow_sales}; the rest of the growth came from federally funded wastewater projects.",
        "as_text": "Parts grew by 10%, rentals gained from two hurricanes, and PulseLine subscriptions rose by a third.",
        "foreign_cash": "$41.2 million", "unused": "$248.0 million",
        "cfo_text": "The increase came from accrued liabilities, among them restructuring costs not yet paid, and from customer "
        "advances.",
        "capex_text": "The largest project was a new test basin for vertical turbine pumps. We expect capital expenditures of $50 "
        "million to $55 million in fiscal 2025.",
        "debt_text": "In August 2024 we issued $100.0 million of 6.10% senior notes and drew $50.0 million of additional term loan to "
        "pay for Ferrow Valve Works; during the year we repaid {$debt_repaid}.",
        "goodwill_test": "In fiscal 2024 the fair value of each reporting unit exceeded its carrying amount by more than 35%, except "
        "that of Ferrow, which was recorded at fair value in September.",
        "variable_debt": "$220.0 million", "rate_effect": "$2.2 million", "fx_effect": "$22 million",
        "over_time": "21%", "obsolete": "$15.0 million",
        "acquisition_note": "Acquisition of Ferrow Valve Works. On September 4, 2024 we acquired all shares of Ferrow Valve Works for "
        "{$acquisition}, net of cash acquired. The goodwill, which is not deductible for tax, reflects expected cross-selling and "
        "the skill of its workforce and belongs to Municipal & Water Systems. Intangible assets of {$acq:intangibles} are customer "
        "relationships (15 years) and technology (10 years). Acquisition costs of $3.6 million were expensed.\n\n[[purchase]]",
        "debt_note": "The 5.25% senior notes are due on June 15, 2029. The 6.10% senior notes were issued in August 2024 and are due on "
        "September 1, 2034. The term loan and the revolving credit facility of $250.0 million mature in October 2028 and bear "
        "interest at a floating rate plus 1.50%; the rate was 6.1% at December 31, 2024.",
        "interest_paid": "$20.9 million",
        "lease_cost": "$6.8 million", "lease_term": "5.3", "lease_rate": "4.9%",
        "tax_note": "Unrecognized tax benefits were $4.4 million at December 31, 2024. Years before 2020 are closed to examination.",
        "unrecognized": "$18.1 million",
        "restructuring_note": "In February 2024 we announced the closing of the foundry in Harlan Falls, Ohio, which poured iron for "
        "all segments. Production ended in November 2024. Restructuring charges were {$opex:restructuring} in fiscal 2024 and "
        "{$opex:restructuring@-1} in fiscal 2023.",
        "subsequent": "On January 30, 2025 we signed a contract to sell the land and buildings of the Harlan Falls foundry for $4.6 "
        "million; we expect to close the sale in the second quarter of 2025.",
        "new_standards": "In fiscal 2024 we adopted the standard on segment disclosures for all years presented. A standard on income "
        "tax disclosures takes effect in fiscal 2025.",
        "critical_matter": "Fair value of the intangible assets of Ferrow Valve Works. The valuation of customer relationships required "
        "judgment about growth and attrition. With the help of our valuation specialists we tested the model, the discount rate "
        "and the projections.",
        "control_scope": "As permitted, the assessment left out Ferrow Valve Works, which was acquired on September 4, 2024 and stood "
        "for 12% of total assets and 2% of net sales.",
    },
}  # fmt: skip

_MARKETS = {
    2023: (("Municipal water and wastewater", "34%"), ("Chemical", "19%"), ("Food and beverage", "13%"), ("Power", "11%"),
           ("Mining", "10%"), ("Buildings and other", "13%")),
    2024: (("Municipal water and wastewater", "37%"), ("Chemical", "17%"), ("Food and beverage", "13%"), ("Power", "11%"),
           ("Mining", "9%"), ("Buildings and other", "13%")),
}  # fmt: skip
_PLANTS = (
    ("Pell Harbor, Wisconsin", "Owned", "412,000", "Industrial pumps, machining, test basin"),
    ("Ardmore Flats, Kansas", "Owned", "286,000", "Vertical turbine pumps, foundry"),
    ("Monterrey, Mexico", "Leased", "174,000", "Wastewater pumps"),
    ("Lindau, Germany", "Leased", "96,000", "Metering pumps"),
)
_PURCHASES = {
    0: (("April 1 to 30", "42,110", "$54.86"), ("May 1 to 31", "43,305", "$55.41"), ("June 1 to 30", "41,020", "$55.81")),
    2023: (("October 1 to 31", "35,118", "$49.10"), ("November 1 to 30", "52,640", "$50.22"), ("December 1 to 31", "60,975", "$51.35")),
    2024: (("October 1 to 31", "31,204", "$57.90"), ("November 1 to 30", "29,870", "$58.62"), ("December 1 to 31", "25,310", "$57.05")),
}  # fmt: skip
_AREAS = (
    ("United States", "country:US"),
    ("Europe", "srt:EuropeMember"),
    ("Latin America", "srt:LatinAmericaMember"),
    ("Asia and other", "qlmk:AsiaAndOtherMember"),
)
_AREA_WEIGHTS = {2021: (670, 170, 90, 70), 2022: (680, 160, 92, 68), 2023: (690, 152, 92, 66), 2024: (710, 135, 92, 63)}
_MATURITIES = {2023: (300, 300, 1100, 0, 1500), 2024: (300, 300, 1300, 1500, 1000)}
_DEBT = (
    ("5.25% senior notes due 2029", {2022: 1500, 2023: 1500, 2024: 1500}),
    ("6.10% senior notes due 2034", {2024: 1000}),
)


def documents() -> list[tuple[str, Frame, Document]]:
    """Give the three filings as file name, frame and document, oldest first."""
    return [
        ("qlmk-20231231.htm", ANNUAL_2023, _annual(ANNUAL_2023)),
        ("qlmk-20240630.htm", QUARTER_2024, quarterly(QUARTER_2024, _QUARTER, _tables(QUARTER_2024), text.QUARTER)),
        ("qlmk-20241231.htm", ANNUAL_2024, _annual(ANNUAL_2024)),
    ]


def _annual(frame: Frame) -> Document:
    return annual(frame, {**_BOTH, **_BY_YEAR[frame.year]}, _tables(frame), text.ANNUAL)


def _tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    shared_tables: dict[str, Callable[[], Table]] = {
        "purchases": lambda: notes.words_table(
            ("Total number of shares purchased", "Average price paid per share"),
            _PURCHASES[frame.end.year if frame.annual else 0],
            corner="Period",
        ),
        "revenue_segments": lambda: notes.segment_revenue(frame, caption="Net sales by segment", concept=REVENUES),
        "segment_sales": lambda: notes.segment_revenue(
            frame, caption="Segment net sales", concept=REVENUES, total_label="Consolidated net sales"
        ),
        "segment_profit": lambda: notes.segment_profit(
            frame, caption="Segment operating income", corporate="Corporate costs and restructuring"
        ),
        "revenue_areas": lambda: notes.geography(
            frame, caption="Net sales by customer location", weights=_AREA_WEIGHTS, areas=_AREAS, concept=REVENUES
        ),
        "inventories": lambda: notes.split_balance(
            frame,
            caption="Inventories",
            key="inventory",
            labels=(
                ("Raw materials and castings", "InventoryRawMaterials"),
                ("Work in process", "InventoryWorkInProcess"),
                ("Finished goods", "InventoryFinishedGoods"),
            ),
            weights=(34, 27, 39),
            total_label="Total inventories",
            concept="InventoryNet",
        ),
        "debt": lambda: notes.debt_table(
            frame, fixed=_DEBT, rest="Term loan and revolving credit facility", caption="Long-term debt"
        ),
    }
    return shared_tables | _annual_tables(frame) if frame.annual else shared_tables


def _annual_tables(frame: Frame) -> dict[str, Callable[[], Table]]:
    year = frame.year
    return {
        "markets": lambda: notes.words_table(("Share of net sales",), _MARKETS[year], corner="End market"),
        "plants": lambda: notes.words_table(
            ("Owned or leased", "Square feet", "Use"),
            (*_PLANTS, *_more_plants(year)),
            corner="Location",
        ),
        "summary": lambda: _summary(frame),
        "revenue_kinds": lambda: _revenue_kinds(frame),
        "property": lambda: notes.property_table(
            frame,
            labels=("Land", "Buildings", "Machinery and equipment", "Rental pumps", "Construction in progress"),
            weights=(4, 27, 54, 10, 5),
            caption="Property, plant and equipment",
        ),
        "goodwill": lambda: notes.goodwill_table(
            frame, weights=(38, 30, 32), acquirer="mw", caption="Goodwill by segment"
        ),
        "intangibles": lambda: notes.split_balance(
            frame,
            caption="Intangible assets, net",
            key="intangibles",
            labels=(("Customer relationships", ""), ("Technology", ""), ("Trade names", "")),
            weights=(63, 22, 15),
            total_label="Total intangible assets, net",
            concept="IntangibleAssetsNetExcludingGoodwill",
        ),
        "purchase": lambda: notes.purchase_price(
            frame,
            year=2024,
            labels={
                "ar": "Accounts receivable",
                "inventory": "Inventories",
                "ppe": "Property, plant and equipment",
                "intangibles": "Intangible assets",
                "goodwill": "Goodwill",
                "ap": "Accounts payable and other liabilities",
            },
            caption="Allocation of the purchase price of Ferrow Valve Works",
        ),
        "maturities": lambda: notes.maturities(
            frame,
            key="debt",
            current="current_debt",
            weights=_MATURITIES[year],
            caption="Maturities of long-term debt",
            first=year + 1,
        ),
        "leases": lambda: notes.maturities(
            frame,
            key="lease",
            current="current_lease",
            weights=(30, 24, 18, 12, 16),
            caption="Maturities of operating lease liabilities",
            first=year + 1,
        ),
        "taxes": lambda: notes.tax_table(frame),
        "rate": lambda: notes.rate_table(
            frame,
            statutory=210,
            items=(("State income taxes, net of federal benefit", 26), ("Foreign rate differences", -7)),
            rest="Research credits and other",
        ),
        "segment_depreciation": lambda: notes.segment_split(
            frame,
            caption="Depreciation by segment",
            key="depreciation",
            weights=(44, 26, 24, 6),
            concept="Depreciation",
        ),
        "segment_capex": lambda: notes.segment_split(
            frame,
            caption="Capital expenditures by segment",
            key="capex",
            weights=(41, 29, 22, 8),
            concept="PaymentsToAcquirePropertyPlantAndEquipment",
        ),
        "units": lambda: _units(year),
        "warranty": lambda: _warranty(year),
        "restructuring": lambda: _restructuring(year),
        "quarters": lambda: notes.quarters_table(
            frame, keys=(("revenue", "Net sales"), ("gross", "Gross profit"), ("net_income", "Net income"))
        ),
    }


def _more_plants(year: int) -> tuple[tuple[str, str, str, str], ...]:
    if year == 2023:
        return (("Harlan Falls, Ohio", "Owned", "231,000", "Foundry"),)
    return (("Tillery, Alabama", "Owned", "118,000", "Control valves"),)


def _summary(frame: Frame) -> Table:
    rows = [
        notes.row(
            frame, "Net sales", [BOOKS.amounts(span)["revenue"] for span in frame.spans], frame.spans, dollar=True
        ),
        notes.row(frame, "Gross profit", [BOOKS.amounts(span)["gross"] for span in frame.spans], frame.spans),
        Row(
            "Gross margin",
            tuple(percent(BOOKS.amounts(span)["gross"], BOOKS.amounts(span)["revenue"]) for span in frame.spans),
        ),
        notes.row(
            frame, "Operating income", [BOOKS.amounts(span)["operating_income"] for span in frame.spans], frame.spans
        ),
        notes.row(frame, "Net income", [BOOKS.amounts(span)["net_income"] for span in frame.spans], frame.spans),
    ]
    return Table(
        columns=frame.heads(frame.spans), rows=tuple(rows), unit="(dollars in millions)", span=ISSUER.year_heads
    )


def _revenue_kinds(frame: Frame) -> Table:
    totals = [BOOKS.amounts(span)["revenue"] for span in frame.spans]
    rental = [round(value * 31 / 1000) for value in totals]
    contracts = [value - part for value, part in zip(totals, rental, strict=True)]
    rows = [
        notes.row(frame, "Revenue from contracts with customers", contracts, frame.spans, notes.REVENUE, dollar=True),
        notes.row(frame, "Rental revenue", rental, frame.spans, "OperatingLeaseLeaseIncome"),
        notes.row(frame, "Net sales", totals, frame.spans, REVENUES, style="total", dollar=True),
    ]
    return frame.table("Net sales by kind", rows, frame.spans, span_head=ISSUER.year_heads)


def _units(year: int) -> Table:
    open_, granted, vested, lost = {2023: (612, 248, 231, 27), 2024: (602, 236, 224, 31)}[year]
    rows = (
        (f"Unvested at January 1, {year}", f"{open_}", "$38.12" if year == 2023 else "$42.07"),
        ("Granted", f"{granted}", "$46.90" if year == 2023 else "$54.35"),
        ("Vested", f"({vested})", "$36.55" if year == 2023 else "$40.18"),
        ("Forfeited", f"({lost})", "$41.80" if year == 2023 else "$46.02"),
        (
            f"Unvested at December 31, {year}",
            f"{open_ + granted - vested - lost}",
            "$42.07" if year == 2023 else "$47.61",
        ),
    )
    return notes.words_table(("Units (in thousands)", "Weighted average grant date fair value"), rows)


def _warranty(year: int) -> Table:
    start, added, paid = {2023: (92, 81, 74), 2024: (99, 88, 79)}[year]
    rows = (
        ("Balance at January 1", f"${start / 10:.1f}"),
        ("Accrued for products sold", f"{added / 10:.1f}"),
        ("Payments", f"({paid / 10:.1f})"),
        ("Balance at December 31", f"${(start + added - paid) / 10:.1f}"),
    )
    return Table(
        columns=(str(year),),
        rows=tuple(Row(label, (value,)) for label, value in rows),
        caption="Warranty reserve",
        unit="(in millions)",
    )


def _restructuring(year: int) -> Table:
    parts = {2023: ((0, 25, 13), (0, 12, 12)), 2024: ((12, 96, 65), (0, 51, 37), (0, 37, 11))}[year]
    names = ("Severance and retention", "Moves and facility exit", "Contract terminations")

    def shown(value: int, *, dollar: str = "") -> str:
        return f"{dollar}{value / 10:.1f}" if value else "\u2014"

    rows = [
        Row(name, (shown(start), shown(charge), f"({shown(paid)})", shown(start + charge - paid)))
        for name, (start, charge, paid) in zip(names, parts, strict=False)
    ]
    start, charge, paid = (sum(part[index] for part in parts) for index in range(3))
    rows.append(
        Row(
            "Total",
            (
                shown(start, dollar="$"),
                shown(charge, dollar="$"),
                f"$({shown(paid)})",
                shown(start + charge - paid, dollar="$"),
            ),
            "total",
        )
    )
    columns = ("Balance at January 1", "Charges", "Payments", "Balance at December 31")
    return Table(
        columns=columns, rows=tuple(rows), caption=f"Restructuring reserve, fiscal {year}", unit="(in millions)"
    )
