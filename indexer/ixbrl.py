"""Inline XBRL: the tagged numbers of a page with periods, units and dimensions, and what `dei:` says of the filing.

The page is read as HTML, so names of tags and attributes are in lower case here. Source: Inline XBRL 1.1 and its
Transformation Registry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

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
_PARTS = frozenset("startdate enddate instant explicitmember typedmember measure".split())
_COMMON = re.compile(r"common|ordinary|classa|depositary|capitalstock", re.IGNORECASE)
_SYMBOL = re.compile(r"[A-Z]{1,5}(?:[./ -]?[A-Z])?")
_NO_SYMBOL = frozenset(("", "none", "n/a", "na", "not applicable", "null", "-", "\u2014"))


Said = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""A `dei:` fact: its name, text, format ("" in an instance) and dimensions."""


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
    """What the tags of a page say. `facts` maps the number of each `nonFraction` that has a value to its fact."""

    facts: dict[int, RawFact]
    metadata: dict[str, str]


@dataclass(kw_only=True, slots=True)
class _Capture:
    """An element whose text is collected; `text` is None where only its end matters."""

    tag: str
    attributes: Mapping[str, str]
    text: list[str] | None


class TagReader:
    """Takes the tags of a page as they come; `finish` then says what they mean, for contexts may come after facts."""

    def __init__(self, prefix: str) -> None:
        self._number_tag = f"{prefix}:nonfraction"
        self._word_tag = f"{prefix}:nonnumeric"
        self._exclude_tag = f"{prefix}:exclude"
        self._numbers: list[_Capture] = []
        self._words: list[_Capture] = []
        self._contexts: dict[str, _Context] = {}
        self._units: dict[str, str] = {}
        self._open: list[_Capture] = []
        self._parts: list[tuple[_Capture, bool]] = []
        self._within = ""
        self._id = ""
        self._below = False
        self._excluded = 0
        self.listening = False
        """Whether text and all tags are wanted: inside a fact, a context or a unit."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> int | None:
        """Take a start tag; gives the number of a `nonFraction`, counted from 0."""
        if tag == self._number_tag:
            capture = _Capture(tag=tag, attributes=attributes, text=[])
            self._open.append(capture)
            self._numbers.append(capture)
            self.listening = True
            return len(self._numbers) - 1
        if tag == self._word_tag:
            family, _, name = (attributes.get("name") or "").rpartition(":")
            wanted = family == "dei" and name in _METADATA
            capture = _Capture(tag=tag, attributes=attributes, text=[] if wanted else None)
            self._open.append(capture)
            self.listening = True
            if wanted:
                self._words.append(capture)
        elif tag == self._exclude_tag:
            self._excluded += 1
        else:
            self._start_part(tag, attributes)
        return None

    def _start_part(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name in ("context", "unit") and tag in (name, f"xbrli:{name}"):
            self._within, self._id, self._parts, self._below = name, attributes.get("id") or "", [], False
            self.listening = True
        elif self._within and name == "unitdenominator":
            self._below = True
        elif self._within and name in _PARTS:
            capture = _Capture(tag=tag, attributes=attributes, text=[])
            self._open.append(capture)
            self._parts.append((capture, self._below))

    def data(self, text: str) -> None:
        """Take text."""
        if not self._excluded:
            for capture in self._open:
                if capture.text is not None:
                    capture.text.append(text)

    def end(self, tag: str) -> None:
        """Take an end tag."""
        if self._open and self._open[-1].tag == tag:
            self._open.pop()
        elif tag == self._exclude_tag:
            self._excluded = max(self._excluded - 1, 0)
        elif self._within:
            name = tag.rpartition(":")[2]
            if name == "unitdenominator":
                self._below = False
            elif name == self._within:
                self._end_within(name)
        self.listening = bool(self._open or self._within)

    def _end_within(self, name: str) -> None:
        self._within = ""
        if name == "unit":
            upper, lower = (
                "*".join(_words(part.text).rpartition(":")[2] for part, under in self._parts if under is below)
                for below in (False, True)
            )
            self._units[self._id] = upper + (f"/{lower}" if lower else "")
        elif (context := _context([part for part, _ in self._parts])) is not None:
            self._contexts[self._id] = context

    def finish(self) -> Tagged:
        """Every `nonFraction` that has a value, and the `dei:` facts that name the filing."""
        facts: dict[int, RawFact] = {}
        for number, capture in enumerate(self._numbers):
            get = capture.attributes.get
            context = self._contexts.get(get("contextref") or "")
            value = _value(capture.attributes, "".join(capture.text or ()).strip()) if context is not None else None
            if context is None or value is None:
                continue
            decimals = get("decimals") or ""
            facts[number] = RawFact(
                concept=get("name") or "",
                value=value,
                unit=self._units.get(get("unitref") or "", get("unitref") or ""),
                decimals=int(decimals) if re.fullmatch(r"-?\d{1,3}", decimals) else None,
                start=context.start,
                end=context.end,
                dimensions=context.dimensions,
            )
        return Tagged(facts=facts, metadata=metadata_of(self._said()))

    def _said(self) -> Iterator[Said]:
        for capture in self._words:
            get = capture.attributes.get
            context = self._contexts.get(get("contextref") or "")
            name = (get("name") or "").rpartition(":")[2]
            yield name, _words(capture.text), get("format") or "", context.dimensions if context else ()


def _words(text: Sequence[str] | None) -> str:
    return " ".join("".join(text or ()).split())


def _context(parts: Sequence[_Capture]) -> _Context | None:
    """The context that its parts make; None without an end."""
    dates: dict[str, date] = {}
    dimensions: list[tuple[str, str]] = []
    for part in parts:
        name, text = part.tag.rpartition(":")[2], _words(part.text)
        if name in ("explicitmember", "typedmember"):
            dimensions.append((part.attributes.get("dimension") or "", text))
        elif name != "measure" and (day := _date(text[:10])) is not None:
            dates[name] = day
    end = dates.get("enddate") or dates.get("instant")
    if end is None:
        return None
    return _Context(start=dates.get("startdate"), end=end, dimensions=tuple(sorted(dimensions)))


# --- numbers ---------------------------------------------------------------------------------------------------------


def _value(attributes: Mapping[str, str], shown: str) -> Decimal | None:
    """The filed value: the shown number read by its format, times ten to the scale, with the sign attribute."""
    if any(key.rpartition(":")[2] == "nil" and value in ("true", "1") for key, value in attributes.items()):
        return None
    form = (attributes.get("format") or "").rpartition(":")[2].lower().replace("-", "").replace("_", "")
    number = _shown_number(shown, form)
    if number is None:
        return None
    scale = attributes.get("scale") or "0"
    if re.fullmatch(r"[+-]?\d{1,2}", scale) and int(scale):
        number = number.scaleb(int(scale))
        if number.adjusted() < _MAX_DIGITS and number == number.to_integral_value():
            number = number.quantize(Decimal(1))
    return -number if attributes.get("sign") == "-" and number else number


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
