"""The wrong Otoma walks, or the right one to the wrong space."""

from __future__ import annotations

from companion.table.referee import Kind
from companion.tiwanaku.game import Discover, Phase
from tests.table.referee.faults.situation import Situation, Wrong, done, free
from tests.table.referee.readings import Tabletop


def _otoma_walk(there: Situation) -> tuple[int, int] | None:
    """The next command makes an Otoma walk: from where to where; everything else is done."""

    def suits(state, command) -> bool:
        return bool(state.setup.traits.otoma) and not isinstance(command, Discover)

    for _ in range(10):
        if there.find(suits) is None:
            return None
        rig = there.rig
        before = rig.game
        there.next()
        after = rig.game
        if after.phase is Phase.OVER:
            continue
        lost = [
            i
            for i in range(len(before.meeples))
            if before.is_otoma(there.space[i]) and after.meeples[i] is None
        ]
        gained = [
            i
            for i in range(len(before.meeples))
            if after.is_otoma(there.space[i]) and before.meeples[i] is None
        ]
        if len(lost) == 1 and len(gained) == 1:
            rig.hands()
            rig.top = Tabletop.of(after)
            return lost[0], gained[0]
    return None


def otoma_wrong_space(there: Situation) -> Wrong | None:
    walk = _otoma_walk(there)
    if walk is None:
        return None
    rig, (_, end) = there.rig, walk
    wrong = there.pick(i for i in free(rig.game) if i not in walk)
    rig.top.meeples[end], rig.top.meeples[wrong] = None, rig.top.meeples[end]
    return done(there, Kind.OTOMA_WRONG_SPACE, [there.space[wrong]])


def wrong_otoma(there: Situation) -> Wrong | None:
    walk = _otoma_walk(there)
    if walk is None:
        return None
    rig, (start, end) = there.rig, walk
    top = rig.top
    # One under which something is just being laid may be set aside.
    lifted = {spot % len(top.meeples) for spot in rig.referee.owing.lifts}
    other = there.pick(
        i for i in range(len(top.meeples)) if rig.game.is_otoma(there.space[i]) and i not in {end, *lifted}
    )
    colour = top.meeples[end]
    top.meeples[end], top.meeples[start] = None, colour
    target = end if there.rng.random() < 0.6 else there.pick(i for i in free(rig.game) if i not in walk)
    top.meeples[other], top.meeples[target] = None, top.meeples[other]
    return done(there, Kind.WRONG_OTOMA, [there.space[other], there.space[target]])
