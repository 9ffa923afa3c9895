from . import record_formats as record_formats
from .deferred_field import deferred as deferred
from .displays import DISPLAYS as DISPLAYS, UnknownDisplay as UnknownDisplay
from .explanation import Explanation as Explanation, explain as explain
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
from .record_file import record_of as record_of
from .record_formats import UnknownFormat as UnknownFormat
from .registry import Registry as Registry
from .search_hints import MateConventions as MateConventions, SearchHints as SearchHints
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
    action_losses as action_losses,
    table as table,
)
