"""Copied to the top folder of the puck as `main.py`, which MicroPython runs when it starts."""

from firmware import board

if __name__ == "__main__":
    board.main()
