"""The words that say where a man came from: 右, 左, 直, 上, 寄, 引, as the Japan Shogi Association uses them.

A move in KI2 has its square and its piece.  Where several pieces of that kind reach
the square, a word says which: by its direction (上 forward, 寄 sideways, 引 back),
else by its side as the mover sees it (右, 左, or 直 from straight below), else by
both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardgames.games.shogi.pieces import COMPASS
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant

UP: Final = "上"
SIDEWAYS: Final = "寄"
BACK: Final = "引"
RIGHT: Final = "右"
LEFT: Final = "左"
STRAIGHT: Final = "直"
DROPPED: Final = "打"
ANOTHER: Final = {"行": UP, "入": UP, "下": BACK}


def square_of(name: str) -> tuple[int, int]:
    """File and rank of a square, from 1."""
    return int(name[0]), ord(name[1]) - ord("a") + 1


def men_reaching(state: State, letters: str, target: str) -> list[str]:
    """The squares of the mover's men of that kind that reach a square, pinned or not."""
    variant, seat = state.game.variant, state.seat
    piece = next(each for each in variant.pieces if each.letter == letters[-1])
    sign = 1 if seat == 0 else -1
    moves = piece.moves(len(letters) > 1)
    wanted = letters if seat == 0 else letters.lower()
    file, rank = square_of(target)
    found = []
    for move in moves:
        file_step, rank_step = COMPASS[move.direction]
        for distance in range(sign * move.nearest, sign * (move.furthest + 1), sign):
            origin = _name(variant, file - distance * file_step, rank - distance * rank_step)
            man = "" if origin is None else state.piece_at(origin)
            if origin is not None and man == wanted:
                found.append(origin)
            if origin is None or man:
                break
    return sorted(found)


def _name(variant: Variant, file: int, rank: int) -> str | None:
    inside = 1 <= file <= variant.files and 1 <= rank <= variant.ranks
    return f"{file}{chr(ord('a') + rank - 1)}" if inside else None


def able(state: State, letters: str, target: str) -> list[str]:
    """The squares from which a legal move takes one of these men to the target, by name."""
    found = {
        action.origin
        for action in state.actions()
        if action.target >= 0
        and not action.piece
        and action.destination == target
        and state.piece_at(action.origin).upper() == letters
    }
    return sorted(found)


def words(state: State, letters: str, origin: str, target: str) -> str | None:
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


def fitting(state: State, letters: str, target: str, told: str, origins: Sequence[str]) -> list[str]:
    """The origins, of some, that the words of a record can mean."""
    told = "".join(ANOTHER.get(word, word) for word in told)
    exact = [origin for origin in origins if words(state, letters, origin, target) == told]
    if len(exact) == 1 or not told:
        return exact if len(exact) == 1 else list(origins)
    left = list(origins)
    for word in told:
        if word in (UP, SIDEWAYS, BACK):
            left = [origin for origin in left if _way(state, origin, target) == word]
    for word in told:
        if word in (RIGHT, LEFT, STRAIGHT):
            left = [origin for origin in left if _side(state, letters, origin, target, left) == word]
    return left


def _way(state: State, origin: str, target: str) -> str:
    forward = (square_of(origin)[1] - square_of(target)[1]) * (1 if state.seat == 0 else -1)
    return UP if forward > 0 else BACK if forward < 0 else SIDEWAYS


def _side(state: State, letters: str, origin: str, target: str, rivals: Sequence[str]) -> str:
    """Right, left or straight: seen from the square, or from the other man where men come from far."""
    piece = next(each for each in state.game.variant.pieces if each.letter == letters[-1])
    slides = piece.promoted_slides if len(letters) > 1 else piece.slides
    file, middle = square_of(origin)[0], square_of(target)[0]
    if slides and len(rivals) == 2:
        middle = square_of(rivals[rivals[0] == origin])[0]
    right = (middle - file) * (1 if state.seat == 0 else -1)
    if right == 0:
        return STRAIGHT if not slides and _way(state, origin, target) == UP else ""
    return RIGHT if right > 0 else LEFT
