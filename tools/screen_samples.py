"""Every screen of the wheel with something on it: for golden images, the contact sheet and the benchmark."""

from __future__ import annotations

from companion.table.screens.descriptions import (
    Action,
    ActionMenu,
    AnnounceCrop,
    ArrowEntry,
    CameraProposal,
    Coordinates,
    Description,
    Discovered,
    DiscoveryOpen,
    DivinationOpen,
    Divined,
    GameEnd,
    Hint,
    Join,
    Kind,
    Lesson,
    Menu,
    Message,
    Offering,
    OtomaFound,
    OtomaStep,
    Ring,
    ScenarioMenu,
    Seat,
    Setting,
    SettingsMenu,
    Side,
    Token,
    Turn,
    Welcome,
    Window,
    WindowClosed,
    WindowFilling,
    WrongDivination,
)
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import Text

BOARD = official_board("long")


def at(place: str) -> Space:
    """A space of the long board."""
    return BOARD.space(place)


def plain(words: str) -> Text:
    """Words for a picture only: not in any catalogue, so English everywhere."""
    return Text(words)


SEATS = (Seat(Colour.BLUE, 27), Seat(Colour.WHITE, 104), Seat(Colour.GREEN, 9), Seat(Colour.BROWN, 31))
ALL_ACTIONS = tuple(Action)

SAMPLES: dict[str, Description] = {
    "welcome": Welcome(),
    "menu": Menu(plain("Players"), ("2", "3", "4"), 1),
    "scenario-menu": ScenarioMenu(
        ("Morning valley", "Two rivers", "The long way home", "Rain over the lake", "Terraces", "Salt"), 2
    ),
    "coordinates-element": Coordinates.on(BOARD, at("sun/llama"), Ring.ELEMENT, frozenset(Window)),
    "coordinates-animal": Coordinates.on(BOARD, at("river/turtle"), Ring.ANIMAL, note=Terrain.SAND.text),
    "discovery-closed": WindowClosed(Window.DISCOVERY, at("sun/llama")),
    "discovery-filling": WindowFilling(Window.DISCOVERY, at("sun/llama"), 0.6),
    "discovery-dirt": DiscoveryOpen(at("moon/condor"), Terrain.DIRT),
    "discovery-sand": DiscoveryOpen(at("sun/llama"), Terrain.SAND),
    "discovery-grass": DiscoveryOpen(at("rainbow/snake"), Terrain.GRASS),
    "discovery-rock": DiscoveryOpen(at("mountain/lizard"), Terrain.ROCK),
    "announce-crop": AnnounceCrop(at("fire/lizard"), Crop.CHILI),
    "divination-closed": WindowClosed(Window.DIVINATION, at("fire/lizard"), Crop.CHILI),
    "divination-filling": WindowFilling(Window.DIVINATION, at("fire/lizard"), 0.6, Crop.CHILI),
    "divination-chili": DivinationOpen(at("fire/lizard"), Crop.CHILI),
    "divination-quinoa": DivinationOpen(at("star/turtle"), Crop.QUINOA),
    "divination-bare": WindowClosed(Window.DIVINATION, at("cloud/condor")),
    "discovered": Discovered(at("sun/llama"), Terrain.SAND, 3, 6, 2, 27),
    "divined": Divined(at("fire/lizard"), Crop.CHILI, 3, 30),
    "divined-owned": Divined(at("leaf/snake"), Crop.CORN, 4, 104, Token.OWNED_ALREADY),
    "wrong-divination": WrongDivination(at("fire/lizard"), Crop.COCA_LEAF, Crop.QUINOA, 5, 22),
    "offering": Offering(tuple(Crop), frozenset({Crop.SWEET_POTATO, Crop.CHILI, Crop.QUINOA}), 3, 1),
    "offering-give": Offering((Crop.COCA_LEAF, Crop.CORN), frozenset({Crop.COCA_LEAF, Crop.CORN}), 1, 2),
    "turn-four": Turn(SEATS, 1),
    "turn-two": Turn(SEATS[:2], 0),
    "turn-group": Turn(
        (Seat(Colour.BLUE, 44, Side.GROUP), Seat(Colour.WHITE, 41, Side.OTOMA)), 0, Colour.GREEN
    ),
    "action-menu": ActionMenu(ALL_ACTIONS[:8], 1),
    "action-menu-long": ActionMenu(ALL_ACTIONS, 9),
    "otoma-step": OtomaStep(Colour.PURPLE, Direction.WEST, at("sun/llama"), at("fire/llama"), 2, 5),
    "otoma-trail": OtomaStep(
        Colour.YELLOW, Direction.NORTH, at("river/condor"), at("leaf/condor"), 3, 5, by_trail=True
    ),
    "otoma-stops": OtomaStep(
        Colour.GREEN, Direction.SOUTH, at("leaf/llama"), at("leaf/snake"), 5, 5, stops=True
    ),
    "otoma-found": OtomaFound(Colour.GREEN, at("leaf/snake"), Terrain.ROCK, Crop.CORN, 2, 4, 38),
    "arrow-colour": ArrowEntry(Colour.PURPLE, Direction.NORTH),
    "arrow-direction": ArrowEntry(Colour.PURPLE, Direction.WEST, choosing_direction=True),
    "hint-one": Hint(1, plain("Look at the sand."), at("sun/llama")),
    "hint-three": Hint(
        3,
        plain(
            "The region of sand has four spaces and already holds 1, 2 and 4. So the crop here can only be 3."
        ),
        at("sun/llama"),
    ),
    "message-question": Message(
        Kind.QUESTION, plain("Take back the last move?"), (plain("Yes"), plain("No"))
    ),
    "message-refused": Message(
        Kind.REFUSED, plain("There is terrain already: use Divination."), (plain("OK"),)
    ),
    "message-warning": Message(
        Kind.WARNING,
        plain("The camera sees rock at sun/llama. Sand belongs there."),
        (plain("Look"), plain("Later")),
        1,
    ),
    "settings-menu": SettingsMenu(
        (
            Setting(plain("Language"), "English"),
            Setting(plain("Hints"), plain("on")),
            Setting(plain("Hold time"), "1.0 s"),
            Setting(plain("Camera"), plain("off")),
            Setting(plain("Brightness"), "3"),
        ),
        1,
    ),
    "settings-editing": SettingsMenu(
        (Setting(plain("Language"), "English"), Setting(plain("Hints"), plain("on"))), 0, editing=True
    ),
    "join": Join("http://192.168.178.120:8000/j/7K2M"),
    "join-code": Join("http://192.168.178.120:8000", "482913"),
    "camera-proposal": CameraProposal(at("rainbow/snake"), Colour.BLUE),
    "camera-proposal-crop": CameraProposal(at("rainbow/snake"), Crop.SWEET_POTATO, 1),
    "game-end": GameEnd((SEATS[1], SEATS[3], SEATS[0], SEATS[2]), frozenset({0})),
    "game-end-otoma": GameEnd((Seat(Colour.WHITE, 88, Side.OTOMA), Seat(Colour.BLUE, 71)), frozenset({0})),
    "game-end-shared": GameEnd((Seat(Colour.WHITE, 88), Seat(Colour.BLUE, 88)), frozenset({0, 1})),
    "lesson": Lesson(
        plain("Diversity"),
        plain(
            "Spaces of one terrain that touch make a region. It has one to five spaces, and two regions of the same "
            "terrain never touch, not even at a corner. A region of three holds the crops 1, 2 and 3, each once."
        ),
    ),
}
