"""What every filing has: cover page, contents, Items in their Parts, signatures. Items come filled from the issuer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from indexer.sample.blocks import (
    Block,
    Contents,
    Document,
    Entry,
    Heading,
    PageBreak,
    Paragraph,
    Row,
    Table,
    Tag,
    Words,
    amount,
)
from indexer.sample.frame import Frame


@dataclass(frozen=True)
class Slot:
    """An Item: its Part, number and title."""

    part: str
    item: str
    title: str

    @property
    def key(self) -> str:
        """Give the Item's key: "7A"; in a 10-Q with its Part, "I-2"."""
        return self.item

    @property
    def anchor(self) -> str:
        """Give the Item's anchor."""
        return f"part{self.part.lower()}_item{self.item.lower()}"


ANNUAL = (
    Slot("I", "1", "Business"),
    Slot("I", "1A", "Risk Factors"),
    Slot("I", "1B", "Unresolved Staff Comments"),
    Slot("I", "1C", "Cybersecurity"),
    Slot("I", "2", "Properties"),
    Slot("I", "3", "Legal Proceedings"),
    Slot("I", "4", "Mine Safety Disclosures"),
    Slot(
        "II",
        "5",
        "Market for Registrant\u2019s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities",
    ),
    Slot("II", "6", "[Reserved]"),
    Slot("II", "7", "Management\u2019s Discussion and Analysis of Financial Condition and Results of Operations"),
    Slot("II", "7A", "Quantitative and Qualitative Disclosures About Market Risk"),
    Slot("II", "8", "Financial Statements and Supplementary Data"),
    Slot("II", "9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"),
    Slot("II", "9A", "Controls and Procedures"),
    Slot("II", "9B", "Other Information"),
    Slot("II", "9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections"),
    Slot("III", "10", "Directors, Executive Officers and Corporate Governance"),
    Slot("III", "11", "Executive Compensation"),
    Slot("III", "12", "Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters"),
    Slot("III", "13", "Certain Relationships and Related Transactions, and Director Independence"),
    Slot("III", "14", "Principal Accountant Fees and Services"),
    Slot("IV", "15", "Exhibits and Financial Statement Schedules"),
    Slot("IV", "16", "Form 10-K Summary"),
)
QUARTERLY = (
    Slot("I", "1", "Financial Statements"),
    Slot("I", "2", "Management\u2019s Discussion and Analysis of Financial Condition and Results of Operations"),
    Slot("I", "3", "Quantitative and Qualitative Disclosures About Market Risk"),
    Slot("I", "4", "Controls and Procedures"),
    Slot("II", "1", "Legal Proceedings"),
    Slot("II", "1A", "Risk Factors"),
    Slot("II", "2", "Unregistered Sales of Equity Securities and Use of Proceeds"),
    Slot("II", "5", "Other Information"),
    Slot("II", "6", "Exhibits"),
)
ANNUAL_OLD = (
    Slot("I", "1", "Business"),
    Slot("I", "2", "Properties"),
    Slot("I", "3", "Legal Proceedings"),
    Slot("I", "4", "Submission of Matters to a Vote of Security Holders"),
    Slot("II", "5", "Market for Registrant's Common Equity and Related Stockholder Matters"),
    Slot("II", "6", "Selected Financial Data"),
    Slot("II", "7", "Management's Discussion and Analysis of Financial Condition and Results of Operations"),
    Slot("II", "7A", "Quantitative and Qualitative Disclosures About Market Risk"),
    Slot("II", "8", "Financial Statements and Supplementary Data"),
    Slot("II", "9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"),
    Slot("III", "10", "Directors and Executive Officers of the Registrant"),
    Slot("III", "11", "Executive Compensation"),
    Slot("III", "12", "Security Ownership of Certain Beneficial Owners and Management"),
    Slot("III", "13", "Certain Relationships and Related Transactions"),
    Slot("IV", "14", "Exhibits, Financial Statement Schedules, and Reports on Form 8-K"),
)
QUARTERLY_OLD = (
    Slot("I", "1", "Financial Statements"),
    Slot("I", "2", "Management's Discussion and Analysis of Financial Condition and Results of Operations"),
    Slot("I", "3", "Quantitative and Qualitative Disclosures About Market Risk"),
    Slot("II", "1", "Legal Proceedings"),
    Slot("II", "4", "Submission of Matters to a Vote of Security Holders"),
    Slot("II", "6", "Exhibits and Reports on Form 8-K"),
)
PARTS = {
    "annual": {"I": "PART I", "II": "PART II", "III": "PART III", "IV": "PART IV"},
    "quarterly": {"I": "PART I. FINANCIAL INFORMATION", "II": "PART II. OTHER INFORMATION"},
}


def day(value: date) -> str:
    """Write a date: "March 3, 2025"."""
    return f"{value:%B} {value.day}, {value.year}"


def assemble(
    frame: Frame,
    document: Document,
    items: Mapping[str, Sequence[Block]],
    *,
    slots: Sequence[Slot],
    modern: bool = True,
) -> None:
    """Put cover, contents, all Items and signatures into the document. Items are keyed "7" or, in a 10-Q, "I-2"."""
    document.blocks += cover(frame, document, modern=modern)
    titles = PARTS["annual" if frame.annual else "quarterly"]
    entries: list[Entry] = []
    body: list[Block] = []
    part = ""
    for slot in slots:
        if slot.part != part:
            part = slot.part
            entries.append(Entry(titles[part], ""))
            body += [PageBreak(), Heading(titles[part], 1)]
        entries.append(Entry(f"Item {slot.item}.", slot.title, slot.anchor))
        body.append(Heading(f"Item {slot.item}. {slot.title}", 2, slot.anchor))
        body += items[slot.item if frame.annual else f"{slot.part}-{slot.item}"]
    entries.append(Entry("", "Signatures", "signatures"))
    document.blocks += [PageBreak(), Contents(tuple(entries)), PageBreak(), *body, PageBreak(), *signatures(frame)]


def cover(frame: Frame, document: Document, *, modern: bool) -> list[Block]:
    """Give the cover page; facts on it and hidden beside it are tagged."""
    issuer = frame.issuer
    begin, end = frame.issuer.books.start(frame.to_date[0]), frame.end
    form = "10-K" if frame.annual else "10-Q"

    def tagged(concept: str, text: str) -> str:
        return document.mark(Words(text=text, tag=Tag(concept=f"dei:{concept}", start=begin, end=end, unit=None)))

    focus = "FY" if frame.annual else f"Q{frame.quarter}"
    for concept, text in (
        ("EntityCentralIndexKey", issuer.cik),
        ("DocumentFiscalYearFocus", str(frame.year)),
        ("DocumentFiscalPeriodFocus", focus),
        ("AmendmentFlag", "false"),
        ("CurrentFiscalYearEndDate", issuer.year_end),
    ):
        document.hidden.append(Words(text=text, tag=Tag(concept=f"dei:{concept}", start=begin, end=end, unit=None)))
    kind = "fiscal year" if frame.annual else "quarterly period"
    report = "ANNUAL" if frame.annual else "QUARTERLY"
    blocks: list[Block] = [
        Paragraph("UNITED STATES", "center", bold=True),
        Paragraph("SECURITIES AND EXCHANGE COMMISSION", "center", bold=True),
        Paragraph("Washington, D.C. 20549", "center"),
        Paragraph(f"FORM {tagged('DocumentType', form)}", "center", bold=True),
        Paragraph(
            f"{chr(0x2612) if modern else '[X]'} {report} REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES "
            "EXCHANGE ACT OF 1934"
        ),
        Paragraph(f"For the {kind} ended {tagged('DocumentPeriodEndDate', day(end))}", "center"),
        Paragraph(f"Commission file number {tagged('EntityFileNumber', issuer.file_number)}", "center"),
        Paragraph(tagged("EntityRegistrantName", issuer.name), "center", bold=True),
        Paragraph("(Exact name of registrant as specified in its charter)", "center"),
        Table(
            columns=("", ""),
            rows=(
                Row(tagged("EntityIncorporationStateCountryCode", issuer.state), (issuer.ein,)),
                Row("(State of incorporation)", ("(I.R.S. Employer Identification No.)",)),
            ),
        ),
        Paragraph(f"{issuer.street}, {issuer.city}, {issuer.state_code} {issuer.postal}", "center"),
        Paragraph("(Address of principal executive offices)", "center"),
        Paragraph(f"Registrant\u2019s telephone number, including area code: {issuer.phone}", "center"),
    ]
    if modern or frame.annual:
        blocks.append(Paragraph("Securities registered pursuant to Section 12(b) of the Act:"))
        blocks.append(_securities(frame, tagged, modern=modern))
    blocks += _cover_end(frame, document, modern=modern)
    return blocks


def _securities(frame: Frame, tagged: object, *, modern: bool) -> Table:
    issuer = frame.issuer
    assert callable(tagged)
    title = str(tagged("Security12bTitle", f"Common stock, {issuer.par} par value"))
    exchange = str(tagged("SecurityExchangeName", issuer.exchange))
    if not modern:
        return Table(columns=("Name of exchange",), rows=(Row(title, (exchange,)),), corner="Title of each class")
    return Table(
        columns=("Trading symbol", "Name of each exchange on which registered"),
        rows=(Row(title, (str(tagged("TradingSymbol", issuer.ticker)), exchange)),),
        corner="Title of each class",
    )


def _cover_end(frame: Frame, document: Document, *, modern: bool) -> list[Block]:
    issuer = frame.issuer
    yes, no = ("\u2612", "\u2610") if modern else ("[X]", "[ ]")
    blocks: list[Block] = [
        Paragraph(
            "Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 "
            "or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months and (2) has been subject to "
            f"such filing requirements for the past 90 days. Yes {yes} No {no}"
        )
    ]
    if modern:
        blocks.append(
            Paragraph(
                f"Large accelerated filer {no} Accelerated filer {yes} Non-accelerated filer {no} Smaller reporting "
                f"company {no} Emerging growth company {no}"
            )
        )
    count = amount(
        frame.outstanding * 1000,
        tag=Tag(concept="dei:EntityCommonStockSharesOutstanding", unit="shares", start=None, end=frame.filed),
    )
    if frame.annual:
        blocks.append(
            Paragraph(
                "The aggregate market value of the common stock held by non-affiliates of the registrant, based on the "
                "closing price on the last business day of the second fiscal quarter, was approximately "
                f"{issuer.float_value}."
            )
        )
    blocks.append(
        Paragraph(
            f"As of {day(frame.filed)}, the registrant had {document.mark(count)} shares of common stock outstanding."
        )
    )
    if frame.annual:
        blocks.append(
            Paragraph(
                "DOCUMENTS INCORPORATED BY REFERENCE: Portions of the registrant\u2019s definitive proxy statement for its "
                "annual meeting of stockholders are incorporated by reference into Part III of this report."
            )
        )
    return blocks


def signatures(frame: Frame) -> list[Block]:
    """Give the signature page."""
    issuer = frame.issuer
    blocks: list[Block] = [
        Heading("SIGNATURES", 2, "signatures"),
        Paragraph(
            "Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report "
            "to be signed on its behalf by the undersigned, thereunto duly authorized."
        ),
        Paragraph(issuer.name.upper(), bold=True),
        Paragraph(f"Date: {day(frame.filed)}"),
    ]
    people = [issuer.chief, issuer.finance]
    if frame.annual:
        people += [(name, "Director") for name in issuer.directors]
    rows = tuple(Row(f"/s/ {name}", (title,)) for name, title in people)
    return [*blocks, Table(columns=("Title",), rows=rows, corner="Signature")]
