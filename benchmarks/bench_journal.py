"""What keeping a game costs: ``python benchmarks/bench_journal.py [games] [folder]``.

Whole games between bots, each event waited for as the wheel does. Prints how long an event takes to be on disk, how many
bytes are handed to the disk for it, and how fast a full journal is opened. The disk decides the latency: name a folder
on the one you mean, such as a memory card. The largest share of it is one fsync, which is measured beside it. What the disk
itself gets is more than what is handed to it, by the journal of its file system; it is counted by the kernel for everybody who
writes there, so give it a partition that nobody else uses.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import mean, median
from threading import Event
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.table.journal import Journal
from companion.tiwanaku.bots import CarefulBot, simulate
from companion.tiwanaku.game import Record, Wheel
from tests.tiwanaku.game.table import SETUPS, scenario

MODES = ("competitive-2", "competitive-4", "solo-hard", "together-2-easy")
BYTES_AN_EVENT = 20_000
OPENED = 1.0


def written() -> int:
    """Bytes that this process has handed to the system so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("wchar")).split()[1])


def got(folder: Path) -> int | None:
    """Bytes that the disk of a folder has got so far; None where the kernel does not count them, as in memory."""
    os.sync()
    device = folder.stat().st_dev
    try:
        fields = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat").read_text().split()
    except OSError:
        return None
    return int(fields[6]) * 512


def fsyncs(folder: Path, rounds: int = 60) -> list[float]:
    """What one small synchronous write takes on this disk, in milliseconds."""
    times = []
    path = folder / "fsync"
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    for _ in range(rounds):
        os.write(file, b"x" * 4120)
        start = perf_counter()
        os.fsync(file)
        times.append((perf_counter() - start) * 1000)
    os.close(file)
    path.unlink()
    return times


def records_of(name: str, seed: int) -> list[Record]:
    setup = SETUPS[name]
    bots = [CarefulBot(10 * seed + seat) for seat in range(setup.seats)]
    whole = simulate(Wheel(scenario(seed % 5)), setup, bots, seed)
    return [Record.restore(whole.back, whole.entries[:count]) for count in range(1, len(whole.entries) + 1)]


def keep_game(journal: Journal, seed: int, records: list[Record]) -> list[float]:
    """Milliseconds from each event to its being on disk."""
    keeper, times = journal.begin(scenario(seed % 5)), []
    for record in records:
        on_disk = Event()
        start = perf_counter()
        keeper.keep(record, lambda saved, on_disk=on_disk: on_disk.set())
        on_disk.wait()
        times.append((perf_counter() - start) * 1000)
    assert keeper.close() is None
    return times


def line(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    print(
        f"{what}: median {median(ordered):.1f} ms, 99% under {ordered[int(len(ordered) * 0.99)]:.1f} ms,"
        f" longest {ordered[-1]:.1f} ms"
    )


def main(games: int, folder: Path) -> int:
    journal, times, costs = Journal(folder), [], []
    line("one fsync of 4 KB", fsyncs(folder))
    before_all = got(folder)
    for name in MODES:
        counts, bytes_a_game = [], []
        for seed in range(games):
            records = records_of(name, seed)
            before = written()
            times += keep_game(journal, seed, records)
            bytes_a_game.append(written() - before)
            counts.append(len(records))
        costs.append(sum(bytes_a_game) / sum(counts))
        print(
            f"{name}: {mean(counts):.0f} events a game, {mean(bytes_a_game) / 1000:.0f} kB written a game,"
            f" {costs[-1] / 1000:.1f} kB an event"
        )
    line("an event on disk", times)
    kept = len(journal.games())
    after_all = got(folder)
    if before_all is not None and after_all is not None:
        print(
            f"the disk itself got {(after_all - before_all) / kept / 1000:.0f} kB a game, from everybody who wrote to it"
        )
    size = journal.path.stat().st_size
    print(f"{kept} games are {size / 1e6:.2f} MB on disk, {size / kept / 1000:.0f} kB a game")
    start = perf_counter()
    journal.unfinished()
    listed = perf_counter() - start
    start = perf_counter()
    resumed = journal.resume(journal.games()[0].id)
    opened = perf_counter() - start
    resumed.keeper.close()
    print(f"looking through all of them takes {listed * 1000:.0f} ms, opening one {opened * 1000:.0f} ms")
    return 0 if max(costs) < BYTES_AN_EVENT and listed + opened < OPENED else 1


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if len(sys.argv) > 2:
        sys.exit(main(count, Path(sys.argv[2])))
    with tempfile.TemporaryDirectory(prefix="pachamama-") as temporary:
        sys.exit(main(count, Path(temporary)))
