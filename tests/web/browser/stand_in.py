"""A stand-in for the table's server: the page's interface over a real game, without disk, wheel or camera.

Only for looking at the page while something of the real table is missing: what a camera sees, what a recap makes.
"""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from PIL import Image, ImageDraw
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import PachamamaError
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Standing, Wheel
from companion.tiwanaku.game.codec import event_data, read_command
from companion.tiwanaku.game.record import entry_data
from companion.tiwanaku.game.view import public_view
from companion.tiwanaku.game.view_data import view_data
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import Scenario
from companion.web.words import page_words

STATIC = Path(__file__).parents[3] / "companion" / "web" / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
}
CODE = "482913"


class StandIn:
    """One table, whose every phone is a member once one has joined."""

    def __init__(self, scenario: Scenario, colours: tuple[Colour, ...] = (Colour.BLUE, Colour.GREEN)) -> None:
        self.wheel = Wheel(scenario)
        self.name = scenario.name
        self.record = Record.begin(self.wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, colours)), self.wheel)
        self.member = False
        self.holds_wheel: str | None = None
        self.look: dict[str, object] = {"watching": True, "blind": False, "alerts": [], "proposals": []}
        self.revision = 1
        self.sockets: set[WebSocket] = set()
        self.pressed: dict[str, object] | None = None
        self.hold_time = 0.3
        self.tasks: set[asyncio.Task[None]] = set()

    def do(self, **command: object) -> None:
        """Do something in the game."""
        self.record = self.record.do(read_command(command, self.wheel.back.board), self.wheel)

    def game(self) -> dict[str, object]:
        view = view_data(public_view(self.record.state))
        return {
            "id": "1c07a2b9",
            "name": self.name,
            "set_up": True,
            "turn": self.record.state.turns,
            "over": view["phase"] == "over",
            "entries": len(self.record.entries),
            "view": view,
            "bare": False,
        }

    def table(self) -> dict[str, object]:
        colours = self.record.state.setup.colours
        names = ["Ana", None, None, None]
        seats = [
            {
                "seat": n,
                "colour": c.value,
                "device": "d1" if n == 0 else None,
                "name": names[n],
                "here": n == 0,
            }
            for n, c in enumerate(colours)
        ]
        return {
            "game": self.game(),
            "people": {
                "seats": seats,
                "wheel": {"device": self.holds_wheel, "name": "Ana", "here": True},
                "listeners": 1,
            },
            "settings": {"language": "en", "hold_time": self.hold_time, "brightness": 2, "hints": True},
            "look": self.look,
            "abilities": {"coach": True, "camera": True, "games": True, "lessons": True, "recap": True},
        }

    def you(self) -> dict[str, object]:
        return {
            "type": "you",
            "member": self.member,
            "device": "d1",
            "seats": [0] if self.member else [],
            "wheel": self.holds_wheel == "d1",
            "epoch": "e",
            "revision": self.revision,
        }

    async def publish(self, message: dict[str, object]) -> None:
        self.revision += 1
        for socket in list(self.sockets):
            await socket.send_json({"revision": self.revision, **message})

    async def tell(self, message: dict[str, object]) -> None:
        for socket in list(self.sockets):
            await socket.send_json(message)

    async def happened(self, before: Record) -> None:
        events = self.record.events[len(before.events) :]
        texts = [event_data(event)["kind"].replace("-", " ") for event in events]
        await self.publish({"type": "happened", "events": [], "texts": texts, "game": self.game()})

    # Requests ----------------------------------------------------------------------------------------

    async def join(self, request: Request) -> Response:
        body = await request.json()
        if body["code"] != CODE:
            return _refused(403, "wrong-code", "This is not the code that the wheel shows.")
        self.member = True
        return JSONResponse(self.you())

    async def command(self, request: Request) -> Response:
        body = await request.json()
        before = self.record
        try:
            self.do(**body["command"])
        except PachamamaError as error:
            return _refused(409, "not-legal", str(error))
        await self.happened(before)
        return JSONResponse({"revision": self.revision, "events": []})

    async def press(self, request: Request) -> Response:
        body = await request.json()
        self.pressed = body
        task = asyncio.get_running_loop().create_task(self._fill(body))
        self.tasks.add(task)
        return JSONResponse({"state": "filling", "seconds": self.hold_time}, 202)

    async def _fill(self, body: dict[str, object]) -> None:
        await self.tell({"type": "window", "state": "filling", **body, "seconds": self.hold_time})
        await asyncio.sleep(self.hold_time)
        if self.pressed is not body:
            return
        before = self.record
        kind = (
            {"kind": "discover"}
            if body["window"] == "discovery"
            else {"kind": "divine", "announced": body["announced"]}
        )
        try:
            self.do(**kind, space=body["space"])
        except PachamamaError as error:
            await self.tell(
                {"type": "window", "state": "refused", "error": {"code": "x", "text": str(error)}}
            )
            return
        space = self.wheel.back.board.space(str(body["space"]))
        state = self.record.state
        terrain, crop = state.terrains[space.index], state.crops[space.index]
        shown = (
            {"terrain": terrain.value if terrain else None}
            if kind["kind"] == "discover"
            else {"crop": int(crop or 0)}
        )
        await self.tell(
            {"type": "window", "state": "open", "window": body["window"], "space": body["space"], **shown}
        )
        await self.happened(before)

    async def release(self, request: Request) -> Response:
        self.pressed = None
        return Response(status_code=204)

    async def history(self, request: Request) -> Response:
        entries = [
            {"index": n, **entry_data(e), "text": e.command.__class__.__name__, "texts": []}
            for n, e in enumerate(self.record.entries)
        ]
        return JSONResponse({"entries": entries})

    async def correct(self, request: Request) -> Response:
        body = await request.json()
        correction = {
            "undo": lambda: self.record.undo(body["index"]),
            "redo": lambda: self.record.redo(body["index"]),
            "change": lambda: self.record.change(
                body["index"], read_command(body["command"], self.wheel.back.board), self.wheel
            ),
        }[body["do"]]()
        if not request.url.path.endswith("try"):
            self.record = correction.record
            await self.publish({"type": "game", "game": self.game()})
        misfits = [
            {"index": m.index, "command": {}, "error": {"code": "x", "text": str(m.error)}}
            for m in correction.misfits
        ]
        return JSONResponse({"misfits": misfits})

    async def hint(self, request: Request) -> Response:
        body = await request.json()
        space = "fire/lizard"
        steps = [
            {
                "text": "Mountain llama and leaf snake hold a 1 and a 5.",
                "spaces": ["mountain/llama", "leaf/snake"],
            },
            {"text": "So fire lizard must be grass.", "spaces": [space]},
        ]
        result = {
            "text": "Look at fire lizard: its terrain is certain.",
            "space": space,
            "steps": steps if body["strength"] == 3 else [],
        }
        task = asyncio.get_running_loop().create_task(
            self.tell({"type": "job", "job": "j1", "state": "done", "result": result})
        )
        self.tasks.add(task)
        return JSONResponse({"job": "j1"}, 202)

    async def live(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_json(self.you())
        await socket.send_json({"type": "snapshot", "revision": self.revision, "table": self.table()})
        self.sockets.add(socket)
        try:
            while True:
                await socket.receive_text()
                await socket.send_json({"type": "pong"})
        except WebSocketDisconnect:
            self.sockets.discard(socket)


def _refused(status: int, code: str, text: str) -> Response:
    return JSONResponse({"error": {"code": code, "text": text}}, status)


def _answer(data: object) -> object:
    async def endpoint(request: Request) -> Response:
        return JSONResponse(data)

    return endpoint


def application(table: StandIn) -> Starlette:
    """The stand-in as a program for uvicorn."""

    async def words(request: Request) -> Response:
        code = request.path_params["code"]
        return JSONResponse({"lang": code, "words": page_words(code)})

    async def frame(request: Request) -> Response:
        return Response(_frame(), media_type="image/jpeg")

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers=HEADERS)

    grid = [["..", "S3", "..", "..", ".."]] + [[".."] * 5 for _ in range(4)]
    scenarios = [
        {
            "name": name,
            "board": board,
            "spaces": 25 if board == "short" else 45,
            "difficulty": difficulty,
            "origin": "shipped",
            "played": played,
            "otoma": board == "long",
        }
        for name, board, difficulty, played in (
            ("Morning valley", "short", "easy", True),
            ("Illamarca", "short", "medium", False),
            ("Yanacocha", "long", "hard", False),
            ("Qorisuyu", "long", "expert", False),
        )
    ]
    games = [
        {
            "id": "1c07a2b9",
            "scenario": "Morning valley",
            "mode": "competitive",
            "colours": ["blue", "green"],
            "scores": [14, 11],
            "turns": 6,
            "over": False,
            "begun": "2026-11-14T20:10:00Z",
            "changed": "2026-11-14T20:31:00Z",
            "resumable": True,
            "present": True,
        },
        {
            "id": "77aa01ff",
            "scenario": "Yanacocha",
            "mode": "competitive",
            "colours": ["white", "brown", "green"],
            "scores": [61, 48, 55],
            "turns": 44,
            "over": True,
            "begun": "2026-11-07T19:00:00Z",
            "changed": "2026-11-07T21:02:00Z",
            "resumable": False,
            "present": False,
        },
    ]
    lesson = {
        "name": "apart",
        "title": "Keep apart",
        "steps": [
            {
                "kind": "tell",
                "text": "Two regions of the same terrain never touch, not even at a corner.",
                "grid": [["S.", "R.", ".."], ["G.", "..", ".."]],
                "marked": [],
            },
            {
                "kind": "ask",
                "text": "Which terrain can never lie on the marked space?",
                "hint": "Look at the corner space.",
                "why": "Rock and grass close the sand in.",
                "grid": [["S.", "R.", ".."], ["G.", "..", ".."]],
                "choices": ["dirt", "sand", "grass", "rock"],
                "answers": ["sand"],
                "space": "leaf/lizard",
            },
        ],
    }
    settings = {
        "settings": [
            {
                "name": "hold_time",
                "title": "Hold time",
                "meaning": "How long a window’s button has to be held before the window opens.",
                "value": 1.0,
                "choices": [{"value": v, "text": f"{v:g} s"} for v in (0.5, 1.0, 2.0)],
            },
            {
                "name": "hints",
                "title": "Hints",
                "meaning": "Whether the coach helps at this table.",
                "value": True,
                "choices": [{"value": True, "text": "on"}, {"value": False, "text": "off"}],
            },
        ]
    }
    camera = {
        "size": [640, 480],
        "corners": [[110, 80], [540, 90], [590, 420], [60, 410]],
        "grid": grid,
        "meeples": {},
        "unsure": ["sun/turtle"],
    }
    score = {
        "lines": [
            {"points": 10, "total": 10, "text": "start of the game"},
            {"points": 1, "total": 11, "text": "diversity"},
        ]
    }

    def get(path: str, data: object) -> Route:
        return Route(path, _answer(data))

    api = [
        WebSocketRoute("/live", table.live),
        Route("/join", table.join, methods=["POST"]),
        Route("/commands", table.command, methods=["POST"]),
        Route("/windows/press", table.press, methods=["POST"]),
        Route("/windows/release", table.release, methods=["POST"]),
        Route("/history", table.history),
        Route("/corrections", table.correct, methods=["POST"]),
        Route("/corrections/try", table.correct, methods=["POST"]),
        Route("/hints", table.hint, methods=["POST"]),
        Route("/words/{code}", words),
        Route("/camera/frame.jpg", frame),
        get("/camera", camera),
        get("/scenarios", {"scenarios": scenarios, "damaged": []}),
        get("/games", {"games": games}),
        get(
            "/lessons",
            {"lessons": [{"name": "apart", "title": "Keep apart"}, {"name": "sizes", "title": "Sizes"}]},
        ),
        get("/lessons/apart", lesson),
        get("/settings", settings),
        get("/score/0", score),
    ]
    return Starlette(
        routes=[
            Mount("/api/v1", routes=api),
            Route("/", index),
            Mount("/", StaticFiles(directory=STATIC)),
        ]
    )


def _frame() -> bytes:
    picture = Image.new("RGB", (640, 480), (92, 70, 52))
    drawing = ImageDraw.Draw(picture)
    drawing.polygon([(100, 70), (550, 80), (605, 432), (45, 422)], fill=(206, 204, 150))
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=70)
    return content.getvalue()


def last_done(table: StandIn) -> int:
    """The index of the last deed that counts."""
    return max(n for n, entry in enumerate(table.record.entries) if entry.standing is Standing.DONE)
