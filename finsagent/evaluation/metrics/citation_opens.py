"""Whether a citation opens at its words: the quote is the section's text at the cited place."""

from __future__ import annotations


def citation_opens(quote: str, section_text: str, *, start: int, end: int) -> bool:
    """True if `section_text[start:end]` is the quote and the quote is not empty."""
    return bool(quote.strip()) and section_text[start:end] == quote
