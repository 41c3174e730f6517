"""Computes formulas over named values in exact decimals, checks units, and shows every step.

A formula is a small expression: numbers, names, + - * / and parentheses, and `avg(x)`, `prior(x)`, `change(x)`,
`opt(x)`, `first(x, y)`. A name is asked for by key and by how many years back. Nothing is ever evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext

from finsagent.domain import Citation

_PRECISION = 34
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-z_][a-z0-9_]*)|(?P<sign>[-+*/(),]))")
_FUNCTIONS = {"avg": 1, "prior": 1, "change": 1, "opt": 1, "first": 2}
_PURE = frozenset({"", "ratio"})


class CalculationError(ValueError):
    """A formula that can't be read, units that don't go together, or a division by zero."""


class MissingValueError(CalculationError):
    """A value that the formula needs is not there. `key` and `years_back` name it."""

    def __init__(self, key: str, years_back: int) -> None:
        super().__init__(f"no value for {key!r}, {years_back} year(s) back")
        self.key = key
        self.years_back = years_back


@dataclass(frozen=True, kw_only=True, slots=True)
class Operand:
    """A cited value: `value` in base units, `label` in words ("Inventories, FY2022")."""

    value: Decimal
    unit: str
    label: str
    citations: tuple[Citation, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Computed:
    """A result: `value` in `unit` (percent as 12.3), the expression in words, steps, and the operands used in order."""

    value: Decimal
    unit: str
    expression: str
    steps: tuple[str, ...]
    operands: tuple[Operand, ...]


Lookup = Callable[[str, int], Operand | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """A part of a formula: "number", "name", "+", "-", "*", "/", or a function, with its parts."""

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()


def parse_formula(text: str) -> Node:
    """Read a formula. Raises CalculationError with the place that can't be read."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise CalculationError(f"can't read the formula {text!r} at {text[at : at + 20]!r}")
        kind = match.lastgroup or ""
        tokens.append((kind, match[kind]))
        at = match.end()
    parser = _Parser(tokens=tokens, text=text)
    node = parser.sum()
    if parser.at != len(tokens):
        raise CalculationError(f"can't read the formula {text!r} after {parser.at} parts")
    return node


def compute(formula: str, lookup: Lookup, *, unit: str) -> Computed:
    """Evaluate a formula; `lookup(key, years_back)` gives its values. A percent is the fraction times 100.

    Raises:
        MissingValueError: a needed value is not there.
        CalculationError: the formula, its units, or a zero divisor.
    """
    node = parse_formula(formula)
    work = _Work(lookup=lookup)
    with localcontext(Context(prec=_PRECISION)):
        result = _value(node, 0, work)
        value, own = result.value, result.unit
        if unit == "percent" and own in _PURE:
            value *= 100
            work.steps.append(f"{show(result.value)} * 100 = {show(value)}%")
        elif own not in _PURE and own.partition("/")[0] != unit.partition("/")[0] and unit != "days":
            raise CalculationError(f"{formula!r} gives {own}, not {unit}")
    expression = _words(node, 0, work)
    return Computed(value=value, unit=unit if own in _PURE else own, expression=expression, steps=tuple(work.steps),
                    operands=tuple(work.operands))  # fmt: skip


def mean(results: Sequence[Computed], *, label: str) -> Computed:
    """The mean of results of one unit, with the steps of each. Raises CalculationError if there are none."""
    if not results or len({result.unit for result in results}) != 1:
        raise CalculationError(f"no mean of {len(results)} results of units {sorted({r.unit for r in results})}")
    with localcontext(Context(prec=_PRECISION)):
        value = sum((result.value for result in results), Decimal(0)) / len(results)
    shown = " + ".join(show(result.value) for result in results)
    return Computed(
        value=value,
        unit=results[0].unit,
        expression=f"mean of {label}",
        steps=(*(step for result in results for step in result.steps), f"({shown}) / {len(results)} = {show(value)}"),
        operands=tuple(operand for result in results for operand in result.operands),
    )


@dataclass(kw_only=True, slots=True)
class _Work:
    lookup: Lookup
    steps: list[str] = field(default_factory=list)
    operands: list[Operand] = field(default_factory=list)

    def get(self, key: str, years_back: int) -> Operand | None:
        operand = self.lookup(key, years_back)
        if operand is not None and operand not in self.operands:
            self.operands.append(operand)
        return operand


@dataclass(frozen=True, kw_only=True, slots=True)
class _Quantity:
    value: Decimal
    unit: str = ""


@dataclass(kw_only=True, slots=True)
class _Parser:
    tokens: list[tuple[str, str]]
    text: str
    at: int = 0

    def sum(self) -> Node:
        return self._chain(self.product, {"+", "-"})

    def product(self) -> Node:
        return self._chain(self.atom, {"*", "/"})

    def atom(self) -> Node:
        kind, text = self._next()
        if kind == "number":
            return Node(kind="number", text=text)
        if text == "-":
            return Node(kind="-", parts=(Node(kind="number", text="0"), self.atom()))
        if text == "(":
            node = self.sum()
            self._expect(")")
            return node
        if kind == "name" and text in _FUNCTIONS:
            self._expect("(")
            parts = [self.sum()]
            while len(parts) < _FUNCTIONS[text]:
                self._expect(",")
                parts.append(self.sum())
            self._expect(")")
            return Node(kind=text, parts=tuple(parts))
        if kind == "name":
            return Node(kind="name", text=text)
        raise CalculationError(f"can't read the formula {self.text!r} at {text!r}")

    def _chain(self, part: Callable[[], Node], signs: set[str]) -> Node:
        node = part()
        while self.at < len(self.tokens) and self.tokens[self.at][1] in signs:
            sign = self._next()[1]
            node = Node(kind=sign, parts=(node, part()))
        return node

    def _next(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise CalculationError(f"the formula {self.text!r} ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def _expect(self, text: str) -> None:
        if self._next()[1] != text:
            raise CalculationError(f"the formula {self.text!r} needs {text!r} at part {self.at}")


def _value(node: Node, years_back: int, work: _Work) -> _Quantity:
    if node.kind == "number":
        return _Quantity(value=Decimal(node.text))
    if node.kind == "name":
        operand = work.get(node.text, years_back)
        if operand is None:
            raise MissingValueError(node.text, years_back)
        return _Quantity(value=operand.value, unit=operand.unit)
    if node.kind == "prior":
        return _value(node.parts[0], years_back + 1, work)
    if node.kind in {"avg", "change"}:
        now, before = _value(node.parts[0], years_back, work), _value(node.parts[0], years_back + 1, work)
        if node.kind == "change":
            return _step("-", now, before, work)
        total = _Quantity(value=(now.value + before.value) / 2, unit=now.unit)
        work.steps.append(f"({show(now.value)} + {show(before.value)}) / 2 = {show(total.value)}")
        return total
    if node.kind in {"opt", "first"}:
        try:
            return _value(node.parts[0], years_back, work)
        except MissingValueError:
            return _Quantity(value=Decimal(0)) if node.kind == "opt" else _value(node.parts[1], years_back, work)
    left, right = (_value(part, years_back, work) for part in node.parts)
    return _step(node.kind, left, right, work)


def _step(sign: str, left: _Quantity, right: _Quantity, work: _Work) -> _Quantity:
    unit = _unit(sign, left.unit, right.unit, right.value)
    if sign == "/" and right.value == 0:
        raise CalculationError("division by zero")
    results = {
        "+": lambda: left.value + right.value,
        "-": lambda: left.value - right.value,
        "*": lambda: left.value * right.value,
        "/": lambda: left.value / right.value,
    }
    result = _Quantity(value=results[sign](), unit=unit)
    if not (sign in "+-" and right.value == 0):
        work.steps.append(f"{show(left.value)} {sign} {show(right.value)} = {show(result.value)}")
    return result


def _unit(sign: str, left: str, right: str, divisor: Decimal) -> str:
    if sign in "+-":
        if left == right or right in _PURE or left in _PURE:
            return left if left not in _PURE else right
        raise CalculationError(f"can't add {left} and {right}")
    if sign == "*":
        if left in _PURE or right in _PURE:
            return right if left in _PURE else left
        if {left, right} == {"USD/share", "shares"}:
            return "USD"
        raise CalculationError(f"can't multiply {left} by {right}")
    if left == right:
        return "ratio"
    if left == "percent" and divisor == 100:
        return "ratio"
    if right in _PURE:
        return left
    if right in {"shares", "count"} and left not in _PURE:
        return f"{left}/share" if right == "shares" else left
    raise CalculationError(f"can't divide {left or 'a number'} by {right}")


def _words(node: Node, years_back: int, work: _Work) -> str:
    if node.kind in {"number", "name"}:
        operand = work.lookup(node.text, years_back) if node.kind == "name" else None
        return operand.label if operand else node.text
    if node.kind == "prior":
        return _words(node.parts[0], years_back + 1, work)
    if node.kind in {"avg", "change"}:
        now, before = _words(node.parts[0], years_back, work), _words(node.parts[0], years_back + 1, work)
        return f"average({now}; {before})" if node.kind == "avg" else f"({now} - {before})"
    if node.kind in {"opt", "first"}:
        try:
            _value(node.parts[0], years_back, _Work(lookup=work.lookup))
        except CalculationError:
            return "0" if node.kind == "opt" else _words(node.parts[1], years_back, work)
        return _words(node.parts[0], years_back, work)
    left, right = (_words(part, years_back, work) for part in node.parts)
    if node.kind in "*/":
        left, right = (f"({text})" if part.kind in "+-" else text
                       for part, text in zip(node.parts, (left, right), strict=True))  # fmt: skip
    return f"{left} {node.kind} {right}"


def show(number: Decimal) -> str:
    """Amounts of a million and more in millions are hard to misread as whole numbers with separators."""
    if number == number.to_integral_value():
        return f"{number:,.0f}"
    digits = 2 if abs(number) >= 1000 else 4
    return f"{number:,.{digits}f}"
