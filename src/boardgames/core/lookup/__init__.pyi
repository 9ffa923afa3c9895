from .deferred_field import deferred as deferred
from .game_cache import loader as loader, make as make
from .installed_games import (
    GAMES as GAMES,
    find as find,
    games as games,
    load as load,
    name_of as name_of,
    registered as registered,
    spec_of as spec_of,
    text_of as text_of,
)
from .object_reference import BadReference as BadReference
from .players import PLAYERS as PLAYERS, PlayerSpec as PlayerSpec, UnknownPlayer as UnknownPlayer
from .protocols import PROTOCOLS as PROTOCOLS, UnknownProtocol as UnknownProtocol
from .registry import Registry as Registry
from .spec import GameSpec as GameSpec
from .tablebase import (
    SOLVERS as SOLVERS,
    NoTablebase as NoTablebase,
    NotInTablebase as NotInTablebase,
    Progress as Progress,
    Solver as Solver,
    Tablebase as Tablebase,
    TablebaseFile as TablebaseFile,
    UnknownSolver as UnknownSolver,
    table as table,
)
