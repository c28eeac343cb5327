"""Judging a game's divinations by the public position before each: within a time, with progress, stoppable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from companion.table.coach.judging import Chance, Verdict, chance_of, verdict
from companion.table.recap.story import Divination, Story, tell_story
from companion.tiwanaku.deduction import Reasoner
from companion.tiwanaku.explain import Claim, Explainer, Explanation, rank
from companion.tiwanaku.game import Record

SECONDS = 60.0
"""How long judging a game may take at most, unless told otherwise."""
_MOST_FOR_ONE = 8.0
_FOR_REASONS = 0.3
"""The share of the time that is kept for finding the longest deduction."""
Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True)
class Judged:
    """A divination with the chance that the announced crop had; None where that was not worked out."""

    divination: Divination
    chance: Chance | None

    @property
    def verdict(self) -> Verdict:
        """What it was."""
        return verdict(right=self.divination.right, chance=self.chance)


@dataclass(frozen=True)
class Recap:
    """A game looked back on. ``longest`` is the divination whose certainty took the most steps, with these steps."""

    story: Story
    judged: tuple[Judged, ...]
    longest: tuple[Judged, Explanation] | None

    @property
    def complete(self) -> bool:
        """Whether every divination could be judged."""
        return all(each.chance is not None for each in self.judged)


def look_back(
    record: Record,
    *,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    clock: Callable[[], float] = monotonic,
) -> Recap:
    """The recap of a game. ``progress`` is told how many of how many divinations are judged."""
    story = tell_story(record)
    end = clock() + seconds

    def stop() -> bool:
        return clock() >= end or (cancelled is not None and cancelled())

    judged = _judge(story, seconds, stop, progress, clock)
    return Recap(story, judged, _longest(judged, stop))


def _judge(
    story: Story,
    seconds: float,
    stop: Cancelled,
    progress: Progress | None,
    clock: Callable[[], float],
) -> tuple[Judged, ...]:
    """The last divinations first: they are quick, and what they leave of the time goes to the early ones."""
    waiting = list(story.divinations)
    if not waiting:
        return ()
    chances: list[Chance | None] = [None] * len(waiting)
    end = clock() + (1 - _FOR_REASONS) * seconds
    reasoner: Reasoner | None = None
    for done, number in enumerate(reversed(range(len(waiting)))):
        if stop():
            break
        each = waiting[number]
        share = min(_MOST_FOR_ONE, (end - clock()) / (number + 1))
        reasoner = reasoner or Reasoner(each.position, clock=clock)
        if share > 0:
            chances[number] = chance_of(
                reasoner, each.position, each.space, each.announced, seconds=share, cancelled=stop
            )
        if progress is not None:
            progress(done + 1, len(waiting))
    if reasoner is not None:
        reasoner.close()
    return tuple(Judged(each, chance) for each, chance in zip(waiting, chances, strict=True))


def _longest(judged: tuple[Judged, ...], stop: Cancelled) -> tuple[Judged, Explanation] | None:
    """The certain divination with the most steps; where several have as many, the one with the hardest."""
    found: list[tuple[Judged, Explanation]] = []
    explainer: Explainer | None = None
    for each in reversed(judged):
        if each.verdict is not Verdict.CERTAIN:
            continue
        if stop():
            break
        position = each.divination.position
        explainer = explainer or Explainer.of(position)
        why = explainer.why(position, Claim(each.divination.space, each.divination.crop))
        if why is not None:
            found.append((each, why))
    return max(found, key=lambda pair: (len(pair[1].steps), rank(pair[1].hardest or "")), default=None)
