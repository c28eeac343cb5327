"""Files that people write, keep and send each other: scenario, position, board, lesson, draft, code, look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from random import Random

from companion.errors import NotLegal, Unreadable
from companion.shelf import shipped_scenarios
from companion.table.lessons.lesson_file import SHIPPED, parse_lesson
from companion.table.typed import Typed
from companion.tiwanaku import code as codes
from companion.tiwanaku.board_file import OFFICIAL_BOARDS, official_board, parse_board
from companion.tiwanaku.laws import violations
from companion.tiwanaku.position import parse_position, write_position
from companion.tiwanaku.scenario import parse_scenario, write_scenario
from companion.tiwanaku.transcription import Transcription
from companion.tiwanaku.transcription_file import parse_transcription, write_transcription
from companion.words import LANGUAGES, language
from tests.discs import disc, entries_of
from tests.trust.bad_input.reader import Bench, Reader
from tests.trust.bad_input.trees import Form
from vision.sim.style import parse_style, style_names

_WORDS = (
    b"format = 1\n", b'board = "long"\n', b'board = "short"\n', b"[otoma]\n", b'purple = "sun/llama"\n', b"[certificate]\n", b"[meeples]\n",
    b"tiles = { dirt = 6, sand = 7 }\n", b'start = ["sun/llama"]\n', b"[[step]]\n", b"trails = []\n", b'name = "a"\n', b"river", b"condor",
)  # fmt: skip


@contextmanager
def _scenarios(folder: Path) -> Iterator[Bench]:
    texts = [write_scenario(disc(seed, board)) for seed in (1, 2) for board in OFFICIAL_BOARDS]
    shipped = [
        file.read_bytes() for file in list(shipped_scenarios().iterdir())[:4] if file.name.endswith(".toml")
    ]

    def read(data: bytes) -> None:
        scenario = parse_scenario(data, "file.toml")
        violations(scenario.solution())
        again = parse_scenario(write_scenario(scenario), "again")
        if again != scenario:
            raise AssertionError("written and read it is another scenario")

    yield Bench([*map(str.encode, texts), *shipped], read)


@contextmanager
def _positions(folder: Path) -> Iterator[Bench]:
    whole = [disc(1, "short"), disc(2, "long")]
    texts = [write_position(each.solution()) for each in whole]
    texts += [write_position(each.back().position()) for each in whole]
    texts += [texts[2] + '[meeples]\n"sun/llama" = "blue"\n"river/condor" = "green"\n']

    def read(data: bytes) -> None:
        position = parse_position(data, "file.toml")
        violations(position)
        if parse_position(write_position(position), "again") != position:
            raise AssertionError("written and read it is another position")

    yield Bench([*map(str.encode, texts)], read)


@contextmanager
def _boards(folder: Path) -> Iterator[Bench]:
    shipped = resources.files("companion.tiwanaku").joinpath("boards")
    files = [file.read_bytes() for file in shipped.iterdir() if file.name.endswith(".toml")]
    yield Bench(files, lambda data: parse_board(data, "file.toml"))


@contextmanager
def _lessons(folder: Path) -> Iterator[Bench]:
    shipped = resources.files("companion").joinpath("lessons")
    files = [shipped.joinpath(f"{name}.toml").read_bytes() for name in SHIPPED]
    yield Bench(files, lambda data: parse_lesson(data, "file.toml"))


@contextmanager
def _drafts(folder: Path) -> Iterator[Bench]:
    drafts = [
        Transcription(each.name, each.board, tuple(entries_of(each)))
        for each in (disc(1, "short"), disc(2, "long"))
    ]

    def read(data: bytes) -> None:
        draft = parse_transcription(data, "file.toml")
        if parse_transcription(write_transcription(draft), "again") != draft:
            raise AssertionError("written and read it is another draft")

    yield Bench([write_transcription(draft).encode() for draft in drafts], read)


@contextmanager
def _codes(folder: Path) -> Iterator[Bench]:
    seeds = [
        codes.scenario_code(disc(seed, board)).encode() for seed in (1, 2, 3) for board in OFFICIAL_BOARDS
    ]

    def read(data: bytes) -> None:
        scenario = codes.scenario_of_code(data.decode("utf-8", "surrogateescape"), "name")
        try:
            again = codes.scenario_of_code(codes.scenario_code(scenario), "name")
        except NotLegal:
            raise AssertionError("a code led to a scenario that has none") from None
        if again != scenario:
            raise AssertionError("written and read it is another scenario")

    yield Bench(seeds, read, _with_guards)


def _with_guards(data: bytes, random: Random) -> bytes:
    """The letters with the six that guard them made anew; perhaps as if the scenario itself had been changed."""
    letters = [codes.LETTERS.find(chr(each)) for each in data.upper()]
    symbols = [each for each in letters if each >= 0][: -codes.GUARDS]
    return "".join(codes.LETTERS[each] for each in (*symbols, *codes._guards(symbols))).encode()


@contextmanager
def _looks(folder: Path) -> Iterator[Bench]:
    shipped = resources.files("vision.sim").joinpath("styles")
    files = [shipped.joinpath(f"{name}.toml").read_bytes() for name in style_names()]
    yield Bench(files, lambda data: parse_style(data.decode("utf-8", "replace"), "own"))


@contextmanager
def _entries(folder: Path) -> Iterator[Bench]:
    """What somebody types who transcribes a disc; a terminal hands on no line of more than 4,096 bytes."""
    board = official_board("long")
    speaking = [Typed(language(code), board) for code in LANGUAGES]
    entries = (
        "s3",
        "sand chili",
        "sun llama",
        "sun/llama, r 5",
        "6 7 6 6",
        "purple river condor",
        "blue -",
        "terre maïs",
        "sole -",
    )

    def read(data: bytes) -> None:
        entry = data.decode("utf-8", "surrogateescape")
        for typed in speaking:
            for ask in (
                typed.content,
                typed.place,
                typed.place_and_content,
                typed.start_tile,
                typed.otoma,
                typed.counts,
            ):
                with suppress(Unreadable):
                    ask(entry)

    yield Bench([entry.encode() for entry in entries], read)


READERS = (
    Reader("scenario", _scenarios, 60_000, Form.TOML, _WORDS),
    Reader("position", _positions, 60_000, Form.TOML, _WORDS),
    Reader("board", _boards, 40_000, Form.TOML, _WORDS),
    Reader("lesson", _lessons, 10_000, Form.TOML, _WORDS),
    Reader("draft", _drafts, 30_000, Form.TOML, _WORDS),
    Reader("code", _codes, 30_000, largest=5_000),
    Reader("typed entry", _entries, 10_000, largest=4_000),
    Reader("look", _looks, 5_000, Form.TOML),
)
