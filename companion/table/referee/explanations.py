"""What was done? The shortest legal sequences of commands that lead from the game to the table as it is seen.

Only walks and what follows from them leave a trace on the table, so the search is guided by the differences: a
meeple is moved only from where one is missing, to where one is too much, or to where a tile appeared meanwhile.
The wheel is not asked: where a sequence needs its answer, what lies on the table is taken for it, and where nothing
lies yet, anything.

    game ──walk──► ──discover, arrow, Otoma, end of turn──► ──walk──► ...   until no meeple stands otherwise
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.errors import PachamamaError
from companion.table.referee.sight import Doubt, Seen, Sight, Spot, Tolerated, table_of
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import (
    ArrowSeen,
    ChooseOtoma,
    Command,
    Difficulty,
    Discover,
    Divine,
    EndTurn,
    Enter,
    GiveTile,
    Move,
    Phase,
    Retrieve,
    SpendTile,
    State,
    play,
    reach,
)
from companion.tiwanaku.game.checks import choosable, givers
from companion.tiwanaku.game.events import OtomaMoved
from companion.tiwanaku.game.movement import needs_arrow
from companion.tiwanaku.game.setup import TERRAINS
from companion.tiwanaku.pieces import Colour, Crop, Terrain

MOST_WALKS = 4
MOST_COMMANDS = 24
MOST_TRIES = 150
MOST_UNSEEN = 5


@dataclass(frozen=True)
class Explanation:
    """A sequence of commands, the game it leads to, and how well that fits the table.

    ``lags`` is what may still be as it was before the last walk's consequences were carried out; ``guessed`` are
    the spots for which the wheel would have to be asked; ``walkers`` who walked; ``left_by_otoma`` from where to where Otoma
    went, by index; ``stop`` is where the last walk ended if terrain lay there.
    ``complete`` says that the Otoma stand right, too; ``left`` counts the tiles and crops that do not fit, ``strained``
    the Quechua that stand otherwise for now, which is tolerated. ``exhaustive``: everything else was tried.
    """

    commands: tuple[Command, ...]
    state: State
    lags: Tolerated
    guessed: frozenset[Spot]
    walkers: tuple[Colour, ...] = ()
    left_by_otoma: Mapping[int, int] = field(default_factory=dict)
    stop: Space | None = None
    complete: bool = True
    left: int = 0
    strained: int = 0
    exhaustive: bool = True


@dataclass
class _Answers:
    """Answers like the wheel, from what lies on the table; notes what it was asked."""

    sight: Sight
    state: State
    asked: set[Spot] = field(default_factory=set)

    def terrain(self, space: Space) -> Terrain:
        self.asked.add(space.index)
        left = self.state.tiles_left()
        seen = self.sight.terrain(space.index)
        if isinstance(seen, Terrain) and left[seen] > 0:
            return seen
        return next((terrain for terrain in TERRAINS if left[terrain] > 0), TERRAINS[0])

    def crop(self, space: Space) -> Crop:
        self.asked.add(self.sight.size + space.index)
        seen = self.sight.crop(space.index)
        return seen if isinstance(seen, Crop) else Crop.SWEET_POTATO


class _Search:
    def __init__(self, sight: Sight, tolerated: Tolerated, *, by_tiles: bool) -> None:
        self.sight = sight
        self.by_tiles = by_tiles
        self.tolerated = tolerated
        self.tries = MOST_TRIES
        self.found: list[Explanation] = []
        self.partly: list[Explanation] = []
        meeples = sight.things[2 * sight.size :]
        hidden = [index for index, seen in enumerate(meeples) if isinstance(seen, Doubt)]
        # Who cannot see much cannot try everything, and is not sure of anything.
        self.sees_enough = len(hidden) <= MOST_UNSEEN
        self.hidden = hidden if self.sees_enough else []

    def go_on(self, node: Explanation, walks: int) -> None:
        """Look on from a node, with so many walks left."""
        quechua, otoma = self.open_spots(node)
        if not quechua:
            (self.partly if otoma else self.found).append(node)
            if not otoma:
                return
        if len(node.commands) >= MOST_COMMANDS:
            return
        for command in self.candidates(node, quechua, otoma):
            walk = isinstance(command, Move | Enter | Retrieve)
            if walk and (walks == 0 or (node.state.colour in node.walkers and not self.by_tiles)):
                continue
            if self.tries == 0:
                return
            self.tries -= 1
            after = self.taken(node, command, walk)
            if after is not None:
                self.go_on(after, walks - walk)

    def open_spots(self, node: Explanation) -> tuple[list[int], list[int]]:
        """Where Quechua, and where Otoma, surely stand otherwise than in this game; by the spaces' index."""
        size, players = self.sight.size, node.state.setup.colours
        quechua: list[int] = []
        otoma: list[int] = []
        for index, right in enumerate(node.state.meeples):
            seen = self.sight.meeple(index)
            if seen is right or isinstance(seen, Doubt):
                continue
            lags = seen in node.lags.get(2 * size + index, ()) and not self.at_both_ends(node, index)
            if lags or seen in self.tolerated.get(2 * size + index, ()):
                continue
            (quechua if seen in players or right in players else otoma).append(index)
        return quechua, otoma

    def at_both_ends(self, node: Explanation, index: int) -> bool:
        """Whether an Otoma seems to stand where it left, and also where it went."""
        end = node.left_by_otoma.get(index)
        return end is not None and self.sight.meeple(end) is self.sight.meeple(index)

    def taken(self, node: Explanation, command: Command, walk: bool) -> Explanation | None:
        """The node after a command; None if it is not legal."""
        answers = _Answers(self.sight, node.state)
        try:
            state, events = play(node.state, command, answers)
        except PachamamaError:
            return None
        size = self.sight.size
        lags: dict[Spot, frozenset[Seen]] = {} if walk else dict(node.lags)
        players = state.setup.colours
        before, after = table_of(node.state).things, table_of(state).things
        for spot, (was, is_now) in enumerate(zip(before, after, strict=True)):
            if was is not is_now and not (spot >= 2 * size and (was in players or is_now in players)):
                lags[spot] = lags.get(spot, frozenset()) | {was}
        left = dict(node.left_by_otoma)
        for event in events:
            if isinstance(event, OtomaMoved):
                left[event.start.index] = event.path[-1].index
        stop = node.stop
        if isinstance(command, Move | Enter):
            # A discovery may follow only from an empty space.
            stop = command.to if node.state.terrains[command.to.index] is not None else None
        return Explanation(
            commands=(*node.commands, command),
            state=state,
            lags=lags,
            guessed=node.guessed | answers.asked,
            walkers=(*node.walkers, node.state.colour) if walk else node.walkers,
            left_by_otoma=left,
            stop=stop,
        )

    def candidates(self, node: Explanation, quechua: list[int], otoma: list[int]) -> Iterator[Command]:
        """What may have been done next, as far as the table tells."""
        state = node.state
        match state.phase:
            case Phase.ACT if quechua:
                yield from self.actions(state, quechua)
            case Phase.SPEND if quechua:
                stacks = zip(TERRAINS, state.stacks[state.seat], strict=True)
                yield from [SpendTile(terrain) for terrain, count in stacks if count][:1]
            case Phase.DISCOVER if state.waiting is not None:
                # One Otoma after the other: the next one does not stir before the wheel was asked for this one.
                if quechua or self.by_tiles or not state.is_otoma(state.waiting):
                    yield Discover(state.waiting)
            case Phase.GIVE:
                yield from [GiveTile(seat) for seat in givers(state)][:1]
            case Phase.ARROW:
                yield from self.arrows(state, quechua, otoma)
            case Phase.CHOOSE:
                choices = choosable(state)
                missing = [space for space in choices if space.index in otoma]
                yield from (ChooseOtoma(space) for space in missing or (choices if quechua else []))
            case Phase.OFFER | Phase.DIVINE_ON if quechua:
                yield EndTurn()
            case _:
                return

    def arrows(self, state: State, quechua: list[int], otoma: list[int]) -> Iterator[Command]:
        """Arrows that would have moved an Otoma that stands otherwise, or none."""
        colours = {state.meeples[index] for index in otoma} - {None, *state.setup.colours}
        for colour in sorted((c for c in colours if c is not None), key=lambda c: c.value):
            yield from (ArrowSeen(way, colour) for way in Direction)
        if otoma and state.setup.difficulty is Difficulty.HARD:
            yield from (ArrowSeen(way, state.colour) for way in Direction)
        elif quechua:
            yield ArrowSeen(Direction.NORTH, state.colour)

    def actions(self, state: State, quechua: list[int]) -> Iterator[Command]:
        """Walks from where a meeple is missing to where one is too much; divinations whose crop lies there."""
        if needs_arrow(state):
            yield from (ArrowSeen(way) for way in Direction)
            return
        sight, colour, spaces = self.sight, state.colour, state.board.spaces
        lost = [index for index in quechua if state.meeples[index] is colour]
        gained = [index for index in quechua if sight.meeple(index) is colour]
        hidden_own = [index for index in self.hidden if state.meeples[index] is colour]
        # One that was lifted to lay something under it may have gone on instead.
        lifted = [
            index
            for index, standing in enumerate(state.meeples)
            if standing is colour and sight.meeple(index) is None and index not in lost
        ]
        hidden_free = [index for index in self.hidden if state.meeples[index] is None]
        # Where one is tolerated that was to go, another may have come in its place.
        hidden_free += [
            index
            for index, standing in enumerate(state.meeples)
            if standing is not colour and sight.meeple(index) is colour and index not in gained
        ]
        # Where a tile came to lie meanwhile, somebody may have stopped and gone on.
        tiles = [
            index
            for index, terrain in enumerate(state.terrains)
            if self.by_tiles
            and terrain is None
            and isinstance(sight.terrain(index), Terrain)
            and index not in gained
        ]
        for start in (*lost, *lifted, *hidden_own):
            ends = (*gained, *hidden_free, *tiles) if start in lost else gained
            reachable = {space.index for space in reach(state, spaces[start]).destinations}
            yield from (Move(spaces[start], spaces[end]) for end in ends if end in reachable)
        if state.supply(colour) and gained:
            reachable = {space.index for space in reach(state, None).destinations}
            yield from (Enter(spaces[end]) for end in (*gained, *tiles) if end in reachable)
        if state.setup.traits.retrieving:
            yield from (Retrieve(spaces[start]) for start in (*lost, *lifted))
        for space in state.able_to_divine():
            crop = sight.crop(space.index)
            if isinstance(crop, Crop):
                yield Divine(space, crop)
                yield Divine(space, Crop(crop % len(Crop) + 1))


def explain(game: State, sight: Sight, tolerated: Tolerated, *, by_tiles: bool = False) -> list[Explanation]:
    """The best explanations of a table, all equally good; none if nothing legal leads there.

    The game as it is explains a table where nobody moved. An explanation that leaves the Otoma wrong is given only
    if none puts them right. Nobody walks twice in an explanation, as nobody could tell by which way; but where no wheel
    is asked, tiles tell of stops that nobody saw (``by_tiles``).
    """
    nothing: Mapping[Spot, frozenset[Seen]] = {}
    search = _Search(sight, tolerated, by_tiles=by_tiles)
    best: list[Explanation] = []
    for walks in range(MOST_WALKS + 1):
        search.found, search.partly = [], []
        search.go_on(Explanation((), game, nothing, frozenset()), walks)
        full = [_measured(node, sight, tolerated) for node in search.found]
        partly = [_measured(node, sight, tolerated, complete=False) for node in search.partly]
        best = _best([*best, *(full or partly)])
        settled = best and best[0].complete and (best[0].left == 0 or not by_tiles)
        if settled or search.tries == 0:
            break
    exhaustive = search.sees_enough and search.tries > 0
    return [replace(node, exhaustive=exhaustive) for node in best]


def _best(nodes: list[Explanation]) -> list[Explanation]:
    """The best of these; of equally good ones those that take the fewest walks."""
    least = min((_badness(node) for node in nodes), default=None)
    return list({node.commands: node for node in nodes if _badness(node) == least}.values())


def _badness(node: Explanation) -> tuple[object, ...]:
    # Where the Otoma stand wrong, the less is imagined the better.
    return (
        not node.complete,
        node.left,
        len(node.walkers),
        node.strained,
        0 if node.complete else len(node.commands),
    )


def _measured(node: Explanation, sight: Sight, tolerated: Tolerated, *, complete: bool = True) -> Explanation:
    """With the number of tiles and crops that lie otherwise than this game would have them."""
    size = sight.size
    players = node.state.setup.colours
    waiting = -1 if node.state.waiting is None else node.state.waiting.index
    left = strained = 0
    for spot in sight.unlike(table_of(node.state)):
        seen = sight.things[spot]
        if spot >= 2 * size:
            strained += seen in players or node.state.meeples[spot - 2 * size] in players
        elif seen not in tolerated.get(spot, ()) and seen not in node.lags.get(spot, ()):
            left += spot % size != waiting
    return replace(node, complete=complete, left=left, strained=strained)
