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
from functools import cache
from math import exp
from typing import Final

import attrs

from boardgames.core.model.game import IllegalAction
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.search_info import CENTIPAWNS, centipawns
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.usi_info import legal_part
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records import origins
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant

Spell = Callable[[State, Action], str]
FIELD: Final = re.compile(r"([#*])(評価値|詰み|読み筋|深さ|ノード数|エンジン)=(.{0,4000})")
FLOODGATE: Final = re.compile(r"\* ?([+-]?[0-9]{1,7})(?:\s(.{0,4000}))?")
CSA_MOVE: Final = re.compile(r"[+-][0-9]{4}[A-Z]{2}")
USI_MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[A-Z]\*[1-9][a-i]")
SCORE: Final = re.compile(r"[+-]?[0-9]{1,7}(?:\.[0-9]{1,6})?")
MATE: Final = re.compile(r"(先手|後手)勝ち(?::([0-9]{1,4})手)?")
WINNERS: Final = ("先手勝ち", "後手勝ち")
SIGNS: Final = "▲△▼▽☗☖"
MATED: Final = 30_000
"""The score that Floodgate's players tell for a mate."""
LONGEST: Final = 64


# -- reading ------------------------------------------------------------------------------


def read(states: Sequence[State], comments: Mapping[int, str]) -> dict[int, Evaluation]:
    """Evaluations in comments about the positions that they belong to, by the number of moves before each."""
    found = {}
    for ply, text in comments.items():
        evaluation = of_comment(states[ply], text) if ply < len(states) else None
        if evaluation is not None:
            found[ply] = evaluation
    return found


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


@cache
def _a_move(variant: Variant) -> re.Pattern[str]:
    pieces = "|".join(sorted(map(re.escape, kanji.pieces(variant)), key=len, reverse=True))
    return re.compile(
        rf"\s*(?:同|([1-9])([1-9{kanji.DIGITS}]))\s*({pieces})([左右上下直寄引行入]*)(不成|成|生)?(打)?\s*(?:\(([0-9]{{2}})\))?\s*"
    )


def _kif_line(state: State, text: str) -> tuple[str, ...]:
    """The moves of a line in the notation of KIF or KI2, as far as they can be read."""
    texts: list[str] = []
    for each in re.split(f"[{SIGNS}]", unicodedata.normalize("NFKC", text))[1 : LONGEST + 1]:
        move = _a_move(state.game.variant).fullmatch(each)
        usi = None if move is None else _usi(state, move)
        try:
            action = None if usi is None else state.read(usi)
        except IllegalAction:
            action = None
        if action is None:
            break
        texts.append(str(action))
        state = state.apply(action)
    return tuple(texts)


def _usi(state: State, move: re.Match[str]) -> str | None:
    """The move in the notation of USI; ``None`` if several can be meant."""
    file, rank, name, words, promotes, drops, origin = move.groups()
    if file is not None:
        target = f"{file}{chr(ord('a') + (kanji.DIGITS.find(rank) + 1 or int(rank)) - 1)}"
    elif state.last is not None and state.last.target >= 0:
        target = state.last.destination
    else:
        return None
    letters = kanji.pieces(state.game.variant)[name]
    sign = "+" * (promotes == "成")
    if origin is not None and origin != "00":
        return f"{origin[0]}{chr(ord('a') + int(origin[1]) - 1)}{target}{sign}"
    able = origins.able(state, letters, target)
    if drops or origin is not None or not able:
        return f"{letters}*{target}"
    fitting = origins.fitting(state, letters, target, words, able)
    return f"{fitting[0]}{target}{sign}" if len(fitting) == 1 else None


def _csa_line(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves of a line in the notation of CSA or USI, as far as they can be read."""
    pieces = {name: letters for letters, name in state.game.variant.each(lambda piece: piece.csa).items()}
    texts = []
    for move in moves[:LONGEST]:
        try:
            if CSA_MOVE.fullmatch(move) and "+-".index(move[0]) == state.turn:
                letters, origin, target = pieces[move[5:]], _square(move[1:3]), _square(move[3:5])
                dropped = move[1:3] == "00"
                promotes = not dropped and letters != state.piece_at(origin).upper()
                move = f"{letters}*{target}" if dropped else f"{origin}{target}{'+' * promotes}"
            if not USI_MOVE.fullmatch(move):
                break
            action = state.read(move)
        except (IllegalAction, LookupError, ValueError):
            break
        texts.append(str(action))
        state = state.apply(action)
    return tuple(texts)


def _square(digits: str) -> str:
    return f"{digits[0]}{chr(ord('a') + int(digits[1]) - 1)}"


# -- writing ------------------------------------------------------------------------------


def merged(state: State, comment: str | None, evaluation: Evaluation, lines: Sequence[str]) -> str:
    """A comment with the lines of an evaluation, unless it says the same already.

    Lines of an older analysis are replaced; what players thought themselves stays.
    """
    if comment is None:
        return "\n".join(lines)
    said = of_comment(state, comment)
    if said is not None and _alike(said, evaluation):
        return comment
    kept = [line for line in comment.split("\n") if not (line[:1] == "#" and FIELD.fullmatch(line))]
    kept = [line for line in kept if not FLOODGATE.fullmatch(line)]
    return "\n".join([*kept, *lines])


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
    told, last = "", state.last
    for action in legal_part(state, evaluation.line):
        told += f"{SIGNS[state.turn]}{spell(state, action, last)}"
        state, last = state.apply(action), action
    lines += [f"#読み筋={told}"] * bool(told)
    lines += [f"#深さ={evaluation.depth}"] * bool(evaluation.depth)
    lines += [f"#ノード数={evaluation.nodes}"] * bool(evaluation.nodes)
    return lines + [f"#エンジン={evaluation.judge}"] * bool(evaluation.judge)


def floodgate_lines(state: State, evaluation: Evaluation, spell: Spell) -> list[str]:
    """The line of a comment as Floodgate has it; ``spell`` writes a move in CSA."""
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
