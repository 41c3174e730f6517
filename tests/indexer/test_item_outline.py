from __future__ import annotations

from indexer.document import Block
from indexer.item_outline import outline
from tests.indexer.blocks import heading, paragraph, table

ROWS = "\n".join(f"Line {n} | {n},100 | {n},200" for n in range(1, 9))


def levels(*blocks: Block) -> list[tuple[int, str]]:
    places = list(range(len(blocks)))
    found = outline(blocks, places, [100 * place for place in places])
    assert all(h.start % 100 == 0 and blocks[h.start // 100].text.startswith(h.text[:5]) for h in found)
    return [(h.level, h.text) for h in found]


def test_statements_and_notes_are_sub_sections_with_their_titles() -> None:
    assert levels(
        heading("Item 8. Financial Statements"),
        heading("Consolidated Statements of Cash Flows", level=3),
        table(ROWS),
        heading("Notes to Consolidated Financial Statements", level=2),
        heading("Note 1 - Policies", level=2),
        heading("Revenue", level=4),
        paragraph("We count a sale when a tool is shipped."),
        heading("Note 2 - Debt", level=2),
        heading("Report of Independent Registered Public Accounting Firm", level=2),
        heading("Basis for Opinion", level=3),
    ) == [
        (1, "Item 8. Financial Statements"),
        (2, "Consolidated Statements of Cash Flows"),
        (2, "Notes to Consolidated Financial Statements"),
        (3, "Note 1 - Policies"),
        (4, "Revenue"),
        (3, "Note 2 - Debt"),
        (2, "Report of Independent Registered Public Accounting Firm"),
        (3, "Basis for Opinion"),
    ]


def test_a_note_that_goes_on_over_the_page_is_one() -> None:
    found = levels(
        heading("Notes to Financial Statements"),
        heading("Note 1. Policies"),
        heading("Notes to Financial Statements (Continued)"),
        heading("Note 1. Policies (Continued)"),
        heading("Note 2. Debt"),
    )
    assert found == [(2, "Notes to Financial Statements"), (3, "Note 1. Policies"), (3, "Note 2. Debt")]


def test_notes_by_bare_number_or_letter_follow_one_another() -> None:
    for labels in (("1. ", "2. ", "7. "), ("A. ", "B. ", "K. ")):
        found = levels(
            heading("Notes to Financial Statements"),
            heading(f"{labels[0]}Policies", level=3),
            heading(f"{labels[1]}Debt", level=3),
            heading(f"{labels[2]}Not in order", level=3),
        )
        assert [level for level, _ in found] == [2, 3, 3, 4]


def test_a_note_whose_title_runs_into_its_text() -> None:
    found = levels(
        heading("Notes to Financial Statements"),
        paragraph("A. Basis of Presentation \u2013 These statements are short."),
        paragraph("B. Revenue \u2013 We count a sale when a tool is shipped."),
    )
    assert found[1:] == [(3, "A. Basis of Presentation"), (3, "B. Revenue")]


def test_a_statement_titled_in_its_own_table() -> None:
    assert levels(table(f"BALANCE SHEETS | ACME INC.\n{ROWS}")) == [(2, "BALANCE SHEETS")]


def test_the_discussion_keeps_the_order_of_its_captions() -> None:
    assert levels(
        heading("Item 7. Discussion and Analysis"),
        heading("Liquidity", level=2),
        heading("Debt", level=5),
        heading("Leases", level=5),
        heading("Outlook", level=2),
    ) == [(1, "Item 7. Discussion and Analysis"), (2, "Liquidity"), (3, "Debt"), (3, "Leases"), (2, "Outlook")]


def test_a_sentence_about_a_statement_is_no_statement() -> None:
    said = heading("A bridge from segment profit to the statements of income", level=4)
    assert levels(heading("Item 7. Discussion"), said, table(ROWS))[1:] == [(2, said.text)]
