"""What every test runs under: no network to model hubs, and real filings only where they are given."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples on every run: a machine's check must not fail by chance; `make fuzz` looks for new ones.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

os.environ["HF_HUB_OFFLINE"] = "1"
for name in [name for name in os.environ if name.startswith("FINSAGENT_") and name != "FINSAGENT_DATA"]:
    del os.environ[name]  # a developer's own settings must not decide what the tests see


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("FINSAGENT_DATA"):
        return
    skip = pytest.mark.skip(reason="needs real filings: set FINSAGENT_DATA")
    for item in items:
        if item.get_closest_marker("real"):
            item.add_marker(skip)
