"""The WebSocket: a snapshot or what was missed, then everything that happens."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.feed import Listener, dumps
from companion.web.page import Page
from companion.web.routes.caller import Called

router = APIRouter()
LARGEST_MESSAGE = 1024
TOO_SLOW, TOO_LARGE, TOO_MANY, GOING = 4008, 4009, 4013, 1001


@router.websocket("/live")
async def live(
    socket: WebSocket,
    by: Called,
    epoch: Annotated[str, Query(max_length=32)] = "",
    since: Annotated[int, Query(ge=-1, le=2**53)] = -1,
) -> None:
    """Listen to the table."""
    await socket.accept()
    page = by.page
    if page.feed.full:
        await socket.close(TOO_MANY)
        return
    listener = Listener(by.words, by.device.id if by.device is not None else None)
    # No waiting between these: nothing that happens is missed, and nothing is heard twice.
    _greet(page, listener, epoch, since)
    with page.feed.listening(listener):
        page.came(listener)
        await talk(socket, listener)
    page.went(listener)


def _greet(page: Page, listener: Listener, epoch: str, since: int) -> None:
    device = page.guests.device(listener.device) if listener.device is not None else None
    listener.offer(dumps(page.you(device)))
    missed = page.feed.missed(epoch, since) if since >= 0 else None
    if missed is None:
        snapshot = {
            "type": "snapshot",
            "revision": page.feed.revision,
            "table": page.table(listener.words),
        }
        listener.offer(dumps(snapshot))
        return
    for message in missed:
        listener.offer(message.text(listener.words))


async def talk(socket: WebSocket, listener: Listener) -> None:
    """Send what waits and hear what comes, until one of the two ends."""
    tasks = [asyncio.create_task(_send(socket, listener)), asyncio.create_task(_hear(socket, listener))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = next((task.result() for task in done), None)
        if code is not None:
            await socket.close(code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send(socket: WebSocket, listener: Listener) -> int | None:
    while (text := await listener.next()) is not None:
        await socket.send_text(text)
        # Much may wait for a phone that came back: that it has gone again is heard between two messages.
        await asyncio.sleep(0)
    return TOO_SLOW if listener.too_slow else GOING


async def _hear(socket: WebSocket, listener: Listener) -> int | None:
    """Nothing but a ping is understood; what changes something is a request of its own."""
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return None
        said = message.get("text") or ""
        if len(said) > LARGEST_MESSAGE or message.get("bytes"):
            return TOO_LARGE
        try:
            heard = json.loads(said)
        except (ValueError, RecursionError):
            continue
        if isinstance(heard, dict) and heard.get("type") == "ping":
            listener.offer(dumps({"type": "pong"}))
