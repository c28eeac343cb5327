"""A table on a home network: other sites' pages, rebound names and rude messages get nothing and change nothing."""

from __future__ import annotations

import asyncio
import json
import logging

import httpx
import pytest

from companion.web.app import build
from companion.web.tries import Tries
from tests.web.loops import run
from tests.web.rig import CODE, HOST, Rig


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "pachamama.local.evil.example", "", "a b", "[::1", "localhost.x"],
)
def test_a_foreign_name_that_points_here_is_not_answered(tmp_path, host):
    async def play():
        async with Rig(tmp_path).open() as rig:
            answer = await rig.phone().get("table", headers={"Host": host})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign-host")

    run(play())


@pytest.mark.parametrize(
    "host",
    ["pachamama.local", "PACHAMAMA.local:8000", "localhost:8000", "127.0.0.1", "[::1]:8000", "10.0.0.4:80"],
)
def test_our_names_and_bare_addresses_are_answered(tmp_path, host):
    async def play():
        async with Rig(tmp_path).open() as rig:
            assert (await rig.phone().get("table", headers={"Host": host})).status_code == 200

    run(play())


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://192.168.1.7", "https://192.168.1.7:8001", "x"]
)
def test_another_sites_page_can_neither_act_nor_listen(tmp_path, origin):
    async def play():
        async with Rig(tmp_path).open() as rig:
            stranger = rig.phone(Origin=origin)
            answer = await stranger.post("join", code=CODE)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign-origin")
            await stranger.listen()
            assert stranger.socket.closed == 1008

    run(play())


def test_a_form_of_another_site_is_refused_even_without_an_origin(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            phone = rig.phone()
            del phone.client.headers["origin"]
            form = await phone.send(
                "POST",
                "join",
                content=json.dumps({"code": CODE}),
                headers={"Content-Type": "text/plain"},
            )
            assert form.status_code == 415
            crossed = await phone.send(
                "POST", "join", json={"code": CODE}, headers={"Sec-Fetch-Site": "cross-site"}
            )
            assert crossed.status_code == 403

    run(play())


def test_large_and_deep_messages_are_refused(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0)
            large = await ana.give({"kind": "x" * 70_000})
            assert (large.status_code, large.json()["error"]["code"]) == (413, "too-large")

            async def parts():
                for _ in range(20):
                    yield b" " * 8000

            endless = await ana.send(
                "POST", "commands", content=parts(), headers={"Content-Type": "application/json"}
            )
            assert endless.status_code in (400, 413)
            for body in (
                b"[" * 60_000,
                b'{"command": ' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}",
                b"{",
                b"\xff",
                b"NaN",
            ):
                rude = await ana.send(
                    "POST", "commands", content=body, headers={"Content-Type": "application/json"}
                )
                assert 400 <= rude.status_code < 500, body[:20]
                assert rude.json()["error"]["text"]
            halves = await ana.send(
                "POST",
                "commands",
                content=b'{"command": {"kind": "enter", "to": "\\ud800"}}',
                headers={"Content-Type": "application/json"},
            )
            assert halves.status_code == 400
            for digits in ("9" * 12, "9" * 5000):
                boasting = await ana.send("POST", "commands", headers={"Content-Length": digits})
                assert boasting.status_code == 413
            long = await ana.get("table?x=" + "y" * 3000)
            assert long.status_code == 414

    run(play())


@pytest.mark.parametrize("host", [HOST, "evil.example"])
def test_a_phone_that_goes_away_during_its_answer_is_no_failure(tmp_path, caplog, host):
    async def nobody_hears(message):
        raise ConnectionResetError

    async def play():
        async with Rig(tmp_path).open() as rig:
            scope = {
                "type": "http",
                "method": "GET",
                "path": "/api/v1/table",
                "query_string": b"",
                "headers": [(b"host", host.encode())],
            }
            await rig.app(scope, asyncio.Event().wait, nobody_hears)

    run(play())
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_every_answer_has_the_headers_that_keep_scripts_out(tmp_path):
    async def play():
        async with Rig(tmp_path).open() as rig:
            phone = rig.phone()
            for path in ("table", "nothing", "openapi.json", "games/zzz", "/nothing", "/../pyproject.toml"):
                answer = await phone.get(path)
                policy = answer.headers["content-security-policy"]
                assert "unsafe" not in policy
                assert "default-src 'none'" in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["referrer-policy"] == "no-referrer"
                assert answer.status_code < 500

    run(play())


def test_the_pages_files_are_served_and_nothing_beside_them(tmp_path):
    static = tmp_path / "static"
    (static / "views").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    (static / "views" / "a.js").write_text("export {};")
    (tmp_path / "secret.txt").write_text("secret")

    async def play():
        async with Rig(tmp_path).open() as rig:
            app = build(rig.page, static=static)
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url=f"http://{HOST}"
            ) as client:
                assert (await client.get("/")).text == "<!doctype html>"
                script = await client.get("/views/a.js")
                assert "javascript" in script.headers["content-type"]
                assert script.headers["cache-control"] == "no-cache"
                again = await client.get("/views/a.js", headers={"If-None-Match": script.headers["etag"]})
                assert again.status_code == 304
                for path in ("/views/", "/views", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
                    answer = await client.get(path)
                    assert answer.status_code == 404, path
                    assert "secret" not in answer.text.replace("secret.txt", "")

    run(play())


def test_reading_changes_nothing(tmp_path):
    """Every GET of the description, as guest and as member, leaves files and table as they are."""
    from companion.web.app import describe

    async def play():
        async with Rig(tmp_path).open() as rig:
            ana = await rig.member("Ana", 0, listens=False)
            files = {
                path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.suffix in (".json", ".toml")
            }
            before = (await ana.get("table")).json()
            for path, methods in describe(rig.page).openapi()["paths"].items():
                if "get" in methods:
                    url = path.replace("{lang}", "fr").replace("{side}", "0")
                    for name in ("game", "job", "name"):
                        url = url.replace(f"{{{name}}}", "0")
                    for phone in (ana, rig.phone()):
                        assert (await phone.get(url)).status_code in (200, 400, 401, 404), url
            assert (await ana.get("table")).json() == before
            assert files == {path: path.read_bytes() for path in files}

    run(play())


def test_tries_are_counted_for_all_addresses_together_as_well():
    tries = Tries(most=5, seconds=60.0, overall=30)
    let_through = sum(
        tries.wait(f"10.0.{number // 250}.{number % 250}", 1.0) == 0.0 for number in range(1000)
    )
    assert let_through == 30
    tries = Tries(most=5, seconds=60.0, overall=30)
    assert sum(tries.wait(f"fe80::1:{number:x}", 1.0) == 0.0 for number in range(100)) == 5
