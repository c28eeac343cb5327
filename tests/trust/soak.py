"""Evenings back to back: whole games at one table, with wheel, camera, coach, journal and four phones, in one process and one folder.

    python -m tests.trust.soak                     200 games
    python -m tests.trust.soak --games 10 --seed 4 --seconds 600

Each game has to end as the people wanted it, on the table, in the journal and on every phone. What the process takes is
measured after each, and has to level off; nothing may go wrong in any log or thread.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.tiwanaku.game import ArrowSeen, Enter, Move, Phase, Record, Retrieve, SetUp
from tests.table.watching.pictures import any_light
from tests.tiwanaku.game.invariants import check_game
from tests.trust import levels
from tests.trust.campaign import Limit, Result, Row, Tell
from tests.trust.evenings import GAMES_AN_EVENING, Game, NotedBot, games
from tests.trust.meter import Meter
from tests.trust.overheard import Overheard
from tests.trust.phones import Followed, Phones
from tests.trust.whole_table import WholeTable

SHORT, LONG = 2, 200
SEED = 11
FOLDER = Path("build/trust")
MOST_STEPS = 30_000
"""Moments after which a game that is not over never will be."""
LAMPS = 0.002
"""How often, for every moment, somebody changes the lamp."""
MOST_ALARMS = 30
"""False alarms that are told one by one."""
LOOKS = 20
"""Moments between two looks at the coach."""
ENDING = 10.0
"""Seconds in which everything has ended that is about to end."""
FAR_BEHIND = 24
"""Messages after which the table waits for the phones: it plays faster than any people."""


class Soak:
    """Plays games and counts, so many an evening. ``rows`` has one row a mode; ``make_table`` switches another table on."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        tell: Tell,
        *,
        evening: int = GAMES_AN_EVENING,
        make_table: Callable[[Path], WholeTable] = WholeTable,
    ) -> None:
        self.folder = folder
        self._evening_has = evening
        self._make_table = make_table
        self.tell = tell
        self.overheard = Overheard()
        self.rows: dict[str, Row] = {}
        self.meter = Meter()
        self.counts: Counter[str] = Counter()
        self.left_behind: list[str] = []
        self.alarms: list[str] = []
        self._seed = seed
        self._random = Random(f"lamps {seed}")

    def run(self, size: int, limit: Limit) -> None:
        """Play as many games as there is time for."""
        before = set(threading.enumerate())
        waiting = games(self._seed)
        played = 0
        with self.overheard:
            phones = Phones(self._seed, self.overheard.loop_failed)
            while played < size and not limit.is_over:
                with self._evening(phones) as table:
                    for _ in range(min(self._evening_has, size - played)):
                        if limit.is_over:
                            break
                        self._play(next(waiting), table, phones)
                        played += 1
                        self.tell(self._progress(played, size))
            phones.close()
            self.left_behind = _left_behind(before)

    # An evening ----------------------------------------------------------------------------------------

    @contextmanager
    def _evening(self, phones: Phones) -> Iterator[WholeTable]:
        """A table that is switched on, and off at the end: now the phones have gone, now the table lets them go."""
        table = self._make_table(self.folder)
        self.counts["evenings"] += 1
        try:
            yield table
        finally:
            if self.counts["evenings"] % 2:
                phones.leave()
                trouble = table.close()
            else:
                trouble = phones.are_let_go(table.close)
        if trouble is not None:
            self.overheard.fail(f"the table closed with: {trouble}")

    def _play(self, game: Game, table: WholeTable, phones: Phones) -> None:
        row = self.rows.setdefault(game.setup.mode.value, Row(game.setup.mode.value))
        begin, work = time.monotonic(), time.process_time()
        bots = game.bots()
        row.tried += 1
        faults = len(row.failures)
        table.begin(game.scenario, game.setup, seed=game.seed, style=game.style, bots=bots, pace=game.pace)
        page = table.at_play.page
        assert page is not None
        phones.come(f"http://127.0.0.1:{page.port}", page.page.code, len(game.setup.colours))
        ended = self._to_the_end(table, phones)
        record = table.record()
        where = f"game {game.number} ({game.kind}, {game.style}, seed {self._seed})"
        if not ended:
            row.failures.append(f"{where}: not over after {MOST_STEPS} moments")
        for trouble in self._compare(game, bots, record, table, row):
            row.failures.append(f"{where}: {trouble}")
        for followed in phones.finish(record):
            for trouble in self._heard(followed, record, row):
                row.failures.append(f"{where}: {trouble}")
        row.false_alarms += len(table.alerts)
        self.alarms += [f"false alarm in {where}: {alert}" for alert in table.alerts]
        row.survived += len(row.failures) == faults
        row.seconds += time.monotonic() - begin
        self._count(record, table)
        self.meter.read(table, len(record.entries), time.process_time() - work)

    def _to_the_end(self, table: WholeTable, phones: Phones) -> bool:
        page = table.at_play.page
        assert page is not None
        for number in range(MOST_STEPS):
            if not table.step():
                return True
            if number % LOOKS == 0:
                self.meter.look_at_coach(table)
            if self._random.random() < LAMPS and table.table is not None:
                self.counts["lamps"] += 1
                table.table.scene = replace(table.table.scene, light=any_light(self._random))
            phones.hear_up_to(page.page.feed.revision - FAR_BEHIND)
        return False

    # What has to be true ---------------------------------------------------------------------------------

    def _compare(
        self, game: Game, bots: list[NotedBot], record: Record, table: WholeTable, row: Row
    ) -> Iterator[str]:
        """The game against what was wanted, the rules, the table and the journal."""
        if record.state.phase is Phase.OVER:
            try:
                check_game(record, game.scenario)
            except AssertionError as error:
                yield f"the record or its scores are wrong ({error})"
        commands = [entry.command for entry in record.entries]
        given = [command for command in commands if not isinstance(command, SetUp | ArrowSeen)]
        wanted = bots[0].wanted
        lost = (Counter(wanted) - Counter(given)).total()
        doubled = (Counter(given) - Counter(wanted)).total()
        if given != wanted:
            yield f"{lost} commands are not in the game, {doubled} are there that nobody gave, or they lie in another order"
        kept = table.at_play.games.journal.game(table.at_play.games.present or "").record
        unkept = len(set(enumerate(record.entries)) - set(enumerate(kept.entries)))
        if kept.entries != record.entries:
            yield f"the journal differs in {unkept} of {len(record.entries)} entries"
        row.lost += lost + unkept
        row.doubled += doubled + max(0, len(kept.entries) - len(record.entries))
        position = record.state.position()
        there = table.table.position if table.table is not None else position
        if (there.terrains, there.crops, dict(there.meeples)) != (
            position.terrains,
            position.crops,
            dict(position.meeples),
        ):
            yield "the table does not lie as the game stands"

    def _heard(self, followed: Followed, record: Record, row: Row) -> Iterator[str]:
        lost, doubled = followed.story.compare(record)
        row.lost += lost
        row.doubled += doubled
        if lost or doubled:
            yield f"{followed.name} missed {lost} messages and heard {doubled} twice"
        if not followed.story.agrees(record):
            yield f"{followed.name} sees another game than the table"
        yield from followed.troubles
        self.counts["came back"] += followed.came_back
        self.counts["let go"] += followed.let_go
        self.counts["asked"] += followed.asked

    # What is counted -------------------------------------------------------------------------------------

    def _count(self, record: Record, table: WholeTable) -> None:
        self.counts["commands"] += len(record.entries)
        self.counts["events"] += len(record.events)
        self.counts["walks"] += sum(
            isinstance(entry.command, Move | Enter | Retrieve) for entry in record.entries
        )
        self.counts["unnoticed"] += len(table.people.unnoticed) if table.people is not None else 0

    def _progress(self, played: int, size: int) -> str:
        latest = {curve: values[-1] for curve, values in self.meter.curves.items()}
        failed = sum(len(row.failures) for row in self.rows.values()) + self.overheard.count
        return (
            f"{played} of {size} games, {self.counts['commands']} commands, {failed} failures; "
            f"{latest[levels.MEMORY]:.0f} MB, {latest[levels.THREADS]:.0f} threads, "
            f"{latest[levels.HANDLES]:.0f} handles"
        )

    def result(self, size: int) -> Result:
        """What came of it."""
        growing = [
            told for curve, values in self.meter.curves.items() if (told := levels.grows(curve, values))
        ]
        judged, open_ = [], []
        for curve, values in self.meter.curves.items():
            (judged if levels.can_be_judged(curve, values) else open_).append(curve.name)
        rows = [
            *self.rows.values(),
            Row(f"level off: {', '.join(judged) or 'nothing'}", failures=[*growing, *self.left_behind]),
            Row(
                "logs, threads and loops without an exception",
                failures=_without(self.folder, self.overheard.failures),
            ),
        ]
        warned = [f"warned {times} times: {what}" for what, times in self.overheard.warned.most_common(12)]
        counts = self.counts
        notes = [
            f"{counts['commands']} commands, {counts['events']} events in {counts['evenings']} evenings",
            f"{counts['walks']} walks, {counts['unnoticed']} of them not noticed by the referee and told to the wheel; the lamp was changed {counts['lamps']} times",
            f"phones lost their connection and came back {counts['came back']} times, were let go as too slow {counts['let go']} times, asked {counts['asked']} questions",
            *([f"too few games to say whether these level off: {', '.join(open_)}"] if open_ else []),
            *_without(self.folder, warned),
            *self.alarms[:MOST_ALARMS],
        ]
        return Result(
            "soak",
            size,
            rows,
            notes,
            {f"{curve.name} ({curve.unit})" if curve.unit else curve.name: values for curve, values in self.meter.curves.items()},
        )  # fmt: skip


def _without(folder: Path, lines: list[str]) -> list[str]:
    """Lines that do not name the folder, which is another one each time."""
    return [line.replace(str(folder), "…") for line in lines]


def _left_behind(before: set[threading.Thread]) -> list[str]:
    """Threads that are there and were not before, once those that are ending have had their time."""
    end = Limit(ENDING)
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=end.left)
    return [f"the thread “{thread.name}” was left behind" for thread in set(threading.enumerate()) - before]


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Nothing of whoever runs this is read or touched."""
    before = os.environ.get("PACHAMAMA_HOME")
    os.environ["PACHAMAMA_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["PACHAMAMA_HOME"]
        else:
            os.environ["PACHAMAMA_HOME"] = before


def run(
    size: int,
    limit: Limit,
    tell: Tell,
    seed: int = SEED,
    evening: int = GAMES_AN_EVENING,
    make_table: Callable[[Path], WholeTable] = WholeTable,
) -> Result:
    """The campaign: so many games, or as many as there is time for."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pachamama-soak-") as name, _home(Path(name)):
        soak = Soak(Path(name), seed, tell, evening=evening, make_table=make_table)
        soak.run(size, limit)
        result = soak.result(size)
    result.seconds = round(time.monotonic() - begin, 1)
    result.repeat = f"python -m tests.trust.soak --games {size} --seed {seed}"
    return result


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=LONG)
    parser.add_argument("--seconds", type=float, default=6 * 3600.0, help="begin no game after so long")
    parser.add_argument("--seed", type=int, default=SEED)
    wishes = parser.parse_args()
    result = run(wishes.games, Limit(wishes.seconds), lambda line: print(line, flush=True), wishes.seed)  # noqa: T201
    result.write(FOLDER)
    for line in (*result.notes, *result.failures):
        print(line)  # noqa: T201
    return 0 if result.is_clean and result.is_whole else 1


if __name__ == "__main__":
    raise SystemExit(main())
