"""Inline XBRL: filed values, their periods and units, where their numbers stand, and what names the filing."""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from indexer.document import RawDocument, RawFact
from indexer.html import read_html

CONTEXTS = """
<xbrli:context id="y24"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009990001</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:startDate>2023-07-01</xbrli:startDate><xbrli:endDate>2024-06-30</xbrli:endDate>
</xbrli:period></xbrli:context>
<xbrli:context id="i24"><xbrli:entity/><xbrli:period><xbrli:instant>2024-06-30</xbrli:instant></xbrli:period>
</xbrli:context>
<xbrli:context id="pumps"><xbrli:entity><xbrli:segment>
<xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">nwv:PumpsMember</xbrldi:explicitMember>
</xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2024-06-30</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:context id="common"><xbrli:entity><xbrli:segment>
<xbrldi:explicitMember dimension="us-gaap:StatementClassOfStockAxis">us-gaap:CommonStockMember</xbrldi:explicitMember>
</xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2024-06-30</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
"""


def read(body: str, *, hidden: str = "", prefix: str = "ix") -> RawDocument:
    page = (
        f'<html xmlns:{prefix}="http://www.xbrl.org/2013/inlineXBRL"><body><div style="display:none"><{prefix}:header>'
        f"<{prefix}:hidden>{hidden}</{prefix}:hidden><{prefix}:resources>{CONTEXTS}</{prefix}:resources></{prefix}:header>"
        f"</div>{body}<p>The end of the page.</p></body></html>"
    )
    return read_html(page.encode(), name="page.htm")


def tag(
    shown: str, attributes: str = "", *, context: str = "y24", unit: str = "usd", name: str = "us-gaap:Revenues"
) -> str:
    attributes += f' contextRef="{context}" unitRef="{unit}" name="{name}" id="f-1"'
    return f"<ix:nonFraction {attributes}>{shown}</ix:nonFraction>"


def only(document: RawDocument) -> RawFact:
    assert len(document.facts) == 1
    return document.facts[0]


def shown(document: RawDocument, fact: RawFact) -> str:
    assert fact.block is not None
    assert fact.span is not None
    return document.blocks[fact.block].text[slice(*fact.span)]


@pytest.mark.parametrize(
    ("number", "attributes", "value"),
    [
        ("45,754", 'scale="6" decimals="-6" format="ixt:num-dot-decimal"', "45754000000"),
        ("1.234,5", 'scale="3" format="ixt:num-comma-decimal"', "1234500"),
        ("2,814", 'scale="6" sign="-" format="ixt:numdotdecimal"', "-2814000000"),
        ("37.2", 'scale="-2" format="ixt:num-dot-decimal"', "0.372"),
        ("\u2014", 'scale="6" format="ixt:fixed-zero"', "0"),
        ("\u2014", 'scale="6" format="ixt:zerodash"', "0"),
        ("no", 'format="ixt-sec:numwordsen"', "0"),
        ("twenty-one", 'format="ixt-sec:numwordsen"', "21"),
        ("two hundred thousand", 'format="ixt-sec:numwordsen"', "200000"),
        ("<span>1</span>,<b>5</b>00", "", "1500"),
        ("1<ix:exclude>(a)</ix:exclude>,500", "", "1500"),
        ("100 000", 'format="ixt:num-dot-decimal"', "100000"),
        (".34", "", "0.34"),
    ],
)
def test_the_filed_value_is_the_shown_number_by_its_format(number: str, attributes: str, value: str) -> None:
    assert only(read(f"<p>It was {tag(number, attributes)} then.</p>")).value == Decimal(value)


@pytest.mark.parametrize(
    "element",
    [
        tag("", 'xsi:nil="true"'),
        tag("\u2014", 'xs:nil="true" format="ixt:fixed-zero"'),
        tag("5", context="unknown"),
        tag("soon"),
    ],
)
def test_what_has_no_value_is_left_out(element: str) -> None:
    document = read(f"<p>It was {element} then.</p>")
    assert document.facts == ()
    assert document.blocks[0].text.startswith("It was")


def test_period_unit_decimals_and_dimensions() -> None:
    first = tag("5", 'decimals="-6" scale="6"')
    second = tag("9", 'decimals="INF"', context="pumps")
    third = tag("1.20", 'decimals="2"', unit="eps", name="us-gaap:EarningsPerShareBasic")
    sales, assets, earnings = read(f"<p>Sales {first}, assets {second}, earnings {third}</p>").facts
    assert (sales.concept, sales.unit, sales.decimals) == ("us-gaap:Revenues", "USD", -6)
    assert (sales.start, sales.end, sales.dimensions) == (date(2023, 7, 1), date(2024, 6, 30), ())
    assert (assets.start, assets.end, assets.decimals) == (None, date(2024, 6, 30), None)
    assert assets.dimensions == (("us-gaap:StatementBusinessSegmentsAxis", "nwv:PumpsMember"),)
    assert (earnings.unit, earnings.value) == ("USD/shares", Decimal("1.20"))


def test_a_number_in_a_sentence_is_found_in_its_block() -> None:
    number = tag("4.2", 'scale="9"')
    document = read(f"<p>First.</p><p>Sales were  $<b>{number}</b> billion, <i>up</i> 3%.</p>")
    fact = only(document)
    assert document.blocks[1].text == "Sales were $4.2 billion, up 3%."
    assert (fact.block, shown(document, fact)) == (1, "4.2")


def test_a_negative_number_in_a_table_shows_brackets_and_files_its_sign() -> None:
    """A line shown in brackets may be filed with a positive value: both are known."""
    first, second = tag("512", 'scale="6"'), tag("77", 'scale="6" sign="-"')
    rows = (
        "<tr><td></td><td colspan=3>2024</td></tr>"
        f"<tr><td>Purchases of property</td><td>$</td><td>({first}</td><td>)</td></tr>"
        f"<tr><td>Net loss</td><td></td><td>({second}</td><td>)</td></tr>"
    )
    document = read(f"<table>{rows}</table>")
    paid, loss = document.facts
    assert document.blocks[0].text == " | 2024\nPurchases of property | $(512)\nNet loss | (77)"
    assert (paid.value, shown(document, paid)) == (Decimal(512_000_000), "512")
    assert (loss.value, shown(document, loss)) == (Decimal(-77_000_000), "77")


def test_a_fact_inside_a_fact_has_its_own_place() -> None:
    inner = tag("12", name="us-gaap:Assets", context="i24")
    document = read(f"<p>It was {tag(inner)} in all.</p>")
    assert [(fact.concept, shown(document, fact)) for fact in document.facts] == [
        ("us-gaap:Revenues", "12"),
        ("us-gaap:Assets", "12"),
    ]


def test_hidden_facts_count_but_have_no_place_and_no_text() -> None:
    document = read("<p>Shown.</p>", hidden=tag("888", 'scale="3"'))
    fact = only(document)
    assert (fact.value, fact.block, fact.span) == (Decimal(888_000), None, None)
    assert [block.text for block in document.blocks] == ["Shown.", "The end of the page."]


def test_any_prefix_for_inline_xbrl_is_understood() -> None:
    element = tag("5").replace("ix:", "inline:")
    assert only(read(f"<p>{element} units were sold.</p>", prefix="inline")).value == 5


def test_no_mark_is_left_in_any_text() -> None:
    document = read(f"<p>One {tag('1')} and two {tag('2')}.</p><table><tr><td>a</td><td>{tag('3')}</td></tr></table>")
    assert all(ord(character) < 0xFDD0 for block in document.blocks for character in block.text)


def test_dei_facts_name_the_filing() -> None:
    def dei(name: str, text: str, attributes: str = "", context: str = "y24") -> str:
        return f'<ix:nonNumeric contextRef="{context}" name="dei:{name}" {attributes}>{text}</ix:nonNumeric>'

    hidden = (
        dei("AmendmentFlag", "true")
        + dei("DocumentFiscalYearFocus", "2024")
        + dei("DocumentFiscalPeriodFocus", "FY")
        + dei("EntityCentralIndexKey", "0009990001")
        + dei("CurrentFiscalYearEndDate", "--06-30")
    )
    note, stock = dei("TradingSymbol", "NWV28", context="pumps"), dei("TradingSymbol", "nwv", context="common")
    body = (
        f"<p>{dei('DocumentType', '10-K/A')} for {dei('DocumentPeriodEndDate', 'June 30, 2024')}</p>"
        f"<p>{dei('EntityRegistrantName', 'Northwind <b>Valves</b> Inc.')}</p>"
        f"<p>Notes {note}, stock {stock}</p>"
    )
    assert read(body, hidden=hidden).metadata == {
        "amendment": "true",
        "cik": "0009990001",
        "company": "Northwind Valves Inc.",
        "fiscal_period": "FY",
        "fiscal_year": "2024",
        "fiscal_year_end": "06-30",
        "form": "10-K/A",
        "period_end": "2024-06-30",
        "ticker": "NWV",
    }


def test_a_false_amendment_flag_and_no_symbol_are_not_said() -> None:
    hidden = (
        '<ix:nonNumeric contextRef="y24" name="dei:AmendmentFlag" format="ixt:fixed-false">FALSE</ix:nonNumeric>'
        '<ix:nonNumeric contextRef="y24" name="dei:TradingSymbol">N/A</ix:nonNumeric>'
    )
    assert read("<p>Shown.</p>", hidden=hidden).metadata == {}


@pytest.mark.real
@pytest.mark.skipif("FINSAGENT_DATA" not in os.environ, reason="FINSAGENT_DATA is not set")
def test_facts_of_real_filings_are_all_read() -> None:
    folder = Path(os.environ["FINSAGENT_DATA"])
    expected: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    with (folder / "filings_xbrl_gold.csv").open(encoding="utf-8", newline="") as lines:
        for entry in csv.DictReader(lines):
            expected[entry["file"]].append(entry)
    for name in sorted(expected)[::6]:
        document = read_html((folder / "filings" / name).read_bytes(), name=name)
        read_facts = {
            (fact.concept.partition(":")[2], str(fact.start or ""), str(fact.end), fact.value, fact.unit)
            for fact in document.facts
        }
        for entry in expected[name]:
            unit = entry["unit"].rstrip("/").replace("//", "/")
            assert (entry["concept"], entry["start"], entry["end"], Decimal(entry["value"]), unit) in read_facts, entry
