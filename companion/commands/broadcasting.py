"""News that leave the table while it plays, if somebody wants that."""

from __future__ import annotations

import time
from pathlib import Path

from companion.errors import PachamamaError
from companion.table.broadcast import Notice, Publisher, Times, load_settings
from companion.table.inbox import Inbox
from companion.table.screens.descriptions import Kind
from companion.table.wheel import Alerted, AlertOver
from companion.words import Language

NO_BROKER = "broker"
"""The key of what is said about a broker that cannot be reached."""


def start_broadcast(
    folder: Path, inbox: Inbox, words: Language, times: Times | None = None
) -> Publisher | None:
    """Begin to send what happens; nothing without settings. What is wrong is told on the wheel, and people play on."""

    def tell(notice: Notice) -> None:
        now = time.monotonic()
        if notice.good:
            inbox.put(AlertOver(now, NO_BROKER))
            inbox.put(Alerted(now, notice.text, Kind.DONE))
        else:
            inbox.put(Alerted(now, notice.text, key=NO_BROKER, lasting=True))

    try:
        settings = load_settings(folder)
        if settings is None:
            return None
        publisher = Publisher(settings, words=words, tell=tell, times=times)
        publisher.start()
    except PachamamaError as error:
        tell(Notice(error.text))
        return None
    return publisher
