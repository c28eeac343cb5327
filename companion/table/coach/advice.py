"""The coach at the wheel: a hint in three strengths, from what everybody can see."""

from __future__ import annotations

from companion.errors import NotLegal
from companion.table.desk import GivenHint
from companion.tiwanaku.explain import hint
from companion.tiwanaku.game import State
from companion.words import T


def advise(state: State, strength: int) -> GivenHint:
    """Where to look; with what technique; the whole reason. Never from the solution: a state holds none."""
    found = hint(state.position())
    if found is None:
        raise NotLegal(T("Nothing new is certain now: explore, or take a chance."))
    match strength:
        case 1:
            text = found.look
        case 2:
            text = found.technique
        case _:
            text = T("{steps}", steps=[step.text for step in found.steps])
    return GivenHint(text, found.space)
