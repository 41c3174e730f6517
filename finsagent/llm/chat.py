"""The seam to a language model: messages in, one checked object out.

It knows nothing of transports, roles or filings. A message may carry data blocks (evidence, summaries), best first:
a client whose context is too small leaves out the last of them and says so in the completion's notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

MessageRole = Literal["system", "user", "assistant"]
Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One turn. Its text is `content`, then the `blocks`, then `tail`, each apart by an empty line."""

    role: MessageRole
    content: str
    blocks: tuple[str, ...] = ()
    tail: str = ""

    @property
    def text(self) -> str:
        """The words as they are sent."""
        return "\n\n".join(part for part in (self.content, *self.blocks, self.tail) if part)


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion(Generic[Reply]):
    """A reply that fits its schema. `notes` say in words what was degraded on the way (blocks left out, a repair)."""

    value: Reply
    notes: tuple[str, ...] = ()


class ChatModel(Protocol):
    """A model that answers with an object of a given schema."""

    async def complete(self, messages: Sequence[Message], *, schema: type[Reply]) -> Completion[Reply]:
        """Ask once, with at most one repair.

        Raises:
            LLMError: the endpoint failed, or no reply fitted the schema; the message may be shown in a trace.
        """
        ...
