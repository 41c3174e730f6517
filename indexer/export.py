"""The sections that an index holds, as a file: one JSON object a line, for other tools and for measuring."""

from __future__ import annotations

import json
from pathlib import Path

from finsagent import artifacts
from finsagent.domain import Filing, Section
from finsagent.index.bundle import Bundle


def export_sections(bundle: Bundle, path: Path) -> int:
    """Write every section of an index; the file is replaced whole.

    Items that were due and are not in a filing have a line too, with an empty text and the status that says so. An
    Item whose text stands in several places has several lines.

    Args:
        bundle: An open index.
        path: The file to write (JSON lines).

    Returns:
        The number of lines.
    """
    lines = [
        json.dumps(section_line(section, filing), ensure_ascii=False)
        for filing in bundle.catalogue.filings
        for section in bundle.store.sections(filing.id)
    ]
    artifacts.write_bytes(path, "".join(f"{line}\n" for line in lines).encode())
    return len(lines)


def section_line(section: Section, filing: Filing) -> dict[str, object]:
    """One section as a line of the export says it."""
    return {
        "file": filing.source,
        "accession": filing.accession,
        "form": filing.form,
        "section": section.id,
        "part": section.part,
        "item": section.item,
        "title": section.title,
        "status": section.status,
        "incorporated_from": section.incorporated_from,
        "warning": section.warning,
        "headings": [[heading.level, heading.text, heading.start] for heading in section.headings],
        "text": section.text,
    }
