"""Legal actions for learners: a mask over all numbered actions, and the error for an illegal number."""

from __future__ import annotations

from operator import attrgetter, index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import Game, IllegalAction, State

Mask = NDArray[np.int8]

INDEX: Final = attrgetter("index")


def action_mask(state: State) -> Mask:
    """1 for each legal action, 0 for every other; all 0 where no player is to act.

    >>> import boardgames as bg
    >>> action_mask(bg.load("ur", tokens=1).start().play("=2")).tolist()
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """
    actions = state.actions()
    mask = np.zeros(state.game.action_count, np.int8)
    mask[np.fromiter(map(INDEX, actions), np.intp, len(actions))] = 1
    return mask


def action_number(action: Any, game: Game) -> int:
    """An action's number as an ``int``.  Raises :class:`TypeError` for anything but a whole number."""
    try:
        return index(action)
    except TypeError:
        kind = f"an array of {action.dtype}, shape {action.shape}" if isinstance(action, np.ndarray) else repr(action)
        raise TypeError(f"an action is a whole number from 0 to {game.action_count - 1}, not {kind}") from None


def illegal_action(number: int, state: State) -> IllegalAction:
    """The error for a number that is no legal action: it says why not, and what is legal.

    >>> import boardgames as bg
    >>> print(illegal_action(5, bg.load("ur").start().play("=2")))
    'action 5 (5)' is not legal: no token on cell 5; legal here: 0 (0)
    """
    game = state.game
    legal = {str(action): action.index for action in state.actions()}
    if not 0 <= number < game.action_count:
        why, nearest = f"{game.name} has actions 0 to {game.action_count - 1}", list(legal)[:8]
        asked = f"action {number}"
    else:
        text = str(game.action_at(number))
        asked = f"action {number} ({text})"
        try:
            state.read(text)
            raise AssertionError(f"{text} is legal in {state!r}, and not listed")
        except IllegalAction as error:
            why, nearest = error.why, list(error.nearest)
    return IllegalAction(asked, why, [f"{legal[text]} ({text})" for text in nearest], len(legal))
