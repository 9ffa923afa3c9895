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

Where pieces turn over when they capture, the same moves promoting are further
entries, in no list either; ``capturing`` has the entry to take instead.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from boardgames.core.vectors import append, vec
from boardgames.games.shogi.moves.actions import Action, Catalogue
from boardgames.games.shogi.moves.board import BLACK, CODES, PAWN, WHITE, man_of, side_of

# -- several numbers in one: a move list, and an entry -----------------------------------


def pack_list(first_step: i64, end_of_steps: i64, first_slide: i64, pawn_files: i64) -> i64:
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


def pack_entry(target: i64, if_empty: i64, if_black: i64, if_white: i64) -> i64:
    """An entry as a number: 7 bits of its target, then the next entries, 16 bits for each occupant."""
    return target | if_empty << 7 | if_black << 23 | if_white << 39


def target_of(entry: i64) -> i64:
    """The square to which an entry of a move list leads."""
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
        self._on_capture: Final = variant.promotion == "each capture"
        squares: i64 = variant.squares
        self.stride: Final[i64] = squares + 1
        self.lists: Final = vec[i64]([0] * (CODES * (variant.squares + 1)))
        self.entries: vec[i64] = vec[i64]([0])
        self.actions: Final[list[Action]] = [catalogue.every[0]]
        self._turning: Final[list[range]] = []
        alike: dict[tuple[i64, bool, tuple[tuple[int, int, int], ...]], int] = {}
        square: i64
        for code in range(CODES):
            moves = self._board.moves(code)
            if moves:
                # Men of a side that move alike and promote no more share their lists: gold and what becomes as gold.
                first = alike.setdefault((side_of(code), self._board.can_promote(code), tuple(moves)), code)
                for square in range(squares):
                    if first == code:
                        self._add_list(code, square)
                    else:
                        self.lists[code * self.stride + square] = self.lists[first * self.stride + square]
        self.capturing: Final = vec[i64](list(range(len(self.actions))))
        if variant.promotion == "each capture":
            self._add_captures()
        for side in (BLACK, WHITE) if variant.pawns_on_file == 1 else ():
            for square in range(squares):
                place = man_of(side, PAWN) * self.stride + square
                self.lists[place] = self.lists[place] | pack_list(0, 0, 0, i64(2 ** int(square % self._board.files)))

    def _add_list(self, code: i64, square: i64) -> None:
        rays = self._board.rays[square]
        start: i64 = len(self.actions)
        slides: list[list[Action]] = []
        for direction, nearest, furthest in self._board.moves(code):
            ways = self._ways(code, square, rays[direction][nearest - 1 : furthest])
            if furthest > nearest:
                if ways:
                    slides.append(ways)
            else:
                for action in ways:
                    self.entries = append(self.entries, i64(action.target))
                    self.actions.append(action)
        first_slide: i64 = len(self.actions)
        for ways in slides:
            self._add_ray(side_of(code), ways, ways is slides[-1])
        self.lists[code * self.stride + square] = pack_list(start, first_slide, first_slide if slides else 0, 0)
        if self._board.can_promote(code):
            self._turning.append(range(int(start), len(self.actions)))

    def _add_captures(self) -> None:
        """For each entry of a man that turns over, the same move promoting."""
        for entries in self._turning:
            for entry in entries:
                self.capturing[entry] = len(self.actions)
                self.actions.append(self._catalogue.every[i64(self.actions[entry].index) + 1])

    def _add_ray(self, own: i64, ray: list[Action], is_last: bool) -> None:
        """The entries of a slide, from the actions that end on a square of the ray."""
        entry: i64 = len(self.actions)
        end = entry + len(ray)
        stop: i64 = 0 if is_last else end
        before: i64 = len(self.actions)
        for action in ray:
            entry += 1
            onward = entry if entry < end else stop
            # The same move without promoting follows, also where it captures.
            captured = onward if entry < end and ray[entry - before].target == action.target else stop
            if own == BLACK:
                packed = pack_entry(i64(action.target), onward, stop, captured)
            else:
                packed = pack_entry(i64(action.target), onward, captured, stop)
            self.entries = append(self.entries, packed)
        self.actions.extend(ray)

    def _ways(self, code: i64, source: i64, targets: list[int]) -> list[Action]:
        """The ways in which a man may move to these squares: promoting, then as it is."""
        ways: list[Action] = []
        for target in targets:
            number = self._catalogue.number_of_move(source, target)
            if self._board.may_promote(code, source, target) and not self._on_capture:
                ways.append(self._catalogue.every[number + 1])
            if self._on_capture or not self._board.must_promote(code, source, target):
                ways.append(self._catalogue.every[number])
        return ways
