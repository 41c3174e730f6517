"""Questions on Quellmark Flow Systems."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.sample.books import Span
from indexer.sample.issuers.quellmark import BOOKS
from indexer.sample.questions import (
    SampleQuestion,
    Source,
    abstain,
    figure,
    money,
    percentage,
    prose,
    ratio,
)

ANNUAL_2023 = Source(filing="qlmk-20231231.htm", books=BOOKS, places=1)
QUARTER_2024 = Source(filing="qlmk-20240630.htm", books=BOOKS, places=1)
ANNUAL_2024 = Source(filing="qlmk-20241231.htm", books=BOOKS, places=1)


def questions() -> Iterator[SampleQuestion]:
    """Give the questions."""
    now, before = ANNUAL_2024.amounts(2024), ANNUAL_2024.amounts(2023)
    half, second = QUARTER_2024.amounts(2024, 1, 2), QUARTER_2024.amounts(2024, 2, 2)
    yield money(
        ANNUAL_2024, "qlmk-01", "What were Quellmark's total net sales in fiscal 2024?", now["revenue"], "FY2024"
    )
    eps = BOOKS.eps(Span(year=2023), diluted=True)
    yield figure(
        ANNUAL_2023,
        "qlmk-02",
        "What diluted earnings per share did Quellmark Flow Systems report for FY2023?",
        float(eps),
        "USD/share",
        "FY2023",
        ANNUAL_2023.support("8", f"{eps}"),
    )
    yield figure(
        ANNUAL_2024,
        "qlmk-03",
        "By what percentage did revenue of Quellmark's Municipal & Water Systems segment grow in fiscal 2024?",
        percentage(now["rev:mw"] - before["rev:mw"], before["rev:mw"]),
        "percent",
        "FY2024",
        ANNUAL_2024.support("8", now["rev:mw"], before["rev:mw"]),
    )
    yield figure(
        ANNUAL_2024,
        "qlmk-04",
        "What was Quellmark's quick ratio at the end of FY2024? Use cash and receivables over current liabilities, "
        "rounded to two decimals.",
        ratio(now["cash"] + now["securities"] + now["ar"], now["current_liabilities"]),
        "ratio",
        "FY2024",
        ANNUAL_2024.support("8", now["cash"], now["ar"], now["current_liabilities"]),
    )
    yield figure(
        ANNUAL_2024,
        "qlmk-05",
        "What was QLMK's capex as a percentage of revenue in FY2024?",
        percentage(now["capex"], now["revenue"]),
        "percent",
        "FY2024",
        ANNUAL_2024.support("8", now["capex"], now["revenue"]),
    )
    yield money(
        QUARTER_2024,
        "qlmk-06",
        "How much cash did Quellmark generate from operating activities in the first six months of fiscal 2024?",
        half["cfo"],
        "H1 FY2024",
        "I-1",
    )
    yield money(
        QUARTER_2024,
        "qlmk-07",
        "What was Quellmark's gross profit in the second quarter of fiscal 2024?",
        second["gross"],
        "Q2 FY2024",
        "I-1",
    )
    yield prose(
        "qlmk-08",
        "Why did Quellmark's gross margin improve in fiscal 2024?",
        "A greater share of sales came from parts and service, there were price increases, and scrap fell; a $2.8 million inventory step-up "
        "charge and wage increases held the margin back.",
        ANNUAL_2024.support("7", "a greater share of sales came from parts and service"),
        ("parts and service", "price increases", "scrap"),
    )
    yield prose(
        "qlmk-09",
        "What is the status of Quellmark's patent litigation against Veldane Pumps as of the FY2024 10-K?",
        "In November 2024 a jury found infringement of one of two patents and awarded $12.8 million; Veldane has appealed and "
        "the award is not recorded.",
        ANNUAL_2024.support("3", "awarded us damages of $12.8 million", "Veldane has appealed"),
        ("jury", "12.8 million", "appeal"),
    )
    yield prose(
        "qlmk-10",
        "Who is Quellmark's largest distributor, and how much of net sales did it account for in fiscal 2024?",
        "Calder Ridge Supply, which accounted for 11% of net sales in fiscal 2024 (12% in fiscal 2023).",
        ANNUAL_2024.support("1", "Our largest distributor, Calder Ridge Supply, accounted for 11% of net sales"),
        ("calder ridge", "11%"),
    )
    yield abstain(
        "qlmk-11",
        "How much did Quellmark spend on advertising in fiscal 2024?",
        "not_found",
        "The filing does not state advertising expense.",
    )
