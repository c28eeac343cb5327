"""Bots that play on phones: each command goes through the interface, windows are held."""

from __future__ import annotations

from random import Random

from companion.tiwanaku.bots import RandomBot
from companion.tiwanaku.bots.simulation import chance
from companion.tiwanaku.game import Discover, Divine, Phase, command_data


class Players:
    """Seats and their phones; whose turn it is gives the command, or holds the window."""

    def __init__(self, rig, phones, seed):
        self.rig = rig
        self.phones = phones
        self._bots = [RandomBot(seed + seat) for seat in range(4)]
        self._random = Random(seed)

    @property
    def state(self):
        return self.rig.page.record.state

    @property
    def over(self):
        return self.state.phase is Phase.OVER

    def phone(self):
        """The phone of whose turn it is."""
        return self.phones[self.state.seat % len(self.phones)]

    def choose(self):
        return chance(self.state, self._random) or self._bots[self.state.seat].choose(self.state)

    async def step(self):
        """One command; it."""
        command = self.choose()
        await self.give(self.phone(), command)
        return command

    async def give(self, phone, command):
        match command:
            case Discover(space):
                await self.hold(phone, "discovery", space)
            case Divine(space, announced):
                await self.hold(phone, "divination", space, announced=int(announced))
            case _:
                answer = await phone.give(command_data(command))
                assert answer.status_code == 200, answer.text

    async def hold(self, phone, window, space, **more):
        entries = len(self.rig.page.record.entries)
        pressed = await phone.post("windows/press", window=window, space=str(space), **more)
        assert pressed.status_code == 202, pressed.text
        await self.rig.held(self.rig.page.settings.hold_time)
        shown = await phone.socket.until("window")
        while shown["state"] == "filling" or shown.get("why") == "released":
            shown = await phone.socket.until("window")
        assert shown["state"] == "open", shown
        await phone.post("windows/release")
        assert len(self.rig.page.record.entries) == entries + 1
