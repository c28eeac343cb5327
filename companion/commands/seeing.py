"""The work of ``pachamama see``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from companion.errors import Unreadable
from companion.files import keep_bytes
from companion.library import known_boards, own_folder
from companion.words import TN, Language, T, Text
from hardware.recordings import read_picture
from vision.belief import Belief
from vision.pose import BoardPose, Picture
from vision.profile import Profile, load_profile
from vision.reader import Reader
from vision.reading import Reading
from vision.soundness import trouble_of

_NO_BOARD, _UNREADABLE = 1, 2


@dataclass(frozen=True)
class _Seen:
    """What one picture shows, or why nothing can be said of it."""

    picture: Picture | None
    pose: BoardPose | None = None
    reading: Reading | None = None
    why: Text | None = None

    @property
    def code(self) -> int:
        return _UNREADABLE if self.picture is None else _NO_BOARD if self.reading is None else 0


def see_images(
    images: Sequence[Path], profile_file: Path, words: Language, *, as_json: bool, annotated: Path | None
) -> int:
    """Read each picture by itself; the exit code is the worst of all."""
    profile = load_profile(profile_file, known_boards(own_folder()))
    worst = 0
    for number, image in enumerate(images, 1):
        seen = _see(image, profile)
        worst = max(worst, seen.code)
        if as_json:
            typer.echo(json.dumps(_as_data(image, seen, words), ensure_ascii=False))
        if seen.reading is None:
            _complain(image, seen, words)
        elif not as_json:
            _print(image, seen.reading, words)
        if annotated is not None and seen.picture is not None:
            _draw(annotated if len(images) == 1 else _numbered(annotated, number), seen, words)
    return worst


def _see(image: Path, profile: Profile) -> _Seen:
    try:
        picture = read_picture(image)
    except Unreadable as error:
        return _Seen(None, why=error.text)
    trouble = trouble_of(picture)
    if trouble is not None:
        return _Seen(picture, why=trouble)
    sighting = profile.finder.locate(picture)
    if sighting.pose is None:
        return _Seen(picture, why=sighting.notice or T("No board in sight."))
    reading = Reader(profile.board, profile.knowledge).read(picture, sighting.pose)
    # Each picture by itself: public rules hold in it, but nothing is remembered from the one before.
    return _Seen(picture, sighting.pose, Belief(profile.board).note(reading, 0.0))


def _as_data(image: Path, seen: _Seen, words: Language) -> dict[str, object]:
    reading = seen.reading
    if reading is None:
        why = words.say(seen.why or T("No board in sight."))
        return {"image": str(image), "grid": None, "meeples": {}, "unsure": [], "error": why}
    return {
        "image": str(image),
        "grid": reading.grid,
        "meeples": {str(space): colour.value for space, colour in reading.meeples.items()},
        "unsure": [str(space) for space in reading.unsure],
    }


def _complain(image: Path, seen: _Seen, words: Language) -> None:
    said = words.say(seen.why or T("No board in sight."))
    # The reason for a file that cannot be read names the file itself.
    line = said if seen.picture is None else f"{image}: {said}"
    sys.stderr.write(" ".join(line.split()) + "\n")


def _print(image: Path, reading: Reading, words: Language) -> None:
    from rich.console import Console

    from companion.commands.drawing import draw_reading

    console = Console(highlight=False)
    unsure = TN(
        "{file}: {count} space is unsure.",
        "{file}: {count} spaces are unsure.",
        len(reading.unsure),
        file=str(image),
    )
    console.print(
        words.say(unsure if reading.unsure else T("{file}: everything is sure.", file=str(image))),
        markup=False,
    )
    console.print(draw_reading(reading.board, reading.grid, reading.meeples, reading.unsure, words))


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _draw(path: Path, seen: _Seen, words: Language) -> None:
    import cv2

    from vision.annotate import annotate

    if seen.picture is None:
        return
    said = words.say(seen.why) if seen.why is not None else ""
    try:
        done, content = cv2.imencode(
            path.suffix or ".png", annotate(seen.picture, seen.pose, seen.reading, said)
        )
    except cv2.error:
        done = False
    if not done:
        raise Unreadable(T("{file}: pictures are written as .png or .jpg.", file=str(path)))
    keep_bytes(path, content.tobytes(), shared=True)
