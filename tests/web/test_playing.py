"""A game on phones: commands, windows, corrections, coming back."""

from __future__ import annotations

import pytest

from companion.tiwanaku.game import Discover, Wheel, command_data
from companion.tiwanaku.game.view import public_view
from companion.tiwanaku.game.view_data import view_data
from tests.tiwanaku.game.table import SETUPS, scenario
from tests.web.loops import run
from tests.web.players import Players
from tests.web.rig import Rig


def test_a_meeple_enters_and_discovers_and_everybody_hears_of_it(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, guest = await rig.member("Ana", 0), rig.phone()
            await guest.listen(lang="fr")
            entered = await ana.give({"kind": "enter", "to": "river/turtle"})
            assert entered.status_code == 200
            assert entered.json()["events"][0]["kind"] == "meeple-moved"
            happened = await guest.socket.until("happened")
            assert happened["game"]["view"]["phase"] == "discover"
            assert len(happened["texts"]) == len(happened["events"])
            await ana.hold("discovery", "river/turtle")
            revealed = await guest.socket.until("happened")
            assert revealed["game"]["view"]["grid"][4][0] == "G."
            assert not [message for message in guest.socket.messages if message["type"] == "window"]

    run(play())


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("competitive-2", "short"),
        ("competitive-4", "long"),
        ("solo-hard", "long"),
        ("together-4-normal", "long"),
    ],
)
def test_whole_games_are_played_on_two_phones(tmp_path, name, board):
    async def play():
        setup = SETUPS[name]
        seats = range(len(setup.colours))
        async with Rig(tmp_path, scenario=scenario(3, board), setup=setup).open() as rig:
            ana = await rig.member("Ana", *seats[::2])
            ben = await rig.member("Ben", *seats[1::2])
            players = Players(rig, [ana, ben], seed=5)
            while not players.over:
                await players.step()
            table = (await ben.get("table")).json()["table"]
            assert table["game"]["over"]
            assert table["game"]["view"] == view_data(public_view(rig.desk.game.state))
            score = (await ben.get("score/0")).json()["lines"]
            assert score[-1]["total"] == table["game"]["view"]["sides"][0]["score"]

    run(play())


def test_a_window_opens_only_when_held_long_enough(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            await ana.post("windows/press", window="discovery", space="river/turtle")
            await rig.held(0.99)
            await ana.post("windows/release")
            await rig.held(5.0)
            await ana.socket.until("window", state="closed")
            history = (await ana.get("history")).json()["entries"]
            assert [entry["command"]["kind"] for entry in history] == ["set-up", "enter"]
            assert "open" not in [m.get("state") for m in ana.socket.messages]

    run(play())


def test_a_window_closes_when_its_phone_is_gone_or_the_game_goes_on(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben", 1)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            await ana.post("windows/press", window="discovery", space="river/turtle")
            assert rig.page.windows.held is not None
            await ben.post("corrections", do="undo", index=1)
            closed = await ana.socket.until("window", state="closed")
            assert closed["why"] == "changed"
            await ana.give({"kind": "enter", "to": "river/turtle"})
            await ana.post("windows/press", window="discovery", space="river/turtle")
            await ana.socket.close()
            assert rig.page.windows.held is None
            alone = await ana.post("windows/press", window="discovery", space="river/turtle")
            assert alone.json()["error"]["code"] == "no-socket"

    run(play())


def test_discoveries_and_divinations_are_no_plain_commands(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            answer = await ana.give({"kind": "discover", "space": "river/turtle"})
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "hold-the-window"

    run(play())


def test_what_the_rules_forbid_is_refused_with_the_rule_in_the_wished_language(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            answer = await ana.send(
                "POST", "commands?lang=de", json={"command": {"kind": "retrieve", "space": "sun/llama"}}
            )
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "not-your-meeple"
            assert "Sonne/Lama" in answer.json()["error"]["text"]
            unknown = await ana.give({"kind": "fly", "to": "sun/llama"})
            assert (unknown.status_code, unknown.json()["error"]["code"]) == (400, "unreadable")

    run(play())


def test_corrections_of_any_entry_report_what_no_longer_fits(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0, 1)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            await ana.hold("discovery", "river/turtle")
            tried = (await ana.post("corrections/try", do="undo", index=1)).json()
            assert [misfit["index"] for misfit in tried["misfits"]] == [2]
            assert len((await ana.get("history")).json()["entries"]) == 3
            undone = (await ana.post("corrections", do="undo", index=1, entries=3)).json()
            assert undone["misfits"][0]["error"]["code"] == "act-first"
            game = await ana.socket.until("game")
            assert game["game"]["view"]["grid"][4][0] == ".."
            assert game["game"]["view"]["seen"] == ["river/turtle"]
            redone = (await ana.post("corrections", do="redo", index=1)).json()
            assert redone["misfits"] == []
            late = await ana.post("corrections", do="undo", index=1, entries=2)
            assert late.json()["error"]["code"] == "changed"

    run(play())


def test_a_discovery_forgotten_long_ago_is_put_in_by_a_held_window(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0, 1)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            await ana.hold("discovery", "river/turtle")
            await ana.give({"kind": "end-turn"})
            await ana.post("corrections", do="change", index=1, command={"kind": "enter", "to": "sun/condor"})
            pressed = await ana.hold("discovery", "sun/condor", correction={"do": "change", "index": 2})
            assert pressed.status_code == 202
            entry = (await ana.get("history")).json()["entries"][2]
            assert entry["standing"] == "done"
            assert entry["command"] == {"kind": "discover", "space": "sun/condor"}

    run(play())


def test_nobody_plays_in_the_turn_of_another_phone(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben", 1)
            answer = await ben.give({"kind": "enter", "to": "river/turtle"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")
            assert (await ana.give({"kind": "enter", "to": "river/turtle"})).status_code == 200
            window = await ben.post("windows/press", window="discovery", space="river/turtle")
            assert window.json()["error"]["code"] == "not-your-seat"

    run(play())


def test_only_the_wheel_opens_windows_once_a_phone_is_the_wheel(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben", 1)
            assert (await ben.post("wheel")).status_code == 200
            await ana.give({"kind": "enter", "to": "river/turtle"})
            refused = await ana.post("windows/press", window="discovery", space="river/turtle")
            assert refused.json()["error"]["code"] == "not-the-wheel"
            assert (await ben.hold("discovery", "river/turtle")).status_code == 202

    run(play())


def test_the_bare_wheel_shows_a_space_to_the_phone_that_holds_its_window_alone(tmp_path):
    async def play():
        async with Rig(tmp_path, setup=None).open() as rig:
            ana, guest = await rig.member("Ana"), rig.phone()
            await guest.listen()
            listed = (await guest.get("scenarios?board=short")).json()["scenarios"]
            name = listed[0]["name"]
            assert (await ana.post("wheel/disc", scenario=name)).status_code == 200
            game = await guest.socket.until("game")
            assert game["game"]["bare"]
            truth = Wheel(rig.page.ports.shelf.scenario(name))
            space = truth.back.board.space("leaf/llama")
            await ana.hold("discovery", "leaf/llama")
            shown = [m for m in ana.socket.messages if m.get("state") == "open"]
            assert shown[0]["terrain"] == truth.terrain(space).value
            await guest.socket.say('{"type": "ping"}')
            await guest.socket.until("pong")
            assert {m["type"] for m in guest.socket.messages} <= {"you", "snapshot", "game", "people", "pong"}

    run(play())


def test_a_game_goes_on_after_a_restart_in_mid_turn_with_the_same_phones(tmp_path):
    async def before():
        async with Rig(tmp_path, epoch="e1").open() as rig:
            ana = await rig.member("Ana", 0)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            return ana.client.cookies, (await ana.get("table")).json()

    async def after(cookies, table):
        async with Rig(tmp_path, resume=True, epoch="e2").open() as rig:
            ana = rig.phone()
            ana.client.cookies = cookies
            await ana.listen(epoch=table["epoch"], since=table["revision"])
            you = await ana.socket.hear()
            assert (you["member"], you["seats"], you["epoch"]) == (True, [0], "e2")
            snapshot = await ana.socket.hear()
            assert snapshot["type"] == "snapshot"
            assert snapshot["table"]["game"] == table["table"]["game"]
            assert (await ana.hold("discovery", "river/turtle")).status_code == 202

    run(after(*run(before())))


def test_a_command_is_refused_if_the_game_went_on_meanwhile(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0, 1)
            stale = await ana.give({"kind": "enter", "to": "river/turtle"}, entries=7)
            assert stale.json()["error"]["code"] == "changed"
            assert (await ana.give({"kind": "enter", "to": "river/turtle"}, entries=1)).status_code == 200

    run(play())


def test_where_a_meeple_can_go_is_what_the_rules_say(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            to = (await guest.get("reach")).json()["destinations"]
            options = (await guest.get("table")).json()["table"]["game"]["view"]["options"]
            assert sorted(to) == sorted(command["to"] for command in options[0]["commands"])
            assert (await guest.get("reach?space=sun/llama")).json() == {"destinations": []}
            assert command_data(Discover(rig.page.state().board.space("sun/llama")))["kind"] == "discover"

    run(play())
