"""A table in a process of its own, for tests that kill it and for pictures of the page.

python -m tests.web.browser.sample_table FOLDER [--port N] [--resume] [--rich] prints its address and serves until it is killed.
"""

from __future__ import annotations

import argparse
import io
import threading
from pathlib import Path

from companion.table.wheel import WheelSettings
from companion.tiwanaku.scenario import parse_scenario
from companion.web.ports import AlertShown, CameraReading, LookedAt
from companion.words import T
from tests.web.serving import serving

# Most of the board lies from the beginning, so that a whole game is short: seven spaces are to be discovered.
NEARLY_LAID = '''
format = 1
name = "Evening valley"
board = "short"
grid = """
D2 D3 S1 S3 S2
D1 R4 R2 G4 G1
G2 R3 R1 G3 G2
G1 G5 D2 D4 D5
G4 G3 D1 D3 S1
"""
start = ["mountain/condor", "fire/condor", "leaf/lizard", "mountain/lizard", "fire/lizard", "river/llama",
  "leaf/llama", "mountain/llama", "fire/llama", "river/snake", "leaf/snake", "mountain/snake", "fire/snake",
  "leaf/turtle", "mountain/turtle", "fire/turtle", "sun/llama", "sun/lizard"]
'''
QUICK = WheelSettings(hold_time=0.5)
CORNERS = ((110.0, 80.0), (540.0, 90.0), (590.0, 420.0), (60.0, 410.0))


def evening_valley():
    """A scenario that is played quickly."""
    return parse_scenario(NEARLY_LAID, "Evening valley")


class SampleCamera:
    """A camera above a painted board."""

    def __init__(self):
        self.corners = CORNERS

    def frame(self):
        from PIL import Image, ImageDraw

        picture = Image.new("RGB", (640, 480), (92, 70, 52))
        drawing = ImageDraw.Draw(picture)
        drawing.polygon([(100, 70), (550, 80), (605, 432), (45, 422)], fill=(206, 204, 150))
        content = io.BytesIO()
        picture.save(content, "JPEG", quality=70)
        return content.getvalue()

    def reading(self):
        grid = [[".."] * 5 for _ in range(5)]
        grid[0][0], grid[2][2], grid[3][1], grid[4][4] = "D2", "R1", "G5", "S."
        return CameraReading((640, 480), self.corners, grid, {}, ("sun/turtle",))

    def set_corners(self, corners):
        self.corners = corners or CORNERS

    def check(self, progress, cancelled):
        return [(None, T("sand"))]


class SampleLessons:
    """One lesson, as the real ones are delivered."""

    def titles(self, words):
        return [{"name": "apart", "title": "Keep apart"}, {"name": "sizes", "title": "How large a region is"}]

    def lesson(self, name, words):
        board = {
            "elements": ["river", "leaf", "mountain", "fire"],
            "animals": ["condor", "lizard", "llama"],
            "grid": [["S.", "R.", "..", ".."], ["G.", "..", "..", ".."], ["..", "..", "..", ".."]],
            "tiles": {"dirt": 3, "sand": 3, "grass": 3, "rock": 3},
        }
        return {
            "name": name,
            "title": "Keep apart",
            "counting": True,
            "steps": [
                {
                    "kind": "tell",
                    "text": "Two regions of the same terrain never touch, not even at a corner. Between them lies other land.",
                    **board,
                    "marked": ["river/condor"],
                },
                {
                    "kind": "ask",
                    "ask": "no-terrain",
                    "text": "Which terrain can never lie on the marked space?",
                    "hint": "Look at the corner space. Can its region still grow?",
                    "why": "Rock and grass close the sand in. Sand here would touch it at a corner.",
                    **board,
                    "choices": ["dirt", "sand", "grass", "rock"],
                    "answers": ["sand"],
                    "space": "leaf/lizard",
                },
            ],
        }


class SampleReferee:
    """Somebody who notes what is told."""

    def __init__(self):
        self.heard = []

    def accept(self, alert):
        self.heard.append(("accept", alert))

    def done(self, alert):
        self.heard.append(("done", alert))

    def decline(self):
        self.heard.append(("decline",))


def rich():
    """All that a table can have."""
    return {"camera": SampleCamera(), "lessons": SampleLessons(), "referee": SampleReferee()}


def sample_alert(table):
    """Something lies wrong on leaf/snake."""
    space = table.desk.state.board.space("leaf/snake")
    text = T("{space}: the wheel shows {what}.", space=space, what=T("grass"))
    return AlertShown(
        "a1",
        "wrong-terrain",
        (space,),
        text,
        T("{space}: a tile is laid, {terrain}.", space=space, terrain=T("grass")),
    )


def main() -> None:
    """Serve until killed."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--resume", action="store_true")
    options.add_argument("--rich", action="store_true")
    wish = options.parse_args()
    more = rich() if wish.rich else {"scenario": evening_valley()}
    with serving(wish.folder, resume=wish.resume, port=wish.port, settings=QUICK, **more) as table:
        if wish.rich:
            table.page.looked(LookedAt(True, False, (sample_alert(table),)))
        print(table.url, flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
