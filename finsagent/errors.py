"""The error tree, grouped by who must act: the caller, the operator, the owner of the data, or an upstream service.

Each message says what happened, the value that caused it, and what to do.
"""

from __future__ import annotations


class FinSAgentError(Exception):
    """Any error that this project raises on purpose. `exit_code` is what the command line returns."""

    exit_code = 1


class CallerError(FinSAgentError):
    """The request is wrong: change the question or the arguments."""

    exit_code = 2


class BadQuestionError(CallerError):
    """The question is empty, too long, binary, or not in a language that the index serves."""


class NotFoundError(CallerError):
    """An id that is not in the index."""


class OperatorError(FinSAgentError):
    """The installation or its settings are wrong: the operator must act."""

    exit_code = 4


class SettingsError(OperatorError):
    """A setting is missing or has a value that is not allowed."""


class ArtifactError(OperatorError):
    """A directory that we wrote is missing, unfinished, of another format version, or damaged."""


class IndexUnusableError(ArtifactError):
    """The index directory is missing, half-written, damaged, or of another format version."""


class EncoderMismatchError(IndexUnusableError):
    """The index was built with another encoder than the one that would serve it."""


class IndexBusyError(OperatorError):
    """Another process is writing this index."""


class DataError(FinSAgentError):
    """A filing or data file can't be used: its owner must act."""

    exit_code = 3


class FilingError(DataError):
    """One filing can't be read; the build reports it and goes on."""


class UpstreamError(FinSAgentError):
    """A service that we call (EDGAR, an LLM endpoint) failed."""

    exit_code = 5


class EdgarError(UpstreamError):
    """EDGAR refused, answered with something that is not a filing, or was cut off."""


class LLMError(UpstreamError):
    """The LLM endpoint failed, or its reply could not be used after one repair."""
