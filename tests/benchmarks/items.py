"""How many hand-written checks of Items hold, and how many Item starts agree with another program's.

`python tests/benchmarks/items.py`, with FINSAGENT_DATA set. The checks are those of `items_gold/labels` that speak of
an Item's presence, size or words (sizes may differ by 15 and 25 percent), over `filings` and `filings_mutated`; lines
without text count as absent. The starts are those of `items_gold/edgar_crawler_10K`: its Items are put together as one
text file, read again, and each Item must start with the same words.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from indexer.filings import read_source
from indexer.metadata import describe
from indexer.sections import split_sections

_SPACES = re.compile(r"\s+")
_OTHERS = re.compile(r"[^a-z0-9]+")
_PART = re.compile(r"^part(?:i|ii|iii|iv)(?=item)")
_STARTED = 40
_PLAIN = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\xa0": " "})


@dataclass(kw_only=True)
class Tally:
    """Checks that held and the others in words."""

    held: int = 0
    failed: list[str] = field(default_factory=list)

    def count(self, holds: bool, words: str) -> None:
        """Add one check."""
        self.held += holds
        if not holds:
            self.failed.append(words)

    def __str__(self) -> str:
        total = self.held + len(self.failed)
        return f"{self.held} of {total} ({100 * self.held / max(total, 1):.1f} %)"


@dataclass(frozen=True, kw_only=True)
class Check:
    """One check of a label: its kind, the Item, what it asks for."""

    kind: str
    item: str
    value: str | int
    status: str


def items_in(path: Path, form: str = "", period_end: date | None = None) -> dict[str, str]:
    """Text of each Item of a file; of several sections of one Item together. Form and period as read, if not given."""
    document = read_source(path)
    if not form:
        filing = describe(document, path, None)
        form, period_end = filing.form, filing.period_end
    placed = split_sections(document.blocks, filing=path.stem, form=form, period_end=period_end)
    texts: dict[str, str] = {}
    for one in placed:
        if one.section.text:
            texts[one.section.item] = texts.get(one.section.item, "") + one.section.text
    return texts


def labels(data: Path) -> Iterator[tuple[Path, list[Check]]]:
    """Each label with a document here: its file and its checks."""
    with (data / "filings" / "manifest.csv").open(encoding="utf-8") as lines:
        known = {row["path"]: data / "filings" / row["file"] for row in csv.DictReader(lines)}
    for path in sorted((data / "filings_mutated").iterdir()):
        known[f"evals/fixtures/{path.stem}/filing.htm"] = path
    for path in sorted((data / "items_gold" / "labels").rglob("*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        given = label.get("input") or {}
        file = known.get(given.get("path", ""))
        if file is None or given.get("transform") or given.get("options"):
            continue
        yield (
            file,
            [
                Check(kind=c["type"], item=str(c.get("item", "")).upper(), value=c.get("value", ""), status=_status(c))
                for c in label.get("expect", {}).get("checks", [])
            ],
        )


def _status(check: dict[str, object]) -> str:
    return "any" if check.get("any_status") else str(check.get("status", "extracted"))


def holds(check: Check, items: dict[str, str]) -> bool | None:
    """Whether a check holds; None for one of another kind."""
    text = items.get(check.item)
    if check.kind == "item_present" and check.status == "extracted":
        return text is not None
    if check.kind == "item_absent" and check.status == "any":
        return not text
    if check.kind == "text_contains":
        return text is not None and _plain(str(check.value)) in _plain(text)
    if check.kind == "text_not_contains" and check.item:
        return text is not None and _plain(str(check.value)) not in _plain(text)
    if check.kind == "min_chars":
        return text is not None and len(text) >= 0.85 * int(check.value)
    if check.kind == "max_chars":
        return text is not None and len(text) <= 1.25 * int(check.value)
    return None


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text.translate(_PLAIN)).strip().lower()


def count_labels(data: Path) -> Tally:
    """Run every label."""
    tally = Tally()
    read: dict[Path, dict[str, str]] = {}
    for file, checks in labels(data):
        items = read.setdefault(file, {}) or items_in(file)
        read[file] = items
        for check in checks:
            held = holds(check, items)
            if held is not None:
                size = len(items.get(check.item, ""))
                words = f"{file.name[:34]} {check.kind} {check.item} {str(check.value)[:40]!r}: {size} characters"
                tally.count(held, words)
    return tally


def count_starts(data: Path) -> Tally:
    """Compare Item starts with the other program's."""
    tally = Tally()
    for path in sorted((data / "items_gold" / "edgar_crawler_10K").glob("*.json")):
        given = json.loads(path.read_text(encoding="utf-8"))
        wanted = {key.removeprefix("item_"): text for key, text in given.items() if key.startswith("item_") and text}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "report.txt"
            file.write_text("\n".join(wanted.values()), encoding="utf-8")
            items = items_in(file, "10-K", date.fromisoformat(given["period_of_report"]))
        for item, text in wanted.items():
            ours, theirs = (_OTHERS.sub("", t[:400].lower()) for t in (items.get(item, ""), text))
            ours = _PART.sub("", ours)
            length = min(len(ours), len(theirs), _STARTED)
            tally.count(length > 0 and ours[:length] == theirs[:length], f"{path.stem} {item}: {text[:60]!r}")
        for item in items:
            if item[:1].isdigit() and item not in wanted:
                tally.failed.append(f"{path.stem} {item}: only here")
    return tally


def main() -> None:
    """Print both counts and what failed."""
    data = Path(os.environ["FINSAGENT_DATA"])
    for name, tally in (("checks of Items", count_labels(data)), ("Item starts", count_starts(data))):
        sys.stdout.write(f"{name}: {tally}\n" + "".join(f"  {line}\n" for line in tally.failed))


if __name__ == "__main__":
    main()
