"""The prose of Marrowby & Finch: templates for `indexer.sample.prose`."""

from __future__ import annotations

from indexer.sample.assembly import AnnualProse, QuarterProse

BUSINESS = """
## General

Marrowby & Finch, Inc. sells clothing, shoes and accessories for adults under the Marrowby name and for children under the
Finchling name, in its own stores in 38 states and on its websites and apps. The first Marrowby store opened in Tansboro Mills,
North Carolina, in 1971. The company was incorporated in Delaware in 1996. "We", "our" and "the Company" mean Marrowby & Finch,
Inc. and its subsidiaries.

## Fiscal Year

Our fiscal year ends on the last Saturday of January. We name a fiscal year after the calendar year in which it begins. {calendar}
References to years are to fiscal years unless the context says otherwise. Our results are seasonal, and the fourth quarter, which
includes the holidays, brings about 31% of the year's net sales and a larger share of its profit.

## Segments and Brands

We report by brand.

Marrowby offers women's and men's clothing for work and weekends, mostly between $30 and $140 a piece. Its customers are for the
greater part between 30 and 55 years old. Net sales of the segment were {$rev:ma} in fiscal {year} and {$rev:ma@-1} in fiscal
{prior}. At the end of the year it had {stores_ma} stores with an average size of 6,900 square feet.

Finchling offers clothing for children from newborn to twelve years, with a promise to replace any garment that wears out before
it is outgrown. Net sales of the segment were {$rev:fi} in fiscal {year} and {$rev:fi@-1} in fiscal {prior}. At the end of the
year it had {stores_fi} stores with an average size of 3,200 square feet.

Credit card and other revenue was {$rev:other} in fiscal {year}. It comes from our agreement with the bank that issues the
Marrowby card, from gift cards that we do not expect to be redeemed, and from shipping fees. It is shown apart from net sales.

[[stores]]

## Channels

Digital sales, placed on our websites and apps and shipped from distribution centers or stores, were {digital} of net sales in
fiscal {year}, against {digital_prior} in fiscal {prior}. About 40% of digital orders are picked up in a store. Our stores work as
small warehouses: in the peak weeks of December they shipped one digital order in four.

## Merchandise and Suppliers

We design nearly all of our merchandise in our studio in Tansboro Mills and buy it from about 190 factories through agents. In
fiscal {year}, {vietnam} of our purchases by value came from Vietnam, {bangladesh} from Bangladesh, 14% from India, {china} from
China and the rest from eleven other countries. The largest supplier group accounted for 9% of purchases. We have no long-term
contracts with factories. Orders are placed six to eight months before the season, with about 20% of the budget kept open for
reorders of what sells well.

## Distribution

We run two distribution centers, in Tansboro Mills, North Carolina, and in Ruskin Wells, Nevada. {distribution}

## Customers and Loyalty

We have no customer that accounts for a material part of net sales. Members of our loyalty program, called Feather, numbered
{feather} at the end of fiscal {year} and made about 71% of net sales. Points that members have earned but not used are recorded
as deferred revenue.

## Competition

The retail sale of clothing is highly competitive. We compete with department stores, specialty chains, off-price and discount
retailers, brands that sell directly, and marketplaces on the internet, several of which ship low-priced clothing from abroad
straight to the consumer. We compete on fit, design, quality, price, service and convenience. Many of our competitors are larger
and can spend more on marketing and technology. The cost of entering the digital market is low, and fashion changes quickly.

## Marketing

Advertising expense was {advertising} in fiscal {year}. We moved a greater part of it from catalogs to social media and to search.

## Trademarks

Marrowby, Finchling, Feather and the wren device are registered in the United States and in 22 other countries. We consider them
important to our business.

## Human Capital

At the end of fiscal {year} we had about {employees} employees, of whom about 70% worked part time, and we hired about 3,400 more
for the holidays. None of our employees is covered by a collective agreement. Store managers receive three weeks of training; 64%
of them were promoted from within. {wages}

## Government Regulation

We are subject to rules on the labeling and flammability of clothing, the safety of products for children, consumer credit,
privacy and wages. Laws of several states limit how we may use data about our customers.

## Available Information

Our reports are available free of charge on our investor website after they are filed. The website is not part of this report.
"""

RISKS = """
The following risks could harm our business, financial condition and results of operations.

## Risks of Our Business and Industry

### We may fail to foresee what customers want.

Fashion changes quickly, and we order most merchandise six to eight months before it is sold. If we misjudge tastes, sizes or
demand, we must mark down goods or miss sales. {fashion_risk}

### Our business is seasonal, and a weak holiday quarter would harm the whole year.

About 31% of net sales falls in the fourth quarter. Bad weather, a late start of winter, labor trouble at ports, or problems with
our systems in November and December would weigh on the results of the entire year, and we would be left with too much inventory.

### Demand for clothing depends on consumer spending.

Clothing is a purchase that households can postpone. Inflation of food and rent, higher rates on credit cards, student loan
payments and lower consumer confidence reduce what our customers spend in our stores.

### We depend on factories abroad and on trade rules that may change.

Almost all of our merchandise is made outside the United States. New tariffs, quotas, forced-labor rules, political unrest or a
closed port could raise our costs or delay deliveries. {tariff_risk}

### We face strong competition, including from sellers with lower costs.

Marketplaces and brands abroad ship directly to consumers at prices that we cannot match. Our competitors may open stores near
ours, discount heavily, or copy our designs within weeks.

### Our stores depend on shopping centers and on leases.

We lease all of our stores. Visits to enclosed malls have fallen for years. Where a large tenant closes, our sales suffer, and we
may be bound by a lease for years. {lease_risk}

### We depend on one bank for our credit card program.

Our agreement with the bank that issues the Marrowby card runs until {card_expiry}. Limits on late fees, higher credit losses, or
the end of the agreement could reduce credit card revenue of which nearly all is profit.

### Higher wages and a lack of workers could raise our costs.

Many of our store employees earn wages near the minimum of their states. Minimum wages have risen in most of the states where we
operate, and schedules are subject to new rules.

### Theft of merchandise reduces our margins.

Losses from shoplifting, organized theft and fraud in returns were about {shrink} of net sales in fiscal {year}. Measures against
theft cost money and can annoy honest customers.

### A failure of a distribution center would interrupt deliveries.

All merchandise passes through two distribution centers. Fire, storm, a strike or a software failure at one of them would be hard
to replace in the short term. {center_risk}

### We may be unable to protect the privacy of our customers' data.

We hold names, addresses and purchase histories of millions of people, and we accept payment cards. A breach could lead to claims,
fines and a loss of trust.
"""

PROPERTIES = """
We lease all {stores_all} stores, usually for a first term of seven to ten years with options to renew. We own our headquarters and
the distribution center in Tansboro Mills, North Carolina (640,000 square feet), and lease the distribution center in Ruskin Wells,
Nevada (410,000 square feet), until 2033. {property_change}
"""

LEGAL = """
In {wage_year} a former store manager filed a class action in the Superior Court of California, Bellamy v. Marrowby Retail LLC, which
claims that we did not pay store employees for time spent in bag checks and for missed meal breaks. {wage_case}

{breach}

We are party to other claims in the ordinary course of business, among them claims of injuries in stores and of infringement of
designs. We do not expect any of them to have a material effect.
"""

MARKET = """
## Market Information

Our common stock trades on the Nasdaq Global Select Market under the symbol MFCH. On {filed} there were {holders} holders of record.

## Dividends

We have paid quarterly dividends since fiscal 2013. Dividends declared were {dividend} per share in fiscal {year} and
{dividend_prior} per share in fiscal {prior}. {dividend_raise} Our credit agreement restricts dividends if our availability falls
below $60 million.

## Share Repurchases

{repurchase} The table shows the purchases of the fourth quarter.

[[purchases]]
"""

MDA = """
## Executive Summary

{summary_text}

[[summary]]

## Comparable Sales

Comparable sales include stores open for at least fourteen months and digital sales. {comparable}

## Results of Operations

### Net sales and total revenue

Net sales {up net_sales} by {%net_sales} to {$net_sales} in fiscal {year} from {$net_sales@-1} in fiscal {prior}. {sales_text} Credit
card and other revenue was {$rev:other}, compared with {$rev:other@-1}, so that total revenue was {$revenue}, compared with
{$revenue@-1}.

### Gross profit

Gross profit, which is total revenue less cost of goods sold including buying and occupancy costs, was {$gross}, or
{%gross/revenue} of total revenue, compared with {$gross@-1}, or {%gross@-1/revenue@-1}. {margin_text}

### Selling, general and administrative expenses

Selling, general and administrative expenses were {$opex:sga}, or {%opex:sga/revenue} of total revenue, compared with
{$opex:sga@-1}, or {%opex:sga@-1/revenue@-1}. {sga_text}

### Store impairment and restructuring

{restructuring_text}

### Operating income

Operating income was {$operating_income}, or {%operating_income/revenue} of total revenue, compared with {$operating_income@-1}, or
{%operating_income@-1/revenue@-1}.

### Income taxes

The effective income tax rate was {%tax/pretax}, compared with {%tax@-1/pretax@-1} in fiscal {prior}. {tax_text}

### Net income

Net income was {$net_income}, or {eps} per diluted share, compared with {$net_income@-1}, or {eps_prior} per diluted share.

## Segments

Marrowby. Net sales {up rev:ma} by {%rev:ma} to {$rev:ma}; segment operating income was {$seg:ma}, compared with {$seg:ma@-1}.
{ma_text}

Finchling. Net sales {up rev:fi} by {%rev:fi} to {$rev:fi}; segment operating income was {$seg:fi}, compared with {$seg:fi@-1}.
{fi_text}

## Liquidity and Capital Resources

Our sources of cash are operations and a credit facility of $300 million that is secured by inventory and receivables and matures in
{facility}. Nothing was drawn at the end of fiscal {year}, and $261 million was available. Cash, cash equivalents and short-term
investments were {liquid} at the end of the year.

Net cash provided by operating activities was {$cfo}, compared with {$cfo@-1} in fiscal {prior}. {cfo_text}

Inventories were {$inventory}, compared with {$inventory@-1} a year earlier. {inventory_text}

Capital expenditures were {$capex}, compared with {$capex@-1}. {capex_text}

We paid dividends of {$dividends} and repurchased shares for {$buyback}. We repaid {$debt_repaid} of the term loan.

## Critical Accounting Estimates

Inventories. We write inventory down to what we expect to receive. A change of ten percent in the markdowns that we expect on the
goods on hand at the year's end would change pretax income by about $4 million.

Impairment of store assets. We test a store when its results are negative for two years. The estimate of its future cash flows depends
on sales, margins and occupancy costs.

Loyalty points and gift cards. We estimate how many will never be redeemed from ten years of history.
"""

MARKET_RISK = """
Interest rates. Our term loan of {$debt} bears interest at a variable rate. A rise of one percentage point would raise yearly interest
expense by about {rate_effect}. Foreign exchange. We buy almost all merchandise in dollars. Diesel and cotton prices affect our costs
through the prices of carriers and suppliers.
"""

NOTES = """
## Note 2. Revenue

Net sales are revenue from contracts with customers. Credit card and other revenue is shown apart.

[[revenue_kinds]]

[[channels]]

Deferred revenue for gift cards and loyalty points was {$deferred_revenue} at the end of fiscal {year} and {$deferred_revenue@-1} at the
end of fiscal {prior}.

## Note 3. Property and Equipment

[[property]]

In fiscal {year} we recorded an impairment of store assets of {$opex:impairment}, compared with {$opex:impairment@-1} in fiscal {prior}.

## Note 4. Accrued Liabilities

[[accrued]]

## Note 5. Debt

[[debt]]

[[maturities]]

The term loan matures in fiscal 2029 and bears interest at a floating rate plus 2.00%. {debt_note}

## Note 6. Leases

We lease stores, one distribution center and some equipment. Operating lease cost was {lease_cost} in fiscal {year} and variable lease
cost was {variable_lease}. The weighted average remaining term was 6.2 years and the weighted average discount rate {lease_rate}.

[[leases]]

## Note 7. Income Taxes

[[taxes]]

[[rate]]

## Note 8. Stockholders' Equity and Stock-Based Compensation

{repurchase} Stock-based compensation expense was {$sbc} in fiscal {year} and {$sbc@-1} in fiscal {prior}. At the end of fiscal {year}
$21 million of cost was not yet recognized.

## Note 9. Commitments and Contingencies

Purchase orders for merchandise of {orders} were open at the end of fiscal {year}. {wage_note}

## Note 10. Store Closings and Restructuring

{restructuring_note}

## Note 11. Segments

The Chief Executive Officer decides on the allocation of resources by brand. Corporate costs include headquarters, technology and
restructuring.

[[segment_sales]]

[[segment_profit]]

[[segment_capex]]

## Note 12. Quarterly Information (Unaudited)

[[quarters]]

{quarter_note}

## Note 13. Subsequent Events

{subsequent}
"""

QUARTER_NOTES = """
## Note 2. Revenue

[[revenue_kinds]]

[[channels]]

## Note 3. Debt

[[debt]]

## Note 4. Income Taxes

The effective income tax rate was {%tax@ytd/pretax@ytd} for the thirty-nine weeks ended {end}.

## Note 5. Contingencies

In September 2025 the court gave preliminary approval to the settlement of Bellamy v. Marrowby Retail LLC for $7.5 million, which
was accrued in fiscal 2024.

## Note 6. Segments

[[segment_sales]]

[[segment_profit]]

## Note 7. Subsequent Events

On November 18, 2025 the Board declared a dividend of $0.13 per share, payable on January 9, 2026.
"""

QUARTER_MDA = """
## Overview

Comparable sales rose by 3.3% in the third quarter of fiscal {year}, with gains of 1.2% at Marrowby and 7.6% at Finchling. The
back-to-school season was our best since fiscal 2021.

## Third Quarter

Net sales were {$net_sales} in the thirteen weeks ended {end}, compared with {$net_sales@-1} in the third quarter of fiscal {prior}.
Total revenue {up revenue} by {%revenue} to {$revenue}. Gross profit was {%gross/revenue} of total revenue, compared with
{%gross@-1/revenue@-1}; fewer markdowns more than offset about $6 million of tariffs. Selling, general and administrative expenses
were {$opex:sga}, compared with {$opex:sga@-1}. Net income was {$net_income}, or {eps} per diluted share, compared with
{$net_income@-1}, or {eps_prior} per diluted share.

## Thirty-Nine Weeks

Total revenue was {$revenue@ytd} in the thirty-nine weeks ended {end}, compared with {$revenue@ytd-1}. Net income was {$net_income@ytd},
compared with {$net_income@ytd-1}.

## Liquidity and Capital Resources

Inventories were {$inventory@ytd} at {end}, compared with {$inventory@ytd-1} a year earlier, as we built up stock for the holidays. Net
cash provided by operating activities was {$cfo@ytd} in the thirty-nine weeks, compared with {$cfo@ytd-1}. Capital expenditures were
{$capex@ytd}. We paid dividends of {$dividends@ytd} and repurchased shares for {$buyback@ytd}.
"""

ANNUAL = AnnualProse(
    business=BUSINESS,
    risks=RISKS,
    properties=PROPERTIES,
    legal=LEGAL,
    market=MARKET,
    mda=MDA,
    market_risk=MARKET_RISK,
    notes=NOTES,
)
QUARTER = QuarterProse(
    notes=QUARTER_NOTES,
    mda=QUARTER_MDA,
    market_risk="There was no material change in our market risk since the end of fiscal {prior}.",
    legal="In September 2025 the Superior Court of California gave preliminary approval to a settlement of $7.5 million in Bellamy v. "
    "Marrowby Retail LLC. A hearing on final approval is set for February 2026.",
    purchases="The table shows our purchases of common stock in the third quarter.\n\n[[purchases]]",
)
