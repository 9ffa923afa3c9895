from typing import Literal, overload

from boardgames.contest.game import play_game as play_game
from boardgames.contest.play import play_match as play_match
from boardgames.core.lookup.installed_games import find as find
from boardgames.core.lookup.spec import GameSpec as GameSpec
from boardgames.core.model.base import BaseState as BaseState
from boardgames.core.model.dice import throw as throw
from boardgames.core.model.game import (
    CHANCE as CHANCE,
    OVER as OVER,
    Action as Action,
    ActionT,
    Game as Game,
    IllegalAction as IllegalAction,
    Outcome as Outcome,
    State as State,
    StateT,
    ThrowT,
    UnknownGame as UnknownGame,
    UnreadablePosition as UnreadablePosition,
)
from boardgames.core.model.options import BadOption as BadOption
from boardgames.core.model.playthrough import Playthrough as Playthrough
from boardgames.core.model.simple import SimpleAction as SimpleAction, SimpleGame as SimpleGame
from boardgames.core.model.walk import divide as divide, perft as perft, playout as playout
from boardgames.core.text.said import Reason as Reason, Said as Said
from boardgames.reasons.counterfactual import unless as unless
from boardgames.reasons.explanation import explain as explain

class games(list[str]):  # noqa: N801 - the package of games, which can be called, as type checkers can see it
    """The names of all installed games, without importing them."""

    from boardgames.games import (
        checkshogi as checkshogi,
        dice_shogi as dice_shogi,
        dobutsu as dobutsu,
        euroshogi as euroshogi,
        gorogoro as gorogoro,
        judkins as judkins,
        kyotoshogi as kyotoshogi,
        microshogi as microshogi,
        minishogi as minishogi,
        morris as morris,
        shogi as shogi,
        torishogi as torishogi,
        ur as ur,
    )

    def __init__(self) -> None: ...

ShogiName = Literal[
    "checkshogi", "dobutsu", "euroshogi", "gorogoro", "judkins", "kyotoshogi", "microshogi", "minishogi", "shogi",
    "torishogi",
]  # fmt: skip

@overload
def load(game: ShogiName, **options: object) -> Game[games.shogi.State, games.shogi.Action]: ...
@overload
def load(
    game: Literal["dice-shogi"], **options: object
) -> Game[games.dice_shogi.State, games.shogi.Action, games.dice_shogi.Roll]: ...
@overload
def load(game: Literal["morris"], **options: object) -> Game[games.morris.State, games.morris.Action]: ...
@overload
def load(game: Literal["ur"], **options: object) -> Game[games.ur.State, games.ur.Move, games.ur.Throw]: ...
@overload
def load(game: Game[StateT, ActionT, ThrowT]) -> Game[StateT, ActionT, ThrowT]: ...
@overload
def load(game: str, **options: object) -> Game[State, Action, Action]: ...

__version__: str
