from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.errors import FilingError
from indexer.parse import parse_file
from tests.indexer.small_filings import annual_report, put

XBRL = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
<body><div style="display:none"><ix:header><ix:hidden></ix:hidden><ix:resources>
<xbrli:context id="c1"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000900001</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
<p>FORM 10-K</p><p>For the fiscal year ended December 31, 2023</p><p>ACME TOOLS INC.</p>
<p>(Exact name of registrant as specified in its charter)</p>
<p>At the year end we held cash of $<ix:nonFraction name="us-gaap:Cash" contextRef="c1" unitRef="usd" decimals="-6"
 scale="6" format="ixt:num-dot-decimal">1,234</ix:nonFraction> million, most of it in deposits.</p></body></html>"""


def test_a_filing_is_read_cut_and_summarised(tmp_path: Path) -> None:
    path = put(tmp_path, "halden.htm", annual_report("Halden Tool Works, Inc.", 2023))
    parsed = parse_file(path)
    assert (parsed.filing.id, parsed.filing.form, parsed.filing.fiscal_year) == ("halden", "10-K", 2023)
    told = [section.item for section in parsed.sections if section.text]
    assert told == ["cover", "1", "1A", "7", "8", "9A", "10", "15"]
    assert {section.status for section in parsed.sections if not section.text} == {"not_found", "omitted"}
    texts = {section.id: section.text for section in parsed.sections}
    assert all(texts[chunk.section][chunk.start : chunk.end] == chunk.text for chunk in parsed.chunks)
    assert {chunk.filing for chunk in parsed.chunks} == {summary.filing for summary in parsed.summaries} == {"halden"}
    assert parsed.source_hash == hashlib.sha256(path.read_bytes()).hexdigest()
    assert parsed.size == path.stat().st_size


def test_a_balance_sheet_keeps_its_caption_units_and_heads(tmp_path: Path) -> None:
    parsed = parse_file(put(tmp_path, "halden.htm", annual_report("Halden Tool Works, Inc.", 2023)))
    (one,) = [chunk for chunk in parsed.chunks if "Total assets" in chunk.text]
    assert one.kind == "table"
    assert "CONSOLIDATED BALANCE SHEETS" in one.caption
    assert "(In millions, except per share)" in one.caption
    assert "2023 | 2022" in one.columns
    assert "Total assets | 5,678 | 5,432" in one.text


def test_a_fact_points_at_its_shown_number(tmp_path: Path) -> None:
    parsed = parse_file(put(tmp_path, "acme.htm", XBRL))
    (fact,) = [fact for fact in parsed.facts if fact.concept.endswith("Cash")]
    assert (fact.value, fact.unit, fact.end, fact.label) == (Decimal(1_234_000_000), "USD", date(2023, 12, 31), "Cash")
    texts = {section.id: section.text for section in parsed.sections}
    assert fact.section is not None
    assert fact.span is not None
    assert texts[fact.section][slice(*fact.span)] == "1,234"


def test_a_manifests_words_win(tmp_path: Path) -> None:
    path = put(tmp_path, "halden.htm", annual_report("Halden Tool Works, Inc.", 2023))
    filing = parse_file(path, {"company": "Halden", "fiscal_year": "2022", "ticker": "hald"}).filing
    assert (filing.company, filing.fiscal_year, filing.ticker) == ("Halden", 2022, "HALD")


def test_a_file_of_nothing_but_signatures_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "acme_10k.htm", "<html><body><p><b>SIGNATURES</b></p><p>/s/ J. Doe</p></body></html>")
    with pytest.raises(FilingError, match=r"acme_10k\.htm: no text that could serve as evidence"):
        parse_file(path)


def test_a_truncated_page_gives_what_is_there_or_is_refused(tmp_path: Path) -> None:
    whole = annual_report("Halden Tool Works, Inc.", 2023)
    for share in (0.3, 0.6, 0.9):
        parsed = parse_file(put(tmp_path, "halden.htm", whole[: int(len(whole) * share)]))
        texts = {section.id: section.text for section in parsed.sections}
        assert all(texts[chunk.section][chunk.start : chunk.end] == chunk.text for chunk in parsed.chunks)
