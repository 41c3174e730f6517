from __future__ import annotations

from collections.abc import Sequence

from finsagent.domain import Chunk
from indexer.chunks import GROUP_TOKENS
from indexer.fitting import fit_groups

WORDS = "word " * 149 + "end."


def count(texts: Sequence[str]) -> list[int]:
    """Counts twice as many tokens as there are words: more than the estimate says."""
    return [2 * len(text.split()) for text in texts]


def chunks(number: int) -> tuple[list[Chunk], dict[str, str]]:
    """One group of so many chunks of 150 words each."""
    text = "\n\n".join([WORDS] * number)
    step = len(WORDS) + 2
    made = [
        Chunk(
            id=f"a/7#{n}",
            section="a/7",
            filing="a",
            kind="prose",
            text=WORDS,
            start=n * step,
            end=n * step + len(WORDS),
            header="A",
            group_start=0,
            group_end=len(text),
        )
        for n in range(number)
    ]
    return made, {"a/7": text}


def test_a_group_over_the_limit_is_halved_between_its_chunks() -> None:
    made, texts = chunks(3)  # 450 words are 900 tokens, 300 are 600: each chunk ends alone
    fitted = fit_groups(made, texts, count)
    assert [(c.group_start, c.group_end) for c in fitted] == [(c.start, c.end) for c in made]
    assert all(count([texts["a/7"][c.group_start : c.group_end]])[0] <= GROUP_TOKENS for c in fitted)


def test_a_group_within_the_limit_stays() -> None:
    made, texts = chunks(1)
    assert fit_groups(made, texts, count) == made


def test_texts_and_places_of_chunks_do_not_change() -> None:
    made, texts = chunks(3)
    fitted = fit_groups(made, texts, count)
    assert [(c.id, c.text, c.start, c.end) for c in fitted] == [(c.id, c.text, c.start, c.end) for c in made]


def test_no_chunks_give_none() -> None:
    assert fit_groups([], {}, count) == []
