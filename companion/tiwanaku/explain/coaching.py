"""What a coach says: what is certain on a space and why, a hint, why an announcement was impossible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.explainer import Claim, Explainer, Explanation
from companion.tiwanaku.explain.knowledge import CROP_BITS, TERRAIN_BITS, VALUES, Knowledge
from companion.tiwanaku.explain.ladder import ladder, plain_techniques, rank
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import Technique, cells_of, on_cell
from companion.tiwanaku.explain.telling import Step
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.words import T, Text

# How many rungs harder a crop may be to see and still be the better hint.
_WORTH_OF_A_CROP = 6
_HINTS_WEIGHED = 6
Odds = Callable[[Position, Space, Crop], Fraction | float | None]


@dataclass(frozen=True, slots=True)
class SpaceExplanation:
    """All that is certain on a space, with the steps that lead there."""

    space: Space
    terrain: Terrain | None
    crop: Crop | None
    explanations: tuple[Explanation, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps for the terrain, then those for the crop, none twice."""
        found: list[Step] = []
        for explanation in self.explanations:
            found += [step for step in explanation.steps if step not in found]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Hint:
    """The easiest thing to find out now, to be told in three strengths."""

    explanation: Explanation

    @property
    def space(self) -> Space:
        """Where to look."""
        return self.explanation.claim.space

    @property
    def look(self) -> Text:
        """The first strength: where."""
        return T("Look at {space}: something can be found out there.", space=self.space)

    @property
    def technique(self) -> Text:
        """The second strength: how."""
        last = self.explanation.steps[-1]
        return T("Look at {space}. What helps: {technique}.", space=self.space, technique=last.name)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The third strength: the whole reason."""
        return self.explanation.steps


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Whether an announced crop was possible; if not, the reason."""

    possible: bool
    text: Text
    explanation: Explanation | None = None


def explain(position: Position, space: Space, explainer: Explainer | None = None) -> SpaceExplanation:
    """Why a space is what it is, as far as it is certain. Give an explainer to keep its work for the next question."""
    explainer = explainer or Explainer.of(position)
    terrain, crop = position.terrain(space), position.crop(space)
    explanations = []
    if terrain is None:
        terrain = _terrain(explainer.certain_value(position, space, Terrain))
        explanations += _why(explainer, position, space, terrain)
    if crop is None:
        crop = _crop(explainer.certain_value(position, space, Crop))
        explanations += _why(explainer, position, space, crop)
    return SpaceExplanation(space, terrain, crop, tuple(explanations))


def hint(position: Position, explainer: Explainer | None = None) -> Hint | None:
    """The easiest deduction that tells something new; a crop that can be divined is worth more than the rest."""
    explainer = explainer or Explainer.of(position)
    known = Knowledge.of(position)
    trail = Trail.beginning(known)
    for techniques in (plain_techniques(), ladder()):
        trail.climb(known, techniques, partial(_enough_news, position, techniques))
        found = [explainer.why(position, claim) for claim in _claims(position, known, trail)]
        weighed = [explanation for explanation in found if explanation is not None]
        if weighed:
            return Hint(min(weighed, key=lambda explanation: _weight(position, explanation)))
    return None


def why_not(
    position: Position, space: Space, crop: Crop, odds: Odds | None = None, explainer: Explainer | None = None
) -> WhyNot:
    """Why an announced crop was impossible, or that it was not; the position is the one before the wheel answered."""
    explainer = explainer or Explainer.of(position)
    explanation = explainer.why(position, Claim(space, crop, certain=False))
    if explanation is not None:
        text = T("{space}: {crop} was impossible.", space=space, crop=crop)
        return WhyNot(False, text, explanation)
    chance = odds(position, space, crop) if odds else None
    if not chance:
        return WhyNot(True, T("{space}: {crop} was still possible.", space=space, crop=crop))
    text = T(
        "{space}: {crop} was still possible, odds 1 in {number}.",
        space=space,
        crop=crop,
        number=f"{float(1 / chance):.2g}",
    )
    return WhyNot(True, text)


def _why(
    explainer: Explainer, position: Position, space: Space, value: Terrain | Crop | None
) -> list[Explanation]:
    found = explainer.why(position, Claim(space, value)) if value is not None else None
    return [found] if found is not None else []


def _enough_news(position: Position, techniques: Sequence[Technique], known: Knowledge) -> bool:
    """Whether some space now shows more than the board does; by plain techniques, everything is wanted."""
    if techniques is plain_techniques():
        return False
    for cell, mask in enumerate(known.masks):
        if position.terrains[cell] is None and (mask & TERRAIN_BITS).bit_count() == 1:
            return True
        if position.crops[cell] is None and (mask & CROP_BITS).bit_count() == 1:
            return True
    return False


def _claims(position: Position, known: Knowledge, trail: Trail) -> list[Claim]:
    """The first news of a trail: certain crops and terrains, else values ruled out."""
    certain: list[Claim] = []
    ruled_out: list[Claim] = []
    for entry in trail.entries:
        for cell in bits(cells_of(entry.fresh)):
            space = position.board.spaces[cell]
            for kind in (CROP_BITS, TERRAIN_BITS):
                left, removed = known.masks[cell] & kind, on_cell(entry.fresh, cell) & kind
                if not removed:
                    continue
                claim = Claim(space, VALUES[left.bit_length() - 1])
                if left.bit_count() > 1:
                    ruled_out.append(Claim(space, VALUES[removed.bit_length() - 1], certain=False))
                elif claim not in certain:
                    certain.append(claim)
    crops = [claim for claim in certain if _can_be_divined(position, claim)]
    others = [claim for claim in certain if claim not in crops]
    return (crops[:_HINTS_WEIGHED] + others[: _HINTS_WEIGHED // 2]) or ruled_out[:1]


def _can_be_divined(position: Position, claim: Claim) -> bool:
    return isinstance(claim.value, Crop) and position.terrain(claim.space) is not None


def _weight(position: Position, explanation: Explanation) -> tuple[int, int]:
    extra = 0 if _can_be_divined(position, explanation.claim) else _WORTH_OF_A_CROP
    return rank(explanation.hardest or "") + extra, len(explanation.steps)


def _terrain(value: Terrain | Crop | None) -> Terrain | None:
    return value if isinstance(value, Terrain) else None


def _crop(value: Terrain | Crop | None) -> Crop | None:
    return value if isinstance(value, Crop) else None
