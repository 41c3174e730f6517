"""What an index says of itself: its generation, the encoder that it was built with, and how much it holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from finsagent import artifacts
from finsagent.errors import ArtifactError, IndexUnusableError

KIND = "index"
FORMAT_VERSION = 2
_COUNTS = ("filings", "sections", "chunks", "summaries", "facts")


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """The manifest of one generation. `files` are relative to the index directory."""

    generation: int
    encoder: str
    dimension: int
    filings: int
    sections: int
    chunks: int
    summaries: int
    facts: int
    files: tuple[artifacts.FileRecord, ...]

    @property
    def folder(self) -> str:
        """Name of the generation's folder."""
        return f"g{self.generation:06d}"

    def save(self, directory: Path) -> None:
        """Write it: from now on this generation is the index."""
        details: dict[str, str | int] = {name: getattr(self, name) for name in _COUNTS}
        details |= {"generation": self.generation, "encoder": self.encoder, "dimension": self.dimension}
        artifacts.write_manifest(
            directory, artifacts.Manifest(kind=KIND, version=FORMAT_VERSION, files=self.files, details=details)
        )

    @classmethod
    def load(cls, directory: Path) -> Manifest:
        """Read it.

        Raises:
            IndexUnusableError: there is no finished index of this format; says what to do.
        """
        build = f"`python -m indexer build SOURCE... --out {directory}`"
        if not directory.is_dir():
            raise IndexUnusableError(
                f"There is no index at {directory}. Build one with {build}, or set FINSAGENT_INDEX to the one to serve."
            )
        if not (directory / artifacts.MANIFEST).is_file():
            raise IndexUnusableError(
                f"{directory} holds no finished index: it has no {artifacts.MANIFEST}. Run {build}; a build that was "
                "stopped goes on where it was."
            )
        try:
            found = artifacts.read_manifest(directory, kind=KIND, version=FORMAT_VERSION)
            numbers = {name: int(found.details[name]) for name in ("generation", "dimension", *_COUNTS)}
            return cls(encoder=str(found.details["encoder"]), files=found.files, **numbers)
        except (ArtifactError, KeyError, ValueError) as error:
            reason = f"{artifacts.MANIFEST} lacks {error}." if isinstance(error, KeyError) else str(error)
            raise IndexUnusableError(f"The index {directory} is unusable. {reason} Build it again: {build}.") from error
