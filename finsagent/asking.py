"""Whether a question can be put to the index at all. Words only."""

from __future__ import annotations

import re
import unicodedata

from finsagent.domain import Question
from finsagent.errors import BadQuestionError

_MAX_BUDGET = 200
_ENGLISH = frozenset(
    "a an the of in for to and or is are was were did does do has have had how what which who whom when where why much "
    "many by from with on at as than that this it its be been between per year total list compare show give describe "
    "explain summarize any".split()
)
_OTHER = frozenset(
    "der die das und ist wie hoch welche war der des den von für im le la les des est quel quelle combien était du de "
    "et dans el los las cuál cual es fue cuánto cuanto por para qué que ingresos il lo gli quanto è di da nel o os as "
    "qual foi quanto em do umsatz gewinn chiffre affaires bénéfice".split()
)


def check_question(question: Question, *, max_chars: int) -> None:
    """Refuse what is no question in English.

    Raises:
        BadQuestionError: empty, too long, binary, without words, or in another language; or a budget out of bounds.
    """
    text = question.text
    if not text.strip():
        raise BadQuestionError("The question is empty. Ask something, for example: What was Apple's revenue in FY2023?")
    if len(text) > max_chars:
        raise BadQuestionError(f"The question has {len(text)} characters; at most {max_chars} are taken. Shorten it.")
    if not 1 <= question.evidence_budget <= _MAX_BUDGET:
        raise BadQuestionError(f"evidence_budget is {question.evidence_budget}; give 1 to {_MAX_BUDGET}.")
    odd = sum(unicodedata.category(c) in ("Cc", "Cn", "Co", "Cs") and c not in "\n\r\t" for c in text) + text.count(
        "\ufffd"
    )
    if odd > 0.02 * len(text) or any(unicodedata.category(c) == "Cs" for c in text):
        raise BadQuestionError("The question holds binary data, not text. Send it as UTF-8 text.")
    letters = [c for c in text if c.isalpha()]
    if len(letters) < 2:
        raise BadQuestionError("The question has no words. Ask it in English.")
    latin = sum(c.isascii() or "LATIN" in unicodedata.name(c, "") for c in letters)
    words = re.findall(r"[^\W\d_]+", text.lower())
    foreign = [word for word in words if word in _OTHER and word not in _ENGLISH]
    english = [word for word in words if word in _ENGLISH]
    if latin < 0.7 * len(letters) or (len(foreign) >= 2 and len(foreign) > len(english)):
        raise BadQuestionError("Only questions in English can be answered; the filings are in English. Translate it.")
