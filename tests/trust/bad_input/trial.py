"""One reader and many inputs, in this process: what escapes, what takes too long, what takes too much memory.

Run by :mod:`.watchdog` as ``python -m tests.trust.bad_input.trial``, a process for each reader: one that hangs or dies takes
nothing else with it. The input that is being read is always in the :class:`Stage`, so that it is known which one it was.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import importlib
import json
import logging
import mmap
import os
import resource
import signal
import struct
import tempfile
import time
import traceback
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from companion.errors import PachamamaError
from companion.words import LANGUAGES, language
from tests.trust.bad_input.guidance import PACKAGES, Lines, unwatched
from tests.trust.bad_input.mutations import Mutations
from tests.trust.bad_input.reader import Bench, Reader

ROOT = Path(__file__).parents[3]
ADDRESS_SPACE = 6 * 1024**3
"""A reader that wants more fails in its own process, before the machine does."""
MOST_KINDS = 12
_END_WITH_PARENT = 1  # of <sys/prctl.h>
SAMPLES = 60
_REPEATS = 20


@dataclass(frozen=True)
class Bounds:
    """What reading may take.

    ``seconds`` for one input; one that took longer is tried again alone, since the machine may have been busy. ``memory`` is how many
    bytes one input may add to the most that the process ever needed; ``growth``, how many it may have more at its end than in
    the first half of the run, if it goes on like that; ``handles``, how many files may be left open.
    """

    seconds: float = 1.0
    memory: int = 320 * 1024 * 1024
    growth: int = 32 * 1024 * 1024
    handles: int = 8


@dataclass
class Found:
    """Something that was not as it should be. ``kind`` tells one defect from another; ``file`` holds the input."""

    kind: str
    sentence: str
    count: int = 0
    file: str = ""


@dataclass
class Outcome:
    """How a reader did."""

    tried: int = 0
    refused: int = 0
    found: list[Found] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """Megabytes of this process, from the first input to the last."""
    lines: int = 0
    seeds: int = 0
    slowest: float = 0.0
    seconds: float = 0.0


class Stage:
    """The input that is being read, and its number, in a file that another process can look into."""

    _HEAD = struct.Struct("<qq")

    def __init__(self, path: Path, largest: int) -> None:
        self._largest = largest
        if not path.exists():
            path.write_bytes(self._HEAD.pack(-1, 0) + bytes(largest))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)

    def put(self, number: int, data: bytes) -> None:
        """This one is next."""
        data = data[: self._largest]
        self._memory[self._HEAD.size : self._HEAD.size + len(data)] = data
        self._HEAD.pack_into(self._memory, 0, number, len(data))

    def get(self) -> tuple[int, bytes]:
        """Which one it is; -1 before the first."""
        number, length = self._HEAD.unpack_from(self._memory, 0)
        return number, self._memory[self._HEAD.size : self._HEAD.size + length]


class Trial:
    """Gives a reader one input after the other."""

    def __init__(
        self, reader: Reader, bench: Bench, seed: int, found: Path | None = None, bounds: Bounds | None = None
    ) -> None:
        self._reader = reader
        self._bench = bench
        self._folder = found
        self._bounds = bounds or Bounds()
        self._lines = Lines(ROOT)
        self._languages = [language(code) for code in LANGUAGES]
        self._most = _peak()
        self._hungriest = 0, b""
        self.outcome = Outcome()
        self._mutations = Mutations(
            Random(f"{reader.name} {seed}"),
            bench.seeds,
            form=reader.form,
            tokens=reader.tokens,
            largest=reader.largest,
            sealed=bench.sealed,
        )

    def run(self, inputs: int, stage: Stage | None = None, seconds: float = 1e9) -> Outcome:
        """Read so many inputs, or as many as there is time for."""
        outcome, begin = self.outcome, time.monotonic()
        for seed in self._bench.seeds:
            self._lines.new_in(lambda seed=seed: self.attempt(seed))  # type: ignore[misc]
        handles = _handles()
        for number in range(inputs):
            if number % max(1, inputs // SAMPLES) == 0:
                outcome.memory.append(_memory() / 2**20)
                if time.monotonic() - begin > seconds:
                    break
            if number == inputs // 2:
                self._hungriest = 0, b""
            data = self._next(number, stage)
            if number % self._reader.guided == 0:
                if self._lines.new_in(lambda data=data: self.attempt(data)):  # type: ignore[misc]
                    self._mutations.keep(data)
            else:
                self.attempt(data)
            outcome.tried += 1
        gc.collect()
        outcome.memory.append(_memory() / 2**20)
        self._check_handles(handles)
        self._check_growth(stage)
        outcome.lines, outcome.seeds = self._lines.reached, self._mutations.kept
        outcome.seconds = time.monotonic() - begin
        return outcome

    def _next(self, number: int, stage: Stage | None) -> bytes:
        data = self._mutations.next()
        if stage is not None:
            stage.put(number, data)
        return data

    def attempt(self, data: bytes) -> None:
        """Read one input, and note what was wrong with how that went."""
        begin = time.monotonic()
        self._read(data)
        took = time.monotonic() - begin
        before, self._most = self._most, _peak()
        grown = self._most - before
        if grown > self._hungriest[0]:
            self._hungriest = grown, data
        if grown > self._bounds.memory:
            self._note("memory", f"needed {grown // 2**20} MB more than any before", data)
        if took > self._bounds.seconds:
            with unwatched():
                begin = time.monotonic()
                self._read(data)
                took = min(took, time.monotonic() - begin)
            if took > self._bounds.seconds:
                self._note("slow", f"took {took:.1f} s, twice", data)
        self.outcome.slowest = max(self.outcome.slowest, took)

    def _read(self, data: bytes) -> None:
        try:
            self._bench.read(data)
        except PachamamaError as refusal:
            self.outcome.refused += 1
            self._check_sentence(refusal, data)
        except self._reader.refusals:
            self.outcome.refused += 1
        except Exception as error:
            self._note(*_told(error), data)

    def _check_sentence(self, refusal: PachamamaError, data: bytes) -> None:
        """A refusal can be said in every language."""
        try:
            for words in self._languages:
                words.say(refusal.text)
        except Exception as error:
            kind, sentence = _told(error)
            self._note(f"refusal {kind}", f"the refusal cannot be said: {sentence}", data)

    def _note(self, kind: str, sentence: str, data: bytes) -> None:
        for each in self.outcome.found:
            if each.kind == kind:
                each.count += 1
                return
        if len(self.outcome.found) >= MOST_KINDS:
            return
        found = Found(kind, sentence, 1)
        self.outcome.found.append(found)
        if self._folder is not None:
            found.file = f"{self._reader.name}--{len(self.outcome.found)}"
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / found.file).write_bytes(data)

    def _check_growth(self, stage: Stage | None) -> None:
        """Memory levels off: the process at its end is as it was after the first half.

        The most that one input needed is often kept for the next one, which is no growth. So who has grown gets the hungriest
        input of the second half again and again, and as many others once more: a leak goes on.
        """
        memory, most = self.outcome.memory, self._bounds.growth
        grown = (memory[-1] - max(memory[: len(memory) // 2 + 1])) * 2**20
        if grown <= most:
            return
        before, tried = _memory(), self.outcome.tried
        for _ in range(_REPEATS):
            self.attempt(self._hungriest[1])
        self.outcome.tried += _REPEATS + tried // 2
        for number in range(tried, tried + tried // 2):
            self.attempt(self._next(number, stage))
        gc.collect()
        if _memory() - before > most:
            self._note("growth", f"grew by {grown / 2**20:.0f} MB in the second half of the run, and on", b"")

    def _check_handles(self, before: int) -> None:
        if _handles() - before > self._bounds.handles:
            self._note("handles", f"left {_handles() - before} files open", b"")


def _told(error: Exception) -> tuple[str, str]:
    """Which defect it is, and a sentence about it: the last line of ours that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        frame for frame in frames if frame.filename.startswith(tuple(f"{ROOT / each}/" for each in PACKAGES))
    ]
    last = (ours or frames)[-1]
    place = f"{Path(last.filename).relative_to(ROOT) if ours else Path(last.filename).name}:{last.lineno}"
    return f"{type(error).__name__} {place}", f"{type(error).__name__} at {place}: {str(error)[:120]!r}"


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _peak() -> int:
    """The most memory that this process ever had; what getrusage tells would count in who started it."""
    file = os.open("/proc/self/status", os.O_RDONLY)
    status = os.read(file, 4096)
    os.close(file)
    at = status.index(b"VmHWM:") + 6
    return int(status[at : status.index(b"kB", at)]) * 1024


def _handles() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def reader_of(module: str, name: str) -> Reader:
    """A reader by where it is and what it is called."""
    readers: Iterable[Reader] = importlib.import_module(module).READERS
    return next(reader for reader in readers if reader.name == name)


def main() -> None:
    """Try one reader as the arguments say, and write down what came of it."""
    parser = argparse.ArgumentParser()
    for name in ("module", "reader", "folder", "found"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    wanted = parser.parse_args()
    # Who watches may be killed itself: then this ends, too.
    ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    logging.getLogger().addHandler(logging.NullHandler())
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    folder = Path(wanted.folder)
    reader = reader_of(wanted.module, wanted.reader)
    stage = Stage(folder / "stage", reader.largest)
    with tempfile.TemporaryDirectory(dir=folder) as scratch, reader.ready(Path(scratch)) as bench:
        outcome = Trial(reader, bench, wanted.seed, Path(wanted.found)).run(
            wanted.inputs, stage, wanted.seconds
        )
    (folder / "outcome.json").write_text(json.dumps(asdict(outcome)), encoding="utf-8")


if __name__ == "__main__":
    main()
