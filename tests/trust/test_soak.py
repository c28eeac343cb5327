"""A short soak, and that a soak can fail: what leaks, gets lost or goes wrong unnoticed is named."""

from __future__ import annotations

import asyncio
import logging
import mmap
import threading

import pytest

from companion.web.feed import Feed
from tests.trust import levels, soak
from tests.trust.campaign import Limit
from tests.trust.overheard import Overheard
from tests.trust.whole_table import WholeTable
from tests.web.loops import run


def without_camera(folder):
    """A table whose people tell the wheel everything: quick to play at."""
    return WholeTable(folder, camera=False)


def play(games, *, evening=soak.GAMES_AN_EVENING, make_table=without_camera):
    return soak.run(games, Limit(600), lambda line: None, evening=evening, make_table=make_table)


# A soak --------------------------------------------------------------------------------------------


def test_a_short_soak_under_the_camera_ends_as_people_wanted_it():
    result = play(soak.SHORT, evening=1, make_table=WholeTable)
    assert result.failures == []
    assert result.is_whole
    assert sum(row.survived for row in result.rows) == soak.SHORT


def test_evenings_without_a_camera_level_off():
    result = play(8, evening=3)
    assert result.failures == []
    assert [len(values) for values in result.curves.values()] == [8] * len(levels.CURVES)
    judged = next(row.name for row in result.rows if row.name.startswith("level off"))
    assert "threads" in judged
    assert "memory" not in judged
    assert any("too few games" in note and "memory" in note for note in result.notes)


def test_a_soak_that_runs_out_of_time_is_not_whole():
    result = soak.run(5, Limit(0), lambda line: None, make_table=without_camera)
    assert not result.is_whole


# That it can fail ------------------------------------------------------------------------------------


def test_a_phone_that_is_not_told_everything_is_noticed(monkeypatch):
    publish = Feed.publish

    def forgetful(feed, kind, build):
        if kind == "happened" and feed.revision % 9 == 0:
            feed.revision += 1
            return feed.revision
        return publish(feed, kind, build)

    monkeypatch.setattr(Feed, "publish", forgetful)
    result = play(1)
    assert sum(row.lost for row in result.rows)
    assert any("missed" in failure for failure in result.failures)


def test_a_command_that_happens_twice_is_noticed(monkeypatch):
    tell = WholeTable._tell
    told = []

    def stutter(table, command):
        tell(table, command)
        told.append(command)
        if len(told) == 7:
            # What a bot did not choose is in the game as well.
            table.people._bots[0].wanted.pop()

    monkeypatch.setattr(WholeTable, "_tell", stutter)
    result = play(1)
    assert sum(row.doubled for row in result.rows)


def test_a_thread_that_each_game_leaves_is_noticed():
    end = threading.Event()

    class Leaking(WholeTable):
        def begin(self, *arguments, **options):
            for _ in range(3):
                threading.Thread(target=end.wait, name="forgotten", daemon=True).start()
            super().begin(*arguments, **options)

    try:
        result = soak.run(
            8, Limit(600), lambda line: None, make_table=lambda folder: Leaking(folder, camera=False)
        )
    finally:
        end.set()
    assert any("threads: " in failure for failure in result.failures)
    assert any("“forgotten” was left behind" in failure for failure in result.failures)


def test_an_error_in_a_log_is_a_failure_of_the_soak(monkeypatch):
    begin = WholeTable.begin

    def complain(table, *arguments, **options):
        logging.getLogger("companion.table").error("the disk sounds odd")
        begin(table, *arguments, **options)

    monkeypatch.setattr(WholeTable, "begin", complain)
    result = play(1)
    assert any("the disk sounds odd" in failure for failure in result.failures)
    assert not result.is_clean


# Measuring -----------------------------------------------------------------------------------------


def test_files_that_stay_open_are_seen_in_the_curve(tmp_path):
    (tmp_path / "a").touch()
    files, curve = [], []
    for _ in range(12):
        files.append((tmp_path / "a").open())
        curve.append(float(levels.open_handles()))
    for file in files:
        file.close()
    assert "open handles" in (levels.grows(levels.HANDLES, curve) or "")


def test_memory_that_is_kept_is_seen_in_the_curve():
    kept, curve = [], []
    for _ in range(2 * levels.MEMORY.fewest):
        # From the system, since Python may have room of its own that others have left.
        kept.append(mmap.mmap(-1, 3_000_000, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        kept[-1].write(b"x" * 3_000_000)
        curve.append(levels.memory())
    for each in kept:
        each.close()
    assert "memory" in (levels.grows(levels.MEMORY, curve) or "")


def test_what_is_loaded_once_is_no_growth():
    loading, level = [80.0 + 4 * number for number in range(25)], [180.0, 181.0] * 15
    assert levels.grows(levels.MEMORY, [*loading, *level]) is None


def test_the_memory_of_a_process_that_is_gone_is_nothing():
    assert levels.memory(2**22 + 1) == 0.0


# Overhearing ---------------------------------------------------------------------------------------


def test_a_warning_is_counted_and_an_exception_in_it_is_a_failure():
    log = logging.getLogger("companion.somewhere")
    with Overheard() as overheard:
        log.warning("slow")
        log.warning("slow")
        try:
            raise OSError("no such wire")
        except OSError:
            log.warning("odd", exc_info=True)
    assert overheard.warned == {"companion.somewhere: slow": 2}
    assert len(overheard.failures) == 1
    assert "no such wire" in overheard.failures[0]


def test_a_thread_that_dies_is_overheard():
    def die():
        raise ValueError("tired")

    with Overheard() as overheard:
        thread = threading.Thread(target=die, name="worker")
        thread.start()
        thread.join()
    assert overheard.failures == ["worker ended by ValueError('tired')"]


def test_what_is_thrown_away_or_left_open_is_overheard(tmp_path):
    class Angry:
        def __del__(self):
            raise ValueError("not like this")

    (tmp_path / "a").touch()

    def leave_open():
        (tmp_path / "a").open()

    with Overheard() as overheard:
        Angry()
        leave_open()
    assert any("not like this" in failure for failure in overheard.failures)
    assert any("unclosed file" in failure for failure in overheard.failures)


def test_what_a_loop_could_not_handle_is_overheard():
    async def work():
        asyncio.get_running_loop().set_exception_handler(overheard.loop_failed)
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    with Overheard() as overheard:
        run(work())
    assert any("ZeroDivisionError" in failure for failure in overheard.failures)


@pytest.mark.parametrize("failures", [0, 250])
def test_failures_without_end_take_no_memory_without_end(failures):
    overheard = Overheard()
    for number in range(failures):
        overheard.fail(str(number))
    assert overheard.count == failures
    assert len(overheard.failures) <= 100
