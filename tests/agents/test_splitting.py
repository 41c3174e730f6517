from __future__ import annotations

import pytest

from finsagent.agents.splitting import sentences_of
from tests.agents.passages import passage


def only(text: str) -> float:
    (sentence,) = sentences_of(passage(1, text))
    return sentence.worth


@pytest.mark.parametrize(
    "text",
    [
        "For a discussion of legal proceedings, see Note 21 to our financial statements.",
        "The information required by this Item is incorporated herein by reference.",
        "4.2 Supplemental Indenture, dated as of June 13, 2019, among the issuer and the trustee (filed earlier).",
        "Date of Report (Date of earliest event reported): July 1, 2022 and no other date.",
        "We are unable to reconcile our projected organic growth to reported growth.",
        "These forward-looking statements involve risks that we describe elsewhere.",
        "upon current information that the outcome of any such claim is not known.",
        "The following table shows net sales by segment for the two years.",
        "Garden tools sold | 12 | 11",
    ],
)
def test_what_states_nothing_counts_less(text: str) -> None:
    assert only(text) < 0.6


@pytest.mark.parametrize(
    "text",
    [
        "In March 2023 a former supplier filed a lawsuit that claims damages of $12 million.",
        "(8) The shareholder proposal regarding a report on emissions was defeated:",
        "We derive a significant portion of our revenues from a limited number of airlines.",
    ],
)
def test_what_states_something_counts_in_full(text: str) -> None:
    assert only(text) == 1
