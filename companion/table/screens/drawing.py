"""Draws any description: one small function for each kind, found by its type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.table.screens import (
    descriptions,
    draw_lessons,
    draw_lists,
    draw_pages,
    draw_places,
    draw_results,
    draw_scores,
    draw_windows,
)
from companion.table.screens.canvas import Canvas
from companion.table.screens.descriptions import Description
from companion.words import Language
from hardware.display import Picture


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn screen: its picture, the texts that had to be cut, and how many pages its text has."""

    picture: Picture
    overflows: tuple[str, ...]
    pages: int


DRAWERS: dict[type, Callable[[Canvas, Any], None]] = {
    descriptions.Welcome: draw_lists.welcome,
    descriptions.Menu: draw_lists.menu,
    descriptions.ScenarioMenu: draw_lists.scenario_menu,
    descriptions.ActionMenu: draw_lists.action_menu,
    descriptions.SettingsMenu: draw_lists.settings_menu,
    descriptions.Join: draw_pages.join,
    descriptions.Coordinates: draw_places.coordinates,
    descriptions.WindowClosed: draw_windows.window_closed,
    descriptions.WindowFilling: draw_windows.window_filling,
    descriptions.DiscoveryOpen: draw_windows.discovery_open,
    descriptions.DivinationOpen: draw_windows.divination_open,
    descriptions.AnnounceCrop: draw_places.announce_crop,
    descriptions.ArrowEntry: draw_places.arrow_entry,
    descriptions.CameraProposal: draw_places.camera_proposal,
    descriptions.Discovered: draw_results.discovered,
    descriptions.Divined: draw_results.divined,
    descriptions.WrongDivination: draw_results.wrong_divination,
    descriptions.Offering: draw_results.offering,
    descriptions.OtomaStep: draw_results.otoma_step,
    descriptions.OtomaFound: draw_results.otoma_found,
    descriptions.Turn: draw_scores.turn,
    descriptions.GameEnd: draw_scores.game_end,
    descriptions.Message: draw_pages.message,
    descriptions.Hint: draw_pages.hint,
    descriptions.Lesson: draw_pages.lesson,
    descriptions.LessonBoard: draw_lessons.lesson_board,
}


def lay_out(description: Description, language: Language) -> Drawing:
    """Draw a screen, and tell what did not fit."""
    canvas = Canvas(language)
    DRAWERS[type(description)](canvas, description)
    return Drawing(Picture.from_image(canvas.image), tuple(canvas.overflows), canvas.pages)
