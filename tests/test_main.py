"""The command line as a user meets it: in a process of its own, with the exit code."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from finsagent import __main__ as main
from finsagent.domain import Role
from finsagent.errors import IndexUnusableError
from finsagent.settings import Settings
from tests.api.fake_engine import FakeEngine

Command = Callable[..., int]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def command(engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs `finsagent ...` with the fake engine behind it; the index 'none' can't be opened."""

    def build_engine(settings: Settings) -> FakeEngine:
        if settings.index == Path("none"):
            raise IndexUnusableError("No index at 'none'. Build one: python -m indexer build SOURCE --out none")
        return engine

    wiring = types.ModuleType("finsagent.wiring")
    wiring.build_engine = build_engine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "finsagent.wiring", wiring)

    def run(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["finsagent", *words])
        with pytest.raises(SystemExit) as stopped:
            main.run()
        return int(stopped.value.code or 0)

    return run


def test_ask_prints_the_answer(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("ask", "What were net sales?") == 0
    assert "Net sales were $1,204.5 million [1]." in capsys.readouterr().out


def test_ask_prints_the_json_of_the_service(
    command: Command, engine: FakeEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "--json --ticker HALD --ticker ASH --year 2024 --form 10-K --as-of 2025-03-01 --role market --budget 9"
    assert command("ask", "Why?", *words.split()) == 0
    assert json.loads(capsys.readouterr().out)["value"]["number"] == 1204500000
    asked = engine.asked[0]
    assert (asked.tickers, asked.fiscal_years, asked.forms) == (("HALD", "ASH"), (2024,), ("10-K",))
    assert str(asked.as_of) == "2025-03-01"
    assert (asked.roles, asked.evidence_budget) == ((Role.MARKET,), 9)


@pytest.mark.parametrize("words", [("ask", "?", "--index", "none"), ("serve", "--index", "none", "--port", "0")])
def test_an_unusable_index_is_one_line_and_exit_code_4(
    words: Sequence[str], command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*words) == 4
    output = capsys.readouterr()
    assert output.out == ""
    assert "finsagent: No index at 'none'. Build one" in output.err
    assert "Traceback" not in output.err


def test_a_setting_that_is_not_allowed_is_named(
    command: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINSAGENT_WORKERS", "none")
    assert command("ask", "?") == 4
    assert "FINSAGENT_WORKERS='none'" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("ask",), ("ask", "?", "--role", "chef"), ("fly",)])
def test_wrong_usage_is_exit_code_2(words: Sequence[str], command: Command) -> None:
    assert command(*words) == 2


def test_eval_hands_its_words_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    evaluation = types.ModuleType(main.EVALUATION)
    evaluation.__spec__ = types.SimpleNamespace(name=main.EVALUATION)  # type: ignore[assignment]

    def run_suite(words: list[str]) -> int:
        seen.append(words)
        return 7

    evaluation.main = run_suite  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, main.EVALUATION, evaluation)
    assert command("eval", "financebench", "--limit", "3") == 7
    assert seen == [["financebench", "--limit", "3"]]
