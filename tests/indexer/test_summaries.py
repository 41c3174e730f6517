from __future__ import annotations

from finsagent.domain import SectionSummary
from indexer.document import Block
from indexer.sections import split_sections
from indexer.summaries import summarise
from tests.indexer.blocks import heading, items, paragraph, table
from tests.retrieval.filings import filing

FILING = filing("Acme Inc.", 2023)


def summaries(*blocks: Block, form: str = "10-K") -> list[SectionSummary]:
    return summarise(split_sections(blocks, filing="acme", form=form), FILING)


def test_a_summary_says_where_it_stands_and_what_it_holds() -> None:
    blocks = [
        heading("Liquidity"),
        paragraph(
            "Our revolver was undrawn at the year end and matures in four years. We may draw on it. A third sentence."
        ),
        table(" | 2023\nNet cash from operations | 5,010\nCapital spending | (1,020)", header_rows=1),
    ]
    (one,) = summaries(*blocks, form="8-K")
    place, headings, rows, terms, opening = one.text.split("\n")
    assert place == "Acme Inc. 10-K FY2023, 8-K"
    assert headings == "Liquidity"
    assert rows == "Net cash from operations; Capital spending"
    assert "revolver" in terms
    assert opening == "Our revolver was undrawn at the year end and matures in four years. We may draw on it."
    assert (one.title, one.section, one.filing) == ("Liquidity", "acme/00-all", FILING.id)


def test_each_item_has_a_summary_of_its_own_words() -> None:
    found = summaries(*items())
    assert [one.section for one in found] == [
        "acme/00-I-1",
        "acme/01-I-1A",
        "acme/02-II-7",
        "acme/03-II-8",
        "acme/04-II-9A",
        "acme/05-III-10",
        "acme/06-IV-15",
    ]
    assert "Item 7 Management's Discussion and Analysis" in found[2].text.replace("\u2019", "'")
    assert "saws" in found[2].text
    assert "saws" not in found[3].text
    assert len({one.id for one in found}) == len(found)


def test_the_most_telling_terms_are_those_of_one_part_alone() -> None:
    found = summaries(*items())
    terms = found[1].text.split("\n")[2].split(", ")
    assert terms[0] in ("steel prices", "prices rise", "margins fall", "steel prices may")
    assert "company" not in terms


def test_a_long_section_is_cut_at_its_headings_and_each_part_is_a_slice() -> None:
    blocks = []
    for title in ("Sales", "Costs", "Debt"):
        blocks += [heading(title), paragraph(f"These words are about {title.lower()} and what they depend on. " * 25)]
    placed = split_sections(blocks, filing="acme", form="8-K")
    found = summarise(placed, FILING)
    text = placed[0].section.text
    assert [one.title for one in found] == ["Sales", "Costs", "Debt"]
    assert [text[one.start : one.end].split("\n")[0] for one in found] == ["Sales", "Costs", "Debt"]
    assert (found[0].start, found[-1].end) == (0, len(text))


def test_contents_and_signatures_have_no_summary() -> None:
    contents = "\n".join(f"Item {n}. | Title {n} | {3 * n}" for n in range(1, 7))
    found = summaries(*items(), table(contents), heading("SIGNATURES"), paragraph("/s/ J. Doe"))
    assert not any("Doe" in one.text or "Title 3" in one.text for one in found)


def test_the_same_filing_has_the_same_summaries() -> None:
    assert summaries(*items()) == summaries(*items())


def test_nothing_has_no_summary() -> None:
    assert summarise([], FILING) == []
