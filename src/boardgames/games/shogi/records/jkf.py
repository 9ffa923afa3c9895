"""JKF, the JSON Kifu Format: the contents of KIF, KI2 and CSA as one object for programs.

The format is that of https://github.com/na2hiro/Kifu-for-JS.  Its ``moves`` begin
with an empty one, for a comment before the first; ``forks`` belong to the move that
they replace::

    {"header": {"先手": "Ann"}, "initial": {"preset": "HIRATE"},
     "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}},
               {"special": "TORYO"}]}
"""

from __future__ import annotations

import json
from typing import Any, Final

from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import file_and_rank, square_at
from boardgames.games.shogi.records import csa_moves, origins
from boardgames.games.shogi.records.endings import ENDING
from boardgames.games.shogi.records.handicaps import NAMES
from boardgames.games.shogi.records.kif import HEADERS, evaluation_lines
from boardgames.games.shogi.records.record_text import LineText, RecordText, plain
from boardgames.games.shogi.rules import State
from boardgames.records.game_record import GameRecord

EVEN: Final = "HIRATE"
OTHER: Final = "OTHER"
PRESETS: Final = {
    "KY": "香落ち", "KY_R": "右香落ち", "KA": "角落ち", "HI": "飛車落ち", "HIKY": "飛香落ち", "2": "二枚落ち",
    "3": "三枚落ち", "4": "四枚落ち", "5": "五枚落ち", "5_L": "左五枚落ち", "6": "六枚落ち", "7_L": "左七枚落ち",
    "7_R": "右七枚落ち", "8": "八枚落ち", "10": "十枚落ち",
}  # fmt: skip
WIDELY_KNOWN: Final = {"KY", "KY_R", "KA", "HI", "HIKY", "2", "3", "4", "5", "5_L", "6", "8", "10"}
"""The presets that all readers know; other starts are written as boards."""

SIDES: Final = ("先手", "後手")
WORDS: Final = {"L": "左", "C": "直", "R": "右", "U": "上", "M": "寄", "D": "引", "H": "打"}


def write(record: GameRecord) -> str:
    """The game as a JKF file.  Seconds are rounded to whole ones."""
    record_text = RecordText(record, evaluation_lines)
    japanese = {value: key for key, value in reversed(HEADERS.items())}
    headers = {japanese.get(key, key): value for key, value in record_text.headers() if key not in (*SIDES, ENDING)}
    headers.update((side, name) for side, name in zip(SIDES, record_text.names, strict=True) if name)
    ending, seconds = _ending(record_text), record_text.ending_seconds
    if seconds is not None:
        spent = record_text.main.spent([0, 0])[record_text.mover] + seconds
        ending["time"] = {"now": _time(seconds), "total": _time(spent)}
    moves = [*_moves(record_text.main), ending]
    _hang(record_text.main, moves)
    fields = {"header": headers, "initial": _initial(record_text.start), "moves": moves}
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _initial(start: State) -> dict[str, Any]:
    if str(start) == str(start.game.start()):
        return {"preset": EVEN}
    preset = next((preset for preset, name in PRESETS.items() if NAMES.get(str(start)) == name), OTHER)
    if preset in WIDELY_KNOWN:
        return {"preset": preset}
    variant, drawing, names = start.game.variant, Diagram.of(start), csa_moves.names(start.game.variant)
    board = []
    for file in range(1, variant.files + 1):
        men = [drawing.men.get(square_at(file, rank), "") for rank in range(1, variant.ranks + 1)]
        board.append([{"color": int(man.islower()), "kind": names[man.upper()]} if man else {} for man in men])
    hands = [{names[letter]: hand.get(letter, 0) for letter in reversed(variant.letters[1:])} for hand in drawing.hands]
    return {"preset": OTHER, "data": {"color": int(start.seat), "board": board, "hands": hands}}


def _moves(line: LineText) -> list[dict[str, Any]]:
    """The moves of a line; the main line begins with a place for the first comment."""
    spent = [0, 0]
    last = line.states[0].last
    moves: list[dict[str, Any]] = []
    if line.is_main:
        moves.append(_with_comments({}, line, 0))
    for ply, state, action in line.actions():
        fields: dict[str, Any] = {"move": _move(state, action, last)}
        seconds = line.seconds(ply)
        if seconds is not None:
            spent[state.seat] += seconds
            fields["time"] = {"now": _time(seconds), "total": _time(spent[state.seat])}
        moves.append(_with_comments(fields, line, ply))
        last = action
    return moves


def _hang(line: LineText, moves: list[dict[str, Any]]) -> None:
    """Add the variations of a line to its moves, each with its own variations."""
    for variation in line.variations:
        below = _moves(variation)
        place = variation.ply - line.ply + int(line.is_main)
        if place == len(moves):  # it goes on where the line ends
            moves.append({})
        moves[place].setdefault("forks", []).append(below)
        _hang(variation, below)


def _with_comments(fields: dict[str, Any], line: LineText, ply: int) -> dict[str, Any]:
    comments = line.comments(ply)
    return {**fields, "comments": comments} if comments else fields


def _time(seconds: int) -> dict[str, int]:
    minutes, rest = divmod(seconds, 60)
    return {"h": minutes // 60, "m": minutes % 60, "s": rest} if minutes >= 60 else {"m": minutes, "s": rest}


def _place(square: str) -> dict[str, int]:
    file, rank = file_and_rank(square)
    return {"x": file, "y": rank}


def _move(state: State, action: Action, last: Action | None) -> dict[str, Any]:
    names, target = csa_moves.names(state.game.variant), action.destination
    letters = action.piece or state.piece_at(action.origin).upper()
    fields: dict[str, Any] = {"color": int(state.seat)}
    if not action.piece:
        fields["from"] = _place(action.origin)
    fields |= {"to": _place(target), "piece": names[letters]}
    if last is not None and last.target == action.target:
        fields["same"] = True
    if origins.can_promote(state, action):
        fields["promote"] = bool(action.promotes)
    taken = state.piece_at(target).upper()
    if taken:
        fields["capture"] = names[taken]
    if words := origins.words(state, action):
        letters_of = {word: letter for letter, word in WORDS.items()}
        fields["relative"] = "".join(letters_of[word] for word in words)
    return fields


def _ending(record_text: RecordText) -> dict[str, Any]:
    if record_text.csa_word is not None:
        return {"special": record_text.csa_word.removeprefix("%")}
    fields: dict[str, Any] = {"special": "CHUDAN"}
    if record_text.verdict is not None:
        players = [name or side for name, side in zip(record_text.names, SIDES, strict=True)]
        fields["comments"] = [plain(record_text.verdict.sentence(players))]
    return fields
