"""What requests may contain. Everything else is refused before anybody looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

LONGEST_NAME = 24
MOST_ENTRIES = 100_000


def _printable(text: str) -> str:
    plain = " ".join(text.split())
    if not plain.isprintable():
        raise ValueError("letters, digits and signs only")
    return plain


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_printable)]
Place = Annotated[str, Field(max_length=40, examples=["sun/llama"])]
Index = Annotated[int, Field(ge=0, lt=MOST_ENTRIES)]
CommandBody = Annotated[
    dict[str, Any],
    Field(
        max_length=8,
        description="a command as in view.options",
        examples=[{"kind": "enter", "to": "river/turtle"}],
    ),
]


class Body(BaseModel):
    """A body: nothing unknown in it, and nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Body):
    """An empty body."""


class JoinBody(Body):
    """The table's code, and a name to be shown."""

    code: Annotated[str, Field(pattern=r"^[0-9]{6}$")]
    name: Name = ""


class AskBody(Body):
    """A name to be shown at the wheel."""

    name: Name = ""


class CommandsBody(Body):
    """A command; with ``entries``, only if the game has so many entries now."""

    command: CommandBody
    entries: Index | None = None


class CorrectionBody(Body):
    """A correction of the entry at ``index``; with ``entries`` as above."""

    do: Literal["undo", "redo", "change", "insert"]
    index: Index
    command: CommandBody | None = None
    entries: Index | None = None


class WithinBody(Body):
    """Where within the game a window is asked, instead of at its end."""

    do: Literal["change", "insert"]
    index: Index


class PressBody(Body):
    """A window and its space; to divine in a game, the crop that is announced."""

    window: Literal["discovery", "divination"]
    space: Place
    announced: Annotated[int, Field(ge=1, le=5)] | None = None
    correction: WithinBody | None = None


class ImportBody(Body):
    """A scenario's code, and the name to keep it by."""

    code: Annotated[str, Field(max_length=4000)]
    name: Annotated[str, Field(max_length=80)]
    replace: bool = False


class TranscribeBody(Body):
    """A disc: its front as a grid, its start tiles and Otoma by their places, its tile counts if they were read."""

    name: Annotated[str, Field(max_length=80)]
    board: Annotated[str, Field(max_length=40)]
    grid: Annotated[list[Annotated[list[str], Field(max_length=12)]], Field(max_length=12)]
    start: Annotated[list[Place], Field(max_length=45)] = []
    otoma: Annotated[dict[str, Place], Field(max_length=6)] = {}
    tiles: Annotated[dict[str, Annotated[int, Field(ge=0, le=45)]], Field(max_length=4)] | None = None
    replace: bool = False


class NewGameBody(Body):
    """A new game: of a scenario of the shelf, or of any."""

    scenario: Annotated[str, Field(max_length=80)] | None = None
    mode: Literal["competitive", "solo", "cooperative"] = "competitive"
    colours: Annotated[list[str], Field(min_length=1, max_length=4)]
    difficulty: Literal["easy", "normal", "hard", "expert"] | None = None
    first: Annotated[int, Field(ge=0, le=3)] = 0
    confirm: bool = False


class ConfirmBody(Body):
    """Whether the unfinished game on the table may be put aside."""

    confirm: bool = False


class DeleteBody(Body):
    """The id of the game to be deleted, once more."""

    confirm: Annotated[str, Field(max_length=32)]


class DiscBody(Body):
    """The scenario to be laid into the bare wheel."""

    scenario: Annotated[str, Field(max_length=80)]


class HintBody(Body):
    """How strong a hint is to be."""

    strength: Literal[1, 2, 3] = 1


class WarningBody(Body):
    """A crop that somebody is about to announce for a space."""

    space: Place
    announced: Annotated[int, Field(ge=1, le=5)]


class SettingsBody(Body):
    """The settings to be changed, by name."""

    model_config = ConfigDict(extra="allow", strict=True)


Coordinate = Annotated[float, Field(ge=0, le=20_000, allow_inf_nan=False)]


class CornersBody(Body):
    """The four corners of the board in the picture, clockwise; nothing to have them found."""

    corners: (
        Annotated[
            list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]],
            Field(min_length=4, max_length=4),
        ]
        | None
    )
