"""Builds an index and is killed, as by `kill -9`, at the n-th report of a stage. Run as a program by the tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from finsagent.encoders import HashingEncoder
from indexer.build import build

if __name__ == "__main__":
    source, out, stage, number = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    seen = 0

    def die(reached: str, done: int, total: int) -> None:
        global seen
        seen += reached == stage
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

    build([source], out, encoder=HashingEncoder(), workers=1, progress=die)
