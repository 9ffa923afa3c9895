"""The Observation of each game: its own view, or the plain one."""

from __future__ import annotations

from typing import Any, Final

from boardgames.learning.observation import Observation
from boardgames.learning.plain_observation import plain_observation
from boardgames.core.model.hooks import hooks

_observations: Final[dict[int, Observation]] = {}  # by the games' ids; all games made are kept


def observation_of(game: Any) -> Observation:
    """The view of this game: its own, or the plain one if it has none.

    Raises :class:`~boardgames.core.model.game.UnknownGame`.
    """
    known = _observations.get(id(game))
    if known is None:
        spec = hooks.spec_of(game)
        own = None if spec.observation is None else spec.observation(game)
        known = _observations[id(game)] = plain_observation(game) if own is None else own
    return known
