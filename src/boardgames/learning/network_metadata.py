"""Facts in a network's file about the game that it was trained for.

A network is a row of numbers in and two rows of numbers out.  It would play any game
of the same shape, and badly; so its file names the game, the options and the layout of
the planes, and the player that opens it compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from boardgames.core.model.game import Game
from boardgames.core.model.options import with_options
from boardgames.core.text.printable import quoted
from boardgames.learning.observed_games import observation_of

GAME: Final = "boardgames.game"
PLANES: Final = "boardgames.planes"


def network_metadata(game: Game) -> dict[str, str]:
    """The keys and texts that the file of a network for this game carries.

    >>> import boardgames as bg
    >>> network_metadata(bg.load("ur", tokens=3))["boardgames.game"]
    'ur:tokens=3'
    """
    return {GAME: with_options(game.name, game.options), PLANES: plane_layout(game)}


def plane_layout(game: Game) -> str:
    """A digest of the shape and the names of a game's planes, and of how many actions it has.

    It changes when a plane or an action is added, moved or left out.
    """
    observation = observation_of(game)
    names = "\n".join(plane.name for plane in observation.planes)
    text = f"{observation.shape}\n{names}\n{game.action_count}"
    return blake2b(text.encode(), digest_size=8).hexdigest()


def metadata_mismatch(metadata: Mapping[str, str], game: Game) -> str | None:
    """Why a file with this metadata is not for this game, and what to do; ``None`` if it is."""
    wanted = network_metadata(game)
    trained = metadata.get(GAME)
    if trained is None or PLANES not in metadata:
        return (
            "it does not say for which game it was trained: "
            "boardgames.rl.label_onnx(path, game) writes that into the file, for the game that you know it is for"
        )
    if trained != wanted[GAME]:
        return f"it was trained for {quoted(trained)}, and this is {wanted[GAME]!r}: play that game, or train another"
    if metadata[PLANES] != wanted[PLANES]:
        return (
            f"it was trained with other planes or actions of {wanted[GAME]} than this version of boardgames has: "
            "train it again, or play it with the version that it was trained with"
        )
    return None
