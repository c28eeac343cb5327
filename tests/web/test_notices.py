"""What is missing at the table is told to every phone for as long as it is, in its language."""

from __future__ import annotations

from companion.table.wheel import Alerted, AlertOver
from companion.words import T
from tests.web.loops import run
from tests.web.rig import Rig

FULL = T("The disk is full: {file} cannot grow. Delete something on it.", file="games.sqlite")


def test_a_notice_comes_to_every_phone_and_goes_with_what_was_missing(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            early = rig.phone()
            await early.listen()
            assert (await early.socket.until("snapshot"))["table"]["notices"] == []
            await rig.hands(Alerted(0.0, FULL, key="disk", lasting=True), Alerted(0.0, T("Only for now.")))
            told = await early.socket.until("notices")
            assert told["notices"] == ["The disk is full: games.sqlite cannot grow. Delete something on it."]
            late = rig.phone()
            await late.listen(lang="fr")
            (french,) = (await late.socket.until("snapshot"))["table"]["notices"]
            assert french.startswith("Le disque est plein")
            await rig.hands(AlertOver(1.0, "disk"))
            for phone in (early, late):
                assert (await phone.socket.until("notices"))["notices"] == []

    run(play())
