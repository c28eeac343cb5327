"""Starts a trial in a process of its own and watches it: a hang is ended, a crash is told, and either names its input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.trust.bad_input.reader import Reader
from tests.trust.bad_input.trial import ROOT, Found, Outcome, Stage

HUNG = 20.0
"""Seconds on one input after which it is not waited for any longer."""
GETTING_READY = 120.0
LOOK = 0.2


def tried(
    module: str,
    reader: Reader,
    inputs: int,
    seed: int,
    *,
    found: Path,
    seconds: float = 1e9,
    hung: float = HUNG,
    hear: Callable[[int], None] = lambda number: None,
) -> Outcome:
    """How a reader does with so many inputs. ``hear`` is told now and then how many it has had."""
    with tempfile.TemporaryDirectory(prefix="pachamama-trial-", dir=_quick_folder()) as folder:
        stage = Stage(Path(folder) / "stage", reader.largest)
        command = [sys.executable, "-m", "tests.trust.bad_input.trial"]
        command += ["--module", module, "--reader", reader.name, "--folder", folder, "--found", str(found)]
        command += ["--inputs", str(inputs), "--seed", str(seed), "--seconds", str(seconds)]
        said = Path(folder) / "said"
        with said.open("wb") as errors:
            process = subprocess.Popen(
                command, cwd=ROOT, env=_environment(), stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
            )
            try:
                is_hung = _watch(process, stage, hung, hear)
            finally:
                process.kill()
                process.wait()
        written = Path(folder) / "outcome.json"
        if written.exists():
            data = json.loads(written.read_text(encoding="utf-8"))
            kinds = [Found(**each) for each in data.pop("found")]
            return Outcome(found=kinds, **data)
        words = said.read_bytes()[-400:].decode(errors="replace")
        return _died(reader, stage, found, f"ended by {process.returncode}: {words}", is_hung=is_hung)


def _watch(process: subprocess.Popen[bytes], stage: Stage, hung: float, hear: Callable[[int], None]) -> bool:
    """Wait for its end; whether it had to be given up."""
    last, since = -1, time.monotonic()
    while True:
        try:
            process.wait(timeout=LOOK)
            return False
        except subprocess.TimeoutExpired:
            number, now = stage.get()[0], time.monotonic()
        if number != last:
            last, since = number, now
            hear(number)
        elif now - since > (hung if number >= 0 else GETTING_READY):
            return True


def _died(reader: Reader, stage: Stage, folder: Path, how: str, *, is_hung: bool) -> Outcome:
    number, data = stage.get()
    kind = "hang" if is_hung else "crash"
    file = f"{reader.name}--{kind}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(data)
    sentence = "never came back" if is_hung else how
    return Outcome(tried=max(0, number + 1), found=[Found(kind, sentence, 1, file)])


def _environment() -> dict[str, str]:
    """That of this process; what libraries of pictures would print about damage is not wanted."""
    quiet = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8", "OMP_NUM_THREADS": "1"}
    return {**os.environ, **quiet, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}


def _quick_folder() -> str | None:
    """Memory instead of a disk, where there is such a folder: an SD card is for better things."""
    memory = "/dev/shm"  # noqa: S108 (a folder with a random name is made in it)
    return memory if os.access(memory, os.W_OK) else None
