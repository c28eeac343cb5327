"""Recorded games, replayed: what came of them must be what came of them when they were played, on every Python.

    recordings/games/    what a journal exports, the solution beside it, and how the game stood at its end
    recordings/inputs/   knob and buttons with their times, and how the game stood
    recordings/frames/   pictures of a table, when each was seen, and what the people at it had done

What is expected was written down by whoever played (``python -m tests.trust.record``), not by a replay. Needs nothing but the
product itself, so that any Python can run it: ``python -m tests.trust.replays`` prints a digest a recording.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.table.journal.documents import read_record
from companion.table.watching.following import Follower
from companion.tiwanaku.board_file import official_boards
from companion.tiwanaku.code import scenario_code
from companion.tiwanaku.explain import explain, hint
from companion.tiwanaku.game import (
    Mode,
    Record,
    Setup,
    State,
    Wheel,
    command_data,
    event_data,
    public_view,
    view_data,
)
from companion.tiwanaku.game.codec import read_command
from companion.tiwanaku.generator.generate import generate
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import Scenario, parse_scenario
from hardware.camera import Frame
from tests.trust.by_hand import plain, played_by_hand

RECORDINGS = Path(__file__).parent / "recordings"

_TURNS, _MOST_PICTURES = 6, 600


class Differs(AssertionError):  # noqa: N818 (it says what happened)
    """A replay came out otherwise than the game that was recorded."""


@dataclass(frozen=True)
class Replay:
    """One recording: its name, and how to replay it. What is returned is the same on every Python, or it has failed."""

    name: str
    digest: Callable[[], str]


def replays(folder: Path = RECORDINGS, *, live: bool = False) -> Iterator[Replay]:
    """All recordings, in the order of their names; ``live``: also a table that is drawn anew, which takes a while."""
    for kind, replay in (("games", replay_game), ("inputs", replay_inputs), ("frames", replay_frames)):
        for file in sorted((folder / kind).glob("*.expected.json")):
            name = file.name.removesuffix(".expected.json")
            yield Replay(
                f"{kind}/{name}", lambda file=file, replay=replay, name=name: replay(file.parent, name)
            )
    yield Replay("thoughts", think)
    if live:
        yield Replay("a live evening", live_evening)


def digest(*parts: object) -> str:
    """A short name for some data, however it is nested."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def same(what: str, found: object, expected: object) -> None:
    """Fail with a name unless both are equal."""
    if found != expected:
        raise Differs(
            f"{what}: {str(found)[:300]} instead of {str(expected)[:300]}; "
            "if rules or screens were changed on purpose, python -m tests.trust.record makes the recordings anew"
        )


def standing(state: State) -> dict[str, object]:
    """All that the table may know of a game, as data."""
    return view_data(public_view(state))


def solution(folder: Path, name: str) -> Scenario:
    """The disc of a recording."""
    return parse_scenario((folder / f"{name}.toml").read_bytes(), name)


def expected(folder: Path, name: str) -> dict[str, object]:
    """What came of it when it was played."""
    return json.loads((folder / f"{name}.expected.json").read_text(encoding="utf-8"))


# Events and commands ---------------------------------------------------------------------------------


def replay_game(folder: Path, name: str) -> str:
    """A game's file: folded from its events, and decided anew from its commands."""
    record = read_record((folder / f"{name}.json").read_bytes(), name)
    wanted, events = expected(folder, name), [event_data(event) for event in record.events]
    same("the end", standing(record.state), wanted["standing"])
    same("the events", digest(events), wanted["events"])
    if not wanted["corrected"]:
        disc = Wheel(solution(folder, name))
        again = Record.begin(disc.back)
        for entry in record.entries:
            again = again.do(entry.command, disc)
        same("the game decided anew", again, record)
    return digest(standing(record.state), events)


# Inputs ----------------------------------------------------------------------------------------------


def replay_inputs(folder: Path, name: str) -> str:
    """Hands on a wheel: the same inputs make the same screens and the same game."""
    wanted = expected(folder, name)
    disc = Wheel(solution(folder, name))
    setup = read_command(wanted["setup"], disc.back.board)
    game, screens = played_by_hand(disc, setup, (folder / f"{name}.txt").read_text(encoding="ascii"))
    same("the commands", [command_data(entry.command) for entry in game.entries], wanted["commands"])
    same("the end", standing(game.state), wanted["standing"])
    same("the screens", screens, wanted["screens"])
    return digest(standing(game.state), screens)


# Frames ----------------------------------------------------------------------------------------------


def replay_frames(folder: Path, name: str) -> str:
    """Pictures of a table, byte for byte: what the eye and the referee make of them is what people did."""
    from vision.eye import Eye
    from vision.profile import Profile
    from vision.reader.teach_in import teach_in
    from vision.teaching import teach

    wanted = expected(folder, name)
    disc = Wheel(solution(folder, name))
    board = disc.back.board
    setup = read_command(wanted["setup"], board)
    profile = Profile(board)
    teach(
        profile,
        picture(folder / wanted["taught"]),
        teach_in(board),
        [tuple(each) for each in wanted["corners"]],
    )
    said: list[str] = []
    follower = Follower(
        disc,
        setup.setup,
        lambda record: Eye(profile, tiles=record.back.tiles),
        lambda happening: said.append(type(happening).__name__),
    )
    pictures = {file: picture(folder / file) for file in {file for _, file in wanted["seen"]}}
    for number, (at, file) in enumerate(wanted["seen"]):
        follower.look(Frame(pictures[file].copy(), at, number))
    same(
        "what was done",
        [command_data(entry.command) for entry in follower.record.entries],
        wanted["commands"],
    )
    same("the end", standing(follower.record.state), wanted["standing"])
    same("alerts", [each for each in said if each in ("Told", "Withdrawn")], [])
    return digest(standing(follower.record.state), [event_data(event) for event in follower.record.events])


def picture(file: Path):
    """A picture's pixels."""
    import cv2
    import numpy as np

    return cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)


def live_evening() -> str:
    """A table that is drawn, seen and refereed here: another library may draw other pixels, but nothing else may happen."""
    from companion.table.demo.evening import Evening

    evening = Evening(
        parse_scenario((RECORDINGS / "frames" / "two-turns.toml").read_bytes(), "disc"),
        Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN)),
        style="worn",
        seed=3,
        size=(960, 540),
    )
    for _ in range(_MOST_PICTURES):
        if len(evening.game.entries) > _TURNS or not evening.step():
            break
    same("what went unnoticed", evening.people.unnoticed, [])
    same("alerts", evening.alerts, [])
    return digest([command_data(entry.command) for entry in evening.game.entries])


# Thoughts --------------------------------------------------------------------------------------------


def think() -> str:
    """Generated discs and explanations: the same words for the same question."""
    parts: list[object] = []
    for seed, name in ((7, "short"), (8, "long")):
        parts.append(scenario_code(generate(official_boards()[name], seed)))
    for file in sorted((RECORDINGS / "games").glob("*-[24]*.json")):
        if file.name.endswith(".expected.json"):
            continue
        record = read_record(file.read_bytes(), file.name)
        position = Record.restore(record.back, record.entries[: len(record.entries) // 2]).state.position()
        found = hint(position)
        parts.append(plain(found))
        if found is not None and found.space is not None:
            parts.append(plain(explain(position, found.space)))
        parts.append([plain(each) for each in violations(position)])
    return digest(parts)


def main() -> int:
    """Replay everything and print a digest each; 1 if one differs from what was recorded."""
    failed = 0
    for replay in replays(live="--live" in sys.argv[1:]):
        if "--quick" in sys.argv[1:] and replay.name.startswith("frames/"):
            continue
        try:
            sys.stdout.write(f"{replay.name} {replay.digest()}\n")
        except Differs as error:
            failed += 1
            sys.stdout.write(f"{replay.name} differs: {error}\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
