"""How an element looks: what of HTML's tags, presentational attributes and inline CSS a reader needs.

Style sheets are not read: filings carry their looks inline. Results are remembered, for a filing repeats few styles.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0, "rem": 10.0, "%": 0.1, "in": 72.0, "cm": 28.35, "mm": 2.835}
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|r?em|%|in|cm|mm)?", re.IGNORECASE)
_FONT_SIZES = {"1": 7.5, "2": 10.0, "3": 12.0, "4": 13.5, "5": 18.0, "6": 24.0, "7": 36.0, "-1": 10.0, "-2": 7.5}
_FONT_SIZES |= {"+1": 13.5, "+2": 18.0, "+3": 24.0}
_HEAD_SIZES = {"h1": 18.0, "h2": 14.0, "h3": 12.0, "h4": 10.0, "h5": 10.0, "h6": 9.0}
_WORD_SIZES = {"xx-small": 7.0, "x-small": 7.5, "small": 10.0, "medium": 12.0, "large": 13.5, "x-large": 18.0}
_WORD_SIZES |= {"xx-large": 24.0, "smaller": 8.0, "larger": 12.0}


class Look(NamedTuple):
    """What text inherits from the elements around it. `size` is in points."""

    bold: bool = False
    italic: bool = False
    underlined: bool = False
    raised: bool = False
    centred: bool = False
    size: float = 10.0
    rank: int = 0


class Box(NamedTuple):
    """What a style does to the element itself, not to its children's text."""

    hidden: bool = False
    inline: bool = False
    gap: bool = False
    """Set off to the left by padding: words before and after are apart though no space stands between them."""
    break_before: bool = False
    break_after: bool = False
    foot: bool = False
    """Pinned to the bottom of a page."""
    indent: float = 0.0
    """How far its text is moved to the right, in points."""
    head: bool = False
    """A box of reserved height and full width, as page headers are when they open a page."""


class Styles:
    """Resolves looks and boxes, remembering each combination it has seen."""

    def __init__(self) -> None:
        self._looks: dict[tuple[int, str, str | None, str | None, str | None], Look] = {}
        self._kept: list[Look] = []
        self._rules: dict[str, dict[str, str]] = {}
        self.boxes: dict[str, Box] = {}

    def look(self, parent: Look, tag: str, style: str | None, align: str | None, size: str | None) -> Look:
        """The look of an element's text, from its parent's look, its tag, and its style, align and size attributes."""
        key = (id(parent), tag, style, align, size)
        known = self._looks.get(key)
        if known is None:
            self._kept.append(parent)  # an id is good as long as its object lives
            known = self._looks[key] = self._resolve(parent, tag, style, align, size)
        return known

    def box(self, style: str) -> Box:
        """What the style does to the element itself."""
        known = self.boxes.get(style)
        if known is None:
            known = self.boxes[style] = _box(self._parse(style))
        return known

    def _parse(self, style: str) -> dict[str, str]:
        known = self._rules.get(style)
        if known is None:
            known = {}
            for declaration in style.split(";"):
                name, colon, value = declaration.partition(":")
                if colon:
                    known[name.strip().lower()] = value.strip().lower().removesuffix("!important").strip()
            self._rules[style] = known
        return known

    def _resolve(self, look: Look, tag: str, style: str | None, align: str | None, size: str | None) -> Look:
        if tag in ("b", "strong"):
            look = look._replace(bold=True)
        elif tag in ("i", "em"):
            look = look._replace(italic=True)
        elif tag in ("u", "ins"):
            look = look._replace(underlined=True)
        elif tag == "sup":
            look = look._replace(raised=True)
        elif tag == "center":
            look = look._replace(centred=True)
        elif tag == "th":
            look = look._replace(bold=True, centred=True)
        elif tag in _HEAD_SIZES:
            look = look._replace(bold=True, rank=int(tag[1]), size=_HEAD_SIZES[tag])
        elif tag == "td":
            look = look._replace(centred=False)
        if size is not None:
            look = look._replace(size=_FONT_SIZES.get(size.strip(), look.size))
        if align is not None:
            look = look._replace(centred=align.strip().lower() in ("center", "middle"))
        return _styled(look, self._parse(style)) if style else look


def _styled(look: Look, rules: dict[str, str]) -> Look:
    font = rules.get("font")
    if font is not None:
        first = font.split("/")[0]
        look = look._replace(bold=_is_bold(font), italic="italic" in font, size=_size(first, look.size))
    if "font-weight" in rules:
        look = look._replace(bold=_is_bold(rules["font-weight"]))
    if "font-style" in rules:
        look = look._replace(italic=rules["font-style"] in ("italic", "oblique"))
    if "font-size" in rules:
        look = look._replace(size=_size(rules["font-size"], look.size))
    decoration = rules.get("text-decoration") or rules.get("text-decoration-line")
    if decoration is not None:
        look = look._replace(underlined="underline" in decoration)
    if "text-align" in rules:
        look = look._replace(centred=rules["text-align"] == "center")
    raised = rules.get("vertical-align") in ("super", "text-top") or (
        rules.get("position") == "relative" and rules.get("top", "").startswith("-")
    )
    return look._replace(raised=True) if raised else look


def _is_bold(value: str) -> bool:
    return "bold" in value or any(weight in value.split() for weight in ("600", "700", "800", "900"))


def _size(value: str, inherited: float) -> float:
    for word in value.split():
        if word in _WORD_SIZES:
            return _WORD_SIZES[word]
        match = _LENGTH.fullmatch(word)
        if match and match.group(2):
            amount = float(match.group(1)) * _POINTS[match.group(2)]
            relative = match.group(2) in ("em", "%")
            return amount * inherited / 10.0 if relative else amount
    return inherited


def _length(value: str) -> float:
    match = _LENGTH.match(value)
    return float(match.group(1)) * _POINTS.get(match.group(2) or "pt", 1.0) if match else 0.0


def _box(rules: dict[str, str]) -> Box:
    display = rules.get("display", "")
    before = rules.get("page-break-before") or rules.get("break-before") or ""
    after = rules.get("page-break-after") or rules.get("break-after") or ""
    size = rules.get("font-size", "")
    return Box(
        hidden=display == "none" or rules.get("visibility") == "hidden" or (size[:1] == "0" and _length(size) == 0.0),
        inline=display.startswith("inline"),
        indent=_left(rules, "padding") + _left(rules, "margin") + _length(rules.get("text-indent", "")),
        gap=_length(rules.get("padding-left", "")) >= 2.0 or _length(rules.get("margin-left", "")) >= 2.0,
        break_before=before in ("always", "page", "left", "right"),
        break_after=after in ("always", "page", "left", "right"),
        foot=rules.get("position") == "absolute" and rules.get("bottom", "").startswith("0"),
        head="min-height" in rules and rules.get("width") == "100%",
    )


def _left(rules: dict[str, str], side: str) -> float:
    """The left side of a padding or margin, which may be given for all four sides at once."""
    own = rules.get(f"{side}-left")
    if own is None:
        sides = rules.get(side, "").split()
        own = sides[3] if len(sides) == 4 else sides[1] if len(sides) > 1 else ""
    return _length(own)
