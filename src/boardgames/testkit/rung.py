"""A rung of the ladder: a requirement on every game, with its reason."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import attrs

from boardgames.testkit.walks import Trial, WalkSpot


class Flaw(Exception):
    """A fault that a rung has found.

    ``spot`` says where, if it is at a position; ``position`` is the text of that
    position, for a state that cannot be asked for it any more, and ``board`` its picture as text.
    """

    def __init__(self, what: str, spot: WalkSpot | None = None, position: str | None = None, board: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.spot = spot
        self.position = position
        self.board = board


class NotSeen(Flaw):
    """An event that did not happen in the random games, which need not be a mistake."""


Check = Callable[[Trial], None]
"""Examines a game; raises :class:`Flaw`."""


@attrs.frozen
class Rung:
    """A requirement on every game.

    ``check`` raises :class:`Flaw`.  If a game fails at a ``foundation``, nothing
    above it can be trusted, and nothing above it is tried.
    """

    name: str
    title: str
    why: str
    look: str
    check: Check
    foundation: bool = False

    def climb(self, trial: Trial) -> Flaw | None:
        """The flaw of a game; ``None`` if it has none.  An exception of the game's own code is a flaw too.

        Raises :class:`BrokenReference`.
        """
        try:
            self.check(trial)
        except Flaw as flaw:
            return flaw
        except BrokenReference:
            raise
        except (Exception, SystemExit) as error:
            return Flaw(raised(error))
        return None


def at_every_state(look_at: Callable[[Any, Trial], None]) -> Check:
    """A check that looks at one state after another, and reports the state that the fewest actions lead to."""

    def tried(spot: WalkSpot, trial: Trial) -> Flaw | None:
        try:
            look_at(spot.state, trial)
        except Flaw as flaw:
            flaw.spot = spot
            return flaw
        except (Exception, SystemExit) as error:
            return Flaw(raised(error), spot)
        return None

    def check(trial: Trial) -> None:
        for spot in trial.spots:
            flaw = tried(spot, trial)
            if flaw is not None:
                earlier_flaws = (tried(earlier, trial) for earlier in trial.before(spot))
                raise next(filter(None, earlier_flaws), flaw)

    return check


class BrokenReference(ValueError):
    """The code of a reference raises an exception: nothing can be compared with it; the message says where."""


def raised(error: BaseException) -> str:
    """The exception ``error`` of the game's code in a sentence, with the line that it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f", in {frames[-1].name} ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"the game's code raised {type(error).__name__}: {error}{where}"
