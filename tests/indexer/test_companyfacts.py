from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from finsagent.domain import Fact, FactSource
from finsagent.encoders import HashingEncoder
from finsagent.errors import DataError
from finsagent.fiscal_calendar import FiscalCalendar
from finsagent.forms import base_form
from finsagent.index.bundle import Bundle
from indexer.build import build
from indexer.companyfacts import is_company_facts, join_company_facts, read_company_facts
from tests.index.content import filing_content
from tests.indexer.small_filings import annual_report, put
from tests.retrieval.filings import filing

REVENUE = "us-gaap:Revenues"
QUARTER = {"accn": "0000000007-23-000003", "fy": 2023, "fp": "Q3", "form": "10-Q", "filed": "2023-11-01"}
ANNUAL = {"accn": "0000000007-24-000001", "fy": 2023, "fp": "FY", "form": "10-K", "filed": "2024-02-20"}


def reply(*rows: dict[str, object], unit: str = "USD") -> dict[str, object]:
    values = [{"val": 100, **row} for row in rows]
    concept = {"label": "Revenues", "description": "Words.", "units": {unit: values}}
    return {"cik": 7, "entityName": "Acme Tools Inc.", "facts": {"us-gaap": {"Revenues": concept}}}


def save(folder: Path, content: object) -> Path:
    return put(folder, "CIK0000000007.json", json.dumps(content))


WINDOWS = [
    ("2023-07-01", "2023-09-30", 2023, "Q3", "quarter"),
    ("2022-07-01", "2022-09-30", 2022, "Q3", "quarter"),
    ("2023-01-01", "2023-09-30", 2023, "Q3", "to_date"),
    ("2022-01-01", "2022-09-30", 2022, "Q3", "to_date"),
    ("2023-04-01", "2023-06-30", 2023, "Q2", "quarter"),
    ("2022-01-01", "2022-12-31", 2022, "FY", "year"),
]


def test_the_period_of_a_row_comes_from_its_days(tmp_path: Path) -> None:
    rows = [{**QUARTER, "start": start, "end": end} for start, end, *_ in WINDOWS]
    year = {**ANNUAL, "start": "2023-01-01", "end": "2023-12-31"}
    found = read_company_facts(save(tmp_path, reply(*rows, year)))
    quarterly, annual = found.filings
    assert (quarterly.form, quarterly.period_end, quarterly.filed_on) == ("10-Q", date(2023, 9, 30), date(2023, 11, 1))
    assert (annual.fiscal_year, annual.fiscal_period, annual.cik) == (2023, "FY", "7")
    calendar = FiscalCalendar.of(found.filings)
    assert calendar is not None
    placed = [calendar.place(fact.start, fact.end) for fact in found.facts[0]]
    assert [(one.year, one.period, one.kind) for one in placed] == [window[2:] for window in WINDOWS]


def test_numbers_stay_exact(tmp_path: Path) -> None:
    path = put(tmp_path, "a.json", json.dumps(reply({**ANNUAL, "end": "2023-12-31", "val": 0.1}, unit="USD/shares")))
    ((one,),) = read_company_facts(path).facts
    assert (one.value, one.unit, one.start, one.label) == (Decimal("0.1"), "USD/shares", None, "Revenues")


def test_a_day_after_the_period_is_not_its_end(tmp_path: Path) -> None:
    rows = [{**ANNUAL, "start": "2023-01-01", "end": "2023-12-31", "val": n} for n in range(20)]
    late = {**ANNUAL, "end": "2024-01-15"}
    (one,) = read_company_facts(save(tmp_path, reply(*rows, late))).filings
    assert one.period_end == date(2023, 12, 31)


def test_a_concept_without_label_is_spelt_out(tmp_path: Path) -> None:
    content = reply({**ANNUAL, "end": "2023-12-31"})
    content["facts"]["us-gaap"]["Revenues"]["label"] = None  # type: ignore[index]
    assert read_company_facts(save(tmp_path, content)).facts[0][0].label == "Revenues"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"cik": 7, "facts": {"us-gaap": []}}', '{"cik": 7}'])
def test_a_reply_that_is_none_or_was_cut_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(DataError, match="no whole companyfacts reply"):
        read_company_facts(put(tmp_path, "a.json", content))


def test_what_a_reply_is(tmp_path: Path) -> None:
    assert is_company_facts(save(tmp_path, reply()))
    assert not is_company_facts(put(tmp_path, "other.json", '{"filings": []}'))
    assert not is_company_facts(put(tmp_path, "a.htm", '{"cik": 7, "facts": {}}'))
    assert not is_company_facts(tmp_path)


# --- into an index


def fact(value: str, *, source: FactSource = "xbrl", decimals: int | None = -6) -> Fact:
    return Fact(
        filing="acme", concept=REVENUE, label="Revenues", value=Decimal(value), unit="USD", decimals=decimals,
        start=date(2023, 1, 1), end=date(2023, 12, 31), source=source,
        section="acme/1" if source == "table" else None, span=(3, 8) if source == "table" else None,
        shown="1,234" if source == "table" else "",
    )  # fmt: skip


def joined(tmp_path: Path, *facts: Fact, accession: str | None = ANNUAL["accn"], value: int = 1_234_000_000):  # type: ignore[no-untyped-def,assignment]
    own = replace(filing("Acme", 2023, cik="7"), id="acme", accession=accession)
    content = replace(filing_content("acme", ["Words."]), filing=own, facts=facts)
    row = {**ANNUAL, "start": "2023-01-01", "end": "2023-12-31", "val": value}
    return join_company_facts([content], [read_company_facts(save(tmp_path, reply(row)))], dimension=384)


def test_an_untagged_filing_gets_its_facts_with_the_places_of_its_table(tmp_path: Path) -> None:
    (content,), notes = joined(tmp_path, fact("1234000000", source="table"))
    added = content.facts[-1]
    assert (added.filing, added.source, added.span, added.shown, notes) == ("acme", "xbrl", (3, 8), "1,234", [])
    assert content.filing.filed_on == date(2024, 2, 20)


def test_a_filing_without_accession_number_is_known_by_form_and_period(tmp_path: Path) -> None:
    (content,), _ = joined(tmp_path, accession=None)
    assert content.filing.accession == ANNUAL["accn"]
    assert len(content.facts) == 1


def test_facts_that_the_page_tags_are_not_doubled_and_differences_are_noted(tmp_path: Path) -> None:
    (content,), notes = joined(tmp_path, fact("1234000000"))
    assert (len(content.facts), notes) == (1, [])
    (content,), notes = joined(tmp_path, fact("1300000000"))
    assert (len(content.facts), len(notes)) == (1, 1)
    assert "1 facts of CIK0000000007.json differ from its own tags" in notes[0]


def test_another_filing_is_a_source_of_facts_alone(tmp_path: Path) -> None:
    contents, _ = joined(tmp_path, accession="0000000007-99-000009")
    assert [len(content.chunks) for content in contents] == [1, 0]
    assert contents[1].vectors.shape == (0, 384)


def test_a_build_takes_replies_beside_filings(tmp_path: Path) -> None:
    page = put(tmp_path, "acme-10k-2023.htm", annual_report("Acme Tools, Inc.", 2023))
    rows = [{**ANNUAL, "start": f"{year}-01-01", "end": f"{year}-12-31", "val": year} for year in (2022, 2023)]
    path = save(tmp_path, reply(*rows, {**QUARTER, "start": "2023-07-01", "end": "2023-09-30"}))
    out = tmp_path / "index"
    manifest = {"acme-10k-2023": {"cik": "7"}}
    report = build([page, path], out, encoder=HashingEncoder(), workers=1, manifest=manifest)
    assert (report.filings, report.skipped) == (1, [])
    with Bundle.open(out) as bundle:
        assert [one.form for one in bundle.catalogue.filings] == ["10-K"]
        assert {one.value for one in bundle.facts.query(concepts=[REVENUE])} == {2022, 2023, 100}
        assert len(bundle.facts.filings) == 2
    build(
        [put(tmp_path, "beta.htm", annual_report("Beta Inc.", 2023))],
        out,
        encoder=HashingEncoder(),
        workers=1,
        keep=True,
    )
    with Bundle.open(out) as bundle:
        assert len(bundle.catalogue.filings) == 2
        assert len(bundle.facts.query(concepts=[REVENUE])) == 3


@pytest.mark.real
@pytest.mark.skipif("FINSAGENT_DATA" not in os.environ, reason="needs real replies: set FINSAGENT_DATA")
def test_recorded_replies_agree_with_the_calendar_or_have_the_wrong_number() -> None:
    """Of 266 reports of seven issuers, 22 carry another year or quarter than their days say: slips of the issuers."""
    folder = Path(os.environ["FINSAGENT_DATA"]) / "edgar"
    wrong = total = 0
    for path in sorted([*folder.glob("responses/*companyfacts*.json"), *folder.glob("static/companyfacts*.json")]):
        filings = read_company_facts(path).filings
        calendar = FiscalCalendar.of(filings)
        for one in filings:
            if calendar and one.period_end and base_form(one.form) in ("10-K", "10-Q"):
                span = calendar.place(None, one.period_end)
                total += 1
                wrong += (span.year, span.period) != (one.fiscal_year, one.fiscal_period)
                assert span.period is not None
    assert total >= 260
    assert wrong <= 22


@pytest.mark.parametrize("amount", ["abc", "NaN", True, 1e300, [1]])
def test_a_reply_with_an_amount_that_is_none_is_refused(tmp_path: Path, amount: object) -> None:
    with pytest.raises(DataError, match="no whole companyfacts reply"):
        read_company_facts(save(tmp_path, reply({**ANNUAL, "end": "2023-12-31", "val": amount})))


def test_a_period_that_ends_before_it_begins_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a period from"):
        read_company_facts(save(tmp_path, reply({**ANNUAL, "end": "2023-12-31", "start": "2030-01-01"})))
