"""Hypothesis runs the same examples every time: a failure on one machine is a failure on all."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "stable",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("stable")
