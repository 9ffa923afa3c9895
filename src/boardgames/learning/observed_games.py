"""The Observation of each game: its own view, or the plain one."""

from __future__ import annotations

from functools import cache
from typing import Any

from boardgames.core.lookup.installed_games import spec_of
from boardgames.learning.observation import Observation
from boardgames.learning.plain_observation import plain_observation


def observation_of(game: Any) -> Observation:
    """The view of this game: its own, or the plain one if it has none.

    Raises :class:`~boardgames.core.model.game.UnknownGame`.
    """
    return _observation_of(game)


@cache
def _observation_of(game: Any) -> Observation:
    spec = spec_of(game)
    own = None if spec.observation is None else spec.observation(game)
    return plain_observation(game) if own is None else own
