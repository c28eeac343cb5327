"""Who may do what: the code, the wheel's word, seats, and the one wheel of the page."""

from __future__ import annotations

import pytest

from companion.web.app import describe
from tests.web.loops import run
from tests.web.rig import CODE, Rig

OPEN_TO_ALL = {
    ("POST", "/api/v1/join"),
    ("POST", "/api/v1/join/ask"),
    ("POST", "/api/v1/windows/release"),
    ("DELETE", "/api/v1/me"),
}
BODIES = {
    "/commands": {"command": {"kind": "pass"}},
    "/corrections": {"do": "undo", "index": 1},
    "/corrections/try": {"do": "undo", "index": 1},
    "/windows/press": {"window": "discovery", "space": "river/turtle"},
    "/scenarios/import": {"code": "X", "name": "Y"},
    "/scenarios/transcribe": {"name": "X", "board": "short", "grid": []},
    "/games": {"colours": ["blue", "green"]},
    "/games/{game}": {"confirm": "abc"},
    "/wheel/disc": {"scenario": "X"},
    "/warnings": {"space": "river/turtle", "announced": 1},
    "/camera/corners": {"corners": None},
}


def test_a_guest_sees_the_table_and_changes_nothing(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            before = (await guest.get("table")).json()
            paths = describe(rig.page).openapi()["paths"]
            refused = 0
            for path, methods in paths.items():
                for method in {"post", "put", "delete"} & set(methods):
                    if (method.upper(), path) in OPEN_TO_ALL:
                        continue
                    url = path
                    for name in ("seat", "game", "job", "alert", "proposal"):
                        url = url.replace(f"{{{name}}}", "0")
                    body = BODIES.get(path.removeprefix("/api/v1"), {})
                    answer = await guest.send(method.upper(), url, json=body)
                    assert answer.status_code == 401, (method, path, answer.text)
                    refused += 1
            assert refused >= 20
            assert (await guest.get("table")).json() == before

    run(play())


def test_a_wrong_code_is_refused_and_soon_not_even_listened_to(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            for _ in range(5):
                wrong = await guest.post("join", code="000000")
                assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong-code")
            right = await guest.post("join", code=CODE)
            assert right.status_code == 429
            assert 0 < int(right.headers["retry-after"]) <= 60
            rig.clock.advance(61)
            assert (await guest.post("join", code=CODE)).status_code == 200

    run(play())


def test_the_cookie_cannot_be_read_by_scripts_or_sent_from_elsewhere(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            joined = await rig.phone().post("join", code=CODE, name="Ana")
            cookie = joined.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert "domain" not in cookie

    run(play())


@pytest.mark.parametrize("yes", [True, False])
def test_a_phone_without_the_code_is_let_in_by_hands_on_the_wheel_or_not(tmp_path, yes):
    async def play():
        async with Rig(tmp_path).open() as rig:
            await rig.say(False)  # leaves the welcome
            eve = rig.phone()
            asked = await eve.post("join/ask", name="Eve")
            assert asked.status_code == 202
            await eve.listen()
            assert (await eve.get("me")).json()["asked"]
            assert (await eve.post("seats/0")).status_code == 401
            await rig.say(yes)
            if yes:
                assert (await eve.socket.until("you", member=True))["asked"] is False
            else:
                await rig.member("Ana", 0)
                await eve.socket.until("people")
            assert (await eve.post("seats/1")).status_code == (200 if yes else 401)

    run(play())


def test_a_seat_belongs_to_one_phone_and_is_taken_back_at_the_wheel(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            await rig.say(False)
            ana, ben = await rig.member("Ana", 0), await rig.member("Ben")
            taken = await ben.post("seats/0")
            assert (taken.status_code, taken.json()["error"]["code"]) == (409, "taken")
            assert (await ben.post("seats/0/ask")).status_code == 202
            await rig.say(True)
            you = await ben.socket.until("you", seats=[0])
            assert you["seats"] == [0]
            await ana.socket.until("you", seats=[])
            refused = await ana.give({"kind": "enter", "to": "river/turtle"})
            assert refused.json()["error"]["code"] == "not-your-seat"

    run(play())


def test_the_wheel_exists_once_and_is_free_again_when_its_phone_is_gone(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana, ben = await rig.member("Ana"), await rig.member("Ben")
            assert (await ana.post("wheel")).json()["wheel"]["name"] == "Ana"
            assert (await ben.post("wheel")).status_code == 409
            await ana.socket.close()
            assert (await ben.post("wheel")).status_code == 409
            rig.clock.advance(31)
            assert (await ben.post("wheel")).json()["wheel"]["name"] == "Ben"
            assert (await ana.get("me")).json()["wheel"] is False

    run(play())


def test_everybody_hears_who_sits_where_and_who_leaves(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            guest = rig.phone()
            await guest.listen()
            ana = await rig.member("Ana", 1)
            seated = await guest.socket.until("people")
            while not seated["people"]["seats"][1]["here"]:
                seated = await guest.socket.until("people")
            assert seated["people"]["seats"][1]["name"] == "Ana"
            assert (await ana.send("DELETE", "me")).status_code == 204
            left = await guest.socket.until("people")
            assert left["people"]["seats"][1]["device"] is None
            assert (await ana.give({"kind": "pass"})).status_code == 401

    run(play())


def test_another_round_of_colours_makes_everybody_get_up(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            body = {"scenario": None, "colours": ["white", "green"], "confirm": True}
            assert (await ana.post("games", **body)).status_code == 201
            assert (await ana.get("me")).json()["seats"] == []

    run(play())
