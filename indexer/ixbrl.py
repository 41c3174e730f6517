"""Inline XBRL: the tagged numbers of a page with periods, units and dimensions, and what `dei:` says of the filing.

The page is read as HTML, so names of tags and attributes are in lower case here. Source: Inline XBRL 1.1 and its
Transformation Registry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from lxml import etree

from indexer.document import RawFact

_PREFIX = re.compile(rb"""xmlns:([\w.-]+)\s*=\s*["']http://www\.xbrl\.org/20\d\d/inlineXBRL["']""")
_ZERO_FORMATS = frozenset(("zerodash", "fixedzero", "numdash", "nocontent"))
_COMMA_FORMATS = frozenset(("numcommadecimal", "numcomma", "numspacecomma", "numdotcomma"))
_MAX_DIGITS = 27
_NUMBER = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_NOT_NUMBER = str.maketrans("", "", " \u00a0\u2009\u202f,'\u2019")
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: value for value, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, start=2)}
_WORDS |= {"no": 0, "none": 0, "nil": 0, "a": 1, "an": 1}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_DATE_FORMATS = ("%Y-%m-%d", "%B %d, %Y", "%B %d %Y", "%b %d, %Y", "%b. %d, %Y", "%m/%d/%Y", "%m/%d/%y", "%d %B %Y")
_DAY_FORMATS = ("--%m-%d", "%m-%d", "%B %d", "%b %d", "%b. %d", "%m/%d", "%d %B", "---%m-%d")
_METADATA = {
    "EntityRegistrantName": "company",
    "EntityCentralIndexKey": "cik",
    "DocumentType": "form",
    "DocumentPeriodEndDate": "period_end",
    "DocumentFiscalYearFocus": "fiscal_year",
    "DocumentFiscalPeriodFocus": "fiscal_period",
    "TradingSymbol": "ticker",
    "CurrentFiscalYearEndDate": "fiscal_year_end",
    "AmendmentFlag": "amendment",
}
_COMMON = re.compile(r"common|ordinary|classa|depositary|capitalstock", re.IGNORECASE)
_SYMBOL = re.compile(r"[A-Z]{1,5}(?:[./ -]?[A-Z])?")
_NO_SYMBOL = frozenset(("", "none", "n/a", "na", "not applicable", "null", "-", "\u2014"))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Context:
    start: date | None
    end: date
    dimensions: tuple[tuple[str, str], ...]


def find_prefix(data: bytes) -> str | None:
    """The prefix that a page uses for inline XBRL tags, None if it has none."""
    match = _PREFIX.search(data, 0, 200_000)
    return match.group(1).decode("ascii", "replace").lower() if match else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Tagged:
    """What the tags of a page say. `elements[i]` is the element of `facts[i]`."""

    facts: list[RawFact]
    elements: dict[etree._Element, int]
    metadata: dict[str, str]


def read_tags(root: etree._Element, prefix: str) -> Tagged:
    """Read every `nonFraction` that has a value, and the `dei:` facts that name the filing."""
    contexts = dict(_contexts(root))
    units = dict(_units(root))
    facts: list[RawFact] = []
    elements: dict[etree._Element, int] = {}
    for element in root.iter(f"{prefix}:nonfraction"):
        context = contexts.get(element.get("contextref") or "")
        value = _value(element) if context is not None else None
        if context is None or value is None:
            continue
        decimals = element.get("decimals") or ""
        elements[element] = len(facts)
        facts.append(
            RawFact(
                concept=element.get("name") or "",
                value=value,
                unit=units.get(element.get("unitref") or "", element.get("unitref") or ""),
                decimals=int(decimals) if re.fullmatch(r"-?\d{1,3}", decimals) else None,
                start=context.start,
                end=context.end,
                dimensions=context.dimensions,
            )
        )
    return Tagged(facts=facts, elements=elements, metadata=_metadata(root, prefix, contexts))


# --- contexts and units ----------------------------------------------------------------------------------------------


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition(":")[2]


def _text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _contexts(root: etree._Element) -> Iterator[tuple[str, _Context]]:
    for element in root.iter("xbrli:context", "context"):
        dates: dict[str, date] = {}
        dimensions: list[tuple[str, str]] = []
        for part in element.iter():
            name = _local(part)
            if name in ("startdate", "enddate", "instant"):
                day = _date(_text(part)[:10])
                if day is not None:
                    dates[name] = day
            elif name in ("explicitmember", "typedmember"):
                dimensions.append((part.get("dimension") or "", _text(part)))
        end = dates.get("enddate") or dates.get("instant")
        if end is not None:
            yield (
                element.get("id") or "",
                _Context(start=dates.get("startdate"), end=end, dimensions=tuple(sorted(dimensions))),
            )


def _units(root: etree._Element) -> Iterator[tuple[str, str]]:
    for element in root.iter("xbrli:unit", "unit"):
        upper: list[str] = []
        lower: list[str] = []
        for part in element.iter("xbrli:measure", "measure"):
            above = part.getparent()
            below = above is not None and _local(above) == "unitdenominator"
            (lower if below else upper).append(_text(part).rpartition(":")[2])
        yield element.get("id") or "", "*".join(upper) + ("/" + "*".join(lower) if lower else "")


# --- numbers ---------------------------------------------------------------------------------------------------------


def _value(element: etree._Element) -> Decimal | None:
    """The filed value: the shown number read by its format, times ten to the scale, with the sign attribute."""
    if any(key.rpartition(":")[2] == "nil" and value in ("true", "1") for key, value in element.attrib.items()):
        return None
    form = (element.get("format") or "").rpartition(":")[2].lower().replace("-", "").replace("_", "")
    number = _shown_number(_shown(element), form)
    if number is None:
        return None
    scale = element.get("scale") or "0"
    if re.fullmatch(r"[+-]?\d{1,2}", scale) and int(scale):
        number = number.scaleb(int(scale))
        if number.adjusted() < _MAX_DIGITS and number == number.to_integral_value():
            number = number.quantize(Decimal(1))
    return -number if element.get("sign") == "-" and number else number


def _shown(element: etree._Element) -> str:
    """The text of an element without what is excluded from it."""
    if not len(element):
        return (element.text or "").strip()
    pieces: list[str] = []
    walker = etree.iterwalk(element, events=("start", "end"))
    for event, part in walker:
        if event == "end":
            pieces.append((part.tail or "") if part is not element else "")
        elif _local(part) == "exclude" and part is not element:
            walker.skip_subtree()
        else:
            pieces.append(part.text or "")
    return "".join(pieces).strip()


def _shown_number(text: str, form: str) -> Decimal | None:
    if form in _ZERO_FORMATS:
        return Decimal(0)
    if form.startswith("numword"):
        return _from_words(text)
    if not text:
        return None
    plain = text.replace(".", "").replace(",", ".") if form in _COMMA_FORMATS else text
    plain = plain.translate(_NOT_NUMBER)
    match = _NUMBER.search(plain)
    if match is None:
        return Decimal(0) if plain.strip("-\u2010\u2012\u2013\u2014\u2212$()") == "" else _from_words(text)
    try:
        return Decimal(match.group())
    except InvalidOperation:
        return None


def _from_words(text: str) -> Decimal | None:
    """Read whole English numbers: "no", "three", "twenty-one", "two hundred thousand"."""
    total = current = 0
    words = re.findall(r"[a-z]+|\d+(?:\.\d+)?", text.lower().replace(",", ""))
    if not words:
        return None
    for word in words:
        if word == "and":
            continue
        if word in _WORDS:
            current += _WORDS[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total += max(current, 1) * _SCALES[word]
            current = 0
        else:
            return None
    return Decimal(total + current)


# --- what the filing says of itself ----------------------------------------------------------------------------------


def _metadata(root: etree._Element, prefix: str, contexts: dict[str, _Context]) -> dict[str, str]:
    said: list[Said] = []
    for element in root.iter(f"{prefix}:nonnumeric"):
        family, _, name = (element.get("name") or "").rpartition(":")
        if family == "dei" and name in _METADATA:
            context = contexts.get(element.get("contextref") or "")
            text = " ".join(_shown(element).split())
            said.append((name, text, element.get("format") or "", context.dimensions if context else ()))
    return metadata_of(said)


Said = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""A `dei:` fact: its name, text, format ("" in an instance) and dimensions."""


def metadata_of(said: Iterable[Said]) -> dict[str, str]:
    """What `dei:` facts say of a filing, under the keys of `RawDocument.metadata`; the registrant's own words first.

    `symbols` are all trading symbols, of every class of shares, "; " between them.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for name, text, form, dimensions in said:
        key = _METADATA.get(name)
        value = _metadata_value(key, text, form) if key else ""
        if key and value:
            found.setdefault(key, []).append((_preference(dimensions, key), value))
    result = {key: min(values, key=lambda entry: entry[0])[1] for key, values in found.items()}
    symbols = [value for rank, value in found.get("ticker", []) if rank <= 1 and _SYMBOL.fullmatch(value)]
    if len(set(symbols)) > 1:
        result["symbols"] = "; ".join(dict.fromkeys(symbols))
    return result


def _preference(dimensions: tuple[tuple[str, str], ...], key: str) -> int:
    """0 for the registrant itself, then for its common stock, then for anything else."""
    if not dimensions:
        return 0
    return 1 if key == "ticker" and any(_COMMON.search(member) for _, member in dimensions) else 2


def _metadata_value(key: str, text: str, form: str) -> str:
    if key == "period_end":
        day = _date(text)
        return day.isoformat() if day else ""
    if key == "fiscal_year_end":
        return _month_and_day(text)
    if key == "amendment":
        truth = form.lower().replace("-", "")
        is_true = truth.endswith(("fixedtrue", "booleantrue")) or text.lower() in ("true", "yes", "1", "\u2612", "x")
        return "true" if is_true else ""
    if key == "ticker":
        return "" if text.lower() in _NO_SYMBOL else text.upper()
    if key == "fiscal_year":
        match = re.search(r"(?:19|20)\d\d", text)
        return match.group() if match else ""
    return text


def _date(text: str) -> date | None:
    plain = " ".join(text.replace("\u00a0", " ").split()).strip(" .")
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(plain, form).date()
        except ValueError:
            continue
    return None


def _month_and_day(text: str) -> str:
    plain = " ".join(text.split()).strip(" .,")
    for form in _DAY_FORMATS:
        try:
            return datetime.strptime(f"2000 {plain}", f"%Y {form}").strftime("%m-%d")
        except ValueError:
            continue
    day = _date(plain)
    return day.strftime("%m-%d") if day else ""
