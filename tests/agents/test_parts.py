from __future__ import annotations

import pytest

from finsagent.agents.asked import read_question
from finsagent.agents.parts import find_part
from finsagent.lexicon import load_lexicon
from tests.agents.passages import FILINGS, evidence


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What were net sales of the Garden segment?", "Garden"),
        ("What was Kitchen revenue?", "Kitchen"),
        ("What were total net sales of the Garden segment?", ""),
        ("What were net sales?", ""),
        ("What were inventories?", ""),
        ("What was the gross profit on net sales?", ""),
    ],
)
def test_a_part_is_known_by_the_evidences_own_labels(question: str, part: str) -> None:
    lexicon = load_lexicon()
    assert find_part(read_question(question, lexicon), evidence(), FILINGS, "fern", lexicon) == part
