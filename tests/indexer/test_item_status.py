from __future__ import annotations

from datetime import date

import pytest

from finsagent.forms import TEN_K, ItemSpec
from indexer.item_status import missing, noted, omitted_list, status_of
from tests.indexer.blocks import heading, paragraph, table

SPECS = {spec.item: spec for spec in TEN_K}


@pytest.mark.parametrize(
    ("item", "text", "status", "source"),
    [
        (
            "11",
            "Item 11. Executive Compensation\n\nThe information required by this Item will be in our Proxy Statement "
            "and is incorporated herein by reference.",
            "incorporated_by_reference",
            "proxy statement",
        ),
        (
            "7",
            "Item 7. Management's Discussion\n\nThe Financial Review on pages 12 to 61 of our 2008 Annual Report to "
            "Shareholders is incorporated herein by reference.",
            "incorporated_by_reference",
            "annual report (exhibit 13)",
        ),
        (
            "3",
            "Item 3. Legal Proceedings\n\nThe material in Note 16 is incorporated herein by reference.",
            "incorporated_by_reference",
            "Note 16",
        ),
        (
            "8",
            "Item 8. Financial Statements\n\nSee the index to the financial statements, beginning on page F-1.",
            "incorporated_by_reference",
            "page F-1",
        ),
        (
            "10",
            "Item 10. Directors\n\nWe have a code of ethics. "
            + "It binds every officer and director of ours. " * 30
            + "\n\nThe rest is incorporated by reference from the proxy statement.",
            "present",
            "",
        ),
        ("6", "Item 6. [Reserved]", "omitted", ""),
        (
            "7A",
            "Item 7A. Market Risk\n\nAs a smaller reporting company we are not required to provide this.",
            "omitted",
            "",
        ),
        ("1B", "Item 1B. Unresolved Staff Comments\n\nNone.", "present", ""),
        ("4", "Item 4. Mine Safety Disclosures\n\nNot applicable.", "present", ""),
        (
            "15",
            "Item 15. Exhibits\n\n10.1 Lease, incorporated by reference to Exhibit 10.2 of our Form S-1.",
            "present",
            "",
        ),
        (
            "9C",
            "Item 9C. Disclosure Regarding Foreign Jurisdictions\n\nNot applicable.\n\nPART III\n\nCertain information "
            "is incorporated by reference from our proxy statement.",
            "present",
            "",
        ),
    ],
)
def test_status_and_source(item: str, text: str, status: str, source: str) -> None:
    found = status_of(text, SPECS[item])
    assert (found.status, found.incorporated_from) == (status, source)


def test_a_size_outside_the_band_is_warned_of() -> None:
    spec = ItemSpec(part="I", item="1", title="Business", words=("business",), size=(100, 200))
    assert status_of("Item 1. Business\n\n" + "x" * 120, spec).warning == ""
    assert status_of("Item 1. Business\n\nTools.", spec).warning == "Item 1 has 24 characters; 100 to 200 are usual."
    assert status_of("Item 1. Business\n\n" + "x" * 282, spec).warning.startswith("Item 1 has 300 characters")


@pytest.mark.parametrize(
    ("note", "status", "source"),
    [
        ("page 40", "incorporated_by_reference", "page 40 of this filing"),
        ("(a) Incorporated by reference from the proxy statement.", "incorporated_by_reference", "proxy statement"),
        ("Not applicable", "omitted", ""),
    ],
)
def test_what_an_index_says_in_place_of_text(note: str, status: str, source: str) -> None:
    found = noted(note)
    assert (found.status, found.incorporated_from) == (status, source)


def test_a_missing_item_that_may_be_left_out_is_omitted() -> None:
    assert missing(SPECS["16"], date(2020, 12, 31)).status == "omitted"
    assert missing(SPECS["2"], date(2020, 12, 31)).status == "not_found"
    assert missing(SPECS["6"], date(2019, 12, 31)).status == "not_found"
    assert missing(SPECS["6"], date(2022, 12, 31)).status == "omitted"


def test_lists_of_omitted_items() -> None:
    said = paragraph("The following Items have been omitted:")
    rows = table("Item 1. | Business\nItem 1A. | Risk Factors")
    later = [
        heading("Item 1B. Unresolved Staff Comments"),
        paragraph("None."),
        table("Item 5. | Market\nItem 6. | Data"),
    ]
    assert omitted_list([said, rows, *later]) == {"1", "1A", "5", "6"}
    assert omitted_list([rows, *later]) == set()
