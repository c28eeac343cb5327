"""MicroPython for the hand-held puck, and the line codec it shares with the host.

The whole folder is copied to the puck; on the host the very same modules serve `hardware.puck` and the virtual puck.
Everything but `board` is plain Python that both MicroPython and CPython run unchanged.
"""
