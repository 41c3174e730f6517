"""All settings of the service and the command line, read once from the environment (FINSAGENT_*)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from finsagent.errors import SettingsError

Precision = Literal["int8", "bf16", "fp32"]


class Settings(BaseSettings):
    """What an operator may set. Every field is the environment variable FINSAGENT_<NAME>."""

    model_config = SettingsConfigDict(env_prefix="FINSAGENT_", env_ignore_empty=True, extra="ignore", frozen=True)

    index: Path = Field(default=Path("var/index"), description="Directory of the index to serve.")
    cache_dir: Path = Field(
        default=Path.home() / ".cache" / "finsagent", description="Where converted encoder weights are kept."
    )
    encoder: str = Field(
        default="default", description="'default', 'hashing', or a sentence-transformers name or path."
    )
    encoder_precision: Precision = "int8"
    encoder_threads: int = Field(default=0, ge=0, description="Threads of the encoder; 0 takes every core.")
    cross_encoder: str | None = Field(default=None, description="Name or path of a cross-encoder; none by default.")
    gate: Path | None = Field(default=None, description="Directory of a trained gate; the shipped one if it exists.")
    llm_base_url: str | None = Field(default=None, description="OpenAI-compatible endpoint, e.g. http://host:11434/v1.")
    llm_model: str | None = None
    llm_api_key: SecretStr | None = None
    llm_timeout_s: float = Field(default=60.0, gt=0)
    llm_max_tokens: int = Field(default=1024, gt=0)
    llm_context_tokens: int = Field(default=8192, gt=0)
    llm_concurrency: int = Field(default=5, gt=0)
    llm_retries: int = Field(default=3, ge=0)
    llm_summaries: bool = Field(default=False, description="Whether the LLM writes the section summaries of a build.")
    request_timeout_s: float = Field(default=120.0, gt=0)
    workers: int = Field(default=2, gt=0, description="Threads that do retrieval and scoring.")
    max_question_chars: int = Field(default=4000, gt=0)
    max_body_bytes: int = Field(default=65_536, gt=0, description="Largest request body; a larger one is refused.")
    max_questions_at_once: int = Field(default=8, gt=0, description="Questions that are worked on at the same time.")
    max_questions_waiting: int = Field(default=32, ge=0, description="Questions that may wait; more are refused.")
    reload_interval_s: float = Field(
        default=5.0, ge=0, description="How often the service looks whether the index was written anew; 0 never."
    )
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    edgar_identity: str | None = Field(default=None, description="'Name email', as the SEC asks of automated clients.")


def load_settings(**overrides: object) -> Settings:
    """Read the environment; keyword arguments that are not None win over it.

    Raises:
        SettingsError: a value is not allowed; the message names the variable, the value and what is.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        variable = "FINSAGENT_" + "_".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(
            f"{variable}={first.get('input')!r}: {first['msg']}. Set it to an allowed value."
        ) from error
