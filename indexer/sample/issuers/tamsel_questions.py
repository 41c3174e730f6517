"""Questions on Tamsel River Water."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.sample.books import Span
from indexer.sample.issuers.tamsel import BOOKS
from indexer.sample.questions import SampleQuestion, Source, abstain, figure, money, prose, ratio

ANNUAL_2000 = Source(filing="tmsr-10k-2000.txt", books=BOOKS, places=0)
QUARTER_2001 = Source(filing="tmsr-10q-200106.htm", books=BOOKS, places=0)
ANNUAL_2001 = Source(filing="tmsr-10k-2001.htm", books=BOOKS, places=0)


def questions() -> Iterator[SampleQuestion]:
    """Give the questions."""
    earlier, now = ANNUAL_2000.amounts(2000), ANNUAL_2001.amounts(2001)
    yield money(
        ANNUAL_2000,
        "tmsr-01",
        "What were the total operating revenues of Tamsel River Water Company in 2000?",
        earlier["revenue"],
        "FY2000",
    )
    eps = BOOKS.eps(Span(year=2001))
    yield figure(
        ANNUAL_2001,
        "tmsr-02",
        "What were Tamsel River Water's basic earnings per share in fiscal 2001?",
        float(eps),
        "USD/share",
        "FY2001",
        ANNUAL_2001.support("8", f"{eps}"),
    )
    yield figure(
        ANNUAL_2001,
        "tmsr-03",
        "What was Tamsel River Water's interest coverage in 2001, as operating income over interest expense?",
        ratio(now["operating_income"], now["interest"]),
        "ratio",
        "FY2001",
        ANNUAL_2001.support("8", now["operating_income"], now["interest"]),
    )
    yield money(
        QUARTER_2001,
        "tmsr-04",
        "What was Tamsel River Water's net income for the second quarter of 2001?",
        QUARTER_2001.amounts(2001, 2, 2)["net_income"],
        "Q2 FY2001",
        "I-1",
    )
    yield prose(
        "tmsr-05",
        "Why did Tamsel River Water's net income decrease in 2000?",
        "The summer was cool, costs of operation and interest were higher, and new rates did not take effect until March 2001.",
        ANNUAL_2000.support("7", "The decrease was due to the cool summer"),
        ("cool summer|cool", "interest"),
    )
    yield prose(
        "tmsr-06",
        "What did the Public Service Commission decide on Tamsel River Water's rates in February 2001?",
        "It granted an increase of 6.8%, or about $4,150,000 a year, effective March 1, 2001, with a return on equity of 10.4% "
        "(9.5% had been asked).",
        ANNUAL_2000.support("1", "granted an increase of 6.8%"),
        ("6.8%", "march 1, 2001|4,150,000"),
    )
    yield prose(
        "tmsr-07",
        "What did Tamsel River Water's largest customer announce in December 2001, and what does it mean for revenues?",
        "The owner of the Brenner Hollow paper mill will shut down one of two paper machines in April 2002, which reduces operating "
        "revenues by about $700,000 a year.",
        ANNUAL_2001.support("1", "one of two paper machines will be shut down in April 2002"),
        ("paper machine", "700,000"),
    )
    yield abstain(
        "tmsr-08",
        "How much did Tamsel River Water spend on research and development in 2001?",
        "not_found",
        "The filing does not state research and development expense.",
    )
