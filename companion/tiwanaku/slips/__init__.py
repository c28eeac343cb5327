"""Slips in a transcribed disc: the smallest set of things that one has to look at again."""
