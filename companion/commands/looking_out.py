"""The camera of ``pachamama play``: found or named, and set to look at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.commands.saved import SavedGames
from companion.library import known_boards, own_folder
from companion.table.inbox import Inbox
from hardware.find import Finding
from hardware.settings import HardwareSettings

if TYPE_CHECKING:
    from companion.table.watching.lookout import Lookout
    from companion.table.watching.umpire import Watched

OFF = "off"


def start_lookout(
    settings: HardwareSettings,
    findings: Sequence[Finding],
    wish: str,
    inbox: Inbox,
    games: SavedGames,
    *,
    automatic: bool,
    show: Callable[[Watched], None],
) -> Lookout | None:
    """Look at the table with the camera that was wished for, or that was found; None if there is none.

    The eye is loaded here and nowhere before: a table without a camera does without it.
    """
    if wish == OFF or not (wish or any(finding.used and "camera" in finding.kind for finding in findings)):
        return None
    from companion.table.referee import RefereeSettings
    from companion.table.watching.eyes import FILE, Eyes
    from companion.table.watching.lookout import Lookout
    from hardware.camera_source import camera_of, found_camera
    from hardware.steady_camera import SteadyCamera

    camera = camera_of(wish, settings.camera) if wish else found_camera(settings.camera, findings)
    if camera is None:
        return None
    eyes = Eyes(own_folder() / FILE, known_boards(own_folder()))
    lookout = Lookout(
        eyes.eye_for,
        inbox.put,
        settings=RefereeSettings(automatic=automatic),
        remark=games.remark,
        remarks=lambda: games.remarks,
        teach=eyes.teach,
        learnt=eyes.learnt,
        closed=eyes.keep,
        show=show,
    )
    lookout.start(SteadyCamera(camera))
    return lookout
