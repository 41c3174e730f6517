"""Writes an index and is killed, as by `kill -9`, just before a step. Run as a program by the tests of the bundle."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from finsagent.index.bundle import Bundle
from tests.index.content import ENCODER, filing_content


def die_before(step: str) -> None:
    if step == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    Bundle.write(
        Path(sys.argv[1]),
        contents=[filing_content("new1", ["Fresh words."]), filing_content("new2", ["More fresh words."])],
        encoder_fingerprint=ENCODER.fingerprint,
        dimension=ENCODER.dimension,
        on_step=die_before,
    )
