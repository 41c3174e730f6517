"""Finds line items and measures in a question, and says what filings print for them.

`line_items.toml` and `measures.toml` beside this module hold the words; this module only reads and matches them. Case,
plural, possessive, hyphens, "and", "of" and "the" make no difference. It knows nothing of issuers, periods or tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Literal

Statement = Literal["balance_sheet", "income", "cash_flow", "equity", "note", "segment", ""]
Balance = Literal["instant", "duration"]
Sign = Literal["", "outflow", "signed"]

_STATEMENTS: tuple[Statement, ...] = ("balance_sheet", "income", "cash_flow", "equity", "note", "segment", "")
_SIGNS: tuple[Sign, ...] = ("", "outflow", "signed")

STATEMENT_TITLES: dict[str, tuple[str, ...]] = {
    "balance_sheet": (
        "Consolidated Balance Sheets",
        "Consolidated Balance Sheet",
        "Balance Sheets",
        "Consolidated Statements of Financial Position",
        "Statements of Financial Condition",
        "Consolidated Statements of Financial Condition",
    ),
    "income": (
        "Consolidated Statements of Operations",
        "Consolidated Statements of Income",
        "Consolidated Statement of Income",
        "Consolidated Statements of Earnings",
        "Consolidated Income Statements",
        "Statements of Operations",
        "Consolidated Statements of Operations and Comprehensive Income",
    ),
    "cash_flow": (
        "Consolidated Statements of Cash Flows",
        "Consolidated Statement of Cash Flows",
        "Statements of Cash Flows",
        "Consolidated Cash Flow Statements",
    ),
    "equity": (
        "Consolidated Statements of Stockholders' Equity",
        "Consolidated Statements of Shareholders' Equity",
        "Consolidated Statements of Changes in Equity",
        "Consolidated Statements of Equity",
    ),
    "segment": ("Segment Information", "Segment Reporting", "Business Segments", "Reportable Segments"),
}

_STATEMENT_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "income",
        re.compile(
            r"\b(?:income statements?|statements? of (?:consolidated )?(?:income|operations|earnings|profit)"
            r"|p\s?&\s?l(?: statements?)?|profit (?:and|&) loss(?: statements?)?|earnings statements?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "balance_sheet",
        re.compile(
            r"\b(?:balance sheets?|statements? of (?:consolidated )?financial (?:position|condition))\b", re.IGNORECASE
        ),
    ),
    ("cash_flow", re.compile(r"\b(?:cash[ -]?flows? statements?|statements? of cash[ -]?flows?)\b", re.IGNORECASE)),
    (
        "equity",
        re.compile(r"\bstatements? of (?:changes in )?(?:stock|share)?(?:holders|owners)?'? ?equity\b", re.IGNORECASE),
    ),
)

_WORD = re.compile(r"[a-z0-9]+(?:\s?&\s?[a-z]\b)*|%", re.ASCII)
_AMPERSAND = re.compile(r"\s?&\s?")
_SILENT = frozenset({"and", "of", "the", "a", "an", "s"})
_SAME = {"percent": "%", "percentage": "%", "amortisation": "amortization", "equities": "equities"}
_FUNCTIONS = frozenset({"avg", "prior", "change", "opt", "first"})
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class LineItem:
    """One line that filings report. `printed` and `tags` are in order of preference.

    `within` is the key of the whole that the line is a part of and can't exceed.
    """

    key: str
    label: str
    asked: tuple[str, ...]
    printed: tuple[str, ...]
    statement: Statement
    balance: Balance
    unit: str
    sign: Sign
    tags: tuple[str, ...]
    derive: str
    within: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """Something that analysts compute. `line_items` are the keys that `formula` names, in order.

    Outside of `possible` (lowest, highest) the operands can't belong together; outside of `usual` it is doubtful.
    """

    key: str
    label: str
    asked: tuple[str, ...]
    formula: str
    unit: str
    digits: int
    higher_is: str
    also: tuple[str, ...]
    not_meaningful_for: tuple[str, ...]
    line_items: tuple[str, ...]
    possible: tuple[Decimal, Decimal] | None = None
    usual: tuple[Decimal, Decimal] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """Words of a question, `text[start:end]`, that name a line item or a measure.

    `line_items` are all lines that are needed, through the measure's formula.
    """

    start: int
    end: int
    text: str
    item: LineItem | Measure
    line_items: tuple[LineItem, ...]


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """Line items and measures by key, and the phrases that name them."""

    line_items: Mapping[str, LineItem]
    measures: Mapping[str, Measure]
    phrases: Mapping[tuple[str, ...], LineItem | Measure]

    def match(self, text: str) -> list[Match]:
        """Find what the text names: longest phrase first, without overlap, in order of place.

        The name of a statement is no line: "cash" is not found in "cash flow statement".
        """
        hidden = _statement_spans(text)
        words = [word for word in _words(text) if not any(start <= word[1] < end for start, end in hidden)]
        longest = max((len(phrase) for phrase in self.phrases), default=0)
        spans = [
            (size, at)
            for size in range(longest, 0, -1)
            for at in range(len(words) - size + 1)
            if tuple(word for word, _, _ in words[at : at + size]) in self.phrases
        ]
        taken: set[int] = set()
        found: list[Match] = []
        for size, at in spans:
            places = range(at, at + size)
            if taken.intersection(places):
                continue
            taken.update(places)
            item = self.phrases[tuple(word for word, _, _ in words[at : at + size])]
            start, end = words[at][1], words[at + size - 1][2]
            found.append(Match(start=start, end=end, text=text[start:end], item=item, line_items=self.needs(item)))
        return sorted(found, key=lambda match: match.start)

    def needs(self, item: LineItem | Measure) -> tuple[LineItem, ...]:
        """Return all line items that an item needs: itself or those of its formula, then those that can stand in."""
        if isinstance(item, LineItem):
            keys = {item.key: None}
        else:
            keys = dict.fromkeys(item.line_items)
            for other in item.also:
                keys.update(dict.fromkeys(self.measures[other].line_items))
        for key in tuple(keys):
            keys.update(dict.fromkeys(names_in(self.line_items[key].derive)))
        return tuple(self.line_items[key] for key in keys)

    def get(self, key: str) -> LineItem | Measure:
        """Return the item of that key. Raises KeyError."""
        return self.line_items[key] if key in self.line_items else self.measures[key]


def statement_hints(text: str) -> tuple[str, ...]:
    """Name the statements that a question points to: "balance_sheet", "income", "cash_flow", "equity"; in order."""
    places = [(match.start(), key) for key, pattern in _STATEMENT_WORDS if (match := pattern.search(text))]
    return tuple(key for _, key in sorted(places))


def _statement_spans(text: str) -> list[tuple[int, int]]:
    return [match.span() for _, pattern in _STATEMENT_WORDS for match in pattern.finditer(text)]


def names_in(formula: str) -> tuple[str, ...]:
    """Return the line-item keys that a formula names, in order, each once."""
    return tuple(dict.fromkeys(name for name in _NAME.findall(formula) if name not in _FUNCTIONS))


def phrase(text: str) -> tuple[str, ...]:
    """Fold words for comparison: lower case, singular, without "and", "of", "the"."""
    return tuple(word for word, _, _ in _words(text))


@cache
def load_lexicon() -> Lexicon:
    """Read the two data files. Raises ValueError naming the entry if one is wrong."""
    items = {key: _line_item(key, entry) for key, entry in _entries("line_items.toml")}
    measures = {key: _measure(key, entry) for key, entry in _entries("measures.toml")}
    for name, formula in [(m.key, m.formula) for m in measures.values()] + [(i.key, i.derive) for i in items.values()]:
        unknown = [key for key in names_in(formula) if key not in items]
        if unknown:
            raise ValueError(f"lexicon entry {name!r}: its formula names unknown line items {unknown}")
    return Lexicon(line_items=items, measures=measures, phrases=_phrases(items.values(), measures.values()))


def _phrases(items: Iterable[LineItem], measures: Iterable[Measure]) -> dict[tuple[str, ...], LineItem | Measure]:
    """Map phrases to items: asked words win over labels, labels over printed wordings, measures over line items."""
    table: dict[tuple[str, ...], LineItem | Measure] = {}
    lines = list(items)
    both: list[LineItem | Measure] = [*measures, *lines]
    for item in both:
        for words in item.asked:
            table.setdefault(phrase(words), item)
    for item in both:
        table.setdefault(phrase(item.label), item)
    for line in lines:
        for words in line.printed:
            folded = phrase(words)
            if len(folded) > 1:
                table.setdefault(folded, line)
    table.pop((), None)
    return table


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    for found in _WORD.finditer(text.lower()):
        word = _AMPERSAND.sub("&", found.group())
        if word not in _SILENT:
            yield _SAME.get(word) or _singular(word), found.start(), found.end()


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith(("ss", "us", "is")) or "&" in word:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _entries(name: str) -> list[tuple[str, Mapping[str, object]]]:
    text = resources.files("finsagent.lexicon").joinpath(name).read_text("utf-8")
    return [(key, entry) for key, entry in tomllib.loads(text).items() if isinstance(entry, dict)]


def _line_item(key: str, entry: Mapping[str, object]) -> LineItem:
    statement = next((name for name in _STATEMENTS if name == entry.get("statement")), None)
    sign = next((name for name in _SIGNS if name == entry.get("sign", "")), None)
    if statement is None or sign is None:
        raise ValueError(f"lexicon entry {key!r}: unknown statement or sign")
    return LineItem(
        key=key,
        label=_text(key, entry, "label"),
        asked=_texts(key, entry, "asked"),
        printed=_texts(key, entry, "printed"),
        statement=statement,
        balance="instant" if entry.get("balance") == "instant" else "duration",
        unit=str(entry.get("unit", "USD")),
        sign=sign,
        tags=_texts(key, entry, "tags"),
        derive=str(entry.get("derive", "")),
        within=str(entry.get("within", "")),
    )


def _measure(key: str, entry: Mapping[str, object]) -> Measure:
    formula = _text(key, entry, "formula")
    unit = _text(key, entry, "unit")
    digits = entry.get("digits", 0 if unit == "USD" else 2)
    return Measure(
        key=key,
        label=_text(key, entry, "label"),
        asked=_texts(key, entry, "asked"),
        formula=formula,
        unit=unit,
        digits=digits if isinstance(digits, int) else 2,
        higher_is=str(entry.get("higher_is", "")),
        also=_texts(key, entry, "also", default=()),
        not_meaningful_for=_texts(key, entry, "not_meaningful_for", default=()),
        line_items=names_in(formula),
        possible=_range(key, entry, "possible"),
        usual=_range(key, entry, "usual"),
    )


def _range(key: str, entry: Mapping[str, object], name: str) -> tuple[Decimal, Decimal] | None:
    value = entry.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(end, int) for end in value):
        raise ValueError(f"lexicon entry {key!r}: {name!r} must be two whole numbers")
    return Decimal(value[0]), Decimal(value[1])


def _text(key: str, entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value:
        raise ValueError(f"lexicon entry {key!r}: {name!r} must be a text")
    return value


def _texts(
    key: str, entry: Mapping[str, object], name: str, *, default: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    value = entry.get(name, default)
    if not isinstance(value, (list, tuple)) or not all(isinstance(part, str) for part in value):
        raise ValueError(f"lexicon entry {key!r}: {name!r} must be a list of texts")
    return tuple(str(part) for part in value)
