"""The rules of the shogi family, on any board and with any pieces of :mod:`.pieces`.

Only legal moves are made.  One look from the king finds who gives check and who
shields the king from it; after that every move found is known to be legal.

Geometry is in :mod:`.tables`, which also says how positions, men and sets of
squares are numbers.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from boardgames.core.base import BaseGame, BaseState
from boardgames.core.history import Trail, trail_of
from boardgames.core.model import OVER, Notation, Outcome
from boardgames.core.vectors import append, vec
from boardgames.core.verdict import PLY_LIMIT
from boardgames.games.shogi.explanation import why_not
from boardgames.games.shogi.impasse import by_24_points, by_declaration
from boardgames.games.shogi.repetition import Repetition
from boardgames.games.shogi.tables import (
    BLACK,
    EMPTY,
    KINDS,
    KING,
    MOST_IN_HAND,
    PAWN,
    PLACES,
    PROMOTED,
    WHITE,
    Action,
    square_number,
    tables_of,
)
from boardgames.games.shogi.variant import Variant

WORDS: Final[i64] = 2  # of a set of squares
FIRST_PLY: Final = 1
ROOM: Final[i64] = 60  # moves found before more room is made; these fit a small block of memory
UNKNOWN: Final = 255  # in place of the number of checks, before anybody asked
UNMOVED: Final = -1  # in place of the last action, where a game is taken up
ENDLESS: Final = 2**30  # in place of a limit on plies
QUIET_FOR_LONG: Final = 30_000  # plies, beyond which nobody counts


@final
class Shogi(BaseGame):
    """A game of the family with its options chosen.

    ``impasse`` is ``24-point``, ``27-point`` or ``none``; ``max_plies`` 0 sets no limit.
    """

    def __init__(
        self,
        variant: Variant,
        options: Any,
        notation: Notation,
        repetition: Repetition | None,
        impasse: str = "none",
        impasse_quiet_plies: int = 0,
        max_plies: int = 0,
    ) -> None:
        tables = tables_of(variant)
        declares = impasse == "27-point"
        possible = tables.actions if declares else tables.actions[:-1]  # the last one is the declaration
        super().__init__(variant.name, variant.title, options, possible)
        self.variant: Final = variant
        self.notation: Final = notation
        self.repetition: Final = repetition
        self.tables: Final = tables
        self.declares: Final = declares
        self.occurrences: Final[i64] = repetition.times if repetition else 0
        self.quiet_plies: Final[i64] = impasse_quiet_plies if impasse == "24-point" else QUIET_FOR_LONG + 1
        self.last_ply: Final[i64] = max_plies if max_plies else ENDLESS
        self._start: State | None = None

    def start(self) -> State:
        if self._start is None:
            self._start = self.parse(f"{self.variant.start} {FIRST_PLY}")
        return self._start.taken_up()

    def parse(self, text: str) -> State:
        state: State = self.notation.parse(self, text)
        return state

    def place(
        self, position: bytes, side: int, ply: int = FIRST_PLY, quiet: int = 0, last: int = UNMOVED,
        past: list[int] | None = None,
    ) -> State:  # fmt: skip
        """The state of a position, with ``side`` to move and the entries of a trail before it."""
        tables = self.tables
        squares = self.variant.squares
        key = 0
        for square in range(squares):
            if position[square]:
                key ^= tables.man_key[position[square] * squares + square]
        for slot in range(squares, len(position)):
            for count in range(position[slot]):
                key ^= tables.hand_key[(slot - squares) * (MOST_IN_HAND + 1) + count]
        if side == WHITE:
            key ^= tables.turn_key
        if last == tables.declaration.index:
            key ^= tables.declaration_key
        kings = [position.find(colour * 16 + KING, 0, squares) for colour in (BLACK, WHITE)]
        black_king, white_king = [king if king >= 0 else squares for king in kings]
        own_low, own_high = tables.set_of([square for square in range(squares) if position[square] >> 4 == side])
        other_low, other_high = tables.set_of(
            [square for square in range(squares) if position[square] >> 4 == BLACK + WHITE - side]
        )
        entries = past or []
        trail = trail_of(ply - len(entries), entries) if self.repetition else None
        return State(
            self, position, side, ply, quiet, last, key, black_king, white_king,
            own_low, own_high, other_low, other_high, trail,
        )  # fmt: skip


def state_from(game: Shogi, fields: tuple[bytes, int, int, int, int, list[int]]) -> State:
    return game.place(*fields)


@mypyc_attr(free_list_len=1)
@final
class State(BaseState):
    """A position, and the plies that led to it.

    ``ply`` is the number of the next one, from 1; ``quiet`` counts those since
    the last capture or promotion.  *Own* is the side to move, *other* its opponent.
    """

    def __init__(
        self, game: Shogi, position: bytes, side: i64, ply: i64, quiet: i64, last: i64, key: i64,
        black_king: i64, white_king: i64, own_low: i64, own_high: i64, other_low: i64, other_high: i64,
        trail: Trail | None,
    ) -> None:  # fmt: skip
        self.game: Final = game
        self.position: Final = position
        self.key: Final = key
        self.own_low: Final = own_low
        self.own_high: Final = own_high
        self.other_low: Final = other_low
        self.other_high: Final = other_high
        self.ply: Final = i32(ply)
        self.quiet: Final = i16(quiet)
        self.last_index: Final = i16(last)
        self.side: Final = u8(side)
        self.black_king: Final = u8(black_king)
        self.white_king: Final = u8(white_king)
        # What is found out when it is first needed.
        self._checks: u8 = UNKNOWN
        self._trail: Trail | None = trail
        self._legal: tuple[Action, ...] | None = None

    # -- whose turn, and the end -----------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat to move, also when the game is over: Black is 0."""
        return int(self.side) - BLACK

    @property
    def turn(self) -> int:
        return self.seat if self.actions() else OVER

    def actions(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = () if self.is_cut_short() else self.legal()
        return self._legal

    def is_cut_short(self) -> bool:
        """Does the game end here, although there may be legal moves?"""
        game = self.game
        trail = self._trail
        return (
            i64(self.ply) > game.last_ply
            or (trail is not None and trail.count(i64(self.ply), self.key) + 1 >= game.occurrences)
            or (i64(self.quiet) >= game.quiet_plies and self.kings_entered())
            or (game.declares and self.is_declared())
        )

    @property
    def outcome(self) -> Outcome | None:
        return None if self.actions() else self.verdict()

    def verdict(self) -> Outcome:
        """How the game ended: a mate comes before all else."""
        game = self.game
        if self.is_declared():
            return by_declaration(self, 1 - self.seat)
        if not self.legal():
            return Outcome.lost_by(self.seat, "checkmate" if self.in_check() else "stalemate")
        if game.repetition is not None and len(self.occurrences()) >= game.repetition.times:
            verdict: Outcome = game.repetition.judge(self)
            return verdict
        if i64(self.quiet) >= game.quiet_plies and self.kings_entered():
            return by_24_points(self)
        return Outcome((0.0, 0.0), PLY_LIMIT)

    def kings_entered(self) -> bool:
        """Are both kings in their promotion zones?"""
        tables = self.game.tables
        zone: i64 = self.game.variant.zone * tables.files
        white_king = i64(self.white_king)
        return i64(self.black_king) < zone and tables.squares - zone <= white_king < tables.squares

    def is_declared(self) -> bool:
        return self.last_index == self.game.tables.declaration.index

    # -- attack and check ------------------------------------------------------------

    def attacked(self, square: i64, low: i64, high: i64) -> bool:
        """Does the other side attack ``square``, when pieces stand on the set ``low``, ``high``?"""
        tables, position = self.game.tables, self.position
        for word in range(WORDS):
            squares = tables.high_square if word else tables.low_square
            seers = self.other_high & tables.star_high[square] if word else self.other_low & tables.star_low[square]
            while seers:
                seer = squares[(seers & -seers) % PLACES]
                seers &= seers - 1
                pair = square * tables.squares + seer
                if tables.threat[position[seer]] >> tables.facing[pair] & 1 and not (
                    low & tables.between_low[pair] or high & tables.between_high[pair]
                ):
                    return True
        return False

    def own_king(self) -> i64:
        return i64(self.black_king) if self.side == BLACK else i64(self.white_king)

    def in_check(self) -> bool:
        """Is the king of the side to move attacked?"""
        if self._checks == UNKNOWN:
            low, high = self.own_low | self.other_low, self.own_high | self.other_high
            self._checks = 1 if self.attacked(self.own_king(), low, high) else 0
        return self._checks != 0

    def checks(self) -> int:
        """How many men give check to the side to move."""
        self.moves()
        return int(self._checks)

    # -- legal actions ---------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """The legal actions, whether or not the game goes on."""
        ends = self.game.tables.ends
        moves = self.moves()
        legal = tuple(ends[entry] for entry in moves)
        return (*legal, self.game.tables.declaration) if self.game.declares and legal else legal

    def moves(self) -> vec[i64]:
        """The legal moves and drops, as entries of the tables' ``ends``."""
        tables, position = self.game.tables, self.position
        side, squares = i64(self.side), tables.squares
        king = self.own_king()
        journey, travel = tables.journey, tables.travel
        found = vec[i64](capacity=ROOM)

        # Who of the other side would attack the king, but for what stands between?
        low, high = self.own_low | self.other_low, self.own_high | self.other_high
        checks: i64 = 0
        allowed_low, allowed_high = tables.all_low, tables.all_high  # where a man other than the king may go
        pinned_low: i64 = 0
        pinned_high: i64 = 0
        for word in range(WORDS):
            places = tables.high_square if word else tables.low_square
            seers = self.other_high & tables.star_high[king] if word else self.other_low & tables.star_low[king]
            while seers:
                seer = places[(seers & -seers) % PLACES]
                seers &= seers - 1
                pair = king * squares + seer
                if tables.threat[position[seer]] >> tables.facing[pair] & 1:
                    shield_low, shield_high = low & tables.between_low[pair], high & tables.between_high[pair]
                    if not shield_low | shield_high:
                        checks += 1
                        allowed_low = tables.between_low[pair] | tables.low[seer]
                        allowed_high = tables.between_high[pair] | tables.high[seer]
                    elif not (
                        shield_low & (shield_low - 1) or shield_high & (shield_high - 1) or (shield_low and shield_high)
                    ):
                        pinned_low |= shield_low & self.own_low
                        pinned_high |= shield_high & self.own_high
        self._checks = u8(checks)

        # The king goes where nobody attacks it, nor would if it were gone from its square.
        low, high = low ^ tables.low[king], high ^ tables.high[king]
        trip = journey[side * 16 * tables.stride + king]
        for entry in range(trip & 65535, trip >> 16 & 65535):
            target = travel[entry] & 127
            occupant: i64 = position[target]
            if occupant >> 4 != side and not self.attacked(target, low, high):
                found = append(found, entry)
        if checks > 1:
            return found

        # The others go on their journeys; in check only to parry it, and if pinned only along the pin.
        pawn_files: i64 = 0
        for word in range(WORDS):
            places = tables.high_square if word else tables.low_square
            men = self.own_high & ~tables.high[king] if word else self.own_low & ~tables.low[king]
            pinned = pinned_high if word else pinned_low
            while men:
                man = men & -men
                men ^= man
                square = places[man % PLACES]
                trip = journey[position[square] * tables.stride + square]
                pawn_files |= trip >> 48
                if man & pinned:
                    if not checks:
                        pair = king * squares + square
                        found = self.moves_within(found, trip, tables.line_low[pair], tables.line_high[pair])
                elif checks:
                    found = self.moves_within(found, trip, allowed_low, allowed_high)
                else:
                    for entry in range(trip & 65535, trip >> 16 & 65535):
                        occupant = position[travel[entry] & 127]
                        if occupant >> 4 != side:
                            found = append(found, entry)
                    entry = trip >> 32 & 65535
                    while entry:
                        stage = travel[entry]
                        occupant = position[stage & 127]
                        occupant >>= 4
                        if occupant != side:
                            found = append(found, entry)
                        entry = stage >> 7 + 16 * occupant & 65535
        free_low, free_high = ~(self.own_low | self.other_low), ~(self.own_high | self.other_high)
        return self.drops(found, allowed_low & free_low, allowed_high & free_high, pawn_files)

    def moves_within(self, found: vec[i64], trip: i64, low: i64, high: i64) -> vec[i64]:
        """The part of a journey that ends on the given set of squares."""
        tables, position, side = self.game.tables, self.position, i64(self.side)
        for entry in range(trip & 65535, trip >> 16 & 65535):
            target = tables.travel[entry] & 127
            occupant: i64 = position[target]
            if occupant >> 4 != side and (tables.low[target] & low or tables.high[target] & high):
                found = append(found, entry)
        entry = trip >> 32 & 65535
        while entry:
            stage = tables.travel[entry]
            target = stage & 127
            occupant = position[target]
            occupant >>= 4
            if occupant != side and (tables.low[target] & low or tables.high[target] & high):
                found = append(found, entry)
            entry = stage >> 7 + 16 * occupant & 65535
        return found

    def drops(self, found: vec[i64], free_low: i64, free_high: i64, pawn_files: i64) -> vec[i64]:
        """Drops on a set of free squares: nowhere the piece could not move on, no second pawn
        on a file, no pawn that gives mate."""
        tables, side = self.game.tables, i64(self.side)
        hand = tables.hand[side]
        for kind in range(i64(PAWN), tables.kinds):
            if not self.position[hand + kind]:
                continue
            low, high = (
                free_low & tables.alive_low[side * KINDS + kind],
                free_high & tables.alive_high[side * KINDS + kind],
            )
            if kind == PAWN:
                low &= tables.off_low[pawn_files]
                high &= tables.off_high[pawn_files]
                king = i64(self.white_king) if side == BLACK else i64(self.black_king)
                front = tables.front[side * tables.stride + king]
                if (low & tables.low[front] or high & tables.high[front]) and self.mates_with_pawn(front):
                    low &= ~tables.low[front]
                    high &= ~tables.high[front]
            first = tables.drop_entry + kind * tables.squares
            while low:
                found = append(found, first + tables.low_square[(low & -low) % PLACES])
                low &= low - 1
            while high:
                found = append(found, first + tables.high_square[(high & -high) % PLACES])
                high &= high - 1
        return found

    def mates_with_pawn(self, square: i64) -> bool:
        """Would a pawn dropped on ``square`` be checkmate?"""
        return not len(self.apply(self.game.tables.drop(PAWN, square)).moves())

    def count(self) -> int:
        if self._legal is not None:
            return len(self._legal)
        if self.is_cut_short():
            return 0
        moves: i64 = len(self.moves())
        return moves + 1 if moves and self.game.declares else moves

    # -- going on ----------------------------------------------------------------------

    def apply(self, action: Action) -> State:
        game = self.game
        tables, squares, man_key = game.tables, game.tables.squares, game.tables.man_key
        side = i64(self.side)
        ply = i64(self.ply)
        self._legal = None  # it has served
        trail = self._trail
        if trail is not None:
            self._trail = trail = trail.after(ply, self.key, self.in_check())
        target = i64(action.target)
        before = self.position
        after = vec[u8](before)
        key = self.key ^ tables.turn_key
        quiet = i64(self.quiet) + 1
        black_king, white_king = i64(self.black_king), i64(self.white_king)
        own_low, own_high = self.own_low, self.own_high
        other_low, other_high = self.other_low, self.other_high
        if target < 0:
            return State(
                game, before, BLACK + WHITE - side, ply + 1, quiet, i64(action.index), key ^ tables.declaration_key,
                black_king, white_king, other_low, other_high, own_low, own_high, trail,
            )  # fmt: skip
        own_low |= tables.low[target]
        own_high |= tables.high[target]
        if action.drop:
            kind = i64(action.drop)
            code = side << 4 | kind
            slot = tables.hand[side] + kind
            left: i64 = before[slot] - 1
            after[slot] = u8(left)
            key ^= tables.hand_key[(slot - squares) * (MOST_IN_HAND + 1) + left]
        else:
            source = i64(action.source)
            code = before[source]
            after[source] = EMPTY
            own_low ^= tables.low[source]
            own_high ^= tables.high[source]
            key ^= man_key[code * squares + source]
            captured: i64 = before[target]
            if captured:
                slot = tables.hand[side] + (captured & 7)
                count: i64 = before[slot]
                after[slot] = u8(count + 1)
                other_low ^= tables.low[target]
                other_high ^= tables.high[target]
                key ^= man_key[captured * squares + target]
                key ^= tables.hand_key[(slot - squares) * (MOST_IN_HAND + 1) + count]
                quiet = 0
            if action.promotes:
                code |= PROMOTED
                quiet = 0
            elif source == black_king:
                black_king = target
            elif source == white_king:
                white_king = target
        after[target] = u8(code)
        key ^= man_key[code * squares + target]
        if quiet > QUIET_FOR_LONG:
            quiet = QUIET_FOR_LONG
        return State(
            game, bytes(after), BLACK + WHITE - side, ply + 1, quiet, i64(action.index), key,
            black_king, white_king, other_low, other_high, own_low, own_high, trail,
        )  # fmt: skip

    # -- looking around ------------------------------------------------------------------

    @property
    def last(self) -> Action | None:
        """The action that led here, ``None`` where the game was taken up."""
        return None if self.last_index == UNMOVED else self.game.tables.actions[self.last_index]

    def piece_at(self, square: str) -> str:
        """Who stands on a square, in the letters of SFEN: ``P``, ``+r``, or ``""`` for nobody.

        Raises :class:`ValueError` for the name of no square.
        """
        return self.letters_of(self.position[square_number(self.game.variant, square)])

    def letters_of(self, code: int) -> str:
        """A man in the letters of SFEN."""
        if code == EMPTY:
            return ""
        letter = self.game.variant.letters[code & 7]
        return ("+" if code & PROMOTED else "") + (letter if code >> 4 == BLACK else letter.lower())

    def hand(self, seat: int) -> dict[str, int]:
        """How many of each piece a seat has in hand, by letter, the most valuable first."""
        first: int = self.game.tables.hand[seat + BLACK]
        letters = self.game.variant.letters
        counts = [(letters[kind], self.position[first + kind]) for kind in range(len(letters) - 1, KING, -1)]
        return {letter: count for letter, count in counts if count}

    def in_hand(self, seat: int) -> str:
        """The letters of the pieces a seat has in hand, the most valuable first: ``RPP``."""
        return "".join([letter * count for letter, count in self.hand(seat).items()])

    def men(self, seat: int, in_zone: bool = False) -> str:
        """The letters of a seat's men on the board, or only of those in its promotion zone."""
        tables = self.game.tables
        side = seat + BLACK
        letters = self.game.variant.letters
        return "".join(
            [
                letters[code & 7]
                for square, code in enumerate(self.position[: self.game.variant.squares])
                if code >> 4 == side and (not in_zone or tables.in_zone(side, square))
            ]
        )

    def is_attacked(self, seat: int) -> bool:
        """Is the king of a seat attacked, whoever is to move?"""
        if seat == self.seat:
            return self.in_check()
        return self.game.place(self.position, BLACK + seat).in_check()

    def taken_up(self) -> State:
        """This position as the first of a game."""
        return State(
            self.game, self.position, i64(self.side), i64(self.ply), i64(self.quiet), i64(self.last_index), self.key,
            i64(self.black_king), i64(self.white_king),
            self.own_low, self.own_high, self.other_low, self.other_high,
            None if self._trail is None else Trail(i64(self.ply)),
        )  # fmt: skip

    # -- the past ------------------------------------------------------------------------

    def occurrences(self) -> list[int]:
        """The plies at which this position stood on the board, this one included, ascending.

        A game without a rule of repetition remembers none.
        """
        trail = self._trail
        return [] if trail is None else [*trail.plies(int(self.ply), self.key), int(self.ply)]

    def past(self) -> list[int]:
        """The positions before this one as entries of a trail, the first first."""
        trail = self._trail
        return [] if trail is None else trail.entries(trail.root(), int(self.ply))

    def forced_since(self, ply: int) -> list[bool]:
        """Whether the side to move was in check, at each ply after ``ply`` and now."""
        trail = self._trail
        entries = [] if trail is None else trail.entries(ply + 1, int(self.ply))
        return [entry & 1 == 1 for entry in entries] + [self.in_check()]

    # -- as a value ----------------------------------------------------------------------

    def __hash__(self) -> int:
        return self.key

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.key == other.key
            and self.position == other.position
            and self.side == other.side
            and self.ply == other.ply
            and (self.quiet == other.quiet or self.game.quiet_plies > QUIET_FOR_LONG)
            and self.game.options == other.game.options
            and self.game.variant == other.game.variant
            and self.past() == other.past()
        )

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def fields(self) -> tuple[bytes, int, int, int, int, list[int]]:
        """What :meth:`Shogi.place` makes this state from."""
        return self.position, int(self.side), int(self.ply), int(self.quiet), int(self.last_index), self.past()

    def __reduce__(self) -> tuple[Any, ...]:
        return state_from, (self.game, self.fields())

    # -- errors --------------------------------------------------------------------------

    def why_not(self, text: str) -> str:
        return why_not(self, text) if self.actions() else "the game is over"
