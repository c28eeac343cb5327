"""How patient the referee is; every time in seconds of stillness.

>>> RefereeSettings(automatic=True).alert_moment
1.6
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Unreadable
from companion.words import T


@dataclass(frozen=True, slots=True)
class RefereeSettings:
    """What a table may set.

    ``confirm_moment``: before a deed is proposed. ``alert_moment``: before a fault is told. ``lift_moment``: how long
    a meeple that is gone may just be in somebody's hand. ``patience``: how long a tile, a crop or an Otoma may be
    waited for. ``unsure_moment``: how long the eye may be unsure before that is on display. ``automatic``: what is
    unambiguous is taken without a press; ``open_windows``: a discovery and a meeple taken back, too, where nobody turns a wheel.
    """

    confirm_moment: float = 0.8
    alert_moment: float = 1.6
    lift_moment: float = 5.0
    patience: float = 30.0
    unsure_moment: float = 8.0
    automatic: bool = False
    open_windows: bool = False

    def __post_init__(self) -> None:
        times = (self.confirm_moment, self.alert_moment, self.lift_moment, self.patience, self.unsure_moment)
        # Written so that a NaN is refused, too.
        if not all(0 <= time <= 600 for time in times):
            raise Unreadable(T("The referee's times go from 0 to 600 seconds."))
        if not self.confirm_moment <= self.alert_moment <= self.patience:
            raise Unreadable(T("A deed is proposed before a fault is told, and that before patience ends."))
