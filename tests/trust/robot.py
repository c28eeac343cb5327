"""A robot's hands on the wheel: plays a whole game by knob and buttons alone, and now and then does something else."""

from __future__ import annotations

from random import Random

from companion.table.screens.descriptions import Action, ActionMenu, Coordinates, Ring, Window, WindowClosed
from companion.tiwanaku.game import Phase
from tests.table.wheel.hands import DISCOVERY, DIVINATION, Hands

MOVES = (Action.EXPLORE, Action.DIVINE, Action.OFFER, Action.END_TURN, Action.OTOMA, Action.PASS)
BESIDE = (Action.SCORES, Action.POINTS, Action.HINT, Action.SETTINGS, Action.JOIN)
BUTTONS = {Window.DISCOVERY: DISCOVERY, Window.DIVINATION: DIVINATION}


class Robot:
    """Looks at the screen and touches something, by chance as the seed has it."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.hands = hands
        self._random = Random(seed)

    def play(self, most: int) -> bool:
        """Touch until the game is over, at most so often; whether it is."""
        for _ in range(most):
            if self.hands.game.phase is Phase.OVER:
                return True
            self._touch()
            self.hands.wait(self._random.choice((0.05, 0.2, 0.7)))
        return False

    def _touch(self) -> None:
        hands, random = self.hands, self._random
        match hands.screen:
            case Coordinates(space, ring) if hands.game.phase is Phase.DISCOVER:
                self._seek(space, ring, hands.game.waiting)
            case ActionMenu(actions=actions):
                wished = MOVES if random.random() < 0.9 else BESIDE
                # To pass is the last thing that one does.
                hands.choose(next((each for each in self._shuffled(wished) if each in actions), actions[0]))
            case WindowClosed(window=window):
                self._open(BUTTONS[window])
            case _ if random.random() < 0.05:
                hands.back()
            case _ if random.random() < 0.4:
                hands.turn(random.choice((-1, 1, 2)))
            case _:
                hands.push()

    def _seek(self, space, ring, wanted) -> None:
        """Turn both rings to the space that waits, then hold its window open."""
        if (ring is Ring.ELEMENT and space.element != wanted.element) or (
            ring is Ring.ANIMAL and space.animal != wanted.animal
        ):
            self.hands.turn(1)
        elif space != wanted:
            self.hands.push()
        else:
            self._open(DISCOVERY)

    def _open(self, button) -> None:
        self.hands.hold(button, self.hands.desk.state.settings.hold_time + 0.1)
        self.hands.release(button)

    def _shuffled(self, actions):
        first = self._random.sample(actions, len(actions))
        return sorted(first, key=lambda action: action is Action.PASS)
