"""Finding the board in a picture, and holding it.

:func:`find_markers` and :func:`find_grid` find a board that was never seen before; :class:`BoardFinder` remembers the
board's own picture and follows it when board, camera or lamp are moved.
"""

from vision.finding.finder import BoardFinder, Sighting
from vision.finding.grid import find_grid
from vision.finding.lines import refine_on_grid
from vision.finding.markers import find_markers

__all__ = ["BoardFinder", "Sighting", "find_grid", "find_markers", "refine_on_grid"]
