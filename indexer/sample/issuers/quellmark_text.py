"""The prose of Quellmark Flow Systems: templates for `indexer.sample.prose`."""

from __future__ import annotations

from indexer.sample.assembly import AnnualProse, QuarterProse

BUSINESS = """
## Overview

Quellmark Flow Systems, Inc. designs, makes and services centrifugal and positive-displacement pumps, valves and controls for
industrial plants, water and wastewater utilities and building owners. The company was founded in 1948 as a foundry and
machine shop in Harlan Falls, Ohio, and was incorporated in Delaware in 1987. Unless the context says otherwise, "Quellmark",
"the Company", "we" and "our" mean Quellmark Flow Systems, Inc. and its subsidiaries. Our fiscal year ends on December 31.

In fiscal {year} we had net sales of {$revenue}, of which {%rev:as/revenue} came from our Aftermarket & Service segment. We sold
products in 61 countries through 14 service centers of our own and about 480 independent distributors. We believe that an
installed base of more than 900,000 pumps is our most valuable asset, because a pump that costs ten thousand dollars to buy
commonly needs parts and service worth three times as much over its life of twenty years.

{acquisition_overview}

## Segments

We report three segments.

Industrial Pumps makes process pumps, magnetic-drive pumps and metering pumps for chemical plants, food and beverage makers,
mines and power stations. Its brands are Quellmark, Stanhope and Drayline. The segment had net sales of {$rev:ip} in fiscal
{year}, against {$rev:ip@-1} in fiscal {prior}. Orders follow the capital spending of our customers and react to the
industrial cycle with a delay of two to three quarters.

Municipal & Water Systems makes vertical turbine pumps, submersible wastewater pumps and packaged lift stations for public
water and wastewater utilities and for irrigation districts. Its net sales were {$rev:mw} in fiscal {year}, against
{$rev:mw@-1} in fiscal {prior}. Projects are usually won by public bid, take nine to eighteen months from order to delivery,
and are billed on milestones. {valve_line}

Aftermarket & Service sells spare parts, repairs, upgrades and monitoring subscriptions for pumps of our own and of other
makers, and rents pumps for construction and emergencies. Its net sales were {$rev:as} in fiscal {year}, against {$rev:as@-1}
in fiscal {prior}. The segment has the highest margins of the three and the least cyclical demand. Our PulseLine sensors,
sold since 2019, were fitted to about {sensors} pumps at the end of the year.

## Products and Markets

The table shows how our net sales were divided by end market in fiscal {year}. Percentages are our own estimates, because
distributors do not always tell us where a pump is installed.

[[markets]]

## Customers

No end user accounted for more than 4% of net sales in any of the last three years. Our largest distributor, Calder Ridge
Supply, accounted for {calder} of net sales in fiscal {year} and {calder_prior} in fiscal {prior}; it buys from the Industrial
Pumps and the Aftermarket & Service segments under an agreement that either side may end with 180 days' notice. Our ten
largest customers together accounted for {top_ten} of net sales. About 22% of net sales in fiscal {year} came, directly or
through contractors, from federal, state and local governments.

## Competition

The markets for pumps and valves are competitive and fragmented. We compete with four large international groups, each with
a broader range and greater resources than ours, and with several hundred regional makers. Competition is based on
efficiency over the life of the pump, reliability, delivery time, price, and the reach of the service network. In standard
end-suction pumps, imports from low-cost countries have put pressure on prices for a decade. In engineered pumps and in
service, we believe that our application knowledge and the closeness of our service centers set us apart. We estimate that
we hold the third position in North America in municipal vertical turbine pumps.

## Backlog

Our backlog of firm orders was {backlog} at December 31, {year}, compared with {backlog_prior} at December 31, {prior}. We
expect to ship about 84% of it during fiscal {next}. Backlog can be cancelled by customers, in most cases against payment
of our costs.

## Raw Materials and Suppliers

We buy castings, bar steel, stainless and duplex alloys, copper motors, mechanical seals and electronic components. Castings
are our largest purchase: in fiscal {year} we poured {own_castings} of our castings by weight in our own foundries and bought
the rest from nine suppliers in the United States, Mexico and India. Mechanical seals of two designs come from a single
supplier. Prices of alloy steel {steel} during the year. We do not hedge metal prices; we pass changes on through price lists
that we normally revise twice a year.

## Research and Development

Research and development expense was {$opex:rnd} in fiscal {year} and {$opex:rnd@-1} in fiscal {prior}. Work centered on
hydraulic efficiency, on permanent-magnet motors and on the algorithms behind PulseLine. We hold 214 United States patents
and 305 foreign patents, which expire between 2025 and 2043. No single patent is material to the company as a whole.

## Human Capital

At December 31, {year} we employed {employees} people, of whom about 62% worked in the United States. About 880 hourly employees
at three plants are covered by collective agreements, one of which, at Pell Harbor, Wisconsin, expires in June {labor_expiry}.
Our recordable injury rate was {injuries} per 200,000 hours worked. Voluntary turnover was {turnover}. We run apprenticeships
for machinists and field service technicians with five technical colleges.

## Environmental and Other Regulation

Our foundries and machining plants are subject to laws on air emissions, waste water and waste. Capital spending for
environmental control was $3.1 million in fiscal {year}. Efficiency rules of the United States Department of Energy for
clean-water pumps apply to about a third of our products; all products that we ship comply with them. Federal rules that
require iron and steel products in publicly financed water projects to be made in the United States favor our domestic
plants, but they also raise the cost of some components.

## Seasonality

Demand is mildly seasonal. Sales are lowest in the first quarter, when construction slows, and highest in the fourth, when
industrial customers spend what is left of their maintenance budgets. Rentals peak with the storm season.

## Available Information

We make our annual, quarterly and current reports available free of charge on our investor website as soon as reasonably
practicable after they are filed. Nothing on the website is part of this report.
"""

RISKS = """
You should consider these risks together with the other information in this report. The order does not show their weight.

## Risks of Our Business and Industry

### Demand for our products depends on capital spending by our customers, which is cyclical.

Much of our Industrial Pumps segment depends on spending by chemical, mining and power companies. These customers cut or
postpone projects when their own markets weaken. {cycle_risk} A downturn of some length would reduce our net sales and leave
our plants underused, so that earnings would fall faster than sales.

### Municipal projects depend on public budgets and may be delayed.

Water utilities pay for projects from rates, bonds and federal programs. A change in interest rates, in federal funding or in
the priorities of a city council can delay or end a project after we have spent money on the bid and the engineering. Fixed
prices over a long delivery expose us to rises in cost that we may be unable to recover.

### Prices and supply of castings, alloys, motors and seals may harm our margins.

We do not hedge metal prices. When costs rise quickly, our price increases follow with a delay of three to six months. The loss
of our single supplier of certain mechanical seals would stop the production of some magnetic-drive pumps until we qualified
another, which we estimate would take about nine months.

### A significant part of our net sales goes through one distributor.

Calder Ridge Supply accounted for {calder} of our net sales in fiscal {year}. If it chose to promote the products of a
competitor, lost market share, or could not pay us, our sales and earnings would be harmed, and it could take more than a
year to build up other channels in its regions.

### We face strong competition, including from importers with lower costs.

Our competitors may develop more efficient products, accept lower margins, or bundle pumps with motors and drives that we do
not make. We may have to lower prices or give up volume in standard pumps. In service, independent repair shops copy our
parts, and three-dimensional printing of impellers makes copying easier.

### {acquisition_risk_title}

{acquisition_risk}

### Our restructuring may not bring the savings that we expect.

{restructuring_risk}

### We have been named in asbestos claims and may be named in more.

Some pumps that we sold before 1986 held gaskets and packing made by others that contained asbestos. At December 31, {year} we
were a defendant in {claims} pending claims, compared with {claims_prior} a year earlier. Insurance has paid most of our
costs so far, but the limits of some policies are being used up, and insurers may dispute coverage or fail.

### Warranty claims and product liability could be costly.

A pump that fails in a refinery or a hospital can cause damage far beyond its price. We limit our liability in contracts
where we can and carry insurance above a self-insured layer of $2 million a claim. A serious failure of a series product,
or a recall, could cost more than our reserves.

### Currency rates and foreign operations expose us to risk.

In fiscal {year} about {foreign} of our net sales came from outside the United States. A strong dollar reduces the value of
those sales when translated and makes our exports dearer. We are also exposed to tariffs, export controls, and changes of
law in the countries where we operate.

### Tariffs and trade rules may raise our costs.

About 17% of our purchases come from outside the United States. New or higher tariffs on castings, motors or electronic
components would raise our costs, and foreign countermeasures could make our exports less competitive.

### Our pension obligations could require higher contributions.

Our frozen pension plan in the United States was underfunded by {pension_gap} at December 31, {year}. Lower interest rates or
poor returns on plan assets would raise that amount.
"""

PROPERTIES = """
Our headquarters are in leased offices in Pell Harbor, Wisconsin. The table lists our principal plants at December 31, {year}.
We also lease {centers} service centers and seven sales offices. We believe that our properties are in good condition and
sufficient for our present needs. {property_change}

[[plants]]
"""

LEGAL = """
## Asbestos Claims

We are one of many defendants in lawsuits that claim injury from asbestos in parts of pumps sold before 1986. At December 31,
{year} there were {claims} claims pending, of which about 70% were in Illinois, Missouri and New York. During the year {claims_new}
claims were filed and {claims_closed} were closed, most of them without payment. Our reserve for asbestos claims and defense was
{asbestos_reserve}, and we have recorded {asbestos_insurance} as due from insurers. See Note 10.

## Harlan Falls Site

In 2016 the Ohio environmental agency asked us to investigate solvents in the ground water beneath our former plating shop in
Harlan Falls, Ohio. We agreed on a remedy in 2021. We have accrued {harlan_reserve} for the remaining costs, which we expect to
pay until 2034. The reasonably possible range of costs beyond that amount is from zero to $6.0 million.

## Patent Litigation

{patent}

We are party to other proceedings that arise in the ordinary course of business. We do not believe that any of them will have a
material adverse effect on our financial condition.
"""

MARKET = """
## Market Information, Holders and Dividends

Our common stock trades on the New York Stock Exchange under the symbol QLMK. On {filed} there were {holders} holders of record.
We have paid a dividend in every quarter since 1994. We declared dividends of {dividend} per share in fiscal {year} and
{dividend_prior} in fiscal {prior}. {dividend_raise} It is our policy to pay out about a third of net income over the cycle; each
dividend is subject to the decision of the Board of Directors.

## Issuer Purchases of Equity Securities

{buyback_program} In fiscal {year} we repurchased shares for {$buyback}, compared with {$buyback@-1} in fiscal {prior}. The
table shows the purchases of the fourth quarter.

[[purchases]]
"""

MDA = """
## Overview

{mda_overview}

## Results of Operations

[[summary]]

### Net sales

Net sales {up revenue} by {~revenue}, or {%revenue}, to {$revenue} in fiscal {year} from {$revenue@-1} in fiscal {prior}.
{sales_text}

### Gross profit

Gross profit was {$gross}, or {%gross/revenue} of net sales, in fiscal {year}, compared with {$gross@-1}, or
{%gross@-1/revenue@-1} of net sales, in fiscal {prior}. {margin_text}

### Selling, general and administrative expenses

Selling, general and administrative expenses {up opex:sga} to {$opex:sga}, or {%opex:sga/revenue} of net sales, from
{$opex:sga@-1}, or {%opex:sga@-1/revenue@-1}. {sga_text}

### Restructuring

{restructuring_text}

### Operating income

Operating income {up operating_income} by {%operating_income} to {$operating_income}. The operating margin was
{%operating_income/revenue} in fiscal {year} and {%operating_income@-1/revenue@-1} in fiscal {prior}. {operating_text}

### Interest expense and other income

Interest expense was {$interest} in fiscal {year} and {$interest@-1} in fiscal {prior}. {interest_text} Other income, net, was
{$other_income}, mostly interest on deposits.

### Income taxes

Our effective income tax rate was {%tax/pretax} in fiscal {year} and {%tax@-1/pretax@-1} in fiscal {prior}. {tax_text}

### Net income

Net income was {$net_income}, or {eps} per diluted share, compared with {$net_income@-1}, or {eps_prior} per diluted share, in
fiscal {prior}.

## Segment Results

### Industrial Pumps

Net sales of the segment {up rev:ip} by {%rev:ip} to {$rev:ip}. {ip_text} Segment operating income was {$seg:ip}, against
{$seg:ip@-1}.

### Municipal & Water Systems

Net sales of the segment {up rev:mw} by {%rev:mw} to {$rev:mw}. {mw_text} Segment operating income was {$seg:mw}, against
{$seg:mw@-1}.

### Aftermarket & Service

Net sales of the segment {up rev:as} by {%rev:as} to {$rev:as}. {as_text} Segment operating income was {$seg:as}, against
{$seg:as@-1}.

## Liquidity and Capital Resources

At December 31, {year} we had cash and cash equivalents of {$cash}, of which {foreign_cash} was held outside the United States, and
unused commitments of {unused} under our revolving credit facility. We believe that these funds and cash from operations will
meet our needs for at least the next twelve months.

Net cash provided by operating activities was {$cfo} in fiscal {year}, compared with {$cfo@-1} in fiscal {prior}. {cfo_text}

Capital expenditures were {$capex}, or {%capex/revenue} of net sales, compared with {$capex@-1} in fiscal {prior}. {capex_text}

We paid dividends of {$dividends} and repurchased common stock for {$buyback}. {debt_text}

Our credit agreement requires a ratio of net debt to adjusted earnings before interest, taxes, depreciation and amortization of
no more than 3.75 to 1.00 and a ratio of such earnings to interest of at least 3.00 to 1.00. We were in compliance with both
covenants at December 31, {year}.

## Critical Accounting Estimates

Revenue over time. For engineered pumps that have no other use and for which we have a right to payment, we recognize revenue
over time by the ratio of costs incurred to total expected costs. A change of one percentage point in the expected margin of
all open projects would have changed operating income by about $1.9 million in fiscal {year}.

Goodwill. We test goodwill each October 1. {goodwill_test}

Asbestos and environmental reserves. These reserves rest on the number and nature of claims, the cost of defense and the stage of
remediation. Actual costs could differ from our estimates.
"""

MARKET_RISK = """
Interest rates. At December 31, {year} we had {variable_debt} of debt at variable rates. A rise of one percentage point would raise
our yearly interest expense by about {rate_effect}.

Currency. A fall of 10% in the currencies in which our foreign subsidiaries report would have reduced net sales of fiscal {year} by
about {fx_effect}. We use forward contracts of up to twelve months to cover part of our exposure to the euro and the Mexican
peso and do not hold derivatives for trading.

Commodities. We do not hedge metal prices. A change of 10% in the price of the alloys and castings that we buy would change our
yearly cost of sales by about $14 million before any change in our selling prices.
"""

NOTES = """
## Note 2. Revenue

The table divides net sales into revenue from contracts with customers and rental revenue, which is accounted for as operating
leases. Rental revenue is part of the Aftermarket & Service segment.

[[revenue_kinds]]

[[revenue_segments]]

[[revenue_areas]]

Revenue recognized over time was {over_time} of net sales in fiscal {year}. Contract liabilities were
{$deferred_revenue} at December 31, {year} and {$deferred_revenue@-1} at December 31, {prior}; substantially all of the amount at
the start of the year was recognized as revenue during the year.

## Note 3. Inventories

[[inventories]]

Inventories are net of reserves for excess and obsolete items of {obsolete} at December 31, {year}.

## Note 4. Property, Plant and Equipment

[[property]]

Depreciation expense was {$depreciation} in fiscal {year}, {$depreciation@-1} in fiscal {prior} and {$depreciation@-2} in fiscal
{prior2}.

## Note 5. Goodwill and Intangible Assets

[[goodwill]]

[[intangibles]]

Amortization expense was {$amortization} in fiscal {year}, {$amortization@-1} in fiscal {prior} and {$amortization@-2} in fiscal
{prior2}.

{acquisition_note}

## Note 6. Debt

[[debt]]

{debt_note}

[[maturities]]

Interest paid was {interest_paid} in fiscal {year}.

## Note 7. Leases

We lease service centers, offices, vehicles and machines. Operating lease cost was {lease_cost} in fiscal {year}. The weighted
average remaining term was {lease_term} years and the weighted average discount rate {lease_rate}. The table shows lease
liabilities by the fiscal year in which they fall due, at present value.

[[leases]]

## Note 8. Income Taxes

[[taxes]]

[[rate]]

{tax_note}

## Note 9. Stock-Based Compensation and Stockholders' Equity

Under our 2019 Equity Incentive Plan we grant stock options, restricted stock units and performance units. Stock-based
compensation expense was {$sbc} in fiscal {year}, {$sbc@-1} in fiscal {prior} and {$sbc@-2} in fiscal {prior2}. At December 31,
{year} there was {unrecognized} of unrecognized cost, to be recognized over a weighted average of 1.9 years. The table shows the
restricted stock units.

[[units]]

{buyback_program} The effect of dilutive stock awards on weighted average shares is shown in the consolidated statements of
operations.

## Note 10. Commitments and Contingencies

Asbestos. The reserve for asbestos claims and defense was {asbestos_reserve} at December 31, {year}, and the receivable from
insurers was {asbestos_insurance}. Both are shown without discount in other long-term liabilities and other assets.

Environmental. We have accrued {harlan_reserve} for the Harlan Falls site.

Warranty. The table shows changes in the warranty reserve.

[[warranty]]

{patent_note}

## Note 11. Restructuring

{restructuring_note}

[[restructuring]]

## Note 12. Segments

Our chief operating decision maker is the Chief Executive Officer, who assesses segments by operating income before corporate
costs, restructuring and interest. Sales between segments are not material.

[[segment_sales]]

[[segment_profit]]

[[segment_depreciation]]

[[segment_capex]]

Long-lived assets in the United States were 71% of the total at December 31, {year}.

## Note 13. Quarterly Results (Unaudited)

[[quarters]]

## Note 14. Subsequent Events

{subsequent}
"""

QUARTER_NOTES = """
## Note 2. Revenue

[[revenue_segments]]

[[revenue_areas]]

## Note 3. Inventories

[[inventories]]

## Note 4. Debt

[[debt]]

We repaid {$debt_repaid@ytd} of the term loan in the first six months of fiscal {year}. We were in compliance with all covenants
at {end}.

## Note 5. Income Taxes

Our effective income tax rate was {%tax/pretax} in the second quarter of fiscal {year} and {%tax@-1/pretax@-1} in the second
quarter of fiscal {prior}.

## Note 6. Restructuring

In February {year} we announced that we would close the foundry in Harlan Falls, Ohio, and move its work to Pell Harbor,
Wisconsin, and to outside suppliers. We recorded restructuring charges of {$opex:restructuring} in the second quarter and
{$opex:restructuring@ytd} in the first six months of fiscal {year}, nearly all for severance and retention of about 210
employees. We expect total charges of $17 million to $20 million.

## Note 7. Contingencies

There were 1,318 asbestos claims pending at {end}. The trial in our patent suit against Veldane Pumps is set for November {year}.

## Note 8. Segments

[[segment_sales]]

[[segment_profit]]

## Note 9. Subsequent Events

On July 22, {year} we signed an agreement to acquire Ferrow Valve Works, a maker of control valves for water utilities in
Tillery, Alabama, for about $143.0 million in cash. We expect to close in the third quarter and to pay with new senior notes.
"""

QUARTER_MDA = """
## Overview

Quellmark makes pumps, valves and controls and services them. Orders in the second quarter of fiscal {year} rose by 9% over a
year earlier, led by municipal customers, and backlog reached $389.4 million at {end}.

## Second Quarter

Net sales {up revenue} by {%revenue} to {$revenue} in the second quarter of fiscal {year} from {$revenue@-1} in the second quarter
of fiscal {prior}. Municipal & Water Systems grew, while Industrial Pumps suffered from delays of chemical projects in Europe.

Gross profit was {$gross}, or {%gross/revenue} of net sales, compared with {$gross@-1}, or {%gross@-1/revenue@-1}. Price
increases of about 2% and a better mix of service more than offset wage increases.

Selling, general and administrative expenses were {$opex:sga}, compared with {$opex:sga@-1}. Restructuring charges for the
closing of the Harlan Falls foundry were {$opex:restructuring}; there were none a year earlier.

Operating income was {$operating_income}, compared with {$operating_income@-1}. Net income was {$net_income}, or {eps} per diluted
share, compared with {$net_income@-1}, or {eps_prior} per diluted share.

## First Six Months

Net sales {up revenue@ytd} by {%revenue@ytd} to {$revenue@ytd} in the first six months of fiscal {year} from {$revenue@ytd-1}. Gross
profit was {%gross@ytd/revenue@ytd} of net sales, compared with {%gross@ytd-1/revenue@ytd-1}. Net income was {$net_income@ytd},
compared with {$net_income@ytd-1}.

## Liquidity and Capital Resources

Net cash provided by operating activities was {$cfo@ytd} in the first six months of fiscal {year}, compared with {$cfo@ytd-1} a
year earlier. {cfo_text} Capital expenditures were {$capex@ytd}. We paid dividends of {$dividends@ytd} and repurchased shares for
{$buyback@ytd}. Cash and cash equivalents were {$cash@ytd} at {end}.
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
    market_risk="There was no material change in our market risk since December 31, {prior}.",
    legal="See Note 7 to the condensed consolidated financial statements. At {end} there were 1,318 asbestos claims pending.",
    purchases="The table shows our purchases of common stock in the second quarter.\n\n[[purchases]]",
)
