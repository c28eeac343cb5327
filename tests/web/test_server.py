"""The page on a real port: served, resumed after the companion ended, and told where it cannot be served."""

from __future__ import annotations

import json
import socket

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.web.beacon import join_address, own_names
from companion.web.server import NoPort, Server
from tests.web.rig import CODE
from tests.web.serving import serving


def live(table, cookies, **query):
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return connect(
        f"{table.url.replace('http', 'ws')}/api/v1/live?{asked}",
        additional_headers={"Cookie": cookie},
        open_timeout=10,
    )


def hear(line, kind):
    while (message := json.loads(line.recv(timeout=10)))["type"] != kind:
        pass
    return message


def test_a_table_is_served_ended_in_mid_turn_and_gone_on_with(tmp_path):
    with serving(tmp_path) as table, httpx.Client(base_url=f"{table.url}/api/v1/") as phone:
        assert phone.post("join", json={"code": CODE, "name": "Ana"}).status_code == 200
        cookies = dict(phone.cookies)
        with live(table, cookies) as line:
            before = hear(line, "snapshot")
            assert (
                phone.post("commands", json={"command": {"kind": "enter", "to": "sun/condor"}}).status_code
                == 200
            )
            happened = hear(line, "happened")
            assert happened["revision"] > before["revision"]
            ended = line
            epoch = phone.get("me").json()["epoch"]
    with pytest.raises(ConnectionClosed):
        ended.recv(timeout=10)
    with serving(tmp_path, resume=True) as table, live(table, cookies, epoch=epoch, since=3) as line:
        assert hear(line, "you")["member"]
        assert hear(line, "snapshot")["table"]["game"]["view"]["waiting"] == "sun/condor"


def test_a_port_that_is_taken_is_told_in_words(tmp_path):
    with serving(tmp_path) as table, pytest.raises(NoPort, match=str(table.port)):
        Server(table.page, port=table.port, host="127.0.0.1")


def test_a_message_too_large_for_the_socket_ends_it(tmp_path):
    with serving(tmp_path) as table, live(table, {}) as line:
        hear(line, "snapshot")
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            hear(line, "what never comes")


def test_another_sites_page_gets_no_socket(tmp_path):
    with serving(tmp_path) as table:
        answer = httpx.get(f"{table.url}/api/v1/table", headers={"Host": "evil.example"})
        assert answer.status_code == 403
        raw = socket.create_connection(("127.0.0.1", table.port), timeout=10)
        with raw:
            raw.sendall(
                b"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\n"
                b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            assert raw.recv(100).startswith(b"HTTP/1.1 403")


def test_the_address_to_join_fits_the_wheels_code():
    address = join_address(8000)
    assert address.startswith("http://")
    assert len(address) <= 53
    assert "pachamama.local" in own_names()
