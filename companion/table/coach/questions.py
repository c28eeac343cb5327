"""What the coach can be asked, and what it answers. Every question is made of public positions and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position
from companion.words import Text

STRENGTHS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class HintWanted:
    """Where to look; with what technique; the whole reason."""

    name: ClassVar[str] = "hint"
    position: Position
    strength: int


@dataclass(frozen=True, slots=True)
class NewsWanted:
    """What has become certain between two positions of a game?"""

    name: ClassVar[str] = "news"
    position: Position
    before: Position


@dataclass(frozen=True, slots=True)
class WarningWanted:
    """Is this crop certainly wrong on that space?"""

    name: ClassVar[str] = "warning"
    position: Position
    space: Space
    crop: Crop


@dataclass(frozen=True, slots=True)
class JudgementWanted:
    """A crop was announced in this position, and the wheel showed one: what is there to learn?"""

    name: ClassVar[str] = "judgement"
    position: Position
    space: Space
    announced: Crop
    crop: Crop


@dataclass(frozen=True, slots=True)
class Follow:
    """The game stands like this now: think ahead while nobody asks. There is no answer."""

    name: ClassVar[str] = "follow"
    position: Position


Question = HintWanted | NewsWanted | WarningWanted | JudgementWanted
Message = Question | Follow


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach says, if anything; what it says to who asks for more; the space it is about.

    ``nothing`` marks a text that only says that there is nothing to be found.
    """

    text: Text | None = None
    more: Text | None = None
    space: Space | None = None
    nothing: bool = False


SILENCE = Advice()
