"""The work of ``pachamama learn``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console

from companion.errors import Unreadable
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import parse_position
from companion.words import Language, T
from hardware.recordings import read_picture
from vision.profile import Profile, load_profile, save_profile
from vision.teaching import Corner, teach

_PAIR = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")


def learn_images(
    images: Sequence[Path], position_file: Path, profile_file: Path, corners: str | None, words: Language
) -> None:
    """Learn from each picture; the profile is written at the end, or not at all."""
    boards = known_boards(own_folder())
    position = parse_position(read_bytes(position_file), str(position_file), boards)
    marked = None if corners is None else parse_corners(corners)
    profile = load_profile(profile_file, boards) if profile_file.exists() else Profile(position.board)
    console = Console(stderr=True, highlight=False)
    with console.status("") as status:
        for number, image in enumerate(images):
            said = T(
                "{file}: learning, {number} of {count}", file=str(image), number=number + 1, count=len(images)
            )
            status.update(words.say(said))
            picture = read_picture(image)
            try:
                # The corners were marked in the first picture; in the others the board may have been pushed a little.
                teach(profile, picture, position, marked if number == 0 else None)
            except Unreadable as error:
                raise Unreadable(T("{file}: {reason}", file=str(image), reason=error.text)) from None
    save_profile(profile, profile_file)
    _tell(profile, profile_file, words)


def parse_corners(text: str) -> list[Corner]:
    """Four points from ``x,y x,y x,y x,y``.

    >>> parse_corners("10,20 300,20 300,200.5 10,200")
    [(10.0, 20.0), (300.0, 20.0), (300.0, 200.5), (10.0, 200.0)]
    """
    found = [_PAIR.fullmatch(part) for part in text.split()]
    if len(found) != 4 or None in found:
        raise Unreadable(
            T("“{text}” are no four corners: write them as “x,y x,y x,y x,y”, in pixels.", text=text)
        )
    return [(float(pair[1]), float(pair[2])) for pair in found if pair is not None]


def _tell(profile: Profile, file: Path, words: Language) -> None:
    knows = profile.knowledge.knows
    missing = [thing.text for family in (Terrain, Crop, Colour) for thing in family if not knows(thing)]
    typer.echo(words.say(T("{file}: learnt.", file=str(file))))
    if missing:
        typer.echo(words.say(T("Not seen yet, so still unknown pieces: {pieces}.", pieces=missing)))
