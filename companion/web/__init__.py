"""The phone pages and the JSON API: one server, in a thread of its own, that touches the game through the desk alone.

    phones ──HTTP──► app: defence ─► routes ─► Page ──orders──► Desk (its own thread)
       ▲                                        │  ◄──told, refused, news──┘
       └──────────WebSocket── Feed ◄────────────┘

``docs/api.md`` tells it from the outside. A :class:`~companion.web.page.Page` lives on the server's loop; only ``told`` and
what comes back from the desk cross threads. Nothing here ever holds a wheel: what is behind a window comes with the answer
to one held window, and goes to the device that held it.
"""
