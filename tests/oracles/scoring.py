"""Scores once more: counted by hand from what happened on the table, never from the points that were noted.

Events are plain tuples, first what happened; sides are numbers.
"""

from __future__ import annotations

OFFERING = {1: 0, 2: 1, 3: 3, 4: 6, 5: 10}


def count_scores(happenings, sides, last_level):
    """Scores, diversity levels and tokens of all sides."""
    score = [10] * sides
    levels = [{} for _ in range(sides)]
    tokens = [set() for _ in range(sides)]

    def discovered(side, terrain):
        own = levels[side]
        if own.get(terrain, 0) == last_level:
            score[side] += 1
            return
        own[terrain] = own.get(terrain, 0) + 1
        score[side] += sum(level == own[terrain] for level in own.values())

    for what, side, *facts in happenings:
        if what == "tile":
            discovered(side, facts[0])
        elif what == "otoma-crop":
            score[side] += facts[0]
            if facts[1]:
                tokens[side].add(facts[0])
        elif what == "divined":
            level, announced = facts
            if level == announced:
                score[side] += level
                tokens[side].add(level)
            else:
                score[side] = max(0, score[side] - level)
        elif what == "offered":
            assert facts[0] <= tokens[side]
            tokens[side] -= facts[0]
            score[side] += OFFERING[len(facts[0])]
        elif what == "bare":
            score[side] += facts[0]
        else:
            raise AssertionError(what)
    return score, levels, tokens
