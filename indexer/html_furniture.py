"""Page furniture: running heads and feet, page numbers and links back to the contents, which are no part of the text.

A line is furniture if it stands at the edge of a page and says the same, but for digits, on other pages. Anchors on
what is dropped go to the text that follows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from indexer.html_flow import Element, Line, TableText, without_marks

_BACK_LINK = re.compile(
    r"(?:return to |back to |go to )?(?:the )?(?:table of contents|contents|index|toc)(?: page)?", re.IGNORECASE
)
_NUMBER = re.compile(
    r"[-\u2013\u2014\s|]*(?:page\s*)?(?:[A-Z]{1,2}\s*-\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s+of\s+\d{1,4})?[-\u2013\u2014\s|]*",
    re.IGNORECASE,
)
_ORNAMENT = re.compile(r"[-_=*~\u2013\u2014\u2015\u2500\u25cf\u2022\s]{3,}|\W*continued\W*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_CONTINUED = re.compile(r"\W*\(?\bcont(?:inued|'d|\u2019d|\.)\W*$", re.IGNORECASE)
_ITEM = re.compile(r"(?:part\s+[iv]+|items?\s*[\d#])", re.IGNORECASE)
_ITEM_LIST = re.compile(r"items?\s*\d{1,2}[a-c]?(?:\s*,\s*\d{1,2}[a-c]?)+", re.IGNORECASE)
_LABEL = re.compile(r"(?:part\s+[iv]+|items?\s*\d{1,2}\s*[a-c]?)\b", re.IGNORECASE)
_QUICK_LINKS = re.compile(r"quicklinks\b", re.IGNORECASE)
_UNITS = re.compile(r"[(\[]?.{0,40}\b(?:millions?|thousands?|billions?|per[ -]share)\b", re.IGNORECASE)
_EDGE = 4
_MAX_LINE = 220


def drop_furniture(flow: list[Element], *, paged: bool) -> list[Element]:
    """The flow without page furniture. `paged` says whether the page breaks are known."""
    dropped = _plain_furniture(flow, paged=paged)
    if paged:
        dropped |= _repeated(flow, dropped)
    dropped |= _quick_links(flow)
    kept: list[Element] = []
    anchors: tuple[str, ...] = ()
    for index, element in enumerate(flow):
        if index in dropped:
            anchors += element.anchors
            continue
        kept.append(replace(element, anchors=anchors + element.anchors) if anchors else element)
        anchors = ()
    return kept


def _text(element: Element) -> str:
    return without_marks(element.text)


def _plain_furniture(flow: list[Element], *, paged: bool) -> set[int]:
    """Links back to the contents, rules set in letters, and page numbers at page edges (anywhere, if unknown)."""
    edges = {index for top, foot in _edges(flow) for index in (*top, *foot)} if paged else set(range(len(flow)))
    found: set[int] = set()
    for index, element in enumerate(flow):
        if not isinstance(element, Line):
            if element.zone == "foot" and len(element.text) < _MAX_LINE:
                found.add(index)
            continue
        text = element.text
        if len(text) > _MAX_LINE:
            continue
        linked = bool(element.links)
        back_link = linked and len(text) < 40 and _BACK_LINK.fullmatch(text.strip(" .|[]()<>"))
        page_number = index in edges and len(text) < 20 and _NUMBER.fullmatch(text)
        foot = element.zone == "foot" and (len(text) < 120 or linked)
        if back_link or page_number or foot or _ORNAMENT.fullmatch(text):
            found.add(index)
    return found


def _edges(flow: list[Element], dropped: frozenset[int] | set[int] = frozenset()) -> list[tuple[list[int], list[int]]]:
    """For each page the indices of its first and last elements, without those already dropped."""
    pages: defaultdict[int, list[int]] = defaultdict(list)
    for index, element in enumerate(flow):
        if index not in dropped:
            pages[element.page].append(index)
    return [(indices[:_EDGE], indices[-_EDGE:]) for indices in pages.values()]


def _says_something(element: Element) -> bool:
    """Sentences and the units of a table may stand alike on many pages and are still no furniture."""
    text = element.text
    return (len(text) > 50 and text.endswith(".")) or (len(text) < 120 and _UNITS.match(text) is not None)


def _key(element: Element) -> tuple[str, bool, float]:
    text = _CONTINUED.sub("", _DIGITS.sub("#", _text(element)).casefold()).strip(" .|\u2014\u2013-")
    return (text, element.bold, element.size) if isinstance(element, Line) else (text, False, 0.0)


def _repeated(flow: list[Element], dropped: set[int]) -> set[int]:
    tops: defaultdict[tuple[str, bool, float], list[int]] = defaultdict(list)
    feet: defaultdict[tuple[str, bool, float], list[int]] = defaultdict(list)
    edges = _edges(flow, dropped)
    for top, foot in edges:
        for indices, groups in ((top, tops), (reversed(foot), feet)):
            for index in indices:
                element = flow[index]
                if (
                    len(element.text) > _MAX_LINE
                    or _says_something(element)
                    or (isinstance(element, TableText) and "\n" in element.text)
                ):
                    break
                groups[_key(element)].append(index)
    pages = len(edges)
    found: set[int] = set()
    for (text, _, _), indices in feet.items():
        if text and len(indices) >= max(3, 0.08 * pages):
            found.update(indices)
    labels = _labels(flow, dropped)
    for (text, _, _), indices in tops.items():
        if text and not found.issuperset(indices):
            found.update(_running_heads(flow, indices, text, labels))
    return found


def _labels(flow: list[Element], dropped: set[int]) -> dict[str, list[int]]:
    """Where lines start with "Item 7" or "Part II", by that label, outside what is marked as the head of a page."""
    labels: defaultdict[str, list[int]] = defaultdict(list)
    for index, element in enumerate(flow):
        if isinstance(element, Line) and element.zone != "head" and index not in dropped:
            match = _LABEL.match(element.text)
            if match and len(element.text) <= _MAX_LINE and not _ITEM_LIST.fullmatch(element.text):
                labels[_folded(match.group())].append(index)
    return labels


def _folded(label: str) -> str:
    return label.casefold().replace(" ", "")


def _running_heads(flow: list[Element], indices: list[int], text: str, labels: dict[str, list[int]]) -> list[int]:
    """Which of the occurrences of a line at the top of pages to drop. The first stays if it is the heading itself."""
    first = min(indices)
    if _ITEM.match(text):
        marked = all(flow[index].zone == "head" for index in indices)
        if len(indices) < 3 and not marked and not _CONTINUED.search(_text(flow[first])):
            return [index for index in indices if _ITEM_LIST.fullmatch(_text(flow[index]))]
        others = set(indices)
        return [
            index
            for index in indices
            if index != first
            or _CONTINUED.search(_text(flow[index]))
            or _ITEM_LIST.fullmatch(_text(flow[index]))
            or _heading_elsewhere(flow, index, others, labels)
        ]
    near = [index for index in indices if flow[index].zone == "head" or _has_neighbour(flow, index, indices)]
    if len(near) < 3 and not (len(near) == 2 and all(flow[index].zone == "head" for index in near)):
        return []
    return [index for index in near if index != first or _CONTINUED.search(_text(flow[index]))]


def _has_neighbour(flow: list[Element], index: int, indices: list[int]) -> bool:
    """Whether the line stands on the next or the next but one page too, as running heads do."""
    page = flow[index].page
    return any(1 <= abs(flow[other].page - page) <= 2 for other in indices)


def _heading_elsewhere(flow: list[Element], index: int, others: set[int], labels: dict[str, list[int]]) -> bool:
    match = _LABEL.match(_text(flow[index]))
    page = flow[index].page
    earliest = 0 if flow[index].zone == "head" else page - 2
    places = labels.get(_folded(match.group()), []) if match else []
    return any(place not in others and earliest <= flow[place].page <= page + 1 for place in places)


def _quick_links(flow: list[Element]) -> set[int]:
    """The list of links that some typesetters put at the end of a page under the word "QuickLinks"."""
    found = {i for i, element in enumerate(flow) if len(element.text) < 100 and _QUICK_LINKS.match(element.text)}
    last = max(found, default=len(flow))
    return found | {index for index in range(last + 1, len(flow)) if last > len(flow) // 2 and flow[index].links}
