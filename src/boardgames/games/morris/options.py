"""The rule options of the morris family, and named sets of them."""

from __future__ import annotations

from typing import Any, Final

import attrs

from boardgames.core.model.options import BadOption, option
from boardgames.games.morris.board import BOARDS, NINE, POINTS

CODINGAME = "CodinGame, github Fati-Fatou/JeuDeMerelles"
MURRAY = "H. J. R. Murray, A History of Board-Games Other Than Chess (1951)"
LASKER = "Emanuel Lasker, Brettspiele der Völker (1931)"
SANMILL = "Sanmill, github calcitem/Sanmill"
CLASSIC = "the classic game (Yucata, yucata.de/en/Rules/Morris; OpenSpiel)"

MOST_MEN = 12
MOST_TURNS = 1000


@attrs.frozen(kw_only=True)
class MorrisOptions:
    """The rule options of nine men's morris; the defaults are CodinGame's.

    ``mill_memory``: a mill that the same three men filled on the same line before is not new and removes nobody.
    In the classic game every closing of a mill pays.

    ``double_mill``: how many men two mills closed at once remove; 1 in the classic game.

    ``flying``: with three men left they may jump to any free point.  Some traditions do without.

    ``men``: 3 to 12 for each side, as far as the board has room.

    ``turns``: after this number of turns of each the side with more men wins.

    ``repetition``: how often a position must occur for a draw; 0 never draws.

    ``board``: one of :data:`~boardgames.games.morris.board.BOARDS`.

    ``early_moves``: while there are men in stock, one may be placed or one on the board moved to the next point.

    ``mill_wins``: a side that fills a line wins at once, and no man is ever removed.

    ``full_board_draws``: when all points are full and no stock is left, the game is a draw; else the side to
    move is blocked, and loses.

    ``late_loss``: two men without stock are too few for the side that has just acted alone; who has fewer men loses.

    ``double_count``: one man may be removed for two mills, who then counts for two wherever men are counted.
    """

    mill_memory: bool = option(
        True, "a mill filled before by the same three men removes nobody", f"{CODINGAME}; off in {CLASSIC}"
    )
    double_mill: int = option(
        2, "men removed when two mills are closed at once", f"{CODINGAME}; 1 in {CLASSIC}", choices=(1, 2)
    )
    flying: bool = option(
        True,
        "three men may jump to any free point",
        f"{CODINGAME} and {CLASSIC}; off in CodinGame's program, MovementPhase.parser; an option in {SANMILL}",
    )
    men: int = option(
        9,
        "men of each side",
        f"{CODINGAME} and {CLASSIC}; 3, 6, 10, 12 in the games of these names",
        least=3,
        most=MOST_MEN,
    )
    turns: int = option(200, "turns of each side, then men are counted", CODINGAME, least=1, most=MOST_TURNS)
    repetition: int = option(
        0,
        "occurrences of a position that make a draw; 0 for never",
        f"0: {CODINGAME}; 3: {SANMILL}",
        choices=(0, 3),
    )
    board: str = option(
        NINE.name,
        "the board",
        "; ".join(f"{board.name}: {board.source}" for board in BOARDS.values()),
        choices=tuple(BOARDS),
    )
    early_moves: bool = option(
        False, "men may be moved before all are placed", f"off: {CODINGAME} and {CLASSIC}; on: {LASKER}"
    )
    mill_wins: bool = option(
        False,
        "the player that fills a line wins at once",
        f"off: {CODINGAME} and {CLASSIC}; on: three men's morris, {MURRAY}",
    )
    full_board_draws: bool = option(
        False,
        "a board filled by placing is a draw, not the loss of the side to move",
        f"off: {CODINGAME}; on: twelve men's morris; both in {SANMILL}",
    )
    late_loss: bool = option(
        False,
        "a side left with two men acts once more before it has lost",
        f"off: the statement of {CODINGAME}; on: its program, Referee.computeScores",
    )
    double_count: bool = option(
        False,
        "two mills may remove one man, named twice, who counts for two",
        f"off: the statement of {CODINGAME}; on: its program, Board.selectRemovablePieces",
    )

    def __attrs_post_init__(self) -> None:
        if self.mill_memory and BOARDS[self.board].size > POINTS:
            raise BadOption(
                f"mill_memory must be off on the board {self.board}: it numbers men on {POINTS} points at most"
            )
        if self.double_count and not (self.mill_memory and self.double_mill == 2):
            raise BadOption("double_count=on needs mill_memory=on and double_mill=2, as in CodinGame's program")
        room = BOARDS[self.board].size // 2
        if self.men > room:
            raise BadOption(
                f"men must have room: the board {self.board} has {BOARDS[self.board].size} points, "
                f"so each side has at most {room}, not {self.men}"
            )


_OF_OLD: Final = {"mill_memory": False, "double_mill": 1}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "statement": {},
    "codingame": {"board": "referee", "flying": False, "late_loss": True, "double_count": True},
    "classic": _OF_OLD,
    "three": {**_OF_OLD, "board": "three", "men": 3, "flying": False, "mill_wins": True},
    "six": {**_OF_OLD, "board": "six", "men": 6, "flying": False},
    "twelve": {**_OF_OLD, "board": "twelve", "men": 12, "full_board_draws": True},
    "morabaraba": {**_OF_OLD, "board": "twelve", "men": 12, "full_board_draws": True},
    "sesotho": {**_OF_OLD, "board": "sesotho", "men": 12},
    "lasker": {**_OF_OLD, "men": 10, "early_moves": True},
}
"""The games of the family, as differences from what CodinGame's statement says."""
FORMER_PRESETS: Final = {"arena": "statement", "referee": "codingame"}
