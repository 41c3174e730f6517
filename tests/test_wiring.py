from __future__ import annotations

import pytest
from pydantic import SecretStr

from finsagent.errors import SettingsError
from finsagent.llm.openai import OpenAIChat
from finsagent.settings import Settings, load_settings
from finsagent.wiring import build_chat


def test_no_endpoint_is_no_model() -> None:
    assert build_chat(Settings()) is None


def test_an_endpoint_with_a_model_is_used() -> None:
    chat = build_chat(Settings(llm_base_url="http://127.0.0.1:1/v1", llm_model="m"))
    assert isinstance(chat, OpenAIChat)


@pytest.mark.parametrize("address", ["http://[::1/v1", "localhost:11434", "ftp://host/v1", "http://"])
def test_an_address_that_is_none_is_refused_at_start(address: str) -> None:
    with pytest.raises(SettingsError, match="FINSAGENT_LLM_BASE_URL"):
        build_chat(Settings(llm_base_url=address, llm_model="m"))


def test_an_endpoint_without_a_model_is_refused() -> None:
    with pytest.raises(SettingsError, match="FINSAGENT_LLM_MODEL"):
        build_chat(Settings(llm_base_url="http://host/v1"))


@pytest.mark.parametrize("key", ["caf\u00e9", "a\nb"])
def test_a_key_that_no_header_can_carry_is_refused_at_start(key: str) -> None:
    with pytest.raises(SettingsError, match="FINSAGENT_LLM_API_KEY"):
        build_chat(Settings(llm_base_url="http://host/v1", llm_model="m", llm_api_key=SecretStr(key)))


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LLM_BASE_URL", "GATE", "ENCODER", "PORT"):
        monkeypatch.setenv(f"FINSAGENT_{name}", "")
    settings = load_settings()
    assert (settings.llm_base_url, settings.gate, settings.encoder, settings.port) == (None, None, "default", 8000)
