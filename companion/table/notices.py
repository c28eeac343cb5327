"""What people have to know for as long as it lasts: the camera is missing, the game is not saved.

The wheel shows such an alert once, and whoever reads it pushes it away; here it stays until it is withdrawn, for the page
and the terminal. All methods are called on the desk's thread; ``texts`` may be read from any.

>>> from companion.table.wheel import Alerted, AlertOver
>>> from companion.words import T
>>> notices = Notices()
>>> notices.hear(Alerted(0.0, T("The camera is missing."), key="camera", lasting=True))
>>> [str(text) for text in notices.texts]
['The camera is missing.']
>>> notices.hear(AlertOver(9.0, "camera"))
>>> notices.texts
()
"""

from __future__ import annotations

from collections.abc import Callable

from companion.table import wheel
from companion.words import Text


class Notices:
    """Keeps the lasting ones among the alerts. ``show`` hears of all of them whenever one comes or goes."""

    def __init__(self, show: Callable[[tuple[Text, ...]], None] = lambda texts: None) -> None:
        self._show = show
        self._lasting: dict[str, Text] = {}

    @property
    def texts(self) -> tuple[Text, ...]:
        """What is to be known now, the oldest first."""
        return tuple(self._lasting.values())

    def hear(self, event: wheel.Input) -> None:
        """Something came to the wheel; most of it is none of ours."""
        before = self._lasting
        match event:
            case wheel.Alerted(key=key, text=text, lasting=True):
                # A new dictionary each time: somebody may be reading the old one.
                self._lasting = {**before, key: text}
            case wheel.AlertOver(_, key) if key in before:
                self._lasting = {other: text for other, text in before.items() if other != key}
        if self._lasting != before:
            self._show(self.texts)
