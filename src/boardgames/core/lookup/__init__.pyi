from .deferred_field import deferred as deferred
from .game_cache import loader as loader, make as make
from .installed_games import (
    ATTRIBUTE as ATTRIBUTE,
    GAMES as GAMES,
    ChosenGame as ChosenGame,
    find as find,
    games as games,
    load as load,
    name_of as name_of,
    registered as registered,
    spec_of as spec_of,
    split_name as split_name,
    text_of as text_of,
    title_of as title_of,
)
from .object_reference import BadReference as BadReference
from .players import (
    PLAYERS as PLAYERS,
    PROTOCOLS as PROTOCOLS,
    PlayerSpec as PlayerSpec,
    UnknownPlayer as UnknownPlayer,
    UnknownProtocol as UnknownProtocol,
)
from .registry import Registry as Registry
from .spec import GameSpec as GameSpec, plain_clicks as plain_clicks
