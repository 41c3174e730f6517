"""Words as the index sees them: the same tokens at build and at query time.

"10-K" and "10K", "revenue." and "revenue", "1,234", "(1,234)" and "$1234" are each one token; words are stemmed with
the Snowball English stemmer. It knows nothing of filings or questions.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import Stemmer

STOPWORDS = frozenset(
    "a an and are as at be been being but by did do does for from had has have how i if in into is it its itself me my "
    "of on or our so than that the their them then there these they this those to was we were what when where which "
    "who whom why will with would you your s".split()
)

_WORD = re.compile(r"[a-z0-9][a-z0-9.,'&/-]*[a-z0-9%]|[a-z0-9]", re.ASCII)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FORM = re.compile(r"(?:10|8|20|6)-?[kq](?:/a|sb|405|t)?")
_SPLIT = re.compile(r"[/.,'&-]+")
_ABBREVIATION = re.compile(r"[a-z](?:\.[a-z])+\.?|[a-z]{1,3}&[a-z]{1,3}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STEMMER = Stemmer.Stemmer("english", 0)


def tokens(text: str) -> list[str]:
    """Split text into index tokens: lower case, stemmed, numbers without separators, no stop words."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'").replace("\u2018", "'")
    found: list[str] = []
    for word in _WORD.findall(folded):
        found.extend(_word_tokens(word))
    return found


def fold(text: str) -> str:
    """Fold white space (also no-break and zero-width) to single spaces and strip the ends."""
    return " ".join(text.replace("\u200b", "").replace("\ufeff", "").split())


def well_formed(text: str) -> str:
    """Put U+FFFD in the place of lone surrogates, which no encoding takes; every other character keeps its place."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


@lru_cache(maxsize=200_000)
def _word_tokens(word: str) -> tuple[str, ...]:
    word = word.removesuffix("'s")
    if _FORM.fullmatch(word):
        return (word.replace("-", ""),)
    if word[0].isdigit():
        number = _NUMBER.fullmatch(word.rstrip("%"))
        if number:
            return (number.group().replace(",", ""),)
    if _ABBREVIATION.fullmatch(word):  # U.S., R&D, AT&T
        return (word.replace(".", "").replace("&", ""),)
    return tuple(
        part if part[0].isdigit() else str(_STEMMER.stemWord(part))
        for part in _SPLIT.split(word.rstrip("%"))
        if part and part not in STOPWORDS
    )
