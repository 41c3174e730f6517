"""Convert a sentence-transformers model to an int8 ONNX graph, once. Needs torch; serving does not.

Weights are 8-bit in blocks of 128 along the input, activations are quantised row by row while it runs (MatMulNBits,
accuracy level 4). Quantising activations by tensor is faster still, but then one large activation spoils every row.
"""

from __future__ import annotations

import logging
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import onnx
import torch
from transformers import AutoModel, PreTrainedModel
from transformers.utils import logging as transformers_logging

from finsagent.artifacts import Manifest, write_directory
from finsagent.encoders.weights import Weights, read_json
from finsagent.errors import SettingsError

_BLOCK = 128
_OPSET = 17
_DEFAULT_LENGTH = 256


class _Pooled(torch.nn.Module):
    """A transformer with its pooling: token ids in, one vector a text out."""

    def __init__(self, transformer: PreTrainedModel, inputs: tuple[str, ...], pooling: str) -> None:
        super().__init__()
        self.transformer = transformer
        self.inputs = inputs
        self.pooling = pooling

    def forward(self, *tensors: torch.Tensor) -> torch.Tensor:
        given = dict(zip(self.inputs, tensors, strict=True))
        states: torch.Tensor = self.transformer(**given).last_hidden_state
        if self.pooling == "cls":
            return states[:, 0]
        mask = given["attention_mask"].unsqueeze(-1).to(states.dtype)
        return (states * mask).sum(1) / mask.sum(1).clamp(min=1e-9)


def convert(weights: Weights, folder: Path, *, kind: str, version: int) -> Manifest:
    """Write `folder` with the int8 graph, the tokenizer and a manifest.

    Raises:
        SettingsError: the model pools in another way, projects its vectors, or has no fast tokenizer.
    """
    pooling = _pooling(weights)
    tokenizer = weights.folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise _refuse(weights, "it has no tokenizer.json")
    length = read_json(weights.folder, "sentence_bert_config.json").get("max_seq_length")
    with _quiet():
        transformer = AutoModel.from_pretrained(str(weights.folder), attn_implementation="eager").eval()
    width = int(transformer.config.hidden_size)

    def fill(target: Path) -> None:
        graph = target / "fp32.onnx"
        _export(transformer, pooling, graph)
        _quantise(graph, target / "model.onnx")
        graph.unlink()
        shutil.copyfile(tokenizer, target / "tokenizer.json")

    details: dict[str, str | int] = {
        "model": weights.name,
        "source_sha256": weights.digest,
        "dimension": width,
        "max_length": length if isinstance(length, int) else _DEFAULT_LENGTH,
    }
    return write_directory(folder, fill, kind=kind, version=version, details=details)


def _export(transformer: PreTrainedModel, pooling: str, target: Path) -> None:
    inputs: tuple[str, ...] = ("input_ids", "attention_mask")
    if int(getattr(transformer.config, "type_vocab_size", 0)) > 1:
        inputs = (*inputs, "token_type_ids")
    ids = torch.ones((2, 8), dtype=torch.int64)
    example = (ids, torch.ones_like(ids), torch.zeros_like(ids))[: len(inputs)]
    axes = {name: {0: "batch", 1: "length"} for name in inputs} | {"embedding": {0: "batch"}}
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the tracing exporter warns of its age; the other one can't be quantised
        torch.onnx.export(
            _Pooled(transformer, inputs, pooling),
            example,
            str(target),
            input_names=list(inputs),
            output_names=["embedding"],
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )


def _quantise(source: Path, target: Path) -> None:
    with _quiet():
        from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

        quantizer = MatMulNBitsQuantizer(
            onnx.load(str(source)), bits=8, block_size=_BLOCK, is_symmetric=True, accuracy_level=4
        )
        quantizer.process()
    quantizer.model.save_model_to_file(str(target))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep progress bars and a line a graph node off the terminal; the quantiser configures the root logger."""
    root = logging.getLogger()
    handlers, level, bars = root.handlers[:], root.level, transformers_logging.is_progress_bar_enabled()
    logging.disable(logging.INFO)
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        root.handlers[:] = handlers
        root.setLevel(level)
        if bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]


def _pooling(weights: Weights) -> str:
    modules = read_json(weights.folder, "modules.json").get("", [])
    kinds = [str(module["type"]).rsplit(".", 1)[-1] for module in modules] if isinstance(modules, list) else []
    if kinds and kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        raise _refuse(weights, f"it consists of {', '.join(kinds)}")
    settings = read_json(weights.folder, "1_Pooling/config.json")
    modes = [name for name, value in settings.items() if name.startswith("pooling_mode_") and value is True]
    named = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    said = settings.get("pooling_mode", "" if modes else "mean")  # newer models name it, older ones have a flag a mode
    found = named.get(modes[0], "") if len(modes) == 1 else str(said)
    if found not in named.values():
        raise _refuse(weights, f"it pools by {', '.join(modes) or found}")
    return found


def _refuse(weights: Weights, reason: str) -> SettingsError:
    return SettingsError(
        f"The encoder {weights.name!r} can't be run in int8: {reason}. Set FINSAGENT_ENCODER_PRECISION to bf16 or fp32."
    )
