"""Answers that filings give in a fixed form: how many people they employ, who audits them, who holds an office.

The sentence with the total, or with the name, is taken; one about a part of the staff or a former officer is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from finsagent.agents.asked import Asked
from finsagent.agents.measured import Outcome
from finsagent.agents.readings import cite_span
from finsagent.agents.splitting import Sentence, sentences_of
from finsagent.domain import Evidence, Filing, Value

_STAFF = re.compile(
    r"\b(?:had|have|has|employ(?:ed|s)?|employing|consist(?:ed|s) of|totaled|were|was)\b[^.;|]{0,40}?"
    r"(?P<n>\d{1,3}(?:,\d{3})+|\d{2,6})\s+(?:\w+[\s,-]+){0,7}?"
    r"(?:employees|associates|people|persons|team members|colleagues|teammates|workers|individuals)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:union|represented|covered|collective|bargaining|of whom|of which|seasonal|temporary|hourly employees"
    r"|laid off|hired|"
    r"terminated|severance|plan|stock|options|accident)\b",
    re.IGNORECASE,
)
_ASKS_STAFF = re.compile(
    r"\bhow\s+many\s+(?:\w+[\s-]+){0,3}?(?:employees|people|associates|staff|workers)\b|\bheadcount\b"
    r"|\bnumber\s+of\s+(?:full-time\s+)?employees\b",
    re.IGNORECASE,
)
_ASKS_AUDITOR = re.compile(
    r"\bwho\b.*\baudit(?:s|ed|or|ors)?\b|\b(?:name\s+of|which|what)\b.*\b(?:auditors?|audit(?:ing)?\s+firm"
    r"|accounting\s+firm)\b",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"(?:/s/\s*)?\b(?P<who>[A-Z][A-Za-z&]+(?:(?:,? (?:& )?|\s&\s)[A-Z][A-Za-z&]+){0,4},? (?:LLP|P\.?C\.?|L\.L\.P\.))"
)
_AUDITS = re.compile(
    r"\b(?:audit(?:ed|or|ors|s)?|independent registered public accounting firm|/s/|accountants)\b|/s/", re.IGNORECASE
)
_OFFICES = {
    "ceo": r"(?:chief executive officer|ceo)\b",
    "cfo": r"(?:chief financial officer|cfo)\b",
    "coo": r"(?:chief operating officer|coo)\b",
}
_ASKS_OFFICE = re.compile(
    r"\bwho\s+(?:is|are|was|serves\s+as)\b.*?\b(?P<office>chief\s+(?:executive|financial|operating)\s+officer"
    r"|ceo|cfo|coo)\b",
    re.IGNORECASE,
)
_PERSON = (
    r"(?P<who>[A-Z][A-Za-z'\u2019-]+(?: [A-Z]\.?)?(?: [A-Z]\.)? [A-Z][A-Za-z'\u2019-]+(?:,? (?:Jr|Sr|III|II)\.?)?)"
)
_FORMER = re.compile(r"\b(?:former(?:ly)?|previous(?:ly)?|until|prior to|served as"
                     r"|retired|from \w+ \d{4} to|predecessor)\b",
                     re.IGNORECASE)  # fmt: skip
_NO_PERSON = re.compile(
    r"\b(?:Chief|Officer|President|Vice|Executive|Director|Company|Inc|Board|Item|Section|Rule|Senior)\b"
)
_SURE = 0.85


def asks_stated(asked: Asked) -> bool:
    """Whether the question is one that filings answer in a fixed form."""
    return any(pattern.search(asked.core) for pattern in (_ASKS_STAFF, _ASKS_AUDITOR, _ASKS_OFFICE))


def find_stated(asked: Asked, evidence: Sequence[Evidence], filings: Mapping[str, Filing], year: int) -> Outcome | None:
    """The sentence that states it, of the asked year's filing first; None if there is none."""
    own = [e for e in evidence if filings[e.filing].fiscal_year == year] or list(evidence)
    if _ASKS_STAFF.search(asked.core):
        return _staff(own, filings, year)
    office = _ASKS_OFFICE.search(asked.core)
    found = _officers(own, _office(office["office"])) if office else _auditors(own)
    best = max(found, key=lambda pair: (pair[0], -pair[1].evidence.rank), default=None)
    if best is None:
        return None
    _, sentence, text = best
    filing = filings[sentence.evidence.filing]
    cited = cite_span(sentence.evidence, filing, sentence.start, sentence.end)
    return Outcome(text=text, confidence=_SURE, citations=(cited,))


def _staff(evidence: Sequence[Evidence], filings: Mapping[str, Filing], year: int) -> Outcome | None:
    """The largest count of the company's people that a sentence states as what it has."""
    found: list[tuple[Decimal, Sentence]] = []
    for passage in evidence:
        for sentence in sentences_of(passage):
            match = None if sentence.table else _STAFF.search(sentence.text)
            if match is None or _PART.search(sentence.text[: match.end()]):
                continue
            number = Decimal(match["n"].replace(",", ""))
            if not 1900 <= number <= 2100 or "," in match["n"]:
                found.append((number, sentence))
    if not found:
        return None
    number, sentence = max(found, key=lambda pair: (pair[0], -pair[1].evidence.rank))
    filing = filings[sentence.evidence.filing]
    return Outcome(
        text=" ".join(sentence.text.split()),
        confidence=_SURE,
        citations=(cite_span(sentence.evidence, filing, sentence.start, sentence.end),),
        value=Value(number=number, unit="count", period=f"FY{filing.fiscal_year or year}"),
    )


def _office(words: str) -> str:
    lowered = words.lower()
    return "ceo" if "exec" in lowered else "cfo" if "fin" in lowered else "coo" if "oper" in lowered else lowered


def _auditors(evidence: Sequence[Evidence]) -> Iterator[tuple[float, Sentence, str]]:
    for passage in evidence:
        for sentence in sentences_of(passage):
            firm = _FIRM.search(sentence.text)
            if firm and (_AUDITS.search(sentence.text) or "accounting firm" in passage.text.lower()):
                said = " ".join(sentence.text.split())
                yield (2.0 if _AUDITS.search(sentence.text) else 1.0), sentence, said


def _officers(evidence: Sequence[Evidence], office: str) -> Iterator[tuple[float, Sentence, str]]:
    title = _OFFICES[office]
    near = r"(?:,|\s\||\s(?:has|is|became|serves|currently|\())[^.;]{0,60}?"
    forms = (re.compile(rf"{_PERSON}{near}(?i:\b{title})"), re.compile(rf"(?i:\b{title})(?:,| is| \|)\s*{_PERSON}"))
    for passage in evidence:
        for sentence in sentences_of(passage):
            if _FORMER.search(sentence.text):
                continue
            for form in forms:
                match = form.search(sentence.text)
                if match is not None and not _NO_PERSON.search(match["who"]):
                    yield (1.0 if sentence.table else 2.0), sentence, " ".join(sentence.text.split())
                    break
