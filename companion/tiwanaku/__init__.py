"""Tiwanaku, the game: pure rules, no screen, no camera, no socket, no file."""
