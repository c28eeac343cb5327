"""Playing on phones: joining, a whole game, a server that dies in mid-turn, corrections."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

from playwright.sync_api import expect

from tests.web.browser.phones import Phones
from tests.web.browser.sample_table import QUICK, evening_valley
from tests.web.rig import CODE
from tests.web.serving import serving

SOLUTION = evening_valley()


def crop_of(place):
    board = SOLUTION.board
    return int(SOLUTION.crops[board.space(place).index])


def legal(view, kind):
    return next((option["commands"] for option in view["options"] if option["kind"] == kind), [])


def test_a_guest_watches_and_is_told_how_to_join(phones):
    guest = phones.open()
    guest.sees("You are watching.")
    assert guest.button("New meeple").count() == 0
    refused = guest.page.evaluate(
        "async () => (await fetch('/api/v1/commands', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({command: {kind: 'enter', to: 'river/condor'}})})).status"
    )
    assert refused == 401


def test_a_wrong_code_is_refused_and_the_right_one_lets_in(phones):
    phone = phones.open("join")
    phone.join("000000", "Ana")
    phone.page.locator(".toast.urgent").wait_for()
    assert phone.page.get_by_role("heading", name="Seats").count() == 0
    phone.join(CODE, "Ana")
    phone.take("blue")
    phone.go("table")
    expect(phone.page.locator(".turn-name")).to_have_text("Your turn")


def test_a_phone_without_the_code_is_let_in_at_the_wheel(phones, table):
    table.push()
    phone = phones.open("join")
    phone.page.get_by_label("Your name").fill("Ana")
    phone.tap("No code? Ask at the wheel")
    phone.sees("confirm it there")
    table.answer_wheel(yes=True)
    phone.page.get_by_role("heading", name="Seats").wait_for()


def test_a_seat_belongs_to_one_phone(phones):
    phones.member("Ana", "blue")
    ben = phones.member("Ben")
    row = ben.page.locator(".people li", has_text="blue")
    expect(row).to_contain_text("Ana")
    expect(row.get_by_role("button", name="Ask at the wheel")).to_be_visible()
    ben.go("table")
    ben.sees("You can act when it is your turn.")


def test_a_tapped_meeple_shows_where_it_can_go_and_a_forbidden_space_tells_the_rule(browser, tmp_path):
    with serving(tmp_path, settings=QUICK) as table, Phones(browser, table.url) as phones:
        ana = phones.member("Ana", "blue")
        ana.go("table")
        ana.tap("New meeple")
        wanted = {command["to"] for command in legal(ana.view(), "enter")}
        shown = ana.page.locator(".mark-legal").evaluate_all(
            "spaces => spaces.map(each => each.dataset.place)"
        )
        assert set(shown) == wanted
        expect(ana.space("river/condor")).to_have_attribute(
            "aria-label", "river condor: empty, can be reached"
        )
        assert "leaf/lizard" not in wanted
        ana.tap_space("leaf/lizard")
        expect(ana.page.locator(".toast.urgent")).to_be_visible()
        assert ana.view()["meeples"] == {}


def test_two_phones_and_the_wheel_on_a_third_play_a_whole_game(phones):
    players = {"blue": phones.member("Ana", "blue"), "green": phones.member("Ben", "green")}
    wheel = phones.member("Chloé", wheel=True)
    for player in players.values():
        player.go("table")
    wheel.go("wheel")
    wrong_once = True
    for _ in range(80):
        view = wheel.view()
        if view["phase"] == "over":
            break
        player = players[view["player"]]
        expect(player.page.locator(".turn-name")).to_have_text("Your turn")
        wrong_once = _play(player, wheel, view, wrong_once)
    assert wheel.view()["phase"] == "over", "the game did not come to its end"
    winners = [side["name"] for side in wheel.view()["sides"] if side["won"]]
    for player in players.values():
        expect(player.page.locator(".turn-name")).to_contain_text(
            f"The game is over. Winner: {', '.join(winners)}"
        )
    assert ".." not in [token for row in wheel.view()["grid"] for token in row]


def _play(player, wheel, view, wrong_once):
    """One step of whoever's turn it is."""
    waiting = view["waiting"]
    if waiting:
        expect(wheel.page.locator(".where")).to_have_text(
            re.compile(waiting.replace("/", " "), re.IGNORECASE)
        )
        wheel.hold("discovery")
        return wrong_once
    divinable = sorted({command["space"] for command in legal(view, "divine")})
    moves = legal(view, "move") + legal(view, "enter")
    grid = {
        f"{e}/{a}": view["grid"][r][c]
        for r, a in enumerate(view["board"]["animals"])
        for c, e in enumerate(view["board"]["elements"])
    }
    discoveries = [move for move in moves if grid[move["to"]] == ".."]
    if (
        view["phase"] in ("act", "divine-on", "last-divine")
        and divinable
        and (len(divinable) > 1 or not discoveries)
    ):
        _divine(wheel, divinable[0], wrong=wrong_once)
        return False
    if moves:
        move = (discoveries or moves)[0]
        before = player.entries()
        if "start" in move:
            player.tap_space(move["start"])
        else:
            player.tap("New meeple")
        player.tap_space(move["to"])
        player.until_entries(before + 1)
        return wrong_once
    before = player.entries()
    if legal(view, "offer"):
        card = player.page.locator("section", has=player.page.get_by_role("heading", name="Offering"))
        for choice in card.locator(".choice").all():
            choice.click()
        player.page.get_by_role("button", name=re.compile("^Offer for")).click()
    else:
        player.button(re.compile("End the turn|Pass")).click()
    player.until_entries(before + 1)
    return wrong_once


def _divine(wheel, place, *, wrong):
    """The wheel turns to the space, the crop is announced, the window held."""
    element, animal = place.split("/")
    wheel.page.locator(f".ring-element [data-name={element}]").click()
    wheel.page.locator(f".ring-animal [data-name={animal}]").click()
    crop = crop_of(place)
    announced = crop % 5 + 1 if wrong else crop
    wheel.page.locator(".choices .choice").nth(announced - 1).click()
    wheel.hold("divination")


def test_a_game_goes_on_after_the_server_was_killed_in_mid_turn(browser, tmp_path):
    first = _start(tmp_path)
    port = first.url.rsplit(":", 1)[1]
    try:
        with Phones(browser, first.url) as phones:
            ana = phones.member("Ana", "blue")
            ana.go("table")
            ana.tap("New meeple")
            ana.tap_space("river/condor")
            ana.page.locator(".hold.discovery").wait_for()
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
            ana.sees("Waiting for the table")
            second = _start(tmp_path, "--resume", "--port", port)
            try:
                ana.tap("Try now")
                ana.page.wait_for_selector("[data-connection=live]")
                assert ana.view()["waiting"] == "river/condor"
                ana.hold("discovery")
                expect(ana.space("river/condor")).to_have_attribute("aria-label", re.compile("dirt"))
            finally:
                second.kill()
                second.wait()
    finally:
        first.kill()


def _start(folder, *wishes):
    command = [sys.executable, "-m", "tests.web.browser.sample_table", str(folder), *wishes]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with process.stdout:
        process.url = process.stdout.readline().strip()
    assert process.url.startswith("http"), "the table did not start"
    return process


def test_an_earlier_deed_is_taken_back_and_done_again(phones):
    ana = phones.member("Ana", "blue", "green")
    ana.go("table")
    ana.tap("New meeple")
    ana.tap_space("river/condor")
    ana.hold("discovery")
    ana.go("games")
    rows = ana.page.locator(".story li")
    expect(rows).to_have_count(3)
    entered = rows.filter(has_text="1.")
    entered.get_by_role("button", name="Take back").click()
    ana.sees("Then these no longer fit")
    ana.page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(entered).to_contain_text("taken back")
    expect(rows.filter(has_text="2.")).to_contain_text("does not fit")
    assert "river/condor" not in ana.view()["meeples"]
    entered.get_by_role("button", name="Do it again").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(rows.get_by_text("taken back")).to_have_count(0)
    assert ana.view()["meeples"]["river/condor"] == "blue"


def test_the_last_deed_is_undone_on_the_table(phones):
    ana = phones.member("Ana", "blue")
    ana.go("table")
    ana.tap("New meeple")
    ana.tap_space("river/condor")
    ana.page.locator(".hold.discovery").wait_for()
    ana.tap("Undo")
    ana.page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(ana.button("New meeple")).to_be_visible()
    assert ana.view()["meeples"] == {}
