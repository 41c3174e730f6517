"""What a reader makes of a file: blocks in reading order and what the file says of itself.

Readers (`html`, `plain`, `pdf`) know nothing of Items, issuers or chunks; those come later.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

BlockKind = Literal["heading", "paragraph", "table"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RawFact:
    """An inline-XBRL number: `value` has scale and sign applied; `span` is its shown number in the block's text.

    `block` is an index into `RawDocument.blocks`; both are None when the fact is hidden or its place is unknown.
    """

    concept: str
    value: Decimal
    unit: str
    decimals: int | None
    start: date | None
    end: date
    dimensions: tuple[tuple[str, str], ...] = ()
    block: int | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A heading, paragraph or table in reading order.

    `text` is visible text, white space folded; a table has one line a row with cells joined by " | ".
    `header_rows` counts the leading lines of a table that are column heads. `level` is 1 for the strongest heading.
    `anchors` are the ids that HTML links may point to; `links` the targets this block links to (contents pages).
    `place` is where the block starts in the decoded file, in characters; None where unknown (a PDF has pages instead).
    `levels` say for each line of a table how far its label is indented, 0 for the outermost; empty where all are alike.
    """

    kind: BlockKind
    text: str
    page: int | None = None
    level: int = 0
    header_rows: int = 0
    anchors: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    place: int | None = None
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RawDocument:
    """A file's blocks and its own words about itself.

    `metadata` holds what was found, under these keys where present: `company`, `cik`, `accession`, `form`,
    `period_end` (ISO date), `filed_on` (ISO date), `fiscal_year`, `fiscal_period` ("FY", "Q1".. "Q3"), `ticker`,
    `fiscal_year_end` ("MM-DD"), `former_names` and `symbols` (all tickers; "; "-separated), `amendment` ("true").
    """

    blocks: tuple[Block, ...]
    metadata: dict[str, str]
    facts: tuple[RawFact, ...] = ()
    pages: int | None = None
    kind: str = "html"
    labels: dict[str, str] = field(default_factory=dict)
    """Standard labels of concepts that the submission's own label linkbase gives."""
