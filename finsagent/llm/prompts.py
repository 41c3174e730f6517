"""Loads the prompts in `prompts/*.md`, fills their placeholders, and wraps foreign text as data.

A prompt file is a `version: N` line, a `# System` part and a `# User` part. `{name}` is a placeholder; the line
`{blocks}` in the user part marks where the data blocks stand. Values are never read for placeholders again, and
whatever comes from a filing or a caller is escaped so that it can't end its block or open another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from finsagent.llm.chat import Message

_FILE = re.compile(r"\Aversion: (?P<version>\d+)\n+# System\n(?P<system>.*?)\n# User\n(?P<user>.*)\Z", re.S)
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_BLOCKS = "\n{blocks}\n"
_MARKUP = re.compile(r"[<\uff1c\ufe64](?=\s*[/|!A-Za-z\uff0f])")
_TEMPLATE_MARK = re.compile(r"\[(?=\s*/?\s*INST\s*\])", re.I)
OPENING = "\u2039"
"""Stands for "<" where that would open or close a tag."""
BRACKET = "\uff3b"
"""Stands for "[" where that would open a chat template's mark."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """A versioned prompt with placeholders."""

    name: str
    version: int
    system: str
    before: str
    after: str

    def messages(self, values: dict[str, str], *, blocks: Sequence[str] = ()) -> tuple[Message, ...]:
        """Fill the placeholders.

        Raises:
            KeyError: a placeholder has no value.
            ValueError: a value has no placeholder.
        """
        names = set(_PLACEHOLDER.findall(f"{self.system}{self.before}{self.after}"))
        if unused := set(values) - names:
            raise ValueError(f"prompt {self.name} has no placeholder {sorted(unused)}")

        def filled(text: str) -> str:
            return _PLACEHOLDER.sub(lambda match: values[match.group(1)], text).strip()

        return (
            Message(role="system", content=filled(self.system)),
            Message(role="user", content=filled(self.before), blocks=tuple(blocks), tail=filled(self.after)),
        )


@cache
def load_prompt(name: str) -> Prompt:
    """Read one prompt of the package.

    Raises:
        ValueError: the file is not laid out as a prompt.
    """
    text = files("finsagent.llm").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    return parse_prompt(name, text)


def parse_prompt(name: str, text: str) -> Prompt:
    """Read a prompt from the text of its file.

    Raises:
        ValueError: it is not laid out as a prompt.
    """
    found = _FILE.match(text.replace("\r\n", "\n"))
    if not found:
        raise ValueError(f"prompt {name}: expected 'version: N', then '# System', then '# User'")
    before, _, after = found["user"].partition(_BLOCKS)
    return Prompt(name=name, version=int(found["version"]), system=found["system"], before=before, after=after)


def escape(text: str) -> str:
    """Make a text harmless inside a data block: nothing in it reads as a tag or as a chat template's mark."""
    return _TEMPLATE_MARK.sub(BRACKET, _MARKUP.sub(OPENING, text))


def data_block(tag: str, text: str, *, number: str, source: str) -> str:
    """Wrap a foreign text as a numbered data block that names its source."""
    safe_source = escape(source).replace('"', "'").replace("\n", " ")
    return f'<{tag} id="{number}" source="{safe_source}">\n{escape(text)}\n</{tag}>'
