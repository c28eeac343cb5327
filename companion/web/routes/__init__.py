"""The routes of the interface, one module a subject; each is told in ``docs/api.md``."""
