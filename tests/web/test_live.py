"""Live updates: nothing is missed and nothing heard twice, and nobody waits for the slowest phone."""

from __future__ import annotations

import asyncio

from companion.table.inbox import Opening
from companion.web.feed import KEPT, MOST_LISTENERS, MOST_WAITING, Feed, Listener
from companion.web.routes.live import talk
from companion.words import language
from tests.tiwanaku.game.table import scenario
from tests.web.loops import run
from tests.web.players import Players
from tests.web.rig import TWO, Rig, Socket

ENGLISH = language("en")


def test_a_phone_that_was_away_hears_exactly_what_it_missed(tmp_path):
    async def play():
        async with Rig(tmp_path, scenario=scenario(2, "short")).open() as rig:
            ana, guest = await rig.member("Ana", 0, 1), rig.phone()
            players = Players(rig, [ana], seed=1)
            constant = rig.phone()
            await constant.listen()
            snapshot = await constant.socket.until("snapshot")
            await guest.listen()
            await guest.socket.until("snapshot")
            await guest.socket.close()
            for _ in range(6):
                await players.step()
            await guest.listen(epoch="e0", since=snapshot["revision"])
            you = await guest.socket.hear()
            missed = [await guest.socket.hear() for _ in range(you["revision"] - snapshot["revision"])]
            for _ in range(3):
                await players.step()
            await constant.socket.say('{"type": "ping"}')
            await constant.socket.until("pong")
            heard = [m for m in constant.socket.messages if m.get("revision", 0) > snapshot["revision"]]
            while len(missed) < len(heard):
                missed.append(await guest.socket.hear())
            assert missed == heard
            assert [m["revision"] for m in missed] == list(
                range(snapshot["revision"] + 1, snapshot["revision"] + 1 + len(missed))
            )

    run(play())


def test_who_was_away_for_too_long_or_counts_wrong_gets_everything_anew(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            for _ in range(KEPT + 5):
                rig.page.feed.publish("look", lambda words: {"look": {}})
            for since in (0, 10**6, -1):
                guest = rig.phone()
                await guest.listen(epoch="e0", since=since)
                await guest.socket.hear()
                assert (await guest.socket.hear())["type"] == "snapshot"

    run(play())


class CutLine:
    """A socket that is cut off while the second message is sent; the loop tells so a moment later, as asyncio does."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.cut = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.sent.append(text)
        if len(self.sent) == 2:
            asyncio.get_running_loop().call_soon(self.cut.set)

    async def receive(self) -> dict[str, object]:
        await self.cut.wait()
        return {"type": "websocket.disconnect", "code": 1006}


def test_nothing_more_is_sent_to_a_phone_that_has_gone_while_much_waited_for_it():
    async def play():
        line, listener = CutLine(), Listener(ENGLISH, None)
        for number in range(MOST_WAITING - 1):
            listener.offer(str(number))
        await talk(line, listener)
        assert len(line.sent) < 6

    run(play())


def test_memory_of_messages_and_of_what_waits_for_a_phone_is_bounded():
    async def play():
        feed, slow, quick = Feed("e"), Listener(ENGLISH, None), Listener(ENGLISH, None)
        with feed.listening(slow), feed.listening(quick):
            for number in range(3 * MOST_WAITING):
                feed.publish("look", lambda words, number=number: {"look": number})
                await quick.next()
            assert slow.too_slow
            assert not quick.too_slow
            assert await slow.next() is None
        assert len(feed.missed("e", feed.revision - KEPT)) == KEPT
        assert feed.missed("e", feed.revision - KEPT - 1) is None

    run(play())


def test_a_phone_that_does_not_read_is_let_go_and_resumes(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            # Its network takes nothing any more.
            gate = asyncio.Event()
            stuck_socket = await _stuck_listener(guest, gate)
            for _ in range(MOST_WAITING + 5):
                rig.page.feed.publish("look", lambda words: {"look": {}})
                await asyncio.sleep(0)
            gate.set()
            while await stuck_socket.hear() is not None:
                pass
            assert stuck_socket.closed == 4008

    run(play())


async def _stuck_listener(phone, gate):
    """A socket to which nothing gets through until the gate opens."""
    socket = Socket(phone, {})
    put = socket._from_app.put

    async def slow(message):
        if message["type"] == "websocket.send":
            await gate.wait()
        await put(message)

    socket._from_app.put = slow
    await socket.open()
    return socket


def test_too_many_listeners_are_turned_away(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            listeners = [Listener(ENGLISH, None) for _ in range(MOST_LISTENERS)]
            for listener in listeners:
                rig.page.feed._listeners.add(listener)
            guest = rig.phone()
            await guest.listen()
            assert await guest.socket.hear() is None
            assert guest.socket.closed == 4013

    run(play())


def test_what_a_phone_says_on_its_socket_changes_nothing(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            await guest.listen()
            for text in ("", "nonsense", "[" * 900, '{"type": "command"}', "1", '{"type":"ping"}'):
                await guest.socket.say(text)
            await guest.socket.until("pong")
            await guest.socket.say("x" * 2000)
            while await guest.socket.hear() is not None:
                pass
            assert guest.socket.closed == 4009

    run(play())


def test_settings_changed_on_a_phone_hold_on_the_wheel_and_for_everybody(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, guest = await rig.member("Ana"), rig.phone()
            await guest.listen()
            changed = await ana.send("PUT", "settings", json={"hold_time": 2.0})
            assert changed.status_code == 200
            assert (await guest.socket.until("settings"))["settings"]["hold_time"] == 2.0
            assert rig.settings.hold_time == 2.0
            await ana.give({"kind": "enter", "to": "river/turtle"})
            assert rig.desk.state.settings.hold_time == 2.0
            for wrong in ({"hold_time": 0.01}, {"hold_time": True}, {"speed": 1}, {"language": "la"}):
                assert (await ana.send("PUT", "settings", json=wrong)).status_code == 400
            meanings = (await guest.get("settings?lang=it")).json()["settings"]
            assert all(setting["meaning"] and len(setting["choices"]) > 1 for setting in meanings)

    run(play())


def test_another_game_of_the_same_scenario_is_told_as_a_whole(tmp_path):
    async def play():
        async with Rig(tmp_path, scenario=scenario(2, "short")).open() as rig:
            ana = await rig.member("Ana", 0, 1)
            await Players(rig, [ana], seed=1).step()
            await ana.socket.until("happened")
            rig.inbox.put(Opening(rig.games.new(scenario(2, "short"), TWO)))
            told = await ana.socket.until("game")
            assert told["game"]["entries"] == 1
            assert not [
                m for m in ana.socket.messages if m["type"] == "happened" and m["game"]["entries"] == 1
            ]

    run(play())
