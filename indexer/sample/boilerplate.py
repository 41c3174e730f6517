"""Wording that issuers share almost word for word, as filings do: a trap for a search that ignores the issuer."""

from __future__ import annotations

FORWARD = """
## Forward-Looking Statements

This report contains forward-looking statements within the meaning of the federal securities laws. Words such as
"expects", "intends", "believes", "plans" and "may" mark such statements. They rest on what {short} knows on the date of
this report and involve risks described under Item 1A, Risk Factors, that could cause results to differ materially.
{short} undertakes no duty to update them, except as the law requires.
"""

RISK_GENERAL = """
## General Risks

### Our results could suffer if we lose key people or cannot hire the people we need.

Our success depends on the skill of our executives, engineers, sales staff and operating employees. Competition for
experienced people is strong in the places where we work, and wages have risen. If we cannot attract, train and keep
qualified employees, or if several senior leaders left within a short time, our business, financial condition and results
of operations could be harmed.

### A failure or breach of our information systems could interrupt our business and damage our reputation.

We depend on information systems, some of them run by third parties, to take orders, pay suppliers, bill customers and
report our results. These systems can fail, and they are the target of attacks that grow more frequent and more skillful,
including ransomware, phishing and attacks through suppliers. We have had incidents in the past, none of them material.
A serious incident could interrupt our operations, expose confidential information of customers or employees, lead to
claims and fines, and harm our reputation. Our cyber insurance may not cover all losses.

### Changes in tax law or in the mix of our earnings could raise our effective tax rate.

Our effective tax rate depends on where we earn income, on the valuation of deferred tax assets and on tax law, which
changes often. Tax authorities examine our returns and may disagree with positions that we have taken. An unfavorable
outcome could have a material effect on our net income and cash flows in the period in which it is recorded.

### We are subject to litigation that could be costly and divert the attention of management.

From time to time we are party to legal proceedings that arise in the ordinary course of business. Litigation is
uncertain; an adverse judgment or a settlement could require us to pay amounts that exceed our reserves and insurance, and
even a claim without merit takes time and money to defend.

### Our indebtedness could limit our flexibility.

At {end} we had {$debt} of debt outstanding. Debt service takes cash that we could otherwise use to invest in the
business, and our credit agreement contains covenants that restrict us. If we did not comply with a covenant and the
lenders did not waive the breach, they could demand repayment at once. We may not be able to refinance our debt on
acceptable terms when it matures.

### The price of our common stock may be volatile, and we may change our dividend or our repurchases at any time.

The market price of our common stock has moved widely and may continue to do so. Any future dividend is declared at the
discretion of our Board of Directors and depends on earnings, cash flow, debt covenants and other factors. We are not
obliged to repurchase any shares.

### If our internal control over financial reporting is not effective, investors could lose confidence in our reports.

We must assess each year whether our internal control over financial reporting is effective. Controls, however well
designed, give only reasonable assurance. If we or our auditor found a material weakness, or if we had to restate our
financial statements, the price of our common stock could fall.

### Severe weather, epidemics and other events outside our control could interrupt our operations.

Storms, floods, fire, earthquakes, epidemics, war and acts of terror could damage our facilities or those of our suppliers
and customers. Our business interruption insurance is limited, and recovery could take a long time.
"""

UNRESOLVED = "None."

CYBERSECURITY = """
## Risk Management and Strategy

{short} assesses, identifies and manages material risks from cybersecurity threats as part of its enterprise risk program.
The program follows a published industry framework and includes monitoring of networks around the clock by an outside
provider, tests of our defences at least once a year, training of all employees with computer access, and a review of the
security of suppliers before they are connected to our systems. A written response plan sets out who decides what in an
incident and is rehearsed each year.

During fiscal {year} no cybersecurity incident materially affected, or was reasonably likely to materially affect, our
business strategy, results of operations or financial condition.

## Governance

The Audit Committee of the Board oversees cybersecurity risk and receives a report from our Chief Information Security
Officer every quarter. {ciso}
"""

MINE = "Not applicable."

RESERVED = "[Reserved]"

ACCOUNTANTS = "None."

CONTROLS = """
## Evaluation of Disclosure Controls and Procedures

Our management, with the participation of our Chief Executive Officer and Chief Financial Officer, evaluated the
effectiveness of our disclosure controls and procedures as of {end}. Based on that evaluation they concluded that our
disclosure controls and procedures were effective at the reasonable assurance level.

## Management's Report on Internal Control over Financial Reporting

Management is responsible for establishing and maintaining adequate internal control over financial reporting. Management
assessed the effectiveness of internal control over financial reporting as of {end}, using the criteria of a recognized
framework, and concluded that it was effective. {control_scope}

## Changes in Internal Control

There was no change in our internal control over financial reporting during the quarter ended {end} that materially
affected, or is reasonably likely to materially affect, our internal control over financial reporting.
"""

CONTROLS_QUARTER = """
Our management, with the participation of our Chief Executive Officer and Chief Financial Officer, evaluated the
effectiveness of our disclosure controls and procedures as of {end} and concluded that they were effective at the reasonable
assurance level. There was no change in our internal control over financial reporting during the quarter that materially
affected, or is reasonably likely to materially affect, our internal control over financial reporting.
"""

OTHER_INFORMATION = """
During the quarter ended {end} no director or officer of {short} adopted or terminated a Rule 10b5-1 trading arrangement or
a non-Rule 10b5-1 trading arrangement.
"""

FOREIGN = "Not applicable."

PROXY = """
The information required by this Item is incorporated by reference to the section "{proxy_section}" of our definitive proxy
statement for the {meeting_year} annual meeting of stockholders, to be filed within 120 days after {end}.
"""

PROXY_SECTIONS = {
    "10": "Election of Directors and Executive Officers",
    "11": "Executive Compensation and Director Compensation",
    "12": "Security Ownership and Equity Compensation Plan Information",
    "13": "Related Person Transactions and Independence of Directors",
    "14": "Fees of the Independent Registered Public Accounting Firm",
}

EXHIBITS = """
(a)(1) Financial statements: see Item 8. (a)(2) Schedules are omitted because they are not required or because the information
is given in the notes. (a)(3) Exhibits:

[[exhibits]]
"""

SUMMARY = "None."

AUDITOR = """
## Report of Independent Registered Public Accounting Firm

To the Stockholders and the Board of Directors of {name}

### Opinion on the Financial Statements

We have audited the accompanying consolidated balance sheets of {name} and subsidiaries as of {end} and {end_prior}, the
related consolidated {income_title}, comprehensive income, cash flows and stockholders' equity for each of the three years
in the period ended {end}, and the related notes. In our opinion the financial statements present fairly, in all material
respects, the financial position of the Company as of {end} and {end_prior}, and the results of its operations and its cash
flows for each of the three years in the period ended {end}, in conformity with accounting principles generally accepted in
the United States of America.

### Basis for Opinion

These financial statements are the responsibility of the Company's management. Our responsibility is to express an opinion
on them based on our audits. We conducted our audits in accordance with the standards of the Public Company Accounting
Oversight Board. Those standards require that we plan and perform the audit to obtain reasonable assurance about whether the
financial statements are free of material misstatement, whether due to error or fraud.

### Critical Audit Matter

{critical_matter}

/s/ {auditor}

We have served as the Company's auditor since {auditor_since}.

{auditor_city}

{filed}
"""

POLICIES = """
## Note 1. Summary of Significant Accounting Policies

Basis of presentation. The consolidated financial statements include the accounts of {name} and its wholly owned
subsidiaries (together "{short}", the "Company", "we" or "our"). Intercompany balances and transactions are eliminated.
{fiscal_policy}

Use of estimates. The preparation of financial statements requires management to make estimates and assumptions that affect
the reported amounts of assets, liabilities, revenue and expenses. Actual results could differ from those estimates.

Cash and cash equivalents. Cash equivalents are highly liquid investments with an original maturity of three months or less.

{receivable_policy}

{inventory_policy}

Property, plant and equipment. Property, plant and equipment is stated at cost less accumulated depreciation. Depreciation is
computed by the straight-line method over the estimated useful lives of the assets: {lives}.

{goodwill_policy}

{revenue_policy}

Income taxes. Deferred tax assets and liabilities are recognized for the differences between the carrying amounts of assets and
liabilities and their tax bases, using the tax rates expected to apply when the differences reverse. A valuation allowance is
recorded if it is more likely than not that a deferred tax asset will not be realized.

{other_policies}

New accounting standards. {new_standards}
"""

QUARTER_BASIS = """
## Note 1. Basis of Presentation

The accompanying unaudited condensed consolidated financial statements have been prepared in accordance with accounting
principles generally accepted in the United States of America for interim financial information. They do not include all
disclosures of annual statements and should be read together with the annual report on Form 10-K for fiscal {prior}. In the
opinion of management all adjustments, which are normal and recurring, have been made. Results of interim periods are not
necessarily indicative of the results of the full year. {fiscal_policy}
"""

RISK_QUARTER = """
There were no material changes in the risk factors disclosed in Part I, Item 1A of our annual report on Form 10-K for fiscal
{prior}, except as follows. {risk_change}
"""
