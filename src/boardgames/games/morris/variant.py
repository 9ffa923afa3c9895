"""The rule options of a game of the family, with its board, as its rules use them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from boardgames.core.model.base import BaseGame
from boardgames.games.morris.actions import Catalogue, catalogue
from boardgames.games.morris.board import BOARDS, Board, count
from boardgames.games.morris.options import MorrisOptions

SEATS: Final = 2
FEWEST: Final = 3  # men, without which a side has lost; with just this number it flies


class Variant(BaseGame):
    """A board, its actions, and the options of :class:`~boardgames.games.morris.options.MorrisOptions`.

    ``plies`` are the turns of both sides together.
    """

    def __init__(self, options: MorrisOptions) -> None:
        board = BOARDS[options.board]
        every = catalogue(board)
        possible = every.removing_at_most_two if options.double_mill == 2 else every.removing_at_most_one
        if options.double_count:
            possible = len(every.every)
        super().__init__("morris", "Nine Men's Morris", options, every.every[:possible])
        self.board: Final[Board] = board
        self.catalogue: Final[Catalogue] = every
        self.men: Final[i64] = options.men
        self.plies: Final[i64] = SEATS * options.turns
        self.mill_memory: Final[bool] = options.mill_memory
        self.double_mill: Final[i64] = options.double_mill
        self.flying: Final[bool] = options.flying
        self.repetition: Final[i64] = options.repetition
        self.early_moves: Final[bool] = options.early_moves
        self.mill_wins: Final[bool] = options.mill_wins
        self.full_board_draws: Final[bool] = options.full_board_draws
        self.late_loss: Final[bool] = options.late_loss
        self.double_count: Final[bool] = options.double_count

    def flies(self, men: i64) -> bool:
        """True if the men of a side with none in stock may jump."""
        return self.flying and count(men) == FEWEST
