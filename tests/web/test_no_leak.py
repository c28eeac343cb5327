"""The solution stays behind its windows: every byte that leaves a table is the same for any solution nobody has seen.

A game is played on phones, and everything is noted: answers with their headers, messages, log lines. Then the spaces
that nobody has seen get other contents, and the very same is done again. If one byte differs, something leaked.
"""

from __future__ import annotations

import itertools
import json
import logging
import secrets
from dataclasses import replace
from random import Random

import pytest

from companion.shelf import Origin
from companion.web import showing
from tests.tiwanaku.game.table import SETUPS, scenario
from tests.web.loops import run
from tests.web.players import Players
from tests.web.rig import CODE, Rig, coach

SEED = 790_317_224_861
READS = (
    "table",
    "history",
    "games",
    "reach",
    "score/0",
    "settings",
    "scenarios",
    "me",
    "lessons",
    "camera",
    "games/{id}",
    "games/{id}/export",
    "openapi.json",
    "words/fr",
)


class Log(logging.Handler):
    """Notes every line that is logged, as it would be written."""

    def __init__(self, heard):
        super().__init__(logging.DEBUG)
        self.heard = heard
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record):
        if record.name.startswith(("companion", "uvicorn", "fastapi", "starlette")):
            self.heard.append(self.format(record).encode())


@pytest.fixture
def no_chance(monkeypatch):
    """Tokens and names of games are the same each time, so that only the solution can make a difference."""

    def reset():
        count = itertools.count(1)
        monkeypatch.setattr(secrets, "token_hex", lambda size=4: f"{next(count):0{2 * size}x}")
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"token{next(count)}")
        monkeypatch.setattr(secrets, "randbelow", lambda most: 7)

    return reset


def disc(seed, board):
    return replace(scenario(seed, board), certificate={"seed": SEED, "difficulty": "easy"})


def twin_of(one, seen, random):
    """The same disc with other contents wherever nobody looked: every such space differs where it can."""
    terrains, crops = list(one.terrains), list(one.crops)
    for values, known in ((terrains, seen["terrain"]), (crops, seen["crop"])):
        hidden = [space.index for space in one.board.spaces if space not in known and space not in one.start]
        order = sorted(hidden, key=lambda index: (str(values[index]), index))
        shift = max(1, len(order) // 2)
        moved = {index: values[order[(place + shift) % len(order)]] for place, index in enumerate(order)}
        for index, value in moved.items():
            values[index] = value
    certificate = {"seed": random.randrange(10**12), "difficulty": "easy"}
    return replace(one, terrains=tuple(terrains), crops=tuple(crops), certificate=certificate)


def seen_in(record):
    """The spaces whose terrain and whose crop the table has been shown."""
    seen = {"terrain": set(), "crop": set()}
    for event in record.events:
        for what in seen:
            if getattr(event, what, None) is not None and getattr(event, "space", None) is not None:
                seen[what].add(event.space)
    return seen


async def evening(folder, land, setup, steps, seed):
    """A part of a game on two phones with a guest listening, everything read and much tried; what was heard, the record."""
    rig = Rig(folder, scenario=land, setup=setup, coach=coach, now=lambda: 1_700_000_000.0)
    rig.page.ports.shelf.keep(land, Origin.DISC)
    handler = Log(rig.heard)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        async with rig.open():
            seats = range(len(setup.colours))
            ana, ben = await rig.member("Ana", *seats[::2]), await rig.member("Ben", *seats[1::2])
            guest = rig.phone()
            await guest.listen(lang="it")
            players = Players(rig, [ana, ben], seed)
            random = Random(seed)
            for number in range(steps):
                if players.over:
                    break
                await players.step()
                if number % (4 if steps < 100 else 16) == 0:
                    await _rummage(rig, random.choice([ana, ben, guest]), players, random)
            await _correct(ana)
            for phone in (ana, ben, guest):
                await phone.socket.say('{"type": "ping"}')
                await phone.socket.until("pong")
            record = rig.page.record
    finally:
        logging.getLogger().removeHandler(handler)
    return rig.heard, record


async def _rummage(rig, phone, players, random):
    """Read everything, and try what is not allowed."""
    present = rig.games.present
    for path in READS:
        await phone.get(path.replace("{id}", present))
    board = players.state.board
    space = random.choice(board.spaces)
    await phone.give({"kind": "discover", "space": str(space)})
    await phone.give({"kind": "divine", "space": str(space), "announced": 3})
    for window in ("discovery", "divination"):
        for more in ({}, {"announced": 2}, {"correction": {"do": "insert", "index": 1}}):
            pressed = await phone.post("windows/press", window=window, space=str(space), **more)
            # Let go at once: nothing was asked.
            await phone.post("windows/release")
            assert pressed.status_code in (202, 400, 401, 403, 409)
    for do in ("change", "insert"):
        for kind in ("discover", "divine"):
            command = {"kind": kind, "space": str(space)} | ({"announced": 1} if kind == "divine" else {})
            await phone.post("corrections/try", do=do, index=1, command=command)
    await phone.post("games", colours=["blue"], mode="solo")
    await phone.post("scenarios/import", code="NONSENSE", name="Nonsense")
    await phone.post("wheel/disc", scenario=rig.page.record.back.name)


async def _correct(phone):
    entries = (await phone.get("history")).json()["entries"]
    await phone.post("corrections", do="undo", index=len(entries) // 2)
    await phone.post("corrections", do="redo", index=len(entries) // 2)


@pytest.mark.parametrize(
    ("name", "board", "steps"),
    [
        ("competitive-2", "short", 14),
        ("competitive-2", "short", 1000),
        ("competitive-4", "long", 25),
        ("solo-hard", "long", 25),
        ("together-2-easy", "long", 30),
    ],
)
def test_nothing_that_leaves_a_table_depends_on_what_nobody_has_seen(tmp_path, no_chance, name, board, steps):
    one = disc(11, board)
    no_chance()
    heard, record = run(evening(tmp_path / "one", one, SETUPS[name], steps, seed=3))
    twin = twin_of(one, seen_in(record), Random(1))
    no_chance()
    again, same = run(evening(tmp_path / "two", twin, SETUPS[name], steps, seed=3))
    assert record.entries == same.entries
    assert len(heard) > 50
    for first, second in zip(heard, again, strict=True):
        assert first.replace(str(tmp_path / "one").encode(), b"") == second.replace(
            str(tmp_path / "two").encode(), b""
        )
    assert not any(str(SEED).encode() in each for each in heard)


def test_views_show_only_what_was_revealed_before(tmp_path, no_chance):
    """The same from the other side: in every message of a whole game, a space has content only after its window opened."""
    no_chance()
    land = disc(4, "short")
    heard, _ = run(evening(tmp_path, land, SETUPS["competitive-2"], 1000, seed=8))
    public = {str(space) for space in land.start}
    known = {"terrain": set(public), "crop": set(public)}
    views = 0
    for each in heard:
        try:
            message = json.loads(each)
        except ValueError:
            continue
        if message.get("type") in ("game", "snapshot"):
            continue
        for event in message.get("events", []) if message.get("type") == "happened" else []:
            if event["kind"] == "terrain-revealed":
                known["terrain"].add(event["space"])
            if event["kind"] == "crop-revealed":
                known["crop"].add(event["space"])
        view = (message.get("game") or {}).get("view") if message.get("type") == "happened" else None
        if view is None:
            continue
        views += 1
        for row, animal in zip(view["grid"], view["board"]["animals"], strict=True):
            for token, element in zip(row, view["board"]["elements"], strict=True):
                assert token[0] == "." or f"{element}/{animal}" in known["terrain"]
                assert token[1] == "." or f"{element}/{animal}" in known["crop"]
    assert views > 30


def test_a_leak_would_be_noticed(tmp_path, no_chance, monkeypatch):
    """The comparison is not blind: one bit of the solution in one answer makes the two evenings differ."""
    one = disc(11, "short")
    real = showing.game_data

    twin = twin_of(one, {"terrain": set(), "crop": set()}, Random(1))
    hidden = next(index for index in range(25) if one.crops[index] is not twin.crops[index])

    def leaky(land):
        return lambda record, identity: real(record, identity) | {"turn": int(land.crops[hidden])}

    traffic = []
    for number, land in enumerate((one, twin)):
        no_chance()
        monkeypatch.setattr(showing, "game_data", leaky(land))
        heard, _ = run(evening(tmp_path / str(number), land, SETUPS["competitive-2"], 0, seed=3))
        traffic.append(heard)
    assert traffic[0] != traffic[1]


def test_the_bare_wheel_tells_nothing_but_through_its_window(tmp_path, no_chance):
    """Two discs that differ everywhere but in the one space that is looked at: the guest hears the same."""

    async def look(folder, land):
        rig = Rig(folder, setup=None)
        rig.page.ports.shelf.keep(land, Origin.DISC)
        async with rig.open():
            ana, guest = await rig.member("Ana"), rig.phone()
            await guest.listen()
            assert (await ana.post("wheel/disc", scenario=land.name)).status_code == 200
            await ana.hold("discovery", "leaf/llama")
            await ana.hold("divination", "leaf/llama")
            released = await ana.post("windows/press", window="discovery", space="sun/llama")
            assert released.status_code == 202
            await ana.post("windows/release")
            await rig.held(10.0)
            for phone in (ana, guest):
                await phone.socket.say('{"type": "ping"}')
                await phone.socket.until("pong")
            assert (await guest.get("table")).status_code == 200
        return rig.heard

    one = disc(2, "short")
    space = one.board.space("leaf/llama")
    one = replace(one, start=tuple(each for each in one.start if each != space))
    twin = twin_of(one, {"terrain": {space}, "crop": {space}}, Random(2))
    assert twin.back() == one.back()
    no_chance()
    first = run(look(tmp_path / "one", one))
    no_chance()
    second = run(look(tmp_path / "two", twin))
    assert first == second
    assert CODE.encode() not in b"".join(first)
