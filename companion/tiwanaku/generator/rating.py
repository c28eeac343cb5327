"""Rating a scenario that was made elsewhere: an own disc, or one that came as a code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.tiwanaku.explain.ladder import ladder
from companion.tiwanaku.generator.difficulty import difficulty_of, walk
from companion.tiwanaku.generator.land import Land
from companion.tiwanaku.generator.planting import Solution, has_one_layout
from companion.tiwanaku.generator.seeing import all_land
from companion.tiwanaku.generator.start import climb, measured, solved
from companion.tiwanaku.regions import groups
from companion.tiwanaku.scenario import Scenario
from companion.tiwanaku.tables import mask
from companion.tiwanaku.values import TERRAINS


def rated(scenario: Scenario) -> Scenario:
    """The scenario with a certificate of what can be said of it; its laws have been checked before.

    >>> from companion.tiwanaku.board_file import official_board
    >>> from companion.tiwanaku.generator.generate import generate
    >>> made = generate(official_board("short"), 1)
    >>> found = rated(replace(made, certificate={})).certificate
    >>> [found[key] == made.certificate[key] for key in ("difficulty", "one_crop_layout", "without_guessing")]
    [True, True, True]
    """
    return replace(scenario, certificate=_certificate(scenario))


def _certificate(scenario: Scenario) -> Mapping[str, str | int | bool]:
    solution = _solution(scenario)
    given = [space.index for space in scenario.start]
    start = measured(solution, (), given)
    known = all_land(solution, given)
    climb(known)
    return MappingProxyType(
        {
            "one_crop_layout": has_one_layout(solution, given),
            "without_guessing": solved(known),
            "hardest_technique": ladder()[start.hardest - 1].id,
            "steps": start.steps,
            "difficulty": difficulty_of(walk(solution, start)).value,
        }
    )


def _solution(scenario: Scenario) -> Solution:
    regions = groups(scenario.solution())
    kinds = tuple(
        TERRAINS.index(scenario.terrains[min(space.index for space in region)]) for region in regions
    )
    land = Land(scenario.board, tuple(mask(region) for region in regions), kinds)
    return Solution(land, tuple(crop.level for crop in scenario.crops))
