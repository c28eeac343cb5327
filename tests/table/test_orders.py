"""What others want of the desk: games opened, discs laid in, windows looked through, questions put to hands."""

from __future__ import annotations

from companion.table.beginnings import Opened
from companion.table.inbox import Ask, LayIn, Look, Opening
from companion.table.screens.descriptions import Kind, Message, Window
from companion.tiwanaku.game import Record, SetUp, Wheel
from companion.words import T
from tests.table.wheel.hands import Hands
from tests.tiwanaku.game.table import SETUPS, scenario

SETUP = SETUPS["competitive-2"]


def put(hands, order):
    """The desk hears of it, and does what it can at once."""
    hands.desk.inbox.put(order)
    hands.desk.work(0)


class Heard(list):
    """Notes what it is called with."""

    def __call__(self, thing):
        self.append(thing)


def other_game():
    wheel = Wheel(scenario(5, "short"))
    return wheel, Record.begin(wheel.back).do(SetUp(SETUP), wheel)


def test_a_game_opened_elsewhere_is_kept_by_its_own_keeper_and_played_with_its_own_disc():
    hands, kept, told = Hands(scenario(1, "short"), SETUP), [], Heard()
    wheel, record = other_game()
    put(hands, Opening(lambda: Opened(wheel, record, lambda each, done: kept.append(each) or True), told))
    assert told == [record]
    assert hands.desk.game is record
    assert hands.desk.state.game is record
    assert kept == [record]
    assert hands.kept == []


def test_a_game_that_cannot_be_opened_leaves_the_present_one_on_the_table():
    hands, told, refused = Hands(scenario(1, "short"), SETUP), Heard(), Heard()
    before = hands.desk.game

    def broken():
        raise RuntimeError("a bug")

    put(hands, Opening(broken, told, refused))
    assert (told, len(refused)) == ([], 1)
    assert hands.desk.game is before


def test_a_disc_is_laid_in_only_while_nobody_plays():
    hands, told, refused = Hands(scenario(1, "short"), SETUP), Heard(), Heard()
    wheel, _ = other_game()
    put(hands, LayIn(lambda: wheel, told, refused))
    assert (told, len(refused)) == ([], 1)
    bare = Hands(scenario(1, "short"))
    put(bare, LayIn(lambda: wheel, told, refused))
    assert told == [wheel.back]
    assert bare.desk.state.back is wheel.back


def test_a_window_is_looked_through_on_the_bare_wheel_alone():
    told, refused = Heard(), Heard()
    bare = Hands(scenario(1, "short"))
    space = bare.oracle.back.board.spaces[7]
    put(bare, Look(Window.DIVINATION, space, told, refused))
    assert told == [scenario(1, "short").crops[7]]
    in_a_game = Hands(scenario(1, "short"), SETUP)
    put(in_a_game, Look(Window.DISCOVERY, space, told, refused))
    assert (len(told), len(refused)) == (1, 1)
    assert in_a_game.oracle.questions == []


def test_hands_say_yes_or_no_and_no_unless_they_turn():
    for turns, answer in ((0, False), (1, True)):
        hands, replied = Hands(scenario(1, "short"), SETUP), Heard()
        hands.push()
        put(hands, Ask(T("Let the phone {name} in?", name="Eve"), replied))
        assert isinstance(hands.desk.screen, Message)
        assert hands.desk.screen.kind is Kind.QUESTION
        if turns:
            hands.turn(turns)
        hands.push()
        assert replied == [answer]


def test_the_way_back_is_a_no_and_a_second_question_waits_for_the_first():
    hands, first, second = Hands(scenario(1, "short"), SETUP), Heard(), Heard()
    hands.push()
    put(hands, Ask(T("First?"), first))
    put(hands, Ask(T("Second?"), second))
    hands.back()
    assert (first, second) == ([False], [])
    hands.turn(1)
    hands.push()
    assert second == [True]
