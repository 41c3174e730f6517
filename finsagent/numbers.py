"""Numbers as filings and questions write them, in exact decimals.

`parse_cell` reads one table cell, `find_numbers` the numbers of running text, `find_scale` the unit words over a table
("in millions"). `format_value` writes a number in base units back in the unit that was asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

ONE = Decimal(1)
SCALES: dict[str, Decimal] = {
    "hundred": Decimal(10) ** 2,
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}
_SHORT_SCALES = {
    "k": "thousand",
    "m": "million",
    "mm": "million",
    "mn": "million",
    "mil": "million",
    "mio": "million",
    "b": "billion",
    "bn": "billion",
    "bil": "billion",
    "t": "trillion",
    "tn": "trillion",
}
CURRENCIES: dict[str, str] = {
    "$": "USD", "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "HK$": "HKD", "R$": "BRL",
    "\u20ac": "EUR", "\u00a3": "GBP", "\u00a5": "JPY", "RMB": "CNY", "Rs.": "INR", "\u20b9": "INR",
}  # fmt: skip

_SYMBOL = r"US\$|CA\$|HK\$|[CAR]\$|\$|\u20ac|\u00a3|\u00a5|RMB|Rs\.|\u20b9"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_MINUS = "-\u2212\u2013\u2014\u2010"
_DASHES = frozenset({"-", "--", "\u2010", "\u2012", "\u2013", "\u2014", "\u2014\u2014", "\u2212", "nil"})
_NO_VALUE = frozenset({"nm", "n/m", "n.m.", "na", "n/a", "n.a.", "*", "**", "not meaningful", "not applicable"})
_FOOTNOTE = re.compile(
    r"\s*(?:\((?:[1-9]\d?|[a-z])\)(?:\s*,)?\s*|\[(?:[1-9]\d?|[a-z])\]"
    r"|[*\u2020\u2021\u00b9\u00b2\u00b3\u2070-\u2079]+)+$",
    re.IGNORECASE,
)
_CELL = re.compile(
    rf"^(?P<currency>{_SYMBOL})?\s*(?P<open>\()?\s*(?P<minus>[{_MINUS}+])?\s*(?P<inner>{_SYMBOL})?\s*"
    rf"(?P<digits>{_DIGITS})\s*(?P<inside>%|pts?\.?|bps?|x)?\s*(?P<close>\))?\s*"
    r"(?P<unit>%|pts?\.?|bps?|x|percentage points|basis points|percent"
    r"|thousand|million|billion|trillion|bn|mn|mm|m|b|k)?\s*(?P<late>\))?$",
    re.IGNORECASE,
)
_TEXT = re.compile(
    rf"(?<![\w.,$/&-])(?P<open>\()?(?P<minus>[-\u2212])?(?P<currency>{_SYMBOL})?\s?(?P<inneropen>\()?(?P<innerminus>[-\u2212])?"
    rf"(?P<digits>{_DIGITS})(?P<close>\))?"
    r"(?:(?P<percent>\s?%|\s(?:percent|per cent|percentage points?|basis points|bps)\b)"
    r"|\s?(?P<scale>hundred|thousand|million|billion|trillion|mm|mn|bn|mil|bil|m|b|k|tn)\b(?!-))?(?P<times>x\b)?",
    re.IGNORECASE,
)
_CODE = re.compile(r"^\s?-?[A-Za-z]", re.ASCII)
_SCALE_WORDS = re.compile(
    r"(?:\b(?:in|amounts?|dollars?|expressed|stated|usd|u\.s\.\s+dollars|euros?)\b[^.;()]{0,40}?|\(\s*(?:u\.s\.\s+)?|\$\s*(?:in\s+)?|^\s*)"
    r"\b(?P<scale>thousands?|millions?|billions?|000'?s|000s?|mm|bn)\b",
    re.IGNORECASE,
)
_ZEROES = re.compile(r"\(?\$?\s?\b(?:000'?s|in 000s|000 omitted)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """A number in a text. `value` is as shown, with its sign; `text[start:end]` are its characters.

    `amount` has the scale word applied ("$1.5 billion" -> 1500000000). `mark` is "%", "pt", "bp", "x" or "".
    `currency` is an ISO code or "". `nil` is set for a dash that stands for zero.
    """

    value: Decimal
    start: int
    end: int
    mark: str = ""
    currency: str = ""
    scale: Decimal = ONE
    nil: bool = False

    @property
    def amount(self) -> Decimal:
        """The value in base units."""
        return self.value * self.scale

    @property
    def decimals(self) -> int:
        """Digits after the decimal point, as shown."""
        exponent = self.value.as_tuple().exponent
        return max(0, -exponent) if isinstance(exponent, int) else 0


def parse_cell(text: str) -> Number | None:
    """Read a table cell: "(1,234)", "$ 5,363", "1,234(1)", "12.3%", "\u2014" (zero). None if it holds no number."""
    stripped = text.strip()
    start = len(text) - len(text.lstrip())
    folded = stripped.replace("\u00a0", " ")
    bare = folded.strip("$%()\u20ac\u00a3 ").lower()
    if bare in _NO_VALUE or not folded:
        return None
    if bare in _DASHES:
        return Number(value=Decimal(0), start=start, end=start + len(stripped), nil=True)
    match = _CELL.match(folded)
    if match is None or _unbalanced(match):
        footnote = _FOOTNOTE.search(folded)
        if footnote is None or footnote.start() == 0:
            return None
        folded = folded[: footnote.start()].rstrip()
        match = _CELL.match(folded)
        if match is None or _unbalanced(match):
            return None
    negative = bool(match["open"]) or (match["minus"] or "+") != "+"
    value = Decimal(match["digits"].replace(",", ""))
    unit = (match["unit"] or match["inside"] or "").lower()
    return Number(
        value=-value if negative and value else value,
        start=start,
        end=start + len(folded),
        mark=_mark(unit),
        currency=CURRENCIES.get(match["currency"] or match["inner"] or "", ""),
        scale=_scale(unit),
    )


def find_numbers(text: str) -> list[Number]:
    """Find the numbers in running text, with their currency, percent sign and scale word. Codes like 10-K are none.

    "(1,234)" and "$(4.5)" are negative as in tables; "(5.5%)" is an aside and is not.
    """
    return [number for match in _TEXT.finditer(text) if (number := _in_text(match, text)) is not None]


def _in_text(match: re.Match[str], text: str) -> Number | None:
    start, end = match.span()
    scaled = match["scale"] or match["percent"] or match["times"]
    if not scaled and _CODE.match(text[end : end + 3]) and text[end : end + 1] not in {" ", ""}:
        return None
    inner = bool(match["inneropen"]) and bool(match["close"])
    wrapped = bool(match["open"]) and bool(match["close"]) and not scaled
    if match["open"] and not wrapped:
        start += 1
    if match["close"] and not (wrapped or inner) and not scaled:
        end = match.end("digits")
    precise = bool(match["currency"]) or "," in match["digits"] or "." in match["digits"]
    negative = bool(match["minus"] or match["innerminus"]) or inner or (wrapped and precise)
    value = Decimal(match["digits"].replace(",", ""))
    return Number(
        value=-value if negative and value else value,
        start=start,
        end=end,
        mark=_mark((match["percent"] or match["times"] or "").strip().lower()),
        currency=CURRENCIES.get(match["currency"] or "", ""),
        scale=_scale((match["scale"] or "").lower()),
    )


def find_scale(text: str) -> Decimal | None:
    """Read the scale that unit words give: "(in millions, except per share data)" -> 1000000. None if none does."""
    match = _SCALE_WORDS.search(text)
    if match is None:
        return SCALES["thousand"] if _ZEROES.search(text) else None
    word = match["scale"].lower().rstrip("s").rstrip("'")
    if word.startswith("000"):
        return SCALES["thousand"]
    return SCALES[_SHORT_SCALES.get(word, word)]


def round_half_up(number: Decimal, digits: int) -> Decimal:
    """Round as people do on paper: 0.125 -> 0.13 with two digits."""
    return number.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def same_number(shown: Decimal, exact: Decimal, *, digits: int) -> bool:
    """Whether `shown`, written with `digits` decimals, is `exact` rounded (or cut) to that many."""
    return abs(shown - exact) <= Decimal(1).scaleb(-digits) * Decimal("0.5000001")


def format_value(number: Decimal, unit: str, *, scale: str = "", digits: int | None = None) -> str:
    """Write a number in base units: `scale` is "", "thousand", "million" or "billion"; percent is given as 12.3."""
    factor = SCALES.get(scale, ONE)
    shown = number / factor
    places = digits if digits is not None else _usual_digits(shown, unit, scaled=bool(scale))
    rounded = round_half_up(shown, places)
    body = f"{abs(rounded):,.{places}f}"
    sign = "-" if rounded < 0 else ""
    words = f" {scale}" if scale else ""
    code, _, per = unit.partition("/")
    if unit == "percent":
        return f"{sign}{body}%"
    if unit == "days":
        return f"{sign}{body} days"
    if code in CURRENCIES.values():
        symbol = "$" if code == "USD" else f"{code} "
        return f"{sign}{symbol}{body}{words}" + (f" per {per}" if per else "")
    if unit in {"shares", "count"}:
        return f"{sign}{body}{words}" + (" shares" if unit == "shares" else "")
    return f"{sign}{body}{words}"


def _usual_digits(shown: Decimal, unit: str, *, scaled: bool) -> int:
    exponent = shown.normalize().as_tuple().exponent
    own = max(0, -exponent) if isinstance(exponent, int) else 0
    if unit == "percent":
        return min(max(own, 1), 2)
    if unit in {"shares", "count"}:
        return min(own, 2) if scaled else 0
    if "/" in unit or unit in {"ratio", "days"}:
        return 2
    return min(own, 2)


def _unbalanced(match: re.Match[str]) -> bool:
    return bool(match["open"]) != bool(match["close"] or match["late"])


def _mark(unit: str) -> str:
    if unit in {"%", "percent", "per cent"}:
        return "%"
    if unit.startswith("pt") or unit.startswith("percentage"):
        return "pt"
    if unit.startswith("bp") or unit.startswith("basis"):
        return "bp"
    return "x" if unit == "x" else ""


def _scale(unit: str) -> Decimal:
    return SCALES.get(_SHORT_SCALES.get(unit, unit), ONE)
