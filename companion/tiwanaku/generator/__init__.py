"""Scenarios without end, each proven fair."""
