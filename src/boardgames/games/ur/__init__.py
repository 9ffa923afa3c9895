"""The Royal Game of Ur."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec, SearchHints
from boardgames.core.model.game import Game
from boardgames.games.ur import notation, picture, scene
from boardgames.games.ur import search_eval as judgement
from boardgames.games.ur.colosseum import COLOSSEUM
from boardgames.games.ur.greedy_eval import evaluate
from boardgames.games.ur.observation import observation
from boardgames.games.ur.options import PRESETS, UrOptions
from boardgames.games.ur.rules import Move, State, Throw, Ur

__all__ = ["SPEC", "Move", "State", "Throw", "Ur", "UrOptions", "load"]


def _ur(options: Any) -> Ur:
    return Ur(options, notation)


SPEC = GameSpec(
    name="ur",
    title="Royal Game of Ur",
    game=_ur,
    options=UrOptions,
    presets=PRESETS,
    reasons={"home": "a side has brought all its tokens home and wins"},
    protocols={"colosseum": COLOSSEUM},
    picture=picture.draw,
    table=picture.table,
    legend=picture.LEGEND,
    describe=picture.describe,
    scene=scene.scene,
    clicks=scene.clicks,
    evaluate=evaluate,
    insight=SearchHints(evaluate=judgement.judge),
    seat_names=picture.SIDES,
    observation=observation,
    read_throw=notation.read_throw,
    rules=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "Irving Finkel, On the Rules for the Royal Game of Ur, in Ancient Board Games in Perspective (2007)",
        "James Masters, The Royal Game of Ur and the Game of 20 Squares, "
        "https://www.tradgames.org.uk/games/Royal-Game-Ur.htm",
        "W. Crist, A.-E. Dunn-Vaturi and A. de Voogt, Ancient Egyptians at Play (2016), for Aseb",
        "RoyalUr, its rule sets Finkel, Masters, Blitz and Aseb, https://github.com/RoyalUr/RoyalUr-Java",
        "Code Colosseum, Royal Game of Ur, https://github.com/dariost/CodeColosseum",
    ),
)


def load(**options: Any) -> Game[State]:
    """The game with these options (:class:`UrOptions`, or ``preset``), typed.

    >>> load(tokens=3).start().cells(0)
    [0, 0, 0]

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
