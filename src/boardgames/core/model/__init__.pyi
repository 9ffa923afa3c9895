from .base import BaseGame as BaseGame, BaseState as BaseState, nearest as nearest
from .dice import throw as throw
from .game import (
    CHANCE as CHANCE,
    GAME_OVER as GAME_OVER,
    OVER as OVER,
    Action as Action,
    ActionT as ActionT,
    Game as Game,
    IllegalAction as IllegalAction,
    Notation as Notation,
    Outcome as Outcome,
    State as State,
    StateT as StateT,
    UnknownGame as UnknownGame,
    UnreadablePosition as UnreadablePosition,
)
from .options import (
    BadOption as BadOption,
    NoOptions as NoOptions,
    Option as Option,
    as_text as as_text,
    check_values as check_values,
    choose as choose,
    describe as describe,
    differences as differences,
    from_toml as from_toml,
    offered as offered,
    option as option,
    options_of as options_of,
    values_of as values_of,
    with_options as with_options,
)
from .playthrough import Playthrough as Playthrough
from .simple import SimpleAction as SimpleAction, SimpleGame as SimpleGame
from .symmetry import Symmetry as Symmetry
from .walk import divide as divide, edges as edges, perft as perft, playout as playout
