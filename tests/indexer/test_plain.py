from __future__ import annotations

import pytest

from finsagent.errors import FilingError
from indexer.document import RawDocument
from indexer.plain import read_text


def read(text: str) -> RawDocument:
    return read_text(text.encode(), name="small.txt")


def texts(document: RawDocument) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in document.blocks]


def test_hard_wrapped_lines_become_paragraphs_and_headings() -> None:
    document = read(
        "                              PART I\n"
        "\n"
        "Item 1.  Business\n"
        "\n"
        "     The Company makes paper.  It has two mills in the north of the country\n"
        "and sells to printers, schools and offices.\n"
        "     In 1997 it bought a third mill, which opens a market that it had not\n"
        "served before.\n"
    )
    assert texts(document) == [
        ("heading", "PART I"),
        ("heading", "Item 1. Business"),
        (
            "paragraph",
            "The Company makes paper. It has two mills in the north of the country and sells to printers, schools and"
            " offices.",
        ),
        ("paragraph", "In 1997 it bought a third mill, which opens a market that it had not served before."),
    ]
    assert document.pages is None
    assert document.blocks[0].page is None


def test_an_ascii_table_with_leaders_rules_and_wrapped_labels() -> None:
    document = read(
        "<TABLE>\n"
        "<CAPTION>\n"
        "                                             1997        1996\n"
        "                                           --------    --------\n"
        "<S>                                        <C>         <C>\n"
        "Net sales................................  $  7,081    $  9,833\n"
        "Accounts receivable, net of allowance\n"
        "  for doubtful accounts..................     1,035       1,496\n"
        "Net loss.................................    (1,045)       (816)\n"
        "                                           --------    --------\n"
        "                                           $  7,071    $ 10,513\n"
        "                                           ========    ========\n"
        "</TABLE>\n"
    )
    (table,) = document.blocks
    assert table.kind == "table"
    assert table.header_rows == 1
    assert table.text == (
        " | 1997 | 1996\n"
        "Net sales | $7,081 | $9,833\n"
        "Accounts receivable, net of allowance for doubtful accounts | 1,035 | 1,496\n"
        "Net loss | (1,045) | (816)\n"
        " | $7,071 | $10,513"
    )


def test_heads_of_an_ascii_table_are_merged_by_column() -> None:
    document = read(
        "                              THREE MONTHS ENDED\n"
        "                           ------------------------\n"
        "                           March 28,      March 29,\n"
        "                               1997           1996\n"
        "                           ---------      ---------\n"
        "Net sales                     $1,601         $2,185\n"
        "Cost of sales                  1,298          2,606\n"
    )
    (table,) = document.blocks
    assert table.header_rows == 2
    assert table.text.splitlines()[:2] == [
        " | THREE MONTHS ENDED | THREE MONTHS ENDED",
        " | March 28, 1997 | March 29, 1996",
    ]


def test_pages_are_counted_and_their_numbers_and_running_heads_dropped() -> None:
    page = "EXAMPLE PAPER INC.    FORM 10-K\n\nWords of page {0}, which say something.\n\n                  {1}\n"
    document = read("<PAGE>\n".join(page.format(name, number) for number, name in enumerate("abcd", start=1)))
    assert document.pages == 4
    assert [(b.page, b.text) for b in document.blocks] == [
        (number, f"Words of page {name}, which say something.") for number, name in enumerate("abcd", start=1)
    ]


def test_form_feeds_break_pages_too() -> None:
    assert [block.page for block in read("First page.\fSecond page.").blocks] == [1, 2]


def test_other_encodings_and_entities() -> None:
    document = read_text("Johnson &amp; Sons\u2019 caf\u00e9".encode("cp1252"), name="small.txt")
    assert document.blocks[0].text == "Johnson & Sons\u2019 caf\u00e9"
    assert read_text("A word.".encode("utf-16"), name="small.txt").blocks[0].text == "A word."


@pytest.mark.parametrize("data", [b"", b"   \n \f", b"<PAGE>\n-----\n"])
def test_a_file_without_words_is_refused(data: bytes) -> None:
    with pytest.raises(FilingError, match=r"small.txt has no text"):
        read_text(data, name="small.txt")


def test_blocks_keep_their_place_whatever_the_line_ends() -> None:
    lines = ["COVER", "", "A paragraph of words that", "goes on &amp; on here.", "", "<PAGE>", "", "NEXT PAGE"]
    for end in ("\n", "\r\n"):
        text = end.join(lines)
        document = read_text(text.encode(), name="page.txt")
        assert [text[block.place :][:5] for block in document.blocks if block.place is not None] == [
            "COVER",
            "A par",
            "NEXT ",
        ]


def test_levels_of_row_labels_by_their_indent() -> None:
    document = read(
        """
                                   1997       1996
Current assets:
  Cash                            1,234      1,100
  Receivables:
    Trade                           567        512
Total assets                      1,801      1,612
"""
    )
    (table,) = [block for block in document.blocks if block.kind == "table"]
    assert table.levels == (0, 0, 1, 1, 2, 0)
