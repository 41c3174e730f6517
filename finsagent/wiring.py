"""The only place that chooses concrete classes: settings in, engine out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from threadpoolctl import threadpool_limits

from finsagent.agents.analyst import Analyst, Synthesiser
from finsagent.agents.embedded import EmbeddedAnalyst
from finsagent.agents.fallback import FallbackAnalyst
from finsagent.agents.llm_analyst import LLMAnalyst
from finsagent.answer.finish import finish
from finsagent.answer.llm_synthesis import FallbackSynthesiser, LLMSynthesiser
from finsagent.answer.synthesis import EmbeddedSynthesiser
from finsagent.domain import Fact, Question, Scope
from finsagent.domain import Path as RetrievalPath
from finsagent.encoders import Encoder, RememberingEncoder, load_cross_encoder, load_encoder
from finsagent.engine import Engine, Tuning
from finsagent.errors import SettingsError
from finsagent.index.bundle import Bundle
from finsagent.lexicon import Lexicon, load_lexicon
from finsagent.llm.limiter import Limiter
from finsagent.llm.openai import Endpoint, OpenAIChat
from finsagent.rerank.gate import Gate, LightGBMGate, OpenGate
from finsagent.retrieval.scope import ScopeResolver
from finsagent.retrieval.search import Limits, Searcher
from finsagent.settings import Settings
from finsagent.text import tokens
from finsagent.workers import Workers

ALL_PATHS: frozenset[RetrievalPath] = frozenset(("sparse", "dense", "summary"))
SHIPPED_GATE = Path(__file__).resolve().parent.parent / "models" / "gate"


def build_encoder(settings: Settings) -> Encoder:
    """The encoder that the settings name.

    Raises:
        SettingsError: it can't be loaded; the message says what to set.
    """
    return load_encoder(
        settings.encoder,
        precision=settings.encoder_precision,
        cache=settings.cache_dir,
        threads=settings.encoder_threads,
    )


def build_engine(
    settings: Settings, *, tuning: Tuning | None = None, paths: frozenset[RetrievalPath] = ALL_PATHS
) -> Engine:
    """Load the index and everything that answers over it.

    Args:
        settings: what the operator set.
        tuning: the engine's numbers, if not the default ones.
        paths: the retrieval paths to use; fewer than all three only to measure what each is worth.

    Raises:
        OperatorError: the index, encoder, gate or endpoint can't be used; the message says what to do.
    """
    encoder = RememberingEncoder(build_encoder(settings))
    # Small matrix products are many times slower when BLAS splits them over threads.
    threadpool_limits(limits=1, user_api="blas")
    bundle = Bundle.open(settings.index, encoder=encoder.fingerprint)
    lexicon = load_lexicon()
    workers = Workers(threads=settings.workers)
    gate, notes = _gate(settings)
    cross_encoder = load_cross_encoder(settings.cross_encoder) if settings.cross_encoder else None
    if cross_encoder is None:
        notes.append("No cross-encoder is installed: s is made of the three paths' normalised scores.")
    filings = bundle.catalogue.by_id()
    embedded = EmbeddedAnalyst(
        lexicon=lexicon, filings=filings, workers=workers, encoder=encoder, facts=_facts(bundle, lexicon)
    )
    chosen = _with_llm(settings, bundle, embedded, EmbeddedSynthesiser())
    notes += chosen.notes
    return Engine(
        bundle=bundle,
        scopes=ScopeResolver(
            catalogue=bundle.catalogue,
            lexicon=lexicon,
            frequency=lambda phrase: bundle.sparse.count(tokens(phrase)),
        ),
        searcher=Searcher(bundle=bundle, encoder=encoder, limits=Limits(), paths=paths),
        analyst=chosen.analyst,
        synthesiser=chosen.synthesiser,
        finish=finish,
        gate=gate,
        cross_encoder=cross_encoder,
        workers=workers,
        tuning=tuning or Tuning(max_question_chars=settings.max_question_chars),
        notes=notes,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reasoners:
    analyst: Analyst
    synthesiser: Synthesiser
    notes: tuple[str, ...]


def _with_llm(settings: Settings, bundle: Bundle, analyst: Analyst, synthesiser: Synthesiser) -> _Reasoners:
    """The embedded analyst alone, or behind an LLM that it stands in for whenever that fails."""
    chat = build_chat(settings)
    if chat is None:
        note = "No LLM is configured: the embedded analyst answers."
        return _Reasoners(analyst=analyst, synthesiser=synthesiser, notes=(note,))
    return _Reasoners(
        analyst=FallbackAnalyst(LLMAnalyst(chat, catalogue=bundle.catalogue), analyst),
        synthesiser=FallbackSynthesiser(LLMSynthesiser(chat, catalogue=bundle.catalogue), synthesiser),
        notes=(),
    )


def build_chat(settings: Settings) -> OpenAIChat | None:
    """The chat model of the endpoint that the settings name; None if they name none.

    Raises:
        SettingsError: an endpoint without a model.
    """
    if settings.llm_base_url is None:
        return None
    if not settings.llm_model:
        raise SettingsError("FINSAGENT_LLM_BASE_URL is set but FINSAGENT_LLM_MODEL is not. Name the model to use.")
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
    _check_endpoint(settings.llm_base_url, key)
    endpoint = Endpoint(
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=key,
        timeout_s=settings.llm_timeout_s,
        # Four steps follow each other; a dead endpoint must leave time for the embedded path.
        total_timeout_s=min(2 * settings.llm_timeout_s, settings.request_timeout_s / 4),
        max_tokens=settings.llm_max_tokens,
        context_tokens=settings.llm_context_tokens,
        retries=settings.llm_retries,
    )
    return OpenAIChat(endpoint, limiter=Limiter(concurrency=settings.llm_concurrency))


def _check_endpoint(base_url: str, key: str | None) -> None:
    try:
        url = httpx.URL(base_url)
        usable = url.scheme in ("http", "https") and bool(url.host)
    except httpx.InvalidURL:
        usable = False
    if not usable:
        raise SettingsError(
            f"FINSAGENT_LLM_BASE_URL={base_url!r} is no http(s) address. Example: http://host:11434/v1."
        )
    if key is not None and not (key.isascii() and key.isprintable()):
        raise SettingsError("FINSAGENT_LLM_API_KEY holds characters that no HTTP header may have. Set it anew.")


def _gate(settings: Settings) -> tuple[Gate, list[str]]:
    directory = settings.gate or (SHIPPED_GATE if (SHIPPED_GATE / "meta.json").exists() else None)
    gate: Gate = LightGBMGate.load(directory) if directory else OpenGate()
    return gate, [gate.note] if gate.note else []


def _facts(bundle: Bundle, lexicon: Lexicon) -> Callable[[Scope, Question], Sequence[Fact]]:
    """Filed facts of the scope for the concepts of the lines that a question needs."""

    def look_up(scope: Scope, question: Question) -> Sequence[Fact]:
        concepts = {tag for match in lexicon.match(question.text) for item in match.line_items for tag in item.tags}
        names = {f"us-gaap:{tag}" for tag in concepts} | concepts
        return bundle.facts.query(filings=scope.filings, concepts=names) if names else ()

    return look_up
