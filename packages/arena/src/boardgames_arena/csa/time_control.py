"""A time control that bots ask for by the name of their game, as clients of shogi servers do."""

from __future__ import annotations

import re
from typing import Final

import attrs

from boardgames.core.protocol import Clock

GAME_NAME: Final = re.compile(r"([A-Za-z0-9_@.-]{1,32}-([0-9]{1,5})-([0-9]{1,5})(F?))(?:-[BbWw])?")


@attrs.frozen
class TimeControl:
    """Whole seconds: for the game, for each answer again, and added before each answer.

    ``name`` is that of the game; a last letter, which asks for a side, is not part of it and has no effect.
    """

    name: str
    base: int
    byoyomi: int = 0
    increment: int = 0

    @classmethod
    def of_game_name(cls, name: str) -> TimeControl | None:
        """The time control in a name; ``None`` if there is none.

        >>> TimeControl.of_game_name("floodgate-600-10F")
        TimeControl(name='floodgate-600-10F', base=600, byoyomi=0, increment=10)
        >>> TimeControl.of_game_name("floodgate-0-10F").clock().allowed
        10.0
        >>> TimeControl.of_game_name("test-1500-30-B")
        TimeControl(name='test-1500-30', base=1500, byoyomi=30, increment=0)
        >>> TimeControl.of_game_name("floodgate"), TimeControl.of_game_name("test-0-0")
        (None, None)
        """
        match = GAME_NAME.fullmatch(name)
        if match is None:
            return None
        base, extra = int(match[2]), int(match[3])
        if not (base or extra):
            return None
        if match[4]:
            return cls(match[1], base, increment=extra)
        return cls(match[1], base, byoyomi=extra)

    def clock(self) -> Clock:
        """A clock that charges whole seconds."""
        base, byoyomi, increment = map(float, (self.base, self.byoyomi, self.increment))
        return Clock(base=base, byoyomi=byoyomi, increment=increment, unit=1.0, increment_first=True)
