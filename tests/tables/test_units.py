from __future__ import annotations

from decimal import Decimal

import pytest

from finsagent.numbers import Number, parse_cell
from finsagent.tables import read_table
from finsagent.tables.units import row_scale, row_unit


def numbers(*cells: str) -> list[Number]:
    return [number for cell in cells if (number := parse_cell(cell)) is not None]


@pytest.mark.parametrize(
    ("label", "group", "cells", "unit"),
    [
        ("Basic", "Earnings per share", "2.61 2.02", "USD/share"),
        ("- Basic", "", "3.22 5.98", "USD/share"),
        ("Basic", "Shares used in computing earnings per share", "15,697,614 16,162,945", "shares"),
        ("Basic", "Earnings per share", "2,487 2,496", "shares"),
        ("Weighted-average shares used in computing net loss per share", "", "119,362 109,851", "shares"),
        ("Average shares outstanding used for basic earnings per share", "", "1,740,359", "shares"),
        ("Dilutive common stock options", "", "9,889", "shares"),
        ("Dilutive effect of common share equivalents", "Earnings per share", "10 13", "shares"),
        ("Common stock, $0.01 par value, 4,000 shares authorized, 900 shares issued", "", "18 18", "USD"),
        ("Common stock, par value $0.01 per share", "", "41 41", "USD"),
        ("Common stock, stated value $1 per share (10,000 shares authorized)", "", "4,009", "USD"),
        ("Class A stock and additional paid-in capital, $0.001 par value per share", "", "68,184", "USD"),
        ("Treasury stock, at cost, 57,105,354 shares", "", "(6,533)", "USD"),
        ("Treasury stock, 872 Class A common shares", "", "(7,517)", "USD"),
        ("Dividends declared ($0.40 per share)", "", "(494)", "USD"),
        ("Dividends declared per share", "", "0.40 0.40", "USD/share"),
        ("Common stock, par value (in dollars per share)", "", "0.01", "USD/share"),
        ("Common stock, shares outstanding (in shares)", "", "900 800", "shares"),
        ("Net loss per common stock - basic and diluted", "", "(0.13) (1.94)", "USD/share"),
    ],
)
def test_the_unit_of_lines_that_name_shares(label: str, group: str, cells: str, unit: str) -> None:
    assert row_unit(label, group, set(), numbers(*cells.split()), "") == unit


@pytest.mark.parametrize(
    ("words", "value", "scale"),
    [
        ("In millions, except number of shares, which are reflected in thousands, and per-share amounts", "15", 1000),
        ("dollars in millions except per share data; shares in thousands", "15", 1000),
        ("In thousands, except share and per share data", "15", 1),
        ("In thousands, except per share data", "15", 1_000_000),
        ("In thousands", "183,855,570", 1),  # more shares than any issuer has
    ],
)
def test_the_scale_of_counts_of_shares(words: str, value: str, scale: int) -> None:
    assert row_scale("shares", Decimal(1_000_000), words, own=False, numbers=numbers(value)) == scale


def test_cents_among_millions_are_amounts_a_share() -> None:
    text = "(In millions) | 2023 | 2022\nSales | 900 | 800\nCosts | 700 | 600\nContinuing operations | 0.77 | (0.25)"
    rows = {row.label: (row.unit, row.scale) for row in read_table(text).rows}
    assert rows["Continuing operations"] == ("USD/share", Decimal(1))
    assert rows["Sales"] == ("USD", Decimal(1_000_000))


def test_a_table_with_decimals_throughout_is_not_one_of_amounts_a_share() -> None:
    text = "(In millions) | 2023\nSales | 900.25\nCosts | 700.10\nTaxes | 50.75"
    assert {row.unit for row in read_table(text).rows} == {"USD"}
