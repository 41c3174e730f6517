from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from finsagent.domain import Fact, Filing
from finsagent.errors import CallerError
from finsagent.index.bundle import Bundle
from indexer.__main__ import app
from indexer.export_facts import COLUMNS, export_facts, plain
from indexer.facts_command import find_issuer, look_up
from tests.index.content import ENCODER, filing_content
from tests.retrieval.filings import filing

OLD_TAG, NEW_TAG = "us-gaap:Revenues", "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
YEAR = (date(2023, 1, 1), date(2023, 12, 31))
NINE = (date(2023, 1, 1), date(2023, 9, 30))

ACME = replace(
    filing("Acme Tools, Inc.", 2023, cik="7", ticker="ACM.B", aliases=("Forge Co.", "ACM.A")),
    accession="0000000007-24-000001",
)
ACME_Q = filing("Acme Tools, Inc.", 2023, form="10-Q", period="Q3", cik="7", ticker="ACM.B", end=date(2023, 9, 30))
BETA = filing("Beta plc", 2023, cik="9", ticker="BT")


def fact(of: Filing, concept: str, value: str, period: tuple[date | None, date] = YEAR, *, member: str = "") -> Fact:
    return Fact(
        filing=of.id, concept=concept, label="Words", value=Decimal(value), unit="USD", decimals=-6, start=period[0],
        end=period[1], dimensions=(("srt:Axis", member),) if member else (), section=f"{of.id}/1", span=(0, 5),
        shown="1,234",
    )  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Path]:
    facts = {
        ACME.id: (
            fact(ACME, NEW_TAG, "1234000000"),
            fact(ACME, NEW_TAG, "234000000", member="acme:SawsMember"),
            fact(ACME, "us-gaap:Assets", "5678000000", (None, date(2023, 12, 31))),
        ),
        ACME_Q.id: (fact(ACME_Q, NEW_TAG, "900000000", NINE),),
        BETA.id: (fact(BETA, OLD_TAG, "100000000"), fact(BETA, NEW_TAG, "80000000")),
    }
    contents = [
        replace(filing_content(one.id, ["Words here."]), filing=one, facts=facts[one.id])
        for one in (ACME, ACME_Q, BETA)
    ]
    Bundle.write(tmp_path, contents=contents, encoder_fingerprint=ENCODER.fingerprint, dimension=ENCODER.dimension)
    return tmp_path


def run(index: Path, *arguments: str) -> list[dict[str, object]]:
    done = CliRunner().invoke(app, ["facts", str(index), "--json", *arguments])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_fact_with_all_that_is_known_of_it(index: Path) -> None:
    (row,) = run(index, "--ticker", "ACM.B", "--concept", "Assets", "--fiscal-year", "2023")
    names = ("value", "end", "start", "fiscal_year", "fiscal_period", "kind", "status")
    assert {name: row[name] for name in names} == {
        "value": "5678000000", "end": "2023-12-31", "start": None, "fiscal_year": 2023, "fiscal_period": "FY",
        "kind": "at", "status": "first",
    }  # fmt: skip
    assert (row["chunk"], row["span"], row["shown"]) == (f"{ACME.id}/1/0", [0, 5], "1,234")


def test_a_concept_gives_way_to_the_one_that_the_issuer_uses(index: Path) -> None:
    (row,) = run(index, "--ticker", "ACMB", "--concept", "Revenues", "--fiscal-year", "2023")
    assert (row["concept"], row["value"]) == (NEW_TAG, "1234000000")


def test_the_concept_asked_for_is_never_replaced_by_a_part_of_it(index: Path) -> None:
    (row,) = run(index, "--ticker", "BT", "--concept", "Revenues", "--fiscal-year", "2023")
    assert (row["concept"], row["value"]) == (OLD_TAG, "100000000")
    (part,) = run(index, "--ticker", "BT", "--concept", NEW_TAG, "--fiscal-year", "2023")
    assert (part["concept"], part["value"]) == (NEW_TAG, "80000000")


def test_words_mean_the_total(index: Path) -> None:
    (row,) = run(index, "--ticker", "BT", "--concept", "net sales", "--fiscal-year", "2023")
    assert (row["concept"], row["value"]) == (OLD_TAG, "100000000")


def test_the_fourth_quarter_is_derived(index: Path) -> None:
    (row,) = run(index, "--ticker", "Acme", "--concept", "Revenues", "--fiscal-year", "2023", "--quarter", "q4")
    assert (row["value"], row["source"], row["start"]) == ("334000000", "derived", "2023-10-01")
    assert row["derived_from"] == [
        f"1234000000 (2023-01-01 to 2023-12-31, {ACME.id})",
        f"900000000 (2023-01-01 to 2023-09-30, {ACME_Q.id})",
    ]


def test_segments_only_when_asked_for(index: Path) -> None:
    rows = run(index, "--ticker", "ACM.B", "--concept", NEW_TAG, "--fiscal-year", "2023", "--dimensions")
    assert sorted(str(row["dimensions"]) for row in rows) == ["", "srt:Axis=acme:SawsMember"]


def test_a_table_for_people(index: Path) -> None:
    done = CliRunner().invoke(
        app, ["facts", str(index), "--ticker", "ACM.B", "--concept", "Assets"], env={"COLUMNS": "200"}
    )
    assert done.exit_code == 0
    assert "5678000000" in done.stdout
    assert "at 2023-12-31" in done.stdout
    done = CliRunner().invoke(
        app, ["facts", str(index), "--ticker", "ACM.B", "--concept", "Assets", "--fiscal-year", "1999"]
    )
    assert "nothing filed for that period" in " ".join(done.stdout.split())


@pytest.mark.parametrize("name", ["ACM.B", "ACM-B", "acmb", "ACM.A", "7", "0000000007", "Acme Tools", "Forge"])
def test_one_issuer_under_all_its_names(index: Path, name: str) -> None:
    with Bundle.open(index) as bundle:
        assert find_issuer(bundle.facts, name) == "7"


def test_what_is_not_there_is_said(index: Path) -> None:
    with Bundle.open(index) as bundle:
        with pytest.raises(CallerError, match="No issuer 'ZZZ' in this index. It holds ACM.B, BT"):
            find_issuer(bundle.facts, "ZZZ")
        with pytest.raises(CallerError, match="files no concept 'Revenue2'"):
            look_up(bundle.facts, "7", "Revenue2", year=None, period=None)
        with pytest.raises(CallerError, match=r"Near it: us-gaap:Assets"):
            look_up(bundle.facts, "7", "Asse", year=None, period=None)
    done = CliRunner().invoke(app, ["facts", str(index), "--ticker", "BT", "--concept", "Revenues", "--quarter", "Q5"])
    assert isinstance(done.exception, CallerError)


def test_facts_as_a_table_for_programs(index: Path, tmp_path: Path) -> None:
    path = tmp_path / "out" / "facts.csv"
    path.parent.mkdir()
    with Bundle.open(index) as bundle:
        assert export_facts(bundle, path) == 6
    lines = path.read_text().splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert lines[1] == (
        "acme-2023.htm,0000000007-24-000001," + NEW_TAG
        + ',2023-01-01,2023-12-31,1234000000,USD,-6,,Words,"1,234",xbrl,1,2023,FY,year'
    )  # fmt: skip
    assert ",srt:Axis=acme:SawsMember," in lines[2]
    assert lines[3].split(",")[3] == ""


@pytest.mark.parametrize(
    ("value", "text"), [("1E+9", "1000000000"), ("0.10", "0.1"), ("-3.00", "-3"), ("0", "0"), ("100", "100")]
)
def test_numbers_in_digits(value: str, text: str) -> None:
    assert plain(Decimal(value)) == text
