"""Whole small filings as HTML pages, written for the tests of building."""

from __future__ import annotations

from pathlib import Path

from tests.indexer.blocks import TITLES, WORDS

BALANCE = (
    "<p><b>CONSOLIDATED BALANCE SHEETS</b></p><p>(In millions, except per share)</p><table>"
    "<tr><td></td><td>2023</td><td>2022</td></tr>"
    "<tr><td>Cash and cash equivalents</td><td>1,234</td><td>1,100</td></tr>"
    "<tr><td>Total assets</td><td>5,678</td><td>5,432</td></tr>"
    "<tr><td>Total liabilities</td><td>(3,210)</td><td>(3,100)</td></tr></table>"
)


def annual_report(company: str, year: int, *, paragraphs: int = 6, extra: str = "") -> str:
    """A 10-K with a cover, seven Items and a balance sheet; `extra` is one more paragraph of Item 1A."""
    cover = (
        f"<p>FORM 10-K</p><p>For the fiscal year ended December 31, {year}</p><p>{company}</p>"
        "<p>(Exact name of registrant as specified in its charter)</p>"
    )
    body = "".join(
        f"<p><b>Item {item}. {TITLES[item]}</b></p><p>{' '.join([f'{company} in {year}: {words}'] * paragraphs)}</p>"
        + (BALANCE if item == "8" else "")
        + (f"<p>{extra}</p>" if item == "1A" and extra else "")
        for item, words in WORDS.items()
    )
    return f"<html><body>{cover}{body}</body></html>"


def put(folder: Path, name: str, content: str | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / name
