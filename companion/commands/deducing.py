"""What ``pachamama deduce`` does: asks the engine, shows the answer and how it gets on."""

import json
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from companion.commands.drawing import draw_position, draw_possibilities
from companion.commands.waiting import Work
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.tiwanaku.board import Space
from companion.tiwanaku.deduction import Odds, Possibilities, Reasoner, odds
from companion.tiwanaku.explain import Contradiction, contradiction
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position, parse_position
from companion.words import TN, Language, T, Text

INCONSISTENT = 1
UNSETTLED = 3
# Conflicts of a solver: that a contradiction is there has been proved, so one is found.
_PATIENCE = 1_000_000
_SECONDS_FOR_ODDS = 10.0


@dataclass(frozen=True)
class Answer:
    """What the command found out; ``wants_odds`` says whether odds were asked for."""

    position: Position
    known: Possibilities
    contradiction: Contradiction | None
    wants_odds: bool
    odds: Odds | None

    @property
    def exit_code(self) -> int:
        """0 for a consistent position, 1 for an inconsistent one, 3 if that was not settled in time."""
        return {True: 0, False: INCONSISTENT, None: UNSETTLED}[self.known.consistent]


def deduce_file(file: Path, words: Language, *, as_json: bool, seconds: float | None, with_odds: bool) -> int:
    """Say what is possible in a position file; the exit code."""
    position = parse_position(read_bytes(file), str(file), known_boards(own_folder()))
    answer = _answer(position, seconds, with_odds, words)
    if as_json:
        typer.echo(json.dumps(_as_data(answer, words), ensure_ascii=False))
    else:
        _print(answer, words)
    return answer.exit_code


def _answer(position: Position, seconds: float | None, with_odds: bool, words: Language) -> Answer:
    console = Console(stderr=True, highlight=False)
    reasoner = Reasoner(position)
    latest = [reasoner.possibilities()]
    work = Work(lambda stop: reasoner.work(seconds, lambda known: latest.__setitem__(0, known), stop))
    known = work.result(lambda: words.say(_progress(latest[0])), console)
    reasoner.close()
    found = contradiction(position, patience=_PATIENCE) if known.consistent is False else None
    chances = None
    if with_odds and known.consistent and not work.stopped:
        limit = _SECONDS_FOR_ODDS if seconds is None else seconds
        counting = Work(lambda stop: odds(position, known, seconds=limit, cancelled=stop))
        chances = counting.result(lambda: words.say(T("Counting boards…")), console)
    return Answer(position, known, found, with_odds, chances)


def _progress(known: Possibilities) -> Text:
    count = known.undecided.bit_count()
    return TN("{count} value is not decided yet.", "{count} values are not decided yet.", count)


def _as_data(answer: Answer, words: Language) -> dict[str, object]:
    known, spaces = answer.known, answer.position.board.spaces
    data: dict[str, object] = {
        "consistent": known.consistent,
        "spaces": {str(s): _values(known.terrains(s), known.crops(s)) for s in spaces},
    }
    if known.undecided:
        data["undecided"] = {
            str(s): _values(known.undecided_terrains(s), known.undecided_crops(s))
            for s in spaces
            if known.undecided_terrains(s) or known.undecided_crops(s)
        }
    if answer.contradiction is not None:
        data["contradiction"] = {
            "spaces": [str(space) for space in answer.contradiction.spaces],
            "message": words.say(answer.contradiction.text),
        }
    if answer.wants_odds:
        data["odds"] = _odds_as_data(answer.odds)
    return data


def _values(terrains: frozenset[Terrain], crops: frozenset[Crop]) -> dict[str, object]:
    return {
        "terrain": [terrain.value for terrain in Terrain if terrain in terrains],
        "crop": [crop.level for crop in sorted(crops)],
    }


def _odds_as_data(found: Odds | None) -> dict[str, object] | None:
    if found is None:
        return None
    spaces = {
        str(space): {
            "terrain": {t.value: share for t, share in found.terrains[space.index].items()},
            "crop": {str(crop.level): share for crop, share in found.crops[space.index].items()},
        }
        for space in found.board.spaces
    }
    return {"exact": found.exact, "error": found.error, "boards": found.boards, "spaces": spaces}


def _print(answer: Answer, words: Language) -> None:
    console = Console(highlight=False)
    if answer.known.consistent is False:
        _print_contradiction(answer, words, console)
        return
    known = answer.known
    console.print(draw_possibilities(answer.position, known, words))
    legend = T(
        "Above the possible terrains, below the crops. In brackets: certain, though it does not lie there yet."
    )
    console.print(words.say(legend), markup=False)
    if known.undecided:
        console.print(words.say(_progress(known)), style="bold", markup=False)
        console.print(
            words.say(T("They stand with a question mark and may still be possible.")), markup=False
        )
    if known.consistent is None:
        console.print(
            words.say(T("Whether any board agrees with this position is not settled.")), markup=False
        )
    if answer.wants_odds:
        _print_odds(answer, words, console)


def _print_contradiction(answer: Answer, words: Language, console: Console) -> None:
    spaces: tuple[Space, ...] = answer.contradiction.spaces if answer.contradiction else ()
    console.print(draw_position(answer.position, words, spaces))
    console.print(words.say(T("No legal board agrees with this position.")), style="bold red", markup=False)
    if answer.contradiction is not None:
        console.print(words.say(answer.contradiction.text), markup=False)
    for violation in violations(answer.position):
        console.print(f"• {violation.law.value}: {words.say(violation.text)}", markup=False)


def _print_odds(answer: Answer, words: Language, console: Console) -> None:
    found = answer.odds
    if found is None:
        console.print(
            words.say(T("There are too many boards to say how likely each value is.")), markup=False
        )
        return
    if found.exact:
        count = int(found.boards)
        heading = TN(
            "{count} board agrees with the position.", "{count} boards agree with the position.", count
        )
    else:
        heading = T(
            "An estimate: about {count} boards; every percentage has an error of up to {error}.",
            count=f"{found.boards:.2g}",
            error=f"{2 * found.error:.0%}",
        )
    console.print(words.say(heading), style="bold", markup=False)
    for space in found.board.spaces:
        chances: list[tuple[Terrain | Crop, float]] = [
            *found.terrains[space.index].items(),
            *found.crops[space.index].items(),
        ]
        unsure = [f"{words.say(thing.text)} {share:.0%}" for thing, share in chances if share < 1]
        if unsure:
            console.print(f"{words.say(space.text)}: {', '.join(unsure)}", markup=False)
