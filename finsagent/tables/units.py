"""What the numbers of a row are: their unit, their scale ("in millions, except per share"), their currency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from finsagent.numbers import CURRENCIES, ONE, SCALES, Number

_PER_SHARE = re.compile(
    r"\bper\s+(?:\w+\s+){0,2}(?:share|unit|ads)\b|\bper\s+common\s+stock\b|\(in dollars per share\)|\beps\b",
    re.IGNORECASE,
)
_SHARES = re.compile(
    r"\b(?:weighted[\s-]average|outstanding|issued|number of|common|diluted|basic|treasury|in)\b.{0,60}\bshares\b"
    r"|\bshares\b.{0,40}\b(?:outstanding|issued|used|repurchased|purchased|authorized)\b|\(in shares\)|^shares\b"
    r"|\bshare equivalents\b|\bdiluti\w+\b.{0,30}\b(?:options|securities|awards)\b|\bstock options\b.{0,30}\bdiluti"
    r"|\bweighted[\s-]average\b.{0,40}\bstock\b.{0,20}\boutstanding\b",
    re.IGNORECASE,
)
_AMOUNT_OF_SHARES = re.compile(
    r"\bpar value\b(?=.*\d)|\d.{0,6}\bpar value\b|\bstated value\b(?=.*\d)|\bpaid[\s-]in capital\b"
    r"|\btreasury\b.*(?:\bat cost\b|\d)|\d[\d,.]* (?:million |billion )?(?:\w+ ){0,3}shares\b",
    re.IGNORECASE,
)
"""Words of a line that names shares and holds their amount: "Common stock, $0.01 par value, 500 shares issued"."""
_SAYS_UNIT = re.compile(
    r"\(in (?:dollars|shares|usd)\b[^)]*\)|\((?:dollars|shares)\)|\bin dollars\b|^par value\b", re.IGNORECASE
)
_SHARES_IN = re.compile(
    r"\bshares?,?\s+(?:which\s+are\s+)?(?:(?:reflected|shown|presented|stated)\s+)?in\s+(thousands|millions)\b",
    re.IGNORECASE,
)
_MOST_SHARES = Decimal(10) ** 11
_DEAR = 100
"""A whole number from here on is no amount a share."""
_BASIC = re.compile(r"\W*(?:basic|diluted|basic and diluted|assuming dilution)\W*", re.IGNORECASE)
_COUNT = re.compile(
    r"^(?:total |number of |full-time )*(?:employees|headcount|stores|restaurants|warehouses|associates"
    r"|subscribers)\b|^number of\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b|\beffective (?:income )?tax rate\b", re.IGNORECASE)
_EXCEPT_SHARE_COUNTS = re.compile(
    r"\bexcept\b[^)]*?(?<!per )\bshares?\b(?:\s+(?:and|data|amounts|counts)|,)", re.IGNORECASE
)
_CURRENCY_NAMES = {
    "u.s. dollar": "USD", "us dollar": "USD", "canadian dollar": "CAD", "australian dollar": "AUD", "euro": "EUR",
    "pound": "GBP", "british pound": "GBP", "pounds sterling": "GBP", "yen": "JPY", "swiss franc": "CHF",
    "rmb": "CNY", "renminbi": "CNY", "yuan": "CNY", "mexican peso": "MXN", "rupee": "INR",
}  # fmt: skip
_NAMES = "|".join(re.escape(name) for name in sorted(_CURRENCY_NAMES, key=len, reverse=True))
_SAYS_CURRENCY = re.compile(rf"\b(?P<name>{_NAMES})s?\b", re.IGNORECASE)
_CURRENCY_OF_UNIT = re.compile(
    rf"(?:\b(?:thousands|millions|billions)\s+of\s+|\b(?:expressed|stated|amounts?|figures)\s+(?:are\s+)?in\s+|\(\s*(?:in\s+)?)"
    rf"(?P<name>{_NAMES})s?\b",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"(?:US|CA|HK|[CAR])?\$|\u20ac|\u00a3|\u00a5|\bRMB\b|\bRs\.|\u20b9")


def row_unit(label: str, group: str, marks: set[str], numbers: Sequence[Number], words: str) -> str:
    """Unit of a row: "USD", "USD/share", "shares", "percent", "ratio" or "count"; `marks` are those of its numbers."""
    if marks and marks <= {"%", "pt", "bp"}:
        return "percent"
    if marks == {"x"}:
        return "ratio"
    if _AMOUNT_OF_SHARES.search(label) and not _SAYS_UNIT.search(label):
        return "USD"
    large = _whole_and_large(numbers)
    if _PER_SHARE.search(label) or (_PER_SHARE.search(group) and not _SHARES.search(label)):
        if not large:
            return "USD/share"
        bare = not any(number.currency for number in numbers)
        return "shares" if bare and (_SHARES.search(f"{label} {group}") or _BASIC.fullmatch(label)) else "USD"
    if _SHARES.search(label) or (_SHARES.search(group) and not any(number.currency for number in numbers)):
        return "shares"
    if _BASIC.fullmatch(label):
        return "USD/share" if all(number.decimals == 2 or number.nil for number in numbers) else "shares"
    bare = not any(number.currency for number in numbers)
    if _PERCENT.search(label) and bare and "%" not in marks and all(abs(number.value) <= 1000 for number in numbers):
        return "percent"
    if _COUNT.search(label) and bare:
        return "count"
    return "USD"


def _whole_and_large(numbers: Sequence[Number]) -> bool:
    given = [number for number in numbers if not number.nil]
    return any(abs(number.value) >= _DEAR for number in given) and not any(number.decimals for number in given)


def row_scale(
    unit: str, scale: Decimal | None, words: str, *, own: bool, numbers: Sequence[Number] = ()
) -> Decimal | None:
    """The scale of a row's numbers; `words` may except per-share amounts or share counts; `own`: the label says it.

    Counts of shares that the scale would make more than any issuer has are printed in full, whatever the title says.
    """
    if unit in {"percent", "USD/share", "ratio"}:
        return ONE
    if own:
        return scale
    if unit == "shares" and (said := _SHARES_IN.search(words)):
        return SCALES[said[1].lower().rstrip("s")]
    if unit == "shares" and _EXCEPT_SHARE_COUNTS.search(words):
        return ONE
    if unit == "shares" and scale and any(abs(number.value) * scale > _MOST_SHARES for number in numbers):
        return ONE
    if unit == "count":
        return ONE
    return scale


def fits_unit(unit: str, wanted: str) -> bool:
    """Whether a row in `unit` may be the line that is wanted in `wanted`."""
    if wanted == unit:
        return True
    return unit in {"USD": {"count"}, "count": {"USD", "shares"}}.get(wanted, set())


def currency(words: str, body: str) -> str:
    """The ISO code of a table's amounts: what its unit words say, else its signs, else what its caption names."""
    said = _CURRENCY_OF_UNIT.search(words)
    if said is None:
        signs = Counter(_SYMBOLS.findall(body)) or Counter(_SYMBOLS.findall(words))
        if signs:
            return CURRENCIES.get(max(signs, key=lambda sign: (signs[sign], sign)), "USD")
        said = _SAYS_CURRENCY.search(words)
    return _CURRENCY_NAMES[said["name"].lower()] if said is not None else "USD"
