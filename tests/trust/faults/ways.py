"""The ways in which people give a command: with their hands on the wheel, and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx

from companion.table.screens.descriptions import Ring
from companion.table.wheel.windows import Rings
from companion.tiwanaku.game import Command, Discover, Divine, command_data
from hardware.inputs import Button

if TYPE_CHECKING:
    from tests.trust.faults.stage import Stage

Way = Callable[["Stage", Command], bool]
"""Gives a command; False if this is no way to give it."""


def by_hand(stage: Stage, command: Command) -> bool:
    """Turn the rings to the space and hold the Discovery window open; other commands are not given by these hands."""
    if not isinstance(command, Discover):
        return False
    controls, desk = stage.at_play.devices.virtual_controls, stage.desk
    stage.read_on()
    if not isinstance(desk.state.node, Rings):
        _push(stage)
    node = desk.state.node
    if not isinstance(node, Rings):
        return False
    for _ in range(2):
        steps = _steps(node, command)
        if steps:
            controls.turn(steps)
            desk.work(0)
        _push(stage)
        node = desk.state.node
        if not isinstance(node, Rings):
            return False
    before = len(stage.record.entries)
    controls.press(Button.LEFT)
    stage.pass_time(desk.state.settings.hold_time + 0.2)
    controls.release(Button.LEFT)
    stage.until(lambda: len(stage.record.entries) > before, "a window was held open and nothing came of it")
    stage.read_on()
    return stage.record.entries[-1].command == command


def _steps(node: Rings, command: Discover) -> int:
    """How far the ring in hand is from the space."""
    here, there = node.space, command.space
    return there.column - here.column if node.ring is Ring.ELEMENT else there.row - here.row


def _push(stage: Stage) -> None:
    controls = stage.at_play.devices.virtual_controls
    controls.press(Button.PUSH)
    controls.release(Button.PUSH)
    stage.desk.work(0)


class OnPhone:
    """A phone that has joined the table, over the network."""

    def __init__(self, stage: Stage) -> None:
        page = stage.at_play.page
        assert page is not None
        url = f"http://127.0.0.1:{page.port}"
        self._client = httpx.Client(
            base_url=f"{url}/api/v1/", headers={"Origin": url}, trust_env=False, timeout=stage.patience
        )
        self._client.post("join", json={"code": page.page.code, "name": "Ana"}).raise_for_status()

    def __call__(self, stage: Stage, command: Command) -> bool:
        """Give a command; windows are held, not commanded."""
        if isinstance(command, Discover | Divine):
            return False
        answers: list[httpx.Response | Exception] = []

        def send() -> None:
            try:
                answers.append(self._client.post("commands", json={"command": command_data(command)}))
            except httpx.HTTPError as error:
                answers.append(error)

        threading.Thread(target=send, daemon=True).start()
        stage.until(lambda: bool(answers), "the page did not answer a command")
        answer = answers[0]
        if isinstance(answer, Exception):
            raise answer
        answer.raise_for_status()
        return stage.record.entries[-1].command == command

    def notices(self) -> list[str]:
        """What is missing, as this phone is told it."""
        answer = self._client.get("table", params={"lang": "en"})
        return list(answer.raise_for_status().json()["table"]["notices"])

    def close(self) -> None:
        """Put it away."""
        self._client.close()
