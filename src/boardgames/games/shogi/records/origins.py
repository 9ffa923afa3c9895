"""The words that say where a man came from: 右, 左, 直, 上, 寄, 引, as the Japan Shogi Association uses them.

A move in KI2 has its square and its piece.  Where several pieces of that kind reach
the square, a word says which: by its direction (上 forward, 寄 sideways, 引 back),
else by its side as the mover sees it (右, 左, or 直 from straight below), else by
both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import file_and_rank, square_at
from boardgames.games.shogi.pieces import COMPASS
from boardgames.games.shogi.rules import State

UP: Final = "上"
SIDEWAYS: Final = "寄"
BACK: Final = "引"
RIGHT: Final = "右"
LEFT: Final = "左"
STRAIGHT: Final = "直"
DROPPED: Final = "打"
ANOTHER: Final = {"行": UP, "入": UP, "下": BACK}


def men_reaching(state: State, letters: str, target: str) -> list[str]:
    """The squares of the mover's men of that kind that reach a square, pinned or not."""
    variant, seat = state.game.variant, state.seat
    piece = next(one for one in variant.pieces if one.letter == letters[-1])
    sign = 1 if seat == 0 else -1
    moves = piece.moves(len(letters) > 1)
    wanted = letters if seat == 0 else letters.lower()
    file, rank = file_and_rank(target)
    squares = []
    for move in moves:
        file_step, rank_step = COMPASS[move.direction]
        for distance in range(sign * move.nearest, sign * (move.furthest + 1), sign):
            column, row = file - distance * file_step, rank - distance * rank_step
            if not (1 <= column <= variant.files and 1 <= row <= variant.ranks):
                break
            man = state.piece_at(square_at(column, row))
            if man == wanted:
                squares.append(square_at(column, row))
            if man:
                break
    return sorted(squares)


def able(state: State, letters: str, target: str) -> list[str]:
    """The squares from which a legal move takes one of these men to the target, by name."""
    squares = {
        action.origin
        for action in state.actions()
        if action.target >= 0
        and not action.piece
        and action.destination == target
        and state.piece_at(action.origin).upper() == letters
    }
    return sorted(squares)


def can_promote(state: State, action: Action) -> bool:
    """True if a move promotes, or its man could by the same move."""
    return action.promotes or any(
        other.promotes and other.origin == action.origin and other.destination == action.destination
        for other in state.actions()
    )


def words(state: State, action: Action) -> str | None:
    """The words for where a man comes from, ``""`` if none are needed; ``None`` if words are not enough."""
    if action.piece:
        return DROPPED * bool(men_reaching(state, action.piece, action.destination))
    return _words(state, state.piece_at(action.origin).upper(), action.origin, action.destination)


def _words(state: State, letters: str, origin: str, target: str) -> str | None:
    """The words for a man's origin, ``""`` if none are needed; ``None`` if words are not enough."""
    rivals = men_reaching(state, letters, target)
    if len(rivals) < 2:
        return ""
    way = {rival: _way(state, rival, target) for rival in rivals}
    side = {rival: _side(state, letters, rival, target, rivals) for rival in rivals}
    ways, sides = list(way.values()), list(side.values())
    if letters != "N" and ways.count(way[origin]) == 1:
        return way[origin]
    if side[origin] and sides.count(side[origin]) == 1:
        return side[origin]
    both = [(way[rival], side[rival]) for rival in rivals]
    return side[origin] + way[origin] if both.count((way[origin], side[origin])) == 1 else None


def fitting(state: State, letters: str, target: str, words: str, origins: Sequence[str]) -> list[str]:
    """The origins, of some, that the words of a record can mean."""
    words = "".join(ANOTHER.get(word, word) for word in words)
    exact = [origin for origin in origins if _words(state, letters, origin, target) == words]
    if len(exact) == 1 or not words:
        return exact if len(exact) == 1 else list(origins)
    left = list(origins)
    for word in words:
        if word in (UP, SIDEWAYS, BACK):
            left = [origin for origin in left if _way(state, origin, target) == word]
    for word in words:
        if word in (RIGHT, LEFT, STRAIGHT):
            left = [origin for origin in left if _side(state, letters, origin, target, left) == word]
    return left


class Unclear(ValueError):
    """The words of a record leave open which man moves: ``fitting`` are the origins they can mean, ``able`` all."""

    def __init__(self, fitting: list[str], able: list[str]) -> None:
        super().__init__(fitting, able)
        self.fitting, self.able = fitting, able


def usi(state: State, letters: str, target: str, words: str, sign: str) -> str:
    """The move in USI of the man that words tell of, a drop if no man can go there.  Raises :class:`Unclear`."""
    men = able(state, letters, target)
    if not men:
        return f"{letters}*{target}"
    meant = fitting(state, letters, target, words, men)
    if len(meant) != 1:
        raise Unclear(meant, men)
    return meant[0] + target + sign


def _way(state: State, origin: str, target: str) -> str:
    forward = (file_and_rank(origin)[1] - file_and_rank(target)[1]) * (1 if state.seat == 0 else -1)
    return UP if forward > 0 else BACK if forward < 0 else SIDEWAYS


def _side(state: State, letters: str, origin: str, target: str, rivals: Sequence[str]) -> str:
    """Right, left or straight: seen from the square, or from the other man where men come from far."""
    piece = next(one for one in state.game.variant.pieces if one.letter == letters[-1])
    slides = piece.promoted_slides if len(letters) > 1 else piece.slides
    file, middle = file_and_rank(origin)[0], file_and_rank(target)[0]
    if slides and len(rivals) == 2:
        middle = file_and_rank(rivals[rivals[0] == origin])[0]
    right = (middle - file) * (1 if state.seat == 0 else -1)
    if right == 0:
        return STRAIGHT if not slides and _way(state, origin, target) == UP else ""
    return RIGHT if right > 0 else LEFT
