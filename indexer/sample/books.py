"""An issuer's books: yearly flows rolled forward from an opening balance sheet, so that every statement ties.

All amounts are whole ticks (the smallest amount that the issuer prints, such as $0.1 million). A balance changes only
through a flow, and cash takes the sum of all cash flows; hence the balance sheet balances and the cash flow statement
ties to it. A year is the sum of its four quarters. It knows nothing of documents or labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

Flows = Mapping[str, int | Sequence[int]]
Amounts = dict[str, int]

ASSETS = ("cash", "securities", "ar", "inventory", "prepaid", "ppe", "rou", "goodwill", "intangibles", "other_assets")
LIABILITIES = ("ap", "accrued", "deferred_revenue", "debt", "lease", "dtl", "other_liabilities")
EQUITY = ("common", "apic", "retained", "aoci", "treasury")
NON_CASH = ("depreciation", "amortization", "sbc", "tax_deferred", "impairment")
USES = ("d_ar", "d_inventory", "d_prepaid", "d_other_assets")
SOURCES = ("d_ap", "d_accrued", "d_deferred_revenue", "d_other_liabilities")


@dataclass(frozen=True, kw_only=True)
class Year:
    """One fiscal year: its quarters' last days and its flows (a number is split by `seasons`, a list is by quarter).

    `shares` and `diluted` are weighted averages in thousands, for the quarters and then the year.
    `current_debt`, `current_lease` are the parts due within a year, after each quarter.
    """

    start: date
    ends: tuple[date, date, date, date]
    flows: Flows
    shares: tuple[int, int, int, int, int]
    diluted: tuple[int, int, int, int, int]
    current_debt: tuple[int, int, int, int]
    current_lease: tuple[int, int, int, int] = (0, 0, 0, 0)
    dividend_cents: Decimal = Decimal(0)
    """Dividends declared a share in each quarter, in cents."""


@dataclass(frozen=True, kw_only=True)
class Span:
    """Some consecutive quarters of one fiscal year: a quarter, the year to date, or the year."""

    year: int
    first: int = 1
    last: int = 4


@dataclass(frozen=True, kw_only=True)
class Books:
    """Years of flows on an opening balance sheet. `seasons` says how a yearly flow falls on the quarters."""

    opening: Amounts
    years: Mapping[int, Year]
    ticks_a_million: int
    seasons: Mapping[str, tuple[int, int, int, int]] = field(default_factory=dict)

    def start(self, span: Span) -> date:
        """Give the first day of a span."""
        year = self.years[span.year]
        return year.start if span.first == 1 else date.fromordinal(year.ends[span.first - 2].toordinal() + 1)

    def end(self, span: Span) -> date:
        """Give the last day of a span; the year before the first is the opening balance sheet's."""
        if span.year not in self.years:
            return date.fromordinal(self.years[span.year + 1].start.toordinal() - 1)
        return self.years[span.year].ends[span.last - 1]

    def amounts(self, span: Span) -> Amounts:
        """Give every flow, subtotal and closing balance of a span, by key."""
        flows = self._sum(span)
        result = dict(flows)
        result.update(_derived(flows))
        result.update(self.balances(span.year, span.last))
        before = self.balances(span.year - 1, 4) if span.first == 1 else self.balances(span.year, span.first - 1)
        result.update({f"open_{key}": value for key, value in before.items()})
        result["cash_change"] = result["cash"] - before["cash"]
        return result

    def shares(self, span: Span, *, diluted: bool = False) -> int:
        """Give the weighted average shares of a span, in thousands."""
        counts = self.years[span.year].diluted if diluted else self.years[span.year].shares
        if (span.first, span.last) == (1, 4):
            return counts[4]
        quarters = counts[span.first - 1 : span.last]
        return round(sum(quarters) / len(quarters))

    def eps(self, span: Span, *, diluted: bool = False) -> Decimal:
        """Give net income a share in dollars, to the cent."""
        dollars = Decimal(self.amounts(span)["net_income"]) * 1_000_000 / self.ticks_a_million
        return (dollars / (self.shares(span, diluted=diluted) * 1000)).quantize(Decimal("0.01"), ROUND_HALF_UP)

    def dividend(self, span: Span) -> Decimal:
        """Give the dividends declared a share in dollars."""
        return self.years[span.year].dividend_cents * (span.last - span.first + 1) / 100

    def balances(self, year: int, quarter: int) -> Amounts:
        """Give the balance sheet after a quarter."""
        return self._closings[year, quarter]

    def _sum(self, span: Span) -> Amounts:
        total: dict[str, int] = {}
        for quarter in range(span.first, span.last + 1):
            for key, value in self._quarters[span.year, quarter].items():
                total[key] = total.get(key, 0) + value
        return total

    @cached_property
    def _quarters(self) -> dict[tuple[int, int], Amounts]:
        result: dict[tuple[int, int], Amounts] = {}
        for number, year in self.years.items():
            for quarter in range(4):
                result[number, quarter + 1] = {
                    key: self._part(key, value, quarter) for key, value in year.flows.items()
                }
                if "dividends" not in year.flows:
                    dollars = year.dividend_cents * year.shares[quarter] * 10
                    result[number, quarter + 1]["dividends"] = round(dollars * self.ticks_a_million / 1_000_000)
        return result

    def _part(self, key: str, value: int | Sequence[int], quarter: int) -> int:
        if not isinstance(value, int):
            return value[quarter]
        weights = self.seasons.get(key, self.seasons.get(key.split(":")[0], (25, 25, 25, 25)))
        parts = [round(value * weight / sum(weights)) for weight in weights[:3]]
        return parts[quarter] if quarter < 3 else value - sum(parts)

    @cached_property
    def _closings(self) -> dict[tuple[int, int], Amounts]:
        first = min(self.years)
        balance = {key: self.opening.get(key, 0) for key in (*ASSETS, *LIABILITIES, *EQUITY)}
        balance["retained"] = sum(balance[key] for key in ASSETS) - sum(
            balance[key] for key in (*LIABILITIES, *EQUITY) if key != "retained"
        )
        accumulated = self.opening.get("accumulated", 0)
        current = (self.opening.get("current_debt", 0), self.opening.get("current_lease", 0))
        result = {(first - 1, 4): _totals(balance, accumulated, *current)}
        for number, year in sorted(self.years.items()):
            for quarter in range(1, 5):
                flows = self._quarters[number, quarter]
                accumulated += flows.get("depreciation", 0) - flows.get("retired", 0)
                balance = _roll(balance, flows)
                current = (year.current_debt[quarter - 1], year.current_lease[quarter - 1])
                result[number, quarter] = _totals(balance, accumulated, *current)
        return result


def _group(flows: Mapping[str, int], prefix: str) -> int:
    return sum(value for key, value in flows.items() if key.startswith(prefix + ":"))


def _derived(flows: Mapping[str, int]) -> Amounts:
    def get(key: str) -> int:
        return flows.get(key, 0)

    result = {"revenue": _group(flows, "rev"), "cost": _group(flows, "cost"), "opex": _group(flows, "opex")}
    result["net_sales"] = result["revenue"] - get("rev:other")
    result["gross"] = result["revenue"] - result["cost"]
    result["operating_income"] = result["gross"] - result["opex"]
    result["segment_profit"] = _group(flows, "seg")
    result["corporate"] = result["operating_income"] - result["segment_profit"]
    result["pretax"] = result["operating_income"] - get("interest") + get("other_income")
    result["tax"] = get("tax_current") + get("tax_deferred")
    result["net_income"] = result["pretax"] - result["tax"]
    result["oci_fx"] = get("fx_cash") + get("fx_goodwill")
    result["oci"] = result["oci_fx"] + get("oci_pension")
    result["comprehensive"] = result["net_income"] + result["oci"]
    result["acquisition"] = _group(flows, "acq") - 2 * get("acq:ap")
    result["cfo"] = (
        result["net_income"]
        + sum(get(key) for key in NON_CASH)
        - sum(get(key) for key in USES)
        + sum(get(key) for key in SOURCES)
    )
    result["cfi"] = (
        -get("capex") - result["acquisition"] + get("disposals") - get("buy_securities") + get("sell_securities")
    )
    result["cff"] = get("debt_proceeds") - get("debt_repaid") - get("dividends") - get("buyback") + get("stock_issued")
    result["net_cash"] = result["cfo"] + result["cfi"] + result["cff"] + get("fx_cash")
    return result


def _roll(balance: Amounts, flows: Mapping[str, int]) -> Amounts:
    def get(key: str) -> int:
        return flows.get(key, 0)

    derived = _derived(flows)
    moves = {
        "cash": derived["net_cash"],
        "securities": get("buy_securities") - get("sell_securities"),
        "ar": get("d_ar") + get("acq:ar"),
        "inventory": get("d_inventory") + get("acq:inventory"),
        "prepaid": get("d_prepaid"),
        "ppe": get("capex") + get("acq:ppe") - get("depreciation") - get("disposals") - get("impairment"),
        "rou": get("new_leases") - get("rou_amortized"),
        "goodwill": get("acq:goodwill") + get("fx_goodwill"),
        "intangibles": get("acq:intangibles") - get("amortization"),
        "other_assets": get("d_other_assets"),
        "ap": get("d_ap") + get("acq:ap"),
        "accrued": get("d_accrued"),
        "deferred_revenue": get("d_deferred_revenue"),
        "debt": get("debt_proceeds") - get("debt_repaid"),
        "lease": get("new_leases") - get("rou_amortized"),
        "dtl": get("tax_deferred"),
        "other_liabilities": get("d_other_liabilities") - get("oci_pension"),
        "apic": get("sbc") + get("stock_issued"),
        "retained": derived["net_income"] - get("dividends"),
        "aoci": derived["oci"],
        "treasury": -get("buyback"),
    }
    return {key: value + moves.get(key, 0) for key, value in balance.items()}


def _totals(balance: Amounts, accumulated: int, current_debt: int, current_lease: int) -> Amounts:
    result = dict(balance)
    result["accumulated"] = accumulated
    result["ppe_gross"] = balance["ppe"] + accumulated
    result["current_debt"], result["long_debt"] = current_debt, balance["debt"] - current_debt
    result["current_lease"], result["long_lease"] = current_lease, balance["lease"] - current_lease
    result["current_assets"] = sum(balance[key] for key in ("cash", "securities", "ar", "inventory", "prepaid"))
    result["assets"] = sum(balance[key] for key in ASSETS)
    result["current_liabilities"] = (
        sum(balance[key] for key in ("ap", "accrued", "deferred_revenue")) + current_debt + current_lease
    )
    result["liabilities"] = sum(balance[key] for key in LIABILITIES)
    result["equity"] = sum(balance[key] for key in EQUITY)
    result["liabilities_and_equity"] = result["liabilities"] + result["equity"]
    return result
