"""A game on phones: joining, commands, windows, corrections, coming back."""

from __future__ import annotations

import asyncio

from tests.web.rig import Rig


def run(work):
    asyncio.run(work)


def test_a_phone_that_joins_by_the_code_enters_a_meeple_and_discovers(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            await ana.socket.until("snapshot")
            entered = await ana.give({"kind": "enter", "to": "river/turtle"})
            assert entered.status_code == 200
            happened = await ana.socket.until("happened")
            assert happened["game"]["view"]["phase"] == "discover"
            await ana.hold("discovery", "river/turtle")
            shown = [m for m in ana.socket.messages if m["type"] == "window" and m["state"] == "open"]
            assert shown[0]["terrain"] == "grass"
            table = (await ana.get("table")).json()["table"]
            assert table["game"]["view"]["grid"][4][0] == "G."

    run(play())
