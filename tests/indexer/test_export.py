from __future__ import annotations

import json
from pathlib import Path

from finsagent.encoders import HashingEncoder
from finsagent.index.bundle import Bundle
from indexer.build import build
from indexer.export import export_sections
from tests.indexer.small_filings import annual_report, put


def test_each_section_is_a_line(tmp_path: Path) -> None:
    put(tmp_path / "in", "halden.htm", annual_report("Halden Tool Works, Inc.", 2023))
    build([tmp_path / "in"], tmp_path / "index", encoder=HashingEncoder(), workers=1)
    path = tmp_path / "out" / "sections.jsonl"
    with Bundle.open(tmp_path / "index") as bundle:
        (filing,) = bundle.catalogue.filings
        sections = bundle.store.sections(filing.id)
        assert export_sections(bundle, path) == len(sections)
        first = path.read_bytes()
        export_sections(bundle, path)
    assert path.read_bytes() == first
    lines = [json.loads(line) for line in first.decode().splitlines()]
    assert [(one["part"], one["item"], one["title"], one["status"], one["text"]) for one in lines] == [
        (s.part, s.item, s.title, s.status, s.text) for s in sections
    ]
    assert {one["file"] for one in lines} == {"halden.htm"}
    business = next(one for one in lines if one["item"] == "1")
    assert business["headings"][0][0] == 1
    assert {one["status"] for one in lines} >= {"present"}
