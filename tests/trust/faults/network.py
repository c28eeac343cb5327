"""Faults of the network: gone and back, and phones that come and go in bursts."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from unittest.mock import patch

from companion.commands.broadcasting import start_broadcast
from companion.table.broadcast import Times
from tests.table.broadcast.broker import Broker, Ear, Gate
from tests.trust.faults.fault import Fault
from tests.trust.faults.guests import Guests
from tests.trust.faults.stage import Overdue, Stage

QUICK = Times(answer=5.0, first_pause=0.02, longest_pause=0.1, silence=0.0)
GUESTS = 12
TOPIC = "pachamama/table/state"


class NetworkStage(Stage):
    """A table whose phones and whose broker are behind gates that can be cut."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.broker = Broker(folder).start()
        self.broker_gate = Gate(self.broker.port).open()
        (folder / "settings.toml").write_text(
            f'format = 1\n[mqtt]\nhost = "127.0.0.1"\nport = {self.broker_gate.port}\n'
        )
        quick = partial(start_broadcast, times=QUICK)
        with patch("companion.commands.at_play.start_broadcast", quick):
            super().__init__(folder, seed, camera=False)
        assert self.at_play.page is not None
        self.ear = Ear(self.broker.port)
        self.page_gate = Gate(self.at_play.page.port).open()
        self.guests = Guests(self.page_gate.port, GUESTS, seed)

    def all_is_known(self) -> None:
        """Every phone has heard everything once, and the broker keeps the present state."""
        self.until(lambda: not self.desk.is_saving, "a record never came to the disk")
        if not self.guests.know(self.record):
            raise Overdue("a phone never heard how the game stands")
        if found := self.guests.complaints(self.record):
            raise Overdue("; ".join(found))
        count = len(self.record.events)
        try:
            self.ear.wait_for(TOPIC, lambda told: (json.loads(told)["game"] or {}).get("events") == count)
        except AssertionError as error:
            raise Overdue("the broker was never told how the game stands") from error
        # What it heard last is the present state, which may be asked for again.
        del self.ear.heard[:-10]

    def close(self) -> None:
        """The end."""
        self.guests.close()
        self.page_gate.cut()
        self.ear.close()
        super().close()
        self.broker_gate.cut()
        self.broker.stop()


def network_gone(stage: Stage) -> Fault:
    """Nobody outside can be reached: the wheel is left, and says that no news go out."""
    assert isinstance(stage, NetworkStage)
    stage.all_is_known()
    stage.page_gate.cut()
    stage.broker_gate.cut()

    def play() -> None:
        stage.play(1 + stage.random.randrange(6))
        stage.until(lambda: bool(stage.notices), "nobody was told that the broker is gone")

    def heal() -> None:
        stage.page_gate.open()
        stage.broker_gate.open()

    return Fault(
        heal=heal,
        lasts=stage.random.uniform(1, 5),
        notice="MQTT broker",
        ways=("hand", "order"),
        play=play,
        recovers=1.0,
        afterwards=stage.all_is_known,
    )


def reconnect_storm(stage: Stage) -> Fault:
    """All phones hang up and come back again and again, each with the number that it heard last."""
    assert isinstance(stage, NetworkStage)
    came = stage.guests.came
    stage.guests.restless(True)

    def play() -> None:
        stage.play(2 + stage.random.randrange(4))
        stage.until(lambda: stage.guests.came >= came + 2 * GUESTS, "the phones did not come back")

    return Fault(
        heal=lambda: stage.guests.restless(False),
        lasts=stage.random.uniform(0.5, 2),
        play=play,
        recovers=0.5,
        afterwards=stage.all_is_known,
    )
