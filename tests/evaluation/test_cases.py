from __future__ import annotations

import json
from pathlib import Path

import pytest

from finsagent.errors import DataError
from finsagent.evaluation.cases import Case, GoldPage, load_financebench

ROW = {
    "financebench_id": "fb_1",
    "question": "What was capex?",
    "answer": "$12.00",
    "question_type": "metrics-generated",
    "doc_name": "ACME_2022_10K",
    "evidence": [{"doc_name": "ACME_2022_10K", "evidence_page_num": 59}, {"evidence_page_num": 3}],
}


def put(folder: Path, *lines: str) -> Path:
    (folder / "financebench").mkdir()
    (folder / "financebench" / "questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_pages_count_from_1(tmp_path: Path) -> None:
    assert load_financebench(put(tmp_path, json.dumps(ROW), "", "  ")) == [
        Case(
            id="fb_1",
            question="What was capex?",
            answer="$12.00",
            kind="metrics-generated",
            document="ACME_2022_10K",
            pages=(GoldPage(document="ACME_2022_10K", page=4), GoldPage(document="ACME_2022_10K", page=60)),
        )
    ]


def test_a_page_named_twice_is_one(tmp_path: Path) -> None:
    row = {**ROW, "evidence": [{"evidence_page_num": 1}, {"evidence_page_num": 1}]}
    assert load_financebench(put(tmp_path, json.dumps(row)))[0].pages == (GoldPage(document="ACME_2022_10K", page=2),)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"questions\.jsonl is not there"):
        load_financebench(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "5",
        json.dumps({name: value for name, value in ROW.items() if name != "answer"}),
        json.dumps({**ROW, "evidence": None}),
        json.dumps({**ROW, "evidence": [{"evidence_page_num": "x"}]}),
        pytest.param(
            json.dumps({**ROW, "evidence": ["page 3"]}),
        ),
    ],
)
def test_a_line_that_is_no_case_is_named_by_number(tmp_path: Path, line: str) -> None:
    with pytest.raises(DataError, match="line 2"):
        load_financebench(put(tmp_path, json.dumps(ROW), line))
