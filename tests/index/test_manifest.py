from __future__ import annotations

from pathlib import Path

from finsagent.artifacts import FileRecord
from finsagent.index.manifest import Manifest

MANIFEST = Manifest(
    generation=3,
    encoder="e@1:int8",
    dimension=4,
    filings=1,
    sections=2,
    chunks=3,
    summaries=4,
    facts=5,
    files=(FileRecord(path="g000003/a", size=6, sha256="7"),),
)


def test_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    MANIFEST.save(tmp_path)
    assert Manifest.load(tmp_path) == MANIFEST


def test_names_the_folder_of_its_generation() -> None:
    assert MANIFEST.folder == "g000003"
