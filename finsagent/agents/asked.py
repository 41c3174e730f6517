"""Reads what a question wants done: which item, which operation, over which years, written in which unit.

Words only: it knows the lexicon, not the filings. Issuers and periods come from the scope.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from finsagent.agents.definitions import own_definition, share_formula
from finsagent.lexicon import Lexicon, LineItem, Match, Measure, statement_hints
from finsagent.retrieval.periods import read_periods

Operation = Literal[
    "value", "average", "growth", "change", "direction", "sign", "level", "which", "share", "share_of", "paid", "prose"
]

_NUMBER_WORDS = {"zero": 0, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "a": 1}
_SCALE = re.compile(
    r"(?:\bin\s+(?:units\s+of\s+)?|\bUSD\s+|\$\s*(?:in\s+)?|\bdollars?\s+in\s+)(?:USD\s+|US\s+dollars?\s+|\$\s*)?"
    r"(thousand|million|billion)s?\b(?!\s+of\s+(?!dollars))|\b(thousand|million|billion)s\s+of\s+(?:U\.?S\.?\s+)?dollars",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\bround\w*\b[^.?]*?\b(?:to|at)\s+(?:the\s+nearest\s+)?(\w+)\s+decimal", re.IGNORECASE)
_TENTH = {"tenth": 1, "hundredth": 2, "thousandth": 3, "integer": 0, "whole": 0, "cent": 2, "percent": 0}
_NEAREST = re.compile(r"\bnearest\s+(tenth|hundredth|thousandth|integer|whole|cent|percent)", re.IGNORECASE)
_PERCENT = re.compile(
    r"\bunits?\s+of\s+percents?\b|\bas\s+a\s+percent(?:age)?\b|\bin\s+percent(?:s|age)?\b", re.IGNORECASE
)
_SENTENCE = re.compile(
    r"(?<=[.?!;])(?<!i\.e\.)(?<!e\.g\.)(?<!vs\.)(?<!U\.S\.)(?<!Inc\.)(?<!Corp\.)(?<!Co\.)(?<!No\.)\s+(?=[A-Z(])|\n+"
)
_DEFINITION = re.compile(r"\b(?:defined\s+as|define\b|calculated\s+as|computed\s+as|is\s+calculated\b)", re.IGNORECASE)
_ASIDE = re.compile(
    r"^(?:if\b.*\b(?:not|n't|state)|define\b|calculate\s+\w+.*\busing\b|(?:assume|round|answer|base|please)\b(?!.*\?))"
    r"|\bdefined\s+as\b|\bcalculated\s+as\b",
    re.IGNORECASE,
)
_PROSE = re.compile(
    r"\b(?:why|what\s+(?:drove|caused|led|explains?|are\s+the\s+(?:reasons?|drivers?|factors?))|reasons?\s+for|describe"
    r"|explain\s+(?:how|the)|what\s+did\b.{0,60}\b(?:say|announce|disclose|state|expect|tell)\b|what\s+happened"
    r"|status\s+of|nature|purpose|who\b|whom\b|how\s+does\s+\w+\s+(?:define|recogni[sz]e|account|measure|generate)"
    r"|what\s+(?:industry|industries|geographies|type|kind|kinds|types|risks?|factors|strateg|method|policy|criteria))\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\bwhy\b|\b(?:drove|drivers?|caused?|reasons?|led\s+to)\b", re.IGNORECASE)
_ASKS_NUMBER = re.compile(
    r"\b(?:how\s+(?:much|many|large|high|big|did\b.*\bcompare|does\b.*\bcompare|has\b.*\bchanged)|what\s+(?:is|was|were|are|percent\w*|amount|total)"
    r"|what'?s|by\s+how|calculate|compute|compare|give|provide|report|find|determine|quantity)\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"\b(?:\d+|two|three|four|five)[\s-]+years?[\s-]+averages?\b|\baverages?\s+(?:annual\s+)?(?:of|from|over|between|for)\b"
    r"|\bmean\s+of\b",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    r"\bgrowth(?:\s+rate)?\b|\bpercent(?:age)?\s+(?:change|increase|decrease|growth)\b|%\s*(?:change|increase|decrease|growth)"
    r"|\b(?:what|which)\s+percent(?:age)?\s+did\b|\byear[\s-]over[\s-]year\b|\byoy\b|\bgrow\s+by\b",
    re.IGNORECASE,
)
_BY_PERCENT = re.compile(
    r"\b(?:by\s+)?(?:what|which|how\s+many)\s+percent(?:age)?\b(?!\s+(?:of|points?)\b)|\bin\s+percent(?:s|age)?\b"
    r"|\bin\s+percentage\s+terms\b|\bas\s+a\s+percent(?:age)?\b(?!\s+of)",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(
    r"\b(?:what|which|how\s+(?:much|large))\b.{0,20}\b(?:percent(?:age)?|share|proportion|portion|fraction|part)\s+of\b"
    r"|\bhow\s+much\s+of\b",
    re.IGNORECASE,
)
_OTHER_HEAD = re.compile(
    r"^\s+(?:obligations?|commitments?|members?|memberships?|subscribers?|subscriptions?|turnover|yields?|days|ratios?"
    r"|margins?|multiples?|rates?|backlog|guidance|targets?|forecasts?|maturities|covenants?|covered|per\s+"
    r"(?!cent\b|share\b|the\b|its\b|year\b|month\b|quarter\b|diluted\b|basic\b|common\b|10-[kq])\w+)\b",
    re.IGNORECASE,
)
_WH = re.compile(r"\b(?:why|how|what|which|who|whom|whose|when|where)\b", re.IGNORECASE)
_HOW_MOVED = re.compile(
    r"^\W*(?:[^?]{0,60}?[,:]\s*)?how\s+(?:did|does|has|have|do)\b.*\b(?:change|changed|develop(?:ed)?|evolve[d]?|move[d]?|trend(?:ed)?)\b",
    re.IGNORECASE,
)
_QUARTER_TOO = re.compile(
    r"\b(?:second|third|2nd|3rd)\s+(?:fiscal\s+)?quarter\b(?!(?:'s|ly)?\s+(?:10-Q|report|filing))|\bQ[23]\b(?!.{0,10}\b10-?Q)"
    r"|\bthree\s+(?:months\b|and\s+(?:six|nine)\b)|\b(?:13|thirteen)\s+(?:weeks\b|and\b)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:by\s+how\s+much|how\s+much\s+(?:did|has)\b.*\b(?:increase|decrease|change|grow|rise|fall|decline)"
    r"|(?:the\s+)?(?:change|increase|decrease|difference)\s+(?:in|of|between)|year[\s-]over[\s-]year\s+change)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^\W*(?:is|are|was|were|has|have|had|does|do|did|can|will|would|should)\b|[,:]\s*(?:is|are|has|have|does|do|did|was)\s",
    re.IGNORECASE,
)
_UP = r"improv\w*|increas\w*|grow\w*|grew|ris(?:e|en|ing)|rose|higher|expand\w*|better|strengthen\w*|raised?"
_DOWN = (
    r"declin\w*|decreas\w*|fall\w*|fell|drop\w*|lower(?:ed)?|shr[aiu]nk\w*|worsen\w*|deteriorat\w*"
    r"|contract(?:ed|ing)|reduc\w*"
)
_MOVES = re.compile(rf"\b(?P<up>{_UP})\b|\b(?P<down>{_DOWN})\b", re.IGNORECASE)
_SIGN = re.compile(r"\b(positive|negative|profitable|unprofitable|net\s+loss|profit\s+or\s+loss)\b", re.IGNORECASE)
_LEVEL = re.compile(
    r"\b(?:healthy|capital[\s-]intensive|strong|weak|adequate|sufficient|reasonabl[ey]|high|low|liquid)\b",
    re.IGNORECASE,
)
_PAID = re.compile(
    r"\b(?:pa(?:y|id|ys)|distribut\w*|declar\w*|repurchas\w*|issu\w*|report\w*|incur\w*|record\w*)\b", re.IGNORECASE
)
_MOST = r"highest|largest|most|greatest|biggest|best|top|maximum"
_LEAST = r"lowest|smallest|least|fewest|worst|minimum|dragged"
_WHICH = re.compile(
    rf"\b(?:which|among|(?:what|who)\s+(?:is|was|were|are|had)\s+(?:the|its|their))\b.*?\b(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\b",
    re.IGNORECASE | re.DOTALL,
)
_SHARE = re.compile(
    r"\b(?:more|greater|higher|over|above|exceed\w*|at\s+least|larger)\b(?:\s+than)?\s+(?P<share>\d+(?:\.\d+)?)\s*(?:%|percent)",
    re.IGNORECASE,
)
_BESIDE = 60
_PER_SHARE = re.compile(r"\bper[\s-]share\b|\beach\s+(?:share|shareholder|stockholder)\b", re.IGNORECASE)
_ADJUSTED = re.compile(
    r"\b(?:exclud\w+|adjusted|non-gaap|organic\w*|constant[\s-]currency|pro\s+forma|like[\s-]for[\s-]like)\b",
    re.IGNORECASE,
)
_CATEGORIES = frozenset({"segment_revenue", "segment_income", "geographic_revenue", "guidance", "credit_facility"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """How the answer is to be written: scale word, digits after the point, percent."""

    scale: str = ""
    digits: int | None = None
    percent: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question understood. `item` is the main line item or measure; `formula` a definition of its own.

    `upward` says for "direction" whether the question supposes a rise, for "which" whether it wants the most, for
    "sign" whether it supposes a positive value. `matches` are all items that the words name; `core` the sentences that
    ask and `years` the years that they name.
    """

    text: str
    operation: Operation
    item: LineItem | Measure | None
    core: str
    matches: tuple[Match, ...]
    form: Form
    upward: bool = True
    yes_no: bool = False
    formula: str = ""
    statements: tuple[str, ...] = ()
    months: int | None = None
    years: tuple[int, ...] = ()
    if_irrelevant: bool = False
    also_quarter: bool = False
    """Whether the quarter is asked for beside the months of the year to date."""
    share: Decimal | None = None
    """For "share": how many percent of the whole an option must exceed."""

    @property
    def asks_cause(self) -> bool:
        """Whether the question wants to know what drove a change."""
        return bool(_CAUSE.search(self.core))

    @property
    def numeric(self) -> bool:
        """Whether a number (or a comparison of numbers) is the answer."""
        return self.item is not None and self.operation != "prose"


def read_question(text: str, lexicon: Lexicon) -> Asked:
    """Understand a question as far as its words go."""
    matches = tuple(lexicon.match(text))
    core = _core(text)
    item = _main_item(text, core, matches)
    operation, upward = _operation(core, item)
    if operation == "value" and item is not None and _is_other_measure(text, core, matches, item):
        operation = "prose"
    formula = own_definition(text, item, lexicon) or share_formula(text, core, matches, item)
    if operation == "share_of" and formula:
        operation = "value"
    hints = statement_hints(text)
    return Asked(
        text=text,
        operation=operation,
        item=item,
        core=core,
        matches=matches,
        form=read_form(text),
        upward=upward,
        yes_no=_asks_yes_no(core),
        formula=formula,
        statements=hints,
        months=_months(core),
        years=read_periods(core).years,
        share=Decimal(share["share"]) if (share := _SHARE.search(core)) else None,
        also_quarter=bool(_months(core) and _QUARTER_TOO.search(core)),
        if_irrelevant=bool(re.search(r"\bnot\s+(?:a\s+)?(?:useful|relevant|something)\b", text, re.IGNORECASE)),
    )


def parts(text: str) -> tuple[str, ...]:
    """The questions in a text, each with the instructions that go for all; the text itself where there is one."""
    sentences = [sentence.strip() for sentence in _SENTENCE.split(text) if sentence.strip()]
    asking = [sentence for sentence in sentences if sentence.endswith("?") and not _ASIDE.search(sentence)]
    if len(asking) < 2:
        return (text,)
    rest = " ".join(sentence for sentence in sentences if sentence not in asking)
    return tuple(f"{sentence} {rest}".strip() for sentence in asking)


def read_form(text: str) -> Form:
    """Read the asked unit and rounding: "in USD millions", "round to two decimal places", "in units of percents"."""
    scale = _SCALE.search(text)
    digits = _DIGITS.search(text)
    nearest = _NEAREST.search(text)
    places: int | None = None
    if digits is not None:
        word = digits[1].lower()
        places = int(word) if word.isdigit() else _NUMBER_WORDS.get(word)
    elif nearest is not None:
        places = _TENTH[nearest[1].lower()]
    return Form(
        scale=(scale[1] or scale[2]).lower() if scale else "", digits=places, percent=bool(_PERCENT.search(text))
    )


def _core(text: str) -> str:
    """The sentences that ask, without definitions, roles to play and instructions on form."""
    sentences = [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]
    asking = [sentence for sentence in sentences if "?" in sentence and not _ASIDE.search(sentence)]
    kept = asking or [sentence for sentence in sentences if not _ASIDE.search(sentence)] or sentences
    core = " ".join(kept)
    return (
        core.rsplit(": ", 1)[-1]
        if re.search(r":\s+(?:what|how|is|has|does|did|which)\b", core, re.IGNORECASE)
        else core
    )


def _main_item(text: str, core: str, matches: Sequence[Match]) -> LineItem | Measure | None:
    place = text.find(core)
    inside = [m for m in matches if place <= m.start < place + len(core)] if place >= 0 else []
    if not inside:
        inside = [match for match in matches if match.text in core]
    lines = [match.item for match in inside if match.item.key not in _CATEGORIES]
    measures = [item for item in lines if isinstance(item, Measure)]
    if measures:
        return measures[0]
    which = _WHICH.search(core)
    if which is not None:
        said = core[which.end() : which.end() + _BESIDE].lower()
        beside = [m for m in inside if m.item.key not in _CATEGORIES and m.text.lower() in said]
        if beside:
            return min(beside, key=lambda match: said.find(match.text.lower())).item
    flows = [item for item in lines if item.key != "cash"]  # "cash" is also said of cash flows and dividends
    return flows[0] if flows else lines[0] if lines else None


def _operation(core: str, item: LineItem | Measure | None) -> tuple[Operation, bool]:
    which = _WHICH.search(core)
    if which is not None and not re.search(r"\bhow\s+(?:much|many)\b", core, re.IGNORECASE):
        return "which", bool(which["most"])
    if item is not None and _SHARE.search(core) and re.search(r"\bany\b|\bwhich\b", core, re.IGNORECASE):
        return "share", True
    if isinstance(item, LineItem) and _is_other_basis(core, item):
        return "prose", True
    if item is None or _PROSE.search(core) or core.rstrip().endswith(" for?"):
        return "prose", True
    if _asks_yes_no(core):
        return _yes_no(core, item)
    if isinstance(item, LineItem) and _SHARE_OF.search(core):
        return "share_of", True
    if _AVERAGE.search(core):
        return "average", True
    grows = isinstance(item, Measure) and item.key.endswith("_growth")
    if _GROWTH.search(core) and not grows:
        return "growth", True
    if _BY_PERCENT.search(core) and _MOVES.search(core) and not grows:
        return "growth", True
    if _CHANGE.search(core) and not grows:
        return "change", True
    if _HOW_MOVED.search(core) and not grows:
        return "direction", True
    return ("value", True) if _ASKS_NUMBER.search(core) or isinstance(item, Measure) else ("prose", True)


def _is_other_basis(core: str, item: LineItem) -> bool:
    """Whether the question wants the line on a basis or in a unit that the printed line does not have."""
    if item.unit == "USD" and _PER_SHARE.search(core):
        return True
    return bool(_ADJUSTED.search(core)) and not _ADJUSTED.search(f"{item.label} {' '.join(item.asked)}")


def _asks_yes_no(core: str) -> bool:
    """Whether yes or no answers: a question that opens with its verb, not with why, how or what."""
    verb = _YES_NO.search(core)
    return verb is not None and not _WH.search(core[: verb.start()])


def _is_other_measure(text: str, core: str, matches: Sequence[Match], item: LineItem | Measure) -> bool:
    """Whether the item's words in the question only qualify another noun that is what is asked."""
    own = [match for match in matches if match.item is item and match.text in core]
    return bool(own) and all(_OTHER_HEAD.search(text[match.end :]) for match in own)


def _yes_no(core: str, item: LineItem | Measure) -> tuple[Operation, bool]:
    sign = _SIGN.search(core)
    if sign is not None:
        return "sign", sign[1].lower() in {"positive", "profitable"}
    moves = _MOVES.search(core)
    if moves is not None:
        return "direction", bool(moves["up"])
    if isinstance(item, Measure) and _LEVEL.search(core):
        return "level", True
    if item.key in {"dividends_paid", "buybacks", "capex", "restructuring", "impairment"} and _PAID.search(core):
        return "paid", True
    return "prose", True


def _months(core: str) -> int | None:
    if re.search(
        r"\bH1\b|\b1H\b|\bfirst\s+half\b|\bsix\s+months\b|\b(?:26|twenty[\s-]six)\s+weeks\b|\byear[\s-]to[\s-]date\s+Q2",
        core,
        re.IGNORECASE,
    ):
        return 6
    return 9 if re.search(r"\bnine\s+months\b|\b9M\b|\b(?:39|thirty[\s-]nine)\s+weeks\b", core, re.IGNORECASE) else None
