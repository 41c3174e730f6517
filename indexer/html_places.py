"""Where in the source of a page the words of a line stand, found again by the words: parsers of HTML do not say it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.html_lines import Piece

_WORDS = re.compile(r"[A-Za-z0-9][A-Za-z0-9,. ]{2,39}")
"""Letters that stand in the source as they are, hardly ever as entities."""
_FAR = 20_000


class SourcePlaces:
    """Finds places in rising order, for a walk goes forward. `at` is the last place found, in bytes."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self.at = 0

    def pass_element(self, tag: str) -> None:
        """Go on behind the end of an element that is not read."""
        self.at = max(self.at, self._source.find(f"</{tag}".encode(), self.at))

    def find(self, pieces: Sequence[Piece]) -> int:
        """The place of a line; one without such words stands after the one before.

        A short word far away is another one, so it is looked for nearby only.
        """
        for text, _ in pieces:
            match = _WORDS.search(text)
            if match is None:
                continue
            word = match.group()
            found = self._source.find(word.encode(), self.at, self.at + _FAR * len(word))
            if found >= 0:
                self.at = found
                break
        return self.at
