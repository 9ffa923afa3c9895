"""All that depends only on the board and its pieces, worked out once for each variant.

One more number than there are squares, ``nowhere``, is that of a king who is not
on the board.  A *position* is bytes: a code for each square, then how many of each
kind Black and White have in hand.

A set of squares is two words of bits, *low* for the first ranks and *high* for
the others, since one machine word does not hold 81.

Where several numbers share one, functions at the end of this page take them apart.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import (
    BLACK,
    CODES,
    EMPTY,
    KINDS,
    PAWN,
    STEPS,
    WHITE,
    Board,
    man_of,
    opposite,
    side_of,
    square_name,
)
from boardgames.games.shogi.variant import Variant

MOST_IN_HAND: Final = 31

WORD: Final = 60  # squares in one word of a set
# The numbers 2**0 to 2**59 all differ modulo 61, so that finds the place of a single bit.
PLACES: Final = 61


@final
class Action:
    """A move, a drop or a declaration.  Each exists once in a variant, so ``is`` compares.

    ``source`` and ``target`` are squares; a drop has no source (-1) but the kind
    of piece dropped, and a declaration has neither.
    """

    def __init__(self, variant: Variant, index: int, source: int, target: int, promotes: bool, drop: int) -> None:
        self.variant: Final = variant
        self.index: Final = i16(index)
        self.source: Final = i16(source)
        self.target: Final = i16(target)
        self.promotes: Final = promotes
        self.drop: Final = u8(drop)

    @property
    def piece(self) -> str:
        """The letter of the piece that is dropped, ``""`` for other actions."""
        return self.variant.letters[self.drop] if self.drop else ""

    @property
    def origin(self) -> str:
        """The name of the square it leaves, as ``7g``; ``""`` for a drop."""
        return square_name(self.variant, self.source)

    @property
    def destination(self) -> str:
        """The name of the square it goes to; ``""`` for a declaration."""
        return square_name(self.variant, self.target)

    def __str__(self) -> str:
        if self.target < 0:
            return "win"
        if self.drop:
            return f"{self.piece}*{self.destination}"
        return self.origin + self.destination + "+" * self.promotes

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return action_of, (self.variant, int(self.index))


def action_of(variant: Variant, index: int) -> Action:
    return tables_of(variant).actions[index]


_tables: Final[dict[Variant, Tables]] = {}


def tables_of(variant: Variant) -> Tables:
    """The tables of a variant, made when first asked for."""
    if variant not in _tables:
        _tables[variant] = Tables(variant)
    return _tables[variant]


@final
class Tables:
    """The tables of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self.board: Final = Board(variant)
        self.files: Final[i64] = variant.files
        self.ranks: Final[i64] = variant.ranks
        self.squares: Final[i64] = variant.squares
        self.nowhere: Final[i64] = variant.squares
        self.kinds: Final[i64] = len(variant.pieces)
        # Where a position has the count of a kind in hand: `hand[side] + kind`.
        self.hand: Final[vec[i64]] = vec[i64]([0, variant.squares - 1, variant.squares - 1 + len(variant.pieces) - 1])
        self.position_length: Final[i64] = variant.squares + 2 * (len(variant.pieces) - 1)
        self._tabulate_sets()
        self._number_actions()
        self._tabulate_views()
        self._tabulate_journeys()
        self._tabulate_drops()
        self._draw_keys()

    # -- sets of squares -----------------------------------------------------------

    def _tabulate_sets(self) -> None:
        squares, files = self.variant.squares, self.variant.files
        half = min(self.variant.ranks, WORD // files) * files
        self.low: vec[i64] = vec[i64]([2**square if square < half else 0 for square in range(squares)] + [0])
        self.high: vec[i64] = vec[i64](
            [2 ** (square - half) if square >= half else 0 for square in range(squares)] + [0]
        )
        self.all_low, self.all_high = self.set_of(list(range(squares)))
        # By a single bit modulo PLACES: its square.
        self.low_square: vec[i64] = vec[i64]([0] * PLACES)
        self.high_square: vec[i64] = vec[i64]([0] * PLACES)
        for place in range(WORD):
            self.low_square[2**place % PLACES] = place
            self.high_square[2**place % PLACES] = place + half

    def set_of(self, squares: list[int]) -> tuple[i64, i64]:
        """The set of these squares, low and high."""
        low: i64 = 0
        high: i64 = 0
        for square in squares:
            low |= self.low[square]
            high |= self.high[square]
        return low, high

    # -- actions ---------------------------------------------------------------------

    def _number_actions(self) -> None:
        """Moves that any man could make, drops, and last the declaration."""
        variant, squares = self.variant, self.variant.squares
        actions: list[Action] = []
        self._moves: dict[tuple[int, int, bool], Action] = {}
        for source in range(squares):
            targets = [target for direction in range(len(STEPS)) for target in self.board.ray(source, direction)]
            for target in sorted(targets):
                near_edge = [self.board.in_zone(side, square) for side in (BLACK, WHITE) for square in (source, target)]
                for promotes in (False, True) if any(near_edge) else (False,):
                    action = Action(variant, len(actions), source, target, promotes, 0)
                    self._moves[source, target, promotes] = action
                    actions.append(action)
        self.first_drop: i64 = len(actions)  # of the king, that cannot be: then the pawn's and so on
        self.first_drop -= squares
        for kind in range(1, len(variant.pieces)):
            for target in range(squares):
                actions.append(Action(variant, len(actions), -1, target, False, kind))
        self.declaration: Action = Action(variant, len(actions), -1, -1, False, 0)
        self.actions: list[Action] = [*actions, self.declaration]

    def move(self, source: int, target: int, promotes: bool) -> Action | None:
        """The move of these squares, if any man could make it."""
        return self._moves.get((source, target, promotes))

    def drop(self, kind: int, target: int) -> Action:
        return self.actions[self.first_drop + kind * self.squares + target]

    # -- what is seen from a square -----------------------------------------------------

    def _tabulate_views(self) -> None:
        """What can be seen along the directions: by square, or by (square, other square)."""
        squares = self.variant.squares
        pairs = squares**2
        star: list[tuple[i64, i64]] = []
        facing = bytearray(pairs)
        self.line_low, self.line_high = vec[i64]([0] * pairs), vec[i64]([0] * pairs)
        self.between_low, self.between_high = vec[i64]([0] * pairs), vec[i64]([0] * pairs)
        for square in range(squares):
            rays = [self.board.ray(square, direction) for direction in range(len(STEPS))]
            star.append(self.set_of([seen for ray in rays for seen in ray]))
            for direction, ray in enumerate(rays):
                for distance, seen in enumerate(ray):
                    pair = square * squares + seen
                    facing[pair] = 2 * direction + (distance > 0)
                    self.line_low[pair], self.line_high[pair] = self.set_of(ray + rays[opposite(direction)])
                    self.between_low[pair], self.between_high[pair] = self.set_of(ray[:distance])
        # The squares seen from a square on an empty board; from nowhere, none.
        self.star_low: vec[i64] = vec[i64]([low for low, _ in star] + [0])
        self.star_high: vec[i64] = vec[i64]([high for _, high in star] + [0])
        # Which bit of `threat` says whether a man on the other square reaches the square.
        self.facing: bytes = bytes(facing)
        # By code: bit 2d if it attacks from next door in direction d, bit 2d + 1 if from farther off.
        threat = [0] * CODES
        for code in range(CODES):
            for direction, slides in self.board.moves(code):
                threat[code] |= (3 if slides else 1) * 2 ** (2 * opposite(direction))
        self.threat: vec[i64] = vec[i64](threat)

    # -- journeys -----------------------------------------------------------------------

    def _tabulate_journeys(self) -> None:
        """The moves of each man from each square.

        They are consecutive entries of ``travel``: steps, each with its target;
        then slides, that also tell which entry to look at next when the target
        is empty, Black's or White's (none after entry 0).  ``ends`` has the
        action of each entry.
        """
        squares, files = self.variant.squares, self.variant.files
        stride = squares + 1  # a king who is nowhere has a journey, an empty one
        self.stride: i64 = stride
        journey: list[int] = [0] * (CODES * stride)
        travel: list[int] = [0]
        ends: list[Action] = [self.actions[0]]
        known: dict[tuple[int, ...], int] = {}  # men that move alike share their entries
        for code in range(CODES):
            own = int(side_of(code))
            for square in range(squares):
                steps = [
                    action
                    for direction, slides in self.board.moves(code)
                    if not slides
                    for target in self.board.ray(square, direction)[:1]
                    for action in self._arrivals(code, square, target)
                ]
                rays = [
                    [self._arrivals(code, square, target) for target in self.board.ray(square, direction)]
                    for direction, slides in self.board.moves(code)
                    if slides
                ]
                rays = [ray for ray in rays if ray]
                numbers = [int(action.index) for action in steps]
                numbers += [-1] + [int(action.index) for ray in rays for arrivals in ray for action in arrivals]
                tour = (own, *numbers)
                if tour not in known:
                    slide = len(travel) + len(steps)
                    known[tour] = trip_of(len(travel), slide, slide if rays else 0, 0)
                    travel += [int(action.target) for action in steps]
                    ends += steps
                    for ray in rays:
                        end = len(travel) + sum([len(arrivals) for arrivals in ray])
                        after = 0 if ray is rays[-1] else end
                        for arrivals in ray:
                            for action in arrivals:
                                follow = len(travel) + 1 if len(travel) + 1 < end else after
                                stops = [
                                    occupant == own or (occupant != EMPTY and action is arrivals[-1])
                                    for occupant in (EMPTY, BLACK, WHITE)
                                ]
                                travel.append(
                                    stage_of(int(action.target), [after if stop else follow for stop in stops])
                                )
                                ends.append(action)
                pawn_file = 2 ** (square % files) if code == man_of(own, PAWN) else 0
                journey[code * stride + square] = known[tour] | trip_of(0, 0, 0, pawn_file)
        # By code * stride + square: a trip.
        self.journey: vec[i64] = vec[i64](journey)
        # By entry: a stage; that of a step has only a target.
        self.travel: vec[i64] = vec[i64](travel)
        # Drops follow as entries of their own: `drop_entry + kind * squares + target`.
        self.drop_entry: i64 = len(ends) - squares
        ends += [action for action in self.actions if action.drop]
        self.ends: vec[Action] = vec[Action](ends)
        if len(ends) >= 2**16 or files > 13 or squares > 2 * WORD or len(self.variant.pieces) > KINDS:
            raise ValueError(f"{self.variant.name} is larger than the tables can hold")

    def _arrivals(self, code: int, source: int, target: int) -> list[Action]:
        """The ways in which a man may complete a move: promoting, or as it is."""
        arrivals: list[Action] = []
        if self.board.may_promote(code, source, target):
            arrivals.append(self._moves[source, target, True])
        if not self.board.must_promote(code, target):
            arrivals.append(self._moves[source, target, False])
        return arrivals

    def _tabulate_drops(self) -> None:
        squares, files = self.variant.squares, self.variant.files
        # By side * KINDS + kind: the squares from which a piece can move again.
        self.alive_low, self.alive_high = vec[i64]([0] * (3 * KINDS)), vec[i64]([0] * (3 * KINDS))
        for side in (BLACK, WHITE):
            for kind in range(1, len(self.variant.pieces)):
                code = int(man_of(side, kind))
                self.alive_low[side * KINDS + kind], self.alive_high[side * KINDS + kind] = self.set_of(
                    [square for square in range(squares) if self.board.can_move_from(code, square)]
                )
        # By set of files: all squares on the other files.
        off = [
            self.set_of([square for square in range(squares) if not taken & 2 ** (square % files)])
            for taken in range(2**files)
        ]
        self.off_low: vec[i64] = vec[i64]([low for low, _ in off])
        self.off_high: vec[i64] = vec[i64]([high for _, high in off])
        # By side * stride + the opponent's king: where a pawn of the side attacks it, or nowhere.
        front = [squares] * (3 * (squares + 1))
        for king in range(squares):
            if king + files < squares:
                front[BLACK * (squares + 1) + king] = king + files
            if king >= files:
                front[WHITE * (squares + 1) + king] = king - files
        self.front: vec[i64] = vec[i64](front)

    # -- keys ------------------------------------------------------------------------------

    def _draw_keys(self) -> None:
        """Numbers for Zobrist hashing, of 62 bits: the same in every process and build."""
        rng = Random(self.variant.name)
        squares, kinds = self.variant.squares, len(self.variant.pieces)
        # By code * squares + square.
        self.man_key: vec[i64] = vec[i64]([rng.getrandbits(62) for _ in range(CODES * squares)])
        # By (place in the position - squares) * (MOST_IN_HAND + 1) + count: that of the count-th of a kind.
        self.hand_key: vec[i64] = vec[i64]([rng.getrandbits(62) for _ in range(2 * (kinds - 1) * (MOST_IN_HAND + 1))])
        self.turn_key: i64 = rng.getrandbits(62)
        self.declaration_key: i64 = rng.getrandbits(62)


# -- numbers that share one ------------------------------------------------------------
#
# A *trip* is all the moves of a man from a square: entries of `travel`, 16 bits each.


def trip_of(first_step: int, end_of_steps: int, first_slide: int, pawn_files: int) -> int:
    return first_step | end_of_steps << 16 | first_slide << 32 | pawn_files << 48


def first_step(trip: i64) -> i64:
    """The first of the entries that are steps."""
    return trip & 65535


def end_of_steps(trip: i64) -> i64:
    """The entry behind the last step."""
    return trip >> 16 & 65535


def first_slide(trip: i64) -> i64:
    """The entry with which the slides begin; 0 if there are none."""
    return trip >> 32 & 65535


def pawn_files(trip: i64) -> i64:
    """The set of files, as bits, on which the man is an unpromoted pawn: its own or none."""
    return trip >> 48


# A *stage* is one entry of `travel`: a target, and for slides three entries of 16 bits.


def stage_of(target: int, following: list[int]) -> int:
    """``following`` has the entries to look at next when the target is empty, Black's or White's."""
    stage = target
    for occupant, entry in enumerate(following):
        stage |= entry << 7 + 16 * occupant
    return stage


def target_of(stage: i64) -> i64:
    return stage & 127


def entry_after(stage: i64, occupant: i64) -> i64:
    """The entry to look at next when the target is ``EMPTY``, ``BLACK``'s or ``WHITE``'s; 0 if the slides end."""
    return stage >> 7 + 16 * occupant & 65535
