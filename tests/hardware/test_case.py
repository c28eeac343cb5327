"""The case and the camera arm: they are sound solids, and parts of the measures that the model names go in.

Whether real parts have those measures is not tested here: no part was measured for it.

OpenSCAD renders them (``apt install openscad``).
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.programs import program

CASE = Path(__file__).parents[2] / "hardware" / "case"
BED = (120, 120, 120)
"""The smallest printer's of today."""

# Length and width of the boards, in millimetres.
BOARDS = {"pi4": (85, 56), "zero": (65, 30), "pico": (51, 21)}
DISPLAYS = ("0.96", "1.3")

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Solid:
    triangles: list[tuple[Point, ...]]

    @property
    def size(self) -> tuple[float, ...]:
        corners = [point for triangle in self.triangles for point in triangle]
        return tuple(max(axis) - min(axis) for axis in zip(*corners, strict=True))

    @property
    def is_closed(self) -> bool:
        """Whether every edge is shared by two triangles that agree about inside and outside."""
        edges = Counter((triangle[i], triangle[(i + 1) % 3]) for triangle in self.triangles for i in range(3))
        return bool(edges) and all(edges[end, start] == count for (start, end), count in edges.items())

    @property
    def volume(self) -> float:
        """In cubic millimetres; of an inside-out solid it would be negative."""
        return sum(
            (
                a[0] * (b[1] * c[2] - b[2] * c[1])
                - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
            )
            / 6
            for a, b, c in self.triangles
        )


def render(folder: Path, model: str, **values: str | float) -> Solid:
    """The solid of a model with these values; one without any triangle if nothing is left."""
    out = folder / "solid.stl"
    definitions = [
        f'-D{name}="{value}"' if isinstance(value, str) else f"-D{name}={value}"
        for name, value in values.items()
    ]
    openscad = program("openscad", "the printed case is not rendered (apt install openscad)")
    done = subprocess.run(
        [openscad, "-D$fn=16", *definitions, "-o", str(out), str(CASE / model)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "top level object is empty" in done.stderr:
        return Solid([])
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
    numbers = [
        (float(x), float(y), float(z)) for x, y, z in re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text())
    ]
    return Solid(list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)))


PRINTED = [
    *(("wheel.scad", {"part": "body", "board": board}) for board in BOARDS),
    *(("wheel.scad", {"part": "lid", "display": display}) for display in DISPLAYS),
    ("wheel.scad", {"part": "knob"}),
    *(("camera_arm.scad", {"part": part}) for part in ("clamp", "elbow", "head")),
]


@pytest.mark.parametrize(
    ("model", "values"),
    PRINTED,
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else "",
)
def test_a_part_can_be_printed(tmp_path: Path, model: str, values: dict[str, str]) -> None:
    solid = render(tmp_path, model, **values)
    assert solid.is_closed
    assert solid.volume > 0
    assert all(side <= most for side, most in zip(solid.size, BED, strict=True))
    if values["part"] == "body":
        size = BOARDS[values["board"]]
        wide, deep, _ = solid.size
        length, width = size if values["board"] != "pico" else reversed(size)
        assert wide > length + 4
        assert deep > width + 4


@pytest.mark.parametrize(
    # The model makes no difference between a Pi 3 and a Pi 5.
    ("board", "display"),
    [("pi3", "1.3"), ("pi4", "0.96"), ("zero", "0.96"), ("pico", "1.3")],
)
def test_board_display_knob_and_buttons_go_in_and_nothing_is_in_the_way_of_anything(
    tmp_path: Path, board: str, display: str
) -> None:
    assert render(tmp_path, "wheel.scad", part="clash", board=board, display=display) == Solid([])


@pytest.mark.parametrize("wrong", [{"bushing": 5}, {"under_panel": 2}, {"shaft_flat": 4}, {"flat_long": 9}])
def test_a_part_that_does_not_fit_is_noticed(tmp_path: Path, wrong: dict[str, float]) -> None:
    assert render(tmp_path, "wheel.scad", part="clash", board="pico", **wrong).triangles
