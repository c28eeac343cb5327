"""The work of ``pachamama watch``."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from companion.library import known_boards, own_folder
from companion.table.watching.eyes import Eyes
from companion.table.watching.following import Follower, Happened, Happening, Told, Withdrawn
from companion.tiwanaku.game import Setup, Wheel, event_data
from companion.tiwanaku.scenario import Scenario
from companion.words import Language
from hardware.camera import frames
from hardware.camera_source import camera_of


def follow_game(
    source: str, scenario: Scenario, setup: Setup, profile: Path | None, words: Language, *, as_json: bool
) -> None:
    """Look at all pictures, and print what comes of them."""
    camera = camera_of(source)
    eyes = Eyes(profile or own_folder() / "none.npz", known_boards(own_folder()))

    def tell(happening: Happening) -> None:
        data = _as_data(happening, words)
        typer.echo(
            json.dumps(data, ensure_ascii=False) if as_json else f"{happening.time:8.1f}  {data['text']}"
        )

    follower = Follower(Wheel(scenario), setup, eyes.eye_for, tell, teach=eyes.teach, vouched=profile is None)
    for frame in frames(camera):
        follower.look(frame)


def _as_data(happening: Happening, words: Language) -> dict[str, object]:
    match happening:
        case Happened(time, event, text):
            return {"time": round(time, 2), "event": event_data(event), "text": words.say(text)}
        case Told(time, alert) | Withdrawn(time, alert):
            return {
                "time": round(time, 2),
                "alert" if isinstance(happening, Told) else "withdrawn": alert.kind.value,
                "spaces": [str(space) for space in alert.spaces],
                "text": f"{words.say(alert.text)} {words.say(alert.remedy)}",
            }
        case _:
            return {"time": round(happening.time, 2), "notice": True, "text": words.say(happening.text)}
