"""The Royal Game of Ur."""

from __future__ import annotations

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.games.pages import rules_page
from boardgames.games.ur import notation
from boardgames.games.ur.actions import Move, Throw
from boardgames.games.ur.options import PRESETS, UrOptions
from boardgames.games.ur.rules import State, Ur

__all__ = ["SPEC", "Move", "State", "Throw", "Ur", "UrOptions", "load"]


def _ur(options: UrOptions) -> Game[State, Move, Throw]:
    return Ur(options, notation)


SPEC: GameSpec[State, Move, Throw] = GameSpec(
    name="ur",
    title="Royal Game of Ur",
    other_names=("RoyalUr", "game of Ur", "game of twenty squares", "game of 20 squares"),
    game=_ur,
    options=UrOptions,
    presets=PRESETS,
    reasons={"home": "a side has brought all its tokens home and wins"},
    protocols=deferred(f"{__name__}.colosseum:PROTOCOLS"),
    formats=deferred(f"{__name__}.rgn:FORMATS"),
    picture=deferred(f"{__name__}.picture:draw"),
    table=deferred(f"{__name__}.picture:table"),
    legend=deferred(f"{__name__}.picture:LEGEND"),
    describe=deferred(f"{__name__}.picture:describe"),
    scene=deferred(f"{__name__}.scene:scene"),
    clicks=deferred(f"{__name__}.scene:clicks"),
    insight=deferred(f"{__name__}.search_eval:HINTS"),
    levels=deferred(f"{__name__}.levels:LEVELS"),
    seat_names=deferred(f"{__name__}.picture:SIDES"),
    observation=deferred(f"{__name__}.observation:observation"),
    read_throw=notation.read_throw,
    rules=rules_page(__name__),
    rules_behind={
        "dice-first": ("ur", 1),
        "overshoots": ("ur", 2),
        "own-token": ("ur", 3),
        "safe": ("ur", 4),
    },
    sources=(
        "Irving Finkel, On the Rules for the Royal Game of Ur, in Ancient Board Games in Perspective (2007)",
        "James Masters, The Royal Game of Ur and the Game of 20 Squares, "
        "https://www.tradgames.org.uk/games/Royal-Game-Ur.htm",
        "W. Crist, A.-E. Dunn-Vaturi and A. de Voogt, Ancient Egyptians at Play (2016), for Aseb",
        "H. J. R. Murray, A History of Board-Games Other Than Chess (1951), for his track",
        "D. Skiriuk, https://skyruk.livejournal.com/231444.html (2021), for his track",
        "RoyalUr, its rule sets Finkel, Masters, Blitz and Aseb and its paths, https://github.com/RoyalUr/RoyalUr-Java",
        "Code Colosseum, Royal Game of Ur, https://github.com/dariost/CodeColosseum",
    ),
)

load = loader(SPEC, UrOptions)
