import boardgames.records.game_record
import boardgames.records.record_file

from .adjudication import Adjudication as Adjudication
from .anchors import Anchors as Anchors, anchors_of as anchors_of
from .bot_rating import BotRating as BotRating
from .configuration import Configuration as Configuration, Entry as Entry
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
from .export.html_report import report as report
from .export.listing import contest_json as contest_json, games_csv as games_csv
from .game import RefereedGame as RefereedGame, new_seed as new_seed, play_game as play_game, set_up as set_up
from .model_use import KeptUse as KeptUse, ModelBooks as ModelBooks, ModelUse as ModelUse, Price as Price
from .play import play_match as play_match, play_rating as play_rating, play_tournament as play_tournament
from .run_settings import RunSettings as RunSettings
from .score import MatchScore as MatchScore
from .settings import BadContest as BadContest, ContestSettings as ContestSettings
from .sprt import BadSprt as BadSprt, Sprt as Sprt
from .standings import Standings as Standings
from .store import BadStore as BadStore, KeptGame as KeptGame, Store as Store
from .tuning.course import TuningCourse as TuningCourse
from .tuning.tune import tune as tune

GameRecord = boardgames.records.game_record.GameRecord
RecordedPlayer = boardgames.records.game_record.RecordedPlayer
read_record = boardgames.records.record_file.read_record
read_records = boardgames.records.record_file.read_records
write_record = boardgames.records.record_file.write_record
