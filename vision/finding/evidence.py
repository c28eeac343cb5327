"""Whether what is seen at a pose really is the board: who speaks for it, who against it.

Printed signs resemble each other, and a board that is turned round shows signs where signs are expected. So a patch
speaks for a pose only if it looks more like itself than like any other patch of the board; if it merely looks similar,
it speaks against it. What looks like nothing of the board is covered and says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.finding.rim import Floats, Look, Rim

_ALIKE = 0.8  # correlation with itself of a patch that is seen
_SIMILAR = 0.45
_LEAD = -0.05  # signs that are printed twice look equally like themselves
_APART = 0.7  # spaces between patches that are not the same thing
_ENOUGH, _ENOUGH_FAR = 0.4, 0.7  # share of all patches
_ON_A_SIDE, _ON_A_SIDE_FAR = 0.25, 0.5
_DENIALS = 0.35  # patches against, for each one that speaks for the pose
_BLIND = 0.8


@dataclass(frozen=True)
class Evidence:
    """Which patches speak for a pose; their share, that on each side, and the share that speaks against it."""

    witnesses: npt.NDArray[np.bool_]
    share: float
    sides: Floats
    denied: float
    blind: bool

    def convinces(self, far: bool = False) -> bool:
        """Whether the board is there; one that came from far away needs more witnesses."""
        least, enough = (_ON_A_SIDE_FAR, _ENOUGH_FAR) if far else (_ON_A_SIDE, _ENOUGH)
        seen = int((self.sides >= least).sum())
        return self.share >= enough and self.denied <= _DENIALS * self.share and seen >= (4 if far else 3)


def judge(rim: Rim, look: Look) -> Evidence:
    """Weigh how the patches of a rim look at a pose."""
    # Not by @: a product this small is not worth waking other threads, which takes longer on a busy machine.
    alike = np.einsum("ik,jk->ij", look.shapes, rim.look.shapes)
    own = np.where(look.faint, 0, np.diagonal(alike))
    other = np.where(rim.distances > _APART, alike, -1).max(axis=1)
    witnesses = (own > _ALIKE) & (own > other + _LEAD)
    denials = (own > _SIMILAR) & ~witnesses
    sides = rim.sides @ witnesses.astype(np.float32)
    return Evidence(
        witnesses, float(witnesses.mean()), sides, float(denials.mean()), bool(look.faint.mean() > _BLIND)
    )
