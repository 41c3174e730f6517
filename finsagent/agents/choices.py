"""Answers "which ... is highest / lowest / grew least" and "is any ... more than 20 %" by comparing options of a table.

Where the question asks how options did ("performance", "growth"), they are compared by their change from the year
before, with the step shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.contest import Contest, Option
from finsagent.agents.fiscal import Target
from finsagent.agents.kinds import asked_kinds
from finsagent.agents.measured import Outcome
from finsagent.agents.options import Wanted, contests
from finsagent.agents.readings import Readings
from finsagent.agents.wording import lower_first, put
from finsagent.calculator import show
from finsagent.domain import Calculation, Evidence, Filing, Value
from finsagent.lexicon import Lexicon, LineItem, Measure
from finsagent.text import tokens

_BY_CHANGE = re.compile(
    r"\b(?:performance|performed|growth|grew|grow|growing|dragged|shrank|shrunk|declined|fell|improved)\b",
    re.IGNORECASE,
)
_MOST_SURE = 0.85
_LISTED_SURE = 0.7
_LEAST_FIT = 0.7
_MOST_LISTED = 8
_GROWTHS = {"revenue_growth": "revenue", "operating_income_growth": "operating_income",
            "net_income_growth": "net_income", "gross_profit_growth": "gross_profit"}  # fmt: skip
_COMPLETE = (Decimal("0.9"), Decimal("1.02"))


def choose(
    asked: Asked,
    target: Target,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    lexicon: Lexicon,
    issuer: str,
) -> Outcome | None:
    """Name the option with the most (or least); None if no table shows options of what is asked."""
    item = asked.item
    by_change = bool(_BY_CHANGE.search(asked.core))
    if isinstance(item, Measure) and item.key in _GROWTHS:
        item, by_change = lexicon.line_items[_GROWTHS[item.key]], True
    if isinstance(item, Measure):
        lines = [lexicon.line_items[key] for key in item.line_items]
        parts = _parts(lines, target, Readings(evidence=evidence, filings=filings), issuer) if len(lines) > 2 else None
        found = [parts] if parts else []
    else:
        found = contests(_wanted(asked, item, target), evidence, filings, lexicon, issuer)
        if by_change and item is not None and item.unit == "USD":
            found += contests(_wanted(asked, _printed_growth(item), target), evidence, filings, lexicon, issuer)
        for other in _others(asked) if not found else ():
            item = other
            found = contests(_wanted(asked, item, target), evidence, filings, lexicon, issuer)
            if found:
                break
    if by_change and item is not None and item.unit == "USD":
        changed = [_changes(contest) if contest.options[0].unit != "percent" else contest for contest in found]
        found = [contest for contest in changed if len(contest.options) >= 2]
    if not found:
        return None
    best = max(found, key=lambda contest: (contest.fit, len(contest.options)))
    order = sorted(best.options, key=lambda option: (option.value, option.name), reverse=asked.upward)
    what = lower_first(item.label) if item else "value"
    if best.options[0].unit == "percent" and by_change and item is not None and item.unit == "USD":
        what = f"growth of {what}"
    return _said(asked, target, order, what, best.fit)


def exceeding(
    asked: Asked,
    target: Target,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    lexicon: Lexicon,
    issuer: str,
) -> Outcome | None:
    """Whether any option is more than the asked share of the whole, and which; None if no table shows it."""
    item = asked.item if isinstance(asked.item, LineItem) else None
    if item is None or asked.share is None:
        return None
    whole = Readings(evidence=evidence, filings=filings).read(item, target, issuer)
    if whole is None or not whole.value:
        return None
    found = []
    for contest in contests(_wanted(asked, item, target), evidence, filings, lexicon, issuer):
        total = sum((option.value for option in contest.options), Decimal(0))
        if _COMPLETE[0] * whole.value <= total <= _COMPLETE[1] * whole.value:
            found.append(contest)
    if not found:
        return None
    best = max(found, key=lambda contest: (contest.fit, len(contest.options)))
    shares = [(option, option.value / whole.value * 100) for option in best.options]
    over = sorted((pair for pair in shares if pair[1] > asked.share), key=lambda pair: -pair[1])
    steps = tuple(
        f"{show(option.value)} / {show(whole.value)} * 100 = {share:.1f}%" for option, share in over or shares
    )
    label = lower_first(item.label)
    named = "; ".join(f"{option.name} {share:.1f}%" for option, share in over)
    text = f"Yes. More than {asked.share:g}% of {label} in {target.name}: {named}." if over else (
        f"No. None of {', '.join(option.name for option in best.options)} was more than {asked.share:g}% of {label} "
        f"in {target.name}."
    )  # fmt: skip
    citations = tuple(dict.fromkeys([*(option.citation for option, _ in over or shares), whole.citation]))
    result = max(share for _, share in shares)
    return Outcome(
        text=text,
        confidence=min(_MOST_SURE, best.fit),
        citations=citations,
        calculations=(Calculation(expression=f"share of {label}", result=result, steps=steps, citations=citations),),
    )


def _printed_growth(item: LineItem) -> LineItem:
    """The line that a filing prints for the growth of another, in percent."""
    words = [f"{wording} {ending}" for wording in item.printed[:10] for ending in ("growth", "change")]
    return replace(item, label=f"{item.label} growth", printed=tuple(words), asked=tuple(words), unit="percent")


def _others(asked: Asked) -> list[LineItem]:
    """Further lines that the question names, of the main one's unit."""
    unit = asked.item.unit if asked.item else "USD"
    lines = [match.item for match in asked.matches if isinstance(match.item, LineItem) and match.text in asked.core]
    return [line for line in dict.fromkeys(lines) if line is not asked.item and line.unit == unit]


def listed(
    asked: Asked,
    target: Target,
    evidence: Sequence[Evidence],
    filings: Mapping[str, Filing],
    lexicon: Lexicon,
    issuer: str,
) -> Outcome | None:
    """Name the options of the asked sort with their revenue, largest first; None if no table lists them."""
    item = asked.item if isinstance(asked.item, LineItem) else lexicon.line_items["revenue"]
    found = [
        contest
        for contest in contests(_wanted(asked, item, target), evidence, filings, lexicon, issuer)
        if contest.fit >= _LEAST_FIT
    ]
    if not found:
        return None
    best = max(found, key=lambda contest: (contest.fit, len(contest.options)))
    order = sorted(best.options, key=lambda option: (-option.value, option.name))[:_MOST_LISTED]
    named = "; ".join(
        f"{o.name} ({put(o.value, o.unit, asked.form, digits=None)})" if o.scaled else o.name for o in order
    )
    return Outcome(
        text=f"By {lower_first(item.label)} in {target.name}: {named}.",
        confidence=min(_LISTED_SURE, best.fit),
        citations=tuple(dict.fromkeys(option.citation for option in order)),
    )


def _wanted(asked: Asked, item: LineItem | None, target: Target) -> Wanted:
    noise = set(tokens("which what had the highest lowest largest most in of during"))
    return Wanted(
        item=item,
        wordings=(*item.printed, item.label) if item else (),
        words=frozenset(set(tokens(asked.core)) - noise),
        kinds=asked_kinds(asked.core),
        target=target,
    )


def _said(asked: Asked, target: Target, order: Sequence[Option], what: str, fit: float) -> Outcome:
    first, second = order[0], order[1]
    level = "highest" if asked.upward else "lowest"
    digits = 1 if first.computed else None
    shown, other = (put(option.value, option.unit, asked.form, digits=digits) for option in (first, second))
    if not first.scaled and not first.computed:
        text = f"{first.name} had the {level} {what} in {target.name} (next: {second.name})."
        return Outcome(text=text, confidence=min(_MOST_SURE, fit), citations=(first.citation, second.citation))
    return Outcome(
        text=f"{first.name} had the {level} {what} in {target.name}: {shown} (next: {second.name}, {other}).",
        confidence=min(_MOST_SURE, fit),
        citations=tuple(dict.fromkeys((first.citation, second.citation))),
        value=Value(number=round(first.value, digits) if digits else first.value, unit=first.unit, period=target.name),
        calculations=tuple(_steps(what, order[:2])) if digits else (),
    )


def _changes(contest: Contest) -> Contest:
    """The same options with their change in percent from the year before, where the table shows both."""
    options = tuple(
        replace(option, value=(option.value - option.before) / abs(option.before) * 100, unit="percent", computed=True)
        for option in contest.options
        if option.before
    )
    return replace(contest, options=options if len(options) == len(contest.options) else ())


def _steps(what: str, options: Sequence[Option]) -> Iterator[Calculation]:
    for option in options:
        before = option.before or Decimal(0)
        after = before + option.value * abs(before) / 100
        yield Calculation(
            expression=f"{what}, {option.name}",
            result=round(option.value, 1),
            steps=(f"({show(round(after, 2))} - {show(before)}) / {show(abs(before))} * 100 = {option.value:.1f}%",),
            citations=(option.citation,),
        )


def _parts(lines: Sequence[LineItem], target: Target, readings: Readings, issuer: str) -> Contest | None:
    found = [(line, readings.read(line, target, issuer)) for line in lines]
    options = [
        Option(name=line.label, value=reading.value, unit=reading.unit, citation=reading.citation)
        for line, reading in found
        if reading is not None
    ]
    return Contest(options=tuple(options), fit=_MOST_SURE) if len(options) == len(lines) else None
