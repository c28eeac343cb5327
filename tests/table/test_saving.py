"""A command waits for the disk, hands do not; and a game that was left is gone on with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.commands.saved import question
from companion.errors import Unreadable
from companion.shelf import Shelf, shipped_scenarios
from companion.table.beginnings import PATIENCE
from companion.table.desk import NewGames, Offer, Opened, Order
from companion.table.journal import ListedGame, Progress
from companion.table.saving import SAYS_SAVING
from companion.table.screens import pages
from companion.table.screens.descriptions import Action, Kind, Message
from companion.table.screens.drawing import lay_out
from companion.table.wheel import Playable
from companion.table.wheel.setting_up import Asked, SettingUp, follow
from companion.table.wheel.telling import points
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Difficulty, Discover, Enter, Mode, Record, SetUp, Setup, Standing, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour, Terrain
from companion.words import LANGUAGES, T, language
from tests.table.journal.games import played
from tests.table.wheel.hands import DISCOVERY, Hands
from tests.tiwanaku.game.table import scenario

TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
THERE = official_board("short").space("river/turtle")


class SlowDisk:
    """Keeps what it is given and answers when somebody wants it to."""

    def __init__(self):
        self.records = []
        self._answers = []

    def keep(self, record, done):
        self.records.append(record)
        self._answers.append(done)
        return False

    def answer(self, saved=True):
        self._answers.pop(0)(saved)


class SlowTable(Hands):
    """A wheel whose disk is slow."""

    def __init__(self, *commands, **options):
        self.disk = SlowDisk()
        super().__init__(morning_valley(), TWO, commands, **({"keep": self.disk.keep} | options))
        self.push()

    def answer(self, saved=True):
        self.disk.answer(saved)
        self.desk.work(0)

    def pass_time(self, seconds):
        self.clock.advance(seconds)
        self.desk.work(0)


def held_table():
    """Somebody holds the Discovery button until the window would open."""
    table = SlowTable(Enter(THERE))
    table.push()
    table.hold(DISCOVERY)
    return table


def test_a_window_opens_when_what_it_shows_is_on_disk_and_not_before():
    table = held_table()
    assert len(table.disk.records) == 1
    assert table.shown == "WindowFilling"
    assert len(table.desk.game.entries) == 2, "the game is what is on disk"
    table.answer()
    assert (table.shown, table.screen.terrain) == ("DiscoveryOpen", Terrain.GRASS)
    assert len(table.desk.game.entries) == 3


def test_the_wheel_says_that_it_saves_when_the_disk_takes_its_time_and_still_hears_hands():
    table = held_table()
    assert 0 < table.desk.next_tick() < SAYS_SAVING
    table.pass_time(SAYS_SAVING)
    assert table.text == "Saving …"
    table.release(DISCOVERY)
    table.turn(3)
    table.push()
    assert table.text == "Saving …", "hands change nothing meanwhile"
    table.answer()
    assert table.shown == "Discovered", "let go meanwhile: told, not shown in the window"
    assert "DiscoveryOpen" not in {type(shown).__name__ for shown in table.seen}


def test_a_disk_that_never_answers_stops_nobody_and_that_is_said_and_taken_back():
    table = held_table()
    table.release(DISCOVERY)
    table.pass_time(SAYS_SAVING)
    table.pass_time(PATIENCE)
    assert table.shown == "Discovered"
    table.push()
    assert "Not saved!" in table.text
    table.push()
    assert table.shown == "Turn"
    table.answer(saved=True)
    assert (table.screen.kind, "saved" in table.text) == (Kind.DONE, True)


def test_that_the_disk_does_not_answer_stands_on_the_page_until_it_has_answered_to_everything():
    table = SlowTable()
    for command in (Enter(THERE), Discover(THERE)):
        table.desk.inbox.put(Order(lambda record, oracle, c=command: record.do(c, oracle)))
        table.desk.work(0)
        table.pass_time(PATIENCE)
    (notice,) = table.desk.notices.texts
    assert "does not answer" in str(notice)
    table.answer()
    assert table.desk.notices.texts == (notice,), "the second one is not on disk yet"
    table.answer()
    assert table.desk.notices.texts == ()


def test_a_disk_that_answers_late_that_it_cannot_be_written_answers_all_the_same():
    table = held_table()
    table.pass_time(PATIENCE)
    assert table.desk.notices.texts
    table.answer(saved=False)
    assert table.desk.notices.texts == (), "why it is not saved the journal says itself"


def test_a_late_answer_that_it_failed_takes_nothing_back():
    table = held_table()
    table.release(DISCOVERY)
    table.pass_time(PATIENCE)
    table.push(2)
    table.answer(saved=False)
    assert table.shown == "Turn"


def test_what_cannot_be_saved_is_shown_all_the_same():
    table = held_table()
    table.answer(saved=False)
    assert table.shown == "DiscoveryOpen"


def test_somebody_elses_deed_waits_for_the_disk_as_well_and_one_comes_after_the_other():
    table, told, refused = SlowTable(), [], []
    for command in (Enter(THERE), Discover(THERE), Discover(THERE)):
        table.desk.inbox.put(
            Order(lambda record, oracle, c=command: record.do(c, oracle), told.append, refused.append)
        )
    table.desk.work(0)
    assert (len(table.disk.records), told) == (1, [])
    table.answer()
    assert (len(table.disk.records), len(told)) == (2, 1)
    assert table.asked == [("terrain", "river/turtle")]
    table.answer()
    assert [len(record.entries) for record in told] == [2, 3]
    assert len(refused) == 1, "the third is no longer legal"
    assert table.shown == "Discovered"


def test_a_command_on_the_wheel_waits_for_somebody_elses_that_is_being_saved():
    table = held_table()
    table.desk.inbox.put(Order(lambda record, oracle: record.undo(1).record))
    table.desk.work(0)
    table.answer()
    assert [len(record.entries) for record in table.disk.records] == [3, 3]
    table.answer()
    assert table.desk.game.entries[1].standing is Standing.UNDONE


def test_an_order_that_fails_in_here_harms_nobody():
    table, refused = SlowTable(), []
    table.desk.inbox.put(Order(lambda record, oracle: 1 / 0, refused=refused.append))
    table.desk.work(0)
    assert "went wrong" in str(refused[0])
    assert table.disk.records == []


# Going on ---------------------------------------------------------------------------------------


def game_of(*commands):
    wheel = Wheel(morning_valley())
    record = Record.begin(wheel.back)
    for command in (SetUp(TWO), *commands):
        record = record.do(command, wheel)
    return wheel, record


def offered(**options):
    """A wheel that asks whether to go on with a game in which something was just discovered."""
    kept = {"old": [], "new": []}

    def opened(name, *commands):
        wheel, record = game_of(*commands)
        return Opened(wheel, record, lambda record, done: kept[name].append(record) or True)

    offers = [
        Offer(T("Go on"), lambda: opened("old", Enter(THERE), Discover(THERE))),
        Offer(T("New game"), lambda: opened("new")),
    ]
    options = {
        "oracle": None,
        "question": T("Go on with {name}?", name="Mayupampa"),
        "offers": offers,
    } | options
    return Hands(morning_valley(), **options), kept


def test_the_wheel_offers_to_go_on_and_tells_what_happened_last():
    hands, kept = offered()
    assert hands.text == "Go on with Mayupampa?"
    assert hands.screen.choices == (T("Go on"), T("New game"))
    hands.back()
    assert hands.text == "Go on with Mayupampa?"
    hands.push()
    assert (hands.shown, hands.screen.terrain, hands.screen.score) == ("Discovered", Terrain.GRASS, 11)
    hands.push()
    assert (hands.shown, hands.screen.active, hands.screen.seats[0].score) == ("Turn", 1, 11)
    hands.push()
    assert Action.UNDO in hands.screen.actions
    hands.choose(Action.UNDO)
    hands.turn(-1)
    hands.push()
    assert [len(record.entries) for record in kept["old"]] == [3, 3]


def test_a_new_game_begins_if_that_is_wished_for():
    hands, kept = offered()
    hands.turn(1)
    hands.push()
    assert (hands.shown, hands.screen.active) == ("Turn", 0)
    assert [len(record.entries) for record in kept["new"]] == [1]
    assert kept["old"] == []


def test_a_game_that_cannot_be_opened_is_said_and_the_question_stays():
    def broken():
        raise Unreadable(T("There is no game {wish}; “pachamama games” lists them.", wish="x"))

    hands, _ = offered(offers=[Offer(T("Go on"), broken), Offer(T("New game"), broken)])
    hands.push()
    assert "no game" in hands.text
    hands.push()
    assert hands.text == "Go on with Mayupampa?"


def test_going_on_without_a_question_tells_what_happened_last_as_well():
    _, record = game_of(Enter(THERE), Discover(THERE))
    hands = Hands(morning_valley(), game=record, gone_on=True)
    assert hands.shown == "Welcome"
    hands.push()
    assert hands.shown == "Discovered"


# A new game, agreed on at the wheel -------------------------------------------------------------

SHELF = (Playable("Long one", True), Playable("Short one", False))


def asking(**options):
    """A wheel without a game, which asks what to play; what was agreed on."""
    agreed = []

    def opened(setup, name):
        agreed.append((setup, name))
        wheel = Wheel(scenario(1))
        record = Record.begin(wheel.back).do(SetUp(setup), wheel)
        return Opened(wheel, record, lambda record, done: True)

    hands = Hands(morning_valley(), **({"oracle": None, "new_games": NewGames(SHELF, opened)} | options))
    return hands, agreed


def choose(hands, *wishes):
    """Answer questions by what the answers are called."""
    for wish in wishes:
        entries = hands.screen.names if hands.shown == "ScenarioMenu" else hands.screen.entries
        hands.turn([str(entry) for entry in entries].index(wish))
        hands.push()


def test_a_new_game_is_agreed_on_question_by_question():
    hands, agreed = asking()
    hands.push()
    choose(hands, "competitive", "3", "white", "blue", "brown", "Short one")
    setup = Setup(Mode.COMPETITIVE, (Colour.WHITE, Colour.BLUE, Colour.BROWN))
    assert agreed == [(setup, "Short one")]
    assert (hands.shown, hands.screen.seats[0].colour) == ("Turn", Colour.WHITE)


def test_solo_and_together_ask_what_they_need_and_offer_what_they_can_use():
    hands, agreed = asking()
    hands.push()
    choose(hands, "solo", "green", "hard")
    assert [str(name) for name in hands.screen.names] == ["By chance", "Long one"]
    choose(hands, "By chance")
    assert agreed == [(Setup(Mode.SOLO, (Colour.GREEN,), difficulty=Difficulty.HARD), "")]
    hands, agreed = asking()
    hands.push()
    choose(hands, "cooperative", "4", "green", "blue", "normal", "Long one")
    pairs = (Colour.GREEN, Colour.BLUE) * 2
    assert agreed == [(Setup(Mode.COOPERATIVE, pairs, difficulty=Difficulty.NORMAL), "Long one")]


def test_the_knob_kept_down_goes_back_question_by_question():
    hands, agreed = asking()
    hands.push()
    choose(hands, "competitive", "2", "white")
    hands.back()
    choose(hands, "blue", "green")
    for _ in range(4):
        hands.back()
    assert str(hands.screen.title) == "How do you play?"
    hands.back()
    assert hands.screen.actions == (Action.NEW_GAME, Action.JOIN, Action.LESSONS, Action.SETTINGS)
    hands.push()
    assert str(hands.screen.title) == "How do you play?"
    assert agreed == []


def test_instead_of_going_on_a_new_game_can_be_agreed_on():
    wheel, record = game_of()
    old = Offer(T("Go on"), lambda: Opened(wheel, record, lambda record, done: True))
    hands, agreed = asking(question=T("Go on?"), offers=[old, Offer(T("New game"))])
    hands.turn(1)
    hands.push()
    assert str(hands.screen.title) == "How do you play?"
    hands.back()
    assert hands.text == "Go on?"
    hands.push()
    choose(hands, "competitive", "2", "white", "blue", "By chance")
    assert len(agreed) == 1


def test_after_the_end_another_game_can_be_begun():
    hands, agreed = asking(game=played())
    hands.push()
    assert hands.shown == "GameEnd"
    hands.back()
    hands.choose(Action.NEW_GAME)
    choose(hands, "competitive", "2", "green", "blue", "Long one")
    assert hands.shown == "Turn"
    assert len(agreed) == 1


def test_what_cannot_be_played_is_said_and_the_question_stays():
    def refuses(setup, name):
        raise Unreadable(T("There is no scenario “{name}”; “pachamama scenarios” lists them.", name=name))

    hands, _ = asking(new_games=NewGames(SHELF, refuses))
    hands.push()
    choose(hands, "solo", "green", "hard", "Long one")
    assert "no scenario" in hands.text
    hands.push()
    assert hands.shown == "ScenarioMenu"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_question_fits_on_the_display(code):
    waiting = [SettingUp(playable=SHELF)]
    while waiting:
        node = waiting.pop()
        count = node.count()
        for chosen in range(count):
            shown = replace(node, chosen=chosen).screen(None, 0)
            assert lay_out(shown, language(code)).overflows == (), shown
        # The last answer to each question leads to all that can be asked, the first to the rest.
        for answer in {node.asked().answers[0], node.asked().answers[-1]}:
            following = replace(node, given=(*node.given, answer))
            if isinstance(follow(SHELF, following.given), Asked):
                waiting.append(following)


# Points -----------------------------------------------------------------------------------------


def test_every_point_is_listed_on_the_wheel():
    hands = Hands(morning_valley(), TWO, (Enter(THERE), Discover(THERE)))
    hands.push(2)
    hands.choose(Action.POINTS)
    seen = []
    for _ in range(4):
        seen.append(str(hands.screen.text) if isinstance(hands.screen, Message) else hands.shown)
        hands.push()
    assert seen == [
        "green 10 (+10): start of the game",
        "blue 11 (+1): river/turtle: grass; 1 pawn on the level reached",
        "blue 10 (+10): start of the game",
        "Turn",
    ]


@pytest.mark.parametrize("name", ["competitive-3", "solo-hard", "together-2-easy"])
def test_the_points_of_whole_games_add_up_and_fit_on_the_display(name):
    record = played(name)
    told = points(record)
    for number, side in enumerate(record.state.sides):
        values = [dict(page.text.values) for page in told]
        own = [value for value in values if value["side"] == record.state.setup.names[number]]
        assert own[0]["total"] == side.score == sum(int(value["points"]) for value in own)
    for code in LANGUAGES:
        words = language(code)
        assert {text for page in told for text in lay_out(page, words).overflows} == set()
        assert {pages(page, words) for page in told} == {1}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_question_fits_for_every_scenario_of_the_shelf(code, tmp_path):
    for listed in Shelf(tmp_path, shipped_scenarios()).listing().scenarios:
        game = ListedGame("1", listed.name, Progress(turns=88), 0.0, 0.0, True)
        shown = Message(Kind.QUESTION, question(game), (T("Go on"), T("New game")))
        assert lay_out(shown, language(code)).overflows == ()
        assert pages(shown, language(code)) == 1
