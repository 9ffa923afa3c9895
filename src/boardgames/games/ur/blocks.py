"""Rule options with which the sides could block each other for good, so that a game would never end.

A token can move unless one of its own side, or an opponent on a safe square, stands where it would go.  Where all
tokens pass the squares in the same order, the foremost one can always move.  Two kinds of tracks have another order:
those that turn back, and those whose sides pass some squares in opposite directions.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from boardgames.core.model.options import BadOption
from boardgames.games.ur.tracks import TRACKS, Track


def check_blocks(track: Track, safe: tuple[int, ...], dice: tuple[int, ...], tokens: int) -> None:
    """Refuse options with which no token of either side might ever move again.  Raises :class:`BadOption`."""
    if track.turns_back:
        _check_turning_back(track, safe, dice)
        return
    tail = meeting_cells(track)
    safe = tuple(cell for cell in safe if cell in tail)
    throws = tuple(number for number, weight in enumerate(dice) if number and weight)
    if safe and can_block(track.name, safe, throws, tokens):
        cells, thrown = (", ".join(str(number) for number in numbers) for numbers in (safe, throws))
        raise BadOption(
            f"safe_rosettes of the track {track.name} cannot have {cells} where the dice throw only {thrown}: "
            "with them the sides could block each other for good; safe_rosettes=none has none"
        )


def _check_turning_back(track: Track, safe: tuple[int, ...], dice: tuple[int, ...]) -> None:
    """With the options that are left there is no block; a test tries all positions in which tokens block each other."""
    loose = [cell for cell in safe if cell % 4]
    if loose:
        raise BadOption(
            f"safe_rosettes of the track {track.name} must be cells 4, 8, 12, ..., not {loose[0]}: "
            "with others the sides could block each other for good; safe_rosettes=none has none"
        )
    missing = [number for number in (1, 2, 3) if not any(dice[number : number + 1])]
    if missing:
        raise BadOption(
            f"dice must be able to throw 1, 2 and 3 on the track {track.name}, not only some of them: "
            f"without {missing[0]} the sides could block each other for good"
        )


def meeting_cells(track: Track) -> range:
    """The cells from the first on whose square the other side counts differently; none on most tracks."""
    differ = [cell for cell in range(1, track.cells + 1) if track.opposite[cell] not in ((), (cell,))]
    return range(min(differ, default=track.cells + 1), track.cells + 1)


@cache
def can_block(track: str, safe: tuple[int, ...], throws: tuple[int, ...], most: int) -> bool:
    """True if up to ``most`` tokens of each side on the last cells of a track can block each other for good.

    All others are at home.  Tokens on earlier cells need not be tried: both sides pass those in the same order, so
    there they block only tokens behind them.
    """
    cells = meeting_cells(TRACKS[track])
    for owners in product((None, 0, 1), repeat=len(cells)):
        standing = [dict[int, int | None](), dict[int, int | None]()]  # by each side's own cells
        for cell, owner in zip(cells, owners, strict=True):
            standing[0][cell] = owner
            standing[1][TRACKS[track].opposite[cell][0]] = owner
        if 1 <= owners.count(0) <= most and 1 <= owners.count(1) <= most and _all_blocked(standing, safe, throws):
            return True
    return False


def _all_blocked(standing: list[dict[int, int | None]], safe: tuple[int, ...], throws: tuple[int, ...]) -> bool:
    """True if no token can move; for each side its cells and the sides of the tokens on them."""
    for side in (0, 1):
        last = max(standing[side])
        for cell, owner in standing[side].items():
            for target in (cell + throw for throw in throws if owner == side):
                holder = standing[side].get(target)
                if target == last + 1 or (target <= last and holder != side and (holder is None or target not in safe)):
                    return False
    return True
