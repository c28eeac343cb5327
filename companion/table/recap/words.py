"""The sentences of a recap, for whoever shows it."""

from __future__ import annotations

from collections import Counter

from companion.table.coach.judging import Verdict
from companion.table.recap.looking_back import Judged, Recap
from companion.table.recap.story import Story
from companion.words import TN, Language, T, Text

SIGNS = {
    Verdict.CERTAIN: "✓",
    Verdict.PROBABLE: "◐",
    Verdict.LUCKY: "★",
    Verdict.IMPOSSIBLE: "✗",
    Verdict.UNLUCKY: "◑",
    Verdict.BOLD: "!",
    Verdict.OPEN: "?",
}
"""A sign for each verdict, so that a list can be read at a glance."""
TITLE = T("Looking back")
SCORES = T("Scores over time")
POINTS = T("Where the points come from")
DIVINATIONS = T("Divinations")
LONGEST = T("The longest deduction")
TURN = T("Turn")
TOTAL = T("total")
NO_DIVINATIONS = T("Nobody divined anything.")
NO_DEDUCTION = T("No divination was certain by deduction.")
NOT_ALL = T("Some odds could not be worked out in the time given.")


def name(text: Text, words: Language) -> str:
    """A name that stands alone, with a capital."""
    said = words.say(text)
    return said[:1].upper() + said[1:]


def outcome(story: Story) -> Text:
    """Who won, or that the game still goes on."""
    won = [party.name for party in story.parties if party.won]
    if not story.over:
        return TN("{count} turn so far.", "{count} turns so far.", story.turns)
    if len(won) == 1:
        return TN(
            "The winner after {count} turn: {party}.",
            "The winner after {count} turns: {party}.",
            story.turns,
            party=won[0],
        )
    return TN(
        "Shared victory after {count} turn: {parties}.",
        "Shared victory after {count} turns: {parties}.",
        story.turns,
        parties=won,
    )


def odds(judged: Judged) -> Text | str:
    """The chance that the announced crop had."""
    return judged.chance.text if judged.chance is not None else "–"


def tally(recap: Recap) -> list[tuple[Verdict, int]]:
    """How many divinations were what, in the order of the verdicts."""
    counted = Counter(each.verdict for each in recap.judged)
    return [(verdict, counted[verdict]) for verdict in Verdict if counted[verdict]]


def longest(recap: Recap) -> Text:
    """What the longest deduction found, and in how many steps."""
    if recap.longest is None:
        return NO_DEDUCTION
    judged, why = recap.longest
    divination = judged.divination
    return TN(
        "{player}, turn {turn}: {crop} at {space} was certain, in {count} step.",
        "{player}, turn {turn}: {crop} at {space} was certain, in {count} steps.",
        len(why.steps),
        player=divination.player,
        turn=divination.turn,
        crop=divination.crop,
        space=divination.space,
    )
