"""No technique ever rules out what is true, and whatever it says follows from what it names."""

from random import Random

import pytest

from companion.tiwanaku.explain.knowledge import ALL_BITS, TERRAINS, Knowledge
from companion.tiwanaku.explain.ladder import ladder, plain_techniques
from companion.tiwanaku.explain.technique import Moment, literal
from companion.tiwanaku.explain.trail import Trail, ruled_out
from tests.tiwanaku.explain.games import Game


def truth(game):
    """Everything that is true of the hidden board, as a literal mask."""
    found = 0
    for cell, (terrain, crop) in enumerate(zip(game.terrains, game.crops, strict=True)):
        kinds = [t.letter for t in TERRAINS]
        found |= literal(cell, 1 << kinds.index(terrain) | 1 << crop + 3)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_no_plain_technique_rules_out_the_truth(seed):
    rng = Random(seed)
    for _ in range(12):
        game = Game(rng, 5, rng.choice([5, 9]))
        for _ in range(5):
            known = Knowledge.of(game.any_position())
            trail = Trail.beginning(known)
            trail.climb(known, plain_techniques(), lambda _: False)
            assert known.broken is None
            for entry in trail.entries:
                assert not entry.fresh & truth(game), entry.finding.technique.id


@pytest.mark.parametrize("seed", range(2))
def test_supposing_rules_out_no_truth(seed):
    rng = Random(seed)
    for _ in range(3):
        game = Game(rng, 5, 5)
        known = Knowledge.of(game.position())
        trail = Trail.beginning(known)
        trail.climb(known, ladder(), lambda _: False)
        assert known.broken is None
        assert not ruled_out(known) & truth(game)


@pytest.mark.parametrize("seed", range(6))
def test_a_finding_is_found_again_from_its_reason_alone(seed):
    """Whoever knows nothing but the premises of a finding comes to it by the same ladder."""
    rng = Random(seed)
    game = Game(rng, 5, rng.choice([5, 9]))
    known = Knowledge.of(game.position())
    trail = Trail.beginning(known)
    trail.climb(known, plain_techniques(), lambda _: False)
    for entry in trail.entries[::5]:
        moment = Moment(Knowledge.restored(known.table, known.limits, entry.before), trail.given)
        reason = entry.finding.technique.reason(moment, entry.finding, entry.fresh)
        masks = [ALL_BITS & ~(reason.premises >> 9 * cell & ALL_BITS) for cell in range(known.table.size)]
        again = Knowledge.restored(known.table, known.limits if reason.counting else None, masks)
        Trail.beginning(again).climb(again, plain_techniques(), lambda _: False)
        assert not entry.fresh & ~ruled_out(again), entry.finding.technique.id


def test_every_technique_has_its_own_name_and_place():
    ids = [technique.id for technique in ladder()]
    names = [str(technique.name) for technique in ladder()]
    assert len(set(ids)) == len(ids)
    assert len(set(names)) == len(names)
