"""How a turn goes on: what follows an action, who is next, and how the game ends.

    competitive   ACT ─Move, Enter─► DISCOVER (empty space) ─► OFFER ─Offer, EndTurn─► next ACT
                   ├──Retrieve───────────────────────────────►  ▲
                   ├──Divine, right─► DIVINE_ON ─Divine─► ... ──┘
                   └──Divine, wrong──────────────────────────────────────────────────► next ACT
                  after the turn of the last tile: LAST_DIVINE round the table ─► LAST_OFFER ─► OVER

    solo          ACT ─► DISCOVER ─► ARROW (bare terrain) ─► CHOOSE (hard, own colour)
                   │                   └─► the Otoma walks ─► DISCOVER (its space) ─► OFFER ─► ACT
                   └──Divine─► DIVINE_ON, all of them ─► OFFER
                  after the turn of the last tile: OVER

    co-operative  SPEND ─► ACT ─► DISCOVER ─► GIVE (no tile there) ─► CHOOSE (equally near) ─►
                  the Otoma walk one by one, each ─► DISCOVER ─► GIVE ─► OFFER ─► next SPEND
                  after a turn with no tile behind a screen: LAST_OFFER ─► OVER

A phase in which nothing can be done is skipped: no tokens, no OFFER.
"""

from __future__ import annotations

from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import events as happened
from companion.tiwanaku.game.checks import choosable, givers
from companion.tiwanaku.game.events import Event, Phase, Reason
from companion.tiwanaku.game.fold import apply
from companion.tiwanaku.game.movement import fleeing, otoma_path
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.scoring import next_level, winners, worth
from companion.tiwanaku.game.setup import TERRAIN_NUMBER, Difficulty, Mode
from companion.tiwanaku.game.state import State
from companion.tiwanaku.game.wheel import Oracle
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import T


class Turn:
    """A command at work: emits events and always knows the state they lead to."""

    def __init__(self, state: State, oracle: Oracle) -> None:
        self.state = state
        self.oracle = oracle
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)
        self.state = apply(self.state, event)

    # Discovery

    def discover(self, space: Space) -> None:
        """The wheel shows the terrain of the space where a meeple waits; a tile is looked for."""
        terrain = self.oracle.terrain(space)
        if self.state.tiles_left()[terrain] <= 0:
            raise Refused(
                Rule.NO_TILE_LEFT,
                T("{terrain}: no such tile is left. Is this the disc of this game?", terrain=terrain),
            )
        self.emit(happened.TerrainRevealed(space, terrain))
        if not self.state.setup.traits.tiles_are_spent or self.state.spent[TERRAIN_NUMBER[terrain]]:
            self.lay(space, terrain, None)
            return
        able = givers(self.state)
        if len(able) == 1:
            self.lay(space, terrain, able[0])
        else:
            self.emit(happened.PhaseBegan(Phase.GIVE))

    def lay(self, space: Space, terrain: Terrain, giver: int | None) -> None:
        """The tile comes to lie, and whoever waits there scores."""
        self.emit(happened.TileLaid(space, terrain, giver))
        if self.state.is_otoma(space):
            self.advance(self.state.setup.otoma_side, space, terrain)
            self._plant_for_otoma(space)
            self.otoma_go_on()
        else:
            self.advance(self.state.side_number, space, terrain)
            self.explored()

    def advance(self, side: int, space: Space, terrain: Terrain) -> None:
        """A diversity pawn goes up, and the pawns on its level score."""
        level, pawns = next_level(self.state.sides[side], terrain, self.state.board.diversity_levels)
        reason = Reason.LAST_LEVEL
        if level > self.state.sides[side].diversity[TERRAIN_NUMBER[terrain]]:
            reason = Reason.DIVERSITY
            self.emit(happened.PawnAdvanced(side, terrain, level))
        self.emit(happened.Scored(side, pawns, reason, count=pawns, space=space, terrain=terrain))

    def _plant_for_otoma(self, space: Space) -> None:
        crop = self.oracle.crop(space)
        self.emit(happened.CropRevealed(space, crop))
        self.score_otoma_crop(space, crop)
        if self.state.setup.mode is Mode.COOPERATIVE:
            self.take_token(self.state.setup.otoma_side, crop)

    def score_otoma_crop(self, space: Space, crop: Crop) -> None:
        """The Otoma score a crop's level."""
        side = self.state.setup.otoma_side
        self.emit(happened.Scored(side, crop.level, Reason.OTOMA_CROP, space=space, crop=crop))

    def take_token(self, side: int, crop: Crop) -> None:
        """A side takes an offering token, unless it has one of that type."""
        if crop not in self.state.sides[side].tokens:
            self.emit(happened.TokenTaken(side, crop))

    # The Otoma

    def explored(self) -> None:
        """A Quechua has finished exploring: the Otoma may react."""
        state, space = self.state, self.state.explorer
        if space is None or not state.setup.traits.otoma:
            self.may_offer()
        elif not state.setup.traits.arrows_lie_on_board:
            movers = fleeing(state, space)
            if movers:
                self.emit(happened.OtomaStirred(movers))
            self.otoma_go_on()
        elif state.crops[space.index] is not None or state.is_full:
            self.may_offer()
        elif state.arrows[space.index] is None:
            self.emit(happened.PhaseBegan(Phase.ARROW))
        else:
            self.follow_arrow(space)

    def follow_arrow(self, space: Space) -> None:
        """The arrow under a Quechua moves an Otoma (solo)."""
        state = self.state
        arrow = state.arrows[space.index]
        if arrow is None:
            return
        if arrow.colour is not state.colour:
            mover = next(there for there in state.otoma() if state.meeples[there.index] is arrow.colour)
            self.emit(happened.OtomaStirred(((mover, arrow.direction),)))
        elif state.setup.difficulty is Difficulty.HARD:
            self.emit(happened.OtomaStirred(tuple((there, arrow.direction) for there in state.otoma())))
        self.otoma_go_on()

    def otoma_go_on(self) -> None:
        """The next Otoma moves, until one needs the wheel or somebody has to choose."""
        while self.state.movers:
            choices = choosable(self.state)
            if len(choices) > 1 and not self.state.is_full:
                self.emit(happened.PhaseBegan(Phase.CHOOSE))
                return
            if self.move_otoma(choices[0]):
                return
        self.may_offer()

    def move_otoma(self, start: Space) -> bool:
        """An Otoma moves; whether it found an empty space, which is to be discovered now."""
        way: Direction = dict(self.state.movers)[start]
        path = otoma_path(self.state, start, way)
        colour = self.state.meeples[start.index]
        if path is None or colour is None:
            self.emit(happened.OtomaStayed(start))
            return False
        self.emit(happened.OtomaMoved(colour, start, path))
        self.emit(happened.PhaseBegan(Phase.DISCOVER))
        return True

    # Divining and offering

    def divine(self, space: Space, announced: Crop) -> bool:
        """The wheel shows a crop; points and token, or the loss. Whether it was right."""
        side = self.state.side_number
        crop = self.oracle.crop(space)
        self.emit(happened.CropRevealed(space, crop, announced))
        if crop == announced:
            self.emit(happened.Scored(side, crop.level, Reason.DIVINED, space=space, crop=crop))
            self.take_token(side, crop)
            return True
        loss = min(crop.level, self.state.sides[side].score)
        self.emit(happened.Scored(side, -loss, Reason.MISSED, space=space, crop=crop))
        return False

    def offer(self, side: int, tokens: frozenset[Crop]) -> None:
        """A side gives tokens back for points; when the group offers, the Otoma offer all they have."""
        self.emit(happened.TokensOffered(side, tokens))
        count = len(tokens)
        self.emit(happened.Scored(side, worth(count), Reason.OFFERING, count=count))
        otoma = self.state.setup.otoma_side
        if self.state.setup.mode is Mode.COOPERATIVE and side != otoma and self.state.sides[otoma].tokens:
            self.offer(otoma, self.state.sides[otoma].tokens)

    def may_offer(self) -> None:
        """The action is done: an offering may follow."""
        if self.state.side.tokens:
            self.emit(happened.PhaseBegan(Phase.OFFER))
        else:
            self.end()

    # The end of turns and of the game

    def end(self) -> None:
        """The turn is over: the next one begins, or the end of the game."""
        state = self.state
        if state.setup.traits.tiles_are_spent:
            if not any(any(counts) for counts in state.stacks):
                self.begin_last_offerings()
                return
        elif state.is_full:
            if state.setup.traits.last_divinations:
                self.emit(happened.PhaseBegan(Phase.LAST_DIVINE))
                self.last_divinations(state.seat)
            else:
                self.finish()
            return
        following = (state.seat + 1) % state.setup.seats
        self.emit(happened.TurnBegan(following, first_phase(state)))

    def last_divinations(self, seat: int) -> None:
        """The last round goes on at this seat; who cannot divine passes."""
        seats = self.state.setup.seats
        for step in range(seats):
            at = (seat + step) % seats
            if at in self.state.passed:
                continue
            if self.state.able_to_divine(at):
                self.emit(happened.TurnBegan(at, Phase.LAST_DIVINE))
                return
            self.emit(happened.Passed(at))
        self.begin_last_offerings()

    def begin_last_offerings(self) -> None:
        """Everybody may offer once more."""
        self.emit(happened.PhaseBegan(Phase.LAST_OFFER))
        self.last_offerings()

    def last_offerings(self) -> None:
        """The next one may make the last offering; who could gain nothing is not asked."""
        state = self.state
        seats = range(state.setup.seats if state.setup.mode is Mode.COMPETITIVE else 1)
        for seat in seats:
            if seat not in state.passed and worth(len(state.sides[state.setup.side_of(seat)].tokens)) > 0:
                self.emit(happened.TurnBegan(seat, Phase.LAST_OFFER))
                return
        self.finish()

    def finish(self) -> None:
        """The last points, and who has won."""
        setup = self.state.setup
        if setup.mode is Mode.COOPERATIVE:
            tokens = self.state.sides[setup.otoma_side].tokens
            if tokens:
                self.offer(setup.otoma_side, tokens)
            bare = self.state.terrains.count(None)
            if bare:
                self.emit(happened.Scored(setup.otoma_side, bare, Reason.BARE_BOARD, count=bare))
        self.emit(happened.GameEnded(winners(self.state)))


def first_phase(state: State) -> Phase:
    """What a turn begins with."""
    return Phase.SPEND if state.setup.traits.tiles_are_spent else Phase.ACT
