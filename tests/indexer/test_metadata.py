from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from finsagent.domain import Filing
from finsagent.errors import DataError, FilingError
from indexer.document import Block, RawDocument
from indexer.metadata import describe, read_manifest, short_name, slug
from tests.indexer.blocks import heading, paragraph, table

COVER = (
    paragraph("UNITED STATES SECURITIES AND EXCHANGE COMMISSION"),
    paragraph("FORM 10-K"),
    paragraph("For the fiscal year ended December 31, 2023"),
    paragraph("HALDEN TOOL WORKS, INC."),
    paragraph("(Exact name of registrant as specified in its charter)"),
)


def told(*blocks: Block, name: str = "filing-1.htm", given: dict[str, str] | None = None, **own: str) -> Filing:
    return describe(RawDocument(blocks=blocks, metadata=own), Path(name), given)


def test_the_cover_page_tells_form_period_and_name() -> None:
    filing = told(*COVER)
    assert (filing.company, filing.form) == ("HALDEN TOOL WORKS, INC.", "10-K")
    assert (filing.period_end, filing.fiscal_year, filing.fiscal_period) == (date(2023, 12, 31), 2023, "FY")
    assert (filing.id, filing.issuer, filing.source) == ("filing-1", "HALDEN-TOOL-WORKS", "filing-1.htm")


def test_what_the_file_says_of_itself_wins_over_the_cover() -> None:
    filing = told(
        *COVER,
        company="Halden Tool Works Inc",
        form="10-K/A",
        cik="0000900001",
        ticker="hald",
        period_end="2022-12-31",
        fiscal_year="2022",
        accession="0000900001-23-000007",
        filed_on="2023-02-20",
        former_names="Old Forge Co; Forge Ltd",
    )
    assert (filing.company, filing.form, filing.cik, filing.ticker) == (
        "Halden Tool Works Inc",
        "10-K/A",
        "900001",
        "HALD",
    )
    assert (filing.id, filing.issuer) == ("0000900001-23-000007", "900001")
    assert (filing.period_end, filing.fiscal_year, filing.filed_on) == (date(2022, 12, 31), 2022, date(2023, 2, 20))
    assert filing.aliases == ("HALDEN TOOL WORKS, INC.", "Old Forge Co", "Forge Ltd")


def test_a_manifest_wins_over_all() -> None:
    given = {
        "company": "Halden",
        "form": "10k",
        "fiscal_year": "2021",
        "period_end": "12/31/2021",
        "ticker": "hld",
        "cik": "7",
    }
    filing = told(*COVER, given=given, company="Other", form="10-Q", fiscal_year="2023", cik="9")
    assert (filing.company, filing.form, filing.fiscal_year) == ("Halden", "10-K", 2021)
    assert (filing.period_end, filing.ticker, filing.cik, filing.issuer) == (date(2021, 12, 31), "HLD", "7", "7")
    assert filing.aliases == ("Other", "HALDEN TOOL WORKS, INC.")


def test_an_accession_that_is_none_is_not_taken() -> None:
    assert told(*COVER, accession="12-34").accession is None


def test_no_issuer_anywhere_is_an_error_that_names_the_file() -> None:
    with pytest.raises(FilingError, match=r"x\.htm: no issuer found"):
        told(paragraph("Some words."), name="x.htm")


@pytest.mark.parametrize(
    ("cover", "name", "form"),
    [
        ("FORM 10-K", "a_b.htm", "10-K"),
        ("Form 10-Q", "a_b.htm", "10-Q"),
        ("FORM 10-K405", "a_b.htm", "10-K405"),
        ("Form 10-K/A", "a_b.htm", "10-K/A"),
        ("Form 10-K Amendment No. 1", "a_b.htm", "10-K/A"),
        ("FORM 8-K", "a_b.htm", "8-K"),
        ("", "Acme_2023_10K.pdf", "10-K"),
        ("", "Acme_2023Q2_10Q.pdf", "10-Q"),
        ("", "Acme_2023_8K_dated-2023-05-03.pdf", "8-K"),
        ("Acme reports record earnings", "Acme_2023.pdf", "EARNINGS"),
        ("A letter", "Acme_2023.pdf", "OTHER"),
    ],
)
def test_the_form(cover: str, name: str, form: str) -> None:
    assert told(paragraph(cover or "Words"), name=name, company="Acme").form == form


@pytest.mark.parametrize(
    ("given", "form"),
    [
        ("10-K", "10-K"),
        ("10k", "10-K"),
        ("FORM 10-Q/A", "10-Q/A"),
        ("10-K405", "10-K405"),
        ("8-k", "8-K"),
        ("Earnings", "EARNINGS"),
    ],
)
def test_a_form_as_people_write_it(given: str, form: str) -> None:
    assert told(paragraph("x"), company="Acme", form=given).form == form


@pytest.mark.parametrize(
    "cover",
    [
        "For the fiscal year ended February 1, 2025",
        "For the fiscal year ended: February 1 , 2025",
        "FOR THE FISCAL YEAR ENDED FEBRUARY 1, 2025",
        "Annual report for the year ended\nFebruary 1, 2025",
    ],
)
def test_the_period_on_the_cover(cover: str) -> None:
    assert told(paragraph(cover), company="Acme", form="10-K").period_end == date(2025, 2, 1)


def test_a_date_that_does_not_exist_is_no_period() -> None:
    assert told(paragraph("For the year ended February 31, 2025"), company="Acme", form="10-K").period_end is None


def test_a_january_year_is_called_as_the_issuer_calls_it() -> None:
    says_2024 = paragraph("Fiscal 2024 was a 52-week year. In fiscal 2024 sales rose. We opened stores in fiscal 2024.")
    says_2025 = paragraph("Fiscal 2025 was a 52-week year. In fiscal 2025 sales rose. We opened stores in fiscal 2025.")
    end = paragraph("For the fiscal year ended February 1, 2025")
    assert told(end, says_2024, company="Acme", form="10-K").fiscal_year == 2024
    assert told(end, says_2025, company="Acme", form="10-K").fiscal_year == 2025


@pytest.mark.parametrize(
    ("end", "year"), [("2025-01-03", 2024), ("2025-01-31", 2025), ("2024-12-28", 2024), ("2024-06-30", 2024)]
)
def test_the_year_of_a_text_that_does_not_say(end: str, year: int) -> None:
    assert told(paragraph("x"), company="Acme", form="10-K", period_end=end).fiscal_year == year


@pytest.mark.parametrize(
    ("end", "year_end", "year"),
    [("2024-09-28", "12-31", 2024), ("2024-12-28", "09-28", 2025), ("2024-09-30", "--06-30", 2025)],
)
def test_a_quarters_year_by_the_fiscal_year_end(end: str, year_end: str, year: int) -> None:
    filing = told(
        paragraph("x"), company="Acme", form="10-Q", period_end=end, fiscal_year_end=year_end, fiscal_period="Q1"
    )
    assert filing.fiscal_year == year


@pytest.mark.parametrize(
    ("heads", "period"),
    [
        (("Three months ended", "Three months ended", "Three Months Ended March 30"), "Q1"),
        (("16 weeks ended April 19, 2024", "Sixteen weeks ended"), "Q1"),
        (("12 weeks ended July 12", "28 weeks ended July 12", "Twenty-eight weeks", "28 weeks ended"), "Q2"),
        (("Thirteen weeks ended July 2", "Twenty-six weeks ended July 2", "26 weeks ended", "six months"), "Q2"),
        (("Three months", "Nine months ended", "Nine Months Ended", "nine months"), "Q3"),
        (("12 weeks ended", "40 weeks ended", "40 Weeks Ended", "Thirty-nine weeks"), "Q3"),
    ],
)
def test_the_quarter_by_the_longest_span_of_its_tables(heads: tuple[str, ...], period: str) -> None:
    blocks = [table(f"{head}\nNet sales | 5", header_rows=1) for head in heads]
    assert told(*blocks, company="Acme", form="10-Q").fiscal_period == period


def test_prose_does_not_tell_the_quarter() -> None:
    long = paragraph("In the next nine months and the thirty-nine weeks before, much may change. " * 5)
    assert told(long, table("Three months ended | 5", header_rows=1), company="Acme", form="10-Q").fiscal_period == "Q1"


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("Acme_2023Q2_10Q.pdf", "Q2"),
        ("Acme-Q3-2023-10Q.pdf", "Q3"),
        pytest.param("Acme_Q3_2023_10Q.pdf", "Q3"),
    ],
)
def test_the_quarter_in_a_file_name(name: str, period: str) -> None:
    assert told(paragraph("x"), name=name, company="Acme").fiscal_period == period


def test_a_quarter_in_a_manifest_wins() -> None:
    filing = told(
        table("Nine months ended\na | 1", header_rows=1), given={"fiscal_year": "2023Q2", "company": "A"}, form="10-Q"
    )
    assert (filing.fiscal_year, filing.fiscal_period) == (2023, "Q2")


def test_the_date_of_an_event() -> None:
    cover = paragraph("FORM 8-K\nDate of Report (Date of earliest event reported): May 3, 2023")
    assert told(cover, company="Acme").period_end == date(2023, 5, 3)


def test_words_that_look_like_a_company_but_are_none() -> None:
    blocks = (
        heading("Securities and Exchange Commission"),
        paragraph("Brightmoor Foods Corporation"),
        paragraph("Form 10-K"),
    )
    assert told(*blocks).company == "Brightmoor Foods Corporation"


@pytest.mark.parametrize(
    ("company", "short"),
    [
        ("Best Buy Co., Inc.", "Best Buy"),
        ("JOHNSON & JOHNSON", "JOHNSON & JOHNSON"),
        ("PEPSICO INC /NC/", "PEPSICO"),
        ("Acme Holdings Group, L.P.", "Acme"),
        ("The Company", "The"),
        ("", ""),
    ],
)
def test_short_name(company: str, short: str) -> None:
    assert short_name(company) == short


@pytest.mark.parametrize(
    ("text", "made"), [("A b/c_d", "A-b-c-d"), ("10-K.2023", "10-K.2023"), ("***", "document"), ("\u00e9t\u00e9", "t")]
)
def test_slug(text: str, made: str) -> None:
    assert slug(text) == made


# --- manifests


def test_a_csv_manifest(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text(
        "\ufefffile,company,form_type,year,cik\nin/a.htm,Acme,10-K,2023,7\nb.pdf,Beta,,,\n", encoding="utf-8"
    )
    read = read_manifest(path)
    assert read["a.htm"] == read["a"] == {"company": "Acme", "form": "10-K", "fiscal_year": "2023", "cik": "7"}
    assert read["b.pdf"] == {"company": "Beta"}


def test_a_jsonl_manifest_of_documents(tmp_path: Path) -> None:
    path = tmp_path / "documents.jsonl"
    path.write_text('{"doc_name": "ACME_2023_10K", "company": "Acme", "doc_type": "10k", "doc_period": 2023}\n\n')
    assert read_manifest(path)["ACME_2023_10K"] == {"company": "Acme", "form": "10k", "fiscal_year": "2023"}


def test_a_json_list_is_a_manifest(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('[{"file": "a.htm", "company": "Acme"}]')
    assert read_manifest(path)["a.htm"] == {"company": "Acme"}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("m.jsonl", "{", "can't be read"),
        ("m.csv", "company\nAcme\n", "no 'file'"),
        ("m.jsonl", '{"company": "A"}', "no 'file'"),
    ],
)
def test_a_manifest_that_is_none_is_named(tmp_path: Path, name: str, content: str, says: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match=says):
        read_manifest(tmp_path / name)


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00\x01", b"[1, 2]", b"5\n6\n"],
)
def test_a_manifest_of_another_kind_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.jsonl").write_bytes(content)
    with pytest.raises(DataError):
        read_manifest(tmp_path / "m.jsonl")


def test_a_manifest_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="can't be read"):
        read_manifest(tmp_path / "none.csv")
