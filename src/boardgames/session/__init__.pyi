from .analyst import Analyst as Analyst
from .click_paths import ClickPaths as ClickPaths, click_paths as click_paths
from .engine_output import EngineOutput as EngineOutput
from .event_log import EventLog as EventLog
from .game_session import GameSession as GameSession, GameSetup as GameSetup
from .look_alikes import key_of as key_of
from .open_records import OpenRecords as OpenRecords, saved_file as saved_file, saved_formats as saved_formats
from .partial_choice import PartialChoice as PartialChoice, partial_choice as partial_choice
from .person import GUEST as GUEST, HUMAN as HUMAN
from .pictures import Pictures as Pictures
from .practice import (
    games_with_problems as games_with_problems,
    practice_page as practice_page,
    problems_of as problems_of,
)
from .slots import DEFAULT_OPPONENT as DEFAULT_OPPONENT, Slot as Slot, offered_players as offered_players
from .stepped_session import SteppedSession as SteppedSession
