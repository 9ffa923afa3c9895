"""The rule options of Ur, and named sets of them."""

from __future__ import annotations

from typing import Any, Final

import attrs

from boardgames.core.model.options import BadOption, option
from boardgames.games.ur.blocks import check_blocks
from boardgames.games.ur.tracks import TRACKS, Track

FINKEL = "Finkel, On the Rules for the Royal Game of Ur (2007); Code Colosseum"
LONGEST = max(track.cells for track in TRACKS.values())


@attrs.frozen(kw_only=True)
class UrOptions:
    """The rule options of the Royal Game of Ur; the defaults are Finkel's rules.

    ``tokens``: 1 to 7 for each side.  Finkel plays 7; fewer make the game small enough to solve by hand.

    ``track``: the way of the tokens, one of :data:`~boardgames.games.ur.tracks.TRACKS`.

    ``rosettes``: the cells with a rosette; 4, 8 and 14 on the board from the Royal Cemetery.

    ``safe_rosettes``: rosettes on which a token cannot be captured (Finkel: all; RoyalUr's Blitz and Masters: none).

    ``rosette_turn``: landing on a rosette gives another turn (all rule sets known to us).

    ``capture_turn``: capturing gives another turn (RoyalUr's Blitz).

    ``dice``: the weight of each throw, from 0 up.  ``1+4+6+4+1`` is four coins (Finkel);
    ``0+3+3+1+1`` is three coins, and none shows 4 (Masters).  A 1 must be possible, since a token on the
    last cell needs it, and nothing beyond 14.

    A track that passes squares twice (Murray's, Skiriuk's) needs throws of 1, 2 and 3, and has only every fourth
    cell safe: with others the tokens of both sides could block each other for good.  So could they on the track of
    Masters, where they meet head on, with few throws and many safe cells there.
    """

    tokens: int = option(7, "tokens of each side", FINKEL, least=1, most=7)
    track: str = option(
        "bell",
        "the tokens' way around the board",
        "; ".join(f"{track.name}: {track.source}" for track in TRACKS.values()),
        choices=tuple(TRACKS),
    )
    rosettes: tuple[int, ...] = option((4, 8, 14), "cells with a rosette", FINKEL, least=1, most=LONGEST)
    safe_rosettes: tuple[int, ...] = option(
        (4, 8, 14),
        "rosettes where a token cannot be captured",
        FINKEL + "; none in RoyalUr's Masters and Blitz",
        least=1,
        most=LONGEST,
    )
    rosette_turn: bool = option(True, "landing on a rosette gives another turn", FINKEL)
    capture_turn: bool = option(False, "capturing gives another turn", FINKEL + "; on in RoyalUr's Blitz")
    dice: tuple[int, ...] = option(
        (1, 4, 6, 4, 1), "weight of throwing 0, 1, 2, ...", "four coins: " + FINKEL, least=0, most=1000
    )

    def __attrs_post_init__(self) -> None:
        track = TRACKS[self.track]
        for name, cells in (("rosettes", self.rosettes), ("safe_rosettes", self.safe_rosettes)):
            _check_squares(track, name, cells)
        loose = sorted(set(self.safe_rosettes) - set(self.rosettes))
        if loose:
            raise BadOption(f"safe_rosettes must be rosettes: {loose[0]} is not one of {self.rosettes}")
        if len(self.dice) > 15:
            raise BadOption(
                f"dice must not throw more than 14: give at most 15 weights, for 0, 1, 2, ..., not {len(self.dice)}"
            )
        if not any(self.dice[1:2]):
            raise BadOption(f"dice must be able to throw 1: without it a token on cell {track.cells} could never leave")
        check_blocks(track, self.safe_rosettes, self.dice, self.tokens)


def _check_squares(track: Track, name: str, cells: tuple[int, ...]) -> None:
    """Cells of the track; a square that the sides count differently is a rosette for both or for none."""
    for cell in cells:
        if cell > track.cells:
            raise BadOption(f"{name} must be cells of the track: {track.name} has 1 to {track.cells}, not {cell}")
        twin = track.twin[cell]
        if twin and twin not in cells:
            raise BadOption(
                f"{name} must name cells {min(cell, twin)} and {max(cell, twin)} both or neither: "
                f"the track {track.name} passes their square twice"
            )
        for other in track.opposite[cell]:
            if other not in cells:
                raise BadOption(
                    f"{name} must name cells {min(cell, other)} and {max(cell, other)} both or neither: "
                    f"on the track {track.name} the two sides count the same square so"
                )


FOUR_EACH: Final = (4, 8, 12, 16)
FIVE_ROSETTES: Final = (*FOUR_EACH, 20)
SIX_ROSETTES: Final = (*FIVE_ROSETTES, 24)

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "finkel": {},
    "masters": {"track": "masters", "rosettes": FOUR_EACH, "safe_rosettes": ()},
    "blitz": {"tokens": 5, "track": "masters", "rosettes": FOUR_EACH, "safe_rosettes": (), "capture_turn": True},
    "aseb": {"tokens": 5, "track": "aseb", "rosettes": FOUR_EACH, "safe_rosettes": FOUR_EACH},
    "murray": {"track": "murray", "rosettes": SIX_ROSETTES, "safe_rosettes": SIX_ROSETTES},
    "skiriuk": {"track": "skiriuk", "rosettes": FIVE_ROSETTES, "safe_rosettes": FIVE_ROSETTES},
}
"""RoyalUr's rule sets by its names (``GameSettings`` of RoyalUr-Java), as differences from Finkel's.

It has no rule sets for Murray's and Skiriuk's tracks: here they have Finkel's rules, as its tests play them."""
