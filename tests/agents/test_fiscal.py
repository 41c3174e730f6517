"""A period's name says what it covers."""

from __future__ import annotations

from finsagent.agents.fiscal import Target


def test_names() -> None:
    half, nine = Target(year=2023, period="Q2", months=6), Target(year=2025, period="Q3", months=9)
    assert (half.name, half.words, half.point) == ("H1 FY2023", "the first six months of FY2023", "Q2 FY2023")
    assert (nine.name, nine.words) == ("YTD Q3 FY2025", "the first nine months of FY2025")
    assert Target(year=2023, period="Q2").name == "Q2 FY2023"
