"""A virtual table: what an overhead camera would see of any position, in many looks, lights and troubles.

It ships with the product: it is the camera of a PC without one, the bench of the eye and the toy of whoever wants to
see what the companion does. Nothing in it is taken from the game's art; looks are small data files in ``styles/``.
"""

from hardware.camera import Frame
from vision.sim.camera import Camera
from vision.sim.renderer import Renderer, grid_corners, render
from vision.sim.scene import Disturbances, Hand, Light, Nudge, Scene
from vision.sim.style import Style, load_style, style_names
from vision.sim.table import VirtualTable

__all__ = [
    "Camera",
    "Disturbances",
    "Frame",
    "Hand",
    "Light",
    "Nudge",
    "Renderer",
    "Scene",
    "Style",
    "VirtualTable",
    "grid_corners",
    "load_style",
    "render",
    "style_names",
]
