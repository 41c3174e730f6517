"""Stage 0, routing: which filings may serve as evidence for a question.

A question that names an issuer, a year or a form never gets its answer from another one silently: what is not indexed
is refused with what is near, and every assumption is a note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from finsagent.domain import Catalogue, Filing, Question, Scope
from finsagent.errors import CallerError
from finsagent.forms import base_form, is_amendment
from finsagent.lexicon import Lexicon, statement_hints
from finsagent.retrieval.issuers import IssuerNames, Mentions
from finsagent.retrieval.periods import Periods, read_periods

_FORM_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("10-K", re.compile(r"\b10-?k(?:405|sb)?\b|\bannual\s+report\b", re.IGNORECASE)),
    ("10-Q", re.compile(r"\b10-?q\b|\bquarterly\s+report\b", re.IGNORECASE)),
    ("8-K", re.compile(r"\b8-?k\b|\bcurrent\s+report\b", re.IGNORECASE)),
    ("EARNINGS", re.compile(r"\bearnings\s+(?:release|report|call|announcement)\b|\bpress\s+release\b", re.IGNORECASE)),
)
_EVENT_DAYS = 10
_YEARS_IN_ANNUAL_REPORT = 2
"""An annual report also shows the two years before its own (income and cash flow statements, Regulation S-X 3-02)."""


class ScopeResolver:
    """Resolves questions against one catalogue."""

    def __init__(self, *, catalogue: Catalogue, lexicon: Lexicon, frequency: Callable[[str], int]) -> None:
        self._filings = catalogue.filings
        self._names = IssuerNames.build(catalogue.filings)
        self._lexicon = lexicon
        self._frequency = frequency

    def resolve(self, question: Question) -> Scope:
        """Resolve issuers, periods and forms; a `Scope` with `refusal` set means that nothing may be answered."""
        check_forms(question.forms)
        mentions = self._names.find(question.text, frequency=self._frequency, is_topic=self._is_topic)
        issuers, refused = self._issuers(question, mentions)
        if refused:
            return refused
        periods = read_periods(question.text)
        if question.fiscal_years:
            periods = replace(periods, years=tuple(sorted(question.fiscal_years)), anchors=(), forward=False)
        forms = question.forms or tuple(form for form, words in _FORM_WORDS if words.search(question.text))
        notes = [f"Read {m.words!r} as {self._names.label(m.issuer)}." for m in mentions.found if m.fuzzy]
        if issuers and mentions.unknown:
            notes.append(f"Not indexed and left out: {', '.join(mentions.unknown)}.")
        allowed = [
            f for f in self._filings if question.as_of is None or f.filed_on is None or f.filed_on <= question.as_of
        ]
        if question.as_of is not None:
            allowed = [f for f in allowed if f.filed_on or f.period_end is None or f.period_end <= question.as_of]
        if periods.no_such_quarter:
            return _contradiction(f"There is no {periods.no_such_quarter!r}: a fiscal year has four quarters.")
        named = read_periods(question.text).years
        if question.fiscal_years and named and not set(named) & set(question.fiscal_years):
            notes.append(
                f"The question names {_year_list(named)}; the request limits it to {_year_list(question.fiscal_years)}."
            )
        base = Scope(
            filings=(),
            issuers=issuers,
            fiscal_years=periods.years,
            fiscal_periods=periods.quarters,
            dates=periods.dates,
            forms=forms,
            notes=tuple(notes),
        )
        if not issuers:
            return self._open_scope(base, allowed, periods, explicit=bool(question.forms or question.fiscal_years))
        return self._issuer_scope(base, allowed, periods, explicit_forms=bool(question.forms))

    def describe(self, filings: Iterable[Filing]) -> str:
        """Filings in words, newest first: what a refusal offers instead."""
        ordered = sorted(filings, key=lambda f: (str(f.period_end or ""), f.id), reverse=True)
        return "; ".join(dict.fromkeys(f.name for f in ordered[:8]))

    def _is_topic(self, phrase: str) -> bool:
        return bool(self._lexicon.match(phrase)) or bool(statement_hints(phrase))

    def _issuers(self, question: Question, mentions: Mentions) -> tuple[tuple[str, ...], Scope | None]:
        if question.tickers:
            resolved = {name: self._names.resolve(name) for name in question.tickers}
            missing = [name for name, issuers in resolved.items() if not issuers]
            if missing:
                return (), self._unknown(missing, ())
            limited = tuple(dict.fromkeys(i for issuers in resolved.values() for i in issuers))
            others = [m.words for m in mentions.found if m.issuer not in limited and not m.fuzzy]
            if others and not any(m.issuer in limited for m in mentions.found):
                return (), _contradiction(
                    f"The question names {', '.join(others)}, the request limits it to {', '.join(question.tickers)}. "
                    "Drop one of them."
                )
            return limited, None
        found = tuple(dict.fromkeys(m.issuer for m in mentions.found))
        if not found and mentions.unknown:
            return (), self._unknown(mentions.unknown, mentions.near)
        return found, None

    def _unknown(self, names: Sequence[str], near: Sequence[str]) -> Scope:
        labels = sorted({self._names.label(f.issuer) for f in self._filings}, key=str.lower)
        offered = tuple(near) or tuple(labels[:10])
        others = "Indexed: " if len(labels) <= len(offered) else f"{len(labels)} issuers are indexed, among them: "
        listed = "; ".join(offered).rstrip(".")
        return Scope(
            filings=(),
            refusal=f"No filing of {', '.join(names)} is indexed, so nothing is answered. "
            f"{'Nearest: ' if near else others}{listed}.",
            refusal_code="unknown_issuer",
            near=offered,
        )

    def _open_scope(self, base: Scope, allowed: Sequence[Filing], periods: Periods, *, explicit: bool) -> Scope:
        """No issuer named: every filing may answer, those of the named periods and forms first."""
        matching = [
            f for f in allowed if _form_matches(f, base.forms) and (not periods.years or f.fiscal_year in periods.years)
        ]
        if explicit and not matching:
            return self._not_indexed(base, allowed, f"forms {', '.join(base.forms)} {_years(periods)}".strip())
        chosen = matching or list(allowed)
        if periods.years and not matching:
            base = replace(base, notes=(*base.notes, f"Nothing for {_years(periods)} is indexed: other periods serve."))
        issuers = len({f.issuer for f in chosen})
        note = f"No issuer named: {len(chosen)} filing(s) of {issuers} issuer(s) are searched."
        return replace(base, filings=tuple(f.id for f in chosen), primary=(), notes=(*base.notes, note))

    def _issuer_scope(self, base: Scope, allowed: Sequence[Filing], periods: Periods, *, explicit_forms: bool) -> Scope:
        primary: list[Filing] = []
        secondary: list[Filing] = []
        notes = list(base.notes)
        for issuer in base.issuers:
            own = [f for f in allowed if f.issuer == issuer]
            if not own:
                later = [f for f in self._filings if f.issuer == issuer]
                return self._not_indexed(base, later, f"a filing of {self._names.label(issuer)} by that date")
            of_form = [f for f in own if _form_matches(f, base.forms)]
            if base.forms and not of_form:
                if explicit_forms:
                    return self._not_indexed(base, own, f"{' or '.join(base.forms)} of {self._names.label(issuer)}")
                notes.append(
                    f"No {' or '.join(base.forms)} of {self._names.label(issuer)} is indexed: its other filings serve."
                )
                of_form = own
            first, second, said = _by_period(of_form if base.forms else own, periods)
            if not first:
                wanted = f"{self._names.label(issuer)} for {_years(periods) or 'that period'}"
                return self._not_indexed(base, own, wanted)
            primary += first
            secondary += second
            notes += said
        ids = tuple(dict.fromkeys(f.id for f in [*primary, *secondary]))
        return replace(base, filings=ids, primary=tuple(dict.fromkeys(f.id for f in primary)), notes=tuple(notes))

    def _not_indexed(self, base: Scope, near: Sequence[Filing], what: str) -> Scope:
        return replace(
            base,
            refusal=f"Not indexed: {what}. Indexed: {self.describe(near) or 'nothing of it'}.",
            refusal_code="not_indexed",
            near=tuple(f.name for f in sorted(near, key=_recency, reverse=True)[:8]),
        )


def _by_period(own: Sequence[Filing], periods: Periods) -> tuple[list[Filing], list[Filing], list[str]]:
    """One issuer's filings for the named period: those that match best, others that also show it, and notes."""
    reported = {(f.fiscal_year, f.fiscal_period) for f in own if not is_amendment(f.form)}
    alone = [f for f in own if is_amendment(f.form) and (f.fiscal_year, f.fiscal_period) not in reported]
    amendments = [f for f in own if is_amendment(f.form) and f not in alone]
    plain = [f for f in own if not is_amendment(f.form)] + alone
    if periods.dates:
        dated = _by_date(plain, periods.dates)
        if dated:
            return dated, [], []
    if not periods.years and not periods.quarters:
        if periods.at_dates and not _shown_later(plain, periods.dates):
            return [], [], []
        year = max((d.year for d in periods.dates), default=None)
        if year is None:
            newest = sorted(plain, key=_recency, reverse=True)
            annual = [f for f in newest if base_form(f.form) == "10-K"][:1]
            if periods.latest:
                return newest[:1], newest[1:3], [f"Read as the newest filing: {newest[0].name}."]
            first = annual or newest
            said = [f"No period named: {first[0].name} is taken first."] if len(plain) > 1 else []
            return first, [f for f in [*newest, *amendments] if f not in first], said
        periods = replace(periods, years=(year,))
    return _by_years(plain, periods, amendments)


def _by_years(
    own: Sequence[Filing], periods: Periods, amendments: Sequence[Filing]
) -> tuple[list[Filing], list[Filing], list[str]]:
    years = periods.anchors or periods.years
    if not years:
        years = (max((f.fiscal_year or 0 for f in own if f.fiscal_period in periods.quarters), default=0),)
    target = max(years)
    others = [f for f in own if f.fiscal_year in set(periods.years) and f.fiscal_year != target]
    lacking = [year for year in years if not any(_shows(f, year) for f in own)]
    if lacking and len(lacking) < len(years):
        indexed = replace(periods, years=tuple(year for year in years if year not in lacking), anchors=())
        first, second, said = _by_years(own, indexed, amendments)
        return first, second, [f"Not indexed and left out: {_year_list(lacking)}.", *said]
    exact = [f for f in own if f.fiscal_year == target]
    if not exact:  # a year that ends in January or February goes by either year's number
        exact = [
            f
            for f in own
            if f.fiscal_year == target - 1 and f.period_end and f.period_end.year == target and f.period_end.month <= 2
        ]
    if periods.quarters:
        quarter = [f for f in exact if f.fiscal_period in periods.quarters]
        if quarter:
            return quarter, [f for f in others if f.fiscal_period in periods.quarters], []
        annual = [f for f in exact if base_form(f.form) == "10-K"]
        if annual:
            note = f"No filing for {' '.join(periods.quarters)} FY{target} itself is indexed; {annual[0].name} is used."
            return annual, [], [note]
        later = [f for f in own if f.fiscal_year == target + 1 and f.fiscal_period in periods.quarters]
        if later:
            return (
                later,
                [],
                [f"{' '.join(periods.quarters)} FY{target} is read as the prior-year column of {later[0].name}."],
            )
        return [], [], []
    annual = [f for f in exact if base_form(f.form) == "10-K"]
    whole_year = [*annual, *(f for f in exact if f.form == "EARNINGS" and f.fiscal_period in (None, "Q4", "FY"))]
    if whole_year:
        rest = [f for f in exact if f not in whole_year]
        changed = [f for f in amendments if f.fiscal_year == target]
        return whole_year, [*changed, *rest, *_annual_only(others)], []
    if periods.forward:
        before = [f for f in own if f.fiscal_year == target - 1]
        if before:
            annual = [f for f in before if base_form(f.form) == "10-K"]
            return (
                annual or before,
                [f for f in before if f not in annual],
                [f"What lies ahead of FY{target} is read from the filings for FY{target - 1}."],
            )
    if exact:
        return exact, [], [f"No annual report for FY{target} is indexed; its other filings are used."]
    for distance in range(1, _YEARS_IN_ANNUAL_REPORT + 1):
        later = [f for f in own if f.fiscal_year == target + distance and base_form(f.form) == "10-K"]
        if later:
            return (
                later,
                _annual_only(others),
                [f"FY{target} is read from the earlier-year columns of {later[0].name}."],
            )
    return [], [], []


def _by_date(own: Sequence[Filing], dates: Sequence[date]) -> list[Filing]:
    """Filings of an event near a date, else those whose period ends on it or that were filed on it."""
    chosen: list[Filing] = []
    for day in dates:
        ends = [f for f in own if day in (f.period_end, f.filed_on) or _ends_about(f, day)]
        events = [f for f in own if base_form(f.form) in ("8-K", "EARNINGS", "OTHER") and _distance(f, day) is not None]
        events.sort(key=lambda f: (_distance(f, day) or 0, f.id))
        chosen += ends or events[:1]
    return list(dict.fromkeys(chosen))


def _ends_about(filing: Filing, day: date) -> bool:
    """Whether a report's period ends within a week of a day: 52/53-week calendars end near a month's end."""
    periodic = base_form(filing.form) in ("10-K", "10-Q")
    return periodic and filing.period_end is not None and abs(filing.period_end - day) <= timedelta(days=7)


def _shown_later(own: Sequence[Filing], dates: Sequence[date]) -> bool:
    """Whether a filing for the same day a year later is there: it shows the day in its prior-year column."""
    week = timedelta(days=7)
    ends = [f.period_end for f in own if f.period_end is not None]
    return any(abs(end - (day + timedelta(days=365))) <= week for end in ends for day in dates)


def _shows(filing: Filing, year: int) -> bool:
    """Whether a filing shows a fiscal year: its own, the two before, or the one after if it is a forecast's."""
    last = filing.fiscal_year or 0
    return last - _YEARS_IN_ANNUAL_REPORT <= year <= last + 1


def _distance(filing: Filing, day: date) -> int | None:
    """Days from an event to its report, None if they are too far apart to belong together."""
    days = [(d - day) for d in (filing.period_end, filing.filed_on) if d is not None]
    near = [abs(d) for d in days if timedelta(days=-4) <= d <= timedelta(days=_EVENT_DAYS)]
    return min(near).days if near else None


def _annual_only(filings: Sequence[Filing]) -> list[Filing]:
    return [f for f in filings if base_form(f.form) == "10-K"]


def _form_matches(filing: Filing, forms: Sequence[str]) -> bool:
    """Whether a filing is of one of the forms; an amendment that is asked for is not answered by the original."""
    return not forms or any(
        base_form(filing.form) == base_form(form) and (is_amendment(filing.form) or not is_amendment(form))
        for form in forms
    )


def _year_list(years: Sequence[int]) -> str:
    return ", ".join(f"FY{year}" for year in years)


def _contradiction(reason: str) -> Scope:
    return Scope(filings=(), refusal=reason, refusal_code="contradiction")


def _years(periods: Periods) -> str:
    years = ", ".join(f"FY{year}" for year in periods.years) or ", ".join(str(day) for day in periods.dates)
    return " ".join([*periods.quarters, years]).strip()


def _recency(filing: Filing) -> tuple[str, str, str]:
    return (str(filing.period_end or filing.fiscal_year or ""), str(filing.filed_on or ""), filing.id)


def check_forms(forms: Sequence[str]) -> None:
    """Refuse form names that no filing can have.

    Raises:
        CallerError: a form is not known.
    """
    for form in forms:
        if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z/ -]{0,11}", form):
            raise CallerError(f"forms: {form!r} is not a form type. Use for example 10-K, 10-Q or 8-K.")
