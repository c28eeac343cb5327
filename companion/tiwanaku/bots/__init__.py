"""Players that play by themselves: for demonstrations, simulations and soak tests.

>>> from companion.tiwanaku.bots import RandomBot, simulate
>>> from companion.tiwanaku.game import Mode, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> wheel = Wheel(morning_valley())
>>> setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
>>> one = simulate(wheel, setup, [RandomBot(1), RandomBot(2)], seed=3)
>>> two = simulate(wheel, setup, [RandomBot(1), RandomBot(2)], seed=3)
>>> one.state == two.state, one.state.phase.value
(True, 'over')
"""

from companion.tiwanaku.bots.careful import CarefulBot, Certainty
from companion.tiwanaku.bots.certain import local_certainty
from companion.tiwanaku.bots.player import Bot
from companion.tiwanaku.bots.random_bot import RandomBot
from companion.tiwanaku.bots.simulation import chance, simulate

__all__ = ["Bot", "CarefulBot", "Certainty", "RandomBot", "chance", "local_certainty", "simulate"]
