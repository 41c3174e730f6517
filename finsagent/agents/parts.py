"""Finds a part of the whole (segment, product, region) that a question names, and its rows and columns in tables.

A part is known by the evidence's own labels: a row, a group of rows or a column whose name the question repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from finsagent.agents.asked import Asked
from finsagent.agents.standing import above, views_of
from finsagent.domain import Evidence, Filing
from finsagent.lexicon import Lexicon, LineItem
from finsagent.tables import Row, TableView, label_score
from finsagent.text import tokens

_NOISE = frozenset(
    tokens(
        "total amount year years end ended net company fiscal quarter month months million billion thousand usd "
        "dollars "
        "other all change increase decrease percent share shares cash number average first second third fourth amounts "
        "description value date operations income statement numerator denominator rate rates"
    )
)
_PERIOD = re.compile(
    r"\b(?:(?:three|six|nine|twelve)\s+months|\d+\s+weeks|(?:fiscal\s+)?years?|quarters?)\s+ended\b.*$"
    r"|\b(?:19|20)\d\d\b.*$",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"^(?:total|consolidated)\s+(?:segments?\s+)?", re.IGNORECASE)
_ROW, _COLUMN, _NEAR_ROW = 0.95, 0.93, 0.8


def find_part(
    asked: Asked, evidence: Sequence[Evidence], filings: Mapping[str, Filing], issuer: str, lexicon: Lexicon
) -> str:
    """The longest name of a row, group or column that the question repeats beside its line item; "" if none."""
    if any(_TOTAL.search(match.text) for match in asked.matches if match.item is asked.item):
        return ""
    core = tokens(asked.core)
    own = {
        word
        for f in filings.values()
        if f.issuer == issuer
        for name in (f.company, *f.aliases)
        for word in tokens(name)
    }
    said = [tokens(match.text) for match in asked.matches]
    named = {word for words in said for word in words}
    best: tuple[int, str] = (0, "")
    for passage in evidence:
        if filings[passage.filing].issuer != issuer or "|" not in passage.text:
            continue
        for view in views_of(passage):
            for name in _names(view):
                words = tokens(name)
                words = [] if all(word in _NOISE or any(map(str.isdigit, word)) for word in words) else words
                if not words or len(words) <= best[0] or set(words) <= own | named | _NOISE:
                    continue
                if _stands(words, core, asked.core, said) and not is_line(name, lexicon):
                    best = (len(words), name)
    return best[1]


def part_rows(
    view: TableView, passage: Evidence, item: LineItem, part: str, wordings: Sequence[str], lexicon: Lexicon
) -> Iterator[tuple[Row, float, frozenset[int]]]:
    """Rows of a part's line with their score and the columns that may be read (all where empty)."""
    wanted = tokens(part)
    columns = frozenset(at for at, column in enumerate(view.columns) if at and tokens(_bare(column.head)) == wanted)
    for row in view.rows:
        if columns and (score := label_score(row.label, wordings)) >= _NEAR_ROW:
            yield row, _COLUMN * score, columns
        elif row.group and tokens(row.group) == wanted and (score := label_score(row.label, wordings)) >= _NEAR_ROW:
            yield row, _ROW * score, frozenset()
        elif (label := tokens(row.label)) == wanted or label == [*wanted, *tokens(item.asked[0])]:
            about = _about(row, view, passage, item, wordings, lexicon) if label == wanted else _ROW
            if about:
                yield row, about, frozenset()


def _about(
    row: Row, view: TableView, passage: Evidence, item: LineItem, wordings: Sequence[str], lexicon: Lexicon
) -> float:
    """How surely a row that is only the part's name is about the line: by its group, else by the words above."""
    if row.group:
        if label_score(row.group, wordings) >= _NEAR_ROW:
            return _ROW
        if is_line(row.group, lexicon):
            return 0.0
    total = next(
        (r.label for r in view.rows if r.start > row.start and (_TOTAL.search(r.label) or r.group != row.group)), ""
    )
    if total and label_score(_TOTAL.sub("", total) or total, wordings) >= _NEAR_ROW:
        return _ROW
    if total and is_line(total, lexicon):
        return 0.0
    found = [match.item.key for match in lexicon.match(above(view, passage))]
    keys = {item.key} | ({"segment_revenue", "geographic_revenue"} if item.key == "revenue" else set())
    if item.key == "operating_income":
        keys.add("segment_income")
    if found and found[-1] in keys:
        return 0.9
    return 0.7 if keys & set(found[-4:]) else 0.0


def _names(view: TableView) -> Iterator[str]:
    for row in view.rows:
        yield row.label
        if row.group:
            yield row.group
    for column in view.columns[1:]:
        if name := _bare(column.head):
            yield name


def _bare(head: str) -> str:
    return _PERIOD.sub("", head).strip(" ,:-\u2014")


def _stands(words: Sequence[str], core: Sequence[str], text: str, said: Sequence[Sequence[str]]) -> bool:
    """Whether the words stand in the question together; one word alone only beside the line that it is a part of."""
    size = len(words)
    places = [at for at in range(len(core) - size + 1) if list(core[at : at + size]) == list(words)]
    if not places:
        return False
    if size > 1:
        return True
    if len(words[0]) < 3 or words[0].isdigit():
        return False
    beside = any(
        list(core[at + 1 : at + 1 + len(line)]) == list(line) or list(core[max(0, at - len(line)) : at]) == list(line)
        for at in places
        for line in said
    )
    capital = any(tokens(word) == list(words) for word in re.findall(r"(?<=[a-z,] )[A-Z][\w&-]+", text))
    return beside or capital


def is_line(name: str, lexicon: Lexicon) -> bool:
    """Whether a name is a line item or measure by itself."""
    matches = lexicon.match(name)
    return bool(matches) and sum(len(tokens(m.text)) for m in matches) >= len(set(tokens(name)) - _NOISE)
