from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import lightgbm
import numpy as np
import pytest

from finsagent.errors import OperatorError
from finsagent.rerank.features import FEATURES
from finsagent.rerank.gate import LightGBMGate, OpenGate


def train(directory: Path, *, names: Sequence[str] = FEATURES, said: Sequence[str] | None = None) -> Path:
    """A gate that has learnt that the last feature decides, and that an unknown value is invalid."""
    rows = np.random.default_rng(7).random((400, len(names)))
    labels = (rows[:, -1] > 0.5).astype(int)
    rows[:100, -1], labels[:100] = np.nan, 0
    parameters = {"objective": "binary", "verbose": -1, "num_threads": 1, "seed": 7, "min_data_in_leaf": 5}
    data = lightgbm.Dataset(rows, labels, feature_name=list(names))
    booster = lightgbm.train(parameters, data, num_boost_round=20)
    directory.mkdir(parents=True)
    booster.save_model(str(directory / "gate.txt"))
    (directory / "meta.json").write_text(json.dumps({"features": list(said or names), "version": 1}))
    return directory


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(tmp_path_factory.mktemp("gates") / "gate")


def test_without_a_gate_every_passage_is_valid_and_that_is_said() -> None:
    gate = OpenGate()
    np.testing.assert_array_equal(gate.validity(np.full((3, 31), np.nan, np.float32)), np.ones(3, np.float32))
    assert "p = 1" in str(gate.note)


def test_a_gate_gives_p_of_each_row_in_0_to_1(directory: Path) -> None:
    gate = LightGBMGate.load(directory)
    features = np.full((3, 31), 0.5, np.float32)
    features[:, -1] = (0.9, 0.1, np.nan)
    p = gate.validity(features)
    assert p.shape == (3,)
    assert ((p >= 0) & (p <= 1)).all()
    assert p[0] > 0.9
    assert p[1] < 0.1
    assert p[2] < 0.1  # NaN is what it was trained with, not 0 and not an error
    assert gate.note is None


def test_no_rows_give_no_p(directory: Path) -> None:
    assert LightGBMGate.load(directory).validity(np.zeros((0, 31), np.float32)).shape == (0,)


def test_a_gate_trained_on_another_order_is_refused(tmp_path: Path) -> None:
    names = [FEATURES[1], FEATURES[0], *FEATURES[2:]]
    with pytest.raises(OperatorError, match="other features \\(sparse_normalised differs\\)"):
        LightGBMGate.load(train(tmp_path / "gate", names=names))


def test_a_gate_that_says_one_order_and_holds_another_is_refused(tmp_path: Path) -> None:
    names = [FEATURES[1], FEATURES[0], *FEATURES[2:]]
    with pytest.raises(OperatorError, match="other features"):
        LightGBMGate.load(train(tmp_path / "gate", names=names, said=FEATURES))


def test_a_gate_with_a_feature_too_few_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="their number differs"):
        LightGBMGate.load(train(tmp_path / "gate", names=FEATURES[:-1]))


def test_a_gate_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="can't be opened"):
        LightGBMGate.load(tmp_path / "none")


@pytest.mark.parametrize(
    ("name", "content"),
    [("meta.json", "{"), ("meta.json", "{}"), ("gate.txt", ""), ("gate.txt", "tree\nnothing of the kind")],
)
def test_a_damaged_gate_is_refused(tmp_path: Path, directory: Path, name: str, content: str) -> None:
    for file in directory.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / name).write_text(content)
    with pytest.raises(OperatorError, match="can't be opened"):
        LightGBMGate.load(tmp_path)


@pytest.mark.parametrize("meta", ["[]", '{"features": 5}', '{"features": null}'])
def test_a_gate_whose_description_is_of_another_shape_is_refused(tmp_path: Path, directory: Path, meta: str) -> None:
    (tmp_path / "gate.txt").write_bytes((directory / "gate.txt").read_bytes())
    (tmp_path / "meta.json").write_text(meta)
    with pytest.raises(OperatorError):
        LightGBMGate.load(tmp_path)
