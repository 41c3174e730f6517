"""XBRL instance documents and label linkbases: the XML files that a submission holds beside its page.

A filing from before inline XBRL (2009 to about 2019) tags its numbers only there; since then EDGAR adds an instance
that it extracts from the page ("..._htm.xml"), which says the same as the page. Source: XBRL 2.1, Dimensions 1.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from lxml import etree

from indexer.document import RawFact
from indexer.ixbrl import Said, metadata_of

_INSTANCE = "http://www.xbrl.org/2003/instance"
_LINKBASE = "http://www.xbrl.org/2003/linkbase"
_XLINK = "{http://www.w3.org/1999/xlink}"
_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_STANDARD_ROLE = "http://www.xbrl.org/2003/role/label"
_ROOT = re.compile(rb"<(?:[\w.-]+:)?(xbrl|linkbase)\b", re.IGNORECASE)
_FAMILY = re.compile(r"/(us-gaap|dei|srt|ifrs-full|invest|country|currency|exch|ecd|cyd)(?:/|$)")
_INFINITE = "INF"


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """What an instance says: facts in its order (without places), and what `dei:` says of the filing."""

    facts: tuple[RawFact, ...]
    metadata: dict[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Context:
    start: date | None
    end: date
    dimensions: tuple[tuple[str, str], ...]


def is_instance(data: bytes) -> bool:
    """Whether the bytes are an XBRL instance."""
    found = _ROOT.search(data, 0, 20_000)
    return found is not None and found[1].lower() == b"xbrl"


def read_instance(data: bytes) -> Instance:
    """Read an instance; what can't be read (a cut file, a fact without its context) is left out."""
    root = _parse(data)
    if root is None or etree.QName(root).localname != "xbrl":
        return Instance(facts=(), metadata={})
    contexts = dict(_contexts(root))
    units = dict(_units(root))
    facts: list[RawFact] = []
    said: list[Said] = []
    for element in root.iterchildren("*"):
        context = contexts.get(element.get("contextRef") or "")
        if context is None or element.get(_NIL) in ("true", "1"):
            continue
        concept = _name(element)
        text = (element.text or "").strip()
        unit = element.get("unitRef")
        if unit is None:
            if concept.startswith("dei:"):
                said.append((concept[4:], text, "", context.dimensions))
            continue
        value = _decimal(text)
        if value is not None:
            facts.append(
                RawFact(
                    concept=concept,
                    value=value,
                    unit=units.get(unit, unit),
                    decimals=_decimals(element, text),
                    start=context.start,
                    end=context.end,
                    dimensions=context.dimensions,
                )
            )
    return Instance(facts=tuple(facts), metadata=metadata_of(said))


def read_labels(data: bytes) -> dict[str, str]:
    """Read a label linkbase: concept -> its standard label."""
    root = _parse(data)
    if root is None:
        return {}
    result: dict[str, str] = {}
    for link in root.iter(f"{{{_LINKBASE}}}labelLink"):
        concepts: dict[str, str] = {}
        texts: dict[str, str] = {}
        for element in link.iterchildren("*"):
            name = etree.QName(element).localname
            label = element.get(f"{_XLINK}label") or ""
            if name == "loc":
                concepts[label] = (element.get(f"{_XLINK}href") or "").rpartition("#")[2].replace("_", ":", 1)
            elif name == "label" and element.get(f"{_XLINK}role") in (None, _STANDARD_ROLE):
                texts.setdefault(label, " ".join("".join(element.itertext()).split()))
        for arc in link.iter(f"{{{_LINKBASE}}}labelArc"):
            concept = concepts.get(arc.get(f"{_XLINK}from") or "")
            text = texts.get(arc.get(f"{_XLINK}to") or "")
            if concept and text:
                result.setdefault(concept, text)
    return result


def _parse(data: bytes) -> etree._Element | None:
    parser = etree.XMLParser(
        recover=True, huge_tree=True, resolve_entities=False, no_network=True, remove_comments=True
    )
    try:
        return etree.fromstring(data.strip(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _name(element: etree._Element) -> str:
    """The concept with the prefix that its taxonomy is known by, whatever the file calls it."""
    name = etree.QName(element)
    family = _FAMILY.search(name.namespace or "")
    return f"{family[1] if family else element.prefix or ''}:{name.localname}"


def _contexts(root: etree._Element) -> Iterator[tuple[str, _Context]]:
    for element in root.iterchildren(f"{{{_INSTANCE}}}context"):
        days: dict[str, date] = {}
        dimensions: list[tuple[str, str]] = []
        for part in element.iter("*"):
            name = etree.QName(part).localname
            if name in ("startDate", "endDate", "instant"):
                day = _day(part.text)
                if day is not None:
                    days[name] = day
            elif name in ("explicitMember", "typedMember"):
                dimensions.append((part.get("dimension") or "", " ".join("".join(part.itertext()).split())))
        end = days.get("endDate") or days.get("instant")
        if end is not None:
            context = _Context(start=days.get("startDate"), end=end, dimensions=tuple(sorted(dimensions)))
            yield element.get("id") or "", context


def _units(root: etree._Element) -> Iterator[tuple[str, str]]:
    for element in root.iterchildren(f"{{{_INSTANCE}}}unit"):
        upper: list[str] = []
        lower: list[str] = []
        for measure in element.iter(f"{{{_INSTANCE}}}measure"):
            above = measure.getparent()
            below = above is not None and etree.QName(above).localname == "unitDenominator"
            (lower if below else upper).append((measure.text or "").strip().rpartition(":")[2])
        yield element.get("id") or "", "*".join(upper) + ("/" + "*".join(lower) if lower else "")


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "").strip()[:10])
    except ValueError:
        return None


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _decimals(element: etree._Element, text: str) -> int | None:
    """The `decimals` attribute, or what a `precision` (significant digits, XBRL 2.1 4.6.6) comes to; None if exact."""
    decimals = element.get("decimals")
    if decimals is not None:
        return int(decimals) if re.fullmatch(r"-?\d{1,3}", decimals) else None
    precision = element.get("precision") or _INFINITE
    value = _decimal(text)
    if precision == _INFINITE or not precision.isdigit() or not value:
        return None
    return int(precision) - 1 - value.adjusted()
