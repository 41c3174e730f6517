from __future__ import annotations

from finsagent.index.bundle import Bundle
from tests.index.conftest import APPLE, BEST
from tests.index.content import filing_content


def test_filings_come_in_the_order_written(bundle: Bundle) -> None:
    assert bundle.catalogue.filings == (filing_content("apple", APPLE).filing, filing_content("best", BEST).filing)
