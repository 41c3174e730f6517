"""The files that install, build and check the project say what they must. No container engine is needed."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from finsagent.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = json.loads((ROOT / "tests/compose.schema.json").read_text())
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETTINGS = {f"FINSAGENT_{name.upper()}" for name in Settings.model_fields}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments, continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text())
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [(line.split(maxsplit=1)[0].upper(), line.split(maxsplit=1)[1]) for line in lines]


def arguments(name: str) -> list[str]:
    return [rest for instruction, rest in instructions() if instruction == name]


def test_the_compose_file_is_of_the_compose_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(COMPOSE, SCHEMA)


@pytest.mark.parametrize(
    "broken",
    [
        {"services": {}},
        {"services": {"a": {"command": ["x"]}}},
        {"services": {"a": {"image": "x", "port": ["1:1"]}}},
        {"services": {"a": {"image": "x", "ports": ["http"]}}},
        {"services": {"a": {"image": "x", "environment": ["not a name"]}}},
        {"services": {"a": {"image": "x"}}, "version": "3"},
    ],
)
def test_the_schema_refuses_what_compose_refuses(broken: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, SCHEMA)


def test_compose_starts_the_service_alone_and_the_index_by_profile() -> None:
    services = COMPOSE["services"]
    assert "profiles" not in services["service"]
    assert services["index"]["profiles"] == ["index"]
    assert services["index"]["command"][:4] == ["python", "-m", "indexer", "build"]


def test_compose_shares_one_declared_volume_and_publishes_to_this_machine_only() -> None:
    services = COMPOSE["services"]
    shared = {volume for service in services.values() for volume in service["volumes"] if volume.startswith("state:")}
    assert shared == {"state:/var/lib/finsagent"}
    assert set(COMPOSE["volumes"]) == {"state"}
    assert services["service"]["ports"] == ["127.0.0.1:8000:8000"]
    assert set(services["service"]["environment"]) <= SETTINGS


def test_the_image_is_built_in_stages_and_runs_without_root() -> None:
    assert len(arguments("FROM")) == 2
    assert arguments("COPY")[-1].startswith("--from=build ")
    last_stage = instructions()[max(n for n, (name, _) in enumerate(instructions()) if name == "FROM") :]
    user = [rest for name, rest in last_stage if name == "USER"]
    assert user == ["finsagent"]
    created = next(rest for name, rest in last_stage if name == "RUN")
    assert "useradd --system --uid 10001" in created
    assert created.index("useradd") < created.index("--owner=finsagent")


def test_the_image_checks_its_health_and_takes_torch_without_cuda() -> None:
    assert "/health" in arguments("HEALTHCHECK")[0]
    assert arguments("ARG") == ["TORCH_INDEX=https://download.pytorch.org/whl/cpu"]
    assert any('--extra-index-url "$TORCH_INDEX"' in run for run in arguments("RUN"))
    assert arguments("CMD") == ['["finsagent", "serve"]']


def test_the_image_sets_only_settings_that_exist_and_keeps_state_on_its_volume() -> None:
    pairs = dict(pair.split("=", 1) for pair in " ".join(arguments("ENV")).split())
    ours = {name: value for name, value in pairs.items() if name.startswith("FINSAGENT_")}
    assert set(ours) <= SETTINGS
    assert ours["FINSAGENT_HOST"] == "0.0.0.0"
    volume = arguments("VOLUME")[0]
    assert ours["FINSAGENT_INDEX"].startswith(volume)
    assert ours["FINSAGENT_CACHE_DIR"].startswith(volume)


def test_what_the_image_copies_is_in_the_build_context() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {word for rest in arguments("COPY") if not rest.startswith("--from") for word in rest.split()[:-1]}
    assert copied <= allowed
    assert all((ROOT / path).exists() for path in copied)


def pins() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    return {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in lines if not line.startswith("#")}


def test_every_dependency_is_pinned_at_a_version_that_it_allows() -> None:
    project = PROJECT["project"]
    wanted = [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["dev"])]
    pinned = pins()
    for requirement in wanted:
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} against {version}"


def test_no_pin_asks_for_one_build_of_a_version() -> None:
    assert not [version for version in pins().values() if "+" in version]


def test_the_lock_is_made_of_a_pip_report(tmp_path: Path) -> None:
    names = [("torch", "2.13.0+cpu"), ("finsagent", "0.1.0"), ("PyYAML", "6.0.4"), ("anyio", "4.16.0")]
    report = {"install": [{"metadata": {"name": name, "version": version}} for name, version in names]}
    (tmp_path / "report.json").write_text(json.dumps(report))
    text = runpy.run_path(str(ROOT / ".ci/lock.py"))["lock"](tmp_path / "report.json")
    assert text.splitlines()[1:] == ["anyio==4.16.0", "PyYAML==6.0.4", "torch==2.13.0"]


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    ("target", "commands"),
    [
        ("run", ["-m pip install", "-m indexer build indexer/sample/filings", "-m finsagent serve"]),
        ("test", ["-m pip install", "-m pytest"]),
        ("lint", ["ruff check", "ruff format --check", "mypy", "lint-imports"]),
        ("setup", ["pre-commit install"]),
    ],
)
def test_make_does_what_the_readme_says(target: str, commands: list[str], tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    variables = [f"VENV={tmp_path}/venv", f"INDEX={tmp_path}/index"]
    asked = ["make", "--dry-run", "--directory", str(ROOT), target, *variables]
    made = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment).stdout
    places = [made.index(command) for command in commands]
    assert places == sorted(places)


def test_ci_runs_the_tests_from_a_clean_checkout() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    lines = script.read_text().splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert lines[-1] == 'make test VENV="$environment/venv"'


def test_commit_hooks_are_local_and_run_pinned_tools() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        assert hook["language"] == "system"
        assert hook["entry"].startswith(".venv/bin/")


def test_the_readme_names_every_setting() -> None:
    named = set(re.findall(r"FINSAGENT_[A-Z0-9_]*[A-Z0-9]", (ROOT / "README.md").read_text()))
    assert named - SETTINGS <= {"FINSAGENT_DATA"}
    assert named >= SETTINGS
