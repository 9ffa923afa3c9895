import boardgames.records.game_record
import boardgames.records.record_file

from .adjudication import Adjudication as Adjudication
from .anchors import Anchors as Anchors, anchors_of as anchors_of
from .bot_check import BotCheck as BotCheck
from .bot_rating import BotRating as BotRating
from .caller_seat import CallerSeat as CallerSeat, caller as caller
from .configuration import Configuration as Configuration, Entry as Entry, player_text as player_text
from .contest_file import ContestFile as ContestFile, read_contest_file as read_contest_file
from .entrants import (
    NAME_LENGTH as NAME_LENGTH,
    BadEntrant as BadEntrant,
    Conditions as Conditions,
    Entrant as Entrant,
    PlayerEntrant as PlayerEntrant,
    ProgramEntrant as ProgramEntrant,
    check_name as check_name,
    entrant as entrant,
    names_of as names_of,
)
from .export.arena_result import ArenaResult as ArenaResult
from .export.html_report import report as report
from .export.listing import (
    ContestStatus as ContestStatus,
    GameList as GameList,
    contest_json as contest_json,
    games_csv as games_csv,
    match_csv as match_csv,
)
from .game import RefereedGame as RefereedGame, new_seed as new_seed, play_game as play_game, set_up as set_up
from .plan import Plan as Plan, PlannedGame as PlannedGame
from .play import (
    entries as entries,
    play_contest as play_contest,
    play_match as play_match,
    play_rating as play_rating,
    play_tournament as play_tournament,
)
from .ratings import rated as rated
from .run_settings import RUN_SETTINGS as RUN_SETTINGS, ContestArguments as ContestArguments, RunSettings as RunSettings
from .runner import Runner as Runner
from .score import (
    ContestResult as ContestResult,
    MatchScore as MatchScore,
    SprtState as SprtState,
)
from .settings import (
    CONTEST_SETTINGS as CONTEST_SETTINGS,
    MOST_GAMES as MOST_GAMES,
    BadContest as BadContest,
    ContestSettings as ContestSettings,
    as_texts as as_texts,
    checked_setting as checked_setting,
    for_two as for_two,
    read_toml as read_toml,
)
from .sprt import BadSprt as BadSprt, Sprt as Sprt
from .standings import Place as Place, Standings as Standings, format_rating as format_rating
from .statistics import CONFIDENCE as CONFIDENCE, Estimate as Estimate, Tally as Tally, unseen_share as unseen_share
from .store import (
    BadStore as BadStore,
    FinishedGame as FinishedGame,
    KeptGame as KeptGame,
    Store as Store,
    by_pair as by_pair,
)
from .store.sqlite_file import SqliteFile as SqliteFile
from .unplayed import SET_ASIDE as SET_ASIDE

GameRecord = boardgames.records.game_record.GameRecord
RecordedPlayer = boardgames.records.game_record.RecordedPlayer
read_record = boardgames.records.record_file.read_record
read_records = boardgames.records.record_file.read_records
write_record = boardgames.records.record_file.write_record
