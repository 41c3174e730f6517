"""The same filing given twice in two shapes (its page and its full submission, or a PDF of it) is one filing.

Files of one accession number, and files of the same bytes, are told apart before; here are those of which one does not
say its accession number. They are one filing if issuer, form and period agree and most of the words do.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Sequence

from finsagent.index.store import FilingContent

_WORD = re.compile(r"[a-z]{3,}")
_RUN = 6
_SAMPLE = 16
"""One run of words in so many is compared."""
_ALIKE = 0.6
"""Share of the smaller one's runs that the other has too. A PDF's running heads and split words cost some of them."""


def drop_twins(contents: Sequence[FilingContent]) -> tuple[list[FilingContent], list[str]]:
    """Keep one of each filing: the one that says its accession number, then the one with more facts of its own.

    Returns:
        The contents that are left, in their order, and a note on each that was left out.
    """
    groups: dict[tuple[object, ...], list[FilingContent]] = defaultdict(list)
    for content in contents:
        filing = content.filing
        if content.chunks and filing.period_end is not None:
            groups[(filing.issuer, filing.form, filing.period_end)].append(content)
    left_out: dict[str, str] = {}
    for group in groups.values():
        ordered = sorted(group, key=_rank)
        for at, content in enumerate(ordered):
            better = next((b for b in ordered[:at] if b.filing.id not in left_out and _is_again(content, b)), None)
            if better is not None:
                left_out[content.filing.id] = better.filing.source
    notes = [
        f"{content.filing.source} is the filing {left_out[content.filing.id]} again; taken once."
        for content in contents
        if content.filing.id in left_out
    ]
    return [content for content in contents if content.filing.id not in left_out], notes


def _rank(content: FilingContent) -> tuple[object, ...]:
    tagged = sum(fact.source == "xbrl" for fact in content.facts)
    return content.filing.accession is None, -tagged, -len(content.facts), content.filing.id


def _is_again(one: FilingContent, other: FilingContent) -> bool:
    """Whether two are one filing; two accession numbers are two filings whatever they say."""
    if one.filing.accession is not None and other.filing.accession is not None:
        return False
    first, second = _runs(one), _runs(other)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) >= _ALIKE * smaller and smaller * 3 >= max(len(first), len(second))


def _runs(content: FilingContent) -> set[int]:
    """Hashes of a sample of the runs of words."""
    words = _WORD.findall(" ".join(section.text for section in content.sections).lower())
    hashes = (zlib.crc32(" ".join(words[at : at + _RUN]).encode()) for at in range(len(words) - _RUN + 1))
    return {value for value in hashes if value % _SAMPLE == 0}
