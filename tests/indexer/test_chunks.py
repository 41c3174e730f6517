from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finsagent.domain import Chunk
from finsagent.encoders import HashingEncoder
from indexer.chunks import GROUP_TOKENS, HEADER_TOKENS, MAX_TOKENS, chunk_section, estimate_tokens
from indexer.document import Block
from indexer.fitting import fit
from indexer.nonevidence import unwanted
from indexer.sections import PlacedSection, split_sections
from tests.indexer.blocks import heading, paragraph, table
from tests.retrieval.filings import filing

FILING = filing("Acme Tool Works, Inc.", 2023)


def place(*blocks: Block, form: str = "8-K") -> PlacedSection:
    (placed,) = split_sections(blocks, filing="acme", form=form)
    return placed


def chunks_of(*blocks: Block) -> list[Chunk]:
    return chunk_section(place(*blocks), FILING)


def sentences(count: int, word: str = "steel") -> str:
    return " ".join(f"Sentence {n} says that {word} was sold to builders in nine states." for n in range(count))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("Net sales rose.", 4), ("1,234", 4), ("$(1.09)", 6), ("internationalisation", 3), ("\u2014", 1)],
)
def test_estimate(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_short_section_is_one_chunk() -> None:
    (one,) = chunks_of(heading("Results"), paragraph("Sales rose.", page=3))
    assert (one.text, one.start, one.end, one.kind) == ("Results\n\nSales rose.", 0, 20, "prose")
    assert (one.group_start, one.group_end) == (0, 20)
    assert one.header == "Acme Tool Works, Inc. 10-K FY2023 | 8-K"
    assert one.id == "acme/00-all#0000"


def test_the_header_says_where_the_words_stand() -> None:
    blocks = [
        heading("Liquidity", level=2),
        paragraph(sentences(12)),
        heading("Debt", level=3),
        paragraph(sentences(12)),
    ]
    headers = [chunk.header for chunk in chunks_of(*blocks)]
    assert all(header.startswith("Acme Tool Works, Inc. 10-K FY2023 | 8-K") for header in headers)
    assert headers[-1].endswith("| Liquidity > Debt") or headers[-1].endswith("| Liquidity")


def test_a_long_paragraph_is_cut_at_sentences() -> None:
    found = chunks_of(paragraph(sentences(60)))
    assert len(found) > 2
    assert all(chunk.text.startswith("Sentence") and chunk.text.endswith("states.") for chunk in found)
    assert " ".join(chunk.text for chunk in found) == sentences(60)


def test_pages_of_a_chunk() -> None:
    found = chunks_of(paragraph(sentences(8), page=3), paragraph(sentences(8), page=4), paragraph(sentences(8), page=6))
    assert [(chunk.page, chunk.page_end) for chunk in found] == [(3, 3), (4, 4), (6, 6)]


ROWS = "\n".join(f"Line of products number {n} | {n},234 | {n},100" for n in range(1, 61))
LONG = table(f" | 2023 | 2022\n{ROWS}", header_rows=1)


def test_each_piece_of_a_long_table_repeats_caption_units_and_heads() -> None:
    found = chunks_of(
        heading("Sales by product"), paragraph("(In millions, except per share)"), LONG, paragraph("End.")
    )
    pieces = [chunk for chunk in found if chunk.kind == "table"]
    assert len(pieces) > 3
    for piece in pieces:
        assert piece.columns == " | 2023 | 2022"
        assert "Sales by product" in piece.caption
        assert "(In millions, except per share)" in piece.caption
        assert "(In millions, except per share)" in piece.header
    for piece in pieces[1:]:
        assert "2023 | 2022" in piece.header


def test_rows_are_never_cut() -> None:
    rows = [line for chunk in chunks_of(LONG) for line in chunk.text.split("\n")]
    assert rows == LONG.text.split("\n")


def test_a_caption_goes_with_its_table() -> None:
    found = chunks_of(
        paragraph(sentences(14)), paragraph("The following table shows sales (in thousands):"), table("a | 1\nb | 2")
    )
    assert found[-1].kind == "table"
    assert "The following table shows" in found[-1].text


def test_a_table_without_words_above_has_no_caption_of_another() -> None:
    found = chunks_of(table("x | 1\ny | 2\nz | 3"), table("a | 1\nb | 2", header_rows=1))
    assert all("x |" not in chunk.caption for chunk in found)


def test_an_enormous_row_or_word_is_cut() -> None:
    found = chunks_of(table("Label | " + "words of a note in a cell " * 100), paragraph("x" * 4000))
    assert all(estimate_tokens(chunk.text) <= MAX_TOKENS - HEADER_TOKENS for chunk in found)
    assert "".join(chunk.text for chunk in found).count("x") >= 4000


def test_a_long_header_is_cut_to_its_share() -> None:
    long = filing("The " + "Very Long Company Name " * 20 + "Inc.", 2023)
    (one,) = chunk_section(place(paragraph("Sales rose.")), long)
    assert estimate_tokens(one.header) <= HEADER_TOKENS
    assert one.header.startswith("The Very Long Company Name")


def test_no_blocks_that_are_evidence_give_no_chunk() -> None:
    assert chunks_of(heading("SIGNATURES"), paragraph("/s/ J. Doe")) == []


# --- what always holds

_WORD = st.sampled_from(
    "net sales of tools rose in 2023 by 1,234 (5.6%) because $7.8 U.S. steel-makers' internationalisation.".split()
)
_TEXT = st.lists(_WORD, min_size=1, max_size=320).map(" ".join)
_CELL = st.sampled_from(["", "Net sales", "$1,234", "(5.6)", "2023", "Cost of goods sold and other long words"])
_TABLE = st.lists(st.lists(_CELL, min_size=2, max_size=5).map(" | ".join), min_size=1, max_size=40).map("\n".join)
_BLOCK = st.one_of(
    st.builds(heading, _TEXT.map(lambda text: text[:100].strip() or "x"), st.integers(1, 4)),
    st.builds(paragraph, _TEXT),
    st.builds(lambda text, rows: table(text, header_rows=rows), _TABLE, st.integers(0, 3)),
)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(_BLOCK, min_size=1, max_size=12))
def test_chunks_are_slices_that_fit(blocks: list[Block]) -> None:
    if unwanted(blocks):
        return
    placed = place(*blocks)
    text = placed.section.text
    chunks = fit(chunk_section(placed, FILING), HashingEncoder().count_tokens)
    end = 0
    for chunk in chunks:
        assert chunk.text == text[chunk.start : chunk.end]
        assert chunk.text.strip()
        assert estimate_tokens(f"{chunk.header}\n{chunk.text}") <= MAX_TOKENS
        assert chunk.group_start <= chunk.start < chunk.end <= chunk.group_end
        assert estimate_tokens(text[chunk.group_start : chunk.group_end]) <= GROUP_TOKENS
        assert chunk.start >= end
        assert not re.search(r"\w", text[end : chunk.start])  # nothing is lost between two chunks
        end = chunk.end
    assert not re.search(r"\w", text[end:])
    assert len({chunk.id for chunk in chunks}) == len(chunks)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.lists(_BLOCK, min_size=1, max_size=6), st.integers(2, 9))
def test_fit_cuts_until_an_exact_count_is_met(blocks: list[Block], letters: int) -> None:
    placed = place(*blocks)

    def count(texts: list[str]) -> list[int]:
        return [len(text) // letters for text in texts]

    fitted = fit(chunk_section(placed, FILING), count)  # type: ignore[arg-type]
    for chunk in fitted:
        assert chunk.text == placed.section.text[chunk.start : chunk.end]
        assert count([f"{chunk.header}\n{chunk.text}"])[0] <= MAX_TOKENS - 2 or not re.search(r"\s\S", chunk.text)
    assert len({chunk.id for chunk in fitted}) == len(fitted)


def test_fit_leaves_what_fits() -> None:
    chunks = chunks_of(paragraph(sentences(20)))
    assert fit(chunks, lambda texts: [1] * len(texts)) == chunks


def test_fit_cuts_a_table_between_rows() -> None:
    (one,) = chunks_of(table("\n".join(f"row {n} | $5,0{n}0" for n in range(8))))
    parts = fit([one], lambda texts: [300 if "row 0" in t and "row 7" in t else 10 for t in texts])
    assert [part.text.count("\n") for part in parts] == [3, 3]
    assert parts[0].id == one.id
    assert parts[1].id.startswith(one.id)
    assert parts[1].id != one.id
    assert {(part.group_start, part.group_end) for part in parts} == {(one.group_start, one.group_end)}


def test_the_same_blocks_give_the_same_chunks() -> None:
    assert chunks_of(LONG, paragraph(sentences(30))) == chunks_of(LONG, paragraph(sentences(30)))


def test_a_cell_of_a_hundred_thousand_numbers_is_cut_in_linear_time() -> None:
    block = Block(kind="paragraph", text=" ".join(["1,234.5"] * 100_000))
    start = time.perf_counter()
    made = chunks_of(block)
    assert time.perf_counter() - start < 10
    assert len(made) > 1000
    assert " ".join(chunk.text for chunk in made) == block.text
