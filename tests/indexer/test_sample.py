"""The sample corpus: what is committed is what the generator writes, it adds up, and its questions are right."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from lxml import etree, html

from indexer.sample import generate
from indexer.sample.books import Books, Span
from indexer.sample.issuers import marrowby, quellmark, tamsel, zephrane
from indexer.sample.parts import ANNUAL, ANNUAL_OLD, QUARTERLY, QUARTERLY_OLD

SAMPLE = Path(generate.__file__).parent
FILINGS = SAMPLE / "filings"
PDF_WRITER = "2.8.9"
IX = "{http://www.xbrl.org/2013/inlineXBRL}"
XBRLI = "{http://www.xbrl.org/2003/instance}"
REAL_NAMES = """
apple inc|microsoft|amazon|google|walmart|best buy|gap inc|old navy|gymboree|carter's|nordstrom|talbots|j.crew|xylem
flowserve|grundfos|sulzer|pentair|mueller water|american water works|aquarion|middlesex water|artesian|epic systems
cerner|oracle|workday|vizient|teletracking|cadence|deloitte|kpmg|ernst & young|pricewaterhouse|grant thornton
"""


def _pdf_writer() -> str:
    try:
        return version("fpdf2")
    except PackageNotFoundError:
        return ""


@cache
def _questions() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SAMPLE / "questions.jsonl").read_text("ascii").splitlines()]


@cache
def _text(name: str) -> str:
    body = (FILINGS / name).read_bytes()
    if name.endswith(".pdf"):
        with pypdfium2.PdfDocument(body) as pdf:
            text = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    elif name.startswith("tmsr") and name.endswith(".txt"):
        text = body.decode("ascii")
    else:
        match = re.search(rb"<html.*?</html>", body, re.S | re.I)
        assert match
        tree = html.fromstring(match.group())
        for hidden in tree.xpath("//head | //*[contains(@style, 'display:none')]"):
            hidden.drop_tree()
        text = " ".join(tree.itertext())
        text = re.sub(r" (\u2019)", r"\1", text)
    return " ".join(text.replace("\u2019", "'").replace("\u2014", "-").split())


@cache
def _item(name: str, item: str) -> str:
    quarterly = "-" in item
    old = name.startswith("tmsr")
    slots = (QUARTERLY_OLD if old else QUARTERLY) if quarterly else (ANNUAL_OLD if old else ANNUAL)
    text = _text(name).lower()
    starts = []
    for slot in slots:
        heading = f"item {slot.item}. {slot.title}".replace("\u2019", "'").lower()
        key = f"{slot.part}-{slot.item}" if quarterly else slot.item
        starts.append((text.rindex(heading), key))
    starts.append((text.rindex("signatures"), ""))
    for (start, key), (end, _) in pairwise(starts):
        assert start < end, (name, key)
        if key == item:
            return text[start:end]
    raise AssertionError(f"{name} has no Item {item}")


def _shown(contains: str, text: str) -> bool:
    words = " ".join(contains.replace("\u2019", "'").lower().split())
    if re.fullmatch(r"[\d,.]+", words):
        return re.search(rf"(?<![\d,.]){re.escape(words)}(?![\d]|[,.]\d)", text) is not None
    return words in text


def test_committed_files_are_what_the_generator_writes() -> None:
    written = dict(generate.files()) if _pdf_writer() == PDF_WRITER else dict(generate.files(pdf=False))
    assert {path.name for path in FILINGS.iterdir()} - set(written) <= {"zprn-10k-fy2024.pdf"}
    for name, body in written.items():
        assert (FILINGS / name).read_bytes() == body, f"{name}: run python -m indexer.sample.generate"
    lines = [json.dumps(question.record(), ensure_ascii=True) for question in generate.questions()]
    assert (SAMPLE / "questions.jsonl").read_text("ascii").splitlines() == lines


def test_there_are_twelve_small_filings() -> None:
    paths = list(FILINGS.iterdir())
    assert len(paths) == 12
    assert sum(path.stat().st_size for path in paths) < 2_000_000


@pytest.mark.parametrize("name", sorted(path.name for path in FILINGS.iterdir()))
def test_no_real_company_is_named(name: str) -> None:
    text = _text(name).lower()
    assert [
        real for real in REAL_NAMES.strip().replace("\n", "|").split("|") if re.search(rf"\b{re.escape(real)}\b", text)
    ] == []


@pytest.mark.parametrize("name", sorted(path.name for path in FILINGS.iterdir()))
def test_templates_are_filled(name: str) -> None:
    text = _text(name)
    assert not re.search(r"[{}\x02\x03]|\[\[|\]\]", text)
    assert "None million" not in text


@pytest.mark.parametrize("books", [quellmark.BOOKS, marrowby.BOOKS, tamsel.BOOKS, zephrane.BOOKS])
def test_balance_sheets_balance_and_cash_ties_every_quarter(books: Books) -> None:
    for year in books.years:
        for quarter in range(1, 5):
            amounts = books.amounts(Span(year=year, first=quarter, last=quarter))
            assert amounts["assets"] == amounts["liabilities_and_equity"]
            assert amounts["cash_change"] == amounts["net_cash"]
            assert all(amounts[key] >= 0 for key in ("cash", "ar", "inventory", "ppe", "ap", "accrued", "dtl"))
        whole = books.amounts(Span(year=year))
        quarters = [books.amounts(Span(year=year, first=one, last=one)) for one in range(1, 5)]
        for key in ("revenue", "net_income", "cfo", "capex", "dividends"):
            assert whole[key] == sum(one[key] for one in quarters)


@cache
def _facts(name: str) -> dict[tuple[str, str | None, str, tuple[tuple[str, str], ...]], set[Decimal]]:
    body = (FILINGS / name).read_bytes()
    match = re.search(rb"<html .*?</html>", body, re.S)
    assert match
    tree = etree.fromstring(match.group())
    contexts = {}
    for context in tree.iter(f"{XBRLI}context"):
        members = tuple(sorted((one.get("dimension"), one.text) for one in context.iter("{*}explicitMember")))
        start, end = context.findtext(f".//{XBRLI}startDate"), context.findtext(f".//{XBRLI}endDate")
        contexts[context.get("id")] = (start, end or context.findtext(f".//{XBRLI}instant"), members)
    facts = defaultdict(set)
    for element in tree.iter(f"{IX}nonFraction"):
        digits = (element.text or "").replace(",", "")
        value = Decimal(0) if element.get("format") == "ixt:fixed-zero" else Decimal(digits)
        value = value.scaleb(int(element.get("scale", "0"))) * (-1 if element.get("sign") == "-" else 1)
        facts[(element.get("name").split(":")[1], *contexts[element.get("contextRef")])].add(value)
    return dict(facts)


TAGGED = [
    "mfch-20250125.htm",
    "mfch-20251025.htm",
    "mfch-20260131-full-submission.txt",
    "qlmk-20231231.htm",
    "qlmk-20240630.htm",
    "qlmk-20241231.htm",
    "zprn-20250630.htm",
    "zprn-20250930.htm",
]


@pytest.mark.parametrize("name", TAGGED)
def test_filed_facts_agree_with_each_other(name: str) -> None:
    facts = _facts(name)
    assert {key: values for key, values in facts.items() if len(values) > 1} == {}
    plain = {key[:3]: next(iter(values)) for key, values in facts.items() if not key[3]}
    checked = 0
    for (concept, start, end), value in plain.items():
        if concept == "Assets":
            assert value == plain["LiabilitiesAndStockholdersEquity", None, end]
            assert value == plain["Liabilities", None, end] + plain["StockholdersEquity", None, end]
            checked += 1
        if concept == "CashAndCashEquivalentsPeriodIncreaseDecrease":
            flows = sum(
                plain.get((one, start, end), Decimal(0))
                for one in (
                    "NetCashProvidedByUsedInOperatingActivities",
                    "NetCashProvidedByUsedInInvestingActivities",
                    "NetCashProvidedByUsedInFinancingActivities",
                    "EffectOfExchangeRateOnCashAndCashEquivalents",
                )
            )
            assert value == flows
            checked += 1
        if concept == "EarningsPerShareBasic":
            shares = plain["WeightedAverageNumberOfSharesOutstandingBasic", start, end]
            exact = plain["NetIncomeLoss", start, end] / shares
            assert abs(exact - value) <= Decimal("0.006")
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize("name", TAGGED)
def test_segments_sum_to_consolidated_revenue(name: str) -> None:
    facts = _facts(name)
    sums: dict[tuple[str, str | None, str], Decimal] = defaultdict(Decimal)
    for (concept, start, end, members), values in facts.items():
        if concept in {"Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax"} and len(members) == 1:
            axis = members[0][0]
            sums[f"{concept} {axis}", start, end] += next(iter(values))
    assert sums
    for (label, start, end), value in sums.items():
        assert facts[label.split()[0], start, end, ()] == {value}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("qlmk-20231231.htm", "qlmk-20241231.htm"),
        ("qlmk-20231231.htm", "qlmk-20240630.htm"),
        ("mfch-20250125.htm", "mfch-20260131-full-submission.txt"),
        ("mfch-20250125.htm", "mfch-20251025.htm"),
    ],
)
def test_later_filings_repeat_earlier_values(earlier: str, later: str) -> None:
    first, second = _facts(earlier), _facts(later)
    common = [key for key in first if key in second and key[0] != "EntityCommonStockSharesOutstanding"]
    assert len(common) > 20
    assert [key for key in common if first[key] != second[key]] == []


def test_the_plain_text_filing_adds_up_as_printed() -> None:
    text = (FILINGS / "tmsr-10k-2000.txt").read_text("ascii")

    def printed(label: str) -> list[int]:
        match = re.search(rf"^ *{re.escape(label)} \.*((?: +\$?\(?[\d,]+\)?)+)$", text, re.M)
        assert match, label
        return [int(digits.replace(",", "")) for digits in re.findall(r"[\d,]+", match.group(1))]

    assert printed("Total assets") == [278755, 263066, 250591]  # in Item 6, the first that prints it
    assert printed("Total liabilities and stockholders' equity") == [278755, 263066]
    assert printed("Total operating expenses")[0] == 26340 + 3885 + 7048 + 6391
    assert "<PAGE>" in text
    assert max(map(len, text.splitlines())) <= 132


def test_question_counts() -> None:
    kinds = [question["kind"] for question in _questions()]
    assert (len(kinds), kinds.count("numeric"), kinds.count("prose"), kinds.count("abstain")) == (40, 22, 12, 6)
    assert len({question["id"] for question in _questions()}) == 40


@pytest.mark.parametrize("question", _questions(), ids=lambda question: str(question["id"]))
def test_evidence_stands_where_it_is_cited(question: dict[str, Any]) -> None:
    if question["kind"] == "abstain":
        assert question["reason_code"] in {"unknown_issuer", "not_indexed", "not_found"}
        assert question["value"] is None
        assert question["evidence"] == []
        return
    assert question["evidence"]
    for support in question["evidence"]:
        assert _shown(support["contains"], _item(support["filing"], support["item"])), support
    for point in question["key_points"]:
        answer = question["answer"].lower()
        cited = " ".join(_item(support["filing"], support["item"]) for support in question["evidence"])
        assert any(one in answer for one in point.split("|")), point
        assert any(one in cited for one in point.split("|")), point


# Worked out by hand from the printed statements, not from the books.
BY_HAND = {
    "qlmk-01": "1184600000",
    "qlmk-02": "2.09",  # 85.4 / 40.79
    "qlmk-03": "15.9",  # (412.7 - 356.1) / 356.1
    "qlmk-04": "1.52",  # (190.5 + 204.1) / 260.3
    "qlmk-05": "4.0",  # 46.9 / 1,184.6
    "qlmk-06": "52200000",
    "qlmk-07": "104700000",  # 293.4 - 188.7
    "mfch-01": "2401000000",  # 1,561 + 779 + 61
    "mfch-02": "2205000000",  # 1,497 + 708
    "mfch-03": "3.6",  # 81 / 2,260
    "mfch-04": "55.2",  # 228 * 365 / 1,508
    "mfch-05": "78.2",  # (98 - 55) / 55
    "mfch-06": "78000000",
    "tmsr-01": "65200000",  # 62,188 + 3,012
    "tmsr-02": "1.49",  # 11,339 / 7,588
    "tmsr-03": "3.18",  # 25,089 / 7,890
    "tmsr-04": "2869000",
    "zprn-01": "96800000",
    "zprn-02": "102200000",  # 118.3 - 16.1
    "zprn-03": "68.4",  # 325.2 / 475.5
    "zprn-04": "2.34",  # 630.1 / 269.7
    "zprn-05": "111400000",
}


@pytest.mark.parametrize(
    "question", [one for one in _questions() if one["kind"] == "numeric"], ids=lambda one: str(one["id"])
)
def test_numeric_answers_by_hand(question: dict[str, Any]) -> None:
    assert Decimal(str(question["value"]["number"])) == Decimal(BY_HAND[question["id"]])


def test_ratios_follow_from_the_printed_numbers() -> None:
    printed = {
        one["id"]: [Decimal(e["contains"].replace(",", "")) for e in one["evidence"]]
        for one in _questions()
        if one["value"]
    }
    tenth, cent = Decimal("0.1"), Decimal("0.01")

    def equals(value: Decimal, question: str, places: Decimal) -> bool:
        return value.quantize(places, ROUND_HALF_UP) == Decimal(BY_HAND[question])

    now, before = printed["qlmk-03"]
    assert equals((now - before) * 100 / before, "qlmk-03", tenth)
    cash, receivable, current = printed["qlmk-04"]
    assert equals((cash + receivable) / current, "qlmk-04", cent)
    assert equals(printed["qlmk-05"][0] * 100 / printed["qlmk-05"][1], "qlmk-05", tenth)
    assert equals(printed["mfch-03"][0] * 100 / printed["mfch-03"][1], "mfch-03", tenth)
    assert equals(printed["mfch-04"][0] * 365 / printed["mfch-04"][1], "mfch-04", tenth)
    now, before = printed["mfch-05"]
    assert equals((now - before) * 100 / before, "mfch-05", tenth)
    assert equals(printed["tmsr-03"][0] / printed["tmsr-03"][1], "tmsr-03", cent)
    assert equals(printed["zprn-03"][0] * 100 / printed["zprn-03"][1], "zprn-03", tenth)
    assert equals(printed["zprn-04"][0] / printed["zprn-04"][1], "zprn-04", cent)


def test_what_must_not_be_found_is_absent() -> None:
    assert "advertising" not in _text("qlmk-20241231.htm").lower()
    assert "research" not in _text("tmsr-10k-2001.htm").lower()
