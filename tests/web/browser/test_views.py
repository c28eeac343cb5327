"""Every view: usable by everybody, in four languages, with and without the network."""

from __future__ import annotations

import os
import re
from random import Random

import get_axe
import pytest
from playwright.sync_api import expect

from companion.table.wheel import Alerted, AlertOver
from companion.tiwanaku.pieces import Terrain
from companion.web.ports import LookedAt
from companion.words import T
from tests.games import Game
from tests.web.browser.phones import SMALL, Phones
from tests.web.browser.sample_table import QUICK, SampleReferee, rich, sample_alert
from tests.web.serving import serving

VIEWS = ("table", "wheel", "notebook", "coach", "camera", "scenarios", "games", "settings", "join")
WIDE = {"width": 1280, "height": 800}
TELEVISION = {"width": 1920, "height": 1080}
PAGE_LOAD = 150 * 1024
TITLES = {"en-GB": "Table", "fr-CH": "Table", "de-AT": "Tisch", "it-IT": "Tavolo"}
NOTEBOOKS = {"en-GB": "Notebook", "fr-CH": "Carnet", "de-AT": "Notizen", "it-IT": "Taccuino"}


@pytest.fixture(scope="module")
def full_table(tmp_path_factory):
    """A table that has everything."""
    with serving(tmp_path_factory.mktemp("table"), settings=QUICK, **rich()) as served:
        yield served


@pytest.fixture
def at_full_table(browser, full_table):
    with Phones(browser, full_table.url) as opened:
        yield opened


@pytest.fixture(scope="session")
def axe():
    if get_axe.script() is None and (trouble := get_axe.fetch()):
        if os.environ.get("PACHAMAMA_NEEDS_BROWSER"):
            pytest.fail(trouble)
        pytest.skip(f"axe-core is missing, so nobody judges whether everybody can use the page: {trouble}")
    return get_axe.SCRIPT.read_text()


def serious(page, axe):
    """What axe-core finds that would keep somebody from using the page."""
    # The page's own policy forbids foreign scripts; a debugger's evaluation stands outside of it.
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        (each["id"], [node["html"][:120] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_no_view_has_a_serious_barrier(at_full_table, axe):
    phone = at_full_table.member("Ana")
    barriers = {}
    for view in VIEWS:
        phone.go(view)
        if view == "notebook":
            phone.tap_space("leaf/condor")
            phone.tap("Mark what follows")
        if view == "table":
            phone.tap("New meeple")
        for look in ("light", "dark"):
            phone.page.emulate_media(color_scheme=look)
            if found := serious(phone.page, axe):
                barriers[view, look] = found
    assert barriers == {}


def test_no_view_is_wider_than_the_screen(at_full_table):
    phone = at_full_table.member("Ana")
    wider = {}
    for view in VIEWS:
        phone.go(view)
        for size in (SMALL, WIDE, TELEVISION):
            phone.page.set_viewport_size(size)
            if too_much := phone.page.evaluate("document.documentElement.scrollWidth - innerWidth"):
                wider[view, size["width"]] = too_much
    assert wider == {}


@pytest.mark.parametrize("locale", TITLES)
def test_the_page_speaks_the_language_of_the_phone(at_full_table, locale):
    phone = at_full_table.open(locale=locale)
    expect(phone.page.locator("h1")).to_have_text(TITLES[locale])
    expect(phone.page.locator("nav")).to_contain_text(NOTEBOOKS[locale])
    assert phone.page.evaluate("document.documentElement.lang") == locale[:2]


def test_another_language_is_chosen_and_kept(at_full_table):
    phone = at_full_table.open("settings")
    phone.page.get_by_label("Language").first.select_option("fr")
    expect(phone.page.locator("h1")).to_have_text("Réglages")
    phone.page.reload()
    expect(phone.page.locator("h1")).to_have_text("Réglages")


def test_a_page_load_is_light(at_full_table):
    phone = at_full_table.open("table")
    phone.page.wait_for_load_state("networkidle")
    loaded = phone.page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(each => [new URL(each.name).pathname, each.transferSize, each.decodedBodySize])"
    )
    assert sum(sent for _, sent, _ in loaded) < PAGE_LOAD
    assert {"/", "/app.js", "/board.css", "/views/table.js", "/api/v1/words/en"} <= {
        name for name, _, _ in loaded
    }
    assert sum(plain for _, _, plain in loaded) < PAGE_LOAD, "not even without gzip"


def test_the_board_is_walked_by_keys_and_heard(at_full_table):
    phone = at_full_table.open("table")
    board = phone.page.get_by_role("grid", name="Board")
    expect(board.get_by_role("gridcell")).to_have_count(25)
    phone.space("river/condor").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        phone.page.keyboard.press(key)
    expect(phone.space("mountain/llama")).to_be_focused()
    expect(phone.space("mountain/llama")).to_have_attribute(
        "aria-label", "mountain llama: rock, sweet potato 1"
    )


def test_turns_are_announced_to_those_who_listen(phones):
    ana, ben = phones.member("Ana", "blue"), phones.member("Ben", "green")
    ana.go("table")
    ben.go("table")
    ana.tap("New meeple")
    ana.tap_space("river/condor")
    ana.hold("discovery")
    expect(ben.page.locator("#voice")).to_contain_text("Your turn.")


def test_a_window_opens_by_keyboard_and_shuts_on_release(phones):
    ana = phones.member("Ana", "blue")
    ana.go("table")
    ana.tap("New meeple")
    ana.tap_space("river/condor")
    button = ana.page.locator(".hold.discovery")
    button.focus()
    before = ana.entries()
    ana.page.keyboard.down("Space")
    expect(button).to_have_class(re.compile("held"))
    ana.page.keyboard.up("Space")
    expect(button).not_to_have_class(re.compile("held"))
    assert ana.entries() == before, "let go too early, it stays shut"
    button.focus()
    ana.page.keyboard.down("Space")
    ana.until_entries(before + 1)
    ana.page.keyboard.up("Space")
    assert ana.view()["waiting"] is None


def test_the_rings_turn_by_drag_and_by_keys(at_full_table):
    phone = at_full_table.open("wheel")
    expect(phone.page.locator(".where")).to_have_text("river condor")
    ring = phone.page.get_by_role("slider", name="Outer ring: element")
    ring.focus()
    phone.page.keyboard.press("ArrowRight")
    expect(phone.page.locator(".where")).to_have_text("leaf condor")
    box = phone.page.locator(".rings").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.mouse.move(middle[0], middle[1] - box["height"] * 0.26)
    phone.page.mouse.down()
    # A quarter to the left: the next sign but the nearest one comes to the top.
    phone.page.mouse.move(middle[0] - box["width"] * 0.2, middle[1] - box["height"] * 0.16, steps=4)
    phone.page.mouse.move(middle[0] - box["width"] * 0.25, middle[1] - box["height"] * 0.08, steps=4)
    phone.page.mouse.up()
    expect(phone.page.locator(".where")).to_have_text("leaf lizard")


def test_notes_are_kept_through_a_reload_and_are_this_phones_alone(at_full_table):
    ana, ben = at_full_table.open("notebook"), at_full_table.open("notebook")
    ana.tap_space("leaf/condor")
    ana.page.get_by_role("group", name="Terrain").get_by_role("button", name="sand").click()
    ana.page.get_by_role("group", name="Crop").get_by_role("button", name="corn").click()
    spoken = re.compile("your notes: sand, 4")
    expect(ana.space("leaf/condor")).to_have_attribute("aria-label", spoken)
    ana.page.reload()
    expect(ana.space("leaf/condor")).to_have_attribute("aria-label", spoken)
    expect(ben.space("leaf/condor")).to_have_attribute("aria-label", "leaf condor: empty")


def test_contradicting_notes_are_shown(at_full_table):
    phone = at_full_table.open("notebook")
    for place in ("leaf/condor", "mountain/lizard"):
        phone.tap_space(place)
        phone.page.get_by_role("group", name="Crop").get_by_role("button", name="corn").click()
    phone.sees("Equal crops touch: corn.")
    expect(phone.page.locator(".mark-conflict")).to_have_count(2)


def test_what_follows_trivially_is_marked_and_never_more(at_full_table):
    phone = at_full_table.open("notebook")
    phone.tap("Mark what follows")
    # Beside rock with a sweet potato on mountain/llama: no 1; nothing is known of its terrain.
    beside = phone.space("mountain/lizard")
    expect(beside).to_have_attribute(
        "aria-label", "mountain lizard: empty, your notes: dirt, sand, grass, rock, 2, 3, 4, 5"
    )


def test_an_alert_is_said_shown_on_its_space_and_answered(browser, tmp_path):
    referee = SampleReferee()
    with serving(tmp_path, settings=QUICK, referee=referee) as table, Phones(browser, table.url) as phones:
        ana = phones.member("Ana")
        ana.go("table")
        table.page.looked(LookedAt(True, False, (sample_alert(table),)))
        expect(ana.page.locator("#alarm")).to_contain_text("leaf/snake")
        expect(ana.page.locator(".mark-alert")).to_have_attribute("data-place", "leaf/snake")
        ana.tap("Show")
        expect(ana.space("leaf/snake")).to_be_focused()
        with ana.page.expect_response(re.compile("alerts/a1/accept")):
            ana.tap("On purpose")
        with ana.page.expect_response(re.compile("alerts/a1/done")):
            ana.tap("Done")
        assert referee.heard == [("accept", "a1"), ("done", "a1")]


def test_what_is_missing_stands_on_every_view_until_it_is_back(browser, tmp_path):
    with serving(tmp_path, settings=QUICK) as table, Phones(browser, table.url) as phones:
        ana = phones.member("Ana")
        notices = ana.page.locator(".notices")
        expect(notices).to_be_hidden()
        missing = T("The camera does not answer.")
        table.desk.inbox.put(Alerted(0.0, missing, key="camera", lasting=True))
        for view in ("table", "settings"):
            ana.go(view)
            expect(notices).to_contain_text("The camera does not answer.")
        table.desk.inbox.put(AlertOver(1.0, "camera"))
        expect(notices).to_be_hidden()


def test_notes_never_rule_out_what_is_true(at_full_table):
    """What follows keeps the truth on random boards, and the truth itself is no contradiction."""
    rng = Random(11)
    boards = [_random_board(Game(rng, 5, columns)) for columns in (5, 9) for _ in range(25)]
    phone = at_full_table.open("notebook")
    wrong = phone.page.evaluate(
        """async boards => {
          const { contradictions, leftOver } = await import("/follows.js");
          return boards.flatMap(({ picture, tiles, truth }) => {
            const left = leftOver(picture, tiles);
            const lost = Object.entries(truth).filter(([place, { terrains, crops }]) =>
              terrains.some(each => !left[place].terrains.includes(each)) || crops.some(each => !left[place].crops.includes(each)));
            return [...lost, ...contradictions(picture, truth, tiles)];
          });
        }""",
        boards,
    )
    assert wrong == []


def _random_board(game):
    """A board in mid-game as the page sees it, and what is hidden there as notes."""
    position = game.position()
    terrains = [Terrain.of_letter(letter) for letter in game.terrains]
    spaces, truth = {}, {}
    for space, terrain, crop in zip(game.board.spaces, position.terrains, position.crops, strict=True):
        spaces[str(space)] = {
            "terrain": terrain.value if terrain else None,
            "crop": int(crop) if crop else None,
        }
        if terrain is None or crop is None:
            hidden = [] if terrain else [terrains[space.index].value]
            truth[str(space)] = {
                "terrains": hidden,
                "crops": [] if crop else [int(game.crops[space.index])],
            }
    laid = [terrain for terrain in position.terrains if terrain]
    tiles = {terrain.value: count - laid.count(terrain) for terrain, count in position.tiles.items()}
    picture = {"elements": game.board.elements, "animals": game.board.animals, "spaces": spaces}
    return {"picture": picture, "tiles": tiles, "truth": truth}


def test_a_lesson_is_taken(at_full_table):
    phone = at_full_table.open("coach")
    phone.tap("Keep apart")
    phone.sees("never touch, not even at a corner")
    phone.tap("Next")
    expect(phone.button("Finish")).to_have_count(0)
    phone.tap("grass")
    phone.sees("Not quite.")
    phone.tap("sand")
    phone.sees("Right!")
    phone.tap("Finish")
    phone.sees("Keep apart")


def test_the_coach_explains_step_by_step_on_the_board(phones):
    ana = phones.member("Ana", "blue")
    ana.go("coach")
    ana.tap("Where to look")
    expect(ana.page.locator(".mark-hint")).to_have_count(1)
    ana.tap("Why")
    ana.sees("Step 1 of")


def test_corners_of_the_camera_are_dragged(at_full_table, full_table):
    phone = at_full_table.member("Ana")
    phone.go("camera")
    corner = phone.page.get_by_role("button", name="Corner top left")
    box = corner.bounding_box()
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    phone.page.mouse.move(box["x"] + 30, box["y"] + 40, steps=3)
    with phone.page.expect_response(re.compile("camera/corners")) as sent:
        phone.page.mouse.up()
    assert sent.value.ok
    x, y = sent.value.json()["corners"][0]
    assert x > 115
    assert y > 85


def test_a_setting_says_what_it_means_and_reaches_the_table(at_full_table):
    phone = at_full_table.member("Ana")
    phone.go("settings")
    hold = phone.page.get_by_label("Hold time")
    described = phone.page.locator(f"#{hold.get_attribute('aria-describedby')}")
    expect(described).to_contain_text("held before it opens")
    hold.select_option("2 s")
    other = at_full_table.open("settings")
    expect(other.page.get_by_label("Hold time").locator("option:checked")).to_have_text("2 s")
    hold.select_option("0.5 s")


def test_the_page_opens_without_the_network_and_waits(browser, tmp_path):
    with serving(tmp_path, settings=QUICK) as table, Phones(browser, table.url) as phones:
        phone = phones.open(service_workers="allow")
        phone.page.evaluate("navigator.serviceWorker.ready")
        phone.page.context.set_offline(True)
        phone.page.reload()
        phone.sees("Waiting for the table…")
        assert phone.page.title() == "Table · Pachamama"
        phone.page.context.set_offline(False)
        phone.page.wait_for_selector("[data-connection=live]")


def test_what_takes_long_is_shown_and_can_be_cancelled(at_full_table):
    phone = at_full_table.member("Ana")
    phone.go("scenarios")
    phone.page.route("**/api/v1/games*", lambda route: None)
    phone.tap("Begin")
    dialog = phone.page.get_by_role("dialog")
    if dialog.count():
        dialog.get_by_role("button", name="Yes, put it aside").click()
    row = phone.page.locator(".busy-row")
    row.wait_for()
    expect(row).to_contain_text("Laying out the game…")
    row.get_by_role("button", name="Cancel").click()
    expect(row).to_have_count(0)
