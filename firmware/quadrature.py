"""From the two contacts of a rotary encoder to whole detents.

The contacts are read as two bits, A high and B low, 1 where a contact is closed to ground. Clockwise they go

    0 -> 2 -> 3 -> 1 -> 0        and counter-clockwise  0 -> 1 -> 3 -> 2 -> 0

     A open  ___     _______         A closes first when turned clockwise
                |___|
     B open  _____     _____
                  |___|
             0  2 3  1 0

Quarter steps are added up and judged at rest only, where the detent holds the knob; so a bouncing
contact, which goes forth and back between two neighbours, adds up to nothing, and an error never outlives a detent:

             +1 (neighbour clockwise), -1 (counter-clockwise), 0 (both bits changed: unknown)
           +------+
           v      |                at rest, sum >= +need:  position + 1, sum = 0
    rest --+-- between -- rest     at rest, sum <= -need:  position - 1, sum = 0
                                   at rest, else:                        sum = 0

Plain integers, no allocation: `edge` may run inside a hard interrupt.
"""

# By 4 * old + new.
QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Decoder:
    """Counts detents. Encoders with one detent a period rest at 0 only; those with two rest at 0 and at 3."""

    def __init__(self, detents_per_period: int = 1) -> None:
        self.position = 0
        self._rest_at_3 = detents_per_period == 2
        self._need = 2 if detents_per_period == 2 else 3
        self._sum = 0
        self._at = 0

    def edge(self, at: int) -> None:
        """The contacts are now like this."""
        self._sum += QUARTERS[4 * self._at + at]
        self._at = at
        if at == 0 or (at == 3 and self._rest_at_3):
            if self._sum >= self._need:
                self.position += 1
            elif self._sum <= -self._need:
                self.position -= 1
            self._sum = 0
