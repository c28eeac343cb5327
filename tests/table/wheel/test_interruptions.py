"""What comes from elsewhere while a game is played: the camera's questions and alerts, a change from the phone."""

from __future__ import annotations

from companion.table import wheel
from companion.tiwanaku.game import Discover, Enter
from companion.tiwanaku.pieces import Colour, Terrain
from companion.words import T
from tests.table.wheel.hands import DISCOVERY
from tests.table.wheel.valley import at, game


def test_what_the_camera_saw_becomes_a_move_only_with_a_yes():
    move = Enter(at("river/turtle"))
    for chosen, moved in ((1, False), (0, True)):
        hands = game()
        hands.say(wheel.Proposed(0, at("river/turtle"), Colour.BLUE, move))
        assert hands.shown == "CameraProposal"
        hands.turn(chosen)
        hands.push()
        assert (hands.game.meeples[20] is Colour.BLUE) is moved


def test_a_camera_never_opens_a_window():
    hands = game(Enter(at("river/turtle")))
    hands.say(wheel.Proposed(0, at("river/turtle"), Terrain.SAND, Discover(at("river/turtle"))))
    hands.push()
    assert (hands.shown, str(hands.screen.space)) == ("Coordinates", "river/turtle")
    assert hands.asked == []


def test_a_proposal_that_the_rules_forbid_is_not_even_shown():
    hands = game()
    hands.say(wheel.Proposed(0, at("mountain/lizard"), Colour.BLUE, Enter(at("mountain/lizard"))))
    assert hands.shown == "Turn"


class Watching:
    """Notes what people say to the camera's questions and alerts."""

    def __init__(self):
        self.heard = []

    def answered(self, answer):
        self.heard.append(answer)


def test_a_no_to_what_the_camera_saw_is_told_to_whoever_watches():
    watching = Watching()
    hands = game(watcher=watching)
    hands.say(wheel.Proposed(0, at("river/turtle"), Colour.BLUE, Enter(at("river/turtle"))))
    hands.turn(1)
    hands.push()
    assert watching.heard == [wheel.NotSo()]


def test_a_question_can_be_a_sentence_without_a_place():
    hands = game()
    hands.say(wheel.Proposed(0, None, None, Enter(at("river/turtle")), T("Is this so?")))
    assert hands.text == "Is this so?"
    hands.push()
    assert hands.game.meeples[20] is Colour.BLUE


def test_a_question_that_is_no_longer_one_is_taken_back():
    hands = game()
    hands.say(wheel.Proposed(0, at("river/turtle"), Colour.BLUE, Enter(at("river/turtle"))))
    hands.say(wheel.ProposalOver(0))
    assert hands.shown == "Turn"


def test_an_alert_that_heals_itself_vanishes_shown_or_waiting():
    hands = game()
    hands.say(wheel.Alerted(0, T("First."), key="1"))
    hands.say(wheel.Alerted(0, T("Second."), key="2"))
    hands.say(wheel.AlertOver(0, "2"))
    assert hands.text == "First."
    hands.say(wheel.AlertOver(0, "1"))
    assert hands.shown == "Turn"


def test_an_alert_can_be_settled_with_its_second_choice():
    watching = Watching()
    hands = game(watcher=watching)
    for turned in (0, 1):
        hands.say(wheel.Alerted(0, T("Sand lies there."), key="7", settle=T("On purpose")))
        hands.turn(turned)
        hands.push()
    assert watching.heard == [wheel.Settle("7")]


def test_an_alert_waits_until_the_window_is_closed():
    hands = game(Enter(at("river/turtle")))
    hands.hold(DISCOVERY)
    hands.say(wheel.Alerted(0, T("Look at {space}.", space="sun/condor")))
    assert hands.shown == "DiscoveryOpen"
    hands.release(DISCOVERY)
    assert hands.shown == "Discovered"
    hands.push()
    assert hands.text == "Look at sun/condor."
    hands.push()
    assert hands.shown == "Turn"


def test_a_change_from_the_phone_cancels_a_hold():
    hands = game(Enter(at("river/turtle")))
    hands.hold(DISCOVERY, 0.9)
    record = hands.desk.game.undo(1).record
    hands.desk.game_changed(record)
    hands.wait(2)
    assert hands.asked == []
    assert hands.shown == "Turn"
