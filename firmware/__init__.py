"""MicroPython for the hand-held puck, and the line codec it shares with the host."""
