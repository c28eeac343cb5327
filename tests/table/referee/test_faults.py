"""Every kind of fault at random moments of random games: told in time, as what it is, where it is; and withdrawn."""

from __future__ import annotations

import pytest

from companion.tiwanaku.game import Mode
from tests.table.referee.faults import FAULTS, FITTING
from tests.table.referee.verdicts import try_fault

SEATS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
WANTED = 2


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_fault_is_told_and_withdrawn_when_put_right(fault):
    for mode, seats in SEATS.items():
        if fault not in FITTING[mode]:
            continue
        verdicts = []
        for seed in range(12):
            verdict = try_fault(fault, mode, seats[seed % len(seats)], seed)
            if verdict is not None:
                verdicts.append(verdict)
                assert verdict.told, (mode, seed, verdict.said)
                assert verdict.others == (), (mode, seed)
                assert verdict.withdrawn, (mode, seed)
            if len(verdicts) == WANTED:
                break
        assert len(verdicts) == WANTED, f"{mode} has no room for this fault"
