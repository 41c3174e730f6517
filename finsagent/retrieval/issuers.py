"""Which issuers a question names, and which names it uses that no indexed issuer bears.

Names come from the catalogue (company, ticker, former names) and from a file of nicknames. It knows nothing of periods.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from finsagent.domain import Filing
from finsagent.retrieval.name_words import COMMON_WORDS, GENERIC_FIRST, LEAD_WORDS, TOPIC_WORDS

_WORD = re.compile(r"\$?[A-Za-z0-9][A-Za-z0-9&.\u2019'-]*")
_SUFFIX = re.compile(
    r"[\s,]+(?:incorporated|inc|corporation|corp|company|co|companies|plc|ltd|limited|llc|l\.?p|n\.?v|s\.?a|ag|se|"
    r"holdings?|group|international|stores|enterprises|technologies|communications|laboratories|wholesale|platforms|"
    r"/[a-z]{2,3}/?)\.?$",
    re.IGNORECASE,
)
_CUES = re.compile(
    r"(?:\b(?:for|of|at|by|did|does|do|is|was|are|were|has|have|had|in|about|than|and|between|will|from|compare|vs\.?|versus)\s+)$",
    re.IGNORECASE,
)
_TICKER_MARK = re.compile(
    r"(?:\$|\b(?:NYSE|NASDAQ|ticker|symbol)\s*:?\s*)([A-Z]{1,5}(?:[.-][A-Z])?)\b|\(([A-Z]{2,5}(?:[.-][A-Z])?)\)"
)
_CORPORATE_AFTER = re.compile(
    r"\b((?:[A-Z][\w&.'-]*\s+){1,4})(?:Inc|Corp|Corporation|Ltd|Limited|PLC|plc|LLC|Holdings|Company|Co|Group)\b\.?"
)
_ISSUER_CUES = frozenset("of for did does has had by at is was".split())
"""Words before an issuer's name in a question written without capitals."""
_MAX_WORDS = 5
_FUZZY_RATIO = 0.86
_MIN_FUZZY = 6
_WELL_KNOWN = 20
"""A phrase that this many indexed chunks hold is something that the filings write of."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """An issuer named in a question: its key, the words that name it, and their place. `fuzzy` if misspelt."""

    issuer: str
    words: str
    start: int
    end: int
    fuzzy: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Mentions:
    """Issuers found, and names that look like an issuer's but are not indexed."""

    found: tuple[Mention, ...]
    unknown: tuple[str, ...]
    near: tuple[str, ...] = ()


class IssuerNames:
    """All names of the indexed issuers, for looking up in a question."""

    def __init__(self, *, names: dict[str, tuple[str, ...]], labels: dict[str, str], known: frozenset[str]) -> None:
        self._names = names
        self._labels = labels
        self._known = known
        self._fuzzy = [key for key in names if len(key) >= _MIN_FUZZY]

    @classmethod
    def build(cls, filings: Iterable[Filing]) -> IssuerNames:
        """Collect the names: as filed, short, first word, ticker, nicknames; a name of two issuers keeps both."""
        issuers: dict[str, set[str]] = defaultdict(set)
        labels: dict[str, str] = {}
        ciks: dict[str, str] = {}
        for filing in filings:
            labels[filing.issuer] = filing.company
            if filing.cik:
                ciks[filing.cik] = filing.issuer
            for name in (filing.company, *filing.aliases):
                for form in name_forms(name):
                    issuers[form].add(filing.issuer)
            if filing.ticker:
                issuers[name_key(filing.ticker)].add(filing.issuer)
        nicknames = load_nicknames()
        for cik, names in nicknames.items():
            keys = [name_key(name) for name in names]
            holders = {ciks[cik]} if cik in ciks else set().union(*(issuers.get(key, set()) for key in keys[:1]))
            if len(holders) == 1:
                for key in keys:
                    issuers[key] |= holders
        known = frozenset(name_key(name) for names in nicknames.values() for name in names)
        return cls(names={k: tuple(sorted(v)) for k, v in issuers.items() if k}, labels=labels, known=known)

    def label(self, issuer: str) -> str:
        """The name of an issuer as filed."""
        return self._labels.get(issuer, issuer)

    def find(self, text: str, *, frequency: Callable[[str], int], is_topic: Callable[[str], bool]) -> Mentions:
        """Find the issuers that a question names.

        Args:
            text: the question.
            frequency: how many indexed chunks hold all words of a phrase (a product is found there, a stranger not).
            is_topic: whether a phrase is a financial term rather than a name.
        """
        words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
        lower_case = text == text.lower()
        found: list[Mention] = []
        at = 0
        while at < len(words):
            mention = self._at(words, at, lower_case)
            if mention:
                found.extend(mention)
                at += sum(1 for _, start, _ in words[at:] if start < mention[0].end) or 1
            else:
                at += 1
        candidates = [*self._known_elsewhere(words, lower_case), *self._strangers(text, found, is_topic)]
        for start, name in candidates:
            found += self._misspelt(name, start)
        taken = {m.words for m in found if m.fuzzy}
        unknown = [
            name
            for start, name in candidates
            if name not in taken and self._is_stranger(name, text, start, bool(found), frequency)
        ]
        near = [
            self.label(issuer)
            for name in unknown
            for key in difflib.get_close_matches(name_key(name), self._fuzzy, n=3, cutoff=0.6)
            for issuer in self._names[key]
        ]
        return Mentions(found=tuple(found), unknown=tuple(dict.fromkeys(unknown)), near=tuple(dict.fromkeys(near)))

    def resolve(self, name: str) -> tuple[str, ...]:
        """Issuers that a ticker, CIK or name given as a parameter stands for; () if none."""
        if name.strip().isdigit():
            key = name.strip().lstrip("0")
            return (key,) if key in self._labels else ()
        return self._names.get(name_key(name), ())

    def _at(self, words: Sequence[tuple[str, int, int]], at: int, lower_case: bool) -> list[Mention]:
        for count in range(min(_MAX_WORDS, len(words) - at), 0, -1):
            piece = words[at : at + count]
            raw = " ".join(word for word, _, _ in piece)
            key = name_key(raw)
            issuers = self._names.get(key)
            if not issuers or not _written_as_name([word for word, _, _ in piece], lower_case, at):
                continue
            return [Mention(issuer=i, words=raw, start=piece[0][1], end=piece[-1][2]) for i in issuers]
        return []

    def _known_elsewhere(self, words: Sequence[tuple[str, int, int]], lower_case: bool) -> list[tuple[int, str]]:
        """Names of well-known issuers that are not indexed, wherever they stand."""
        result: list[tuple[int, str]] = []
        end = 0
        for at in range(len(words)):
            for count in range(min(_MAX_WORDS, len(words) - at), 0, -1):
                piece = words[at : at + count]
                raw = _bare(" ".join(word for word, _, _ in piece))
                key = name_key(raw)
                if piece[0][1] >= end and key in self._known and key not in self._names and len(key) > 2:
                    written = _written_as_name([w for w, _, _ in piece], lower_case, at)
                    placed = lower_case and (at == 0 or words[at - 1][0] in _ISSUER_CUES or piece[-1][0].endswith("'s"))
                    if raw.lower() not in TOPIC_WORDS and (written or placed):
                        result.append((piece[0][1], raw))
                        end = piece[-1][2]
                    break
        return result

    def _strangers(self, text: str, found: Sequence[Mention], is_topic: Callable[[str], bool]) -> list[tuple[int, str]]:
        """Names in an issuer's place in the sentence that no indexed issuer bears as written, with their place."""
        taken = [(m.start, m.end) for m in found]
        return [
            (start, name)
            for start, name in _name_candidates(text)
            if not any(a < start + len(name) and start < b for a, b in taken)
            and name_key(name)
            and name_key(name) not in self._names
            and not is_topic(name)
        ]

    def _misspelt(self, name: str, start: int) -> list[Mention]:
        """The indexed issuer whose name this nearly is, unless it is another issuer's name."""
        key = name_key(name)
        close = difflib.get_close_matches(key, self._fuzzy, n=1, cutoff=_FUZZY_RATIO)
        if not close or len(key) < _MIN_FUZZY or key in self._known:
            return []
        return [
            Mention(issuer=issuer, words=name, start=start, end=start + len(name), fuzzy=True)
            for issuer in self._names[close[0]]
        ]

    def _is_stranger(self, name: str, text: str, start: int, any_found: bool, frequency: Callable[[str], int]) -> bool:
        """Whether a name is an issuer's that is not indexed, and not a product or place that filings write of."""
        if name_key(name) in self._known:
            return True
        marked = _TICKER_MARK.search(text[max(0, start - 8) : start + len(name) + 1])
        strong = bool(_CORPORATE_AFTER.match(text[start:])) or bool(marked)
        seen = frequency(name)
        return (strong and seen < _WELL_KNOWN) or (not any_found and seen == 0)


def _name_candidates(text: str) -> list[tuple[int, str]]:
    """Runs of capitalised words that stand where an issuer's name may stand, with their place."""
    runs: list[tuple[int, str]] = []
    for match in _TICKER_MARK.finditer(text):
        group = 1 if match[1] else 2
        if match[group].lower() not in TOPIC_WORDS:
            runs.append((match.start(group), match[group]))
    current: list[tuple[str, int, int]] = []
    words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]

    def close() -> None:
        kept = list(current)
        while kept and kept[0][0].lower() in LEAD_WORDS:
            kept.pop(0)
        while kept and _bare(kept[-1][0]).lower() in TOPIC_WORDS | LEAD_WORDS:
            kept.pop()
        if kept and not all(_bare(w).lower() in TOPIC_WORDS or w[0].isdigit() for w, _, _ in kept):
            start = kept[0][1]
            name = re.sub(r"['\u2019]s?$", "", text[start : kept[-1][2]]).rstrip(".,")
            cue = bool(_CUES.search(text[:start])) or bool(re.match(r"['\u2019]s\b", text[start + len(name) :]))
            cue = cue or any(word.lower() in LEAD_WORDS for word, _, _ in current[:1]) or start == 0
            if cue and len(name) > 1:
                runs.append((start, name))

    previous_end = 0
    for word, start, end in words:
        gap = text[previous_end:start]
        capital = word[0].isupper() or (word[0].isdigit() and any(c.isalpha() for c in word) and word[-1].isupper())
        if capital and not re.search(r"[.?!,;:()]", gap) and not re.fullmatch(r"(?:FY|CY|Q|H)\d+\w*", word):
            current.append((word, start, end))
        else:
            close()
            current.clear()
            if capital and not re.fullmatch(r"(?:FY|CY|Q|H)\d+\w*", word):
                current.append((word, start, end))
        if re.search(r"['\u2019]s$", word):
            close()
            current.clear()
        previous_end = end
    close()
    return runs


def _bare(word: str) -> str:
    return re.sub(r"['\u2019]s?$", "", word).strip(".,")


def _written_as_name(words: Sequence[str], lower_case: bool, at: int) -> bool:
    """Whether words are written as a name: capitals, unless the whole question has none or the name is unmistakable."""
    if len(words) > 1:
        return lower_case or any(word[0].isupper() or word[0].isdigit() for word in words)
    word = _bare(words[0]).lstrip("$")
    plain = word.lower()
    if words[0].startswith("$"):
        return True
    if plain in COMMON_WORDS:
        return word[0].isupper() and at > 0 and len(word) > 2 and not (word.isupper() and len(word) <= 3)
    if len(word) <= 3:
        return len(word) > 1 and (word.isupper() or (word[0].isupper() and word[-1].isupper()))  # GE, 3M, JnJ
    if word[0].isupper() or word[0].isdigit() or any(c.isupper() for c in word):
        return True
    return lower_case or len(word) >= 4


def name_key(name: str) -> str:
    """A name for comparison: lower-case letters and digits only, possessive and ".com" dropped, "&" as "and"."""
    plain = re.sub(r"['\u2019]s?$", "", name.strip().lower()).lstrip("$")
    plain = re.sub(r"\.com\b", "", plain)
    return re.sub(r"[^a-z0-9]+", "", plain.replace("&", " and "))


def name_forms(name: str) -> set[str]:
    """The keys of a name as people shorten it: whole, without suffixes, without "The", its first distinctive word."""
    forms = {name_key(name)}
    short = re.sub(r"^the\s+", "", name.strip(), flags=re.IGNORECASE)
    while True:
        forms.add(name_key(short))
        shorter = _SUFFIX.sub("", short).strip(" ,.&")
        if shorter == short or len(name_key(shorter)) < 2:
            break
        short = shorter
    words = short.split()
    if len(words) > 1 and words[0].lower().strip(".,") not in GENERIC_FIRST and len(name_key(words[0])) >= 3:
        forms.add(name_key(words[0]))
    return {form for form in forms if len(form) >= 2}


@cache
def load_nicknames() -> dict[str, tuple[str, ...]]:
    """Read the shipped file of nicknames: CIK -> names."""
    text = resources.files("finsagent.retrieval").joinpath("nicknames.toml").read_text(encoding="utf-8")
    return {cik: tuple(names) for cik, names in tomllib.loads(text)["issuers"].items()}
