"""Scenarios and games by phone: choose, import, transcribe, begin, go on, export, look back, delete, hints."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

from companion.table.coach.mode import CoachMode
from companion.table.wheel import WheelSettings
from companion.tiwanaku.code import scenario_code
from companion.tiwanaku.position import token
from companion.words import T
from tests.tiwanaku.game.table import scenario
from tests.web.loops import run
from tests.web.players import Players
from tests.web.rig import Rig, coach


def grid_of(land):
    tokens = [token(terrain, crop) for terrain, crop in zip(land.terrains, land.crops, strict=True)]
    columns = land.board.columns
    return [tokens[start : start + columns] for start in range(0, len(tokens), columns)]


def test_scenarios_are_chosen_by_size_and_difficulty(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            everything = (await guest.get("scenarios")).json()["scenarios"]
            short = (await guest.get("scenarios?board=short&difficulty=easy")).json()["scenarios"]
            wished = [each for each in everything if (each["board"], each["difficulty"]) == ("short", "easy")]
            assert short == wished
            assert 0 < len(short) < len(everything)
            assert set(short[0]) == {"name", "board", "spaces", "difficulty", "origin", "played", "otoma"}

    run(play())


def test_a_code_becomes_a_scenario_and_never_comes_back_out(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, land = await rig.member("Ana"), scenario(9, "short")
            code = scenario_code(land)
            kept = await ana.post("scenarios/import", code=code, name="From a friend")
            assert (kept.status_code, kept.json()) == (201, {"name": "From a friend"})
            again = await ana.post("scenarios/import", code=code, name="From a friend")
            assert again.status_code == 409
            begun = await ana.post("games", scenario="From a friend", colours=["blue", "white"], confirm=True)
            assert begun.status_code == 201
            await ana.get("scenarios")
            assert not any(code.encode() in each for each in rig.heard)

    run(play())


def test_a_disc_is_transcribed_and_slips_are_told_by_place_alone(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, land = await rig.member("Ana"), scenario(9, "short")
            grid, start = grid_of(land), [str(space) for space in land.start]
            wrong = [list(row) for row in grid]
            wrong[2][2] = wrong[2][2][0] + ("1" if wrong[2][2][1] != "1" else "5")
            tiles = {terrain.value: count for terrain, count in land.back().tiles.items()}
            body = {"name": "Attic find", "board": "short", "start": start, "tiles": tiles}
            slip = await ana.post("scenarios/transcribe", grid=wrong, **body)
            assert (slip.status_code, slip.json()["error"]["code"]) == (409, "slips")
            assert slip.json()["slips"][0]["spaces"]
            assert not any(row_token in slip.text for row in grid for row_token in row)
            done = await ana.post("scenarios/transcribe", grid=grid, **body)
            assert done.status_code == 201
            kept = rig.page.ports.shelf.scenario("Attic find")
            assert (kept.terrains, kept.crops, set(kept.start)) == (
                land.terrains,
                land.crops,
                set(land.start),
            )
            for rude in ([], [["S3"]], [["??"] * 5] * 5, [["S9"] * 5] * 5):
                answer = await ana.post("scenarios/transcribe", grid=rude, **body | {"name": "Rude"})
                assert answer.status_code == 400

    run(play())


def test_games_are_listed_resumed_exported_and_deleted(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0, 1)
            await ana.give({"kind": "enter", "to": "river/turtle"})
            first = (await ana.get("games")).json()["games"][0]
            assert first["present"]
            unconfirmed = await ana.post("games", colours=["blue", "green"])
            assert unconfirmed.json()["error"]["code"] == "unconfirmed"
            begun = await ana.post("games", scenario=None, colours=["blue", "green"], confirm=True)
            assert begun.status_code == 201
            games = (await ana.get("games")).json()["games"]
            assert [game["present"] for game in games] == [True, False]
            assert (await ana.post(f"games/{first['id']}/resume", confirm=True)).status_code == 200
            view = (await ana.get("table")).json()["table"]["game"]["view"]
            assert view["phase"] == "discover"
            exported = await ana.get(f"games/{first['id']}/export")
            assert "attachment" in exported.headers["content-disposition"]
            assert "solution" not in json.loads(exported.text)
            in_play = await ana.send("DELETE", f"games/{first['id']}", json={"confirm": first["id"]})
            assert in_play.json()["error"]["code"] == "in-play"
            other = games[0]["id"]
            unsure = await ana.send("DELETE", f"games/{other}", json={"confirm": "no"})
            assert unsure.json()["error"]["code"] == "unconfirmed"
            assert (await ana.send("DELETE", f"games/{other}", json={"confirm": other})).status_code == 204
            assert [game["id"] for game in (await ana.get("games")).json()["games"]] == [first["id"]]

    run(play())


def test_a_new_game_that_cannot_be_played_is_refused_and_the_old_one_stays(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            before = (await ana.get("table")).json()["table"]["game"]
            for wrong in (
                {"colours": ["blue"]},
                {"colours": ["blue", "pink"]},
                {"colours": ["blue", "green"], "scenario": "No such valley"},
                {"colours": ["blue"], "mode": "solo", "difficulty": "easy"},
            ):
                answer = await ana.post("games", confirm=True, **wrong)
                assert answer.status_code in (400, 409), answer.text
            assert (await ana.get("table")).json()["table"]["game"] == before

    run(play())


@pytest.mark.parametrize("strength", [1, 3])
def test_a_hint_comes_as_a_job_with_its_steps_to_the_phone_that_asked(tmp_path, strength):
    async def play():
        async with Rig(tmp_path, scenario=scenario(2, "short"), coach=coach).open() as rig:
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben", 1)
            players = Players(rig, [ana, ben], seed=4)
            for _ in range(16):
                await players.step()
            job = (await ana.post("hints", strength=strength)).json()["job"]
            told = await ana.socket.until("job", job=job)
            while told["state"] == "running":
                told = await ana.socket.until("job", job=job)
            assert told["state"] in ("done", "failed")
            if told["state"] == "done":
                assert told["result"]["text"]
                assert bool(told["result"]["steps"]) == (strength == 3)
            assert (await ana.get(f"jobs/{job}")).json() == told
            assert (await ben.get(f"jobs/{job}")).status_code == 404

    run(play())


def test_a_warning_before_a_divination_comes_to_the_phone_that_announces_alone(tmp_path):
    asked = []

    def warner(state, space, crop):
        asked.append((str(space), int(crop)))
        return T("Careful.") if crop == 5 else None

    async def play():
        settings = WheelSettings(coach=CoachMode.TEACHING, warnings=True)
        async with Rig(tmp_path, settings=settings, warner=warner).open() as rig:
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben", 1)
            for phone, place in ((ana, "river/condor"), (ben, "sun/condor")):
                assert (await phone.give({"kind": "enter", "to": place})).status_code == 200
                await phone.hold("discovery", place)
            heard = ben.socket.waiting()
            for crop, text in ((5, "Careful."), (1, None)):
                job = (await ana.post("warnings", space="river/condor", announced=crop)).json()["job"]
                told = await ana.socket.until("job", job=job, state="done")
                assert told["result"] == {"text": text}
                assert (await ben.get(f"jobs/{job}")).status_code == 404
            assert ben.socket.waiting() == heard
            assert asked == [("river/condor", 5), ("river/condor", 1)]
            # Only what could be announced now is worth a word.
            assert (await ana.post("warnings", space="sun/condor", announced=5)).status_code == 409
        async with Rig(tmp_path / "off", warner=warner).open() as rig:
            ana = await rig.member("Ana", 0)
            assert (await ana.post("warnings", space="sun/condor", announced=5)).status_code == 409

    run(play())


def test_a_job_can_be_cancelled_and_tells_how_far_it_is(tmp_path):
    begun, ended = threading.Event(), threading.Event()

    def look_back(record, progress, cancelled):
        progress(1, 9)
        begun.set()
        while not cancelled():
            ended.wait(0.01)
        ended.set()
        return lambda words: "<!doctype html>"

    async def play():
        async with Rig(tmp_path, recap=look_back).open() as rig:
            ana = await rig.member("Ana", 0)
            first = rig.games.present
            await ana.post("games", scenario=None, colours=["blue", "green"], confirm=True)
            job = (await ana.post(f"games/{first}/recap")).json()["job"]
            running = await ana.socket.until("job", job=job)
            assert (running["done"], running["of"]) == (1, 9)
            assert (await ana.send("DELETE", f"jobs/{job}")).status_code == 204
            assert (await ana.socket.until("job", job=job))["state"] == "cancelled"
            assert await asyncio.to_thread(ended.wait, 10)

    run(play())
