"""Turn pip's resolution report into a constraints file: `python .ci/lock.py REPORT LOCK`.

Only versions are pinned. A local version ("2.13.0+cpu") is written without its suffix, so that the same pin takes
whichever build the package index at hand offers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HEADER = "# Every version that the tests passed with; a constraints file (pip install -c). Made by `make lock`.\n"
OWN = "finsagent"


def lock(report: Path) -> str:
    """The text of the constraints file for a report that `pip install --report` wrote."""
    installs = json.loads(report.read_text(encoding="utf-8"))["install"]
    pins = {entry["metadata"]["name"]: entry["metadata"]["version"].split("+")[0] for entry in installs}
    pins.pop(OWN, None)
    return HEADER + "".join(f"{name}=={pins[name]}\n" for name in sorted(pins, key=str.lower))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(lock(Path(sys.argv[1])), encoding="utf-8")
