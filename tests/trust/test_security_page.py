"""The page on a home network: what can be guessed, what lies in addresses, where paths lead, what logs say of phones."""

from __future__ import annotations

import json
import logging
import re
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from companion.table.broadcast.settings import parse_settings
from companion.web.app import describe
from companion.web.guests import CODE_DIGITS, Guests, new_code
from companion.web.phones_file import FILE, save_devices
from companion.web.tries import Tries
from tests.web.loops import run
from tests.web.rig import CODE, Rig
from tests.web.test_no_leak import Log

EVENING = 5 * 3600
MOST_GUESSED = 0.01
"""The chance that somebody who tries codes for a whole evening, from any number of addresses, gets in."""


def test_a_code_is_not_guessed_in_an_evening(tmp_path):
    tries = Rig(tmp_path).page.code_tries
    let_through = sum(
        tries.wait(f"10.{second % 7}.{attempt}.9", float(second)) == 0.0
        for second in range(EVENING)
        for attempt in range(3)
    )
    assert let_through > 0
    assert let_through / 10**CODE_DIGITS < MOST_GUESSED


def test_every_evening_has_another_code_and_any_code_can_come():
    codes = [new_code() for _ in range(3000)]
    assert len(set(codes)) > 2900
    assert {len(code) for code in codes} == {CODE_DIGITS}
    for place in range(CODE_DIGITS):
        assert {code[place] for code in codes} == set("0123456789")


def test_a_right_code_does_not_open_the_door_to_guessing():
    """Who knows the code cannot make room for more tries of others."""
    tries = Tries(most=5, seconds=60.0)
    through = 0
    for number in range(1000):
        through += tries.wait("10.0.0.1", 1.0) == 0.0
        if number % 4 == 0:
            tries.succeeded("10.0.0.1")
    assert through <= 30


def test_the_key_of_a_phone_cannot_be_guessed_and_is_kept_nowhere(tmp_path):
    guests = Guests("000000")
    keys = [guests.welcome(f"phone {number}", 1.0, member=True)[1] for number in range(50)]
    assert len(set(keys)) == 50
    # 256 bits, six a letter.
    assert all(len(key) >= 43 for key in keys)
    save_devices(tmp_path, guests.devices, ())
    kept = (tmp_path / FILE).read_text()
    assert not any(key in kept or key in repr(guests.devices) for key in keys)
    assert not any(device.digest in repr(device) for device in guests.devices)
    assert all(guests.known(key) is not None for key in keys)
    assert guests.known(keys[0][:-1]) is None
    assert guests.known(json.loads(kept)["devices"][0]["digest"]) is None


def test_neither_code_nor_key_is_in_an_address_a_log_or_an_answer(tmp_path):
    async def play():
        rig = Rig(tmp_path)
        lines = []
        handler = Log(lines)
        root = logging.getLogger()
        level = root.level
        root.addHandler(handler)
        root.setLevel(logging.DEBUG)
        try:
            async with rig.open():
                ana = await rig.member("Ana", 0)
                key = ana.client.cookies["pachamama"]
                for path in ("me", "table", "settings", "games", "nothing", "openapi.json"):
                    await ana.get(path)
                await ana.post("join", code="999999")
                await ana.socket.say('{"type": "ping"}')
                await ana.socket.until("pong")
                paths = describe(rig.page).openapi()["paths"]
        finally:
            root.removeHandler(handler)
            root.setLevel(level)
        said = b"\n".join([*lines, *(each for each in rig.heard if b"set-cookie" not in each)])
        for secret in (CODE, key):
            assert secret.encode() not in said
        named = {
            each["name"]
            for ways in paths.values()
            for way in ways.values()
            for each in way.get("parameters", ())
        }
        assert named.isdisjoint({"code", "token", "key", "cookie", "pachamama"})

    run(play())


CLIMBING = (
    "..",
    "../../pyproject.toml",
    "....//",
    "/etc/passwd",
    "a\0b",
    "games.sqlite",
    "..\\..\\x",
    "%2e%2e/%2e%2e/x",
)


def test_no_part_of_an_address_leads_to_another_file(tmp_path):
    async def play():
        home = tmp_path / "home"
        async with Rig(home).open() as rig:
            ana = await rig.member("Ana", listens=False)
            (tmp_path / "beside.toml").write_text("beside the table's own folder")
            before = sorted(str(path) for path in tmp_path.rglob("*"))
            asked = 0
            for path, methods in describe(rig.page).openapi()["paths"].items():
                for name, climb in (
                    (name, each) for name in re.findall(r"{(\w+)}", path) for each in CLIMBING
                ):
                    url = re.sub(r"{\w+}", "0", path.replace(f"{{{name}}}", quote(climb, safe="")))
                    for method in methods:
                        answer = await ana.send(
                            method.upper(), url, **({} if method == "get" else {"json": {}})
                        )
                        assert answer.status_code in (400, 401, 403, 404, 405, 409, 415, 422), (method, url)
                        assert b"beside the table" not in answer.content
                        assert b"SQLite" not in answer.content
                        asked += 1
            for climb in CLIMBING:
                for raw in (climb, quote(climb, safe="")):
                    answer = await ana.get("/" + raw.replace("\0", "%00"))
                    assert b"[project]" not in answer.content
                    # A client may shorten “/..” to “/” by itself: that is the page.
                    assert answer.status_code in (400, 404) or answer.url.path == "/", raw
                kept = await ana.post("scenarios/import", code="X", name=climb)
                assert kept.status_code in (400, 422)
            assert asked > 50
            assert sorted(str(path) for path in tmp_path.rglob("*")) == before

    run(play())


def test_the_password_of_a_broker_is_never_printed(tmp_path):
    word = "hunter2"
    (tmp_path / "password").write_text(word)
    text = 'format = 1\n[mqtt]\nhost = "broker"\nuser = "table"\npassword_file = "password"\n'
    settings = parse_settings(text, "settings.toml", tmp_path)
    assert settings is not None
    assert settings.password == word
    assert word not in f"{settings} {settings!r} {[settings]}"


def test_the_cameras_picture_is_for_members_and_kept_by_no_browser(tmp_path):
    async def play():
        camera = SimpleNamespace(frame=lambda: b"the room, and who is in it")
        async with Rig(tmp_path, camera=camera).open() as rig:
            refused = await rig.phone().get("camera/frame.jpg")
            assert (refused.status_code, b"room" in refused.content) == (401, False)
            shown = await (await rig.member("Ana", listens=False)).get("camera/frame.jpg")
            assert shown.content == camera.frame()
            assert shown.headers["cache-control"] == "no-store"

    run(play())


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/v1/table"])
def test_no_page_may_show_the_table_inside_itself_or_hear_where_one_came_from(tmp_path, path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            answer = await rig.phone().get(path)
            assert answer.status_code == 200
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-frame-options"] == "DENY"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "access-control-allow-origin" not in answer.headers

    run(play())
