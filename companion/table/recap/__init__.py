"""A game looked back on: scores over time, points by source, what was certain and what was luck.

Everything comes from the game's record, and the odds from the public position before each divination.

>>> from companion.table.recap import look_back
>>> from companion.tiwanaku.bots import RandomBot, simulate
>>> from companion.tiwanaku.game import Mode, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
>>> record = simulate(Wheel(morning_valley()), setup, [RandomBot(1), RandomBot(2)], seed=1)
>>> story = look_back(record, seconds=0).story
>>> [party.score for party in story.parties] == [side.score for side in record.state.sides]
True
"""

from companion.table.recap.looking_back import Judged, Recap, look_back
from companion.table.recap.story import Divination, Moment, Party, Source, Story, tell_story

__all__ = [
    "Divination",
    "Judged",
    "Moment",
    "Party",
    "Recap",
    "Source",
    "Story",
    "look_back",
    "tell_story",
]
