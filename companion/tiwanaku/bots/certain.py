"""Simple reasoning about one space, from what everybody sees.

>>> from companion.tiwanaku.position import parse_position
>>> position = parse_position('''
... format = 1
... board = "short"
... tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
... grid = \"\"\"
... S. D2 .. .. ..
... R3 D. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... \"\"\"
... ''', "example.toml")
>>> local_certainty(position, position.board.space("river/condor"))
<Crop.SWEET_POTATO: 1>
>>> local_certainty(position, position.board.space("leaf/lizard")) is None
True
"""

from __future__ import annotations

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import LARGEST_REGION, Crop, Terrain
from companion.tiwanaku.position import Position


def local_certainty(position: Position, space: Space) -> Crop | None:
    """The crop that the space's own region and its neighbours force, if they force one.

    Looks at finished regions only: at those that known spaces, or an exhausted supply, hem in completely.
    Careful rather than clever: what it says is certain as long as the board breaks no law.
    """
    terrain = position.terrain(space)
    if terrain is None or position.crop(space) is not None:
        return None
    region = _region(position, space, terrain)
    if not _finished(position, region, terrain):
        return None
    planted = {crop for other in region if (crop := position.crop(other)) is not None}
    missing = [crop for crop in Crop if crop.level <= len(region) and crop not in planted]
    bare = [other for other in region if position.crop(other) is None]
    choices = {other: {crop for crop in missing if _fits(position, other, crop)} for other in bare}
    return _only(choices, space)


def _only(choices: dict[Space, set[Crop]], wished: Space) -> Crop | None:
    """What is left for a space when spaces with one choice, and crops with one place, are settled in turn."""
    settled = True
    while settled:
        settled = False
        for space, crops in choices.items():
            for crop in list(crops):
                alone = sum(crop in others for others in choices.values()) == 1
                if alone and len(crops) > 1:
                    choices[space] = crops = {crop}
                    settled = True
            if len(crops) == 1:
                for other in choices:
                    if other != space and crops & choices[other]:
                        choices[other] = choices[other] - crops
                        settled = True
    return next(iter(choices[wished])) if len(choices[wished]) == 1 else None


def _region(position: Position, space: Space, terrain: Terrain) -> set[Space]:
    region, border = {space}, [space]
    while border:
        for near in position.board.beside(border.pop()):
            if near not in region and position.terrain(near) is terrain:
                region.add(near)
                border.append(near)
    return region


def _finished(position: Position, region: set[Space], terrain: Terrain) -> bool:
    if len(region) == LARGEST_REGION or position.supply[terrain] == 0:
        return True
    return all(
        position.terrain(near) is not None for space in region for near in position.board.beside(space)
    )


def _fits(position: Position, space: Space, crop: Crop) -> bool:
    return all(position.crop(near) != crop for near in position.board.around(space))
