"""Scenarios on a phone: chosen, by code, copied from a disc; and the wheel without a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.tiwanaku.code import scenario_code
from companion.tiwanaku.game.examples import morning_valley
from tests.web.browser.phones import Phones
from tests.web.browser.sample_table import QUICK
from tests.web.serving import serving

SOLUTION = morning_valley()
# Types in a disc as quickly as a browser can: terrain, crop, next space.
TYPE_IN = """(tokens) => {
  const names = {D: "dirt", S: "sand", G: "grass", R: "rock"};
  const press = (group, index) => document.querySelectorAll(".beside .choices")[group].children[index].click();
  for (const token of tokens) {
    press(0, Object.keys(names).indexOf(token[0]));
    press(1, Number(token[1]) - 1);
    [...document.querySelectorAll(".beside button")].find(each => each.textContent === "Next space").click();
  }
}"""


@pytest.fixture
def empty_table(browser, tmp_path):
    """A table without a game."""
    with serving(tmp_path, setup=None, settings=QUICK) as table, Phones(browser, table.url) as phones:
        yield phones


def tokens():
    return [
        f"{terrain.letter}{int(crop)}"
        for terrain, crop in zip(SOLUTION.terrains, SOLUTION.crops, strict=True)
    ]


def test_a_game_is_agreed_on_and_begun(empty_table):
    phone = empty_table.member("Ana")
    phone.go("table")
    phone.sees("No game lies on the table yet.")
    phone.go("scenarios")
    phone.page.get_by_label("Board").select_option("short")
    phone.page.get_by_label("Difficulty").select_option("easy")
    first = phone.page.locator(".list li").first
    expect(first).to_contain_text("25 spaces")
    expect(first.locator(".tag")).to_have_text("easy")
    name = first.locator("strong").inner_text()
    first.get_by_role("button").click()
    phone.button("white").click()
    phone.tap("Begin")
    phone.page.locator(".view-table .board").wait_for()
    assert phone.table()["game"]["name"] == name
    assert phone.view()["colours"] == ["blue", "green", "white"]


def test_a_window_of_the_bare_wheel_shows_only_while_it_is_held(empty_table):
    phone = empty_table.member("Ana")
    phone.go("scenarios")
    phone.page.locator(".list li").first.get_by_role("button").click()
    phone.page.get_by_text("Only the wheel").click()
    phone.tap("Lay it into the wheel")
    shown = phone.page.locator(".window-view strong")
    box = phone.page.locator(".hold.discovery").bounding_box()
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    expect(shown).to_have_text(re.compile("dirt|sand|grass|rock"))
    expect(phone.page.locator(".centre .tile")).to_have_count(1)
    phone.page.mouse.up()
    expect(shown).to_have_count(0)
    expect(phone.page.locator(".centre .tile")).to_have_count(0)


def test_a_scenario_comes_by_its_code(empty_table):
    phone = empty_table.member("Ana")
    phone.go("scenarios")
    phone.page.get_by_text("A scenario from elsewhere").click()
    phone.page.get_by_label("Code of a scenario").fill(scenario_code(SOLUTION))
    phone.page.get_by_label("Its name here").fill("From a friend")
    phone.tap("Put it on the shelf")
    phone.sees("From a friend is on the shelf now.")


def test_a_disc_is_copied_and_slips_are_shown_by_their_places(empty_table):
    phone = empty_table.member("Ana")
    phone.go("scenarios")
    phone.page.get_by_text("A disc of your own").click()
    phone.tap("Transcribe a disc")
    phone.page.get_by_label("Name of the disc").fill("Attic find")
    wrong = tokens()
    wrong[0] = "D3"
    phone.page.evaluate(TYPE_IN, wrong)
    phone.tap("Check and keep it")
    expect(phone.page.locator(".mark-alert").first).to_be_visible()
    # How hard a disc is takes the table a while to find out; that it does is tried elsewhere.
    phone.page.route(
        "**/scenarios/transcribe*", lambda route: route.fulfill(status=201, json={"name": "Attic find"})
    )
    phone.page.evaluate(TYPE_IN, tokens())
    with phone.page.expect_request("**/scenarios/transcribe*") as sent:
        phone.tap("Check and keep it")
    assert [token for row in sent.value.post_data_json["grid"] for token in row] == tokens()
    phone.sees("Attic find is on the shelf now.")
