"""Questions on Marrowby & Finch."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from indexer.sample.issuers.marrowby import BOOKS
from indexer.sample.questions import (
    SampleQuestion,
    Source,
    abstain,
    figure,
    money,
    percentage,
    prose,
    rounded,
)

ANNUAL_2024 = Source(filing="mfch-20250125.htm", books=BOOKS, places=0)
QUARTER_2025 = Source(filing="mfch-20251025.htm", books=BOOKS, places=0)
ANNUAL_2025 = Source(filing="mfch-20260131-full-submission.txt", books=BOOKS, places=0)


def questions() -> Iterator[SampleQuestion]:
    """Give the questions."""
    now, before = ANNUAL_2025.amounts(2025), ANNUAL_2025.amounts(2024)
    to_date = QUARTER_2025.amounts(2025, 1, 3)
    yield money(
        ANNUAL_2025,
        "mfch-01",
        "What was Marrowby & Finch's total revenue for fiscal 2025, credit card and other revenue included?",
        now["revenue"],
        "FY2025",
    )
    yield money(
        ANNUAL_2024, "mfch-02", "What were Marrowby & Finch's net sales in fiscal 2024?", before["net_sales"], "FY2024"
    )
    yield figure(
        ANNUAL_2024,
        "mfch-03",
        "What was Marrowby & Finch's operating margin in FY2024, as a percentage of total revenue?",
        percentage(before["operating_income"], before["revenue"]),
        "percent",
        "FY2024",
        ANNUAL_2024.support("8", before["operating_income"], before["revenue"]),
    )
    yield figure(
        ANNUAL_2025,
        "mfch-04",
        "What was MFCH's days payable outstanding (DPO) for fiscal 2025, as accounts payable at the year's end over cost of "
        "goods sold times 365?",
        rounded(Decimal(now["ap"]) * 365 / now["cost"]),
        "days",
        "FY2025",
        ANNUAL_2025.support("8", now["ap"], now["cost"]),
    )
    yield figure(
        ANNUAL_2025,
        "mfch-05",
        "By what percentage did Marrowby & Finch's net income rise from fiscal 2024 to fiscal 2025?",
        percentage(now["net_income"] - before["net_income"], before["net_income"]),
        "percent",
        "FY2025",
        ANNUAL_2025.support("8", now["net_income"], before["net_income"]),
    )
    yield money(
        QUARTER_2025,
        "mfch-06",
        "How much did Marrowby & Finch spend on capital expenditures in the first thirty-nine weeks of fiscal 2025?",
        to_date["capex"],
        "YTD Q3 FY2025",
        "I-1",
    )
    yield prose(
        "mfch-07",
        "Why did Marrowby & Finch's gross margin fall in fiscal 2024?",
        "Markdowns on excess Marrowby merchandise cost about 120 basis points and fixed occupancy costs were spread over flat "
        "sales; lower ocean freight rates helped by about 40 basis points.",
        ANNUAL_2024.support("7", "markdowns on excess Marrowby merchandise, which cost about 120 basis points"),
        ("markdowns", "occupancy"),
    )
    yield prose(
        "mfch-08",
        "With whom does Marrowby & Finch compete, according to its fiscal 2025 10-K?",
        "Department stores, specialty chains, off-price and discount retailers, direct-to-consumer brands and internet "
        "marketplaces.",
        ANNUAL_2025.support(
            "1", "We compete with department stores, specialty chains, off-price and discount retailers"
        ),
        ("department stores", "off-price|discount", "marketplaces"),
    )
    yield prose(
        "mfch-09",
        "What did Marrowby & Finch say about its dividends in the fiscal 2024 annual report?",
        "It has paid quarterly dividends since fiscal 2013, declared $0.48 per share in fiscal 2024, and raised the quarterly "
        "dividend from $0.12 to $0.13 in March 2025.",
        ANNUAL_2024.support("5", "the Board raised the quarterly dividend from $0.12 to $0.13 per share"),
        ("quarterly dividend", "0.48|0.13"),
    )
    yield abstain(
        "mfch-10",
        "What was Marrowby & Finch's total revenue in fiscal 2019?",
        "not_indexed",
        "No filing that covers fiscal 2019 is indexed.",
    )
    yield abstain(
        "mfch-11",
        "What was Pennyloom Outfitters' revenue in fiscal 2024?",
        "unknown_issuer",
        "Pennyloom Outfitters is not indexed.",
    )
