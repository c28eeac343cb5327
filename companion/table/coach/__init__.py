"""The coach: off, on request or teaching. It reasons from what everybody can see, in a process of its own.

This package imports nothing by itself: the worker process loads :mod:`.worker` and what that needs, and that is how it
stays apart from everything that could hold a solution.
"""
