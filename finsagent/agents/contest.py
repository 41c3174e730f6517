"""Options that are compared with each other, and what is done before: joined, each once, without totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from finsagent.domain import Citation

_SUM_TOLERANCE = Decimal("0.002")


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A category with its value in the asked period, and in the period before where the row shows it."""

    name: str
    value: Decimal
    unit: str
    citation: Citation
    before: Decimal | None = None
    computed: bool = False
    scaled: bool = True
    """Whether the table, or the filing's other tables, say in which scale the value is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contest:
    """The options of one table, and how well the table fits the question. `table` joins tables that go on."""

    options: tuple[Option, ...]
    fit: float
    table: str = ""


def merged(found: Sequence[Contest]) -> list[Contest]:
    """Join tables that go on side by side: the same row of one section with other columns."""
    joined: dict[str, Contest] = {}
    rest = []
    for contest in found:
        before = joined.get(contest.table) if contest.table else None
        if not contest.table:
            rest.append(contest)
        elif before is None:
            joined[contest.table] = contest
        else:
            known = {option.name for option in before.options}
            new = tuple(option for option in contest.options if option.name not in known)
            joined[contest.table] = replace(before, options=before.options + new, fit=max(before.fit, contest.fit))
    return [*joined.values(), *rest]


def once(options: Sequence[Option]) -> tuple[Option, ...]:
    """Each name once: a head that goes over two columns gives it twice."""
    return tuple({option.name: option for option in reversed(options)}.values())[::-1]


def without_totals(options: Sequence[Option]) -> tuple[Option, ...]:
    """Leave out options that are the sum of two or more neighbours before or after them."""
    if options and options[0].unit == "percent":
        return tuple(options)
    return tuple(option for at, option in enumerate(options) if not _is_total(options, at))


def _is_total(options: Sequence[Option], at: int) -> bool:
    for side in (options[at + 1 :], options[:at][::-1]):
        total = Decimal(0)
        for count, other in enumerate(side, start=1):
            total += other.value
            if count >= 2 and total and abs(total - options[at].value) <= abs(total) * _SUM_TOLERANCE:
                return True
    return False
