"""Questions on Zephrane Systems."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.sample.issuers.zephrane import BOOKS
from indexer.sample.questions import (
    Expected,
    SampleQuestion,
    Source,
    abstain,
    figure,
    money,
    percentage,
    prose,
    ratio,
)

ANNUAL_2024 = Source(filing="zprn-10k-fy2024.pdf", books=BOOKS, places=1)
ANNUAL_2025 = Source(filing="zprn-20250630.htm", books=BOOKS, places=1)
QUARTER_2026 = Source(filing="zprn-20250930.htm", books=BOOKS, places=1)


def questions() -> Iterator[SampleQuestion]:
    """Give the questions."""
    earlier, now = ANNUAL_2024.amounts(2024), ANNUAL_2025.amounts(2025)
    yield money(
        ANNUAL_2024,
        "zprn-01",
        "What was Zephrane's research and development expense in fiscal 2024?",
        earlier["opex:rnd"],
        "FY2024",
    )
    free = earlier["cfo"] - earlier["capex"]
    yield SampleQuestion(
        id="zprn-02",
        question="What was Zephrane's free cash flow in FY2024, as cash from operating activities less purchases of property and "
        "equipment?",
        kind="numeric",
        answer=f"${ANNUAL_2024.shown(free)} million",
        value=Expected(number=ANNUAL_2024.dollars(free), unit="USD", period="FY2024"),
        filing=ANNUAL_2024.filing,
        evidence=ANNUAL_2024.support("8", earlier["cfo"], earlier["capex"]),
    )
    yield figure(
        ANNUAL_2025,
        "zprn-03",
        "What was Zephrane Systems' gross margin for fiscal 2025?",
        percentage(now["gross"], now["revenue"]),
        "percent",
        "FY2025",
        ANNUAL_2025.support("8", now["gross"], now["revenue"]),
    )
    yield figure(
        ANNUAL_2025,
        "zprn-04",
        "What was Zephrane's current ratio as of June 30, 2025?",
        ratio(now["current_assets"], now["current_liabilities"]),
        "ratio",
        "FY2025",
        ANNUAL_2025.support("8", now["current_assets"], now["current_liabilities"]),
    )
    yield money(
        QUARTER_2026,
        "zprn-05",
        "What was Zephrane's subscription revenue in the first quarter of fiscal 2026?",
        QUARTER_2026.amounts(2026, 1, 1)["rev:sub"],
        "Q1 FY2026",
        "I-1",
    )
    yield prose(
        "zprn-06",
        "What was the restructuring charge that Zephrane recorded in fiscal 2025 for?",
        "A cut of about 105 positions (6% of staff) in January 2025, mostly in sales and professional services: $6.3 million severance and "
        "$0.9 million for a floor that was given up.",
        ANNUAL_2025.support("7", "we cut about 105 positions, mostly in sales and in professional services"),
        ("105 positions|105", "severance"),
    )
    yield prose(
        "zprn-07",
        "What risks does Zephrane see in its use of artificial intelligence, according to the fiscal 2025 10-K?",
        "Language models can be wrong and can be manipulated by text that others write; an incident could harm patients and its "
        "reputation.",
        ANNUAL_2025.support("1A", "Such models can be wrong, and text that others write can manipulate them."),
        ("manipulate|manipulated", "patients|wrong"),
    )
    yield prose(
        "zprn-08",
        "Which company did Zephrane acquire in fiscal 2025, and what did it pay?",
        "Trellispoint Analytics, on November 18, 2024, for $86.5 million in cash.",
        ANNUAL_2025.support("1", "we acquired Trellispoint Analytics", "for $86.5 million in cash"),
        ("trellispoint", "86.5"),
    )
    yield abstain(
        "zprn-09",
        "What was Zephrane's net income in fiscal 2021?",
        "not_indexed",
        "No filing that covers fiscal 2021 is indexed.",
    )
    yield abstain(
        "zprn-10",
        "How many satellites did Drumlin Aerospace launch in 2024?",
        "unknown_issuer",
        "Drumlin Aerospace is not indexed.",
    )
