"""The shelf of scenarios: kept by name, listed without their boards, nothing overwritten unasked."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotLegal, Unreadable
from companion.shelf import LONGEST_NAME, Origin, Shelf, name_key
from companion.tiwanaku.scenario import write_scenario
from tests.damage import attempt
from tests.discs import disc, transcribed


@pytest.fixture
def shelf(tmp_path):
    (tmp_path / "shipped").mkdir()
    shipped = replace(disc(0, "long"), name="Morning valley", certificate={"difficulty": "easy"})
    (tmp_path / "shipped" / "morning.toml").write_text(write_scenario(shipped))
    return Shelf(tmp_path / "home", tmp_path / "shipped")


def named(name, seed=1, board="short"):
    return replace(disc(seed, board), name=name)


def test_a_listing_has_all_that_may_be_known_and_nothing_else(shelf):
    shelf.keep(named("Attic find"), Origin.DISC)
    shelf.keep(named("From Anna", 2), Origin.IMPORTED)
    shelf.mark_played("attic FIND")
    listing = shelf.listing()
    assert listing.damaged == ()
    assert [
        (each.name, each.board, each.spaces, each.difficulty, each.origin, each.played)
        for each in listing.scenarios
    ] == [
        ("Attic find", "short", 25, None, Origin.DISC, True),
        ("From Anna", "short", 25, None, Origin.IMPORTED, False),
        ("Morning valley", "long", 45, "easy", Origin.SHIPPED, False),
    ]


@pytest.mark.parametrize("name", ["Attic find", "attic-find", "ATTIC  FIND", " attic find "])
def test_a_scenario_is_found_whatever_capitals_and_blanks(shelf, name):
    kept = named("Attic find")
    shelf.keep(kept, Origin.DISC)
    assert shelf.scenario(name).crops == kept.crops
    with pytest.raises(NotLegal, match="already"):
        shelf.keep(named(name.strip(), 2), Origin.IMPORTED)
    assert shelf.scenario(name).crops == kept.crops


def test_replacing_has_to_be_said_and_leaves_one_of_the_name(shelf):
    shelf.keep(named("Attic find", 1), Origin.DISC)
    other = named("attic FIND", 2)
    shelf.keep(other, Origin.IMPORTED, replace=True)
    found = [each for each in shelf.listing().scenarios if each.origin is not Origin.SHIPPED]
    assert [(each.name, each.origin) for each in found] == [("attic FIND", Origin.IMPORTED)]
    assert shelf.scenario("attic find").terrains == other.terrains


@pytest.mark.parametrize("replacing", [False, True])
def test_what_ships_is_never_replaced(shelf, replacing):
    with pytest.raises(NotLegal, match="ships"):
        shelf.keep(named("morning Valley"), Origin.DISC, replace=replacing)


def test_a_name_that_nobody_has_is_said(shelf):
    with pytest.raises(Unreadable, match="no scenario “Nowhere”"):
        shelf.scenario("Nowhere")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        ".hidden",
        "../up",
        "a/b",
        "a\\b",
        "-x",
        "con",
        "NUL",
        "aux.txt",
        "a\0b",
        "a*b",
        "x" * 41,
        "\u202eabc",
        "a:b",
    ],
)
def test_names_that_are_no_safe_file_names_are_refused(name):
    with pytest.raises(Unreadable):
        name_key(name)


@given(st.text(max_size=LONGEST_NAME + 5))
def test_every_name_gives_a_safe_file_name_or_is_refused(name):
    key, refused = attempt(lambda name, _: name_key(name), name, "")
    if refused is not None:
        assert len(refused.splitlines()) == 1
        return
    assert not set(key) & set('/\\:*?"<>|\0 \n')
    assert not key.startswith((".", "-"))
    assert len(key.encode()) < 240
    assert name_key(name.upper().lower()) == name_key(name.lower())


def test_damaged_files_are_named_passed_over_and_left_alone(shelf):
    good = shelf.keep(named("Good"), Origin.DISC)
    bad = good.with_name("bad.toml")
    bad.write_text("format = 1\nname = ")
    (shelf.folder / "played.toml").write_text("played = 3")
    listing = shelf.listing()
    assert [each.name for each in listing.scenarios] == ["Good", "Morning valley"]
    assert len(listing.damaged) == 2
    assert "bad.toml" in str(listing.damaged[1])
    assert bad.read_text() == "format = 1\nname = "
    assert (shelf.folder / "played.toml").read_text() == "played = 3"


def test_a_damaged_scenario_is_set_aside_when_its_name_is_to_be_replaced_and_kept_otherwise(shelf):
    path = shelf.folder / "discs" / "attic-find.toml"
    path.parent.mkdir(parents=True)
    path.write_text("damaged")
    with pytest.raises(NotLegal, match="already"):
        shelf.keep(named("Attic find"), Origin.DISC)
    assert path.read_text() == "damaged"
    shelf.keep(named("Attic find"), Origin.DISC, replace=True)
    assert path.with_name("attic-find.toml.damaged-1").read_text() == "damaged"
    assert shelf.scenario("Attic find").crops == named("Attic find").crops


def test_a_damaged_list_of_what_was_played_is_set_aside_and_begun_anew(shelf):
    shelf.mark_played("Morning valley")
    path = shelf.folder / "played.toml"
    path.write_text("damaged")
    shelf.mark_played("Morning valley")
    assert path.with_name("played.toml.damaged-1").read_text() == "damaged"
    assert shelf.listing().scenarios[0].played


def test_a_shelf_works_without_any_shipped_scenario_and_without_a_folder(tmp_path):
    shelf = Shelf(tmp_path / "none", tmp_path / "nothing")
    assert shelf.listing().scenarios == ()
    assert shelf.drafts() == ()


def test_the_package_has_its_folder_of_scenarios_and_all_can_be_read(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path))
    assert Shelf.own().listing().damaged == ()


def test_drafts_are_kept_found_and_dropped(shelf):
    draft = transcribed(named("Attic find"))
    shelf.save_draft(draft)
    assert shelf.draft("attic FIND") == draft
    assert shelf.drafts() == (draft,)
    (shelf.folder / "drafts" / "bad.toml").write_text("damaged")
    assert shelf.drafts() == (draft,)
    shelf.drop_draft("Attic find")
    assert shelf.draft("Attic find") is None
