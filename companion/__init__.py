"""Pachamama: the companion of a real Tiwanaku table."""

__version__ = "0.1.0"
