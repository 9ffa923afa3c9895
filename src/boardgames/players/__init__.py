"""Who chooses: the players that come with the library.

They are found by name in :data:`boardgames.core.player.PLAYERS`, as anyone's are.
"""

from __future__ import annotations

from boardgames.core.player import Player, PlayerSpec
from boardgames.players.greedy import Greedy
from boardgames.players.human import Human
from boardgames.players.perfect import Perfect
from boardgames.players.uniform import Uniform

__all__ = ["Greedy", "Human", "Perfect", "Player", "PlayerSpec", "Uniform"]
