"""Finds what one role can answer from the evidence without an LLM: numbers from tables, comparisons, or sentences.

The finding cites the exact words it rests on. If the asked line or period is not in the evidence, its confidence is 0
and its text says what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from finsagent.agents.asked import Asked, parts, read_question
from finsagent.agents.causes import tells_cause_of
from finsagent.agents.choices import choose, exceeding, listed
from finsagent.agents.companies import compare, compares_companies
from finsagent.agents.coverage import gives_share, says_amount
from finsagent.agents.fiscal import Target
from finsagent.agents.kinds import asks_list
from finsagent.agents.lines import find_later_year, find_line
from finsagent.agents.measured import Measurer, Outcome
from finsagent.agents.parts import find_part, part_rows
from finsagent.agents.readings import PRIMARY, Readings
from finsagent.agents.roles import RolePolicy
from finsagent.agents.sentences import SentenceEncoder, extract
from finsagent.agents.shares import share_of_whole
from finsagent.agents.stated import asks_stated, find_stated
from finsagent.agents.wording import issuer_name
from finsagent.domain import Evidence, Fact, Filing, Finding, Question, Role, Scope
from finsagent.lexicon import Lexicon, LineItem
from finsagent.lexicon.topics import match_topics
from finsagent.tables import Row, TableView
from finsagent.text import tokens

_NUMERIC_ROLES = frozenset({Role.GENERAL, Role.QUANTITATIVE})
_WHICH_ROLES = frozenset({Role.GENERAL, Role.QUANTITATIVE, Role.MARKET})
_PERIOD_OF = {6: "Q2", 9: "Q3"}
_UNSURE_PART = 0.8
_PLAIN_NUMBERS = frozenset({"value", "average", "growth", "change", "sign"})
_LEAST_SURE_MOVE = 0.55
_ONLY_MOVED = 0.6
_PROSE_FOR_A_LINE = 0.45
_PROSE_FOR_ANOTHER = 0.8
_EARLIER_FORMULA = ("avg(", "prior(", "change(")


def embedded_find(
    question: Question,
    scope: Scope,
    policy: RolePolicy,
    evidence: Sequence[Evidence],
    lexicon: Lexicon,
    filings: Mapping[str, Filing],
    encoder: SentenceEncoder | None = None,
    facts: Sequence[Fact] = (),
) -> Finding:
    """Find what the evidence answers for one role.

    Args:
        question: the question.
        scope: its issuers, periods and filings; passages of other filings are not used.
        policy: the role.
        evidence: the passages, best first.
        lexicon: line items and measures.
        filings: filings by id.
        encoder: scores sentences by meaning, if given.
        facts: filed XBRL facts of the scope, to check table values against.
    """
    allowed = set(scope.filings)
    own = [e for e in evidence if e.filing in filings and (not allowed or e.filing in allowed)]
    outcome: Outcome | None = None
    if own:
        given = _Given(scope=scope, policy=policy, evidence=own, lexicon=lexicon, filings=filings, encoder=encoder,
                       facts=facts)  # fmt: skip
        outcomes = [_answer(part, given) for part in parts(question.text)]
        outcome = outcomes[0] if len(outcomes) == 1 else _joined(outcomes)
    if outcome is None or not outcome.citations:
        reason = outcome.text if outcome and outcome.text else "The evidence holds nothing that answers this."
        return Finding(role=policy.role, text=reason, citations=(), confidence=0.0)
    share = 0.6 + 0.4 * relevance(question.text, policy)
    return Finding(
        role=policy.role,
        text=outcome.text,
        citations=outcome.citations,
        confidence=round(outcome.confidence * share, 4),
        value=outcome.value,
        calculations=outcome.calculations,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Given:
    """What one role answers from."""

    scope: Scope
    policy: RolePolicy
    evidence: Sequence[Evidence]
    lexicon: Lexicon
    filings: Mapping[str, Filing]
    encoder: SentenceEncoder | None
    facts: Sequence[Fact]


def _answer(text: str, given: _Given) -> Outcome:
    asked = read_question(text, given.lexicon)
    if asked.operation == "prose" and asked.asks_cause and asked.item is not None:
        return _moved_because(asked, given)
    if asks_stated(asked) and (stated := _stated(asked, given)) is not None:
        return stated
    numbers = _by_numbers(asked, given)
    if numbers is not None and (numbers.confidence > 0 or compares_companies(asked, given.scope)):
        return numbers
    return _better(numbers, _by_words(asked, given), asked)


def _stated(asked: Asked, given: _Given) -> Outcome | None:
    """What a filing states in a fixed form, for one company."""
    periods = targets(asked, given.scope, given.evidence, given.filings)
    if not periods or len(given.scope.issuers) != 1:
        return None
    return find_stated(asked, given.evidence, given.filings, periods[-1].year)


def relevance(text: str, policy: RolePolicy) -> float:
    """How far a question is this role's own (0-1): by the words that its policy lists and the topics it owns."""
    if policy.role == Role.GENERAL:
        return 1.0
    lowered = text.lower()
    hits = sum(term in lowered for term in policy.terms)
    topics = sum(topic.role == policy.role for topic in match_topics(text))
    return min(1.0, 0.3 * hits + 0.4 * topics)


def targets(
    asked: Asked, scope: Scope, evidence: Sequence[Evidence], filings: Mapping[str, Filing]
) -> tuple[Target, ...]:
    """The fiscal periods that the answer is for, oldest first; () if nothing says any."""
    named = [year for year in asked.years if not scope.fiscal_years or year in scope.fiscal_years]
    years = sorted(set(named or scope.fiscal_years))
    lead = [filings[f] for f in (*scope.primary, *(e.filing for e in evidence)) if f in filings]
    if not years and lead:
        years = [year for filing in lead[:1] if (year := filing.fiscal_year) is not None]
    if not years:
        return ()
    period = scope.fiscal_periods[0] if scope.fiscal_periods else _PERIOD_OF.get(asked.months or 12, "FY")
    if (
        not scope.fiscal_periods
        and period == "FY"
        and lead
        and lead[0].fiscal_period not in {None, "FY", "Q4"}
        and not asked.years
    ):
        period = lead[0].fiscal_period or "FY"
    if asked.operation in {"value", "which", "sign", "level", "paid"} and _looks_back(asked):
        years = years[-1:]
    if asked.also_quarter and asked.operation == "value" and period in {"Q2", "Q3"}:
        year = years[-1]
        return (Target(year=year, period=period, months=asked.months), Target(year=year, period=period))
    return tuple(Target(year=year, period=period, months=asked.months) for year in years)


def _looks_back(asked: Asked) -> bool:
    """Whether the formula itself reaches to earlier years, so that these are not asked for by themselves."""
    formula = asked.formula or getattr(asked.item, "formula", "")
    return any(name in formula for name in _EARLIER_FORMULA) or asked.operation in {"which", "sign", "level"}


def _said(asked: Asked) -> dict[str, tuple[str, ...]]:
    said: dict[str, tuple[str, ...]] = {}
    for match in asked.matches:
        if isinstance(match.item, LineItem):
            said[match.item.key] = (*said.get(match.item.key, ()), match.text)
    return said


def _moved_because(asked: Asked, given: _Given) -> Outcome:
    """What drove a change: how the figure moved, computed, and the filing's own words for why."""
    words = _by_words(asked, given, of_line=True)
    moved = _by_numbers(replace(asked, operation="direction", yes_no=False), given)
    if moved is None or not moved.citations or moved.confidence < _LEAST_SURE_MOVE:
        return words
    if not words.citations:  # the figures are sure, but they are only half of what is asked
        return replace(moved, confidence=moved.confidence * _ONLY_MOVED)
    return replace(
        moved,
        text=f"{moved.text} {words.text}",
        confidence=words.confidence,
        citations=tuple(dict.fromkeys((*moved.citations, *words.citations))),
    )


def _by_numbers(asked: Asked, given: _Given) -> Outcome | None:
    scope, evidence, filings, lexicon = given.scope, given.evidence, given.filings, given.lexicon
    periods = targets(asked, scope, evidence, filings)
    if not periods:
        return None
    issuers = scope.issuers or tuple(dict.fromkeys(filings[e.filing].issuer for e in evidence))
    if compares_companies(asked, scope):
        return compare(asked, periods, scope, readings_of(asked, given), lexicon, filings)
    if asked.operation == "which" and given.policy.role in _WHICH_ROLES:
        return choose(asked, periods[-1], evidence, filings, lexicon, issuers[0])
    if asked.operation == "share":
        return exceeding(asked, periods[-1], evidence, filings, lexicon, issuers[0])
    if given.policy.role not in _NUMERIC_ROLES:
        return None
    readings = readings_of(asked, given)
    later = find_later_year(asked, evidence, filings, issuers[0])
    if later is not None:
        return later
    if not asked.numeric:
        return find_line(asked, periods[-1], evidence, filings, issuers[0])
    if len(scope.issuers) > 1:
        measurer = Measurer(asked, readings, lexicon, filings, several=True)
        return _joined([measurer.answer(issuer, periods) for issuer in scope.issuers])
    outcome = _whole_or_part(asked, readings, periods, issuers[0], given)
    if len(issuers) > 1:
        outcome = replace(outcome, confidence=outcome.confidence * 0.5)
    return outcome


def readings_of(asked: Asked, given: _Given) -> Readings:
    """The readings of a role's evidence for a question."""
    return Readings(
        evidence=given.evidence,
        filings=given.filings,
        preferred=given.scope.primary,
        statements=asked.statements,
        facts=given.facts,
        said=_said(asked),
        whole=given.lexicon.line_items.__getitem__,
    )


def _whole_or_part(asked: Asked, readings: Readings, periods: Sequence[Target], issuer: str, given: _Given) -> Outcome:
    """Answer for the part that the question names, if it names one; never for the whole instead of a named part."""
    whole = Measurer(asked, readings, given.lexicon, given.filings)
    part = find_part(asked, given.evidence, given.filings, issuer, given.lexicon)
    if not part:
        none = Outcome(text="The evidence shows no part of the whole that the question names.", confidence=0.0)
        return none if asked.operation == "share_of" else whole.answer(issuer, periods)

    def rows(
        view: TableView, passage: Evidence, item: LineItem, wordings: Sequence[str]
    ) -> Iterator[tuple[Row, float, frozenset[int]]]:
        return part_rows(view, passage, item, part, wordings, given.lexicon)

    narrow = replace(readings, rows_of_part=rows)
    if asked.operation == "share_of":
        return share_of_whole(asked, periods[-1], issuer, part, narrow, readings, given.filings)
    outcome = Measurer(asked, narrow, given.lexicon, given.filings, part=part).answer(issuer, periods)
    if outcome.confidence > 0 or len(tokens(part)) > 1:
        return outcome
    total = whole.answer(issuer, periods)
    return replace(total, confidence=total.confidence * _UNSURE_PART)


def _joined(outcomes: Sequence[Outcome]) -> Outcome:
    """One answer over several issuers: every part is said, also what is missing; surely only as the least sure."""
    found = [outcome for outcome in outcomes if outcome.citations]
    return Outcome(
        text=" ".join(outcome.text for outcome in outcomes if outcome.text),
        confidence=min((outcome.confidence for outcome in found), default=0.0) * len(found) / max(1, len(outcomes)),
        citations=tuple(dict.fromkeys(c for outcome in found for c in outcome.citations)),
        value=found[0].value if len(found) == 1 else None,
        calculations=tuple(c for outcome in found for c in outcome.calculations),
    )


def _by_words(asked: Asked, given: _Given, *, of_line: bool = False) -> Outcome:
    """Sentences that answer, each company's under its name if several are asked for; `of_line`: the line's causes."""
    if len(given.scope.issuers) < 2:
        return _words(asked, given, of_line=of_line)
    outcomes = []
    for issuer in given.scope.issuers:
        own = [passage for passage in given.evidence if given.filings[passage.filing].issuer == issuer]
        name = issuer_name(issuer, given.filings)
        found = (
            _words(asked, replace(given, evidence=own), of_line=of_line) if own else Outcome(text="", confidence=0.0)
        )
        text = f"{name}: {found.text}" if found.citations else f"{name}: nothing was found that answers this."
        outcomes.append(replace(found, text=text))
    return _joined(outcomes)


def _words(asked: Asked, given: _Given, *, of_line: bool) -> Outcome:
    filings = given.filings
    companies = {filings[e.filing].company for e in given.evidence} | {
        filings[e.filing].ticker or "" for e in given.evidence
    }
    names = frozenset(word for name in companies for word in tokens(name))
    printed = [w for m in asked.matches for item in m.line_items[:2] for w in item.printed[:3]]
    topics = match_topics(asked.core)[:2]
    says = [words for topic in topics for words in topic.says]
    found = extract(
        asked.core,
        given.evidence,
        filings,
        given.policy,
        names=names,
        printed=printed,
        says=says,
        topics=topics,
        yes_no=asked.yes_no,
        named=bool(given.scope.issuers),
        fits=tells_cause_of(asked, given.lexicon) if of_line else None,
        encoder=given.encoder,
    )
    words = Outcome(text=found.text, confidence=found.confidence, citations=found.citations)
    options = _listed(asked, given)
    if options is None:
        return words
    confidence = max(options.confidence, words.confidence)
    citations = tuple(dict.fromkeys((*options.citations, *words.citations)))
    return Outcome(text=f"{options.text} {words.text}".strip(), confidence=confidence, citations=citations)


def _listed(asked: Asked, given: _Given) -> Outcome | None:
    """The segments, regions or products that a table lists, where the question asks what they are."""
    if not asks_list(asked.core) or given.policy.role not in _WHICH_ROLES:
        return None
    periods = targets(asked, given.scope, given.evidence, given.filings)
    issuers = given.scope.issuers
    if not periods or len(issuers) != 1:
        return None
    return listed(asked, periods[-1], given.evidence, given.filings, given.lexicon, issuers[0])


def _better(numbers: Outcome | None, prose: Outcome, asked: Asked) -> Outcome:
    """Prose stands in for a number only where the question leaves room for words."""
    if numbers is None and asked.numeric and asked.operation in {*_PLAIN_NUMBERS, "share_of"}:
        numbers = Outcome(text="", confidence=0.0)  # a role that reads no tables must not talk around the number
    if numbers is None or numbers.citations:
        return prose if numbers is None or prose.confidence > numbers.confidence else numbers
    if asked.operation in _PLAIN_NUMBERS and isinstance(asked.item, LineItem):
        said = [match.text for match in asked.matches if match.item is asked.item]
        share = _PROSE_FOR_A_LINE if asked.item.statement in PRIMARY else _PROSE_FOR_ANOTHER
        return replace(prose, confidence=prose.confidence * share) if says_amount(prose.text, said) else numbers
    if asked.operation == "share_of":
        return replace(prose, confidence=prose.confidence * 0.5) if gives_share(asked.core, prose.text) else numbers
    if asked.operation in {"which", "share", "direction", "paid", "prose"}:
        return replace(prose, confidence=prose.confidence * 0.8)
    return numbers
