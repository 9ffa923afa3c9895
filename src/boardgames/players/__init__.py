"""Who chooses: the players that come with the library.

A player is made for a seat of a game: ``seat_player("greedy", spec, Random(1))``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from boardgames.core.player import Player
from boardgames.core.spec import GameSpec
from boardgames.players.greedy import Greedy
from boardgames.players.human import Human
from boardgames.players.uniform import Uniform

PLAYERS: Final[dict[str, tuple[Callable[[GameSpec, Random], Player], str]]] = {
    "random": (lambda spec, rng: Uniform(rng), "any legal action, each as likely"),
    "greedy": (lambda spec, rng: Greedy(rng, spec.evaluate), "the action that looks best one ply ahead"),
    "human": (lambda spec, rng: Human(spec.picture), "you, at this terminal"),
}
"""Each built-in player: how it is made, and what it does."""


def seat_player(name: str, spec: GameSpec, rng: Random) -> Player:
    """The built-in player of that name.  Raises :class:`KeyError` for another name."""
    return PLAYERS[name][0](spec, rng)


__all__ = ["PLAYERS", "Greedy", "Human", "Player", "Uniform", "seat_player"]
