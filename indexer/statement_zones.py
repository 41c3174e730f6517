"""Where on a balance sheet a row stands: among assets or what is owed, current or not.

"Deferred income taxes" or "Term debt" is printed in two places and means two things; the totals tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from finsagent.tables import Row, TableView

_TOTALS = {
    "current_assets": re.compile(r"^total current assets\b", re.I),
    "assets": re.compile(r"^total assets\b|^assets, total", re.I),
    "current_liabilities": re.compile(r"^total current liabilities\b", re.I),
}
_FIRST_OWED = re.compile(
    r"^(?:accounts|notes|loans|trade|commercial) (?:and .{0,20})?pay(?:able|ments)|^short.term (?:debt|borrow)"
    r"|^deposits|^current (?:portion|maturities|installments)|^accrued\b",
    re.I,
)
_ASSET = re.compile(r"Assets|Receivable|Inventor|^Cash|Investments|PropertyPlant|Goodwill|Prepaid|RightOfUseAsset")
_OWED = re.compile(r"Liabilit|Payable|Debt(?!Securities)|Borrowing|Accrued|Commercial(?:Paper)|DeferredRevenue")


@dataclass(frozen=True, kw_only=True, slots=True)
class Zones:
    """Places of the totals in the text, None where a statement prints none."""

    current_assets: int | None
    assets: int | None
    current_liabilities: int | None
    owed: int | None
    """Where the liabilities start."""

    @classmethod
    def of(cls, views: Sequence[TableView]) -> Zones:
        """Find the totals."""
        rows = sorted((row for view in views for row in view.rows), key=lambda row: row.start)
        found = {name: _first(rows, pattern) for name, pattern in _TOTALS.items()}
        owed = found["assets"] if found["assets"] is not None else _first(rows, _FIRST_OWED)
        return cls(**found, owed=owed)

    def allows(self, concept: str, row: Row) -> bool:
        """Whether a concept can stand where a row stands."""
        if concept in ("Assets", "LiabilitiesAndStockholdersEquity"):
            return True
        is_owed = (
            None if self.owed is None else row.start > self.owed or (self.assets is None and row.start == self.owed)
        )
        if is_owed is not None:
            if is_owed and _ASSET.search(concept) and not _OWED.search(concept):
                return False
            if not is_owed and _OWED.search(concept):
                return False
        total = self.current_liabilities if is_owed else self.current_assets
        if is_owed is None or total is None:
            return True
        is_current = row.start <= total
        if concept.endswith("Current"):
            return is_current
        return not is_current or not (concept.endswith("Noncurrent") or concept.startswith("LongTerm"))


def _first(rows: Sequence[Row], pattern: re.Pattern[str]) -> int | None:
    return next((row.start for row in rows if pattern.search(row.label)), None)
