"""The players that come with the library.

They are found by name in :data:`boardgames.core.lookup.players.PLAYERS`, like those of any other distribution.
"""

from __future__ import annotations

from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.protocol.player import Player
from boardgames.players.greedy import Greedy
from boardgames.players.human import Human
from boardgames.players.perfect import Perfect
from boardgames.players.uniform import Uniform

__all__ = ["Greedy", "Human", "Perfect", "Player", "PlayerSpec", "Uniform"]
