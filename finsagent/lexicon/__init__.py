"""The words of finance as data: what people ask, what filings print, which tags carry it, and how measures compute."""

from finsagent.lexicon.lexicon import (
    STATEMENT_TITLES,
    Lexicon,
    LineItem,
    Match,
    Measure,
    load_lexicon,
    statement_hints,
)

__all__ = [
    "STATEMENT_TITLES",
    "Lexicon",
    "LineItem",
    "Match",
    "Measure",
    "load_lexicon",
    "statement_hints",
]
