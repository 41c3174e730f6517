"""A cause must be of the asked line."""

from __future__ import annotations

import pytest

from finsagent.agents.asked import read_question
from finsagent.agents.causes import tells_cause_of
from finsagent.agents.splitting import sentences_of
from finsagent.lexicon import load_lexicon
from tests.agents.passages import passage

ASKED = read_question("Why did Fernhill's operating income fall in fiscal 2023?", load_lexicon())


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Operating income decreased primarily due to higher freight costs.", True),
        ("Cash from operations fell because suppliers were paid earlier this year.", False),
        ("Return on capital decreased, driven by lower operating income and more debt.", False),
    ],
)
def test_a_sentence_tells_why_the_asked_line_moved(text: str, tells: bool) -> None:
    (sentence,) = sentences_of(passage(1, text))
    assert tells_cause_of(ASKED, load_lexicon())(sentence, None) is tells
