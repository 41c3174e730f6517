"""What a 10-K and a 10-Q are made of, as tables: Items in order with their parts, titles, title words and sizes.

Sources: the SEC's Forms 10-K, 10-KSB and 10-Q (general instructions and Items as of 2024) and Regulation S-K. Items
came and went: 7A in 1997 (Release 33-7386), controls in 2002 and Item 9A in 2003 (33-8238), 1A and 1B in 2005
(33-8591), Item 16 in 2016 (34-77969), 9C in 2022 (34-93701), 1C in 2023 (33-11216); Item 4 was the vote of security
holders until 2010 and is mine safety since 2012; Item 6 is reserved since 2021; Item 14 was exhibits before 2002 and
controls for one year, and Item 15 exhibits since. It knows nothing of any one filing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

BASE_FORMS = {
    "10-K": "10-K",
    "10-K405": "10-K",
    "10-KSB": "10-K",
    "10-KSB40": "10-K",
    "10-KT": "10-K",
    "10-KT405": "10-K",
    "10-KTSB": "10-K",
    "10-Q": "10-Q",
    "10-QSB": "10-Q",
    "10-QT": "10-Q",
    "10-QTSB": "10-Q",
    "8-K": "8-K",
    "EARNINGS": "EARNINGS",
    "20-F": "20-F",
}
_SMALL_BUSINESS = {
    "10-KSB": "10-KSB",
    "10-KSB40": "10-KSB",
    "10-KTSB": "10-KSB",
    "10-QSB": "10-QSB",
    "10-QTSB": "10-QSB",
}
_ALWAYS, _NEVER = date.min, date.max
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemSpec:
    """One Item of a form.

    `words` are lower-case phrases one of which a heading of this Item holds. `titles` are further full titles that it
    had, with the words that tell them: ("Controls and Procedures", ("controls",)). `size` bounds the usual number of
    characters of an Item that has its own text. `since` is the first period end that it is due for. `optional` Items
    may be left out without a word, and so may others since the SEC reserved them. `like` is the Item of the 10-K that
    has the same content, where the number differs.
    """

    part: str
    item: str
    title: str
    words: tuple[str, ...]
    titles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    size: tuple[int, int] = (0, 60_000)
    since: date = _ALWAYS
    optional: bool = False
    like: str = ""
    reserved_since: date = _NEVER

    def title_for(self, heading: str) -> str:
        """The title that a printed heading means; the Item's usual one where it doesn't say."""
        plain = plain_words(heading)
        for title, words in self.titles:
            if any(word in plain for word in words):
                return title
        return self.title


def _spec(
    part: str,
    item: str,
    title: str,
    *words: str,
    titles: tuple[tuple[str, tuple[str, ...]], ...] = (),
    size: tuple[int, int] = (0, 60_000),
    since: date = _ALWAYS,
    optional: bool = False,
    like: str = "",
    reserved_since: date = _NEVER,
) -> ItemSpec:
    return ItemSpec(
        part=part,
        item=item,
        title=title,
        words=words or (title.lower(),),
        titles=titles,
        size=size,
        since=since,
        optional=optional,
        like=like,
        reserved_since=reserved_since,
    )


_VOTES = ("Submission of Matters to a Vote of Security Holders", ("submission of matters", "vote of security"))
_RESERVED = ("[Reserved]", ("reserved", "removed"))
_EXHIBITS = "Exhibits and Financial Statement Schedules"
_FEES = ("Principal Accountant Fees and Services", ("principal account",))
_CONTROLS = ("Controls and Procedures", ("controls and procedures",))
_DIRECTORS = ("Directors and Executive Officers of the Registrant", ("officers of the registrant",))
_MARKET_RISK = "Quantitative and Qualitative Disclosures About Market Risk"
_MARKET_RISK_SINCE = date(1998, 6, 15)  # a year earlier for the largest issuers
_CONTROLS_SINCE = date(2002, 8, 29)
_RISKS_SINCE = date(2005, 12, 1)

# fmt: off
TEN_K: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Business", "business", "description of business", size=(1500, 500_000)),
    _spec("I", "1A", "Risk Factors", "risk factors", "cautionary", size=(30, 400_000), since=_RISKS_SINCE),
    _spec("I", "1B", "Unresolved Staff Comments", "unresolved staff", size=(0, 6000), since=_RISKS_SINCE),
    _spec("I", "1C", "Cybersecurity", "cybersecurity", size=(30, 25_000), since=date(2023, 12, 15)),
    _spec("I", "2", "Properties", "properties", "property", "description of property"),
    _spec("I", "3", "Legal Proceedings", "legal proceedings", size=(0, 150_000)),
    _spec("I", "4", "Mine Safety Disclosures", "mine safety", "safety disclosures", "submission of matters",
        "vote of security", "reserved", "removed", titles=(_VOTES, _RESERVED), size=(0, 12_000)),
    _spec("II", "5", "Market for Registrant's Common Equity", "market for", "market price", "market of",
        "common equity", "market for registrant", "market for the registrant", "market for common",
        size=(50, 60_000)),
    _spec("II", "6", "Selected Financial Data", "selected", "reserved", "selected financial data",
        titles=(_RESERVED,), size=(0, 40_000), reserved_since=date(2021, 2, 10)),
    _spec("II", "7", "Management's Discussion and Analysis", "discussion and analysis", "plan of operation",
        "management's discussion", size=(1500, 600_000)),
    _spec("II", "7A", _MARKET_RISK, "quantitative and qualitative", "market risk", size=(0, 60_000),
        since=_MARKET_RISK_SINCE),
    _spec("II", "8", "Financial Statements and Supplementary Data", "financial statements", "supplementary data",
        size=(5000, 1_500_000)),
    _spec("II", "9", "Changes in and Disagreements with Accountants", "disagreements with", "changes in and",
        size=(0, 6000)),
    _spec("II", "9A", "Controls and Procedures", "controls and procedures", size=(150, 40_000),
        since=date(2003, 8, 14)),
    _spec("II", "9B", "Other Information", "other information", size=(0, 30_000), since=date(2004, 8, 23)),
    _spec("II", "9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections", "foreign jurisdictions",
        size=(0, 4000), since=date(2021, 12, 15), optional=True),
    _spec("III", "10", "Directors, Executive Officers and Corporate Governance", "directors",
        titles=(_DIRECTORS,), size=(0, 120_000)),
    _spec("III", "11", "Executive Compensation", "executive compensation", size=(0, 250_000)),
    _spec("III", "12", "Security Ownership", "security ownership"),
    _spec("III", "13", "Certain Relationships and Related Transactions", "certain relationships"),
    _spec("III", "14", "Principal Accountant Fees and Services", "principal account", "controls and procedures",
        "exhibits", titles=(_CONTROLS, (_EXHIBITS, ("exhibit",))), size=(0, 250_000)),
    _spec("IV", "15", _EXHIBITS, "exhibit", "principal account", titles=(_FEES,), size=(0, 250_000),
        since=_CONTROLS_SINCE),
    _spec("IV", "16", "Form 10-K Summary", "form 10-k summary", "summary", "principal account", titles=(_FEES,),
        size=(0, 40_000), since=date(2016, 6, 9), optional=True),
)

TEN_KSB: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Description of Business", "business", size=(1000, 300_000), like="1"),
    _spec("I", "1A", "Risk Factors", "risk factors", size=(30, 200_000), since=_RISKS_SINCE, optional=True,
        like="1A"),
    _spec("I", "1B", "Unresolved Staff Comments", "unresolved staff", since=_RISKS_SINCE, optional=True, like="1B"),
    _spec("I", "2", "Description of Property", "property", "properties", like="2"),
    _spec("I", "3", "Legal Proceedings", "legal proceedings", like="3"),
    _spec("I", "4", _VOTES[0], *_VOTES[1], size=(0, 12_000), like="4"),
    _spec("II", "5", "Market for Common Equity and Related Stockholder Matters", "market for", "common equity",
        like="5"),
    _spec("II", "6", "Management's Discussion and Analysis or Plan of Operation", "discussion and analysis",
        "plan of operation", size=(500, 200_000), like="7"),
    _spec("II", "7", "Financial Statements", "financial statements", size=(2000, 400_000), like="8"),
    _spec("II", "8", "Changes in and Disagreements with Accountants", "disagreements with", "changes in and",
        like="9"),
    _spec("II", "8A", "Controls and Procedures", "controls and procedures", since=_CONTROLS_SINCE, like="9A"),
    _spec("II", "8B", "Other Information", "other information", since=date(2004, 8, 23), like="9B"),
    _spec("III", "9", "Directors, Executive Officers, Promoters and Control Persons", "directors", like="10"),
    _spec("III", "10", "Executive Compensation", "executive compensation", like="11"),
    _spec("III", "11", "Security Ownership", "security ownership", like="12"),
    _spec("III", "12", "Certain Relationships and Related Transactions", "certain relationships", like="13"),
    _spec("III", "13", "Exhibits", "exhibit", size=(0, 120_000), like="15"),
    _spec("III", "14", "Principal Accountant Fees and Services", "principal account", "controls and procedures",
        titles=(_CONTROLS,), since=_CONTROLS_SINCE, like="14"),
)

TEN_Q: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Financial Statements", "financial statements", "financial information", size=(3000, 600_000)),
    _spec("I", "2", "Management's Discussion and Analysis", "discussion and analysis", "plan of operation",
        size=(1000, 400_000)),
    _spec("I", "3", _MARKET_RISK, "quantitative and qualitative", "market risk", since=_MARKET_RISK_SINCE),
    _spec("I", "4", "Controls and Procedures", "controls and procedures", size=(150, 25_000), since=_CONTROLS_SINCE),
    _spec("II", "1", "Legal Proceedings", "legal proceedings", size=(0, 150_000), optional=True),
    _spec("II", "1A", "Risk Factors", "risk factors", size=(0, 300_000), since=_RISKS_SINCE, optional=True),
    _spec("II", "2", "Unregistered Sales of Equity Securities", "unregistered", "changes in securities",
        "repurchases", titles=(("Changes in Securities", ("changes in securities",)),), optional=True),
    _spec("II", "3", "Defaults Upon Senior Securities", "defaults", size=(0, 10_000), optional=True),
    _spec("II", "4", "Mine Safety Disclosures", "mine safety", "safety disclosures", "submission of matters",
        "vote of security", "reserved", "removed", titles=(_VOTES, _RESERVED), size=(0, 15_000), optional=True),
    _spec("II", "5", "Other Information", "other information", optional=True),
    _spec("II", "6", "Exhibits", "exhibits"),
)

TEN_QSB: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Financial Statements", "financial statements", "financial information", size=(1500, 200_000)),
    _spec("I", "2", "Management's Discussion and Analysis", "discussion and analysis", "plan of operation"),
    _spec("I", "3", "Controls and Procedures", "controls and procedures", since=_CONTROLS_SINCE, like="4"),
    *(spec for spec in TEN_Q if spec.part == "II"),
)

# fmt: on

ITEMS: dict[str, tuple[ItemSpec, ...]] = {"10-K": TEN_K, "10-Q": TEN_Q}
"""The Items that role policies name; the forms of small businesses lead to them by `ItemSpec.like`."""
_SMALL_ITEMS = {"10-KSB": TEN_KSB, "10-QSB": TEN_QSB}
OFFICERS = "officers"
"""Item 401(b) of Regulation S-K under a caption of its own in Part I (General Instruction G(3)): content of Item 10."""
_PLACES = {OFFICERS: "10"}

STATEMENT_TITLES: dict[str, tuple[str, ...]] = {
    "balance_sheet": (
        "balance sheet",
        "statements of financial position",
        "statement of financial position",
        "statements of financial condition",
        "statement of condition",
    ),
    "income": (
        "statements of income",
        "statement of income",
        "statements of operations",
        "statement of operations",
        "statements of earnings",
        "statement of earnings",
        "income statement",
    ),
    "cash_flow": ("statements of cash flow", "statement of cash flow", "cash flow statement", "cash flows statement"),
    "equity": ("stockholders' equity", "shareholders' equity", "shareowners' equity", "changes in equity"),
}
"""Printed titles of the primary statements, lower case, plain apostrophes."""


def base_form(form: str) -> str:
    """Map a form type to the form whose Items it uses: "10-K405/A" -> "10-K"; unknown forms come back unchanged."""
    name = _plain_form(form)
    return BASE_FORMS.get(name, name)


def items_of(form: str, period_end: date | None = None) -> tuple[ItemSpec, ...]:
    """The Items of a form in order, without those that were not due yet at the end of a known period."""
    name = _plain_form(form)
    specs = _SMALL_ITEMS.get(_SMALL_BUSINESS.get(name, ""), ITEMS.get(BASE_FORMS.get(name, name), ()))
    if period_end is None:
        return specs
    return tuple(spec for spec in specs if spec.since <= period_end)


def is_amendment(form: str) -> bool:
    """Say whether a form type is an amendment ("10-K/A")."""
    return form.upper().endswith("/A")


def item_key(form: str, part: str, item: str) -> str:
    """The key of an Item in role policies: "10-K:7", "10-Q:I-2"; an Item of a 10-KSB has that of its like."""
    base = base_form(form)
    like = _PLACES.get(item) or next((s.like for s in items_of(form) if s.part == part and s.item == item), "") or item
    return f"{base}:{part}-{like}" if base == "10-Q" and part else f"{base}:{like}"


def item_label(form: str, part: str, item: str) -> str:
    """What a reader calls an Item: "Item 7" or "Part I, Item 2"; "" for a document without Items."""
    if not item or not item[0].isdigit():
        return ""
    return f"Part {part}, Item {item}" if base_form(form) == "10-Q" and part else f"Item {item}"


def plain_words(text: str) -> str:
    """A heading in lower case with plain apostrophes and single spaces, to look for title words in."""
    return _SPACES.sub(" ", text.lower().replace("\u2019", "'")).strip()


def statement_of(text: str) -> str:
    """The primary statement that a title names ("balance_sheet", "income", "cash_flow", "equity"), or ""."""
    if len(text) > 160:
        return ""
    plain = text.lower().replace("\u2019", "'").replace(" flow s", " flows")
    for name in ("cash_flow", "balance_sheet", "income", "equity"):
        if any(title in plain for title in STATEMENT_TITLES[name]):
            return name
    return ""


def _plain_form(form: str) -> str:
    name = form.upper().removesuffix("/A").strip()
    return f"10-{name[2:]}" if name.startswith(("10K", "10Q")) else name
