"""Evaluations in comments, as ShogiHome and Floodgate write them; others read them there too.

ShogiHome has a line for each number, ``#`` for what an analysis found and ``*`` for what a player did::

    #評価値=108
    #読み筋=▲７六歩(77)△３四歩(33)
    #深さ=20
    #ノード数=123456
    #エンジン=NAME

and ``#詰み=先手勝ち:15手`` for a mate.  Floodgate has one line, ``* 108 +7776FU -3334FU``, in which some programs have
moves in USI, and words behind them or alone.  Scores are hundredths of a pawn as Black sees them, of the position
after the move.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import exp
from typing import Final

import attrs

from boardgames.core.model.game import IllegalAction
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.search_info import CENTIPAWNS, centipawns
from boardgames.games.shogi.io.usi_info import legal_part
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records.csa_moves import MOVE, read_move, spell
from boardgames.games.shogi.records.kanji_moves import SIDE, a_move, usi
from boardgames.games.shogi.rules import State
from boardgames.records.game_record import UnreadableRecord

FIELD: Final = re.compile(r"([#*])(評価値|詰み|読み筋|深さ|ノード数|エンジン)=(.{0,4000})")
FLOODGATE: Final = re.compile(r"\* ?([+-]?[0-9]{1,7})(?:\s(.{0,4000}))?")
USI_MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[A-Z]\*[1-9][a-i]")
SCORE: Final = re.compile(r"[+-]?[0-9]{1,7}(?:\.[0-9]{1,6})?")
MATE: Final = re.compile(r"(先手|後手)勝ち(?::([0-9]{1,4})手)?")
WINNERS: Final = ("先手勝ち", "後手勝ち")
MATED: Final = 30_000
"""The score that Floodgate's players tell for a mate."""
LONGEST: Final = 64


# -- reading ------------------------------------------------------------------------------


def read(states: Sequence[State], comments: Mapping[int, str]) -> dict[int, Evaluation]:
    """Evaluations in comments about the positions that they belong to, by the number of moves before each."""
    evaluations = {}
    for ply, text in comments.items():
        evaluation = of_comment(states[ply], text) if ply < len(states) else None
        if evaluation is not None:
            evaluations[ply] = evaluation
    return evaluations


def of_comment(state: State, text: str) -> Evaluation | None:
    """A comment's evaluation of a position: an analysis before a player's own score, and that before Floodgate's."""
    by_sign: dict[str, dict[str, str]] = {"#": {}, "*": {}}
    floodgate: re.Match[str] | None = None
    for line in text.split("\n"):
        field = FIELD.fullmatch(line)
        if field is not None:
            by_sign[field[1]].setdefault(field[2], field[3].strip())
        else:
            floodgate = floodgate or FLOODGATE.fullmatch(line)
    for fields in by_sign.values():
        evaluation = _of_fields(state, fields)
        if evaluation is not None:
            return evaluation
    if floodgate is None:
        return None
    return Evaluation(chance=_chance(float(floodgate[1])), line=_csa_line(state, (floodgate[2] or "").split()))


def _of_fields(state: State, fields: Mapping[str, str]) -> Evaluation | None:
    score, mate = SCORE.match(fields.get("評価値", "")), MATE.match(fields.get("詰み", ""))
    if score is None and mate is None:
        return None
    chance = float(mate[1] == "先手") if mate is not None else _chance(float(score[0]) if score is not None else 0.0)
    return Evaluation(
        chance=chance,
        line=_kif_line(state, fields.get("読み筋", "")),
        depth=_number(fields.get("深さ", "")),
        nodes=_number(fields.get("ノード数", "")),
        plies_to_end=int(mate[2]) if mate is not None and mate[2] else None,
        judge=fields.get("エンジン", ""),
    )


def _chance(score: float) -> float:
    return 1.0 / (1.0 + exp(max(-700.0, min(700.0, -2.0 * score / CENTIPAWNS))))


def _number(text: str) -> int:
    digits = re.match("[0-9]{1,18}", text)
    return int(digits[0]) if digits is not None else 0


def _kif_line(state: State, text: str) -> tuple[str, ...]:
    """The moves of a line in the notation of KIF or KI2, as far as they can be read."""
    moves = re.split(f"[{SIDE}]", unicodedata.normalize("NFKC", text))[1:]

    def read(state: State, text: str) -> Action | None:
        move = a_move(state.game.variant).fullmatch(text.lstrip())
        return None if move is None else state.read(usi(state, move, None, []))

    return _line(state, moves, read)


def _csa_line(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves of a line in the notation of CSA or USI, as far as they can be read."""

    def read(state: State, text: str) -> Action | None:
        if MOVE.fullmatch(text):
            return read_move(state, text)
        return state.read(text) if USI_MOVE.fullmatch(text) else None

    return _line(state, moves, read)


def _line(state: State, moves: Sequence[str], read: Callable[[State, str], Action | None]) -> tuple[str, ...]:
    texts: list[str] = []
    with suppress(IllegalAction, UnreadableRecord):
        for move in moves[:LONGEST]:
            if (action := read(state, move)) is None:
                break
            texts.append(str(action))
            state = state.apply(action)
    return tuple(texts)


# -- writing ------------------------------------------------------------------------------


def merged(state: State, comment: str | None, evaluation: Evaluation, lines: Sequence[str]) -> str:
    """A comment with the lines of an evaluation, unless it says the same already.

    Lines of an older analysis are replaced; what players thought themselves stays.
    """
    if comment is None:
        return "\n".join(lines)
    earlier = of_comment(state, comment)
    if earlier is not None and _alike(earlier, evaluation):
        return comment
    others = [line for line in comment.split("\n") if not (line[:1] == "#" and FIELD.fullmatch(line))]
    others = [line for line in others if not FLOODGATE.fullmatch(line)]
    return "\n".join([*others, *lines])


def _alike(one: Evaluation, other: Evaluation) -> bool:
    return (
        score_of(one) == score_of(other)
        and one.line == other.line[: len(one.line)]
        and one.plies_to_end == other.plies_to_end
    )


def score_of(evaluation: Evaluation) -> int:
    """The score in hundredths of a pawn as Black sees it."""
    return centipawns(2.0 * evaluation.chance - 1.0)


def shogihome_lines(state: State, evaluation: Evaluation, spell: Callable[..., str]) -> list[str]:
    """The lines of a comment as ShogiHome writes them; ``spell(state, action, last)`` writes a move."""
    if evaluation.plies_to_end is not None:
        lines = [f"#詰み={WINNERS[evaluation.chance < 0.5]}:{evaluation.plies_to_end}手"]
    else:
        lines = [f"#評価値={score_of(evaluation)}"]
    moves, last = "", state.last
    for action in legal_part(state, evaluation.line):
        moves += f"{SIDE[state.turn]}{spell(state, action, last)}"
        state, last = state.apply(action), action
    fields = {"読み筋": moves, "深さ": evaluation.depth, "ノード数": evaluation.nodes, "エンジン": evaluation.judge}
    return lines + [f"#{name}={value}" for name, value in fields.items() if value]


def floodgate_lines(state: State, evaluation: Evaluation) -> list[str]:
    """The line of a comment as Floodgate has it."""
    score = score_of(evaluation)
    if evaluation.plies_to_end is not None:
        score = MATED if evaluation.chance > 0.5 else -MATED
    words = [f"* {score}"]
    for action in legal_part(state, evaluation.line):
        words.append(spell(state, action))
        state = state.apply(action)
    return [" ".join(words)]


def added(
    states: Sequence[State],
    comments: dict[int, str],
    evaluations: Mapping[int, Evaluation],
    lines: Callable[[State, Evaluation], list[str]],
) -> dict[int, str]:
    """The comments with the evaluations of the positions in them."""
    for ply, evaluation in evaluations.items():
        if ply < len(states) and states[ply].turn >= 0:
            state = states[ply]
            spelled = lines(state, attrs.evolve(evaluation, judge=" ".join(evaluation.judge.split())))
            comments[ply] = merged(state, comments.get(ply), evaluation, spelled)
    return comments
