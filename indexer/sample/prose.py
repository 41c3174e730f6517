"""Prose templates: text with figures filled in from the books, and tables put in by name.

A blank line parts paragraphs; "## ", "### " start headings, "- " bullets; `[[name]]` alone is a table. In braces:
`{$key}` an amount in words, `{%key}` or `{%a/b}` growth or ratio, `{~key}` the absolute change, `{up key}` "increased"
or "decreased", `{name}` a text. `@-1`, `@ytd`, ... behind a key picks another period. It knows nothing of issuers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from indexer.sample.blocks import Block, Bullets, Heading, PageBreak, Paragraph, Table
from indexer.sample.books import Amounts

_EARLIER = {"": "-1", "-1": "-2", "ytd": "ytd-1"}
_BRACES = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, kw_only=True)
class View:
    """What a template may name: amounts by period ("" is the current one, "-1" the one before), texts and tables."""

    periods: Mapping[str, Amounts]
    ticks_a_million: int
    texts: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Callable[[], list[Block]]] = field(default_factory=dict)

    def get(self, name: str) -> int:
        """Give an amount: "revenue" or "revenue@-1"."""
        key, _, period = name.partition("@")
        return self.periods[period].get(key, 0)

    def blocks(self, template: str, *, level: int = 3) -> list[Block]:
        """Fill a template and split it into blocks; "## " gives headings of `level`."""
        result: list[Block] = []
        for piece in re.split(r"\n\s*\n", template.strip()):
            if piece.startswith("[[") and piece.endswith("]]"):
                result.extend(self.tables[piece[2:-2]]())
                continue
            text = self.fill(" ".join(piece.split())) if not piece.startswith("- ") else self.fill(piece)
            if not text.strip():
                continue
            if "\n\n" in text:
                result.extend(self.blocks(text, level=level))
                continue
            result.extend(_block(text, level=level))
        return result

    def fill(self, template: str) -> str:
        """Replace everything in braces."""
        return _BRACES.sub(lambda match: self._value(match.group(1)), template)

    def money(self, ticks: int) -> str:
        """Write an amount in words: "$12.3 million"; an issuer that prints thousands writes "$12,345,000"."""
        if self.ticks_a_million == 1000:
            return f"${abs(ticks) * 1000:,}"
        places = 0 if self.ticks_a_million == 1 else 1
        millions = Decimal(abs(ticks)) / self.ticks_a_million
        return f"${millions.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,} million"

    def _value(self, name: str) -> str:
        kind, rest = name[0], name[1:]
        if kind == "$":
            return self.money(self.get(rest))
        if kind == "~":
            return self.money(self.get(rest) - self.get(_before(rest)))
        if kind == "%" and "/" in rest:
            return percent(*(self.get(one) for one in rest.split("/")))
        if kind == "%":
            return percent(abs(self.get(rest) - self.get(_before(rest))), self.get(_before(rest)))
        if name.startswith("up "):
            return "increased" if self.get(name[3:]) >= self.get(_before(name[3:])) else "decreased"
        if name not in self.texts:
            raise KeyError(name)
        return self.fill(self.texts[name])


def percent(part: int, whole: int) -> str:
    """Write a ratio as a percentage with one decimal."""
    return f"{(Decimal(part) * 100 / Decimal(whole)).quantize(Decimal('0.1'), ROUND_HALF_UP)}%"


def _before(name: str) -> str:
    key, _, period = name.partition("@")
    return f"{key}@{_EARLIER[period]}"


def _block(text: str, *, level: int) -> list[Block]:
    if text.startswith("## "):
        return [Heading(text[3:], level)]
    if text.startswith("### "):
        return [Heading(text[4:], level + 1)]
    if text.startswith("- "):
        return [Bullets(tuple(" ".join(item.split()) for item in text[2:].split("\n- ")))]
    if text == "===":
        return [PageBreak()]
    return [Paragraph(text)]


__all__ = ["Block", "Table", "View", "percent"]
