"""The table's name in the network: given up with the table, also if it ends while the name is being taken."""

from __future__ import annotations

import logging

import pytest
import zeroconf

from companion.web.beacon import Beacon


class Network:
    """Stands in for zeroconf; ``meanwhile`` happens while a name is being taken."""

    def __init__(self):
        self.there = []
        self.meanwhile = lambda: None

    def join(self):
        self.meanwhile()
        member = Member(self)
        self.there.append(member)
        return member


class Member:
    def __init__(self, network):
        self._network = network

    def register_service(self, info, allow_name_change):
        assert allow_name_change
        self._network.meanwhile()
        if self not in self._network.there:
            raise zeroconf.NotRunningException

    def close(self):
        self._network.there.remove(self)


@pytest.fixture
def network(monkeypatch):
    there = Network()
    monkeypatch.setattr(zeroconf, "Zeroconf", there.join)
    return there


def test_a_table_that_ends_gives_its_name_up(network):
    beacon = Beacon(8000)
    beacon.open()
    assert len(network.there) == 1
    beacon.close()
    assert not network.there


def test_a_table_that_ends_before_it_has_its_name_leaves_nothing_behind(network, caplog):
    beacon = Beacon(8000)
    network.meanwhile = beacon.close
    beacon.open()
    assert not network.there
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_table_that_ends_while_it_says_its_name_complains_of_nothing(network, caplog):
    beacon = Beacon(8000)
    calls = []

    def second_time():
        calls.append(1)
        if len(calls) == 2:
            beacon.close()

    network.meanwhile = second_time
    beacon.open()
    assert not network.there
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
