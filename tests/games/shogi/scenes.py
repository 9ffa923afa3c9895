"""Ways to say a position and what may be done in it."""

from __future__ import annotations

from typing import Any

import boardgames as bg

SHOGI = "shogi"


def load(name: str, **options: Any) -> Any:
    """A game, with all it can do beyond what every game can."""
    return bg.load(name, **options)


def legal(sfen: str, game: str = SHOGI) -> set[str]:
    return {str(action) for action in bg.load(game).parse(sfen).actions()}


def from_square(square: str, sfen: str, game: str = SHOGI) -> set[str]:
    """Where the man on a square may go: ``{"5d", "5c+"}``."""
    return {text[2:] for text in legal(sfen, game) if text.startswith(square)}


def drops(letter: str, sfen: str, game: str = SHOGI) -> set[str]:
    """Where a piece in hand may be dropped."""
    return {text[2:] for text in legal(sfen, game) if text.startswith(letter + "*")}


def played(sfen: str, actions: str, game: str = SHOGI, **options: Any) -> Any:
    state = bg.load(game, **options).parse(sfen)
    for action in actions.split():
        state = state.play(action)
    return state


def turned(sfen: str) -> str:
    """The same position with colours and directions swapped."""
    board, side, hands, *rest = sfen.split()
    ranks = ["".join(reversed(_men(rank))).swapcase() for rank in reversed(board.split("/"))]
    return " ".join(["/".join(ranks), "w" if side == "b" else "b", hands.swapcase(), *rest])


def _men(rank: str) -> list[str]:
    men: list[str] = []
    for character in rank:
        if men and men[-1] == "+":
            men[-1] += character
        else:
            men.append(character)
    return men


def turned_action(text: str, size: int = 9) -> str:
    """An action as it looks from the other side of the board."""
    if text == "win":
        return text
    plus = "+" if text.endswith("+") else ""
    first, second = text[:2], text[2:4]
    return (first if "*" in first else _turned_square(first, size)) + _turned_square(second, size) + plus


def _turned_square(square: str, size: int) -> str:
    return f"{size + 1 - int(square[0])}{chr(ord('a') + size - 1 - (ord(square[1]) - ord('a')))}"
