"""The table under the eye: a camera, the eye and the referee, beside the wheel.

    camera ─► Lookout ─► eye ─► Umpire ─► questions, alerts, orders ─► the desk's inbox
    (a thread of its own)          ▲
                                   └── the game as it stands, and what people answer, from the desk

Nothing here knows a solution: the umpire is told the game's record, which is public.
"""
