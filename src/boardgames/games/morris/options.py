"""What the traditions of nine men's morris vary."""

from __future__ import annotations

import attrs

from boardgames.core.options import option

CODINGAME = "CodinGame, github Fati-Fatou/JeuDeMerelles"
CLASSIC = "the classic game (Yucata, yucata.de/en/Rules/Morris; OpenSpiel)"

MOST_MEN = 12
MOST_TURNS = 1000


@attrs.frozen
class MorrisOptions:
    """The rule options of nine men's morris; the defaults are CodinGame's.

    ``mill_memory``: a mill that the same three men filled on the same line before is not new and removes nobody.
    In the classic game every closing of a mill pays.

    ``double_mill``: how many men two mills closed at once remove; 1 in the classic game.

    ``flying``: with three men left they may jump to any free point.  Some traditions do without.

    ``men``: 3 to 12 for each side.  The board is full when twelve each have been placed and none removed.

    ``turns``: after so many turns of each the side with more men wins.

    ``repetition``: how often a position must occur for a draw; 0 never draws.
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
        f"{CODINGAME} and {CLASSIC}; an option in Sanmill, github calcitem/Sanmill",
    )
    men: int = option(
        9,
        "men of each side",
        f"{CODINGAME} and {CLASSIC}; 12 in Twelve Men's Morris, here without its diagonals",
        least=3,
        most=MOST_MEN,
    )
    turns: int = option(200, "turns of each side, then men are counted", CODINGAME, least=1, most=MOST_TURNS)
    repetition: int = option(
        0,
        "occurrences of a position that make a draw; 0 for never",
        f"0: {CODINGAME}; 3: Sanmill, github calcitem/Sanmill",
        choices=(0, 3),
    )
