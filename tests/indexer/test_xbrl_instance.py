from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

from indexer.filings import read_source
from indexer.xbrl_instance import is_instance, read_instance, read_labels
from tests.indexer.small_filings import annual_report, put

INSTANCE = b"""<?xml version="1.0" encoding="utf-8"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:gaap="http://fasb.org/us-gaap/2012-01-31"
 xmlns:dei="http://xbrl.sec.gov/dei/2012-01-31" xmlns:acme="http://acme.example/20121231"
 xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<context id="y"><entity><identifier scheme="http://www.sec.gov/CIK">0000900001</identifier></entity>
<period><startDate>2012-01-01</startDate><endDate>2012-12-31</endDate></period></context>
<context id="d"><entity><identifier scheme="http://www.sec.gov/CIK">0000900001</identifier></entity>
<period><instant>2012-12-31</instant></period></context>
<context id="s"><entity><identifier scheme="http://www.sec.gov/CIK">0000900001</identifier><segment>
<xbrldi:explicitMember dimension="gaap:SegmentAxis">acme:SawsMember</xbrldi:explicitMember></segment></entity>
<period><startDate>2012-01-01</startDate><endDate>2012-12-31</endDate></period></context>
<unit id="usd"><measure>iso4217:USD</measure></unit>
<unit id="eps"><divide><unitNumerator><measure>iso4217:USD</measure></unitNumerator>
<unitDenominator><measure>shares</measure></unitDenominator></divide></unit>
<dei:DocumentType contextRef="y">10-K</dei:DocumentType>
<dei:EntityRegistrantName contextRef="y">Acme Tools Inc.</dei:EntityRegistrantName>
<dei:AmendmentFlag contextRef="y">false</dei:AmendmentFlag>
<dei:DocumentPeriodEndDate contextRef="y">2012-12-31</dei:DocumentPeriodEndDate>
<gaap:SalesRevenueNet contextRef="y" unitRef="usd" decimals="-6">5678000000</gaap:SalesRevenueNet>
<gaap:SalesRevenueNet contextRef="s" unitRef="usd" decimals="-6">1200000000</gaap:SalesRevenueNet>
<gaap:EarningsPerShareBasic contextRef="y" unitRef="eps" decimals="2">-1.09</gaap:EarningsPerShareBasic>
<gaap:Assets contextRef="d" unitRef="usd" precision="4">9876000</gaap:Assets>
<gaap:Goodwill contextRef="d" unitRef="usd" xsi:nil="true"/>
<acme:ToolsMade contextRef="nowhere" unitRef="usd" decimals="0">5</acme:ToolsMade>
<acme:Remark contextRef="y">no number</acme:Remark>
</xbrl>"""

LABELS = b"""<linkbase xmlns="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:xml="http://www.w3.org/XML/1998/namespace"><labelLink>
<loc xlink:type="locator" xlink:href="acme-20121231.xsd#acme_ToolsMade" xlink:label="l1"/>
<label xlink:type="resource" xlink:label="t1" xlink:role="http://www.xbrl.org/2003/role/terseLabel">Made</label>
<label xlink:type="resource" xlink:label="t2" xlink:role="http://www.xbrl.org/2003/role/label">Tools made</label>
<labelArc xlink:type="arc" xlink:from="l1" xlink:to="t1"/><labelArc xlink:type="arc" xlink:from="l1" xlink:to="t2"/>
</labelLink></linkbase>"""


def test_facts_periods_units_and_dimensions() -> None:
    sales, saws, loss, assets = read_instance(INSTANCE).facts
    assert (sales.concept, sales.value, sales.unit, sales.decimals) == (
        "us-gaap:SalesRevenueNet",
        Decimal(5_678_000_000),
        "USD",
        -6,
    )
    assert (sales.start, sales.end, sales.dimensions) == (date(2012, 1, 1), date(2012, 12, 31), ())
    assert saws.dimensions == (("gaap:SegmentAxis", "acme:SawsMember"),)
    assert (loss.value, loss.unit) == (Decimal("-1.09"), "USD/shares")
    assert (assets.start, assets.end, assets.decimals) == (None, date(2012, 12, 31), -3)


def test_what_it_says_of_the_filing() -> None:
    assert read_instance(INSTANCE).metadata == {
        "form": "10-K", "company": "Acme Tools Inc.", "period_end": "2012-12-31",
    }  # fmt: skip


def test_a_cut_file_gives_what_is_there() -> None:
    assert len(read_instance(INSTANCE[: INSTANCE.index(b"<gaap:Assets")]).facts) == 3
    assert read_instance(b"").facts == ()
    assert read_instance(b"<html><body>no</body></html>").facts == ()


def test_an_entity_is_not_resolved() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + INSTANCE.split(b"?>")[1].replace(
        b"Acme Tools", b"&e;"
    )
    assert "root" not in read_instance(bomb).metadata.get("company", "")


def test_what_an_instance_is() -> None:
    assert is_instance(INSTANCE)
    assert not is_instance(LABELS)
    assert not is_instance(b"<html></html>")


def test_standard_labels() -> None:
    assert read_labels(LABELS) == {"acme:ToolsMade": "Tools made"}
    assert read_labels(b"<linkbase") == {}


def test_a_submissions_instance_gives_the_facts_of_its_untagged_page(tmp_path: Path) -> None:
    page = annual_report("Acme Tools Inc.", 2012)
    parts = [("10-K", page.encode()), ("EX-101.INS", b"<XBRL>\n" + INSTANCE + b"\n</XBRL>"),
             ("EX-101.LAB", b"<XBRL>\n" + LABELS + b"\n</XBRL>")]  # fmt: skip
    body = b"".join(
        b"<DOCUMENT>\n<TYPE>" + kind.encode() + b"\n<TEXT>\n" + text + b"\n</TEXT>\n</DOCUMENT>\n"
        for kind, text in parts
    )
    header = b"<SEC-DOCUMENT>\n<SEC-HEADER>\nACCESSION NUMBER:\t\t0000900001-13-000007\n</SEC-HEADER>\n"
    document = read_source(put(tmp_path, "full-submission.txt", header + body))
    assert len(document.facts) == 4
    assert document.labels == {"acme:ToolsMade": "Tools made"}
    assert document.metadata["accession"] == "0000900001-13-000007"
    assert document.metadata["company"] == "Acme Tools Inc."
    assert not any("5678000000" in block.text for block in document.blocks)
