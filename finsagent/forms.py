"""What a 10-K and a 10-Q are made of, as tables: Items in order with their parts, titles and title words.

Source: the SEC's Form 10-K and Form 10-Q (general instructions and Items as of 2024), Regulation S-K, and the older
numbering in use before 2003 (Item 14 exhibits). It knows nothing of any one filing.
"""

from __future__ import annotations

from dataclasses import dataclass

BASE_FORMS = {
    "10-K": "10-K",
    "10-K405": "10-K",
    "10-KSB": "10-K",
    "10-KSB40": "10-K",
    "10-KT": "10-K",
    "10-Q": "10-Q",
    "10-QSB": "10-Q",
    "10-QT": "10-Q",
    "8-K": "8-K",
    "EARNINGS": "EARNINGS",
    "20-F": "20-F",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemSpec:
    """One Item of a form. `words` are lower-case phrases one of which a heading of this Item holds."""

    part: str
    item: str
    title: str
    words: tuple[str, ...]


def _spec(part: str, item: str, title: str, *words: str) -> ItemSpec:
    return ItemSpec(part=part, item=item, title=title, words=words or (title.lower(),))


TEN_K: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Business", "business", "description of business"),
    _spec("I", "1A", "Risk Factors", "risk factors", "cautionary"),
    _spec("I", "1B", "Unresolved Staff Comments", "unresolved staff"),
    _spec("I", "1C", "Cybersecurity", "cybersecurity"),
    _spec("I", "2", "Properties", "properties", "property", "description of property"),
    _spec("I", "3", "Legal Proceedings", "legal proceedings"),
    _spec("I", "4", "Mine Safety Disclosures", "mine safety", "submission of matters", "reserved", "removed"),
    _spec("II", "5", "Market for Registrant's Common Equity", "market for", "market price", "common equity"),
    _spec("II", "6", "Selected Financial Data", "selected", "reserved"),
    _spec(
        "II",
        "7",
        "Management's Discussion and Analysis",
        "discussion and analysis",
        "plan of operation",
        "management's discussion",
    ),
    _spec("II", "7A", "Quantitative and Qualitative Disclosures About Market Risk", "quantitative and qualitative"),
    _spec("II", "8", "Financial Statements and Supplementary Data", "financial statements", "supplementary data"),
    _spec("II", "9", "Changes in and Disagreements with Accountants", "disagreements with", "changes in and"),
    _spec("II", "9A", "Controls and Procedures", "controls and procedures"),
    _spec("II", "9B", "Other Information", "other information"),
    _spec("II", "9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections", "foreign jurisdictions"),
    _spec("III", "10", "Directors, Executive Officers and Corporate Governance", "directors"),
    _spec("III", "11", "Executive Compensation", "executive compensation"),
    _spec("III", "12", "Security Ownership", "security ownership"),
    _spec("III", "13", "Certain Relationships and Related Transactions", "certain relationships"),
    _spec(
        "III",
        "14",
        "Principal Accountant Fees and Services",
        "principal account",
        "controls and procedures",
        "exhibits",
    ),
    _spec("IV", "15", "Exhibits and Financial Statement Schedules", "exhibit", "principal account"),
    _spec("IV", "16", "Form 10-K Summary", "form 10-k summary", "summary"),
)

TEN_Q: tuple[ItemSpec, ...] = (
    _spec("I", "1", "Financial Statements", "financial statements", "financial information"),
    _spec("I", "2", "Management's Discussion and Analysis", "discussion and analysis", "plan of operation"),
    _spec("I", "3", "Quantitative and Qualitative Disclosures About Market Risk", "quantitative and qualitative"),
    _spec("I", "4", "Controls and Procedures", "controls and procedures"),
    _spec("II", "1", "Legal Proceedings", "legal proceedings"),
    _spec("II", "1A", "Risk Factors", "risk factors"),
    _spec("II", "2", "Unregistered Sales of Equity Securities", "unregistered", "changes in securities", "repurchases"),
    _spec("II", "3", "Defaults Upon Senior Securities", "defaults"),
    _spec("II", "4", "Mine Safety Disclosures", "mine safety", "submission of matters", "reserved", "removed"),
    _spec("II", "5", "Other Information", "other information"),
    _spec("II", "6", "Exhibits", "exhibits"),
)

ITEMS: dict[str, tuple[ItemSpec, ...]] = {"10-K": TEN_K, "10-Q": TEN_Q}

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
    "cash_flow": ("statements of cash flow", "statement of cash flow", "cash flow statement"),
    "equity": ("stockholders' equity", "shareholders' equity", "shareowners' equity", "changes in equity"),
}
"""Printed titles of the primary statements, lower case, plain apostrophes."""


def base_form(form: str) -> str:
    """Map a form type to the form whose Items it uses: "10-K405/A" -> "10-K"; unknown forms come back unchanged."""
    name = form.upper().removesuffix("/A").strip()
    return BASE_FORMS.get(name, name)


def is_amendment(form: str) -> bool:
    """Say whether a form type is an amendment ("10-K/A")."""
    return form.upper().endswith("/A")


def item_key(form: str, part: str, item: str) -> str:
    """The key of an Item in role policies: "10-K:7" or "10-Q:I-2"."""
    base = base_form(form)
    return f"{base}:{part}-{item}" if base == "10-Q" and part else f"{base}:{item}"


def item_label(form: str, part: str, item: str) -> str:
    """What a reader calls an Item: "Item 7" or "Part I, Item 2"; "" for a document without Items."""
    if not item or not item[0].isdigit():
        return ""
    return f"Part {part}, Item {item}" if base_form(form) == "10-Q" and part else f"Item {item}"


def statement_of(text: str) -> str:
    """The primary statement that a title names ("balance_sheet", "income", "cash_flow", "equity"), or ""."""
    if len(text) > 160:
        return ""
    plain = text.lower().replace("\u2019", "'").replace(" flow s", " flows")
    for name in ("cash_flow", "balance_sheet", "income", "equity"):
        if any(title in plain for title in STATEMENT_TITLES[name]):
            return name
    return ""
