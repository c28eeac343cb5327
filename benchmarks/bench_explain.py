"""How many certain values of mid-game positions the named techniques explain, in how many steps, and how fast.

Run it from the project's folder: ``python -m benchmarks.bench_explain [values] [seed]``. Positions come from random
legal boards, 40 to 75 % of the tiles laid as people walk, crops later. The hidden board only picks the values to ask
about; whether one is certain is proved from the position.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from time import perf_counter

from companion.tiwanaku.explain import Claim, Explainer, rank, solve_crops
from companion.tiwanaku.explain.facts import facts_of
from companion.tiwanaku.pieces import Crop, Terrain
from tests.tiwanaku.explain.games import Game

VALUES_A_POSITION = 3
PATIENCE = 20_000


def certain_claims(rng, game, position, explainer):
    claims = []
    for space in position.board.spaces:
        if position.terrain(space) is None:
            claims.append(Claim(space, Terrain.of_letter(game.terrains[space.index])))
        if position.crop(space) is None:
            claims.append(Claim(space, Crop(game.crops[space.index])))
    rng.shuffle(claims)
    facts, found = facts_of(position), 0
    for claim in claims:
        if found == VALUES_A_POSITION:
            return
        if explainer.prover.impossible(facts, True, claim.opposite, PATIENCE):
            found += 1
            yield claim


def campaign(values, seed):
    rng = Random(seed)
    answers = []
    while len(answers) < values:
        game = Game(rng, 5, rng.choice([5, 9]))
        position = game.position(0.4, 0.75)
        explainer = Explainer.of(position)
        for claim in certain_claims(rng, game, position, explainer):
            start = perf_counter()
            explanation = explainer.why(position, claim)
            answers.append((explanation, perf_counter() - start))
            if explanation is not None and not explainer.proved(explanation):
                raise AssertionError(f"not proved: {explanation}")
    return answers[:values]


def share(numbers, part):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * part))]


def crops(boards, seed):
    rng = Random(seed)
    times = []
    for _ in range(boards):
        game = Game(rng, 5, 9)
        terrains = [Terrain.of_letter(letter) for letter in game.terrains]
        start = [Crop(crop) if rng.random() < 0.4 else None for crop in game.crops]
        begin = perf_counter()
        solve_crops(game.board, terrains, start, supposing=False)
        times.append(1000 * (perf_counter() - begin))
    return times


def main():
    values = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    answers = campaign(values, seed)
    found = [explanation for explanation, _ in answers if explanation is not None]
    named = [explanation for explanation in found if explanation.by_techniques_alone]
    steps = [len(explanation.steps) for explanation in found]
    times = [1000 * time for _, time in answers]
    print(f"certain values          {values}")
    print(f"explained and proved    {len(found) / values:.1%}")
    print(f"by named techniques     {len(named) / values:.1%}")
    print(f"counting tiles          {sum(e.counting for e in found) / values:.1%}")
    print(f"steps                   median {share(steps, 0.5)}, p90 {share(steps, 0.9)}, most {max(steps)}")
    print(
        f"milliseconds            median {share(times, 0.5):.1f}, p90 {share(times, 0.9):.0f}, most {max(times):.0f}"
    )
    print(f"under 150 ms            {sum(time < 150 for time in times) / values:.1%}")
    hardest = Counter(explanation.hardest for explanation in found)
    for technique in sorted(hardest, key=rank):
        print(f"  hardest: {technique:22}{hardest[technique]}")
    planted = crops(100, seed)
    print(f"crops of a long board   median {share(planted, 0.5):.2f} ms, most {max(planted):.1f} ms")


if __name__ == "__main__":
    main()
