"""Other people's legal moves, as sets of USI texts."""

from __future__ import annotations

from typing import Any

from boardgames.games.shogi.io.usi import engine_name
from boardgames.games.shogi.moves.board import PAWN
from boardgames.games.shogi.rules import State


class CShogi:
    """cshogi, a C++ library for 9x9 shogi."""

    def __init__(self, library: Any) -> None:
        self.board = library.Board()
        self.text = library.move_to_usi

    def legal(self, state: State) -> set[str]:
        self.board.set_sfen(str(state))
        return {self.text(move) for move in self.board.legal_moves}


class FairyStockfish:
    """pyffish, which lists pawn drops that mate as legal: those are left out where the variant forbids them."""

    def __init__(self, library: Any) -> None:
        self.pyffish = library
        self.drop_mates = 0

    def legal(self, state: State) -> set[str]:
        variant = state.game.variant
        name = engine_name(state.game)
        played = "shogi" if variant.wins_by == "check" else name  # for pyffish such a game is over, mate or not
        assert name in self.pyffish.variants(), "a name that it does not know ends the process"
        placement, side, _, ply = str(state).split()
        hands = state.in_hand(0) + state.in_hand(1).lower()
        fen = f"{placement}[{hands}] {'w' if side == 'b' else 'b'} 0 {ply}"
        legal = set()
        for move in self.pyffish.legal_moves(name, fen, []):
            drops_pawn = move.startswith(f"{variant.pieces[PAWN].letter}@")
            if drops_pawn and not variant.pawn_mate and self.mates(played, fen, move):
                self.drop_mates += 1
            else:
                legal.add(usi(move, variant.files, variant.ranks))
        return legal

    def mates(self, name: str, fen: str, move: str) -> bool:
        replies = self.pyffish.legal_moves(name, fen, [move])
        return not replies and bool(self.pyffish.gives_check(name, fen, [move]))


def usi(move: str, files: int, ranks: int) -> str:
    """``a2b3+`` counts files from the left and ranks from the bottom; ``P@c3`` is a drop.

    Where a promoted piece turns back, pyffish writes ``-``.
    """

    def square(name: str) -> str:
        return f"{files - (ord(name[0]) - ord('a'))}{chr(ord('a') + ranks - int(name[1:]))}"

    if "@" in move:
        piece, target = move.split("@")
        return f"{piece}*{square(target)}"
    promotes = "+" if move[-1] in "+-" else ""
    move = move.rstrip("+-")
    return square(move[:2]) + square(move[2:]) + promotes
