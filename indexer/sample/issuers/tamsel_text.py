"""The prose of Tamsel River Water Company: templates for `indexer.sample.prose`, in the manner of filings of 2001."""

from __future__ import annotations

from indexer.sample.assembly import QuarterProse

BUSINESS = """
## General

Tamsel River Water Company (the "Company") collects, treats and distributes water to homes, businesses, public authorities and fire
hydrants in Corley, Dunmore and Wick counties on the upper Tamsel River in Maryland. It was chartered in 1889 as the Corley Aqueduct
Company and took its present name in 1931. Its subsidiary, Tamsel Services Inc., runs water and sewer systems for towns under
contract and is not regulated as to rates.

At December 31, {year} the Company served {customers} customers in 31 municipalities with a population of about {population}. The
number of customers grew by {growth} during the year, compared with {growth_prior} in {prior}.

## Segments

The Company has two segments, Regulated Water Operations and Contract Services. Regulated operations brought {%rev:reg/revenue} of
operating revenues in {year}. Operating revenues of Contract Services were {$rev:ser} in {year} and {$rev:ser@-1} in {prior}.

## Operating Revenues by Class of Customer

[[classes]]

The ten largest customers brought about 7% of operating revenues. The largest, the Brenner Hollow paper mill, took 3.1% of the water
delivered in {year}; {mill}

## Sources of Supply

About 68% of the water comes from the Tamsel River and is treated at the Stillhouse plant, which can deliver 38 million gallons a day.
Three well fields supply 21%, and the remaining 11% is bought from the Bramwell Metropolitan District under a contract that ends in
2012. The safe yield of all sources in a dry year is 46 million gallons a day. The average delivery in {year} was {delivery} million
gallons a day and the highest daily delivery {peak} million gallons. {drought}

## Regulation of Rates

The Public Service Commission of Maryland (the "Commission") regulates rates, service, the issue of securities and other matters. Rates
are set so that the Company can recover its prudent costs and earn a fair return on the plant that serves customers. {rate_case}

## Water Quality and Environment

The Safe Drinking Water Act sets limits for about ninety substances. The Company takes more than 30,000 samples a year and met all
standards in {year}. {arsenic} The disposal of residuals from the Stillhouse plant is subject to a state permit which was renewed in
1998 for five years.

## Competition

The Company has the exclusive right to serve in its franchise area. Contract Services bids against larger companies, and towns may
decide to run their systems themselves. Some public authorities have the power to take over private water systems by condemnation;
none has begun to do so in the Company's area.

## Weather and Seasonality

Sales of water are highest from June to September, when lawns and gardens are watered. A cool and wet summer reduces revenues. {weather}

## Employees

At December 31, {year} the Company and its subsidiary had {employees} employees, of whom 148 are represented by a local union of utility
workers under an agreement that runs until October 31, 2003. Relations with employees are good.

## Executive Officers

[[officers]]

Officers are elected each year by the Board of Directors. There are no family relationships among them.

## Conservation and Lost Water

About {lost} of the water delivered to the system in {year} was not billed, because of leaks, flushing of mains, fires and meters that run
slow. The Company surveys a third of its mains each year with listening devices and replaces residential meters every fifteen years. In 1998
it began to give customers with high use in summer a free audit of their gardens and plumbing; about {audits} audits were made in {year}.

## Franchises and Service Area

The Company holds franchises from the municipalities that it serves, most of them without limit of time. Seven franchises, which cover about
a tenth of the customers, end between 2007 and 2024 and can be renewed. The service area is mostly residential. Farm land in the east of Wick
County is being divided for houses, and most new customers come from there. The area near the Brenner Hollow mill has lost people for twenty
years.

## Factors That May Affect Results

Rates. The Company cannot raise its rates without leave of the Commission. Proceedings last about eight months, and the Commission may allow less
than what is asked. Costs that rise between rate cases are borne by the stockholders.

Weather. A wet summer lowers sales of water; a drought may bring limits on use by the State and damage the yield of the wells. Frost in hard
winters breaks mains and services.

Water quality. New limits for substances such as arsenic, radon and the by-products of disinfection will require treatment that is not now in place.
The Company expects that the Commission will allow the cost of such treatment in rates, but recovery may lag behind spending.

Construction and financing. The construction program needs new debt and stock every year. If interest rates rise or the rating of the bonds falls,
the cost of money will rise before rates do.

Contamination and liability. Water that was unfit to drink could harm people and lead to claims above the limit of the Company's insurance. The watershed
of the Tamsel River is crossed by a highway and a railway on which dangerous goods are carried, and a spill could close the intake for some time;
the Company can live from its wells, its reservoir and the water of the Bramwell Metropolitan District for about twelve days.

Contract Services. Contracts with towns run from three to ten years at fixed fees that rise with an index of prices. Costs of repairs above a yearly
limit are borne by the town, but labor, power and chemicals are the risk of Tamsel Services Inc.

## Construction Program

Additions to utility plant were {$capex} in {year}. The Company expects to spend about {capex_next} in {next} and about {capex_five} over
five years, chiefly to replace mains laid before 1930, to add filters at the Stillhouse plant and to build storage tanks.
"""

PROPERTIES = """
The Company owns the Stillhouse treatment plant, a dam and reservoir of 1.9 billion gallons, 29 wells, 44 booster stations, 52 storage
tanks with a capacity of 61 million gallons, and about {mains} miles of mains. Substantially all utility plant is subject to the lien of
the indenture under which the first mortgage bonds were issued. The headquarters in Corley Landing, Maryland, are owned.
"""

LEGAL = """
{main_break}

In 1999 the owner of a former dry cleaning plant in Wick sued the Company, claiming that pumping from the Wick well field had drawn
solvents beneath his land. The circuit court dismissed the suit in {dismissed}. {appeal}

There are no other material proceedings apart from those before the Commission, which are described under Item 1.
"""

VOTE = """
No matter was submitted to a vote of security holders during the fourth quarter of {year}.
"""

MARKET = """
The common stock is traded on the Nasdaq National Market under the symbol TMSR. On {filed} there were {holders} holders of record. The
table shows the high and low sale prices and the dividends paid per share.

[[prices]]

The Company has paid dividends in every year since 1912. {dividend_raise} The indenture limits dividends to retained earnings in excess of
$12,000,000.
"""

SELECTED = """
[[selected]]
"""

MDA = """
## Results of Operations

Net income was {$net_income}, or {eps_basic} per share, in {year}, compared with {$net_income@-1}, or {eps_basic_prior} per share, in
{prior}. {result_text}

### Operating Revenues

Operating revenues {up revenue} by {~revenue}, or {%revenue}, in {year}. {revenue_text}

### Operating Expenses

Operation expense {up opex:operation} by {%opex:operation} to {$opex:operation}. {operation_text} Maintenance expense was
{$opex:maintenance}, compared with {$opex:maintenance@-1}. Depreciation {up depreciation} by {%depreciation} because of additions to utility
plant. Taxes other than income taxes, mostly on property, were {$opex:taxes}.

### Interest and Income Taxes

Interest expense was {$interest}, compared with {$interest@-1}. {interest_text} The effective income tax rate was {%tax/pretax} in {year} and
{%tax@-1/pretax@-1} in {prior}. {tax_text}

## Liquidity and Capital Resources

Net cash provided by operating activities was {$cfo} in {year} and {$cfo@-1} in {prior}. Additions to utility plant of {$capex} were paid
from this cash, from advances of developers, and from new debt. {finance_text} The Company has lines of credit with two banks of
$20,000,000, of which {lines} was unused at December 31, {year}.

The ratio of common equity to total capital was {equity_ratio} at December 31, {year}. The first mortgage bonds are rated A by one rating
agency.

The Company expects to need about {new_money} of new outside money in {next}, most of it in bank notes that will later be replaced by bonds. Under
the indenture bonds may be issued up to 60% of the cost of new plant if earnings cover interest at least twice; at December 31, {year} the Company
could have issued about {bond_room} of bonds.

## Rate Matters

{rate_case}

## Inflation

Rates are set on the original cost of plant. In times of inflation the cost of replacing mains and pumps is far above the depreciation that the
Commission allows: a mile of main of eight inches that was laid in 1955 for $26,000 cost about $410,000 to replace in {year}. The Company believes
that regular rate cases will let it recover higher costs when they are incurred.

## New Accounting Standards

{new_standards}

## Forward-Looking Statements

Statements about the construction program, rate cases and future water quality rules are forward-looking. Weather, decisions of the
Commission, costs of construction and changes in regulation could cause results to differ.
"""

MARKET_RISK = """
The Company has no derivatives and no foreign operations. Bank notes bear interest at variable rates; a rise of one percentage point would
have raised interest expense for {year} by about {rate_effect}.
"""

AUDITOR = """
## Independent Auditors' Report

To the Stockholders and the Board of Directors of Tamsel River Water Company

We have audited the accompanying consolidated balance sheets of Tamsel River Water Company and subsidiary as of {end} and {end_prior}, and the
related consolidated statements of income, cash flows and stockholders' equity for each of the three years in the period ended {end}. We
conducted our audits in accordance with auditing standards generally accepted in the United States of America. In our opinion, such
statements present fairly, in all material respects, the financial position of the Company at {end} and {end_prior}, and the results of its
operations and its cash flows for each of the three years in the period ended {end} in conformity with accounting principles generally
accepted in the United States of America.

{auditor}

{auditor_city}

{audited}
"""

NOTES = """
## Note 1. Summary of Significant Accounting Policies

Regulation. The Company follows Statement of Financial Accounting Standards No. 71, Accounting for the Effects of Certain Types of
Regulation. Costs that the Commission will allow in future rates are recorded as regulatory assets.

Revenues. Customers are billed every quarter. Revenues include an estimate of water delivered but not yet billed, which was {unbilled} at
December 31, {year}.

Principles of consolidation. The statements include the accounts of Tamsel River Water Company and of Tamsel Services Inc. Balances and transactions
between them are eliminated.

Use of estimates. The preparation of statements requires estimates, among them of unbilled revenues and of the costs that the Commission will allow.
Actual results may differ.

Cash and cash equivalents. Investments with an original maturity of three months or less are shown as cash equivalents.

Utility plant. Utility plant is stated at the original cost of construction, including an allowance for funds used during construction.
Depreciation is computed by the straight-line method at an average rate of 2.4%. The cost of units retired is charged to accumulated
depreciation.

Advances and contributions. Developers advance the cost of new mains. Advances are refunded over ten years as customers are connected; what
is not refunded becomes a contribution in aid of construction.

Income taxes. Deferred taxes are provided for differences between book and tax bases as the Commission allows. Investment tax credits are
amortized over the lives of the plant.

## Note 2. Utility Plant

[[property]]

Depreciation expense was {$depreciation} in {year}, {$depreciation@-1} in {prior} and {$depreciation@-2} in {prior2}.

## Note 3. Long-Term Debt

[[debt]]

[[maturities]]

{debt_note}

## Note 4. Income Taxes

[[taxes]]

[[rate]]

## Note 5. Common Stock

The par value is $1.00 a share; 15,000,000 shares are authorized. Under the dividend reinvestment plan {reinvested} shares were issued in
{year}. There are no stock options.

## Note 6. Pension Plan

Employees hired before 1998 are covered by a plan that pays benefits based on years of service and final pay. Pension expense was {pension} in
{year}. Plan assets were {plan_assets} and the projected benefit obligation {obligation} at December 31, {year}.

The plan is funded within the limits of tax law, and its assets are stocks and bonds. The discount rate was {discount} and the expected return on assets
8.5%. Health care for retired employees who were hired before 1993 is paid as incurred, as the Commission allows, and cost {retiree} in {year}.

## Note 7. Segments

[[segment_sales]]

[[segment_profit]]

## Note 8. Commitments and Contingencies

The contract with the Bramwell Metropolitan District requires the purchase of at least 3.0 million gallons a day, at a cost of about
{purchased} a year. {main_break}

Construction. At December 31, {year} the Company had signed contracts for construction of about {contracts}.

## Note 9. Fair Value of Financial Instruments

The carrying amounts of cash, receivables and bank notes come close to fair value. The first mortgage bonds had a fair value of about {fair_value} at December
31, {year}, estimated from the yields of similar bonds. Advances in aid of construction do not bear interest; their fair value cannot be estimated, because
the time of refunds depends on new customers.

## Note 10. Quarterly Data (Unaudited)

[[quarters]]

{subsequent}
"""

EXHIBITS = """
(a) Financial statements: see Item 8. Exhibits: 3.1 Charter; 4.1 Indenture of Mortgage dated as of May 1, 1936, with supplements; 10.1 Contract
with the Bramwell Metropolitan District; 21 Subsidiaries; 23 Consent of independent auditors.

(b) Reports on Form 8-K: none in the fourth quarter of {year}.
"""

QUARTER_NOTES = """
## Note 2. Rate Matters

On February 22, 2001 the Commission granted an increase of 6.8% in rates for water, or about $4,150,000 a year, effective March 1, 2001.

## Note 3. Segments

[[segment_sales]]

[[segment_profit]]

## Note 4. Contingencies

The claims from the break of a main in Dunmore in January 2000 were settled in May 2001 for $640,000, of which insurance paid all but
$100,000.
"""

QUARTER_MDA = """
## Results of Operations

Operating revenues were {$revenue} in the second quarter of {year}, compared with {$revenue@-1} in the second quarter of {prior}, an increase
of {%revenue}. The increase came from the higher rates since March 1, 2001 and from a dry June. Operation expense was {$opex:operation},
compared with {$opex:operation@-1}, mainly because of higher prices of power and chlorine. Net income was {$net_income}, or {eps_basic} per
share, compared with {$net_income@-1}, or {eps_basic_prior} per share.

For the six months operating revenues were {$revenue@ytd}, compared with {$revenue@ytd-1}, and net income was {$net_income@ytd}, compared
with {$net_income@ytd-1}.

## Liquidity and Capital Resources

Net cash provided by operating activities was {$cfo@ytd} in the six months, compared with {$cfo@ytd-1}. Additions to utility plant were
{$capex@ytd}. In April 2001 the Company sold $12,000,000 of Series N first mortgage bonds and used the proceeds to repay bank notes and to
pay for construction.
"""

QUARTER = QuarterProse(
    notes=QUARTER_NOTES,
    mda=QUARTER_MDA,
    market_risk="There was no material change in market risk since December 31, {prior}.",
    legal="The claims from the break of a main in Dunmore were settled in May 2001. See Note 4.",
    purchases="None.",
)
QUARTER_VOTE = """
At the annual meeting of stockholders on May 9, 2001 the stockholders elected Harlan G. Pruett, Constance Albrecht and Neville Strand as
directors, with at least 6,102,411 votes for each, and ratified the appointment of Holloway Crane & Co. as auditors by 6,188,057 votes to
41,206, with 22,319 abstentions.
"""
