"""A real disk that is full, and one that is read-only: small ones in memory, where the system lets us make them."""

from __future__ import annotations

import subprocess

import pytest

from companion.table.journal import Journal
from tests.table.journal.games import first, keep
from tests.tiwanaku.game.table import scenario


class SmallDisk:
    """A file system of a few hundred kilobytes."""

    def __init__(self, folder):
        self.folder = folder

    def mount(self, options):
        subprocess.run(["mount", "-o", options, str(self.folder)], check=True, capture_output=True)


@pytest.fixture
def disk(tmp_path):
    made = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(tmp_path)]
    try:
        subprocess.run(made, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("file systems cannot be mounted here")
    yield SmallDisk(tmp_path)
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_full_disk_is_told_and_all_is_written_when_there_is_room(disk):
    told = []
    journal = Journal(disk.folder, tell=told.append)
    keeper = journal.begin(scenario(1))
    answers = keep(keeper, *(first(count) for count in range(1, 100)))
    assert answers == sorted(answers, reverse=True), "saved until it is full, then not"
    assert answers[-1] is False
    assert [("full" in str(notice.text), notice.good) for notice in told] == [(True, False)]
    disk.mount("remount,size=3m")
    assert keep(keeper, first(100)) == [True]
    assert [notice.good for notice in told] == [False, True]
    assert keeper.close() is None
    assert journal.game(keeper.id).record == first(100)


def test_on_a_read_only_disk_a_game_goes_on_unsaved_and_says_so(disk):
    disk.mount("remount,size=3m")
    told = []
    journal = Journal(disk.folder, tell=told.append)
    keeper = journal.begin(scenario(1))
    keep(keeper, first(10))
    keeper.close()
    disk.mount("remount,ro")
    assert journal.unfinished().id == keeper.id
    resumed = journal.resume(keeper.id)
    assert resumed.record == first(10)
    assert keep(resumed.keeper, first(11)) == [False]
    assert ["read-only" in str(notice.text) for notice in told] == [True]
    disk.mount("remount,rw")
    assert keep(resumed.keeper, first(12)) == [True]
    assert resumed.keeper.close() is None
    assert journal.game(keeper.id).record == first(12)
