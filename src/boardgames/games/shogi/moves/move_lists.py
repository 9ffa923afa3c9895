"""The moves of every man from every square, made once for each variant, in one array of *entries*.

The moves of a man from one square stand side by side.  They are its *move list*:
first its steps, then its slides, ray by ray.  Here is that of Black's promoted rook
on 5d of minishogi, numbered as if it began at entry 41:

    entry        41   42 |  43   44   45 |  46   47   48   49 |  50
                 steps   |  slides north |  slides east       |  south
    target       4c   4e |  5c   5b   5a |  4d   3d   2d   1d |  5e
    if empty             |  44   45   46 |  47   48   49   50 |   0
    if Black's           |  46   46   46 |  50   50   50   50 |   0
    if White's           |  46   46   46 |  50   50   50   50 |   0

The last three rows are the next entry to look at, by what stands on the target: on
a free square the slide goes on, on any other the next ray begins, and 0 ends the
list.  A slide that may promote has two entries for one target, promoting first;
there the first leads to the second unless a man of the same side stands on it.

Entry 0 is in no list.  ``actions`` has the action of each entry.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.games.shogi.moves.actions import Action, Catalogue
from boardgames.games.shogi.moves.board import BLACK, CODES, PAWN, WHITE, man_of, side_of

# -- several numbers in one: a move list, and an entry -----------------------------------


def pack_list(first_step: int, end_of_steps: int, first_slide: int, pawn_files: int) -> int:
    """A move list as a number: three entries of 16 bits, and a set of files."""
    return first_step | end_of_steps << 16 | first_slide << 32 | pawn_files << 48


def first_step(move_list: i64) -> i64:
    """The first of the entries that are steps."""
    return move_list & 65535


def end_of_steps(move_list: i64) -> i64:
    """The entry behind the last step."""
    return move_list >> 16 & 65535


def first_slide(move_list: i64) -> i64:
    """The entry with which the slides begin; 0 if there are none."""
    return move_list >> 32 & 65535


def pawn_files(move_list: i64) -> i64:
    """The set of files, as bits, on which the man is an unpromoted pawn: its own or none."""
    return move_list >> 48


def pack_entry(target: int, following: list[int]) -> int:
    """An entry as a number: 7 bits of its target, then the next entries, 16 bits for each occupant."""
    entry = target
    for occupant, following_entry in enumerate(following):
        entry |= following_entry << 7 + 16 * occupant
    return entry


def target_of(entry: i64) -> i64:
    return entry & 127


def entry_after(entry: i64, occupant: i64) -> i64:
    """The entry to look at next when the target is ``EMPTY``, ``BLACK``'s or ``WHITE``'s; 0 ends the list."""
    return entry >> 7 + 16 * occupant & 65535


# -- the lists ----------------------------------------------------------------------------


@final
class MoveLists:
    """The move lists of a variant.

    ``lists`` is by ``code * stride + square``, a number of :func:`pack_list`; a king
    that is nowhere has an empty one.  ``entries`` are numbers of :func:`pack_entry`;
    that of a step has only a target.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue: Final = catalogue
        self._board: Final = catalogue.board
        variant = catalogue.board.variant
        self.stride: Final = variant.squares + 1
        self.lists: Final[list[int]] = [0] * (CODES * self.stride)
        self.entries: Final[list[int]] = [0]
        self.actions: Final[list[Action]] = [catalogue.every[0]]
        alike: dict[tuple[i64, bool, tuple[tuple[int, bool], ...]], int] = {}
        for code in range(CODES):
            if self._board.moves(code):
                # Men of a side that move alike and promote no more share their lists: gold and what becomes as gold.
                promotes = self._board.can_promote(code)
                first = alike.setdefault((side_of(code), promotes, tuple(self._board.moves(code))), code)
                for square in range(variant.squares):
                    if first == code:
                        self._add_list(code, square)
                    else:
                        self.lists[code * self.stride + square] = self.lists[first * self.stride + square]
        for side in (BLACK, WHITE):
            for square in range(variant.squares):
                self.lists[int(man_of(side, PAWN)) * self.stride + square] |= pack_list(
                    0, 0, 0, 2 ** (square % variant.files)
                )

    def _add_list(self, code: int, square: int) -> None:
        rays = self._board.rays[square]
        steps: list[Action] = []
        slides: list[list[list[Action]]] = []
        for direction, is_slide in self._board.moves(code):
            ray = rays[direction]
            if ray and is_slide:
                arrivals = [self._arrivals(code, square, target) for target in ray]
                slides.append([ways for ways in arrivals if ways])
            elif ray:
                steps += self._arrivals(code, square, ray[0])
        slides = [ray_actions for ray_actions in slides if ray_actions]
        start = len(self.entries)
        first_slide = start + len(steps)
        self.entries.extend([int(action.target) for action in steps])
        self.actions.extend(steps)
        for ray_actions in slides:
            self._add_ray(int(side_of(code)), ray_actions, ray_actions is slides[-1])
        self.lists[code * self.stride + square] = pack_list(start, first_slide, first_slide if slides else 0, 0)

    def _add_ray(self, own: int, ray: list[list[Action]], is_last: bool) -> None:
        """The entries of a slide: for each square of the ray the actions that end there."""
        end = len(self.entries) + sum([len(arrivals) for arrivals in ray])
        stop = 0 if is_last else end
        for arrivals in ray:
            last_arrival = arrivals[-1]
            for action in arrivals:
                onward = len(self.entries) + 1
                if onward == end:
                    onward = stop
                captured = stop if action is last_arrival else onward
                following = [onward, stop, captured] if own == BLACK else [onward, captured, stop]
                self.entries.append(pack_entry(int(action.target), following))
                self.actions.append(action)

    def _arrivals(self, code: int, source: int, target: int) -> list[Action]:
        """The ways in which a man may complete a move: promoting, or as it is."""
        arrivals: list[Action] = []
        if self._board.may_promote(code, source, target):
            arrivals.append(self._catalogue.moves[source, target, True])
        if not self._board.must_promote(code, target):
            arrivals.append(self._catalogue.moves[source, target, False])
        return arrivals
