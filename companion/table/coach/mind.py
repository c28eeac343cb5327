"""The coach's mind: a reasoner that follows one game, and an explainer. It knows positions and nothing else."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

from companion.table.coach.judging import Verdict, chance_of, verdict
from companion.table.coach.questions import (
    SILENCE,
    Advice,
    Follow,
    HintWanted,
    JudgementWanted,
    Message,
    NewsWanted,
    WarningWanted,
)
from companion.tiwanaku.board import Space
from companion.tiwanaku.deduction import Possibilities, Reasoner
from companion.tiwanaku.explain import Claim, Explainer, Explanation, hint
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.words import TN, T, Text

MOST_NAMED = 6
"""Spaces that a sentence names."""
Cancelled = Callable[[], bool]
Certain = dict[Space, tuple[Terrain | None, Crop | None]]
"""What is certain beyond what lies there: the terrain of a space, its crop, or both."""


@dataclass(frozen=True)
class Patience:
    """Seconds for each kind of question, and for thinking ahead about one position."""

    news: float = 20.0
    warning: float = 3.0
    judgement: float = 10.0
    ahead: float = 5.0


class Mind:
    """Answers questions about one game after the other. Use it from one thread."""

    def __init__(self, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._reasoner: Reasoner | None = None
        self._explainer: Explainer | None = None
        self._explained: Position | None = None
        self._last_certain: tuple[Position, Certain] | None = None

    def answer(self, message: Message, cancelled: Cancelled = lambda: False) -> Advice:
        """What is there to say; silence if nothing is."""
        match message:
            case HintWanted(position, strength):
                return self._hint(position, strength)
            case NewsWanted(position, before):
                return self._news(before, position, cancelled)
            case WarningWanted(position, space, crop):
                return self._warning(position, space, crop, cancelled)
            case JudgementWanted():
                return self._judgement(message, cancelled)
            case Follow(position):
                self._follow(position)
                return SILENCE

    def think_ahead(self, cancelled: Cancelled) -> None:
        """Prepare for the next turn while nobody asks."""
        if self._reasoner is not None:
            self._reasoner.enrich(self._patience.ahead, cancelled)

    def rest(self) -> None:
        """Forget everything and give the memory back."""
        if self._reasoner is not None:
            self._reasoner.close()
        self._reasoner = self._explainer = self._explained = self._last_certain = None
        gc.collect()

    # What it works with ----------------------------------------------------------------------------

    def _follow(self, position: Position) -> Reasoner:
        if self._reasoner is None:
            self._reasoner = Reasoner(position)
        else:
            self._reasoner.follow(position)
        return self._reasoner

    def _explainer_for(self, position: Position) -> Explainer:
        known = self._explained
        same = known is not None and (known.board, known.tiles) == (position.board, position.tiles)
        if self._explainer is None or not same:
            self._explainer, self._explained = Explainer.of(position), position
        return self._explainer

    def _certain(self, position: Position, cancelled: Cancelled) -> Certain:
        """What can be proved in time; a second look at the same position is free."""
        if self._last_certain is not None and self._last_certain[0] == position:
            return self._last_certain[1]
        known = self._follow(position).work(self._patience.news, None, cancelled)
        found = _certain_in(position, known)
        if known.complete:
            self._last_certain = position, found
        return found

    # Questions -------------------------------------------------------------------------------------

    def _hint(self, position: Position, strength: int) -> Advice:
        found = hint(position, self._explainer_for(position))
        if found is None:
            return Advice(T("Nothing new is certain now: explore, or take a chance."), nothing=True)
        texts = {1: found.look, 2: found.technique, 3: _steps(found.explanation)}
        return Advice(texts[strength], space=found.space)

    def _news(self, before: Position, after: Position, cancelled: Cancelled) -> Advice:
        """What is certain now, was not before, and has not been shown meanwhile."""
        known_before = self._certain(before, cancelled)
        certain = self._certain(after, cancelled)
        terrains, crops = [], []
        for space, (terrain, crop) in certain.items():
            old_terrain, old_crop = known_before.get(space, (None, None))
            if terrain is not None and old_terrain is None:
                terrains.append(space)
            if crop is not None and old_crop is None:
                crops.append(space)
        if not terrains and not crops:
            return SILENCE
        # What can be divined at once comes first.
        crops.sort(key=lambda space: (after.terrain(space) is None, space.index))
        fresh = [T("{space}: {value}", space=space, value=certain[space][1]) for space in crops[:MOST_NAMED]]
        fresh += [
            T("{space}: {value}", space=space, value=certain[space][0]) for space in terrains[:MOST_NAMED]
        ]
        return Advice(_has_become_certain(terrains, crops), T("{lines}", lines=fresh))

    def _warning(self, position: Position, space: Space, crop: Crop, cancelled: Cancelled) -> Advice:
        known = self._follow(position).work(self._patience.warning, None, cancelled)
        if known.consistent is False or crop in known.crops(space) | known.undecided_crops(space):
            return SILENCE
        return Advice(
            T("Careful: {crop} at {space} is certainly wrong.", crop=crop, space=space), space=space
        )

    def _judgement(self, asked: JudgementWanted, cancelled: Cancelled) -> Advice:
        position, space, announced, crop = asked.position, asked.space, asked.announced, asked.crop
        reasoner = self._follow(position)
        chance = chance_of(
            reasoner,
            position,
            space,
            announced,
            seconds=self._patience.judgement,
            cancelled=cancelled,
        )
        found = verdict(right=announced == crop, chance=chance)
        if found is Verdict.IMPOSSIBLE:
            return self._could_have_been_known(asked)
        if found in (Verdict.CERTAIN, Verdict.PROBABLE):
            return SILENCE
        if chance is None:
            # Too many boards to count in time; a wrong crop may still be known to have been possible.
            possible = announced in reasoner.possibilities().crops(space)
            text = T("{space}: {crop} was still possible.", space=space, crop=announced)
            return Advice(text, space=space) if possible and announced != crop else SILENCE
        said = {"crop": announced, "space": space, "chance": chance.text}
        if found is Verdict.LUCKY:
            text = T("Lucky! {crop} at {space} had a chance of {chance}.", **said)
        elif found is Verdict.UNLUCKY:
            text = T("Bad luck: {crop} at {space} had a chance of {chance}.", **said)
        else:
            text = T("Nobody could know: {crop} at {space} had a chance of {chance}.", **said)
        return Advice(text, space=space)

    def _could_have_been_known(self, asked: JudgementWanted) -> Advice:
        """The reason: why the true crop was certain, if it was, else why the announced one was impossible."""
        explainer, position, space = self._explainer_for(asked.position), asked.position, asked.space
        why = explainer.why(position, Claim(space, asked.crop))
        if why is not None:
            text = T("It could have been known: {crop} at {space} was certain.", crop=asked.crop, space=space)
            return Advice(text, _steps(why), space)
        why = explainer.why(position, Claim(space, asked.announced, certain=False))
        text = T(
            "It could have been known: {crop} at {space} was impossible.", crop=asked.announced, space=space
        )
        return Advice(text, _steps(why) if why is not None else None, space)


def _steps(explanation: Explanation) -> Text:
    return T("{steps}", steps=[step.text for step in explanation.steps])


def _certain_in(position: Position, known: Possibilities) -> Certain:
    found: Certain = {}
    for space in position.board.spaces:
        terrain = known.certain_terrain(space) if position.terrain(space) is None else None
        crop = known.certain_crop(space) if position.crop(space) is None else None
        if terrain is not None or crop is not None:
            found[space] = terrain, crop
    return found


def _named(spaces: list[Space]) -> list[Space | str]:
    """The first spaces, so that a sentence stays short; dots for the rest."""
    return [*spaces[:MOST_NAMED], *(["…"] if len(spaces) > MOST_NAMED else [])]


def _has_become_certain(terrains: list[Space], crops: list[Space]) -> Text:
    sentences = []
    if crops:
        sentences.append(
            TN(
                "The crop of {count} space has become certain: {spaces}.",
                "The crops of {count} spaces have become certain: {spaces}.",
                len(crops),
                spaces=_named(crops),
            )
        )
    if terrains:
        sentences.append(
            TN(
                "The terrain of {count} space has become certain: {spaces}.",
                "The terrain of {count} spaces has become certain: {spaces}.",
                len(terrains),
                spaces=_named(terrains),
            )
        )
    return sentences[0] if len(sentences) == 1 else T("{one} {other}", one=sentences[0], other=sentences[1])
