"""A rung of the ladder: something that every game must satisfy, with a word on why."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import attrs

from boardgames.testkit.walks import Spot, Trial


class Slip(Exception):
    """What a rung has seen that should not be.

    ``spot`` is where, if it is at a position; ``position`` its text, if it is not to be asked any more.
    """

    def __init__(self, what: str, spot: Spot | None = None, position: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.spot = spot
        self.position = position


class NotSeen(Slip):
    """What random games have not shown, which need not be a mistake."""


@attrs.frozen
class Rung:
    """Something that every game must satisfy.

    ``check`` raises :class:`Slip`.  Where a ``foundation`` gives way, nothing
    above it can be trusted, and nothing above it is tried.
    """

    name: str
    title: str
    why: str
    look: str
    check: Callable[[Trial], None]
    foundation: bool = False

    def climb(self, trial: Trial) -> Slip | None:
        """What is wrong; ``None`` if nothing is.  An exception of the game's own code is a slip too."""
        try:
            self.check(trial)
        except Slip as slip:
            return slip
        except Exception as error:
            return Slip(raised(error))
        return None


def whole(check: Callable[[Trial], None], **words: Any) -> Rung:
    """A rung that looks at the game as a whole."""
    return Rung(check=check, **words)


def everywhere(look_at: Callable[[Any, Trial], None], **words: Any) -> Rung:
    """A rung that looks at one state after another, and tells of the one that the fewest actions lead to."""

    def tried(spot: Spot, trial: Trial) -> Slip | None:
        try:
            look_at(spot.state, trial)
        except Slip as slip:
            slip.spot = spot
            return slip
        except Exception as error:
            return Slip(raised(error), spot)
        return None

    def check(trial: Trial) -> None:
        for spot in trial.spots:
            slip = tried(spot, trial)
            if slip is not None:
                shorter = (tried(earlier, trial) for earlier in trial.before(spot))
                raise next((found for found in shorter if found is not None), slip)

    return Rung(check=check, **words)


def raised(error: BaseException) -> str:
    """An exception of the game's code in a sentence, with the line that it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f", in {frames[-1].name} ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"the game's code raised {type(error).__name__}: {error}{where}"
