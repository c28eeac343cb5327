"""The page's server, called as a server calls it: requests to every operation, and messages to its WebSocket.

An input of the first is written like a request of HTTP; of the second, the query and then a message a line. Splitting bytes into
those is the work of uvicorn and websockets; what they would never hand on is not handed on here either.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote

from companion.tiwanaku.code import scenario_code
from companion.web.app import describe
from companion.web.page import Page
from companion.web.ports import Ports
from tests.discs import disc
from tests.trust.bad_input.logs import Faults
from tests.trust.bad_input.reader import Bench, Reader
from tests.trust.bad_input.trees import Form, mutated
from tests.web.rig import HOST, Rig, Socket, coach
from tests.web.stand_ins import Camera, Lessons, Referee

PATIENCE = 15.0
TABLE_LASTS = 1500
"""Requests after which the table is set up anew: some of them end the game, or send everybody away."""
_NAME = re.compile(rb"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_SAFE = "/?&=%:@!$'()*+,;-._~[]"

_COMMANDS: tuple[dict[str, Any], ...] = (
    {"kind": "enter", "to": "river/turtle"},
    {"kind": "move", "start": "river/turtle", "to": "sun/llama"},
    {"kind": "divine", "space": "river/turtle", "announced": 2},
    {"kind": "offer", "tokens": [1, 2]},
    {"kind": "end-turn"},
    {"kind": "pass"},
)
_BODIES: Mapping[str, tuple[dict[str, Any], ...]] = {
    "JoinBody": ({"code": "482913", "name": "Ana"}, {"code": "000000"}),
    "AskBody": ({"name": "Ana"},),
    "CommandsBody": tuple({"command": command, "entries": 1} for command in _COMMANDS),
    "CorrectionBody": (
        {"do": "undo", "index": 1, "entries": 2},
        {"do": "change", "index": 1, "command": _COMMANDS[0]},
        {"do": "insert", "index": 1, "command": _COMMANDS[4]},
    ),
    "PressBody": (
        {"window": "discovery", "space": "river/turtle"},
        {
            "window": "divination",
            "space": "sun/llama",
            "announced": 3,
            "correction": {"do": "change", "index": 1},
        },
    ),
    "NewGameBody": (
        {"mode": "competitive", "colours": ["blue", "green"], "confirm": True},
        {"mode": "solo", "colours": ["blue"], "difficulty": "easy", "first": 0},
    ),
    "DeleteBody": ({"confirm": "abc"},),
    "ConfirmBody": ({"confirm": True},),
    "DiscBody": ({"scenario": "Morning valley"},),
    "ImportBody": ({"code": "a scenario's code", "name": "Mine", "replace": True},),
    "TranscribeBody": (
        {
            "name": "Attic",
            "board": "short",
            "grid": [["S3", "S1", "D1", "G2", "G1"]] * 5,
            "start": ["sun/llama"],
            "otoma": {"purple": "sun/llama"},
            "tiles": {"dirt": 6, "sand": 7, "grass": 6, "rock": 6},
        },
    ),
    "HintBody": ({"strength": 2},),
    "WarningBody": ({"space": "sun/llama", "announced": 3},),
    "SettingsBody": ({"language": "fr", "hold_time": 1.5, "coach": "teaching"},),
    "CornersBody": ({"corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}, {"corners": None}),
}


def _requests() -> list[bytes]:
    """One request at least for every operation, as the description has it."""
    described = describe(Page(Ports(**dict.fromkeys(("inbox", "shelf", "settings", "bare", "keep_settings", "scenario_by_chance"))))).openapi()  # type: ignore[arg-type]  # fmt: skip
    seeds = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            target = re.sub(
                r"\{(\w+)\}", lambda found: {"lang": "fr", "name": "shapes"}.get(found[1], "1"), path
            )
            query = "&".join(
                f"{each['name']}=1" for each in operation.get("parameters", ()) if each["in"] == "query"
            )
            schema = (
                operation.get("requestBody", {})
                .get("content", {})
                .get("application/json", {})
                .get("schema", {})
            )
            bodies = _BODIES[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else ({},)
            for body in bodies:
                head = f"{method.upper()} {target}?{query}\naccept-language: de;q=0.8, en\n\n"
                seeds.append(head.encode() + json.dumps(body).encode())
    code = scenario_code(disc(1, "short")).encode()
    return [seed.replace(b"a scenario's code", code) for seed in seeds]


class _Table:
    """A table with a page, on a loop that runs only while something is asked of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()
        self._asked = 0
        self._tables = 0
        self._token = ""
        self.faults = Faults()
        self._logs = ExitStack()
        self._logs.enter_context(self.faults)
        self.rig: Any = None

    def run(self, work: Any) -> Any:
        """What comes of a coroutine; nothing that failed in other threads meanwhile is overlooked."""
        if self._asked % TABLE_LASTS == 0:
            self._loop.run_until_complete(self._set_up())
        self._asked += 1
        self.rig.heard.clear()
        result = self._loop.run_until_complete(asyncio.wait_for(work(self), PATIENCE))
        self.faults.check()
        return result

    def member(self) -> str:
        """The cookie of a member, whatever became of the one before."""
        if self.rig.page.guests.known(self._token) is None:
            _, self._token = self.rig.page.guests.welcome("Fuzz", 1e12, member=True)
        return self._token

    async def _set_up(self) -> None:
        await self._stack.aclose()
        self._tables += 1
        folder = self._folder / str(self._tables)
        folder.mkdir()
        ports = {"camera": Camera(), "referee": Referee(), "lessons": Lessons(), "coach": coach}
        self.rig = await self._stack.enter_async_context(Rig(folder, **ports).open())

    def close(self) -> None:
        self._loop.run_until_complete(self._stack.aclose())
        self._loop.close()
        self._logs.close()


@dataclass(frozen=True)
class _Request:
    """A request as a server hands it on."""

    method: str
    target: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @classmethod
    def of(cls, data: bytes) -> _Request:
        head, _, body = data.partition(b"\n\n")
        first, *lines = head.split(b"\n")
        method, _, target = first.partition(b" ")
        given = [line.partition(b":") for line in lines]
        headers = {
            name.strip().lower(): re.sub(rb"[\0\r\n]", b"", value.strip())
            for name, _, value in given
            if _NAME.fullmatch(name.strip())
        }
        named = method.decode("latin-1") if _NAME.fullmatch(method) else "GET"
        return cls(named, quote_from_bytes(target, safe=_SAFE), tuple(headers.items()), body)

    def scope(self, cookie: str) -> dict[str, Any]:
        path, _, query = self.target.partition("?")
        usual = {
            b"host": HOST.encode(),
            b"origin": f"http://{HOST}".encode(),
            b"cookie": f"pachamama={cookie}".encode(),
            b"content-type": b"application/json",
            b"content-length": str(len(self.body)).encode(),
        }
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": self.method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": list((usual | dict(self.headers)).items()),
            "client": ("192.168.1.50", 5000),
            "server": ("192.168.1.7", 8000),
        }


async def _ask(table: _Table, request: _Request) -> None:
    answers: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.Event().wait()  # a phone that stays until it has its answer
        return parts.pop()

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    await table.rig.app(request.scope(table.member()), receive, send)
    table.faults.check()
    status = answers[0]["status"]
    if status >= 500:
        raise AssertionError(f"{request.method} {request.target[:80]} was answered {status}")
    body = b"".join(message.get("body", b"") for message in answers[1:])
    if status >= 400 and request.method != "HEAD" and not json.loads(body)["error"]["code"]:
        raise AssertionError("a refusal without a code")


@contextmanager
def _http(folder: Path) -> Iterator[Bench]:
    table = _Table(folder)

    def by_body(data: bytes, random: Any) -> bytes:
        """The body by its structure, since most of what is only damaged is turned away at the door."""
        head, _, body = data.partition(b"\n\n")
        try:
            tree = json.loads(body)
        except (ValueError, RecursionError):
            return data
        if not isinstance(tree, dict) or random.random() < 0.4:
            return data
        return head + b"\n\n" + mutated(tree, Form.JSON, random)

    yield Bench(_requests(), lambda data: table.run(lambda here: _ask(here, _Request.of(data))), by_body)
    table.close()


async def _talk(table: _Table, data: bytes) -> None:
    query, *messages = data.split(b"\n")
    phone = table.rig.phone()
    phone.client.cookies.set("pachamama", table.member())
    socket: Any = Socket(phone, {})
    socket._query = quote_from_bytes(query, safe=_SAFE)
    await socket.open()
    for message in messages[:50]:
        if message.startswith(b"\0"):
            await socket._to_app.put({"type": "websocket.receive", "bytes": message[1:]})
        else:
            await socket.say(message.decode("utf-8", "replace"))
    await socket.say('{"type": "ping"}')
    while socket.closed is None and (heard := await socket.hear()) is not None and heard["type"] != "pong":
        pass
    await socket.close()
    await phone.client.aclose()


@contextmanager
def _live(folder: Path) -> Iterator[Bench]:
    table = _Table(folder)
    seeds = [
        b'epoch=e0&since=0&lang=fr\n{"type": "ping"}',
        b"since=-1\n\n[]\n{}",
        b"\n\0binary",
        b'lang=it\n{"type": ["ping"]}',
    ]
    yield Bench(seeds, lambda data: table.run(lambda here: _talk(here, data)))
    table.close()


_TOKENS = (b"POST ", b"PUT ", b"DELETE ", b"HEAD ", b"PATCH ", b"/api/v1/", b"..%2f", b"%00", b"%ff", b"?lang=xx", b"origin: null\n",
           b"host: evil.example\n", b"content-length: 99999999999\n", b"transfer-encoding: chunked\n", b"cookie: pachamama=x\n",
           b"content-type: text/plain\n", b"range: bytes=0-1,5-\n", b"if-none-match: *\n", b"accept-encoding: gzip\n")  # fmt: skip

READERS = (
    Reader("requests", _http, 15_000, tokens=_TOKENS, guided=10),
    Reader(
        "live messages",
        _live,
        5_000,
        tokens=(b'{"type": "ping"}', b"since=", b"epoch=e0", b"\n\0", b"lang="),
        guided=10,
        largest=20_000,
    ),
)
