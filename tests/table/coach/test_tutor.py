"""The coach at the wheel: what it says in which mode, when, and that its warnings come before a window opens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import NotLegal
from companion.table import wheel
from companion.table.coach.mode import CoachMode
from companion.table.coach.questions import (
    Advice,
    HintWanted,
    JudgementWanted,
    NewsWanted,
    WarningWanted,
)
from companion.table.coach.tutor import Tutor
from companion.table.screens.descriptions import Action, Kind, SettingsMenu
from companion.table.screens.drawing import lay_out
from companion.table.wheel.settings import NAMES, changed, listed
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Discover, Divine, Enter, Mode, Setup
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour, Crop
from companion.words import LANGUAGES, T, language
from tests.table.wheel.hands import DIVINATION, Hands

SHORT = official_board("short")
TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
GRASS = SHORT.space("river/turtle")


class Service:
    """A coach that keeps what it is asked; the test answers."""

    def __init__(self):
        self.asked, self.followed, self.cancelled, self.rests = [], [], [], 0

    def ask(self, question, hear):
        self.asked.append((question, hear))
        return len(self.asked)

    def cancel(self, number):
        self.cancelled.append(number)

    def follow(self, position):
        self.followed.append(position)

    def rest(self):
        self.rests += 1

    def kinds(self):
        return [type(question) for question, _ in self.asked]

    def last(self, kind):
        return next(pair for pair in reversed(self.asked) if isinstance(pair[0], kind))


class Table:
    """A wheel in somebody's hands with a coach that attends."""

    def __init__(self, mode=CoachMode.TEACHING, *, warnings=True, commands=()):
        self.service = Service()
        self.said = []
        tutor = Tutor(self.service, self.said.append, clock=lambda: 0.0)
        settings = wheel.WheelSettings(coach=mode, warnings=warnings)
        self.hands = Hands(morning_valley(), TWO, commands, listener=tutor, settings=settings)
        self.tutor = tutor
        self.hands.push()

    def do(self, *commands):
        """Somebody plays on the page."""
        for command in commands:
            record = self.hands.desk.game.do(command, self.hands.oracle)
            self.hands.desk.game_changed(record)

    def hear(self):
        """The wheel hears what the coach has said."""
        for news in self.said:
            self.hands.say(news)
        self.said.clear()


DISCOVERY = (Enter(GRASS), Discover(GRASS))


def test_after_each_turn_it_asks_what_has_become_certain_since_the_turn_began():
    table = Table()
    start = table.hands.game.position()
    table.do(Enter(GRASS))
    assert table.service.kinds() == []
    table.do(Discover(GRASS))
    question, _ = table.service.last(NewsWanted)
    assert question.before == start
    assert question.position.terrain(GRASS) is not None


def test_what_has_become_certain_is_told_without_values_unless_asked():
    table = Table()
    table.do(*DISCOVERY)
    _, hear = table.service.last(NewsWanted)
    hear(Advice(T("Something at river/turtle."), T("It is coca leaf.")))
    table.hear()
    hands = table.hands
    assert (hands.screen.kind, hands.text) == (Kind.COACH, "Something at river/turtle.")
    assert len(hands.screen.choices) == 2
    hands.turn(1)
    assert hands.screen.chosen == 1
    hands.push()
    assert hands.text == "It is coca leaf."
    hands.push()
    assert hands.shown == "Turn"


def test_who_does_not_want_to_know_is_told_no_value():
    table = Table()
    table.do(*DISCOVERY)
    table.service.last(NewsWanted)[1](Advice(T("Something."), T("It is coca leaf.")))
    table.hear()
    table.hands.turn(1)
    table.hands.turn(-1)
    table.hands.push()
    assert table.hands.shown == "Turn"
    assert not any("coca" in str(getattr(seen, "text", "")) for seen in table.hands.seen)


def test_news_of_the_turn_before_are_no_longer_wanted_when_the_next_has_gone_by():
    table = Table()
    table.do(*DISCOVERY)
    condor = SHORT.space("sun/condor")
    table.do(Enter(condor), Discover(condor))
    assert table.service.kinds().count(NewsWanted) == 2
    assert table.service.cancelled == [1]


def test_a_divination_is_judged_by_the_position_before_it():
    table = Table(commands=(*DISCOVERY, Enter(SHORT.space("sun/condor"))))
    table.do(Discover(SHORT.space("sun/condor")))
    table.do(Divine(GRASS, Crop.QUINOA))
    question, hear = table.service.last(JudgementWanted)
    assert (question.space, question.announced, question.crop) == (GRASS, Crop.QUINOA, Crop.CORN)
    assert question.position.crop(GRASS) is None
    hear(Advice(T("It could have been known.")))
    table.hear()
    assert table.hands.text == "It could have been known."


def test_silence_is_silence():
    table = Table()
    table.do(*DISCOVERY)
    for _, hear in table.service.asked:
        hear(Advice())
        hear(None)
    assert table.said == []


def test_a_correction_is_not_talked_about():
    table = Table()
    table.do(*DISCOVERY)
    asked = len(table.service.asked)
    table.hands.desk.game_changed(table.hands.desk.game.undo(1).record)
    assert len(table.service.asked) == asked


def test_on_request_it_says_nothing_by_itself():
    table = Table(CoachMode.REQUEST)
    table.do(*DISCOVERY)
    assert table.service.asked == []
    assert table.service.followed == []


def test_switched_off_it_rests_and_offers_no_hints():
    table = Table()
    off = wheel.WheelSettings(coach=CoachMode.OFF)
    table.hands.say(wheel.SettingsChanged(0.0, off))
    table.do(*DISCOVERY)
    assert table.service.rests == 1
    assert table.service.kinds() == []
    table.hands.push()
    assert Action.HINT not in table.hands.screen.actions


# Hints -------------------------------------------------------------------------------------------


class Answering(Service):
    def __init__(self, advice):
        super().__init__()
        self.advice = advice

    def ask(self, question, hear):
        hear(self.advice)
        return super().ask(question, hear)


def test_a_hint_is_asked_for_with_the_public_position_and_a_strength():
    service = Answering(Advice(T("Look there."), space=GRASS))
    tutor = Tutor(service, lambda news: None)
    state = Hands(morning_valley(), TWO).game
    given = tutor.advise(state, 2)
    assert (str(given.text), given.space) == ("Look there.", GRASS)
    assert service.asked[0][0] == HintWanted(state.position(), 2)


@pytest.mark.parametrize("advice", [None, Advice(), Advice(T("Nothing new."), nothing=True)])
def test_where_there_is_no_hint_that_is_said(advice):
    tutor = Tutor(Answering(advice), lambda news: None)
    with pytest.raises(NotLegal):
        tutor.advise(Hands(morning_valley(), TWO).game, 1)


def test_a_warning_is_given_to_whoever_asked_and_to_nobody_else():
    service, said = Answering(Advice(T("Careful."))), []
    tutor = Tutor(service, said.append)
    state = Hands(morning_valley(), TWO).game
    assert str(tutor.warn(state, GRASS, Crop.QUINOA)) == "Careful."
    assert service.asked[0][0] == WarningWanted(state.position(), GRASS, Crop.QUINOA)
    assert said == []
    assert Tutor(Answering(Advice()), said.append).warn(state, GRASS, Crop.QUINOA) is None


# Warnings ----------------------------------------------------------------------------------------


def about_to_divine(**options):
    """Blue's meeple stands on bare grass, and it is blue's turn again."""
    condor = SHORT.space("sun/condor")
    commands = (*DISCOVERY, Enter(condor), Discover(condor))
    table = Table(commands=commands, **options)
    table.hands.push()
    table.hands.choose(Action.DIVINE)
    assert table.hands.shown == "AnnounceCrop"
    return table


def test_an_announced_crop_that_is_certainly_wrong_is_warned_of_while_the_window_is_closed():
    table = about_to_divine()
    table.hands.turn(4)
    table.hands.push()
    question, hear = table.service.last(WarningWanted)
    assert (question.space, question.crop) == (GRASS, Crop.QUINOA)
    hear(Advice(T("Careful.")))
    table.hear()
    assert (table.hands.screen.kind, table.hands.text) == (Kind.WARNING, "Careful.")
    table.hands.push()
    assert table.hands.shown == "WindowClosed"
    assert table.hands.asked == [("terrain", str(GRASS)), ("terrain", "sun/condor")]


def test_a_warning_that_comes_while_the_button_is_held_keeps_the_window_closed():
    table = about_to_divine()
    table.hands.turn(4)
    table.hands.push()
    table.hands.hold(DIVINATION, 0.5)
    table.service.last(WarningWanted)[1](Advice(T("Careful.")))
    table.hear()
    table.hands.wait(2)
    assert table.hands.text == "Careful."
    assert table.hands.game.crops[GRASS.index] is None


def test_with_warnings_the_button_alone_opens_nothing_before_the_coach_was_asked():
    table = about_to_divine()
    table.hands.open_and_close(DIVINATION)
    assert table.hands.shown == "WindowClosed"
    assert table.service.kinds() == [WarningWanted]
    table.hands.hold(DIVINATION)
    assert table.hands.shown == "DivinationOpen"


def test_a_warning_that_comes_too_late_or_for_another_crop_is_not_shown():
    table = about_to_divine()
    table.hands.push()
    _, hear = table.service.last(WarningWanted)
    table.hands.turn(1)
    hear(Advice(T("Careful.")))
    table.hear()
    assert table.hands.shown == "AnnounceCrop"


@pytest.mark.parametrize("options", [{"warnings": False}, {"mode": CoachMode.REQUEST}])
def test_who_wants_no_warnings_gets_none(options):
    table = about_to_divine(**options)
    table.hands.push()
    assert WarningWanted not in table.service.kinds()
    table.hands.hold(DIVINATION)
    assert table.hands.shown == "DivinationOpen"


# Settings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_setting_fits_on_the_display(code):
    for name in NAMES:
        for steps in range(8):
            settings = replace(changed(wheel.WheelSettings(), name, steps), language=code)
            chosen = NAMES.index(name)
            for editing in (False, True):
                menu = SettingsMenu(listed(settings), chosen, editing)
                assert lay_out(menu, language(code)).overflows == ()


def test_turning_leads_through_the_three_modes():
    modes = [changed(wheel.WheelSettings(), "coach", steps).coach for steps in range(3)]
    assert set(modes) == set(CoachMode)
