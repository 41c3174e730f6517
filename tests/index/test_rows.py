from __future__ import annotations

from datetime import date
from decimal import Decimal

from finsagent.domain import Chunk, Filing, Heading, Section
from finsagent.index.rows import chunk_of, chunk_row, fact_of, fact_row, filing_json, filing_of, section_of, section_row
from tests.index.content import fact


def test_a_filing_with_every_field() -> None:
    filing = Filing(
        id="0000320193-23-000106",
        issuer="320193",
        company="Société Générale",
        form="10-K/A",
        source="a.htm",
        accession="0000320193-23-000106",
        cik="320193",
        ticker="AAPL",
        aliases=("Apple Computer", "AAPL"),
        fiscal_year=2023,
        fiscal_period="FY",
        period_end=date(2023, 9, 30),
        filed_on=date(2023, 11, 3),
        amends="0000320193-23-000100",
        pages=80,
    )
    assert filing_of(filing_json(filing)) == filing


def test_a_filing_with_no_more_than_it_needs() -> None:
    filing = Filing(id="a", issuer="a", company="A", form="8-K", source="a.pdf")
    assert filing_of(filing_json(filing)) == filing


def test_a_table_chunk() -> None:
    chunk = Chunk(
        id="a/8/0",
        section="a/8",
        filing="a",
        kind="table",
        text="Net sales | 12",
        start=40,
        end=54,
        header="A 10-K",
        group_start=0,
        group_end=90,
        page=4,
        page_end=5,
        columns=" | 2023",
        caption="Statement of income (in millions)",
    )
    assert chunk_of(chunk_row(7, chunk)) == chunk


def test_a_section() -> None:
    section = Section(
        id="a",
        filing="a",
        part="",
        item="",
        title="Ä",
        order=0,
        text="“Text”\n\n1",
        status="omitted",
        headings=(Heading(text="“Text”", start=0, level=2),),
        incorporated_from="proxy statement",
        warning="Item 1 has 9 characters.",
    )
    assert section_of(section_row(section)) == section


def test_a_value_keeps_its_digits() -> None:
    for value in ("12.50", "-0.10", "1E+9", "383285000000"):
        filed = fact("a", "us-gaap:Revenues", value, member="us-gaap:ProductMember")
        assert fact_of(fact_row(0, filed)) == filed
        assert str(fact_of(fact_row(0, filed)).value) == str(Decimal(value))
