"""A window opens only by holding its own button for the set time, at whatever timing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.table import wheel
from companion.table.screens.descriptions import DiscoveryOpen, DivinationOpen
from companion.table.wheel import OpenWindow, Tick, WheelSettings, begin, screen, step
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Terrain
from hardware.inputs import Button, Pressed, Released, Turned
from tests.table.wheel.hands import DISCOVERY, DIVINATION, KNOB, Hands

BUTTONS = st.sampled_from(list(Button))
WAITS = st.one_of(
    st.sampled_from([0.0, 0.0005, 0.001, 0.03, 0.2, 0.5, 0.7, 0.999, 1.0, 1.001]),
    st.floats(0, 2, allow_nan=False),
)
ACTS = st.one_of(
    st.tuples(st.just("press"), BUTTONS),
    st.tuples(st.just("release"), BUTTONS),
    st.tuples(st.just("turn"), st.integers(-3, 3)),
    st.tuples(st.just("tick"), st.none()),
    st.tuples(st.just("tick"), st.none()),
)


class Watch:
    """Knows by its own, plain book-keeping whether one button alone has been held, undisturbed, and since when."""

    def __init__(self):
        self.button = None
        self.since = None

    def note(self, act, what, now):
        if act == "press":
            alone = self.button is None or what is self.button
            self.button, self.since = (what, now) if alone and what is not KNOB else (None, None)
        elif (act == "release" and what is self.button) or (act == "turn" and what):
            self.button = self.since = None

    def held(self, now):
        return 0.0 if self.since is None else now - self.since


@pytest.mark.parametrize("hold_time", [0.5, 1.0, 2.0])
@given(script=st.lists(st.tuples(WAITS, ACTS), max_size=40))
@example(
    script=[
        (0.1, ("press", DISCOVERY)),
        (0.0, ("release", DISCOVERY)),
        (0.0, ("press", DISCOVERY)),
        (1.0, ("tick", None)),
    ]
)
@example(script=[(0.1, ("press", DISCOVERY)), (0.4, ("press", DIVINATION)), (2.0, ("tick", None))])
def test_a_hold_shorter_than_the_set_time_never_opens_a_window(hold_time, script):
    state = begin(back=morning_valley().back(), settings=WheelSettings(hold_time=hold_time))
    state = step(state, Turned(0.0, 1)).state
    now, watch, down = 0.0, Watch(), set()
    for wait, (act, what) in script:
        now += wait
        watch.note(act, what, now)
        if act == "press":
            down.add(what)
        elif act == "release":
            down.discard(what)
        kind = {"press": Pressed, "release": Released, "turn": Turned}.get(act)
        state, effects = step(state, kind(now, what) if kind else Tick(now))
        for effect in effects:
            if isinstance(effect, OpenWindow):
                assert watch.held(now) >= hold_time - 1e-9
                assert (effect.window.value == "discovery") == (watch.button is DISCOVERY)
                value = morning_valley().solution()
                shown = value.terrain(effect.space) if watch.button is DISCOVERY else value.crop(effect.space)
                state = step(state, wheel.Shown(now, effect.number, shown)).state
        shown = screen(state, now)
        assert DISCOVERY in down or not isinstance(shown, DiscoveryOpen)
        assert DIVINATION in down or not isinstance(shown, DivinationOpen)


@given(
    moments=st.lists(st.floats(0.001, 0.9), min_size=1, max_size=6),
    button=st.sampled_from([DISCOVERY, DIVINATION]),
)
def test_bouncing_contacts_start_the_hold_anew(moments, button):
    hands = Hands(morning_valley())
    hands.push()
    for moment in moments:
        hands.press(button)
        hands.wait(moment)
        hands.release(button)
    assert hands.asked == []
    assert hands.shown == "Coordinates"


def bare():
    hands = Hands(morning_valley())
    hands.push()
    return hands


def test_a_held_window_fills_opens_and_closes_at_release():
    hands = bare()
    hands.hold(DISCOVERY, 0.5)
    assert hands.shown == "WindowFilling"
    assert 0.4 <= hands.screen.fill <= 0.5
    assert hands.asked == []
    hands.wait(0.6)
    assert hands.shown == "DiscoveryOpen"
    assert hands.asked == [("terrain", "river/condor")]
    hands.release(DISCOVERY)
    assert hands.shown == "Coordinates"


@pytest.mark.parametrize(
    "disturb",
    [lambda hands: hands.turn(1), lambda hands: hands.press(DIVINATION), lambda hands: hands.press(KNOB)],
    ids=["turning", "other-button", "knob"],
)
def test_any_other_touch_cancels_a_hold(disturb):
    hands = bare()
    hands.hold(DISCOVERY, 0.9)
    disturb(hands)
    assert hands.shown == "Coordinates"
    assert str(hands.screen.space) == "river/condor"
    hands.wait(5)
    assert hands.asked == []


def test_the_other_button_during_a_hold_opens_neither_window():
    hands = bare()
    hands.hold(DISCOVERY, 0.5)
    hands.hold(DIVINATION, 3)
    hands.release(DISCOVERY)
    hands.wait(3)
    assert hands.asked == []


def test_a_bare_wheel_forgets_what_it_showed():
    hands = bare()
    hands.hold(DIVINATION)
    shown = hands.screen.crop
    assert repr(shown) in repr(hands.desk.state)
    hands.release(DIVINATION)
    assert "Crop." not in repr(hands.desk.state.node)
    assert "Terrain." not in repr(hands.desk.state.node)


def test_a_release_heard_late_still_counts_from_when_it_happened():
    hands = bare()
    hands.desk.inbox.put(Pressed(0.0, DISCOVERY))
    hands.desk.inbox.put(Released(0.4, DISCOVERY))
    hands.clock.advance(3)
    hands.desk.work(0)
    assert hands.asked == []
    assert hands.shown == "Coordinates"


def test_a_bare_answer_that_comes_after_the_release_is_never_shown():
    state = begin(back=morning_valley().back())
    for event in (Turned(0.0, 1), Pressed(1.0, DISCOVERY), Tick(2.0)):
        state, effects = step(state, event)
    state = step(state, Released(2.01, DISCOVERY)).state
    state = step(state, wheel.Shown(2.02, effects[0].number, Terrain.SAND)).state
    assert type(screen(state, 2.02)).__name__ == "Coordinates"
    assert "SAND" not in repr(state.node)


def test_an_answer_that_nobody_waits_for_any_more_changes_nothing():
    state = begin(back=morning_valley().back())
    state = step(state, Turned(0.0, 1)).state
    assert step(state, wheel.Shown(1.0, 1, Terrain.SAND)) == (state, ())


def test_with_both_buttons_down_neither_window_fills():
    hands = bare()
    hands.hold(DISCOVERY, 0.5)
    hands.turn(1)
    hands.press(DIVINATION)
    assert hands.shown == "Coordinates"
    hands.wait(3)
    assert hands.asked == []
    hands.release(DISCOVERY)
    hands.release(DIVINATION)
    hands.hold(DIVINATION)
    assert hands.shown == "DivinationOpen"
