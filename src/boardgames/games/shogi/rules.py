"""The rules of the shogi family, on any board and with any pieces of :mod:`.pieces`.

A state is a :class:`~boardgames.games.shogi.moves.position.Position` and how it came
about.  Which moves are legal is in :mod:`.moves.movegen`; what a man alone may do, in
:mod:`.moves.board`.  :mod:`.repetition` and :mod:`.impasse` are modules of their own.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from boardgames.core.model.base import BaseGame
from boardgames.core.model.game import GAME_OVER, OVER, PLY_LIMIT, Notation, Outcome
from boardgames.core.model.sealed import seal
from boardgames.core.model.wrong_action import WrongAction, apply_takes_actions, as_position_text
from boardgames.core.vectors import vec
from boardgames.games.shogi.impasse import Impasse
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, EMPTY, KING, PROMOTED, WHITE, kind_of, man_of, side_of
from boardgames.games.shogi.moves.movegen import legal_moves
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import MOST_IN_HAND, Tables, tables_of
from boardgames.games.shogi.position_history import PositionHistory, history_of
from boardgames.games.shogi.repetition import Repetition
from boardgames.games.shogi.variant import Variant

KING_CAPTURED: Final = "king captured"
KING_ACROSS: Final = "king across"
CHECK: Final = "check"

FIRST_PLY: Final = 1
UNMOVED: Final = -1  # in place of the last action, where a game is taken up
ENDLESS: Final = 2**30  # in place of a limit on plies
UNCOUNTED: Final = -1  # in place of how often a position occurred before
MOST_QUIET: Final = 30_000  # where the counter of quiet plies stops: it has 16 bits, and options end at 10,000


@final
class Shogi(BaseGame):
    """A game of the family with its options chosen.

    Without a ``repetition`` or an ``impasse`` there is no such rule; ``max_plies`` 0 sets no limit.
    """

    def __init__(
        self,
        variant: Variant,
        options: Any,
        notation: Notation,
        repetition: Repetition | None,
        impasse: Impasse | None = None,
        impasse_quiet_plies: int = 0,
        max_plies: int = 0,
    ) -> None:
        tables = tables_of(variant)
        declares = impasse is not None and impasse.wins is not None
        counts = impasse is not None and impasse.counts
        possible = tables.actions if declares else tables.actions[:-1]  # the last one is the declaration
        super().__init__(variant.name, variant.title, options, possible)
        self.variant: Final = variant
        self.notation: Final = notation
        self.repetition: Final = repetition
        self.impasse: Final = impasse
        self.tables: Final = tables
        self.declares: Final = declares
        self.wins_by_check: Final[bool] = variant.wins_by == "check"
        self.wins_by_capture: Final[bool] = variant.wins_by == "capture"
        self.wins_across: Final[bool] = variant.across
        self.squares_of_zone: Final[i64] = variant.zone * variant.files
        # Whether a position may end the game although there are legal moves.
        self.ends_early: Final[bool] = declares or variant.wins_by != "mate" or variant.across
        self.occurrences: Final[i64] = repetition.times if repetition else 0
        self.quiet_plies: Final[i64] = impasse_quiet_plies if counts else MOST_QUIET + 1
        self.last_ply: Final[i64] = max_plies if max_plies else ENDLESS
        self._start: State | None = None

    def start(self) -> State:
        if self._start is None:
            self._start = self.parse(f"{self.variant.start} {FIRST_PLY}")
        return self._start.without_past()

    def parse(self, text: str | WrongAction) -> State:
        state: State = self.notation.parse(self, as_position_text(text))
        return state

    def parse_composed(self, text: str) -> State:
        """The position of a text with which a record begins: also one that no game leads to."""
        parse = getattr(self.notation, "parse_composed", self.notation.parse)
        state: State = parse(self, text)
        return state

    def place(
        self, codes: bytes, side: int, ply: int = FIRST_PLY, quiet: int = 0, last: int = UNMOVED,
        past: list[int] | None = None,
    ) -> State:  # fmt: skip
        """The state of a position, with ``side`` to move and the entries of a history before it."""
        tables = self.tables
        squares = self.variant.squares
        key = 0
        for square in range(squares):
            if codes[square]:
                key ^= tables.man_key[codes[square] * squares + square]
        for slot in range(squares, len(codes)):
            for count in range(codes[slot]):
                key ^= tables.hand_key[(slot - squares) * (MOST_IN_HAND + 1) + count]
        if side == WHITE:
            key ^= tables.turn_key
        if last == tables.declaration.index:
            key ^= tables.declaration_key
        kings = [codes.find(int(man_of(colour, KING)), 0, squares) for colour in (BLACK, WHITE)]
        black_king, white_king = [king if king >= 0 else squares for king in kings]
        own = tables.set_of([square for square in range(squares) if side_of(codes[square]) == side])
        far = tables.set_of([square for square in range(squares) if tables.attacks_far[codes[square]]])
        other = tables.set_of([square for square in range(squares) if side_of(codes[square]) == BLACK + WHITE - side])
        entries = past or []
        history = history_of(ply - len(entries), entries) if self.repetition else None
        return State(self, codes, side, (black_king, white_king), own, other, far, ply, quiet, last, key, history)


seal(Shogi)


def take_from_hand(tables: Tables, codes: vec[u8], side: i64, kind: i64) -> i64:
    """One piece less in the hand of a side.  Returns what this changes in the key."""
    slot = tables.hand[side] + kind
    left = i64(codes[slot]) - 1
    codes[slot] = u8(left)
    return tables.hand_key[(slot - tables.squares) * (MOST_IN_HAND + 1) + left]


def put_in_hand(tables: Tables, codes: vec[u8], side: i64, kind: i64) -> i64:
    """One piece more in the hand of a side.  Returns what this changes in the key."""
    slot = tables.hand[side] + kind
    count = i64(codes[slot])
    codes[slot] = u8(count + 1)
    return tables.hand_key[(slot - tables.squares) * (MOST_IN_HAND + 1) + count]


def state_from(game: Shogi, fields: tuple[bytes, int, int, int, int, list[int]]) -> State:
    """A state from the fields that a position is written in."""
    return game.place(*fields)


@mypyc_attr(free_list_len=1)
@final
class State(Position):
    """A position, and the plies that led to it.

    ``ply`` is the number of the next one, from 1; ``quiet`` counts those since
    the last capture or promotion; ``last`` is the index of the action that led
    here.  The other arguments are those of
    :class:`~boardgames.games.shogi.moves.position.Position`.
    """

    def __init__(
        self, game: Shogi, codes: bytes, side: i64, kings: tuple[i64, i64], own: tuple[i64, i64],
        other: tuple[i64, i64], far: tuple[i64, i64], ply: i64, quiet: i64, last: i64, key: i64,
        history: PositionHistory | None,
    ) -> None:  # fmt: skip
        super().__init__(game.tables, codes, side, kings, own, other, far)
        self.game: Final = game
        self.key: Final = key
        self.ply: Final = i32(ply)
        self.quiet: Final = i16(quiet)
        self.last_index: Final = i16(last)
        self._history: PositionHistory | None = history
        self._legal: tuple[Action, ...] | None = None  # generated when first needed
        self._earlier: i32 = UNCOUNTED  # counted when first needed

    # -- whose turn, and the end -----------------------------------------------------

    @property
    def turn(self) -> int:
        return self.seat if self.actions() else OVER

    def actions(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = () if self.is_cut_short() else self.legal()
        return self._legal

    def is_cut_short(self) -> bool:
        """True if the game ends here, although there may be legal moves."""
        game = self.game
        return (
            i64(self.ply) > game.last_ply
            or (self._history is not None and self.earlier() + 1 >= game.occurrences)
            or (i64(self.quiet) >= game.quiet_plies and self.kings_entered())
            or (game.ends_early and (self.is_declared() or self.won_early() is not None))
        )

    @property
    def outcome(self) -> Outcome | None:
        return None if self.actions() else self.verdict()

    def verdict(self) -> Outcome:
        """The end of the game: a declaration and the wins of variants come before mate, repetition and the others."""
        game = self.game
        if self.is_declared() and game.impasse is not None:
            declared: Outcome = game.impasse.by_declaration(self, 1 - self.seat)
            return declared
        if game.ends_early:
            early = self.won_early()
            if early is not None:
                return early
        if not self.legal():
            return Outcome.lost_by(self.seat, "checkmate" if self.in_check() else "stalemate")
        if game.repetition is not None and self._history is not None:
            repeated: Outcome | None = game.repetition.outcome(
                self._history, int(self.ply), self.key, self.seat, self.in_check()
            )
            if repeated is not None:
                return repeated
        if game.impasse is not None and i64(self.quiet) >= game.quiet_plies and self.kings_entered():
            counted: Outcome = game.impasse.by_points(self)
            return counted
        return Outcome((0.0, 0.0), PLY_LIMIT)

    def won_early(self) -> Outcome | None:
        """The end of the game in a variant that a check, the king's capture or its arrival wins, if it has."""
        game = self.game
        if game.wins_by_check and self.in_check():
            return Outcome.lost_by(self.seat, CHECK)
        if game.wins_by_capture:
            nowhere = game.tables.nowhere
            if self.own_king() == nowhere:
                return Outcome.lost_by(self.seat, KING_CAPTURED)
            if self.other_king() == nowhere:
                return Outcome.lost_by(1 - self.seat, KING_CAPTURED)
        if game.wins_across:
            if self.is_across(BLACK + WHITE - i64(self.side)) and not self.turned().in_check():
                return Outcome.lost_by(self.seat, KING_ACROSS)
            if self.is_across(i64(self.side)):
                return Outcome.lost_by(1 - self.seat, KING_ACROSS)
        return None

    def is_across(self, side: i64) -> bool:
        """True if a side's king stands on the rank that is furthest from it."""
        tables = self.game.tables
        if side == BLACK:
            return i64(self.black_king) < tables.files
        return tables.squares - tables.files <= i64(self.white_king) < tables.squares

    def kings_entered(self) -> bool:
        """True if both kings are in their promotion zones."""
        tables = self.game.tables
        zone = self.game.squares_of_zone
        white_king = i64(self.white_king)
        return i64(self.black_king) < zone and tables.squares - zone <= white_king < tables.squares

    def is_declared(self) -> bool:
        """True if the last move was a declaration of impasse."""
        return self.last_index == self.game.tables.declaration.index

    # -- legal actions ---------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """The legal actions, whether or not the game goes on."""
        entry_actions = self.game.tables.entry_actions
        moves = legal_moves(self)
        legal = tuple(entry_actions[entry] for entry in moves)
        return (*legal, self.game.tables.declaration) if self.game.declares and legal else legal

    def checks(self) -> int:
        """The number of men that give check to the side to move."""
        legal_moves(self)
        return int(self.in_check()) if self.tables.captures_king else int(self.known_checks)

    def entries(self) -> vec[i64]:
        """The legal actions but for a declaration, as entries of the tables; none when the game is over."""
        return vec[i64]([]) if self.is_cut_short() else legal_moves(self)

    def count(self) -> int:
        if self._legal is not None:
            return len(self._legal)
        moves: i64 = len(self.entries())
        return moves + 1 if moves and self.game.declares else moves

    # -- the next state ----------------------------------------------------------------------

    def apply(self, action: Action | WrongAction) -> State:
        if not isinstance(action, Action) or action.variant is not self.tables.variant:
            raise apply_takes_actions(action)
        return self._after(action)

    def _after(self, action: Action) -> State:
        target = i64(action.target)
        if target < 0:
            return self.declared(action)
        tables, squares, side = self.tables, self.tables.squares, i64(self.side)
        man_key = tables.man_key
        codes = vec[u8](self.codes)
        key = self.key ^ tables.turn_key
        quiet = i64(self.quiet) + 1
        black_king, white_king = i64(self.black_king), i64(self.white_king)
        target_low, target_high = tables.low[target], tables.high[target]
        own_low, own_high = self.own_low | target_low, self.own_high | target_high
        other_low, other_high = self.other_low, self.other_high
        far_low, far_high = self.far_low & ~target_low, self.far_high & ~target_high
        if action.drop:
            man = man_of(side, i64(action.drop))
            if not codes[tables.hand[side] + kind_of(i64(action.drop))]:
                raise self._refused(str(action))
            key ^= take_from_hand(tables, codes, side, kind_of(i64(action.drop)))
        else:
            source = i64(action.source)
            man = i64(codes[source])
            codes[source] = EMPTY
            key ^= man_key[man * squares + source]
            own_low ^= tables.low[source]
            own_high ^= tables.high[source]
            far_low &= ~tables.low[source]
            far_high &= ~tables.high[source]
            captured = i64(codes[target])
            if captured:
                key ^= man_key[captured * squares + target]
                if kind_of(captured) != KING:
                    key ^= put_in_hand(tables, codes, side, kind_of(captured))
                elif side == BLACK:
                    white_king = tables.nowhere
                else:
                    black_king = tables.nowhere
                other_low ^= target_low
                other_high ^= target_high
                quiet = 0
            if action.promotes:
                man ^= PROMOTED
                quiet = 0
            elif source == black_king:
                black_king = target
            elif source == white_king:
                white_king = target
        codes[target] = u8(man)
        far_low |= target_low & tables.attacks_far[man]
        far_high |= target_high & tables.attacks_far[man]
        key ^= man_key[man * squares + target]
        if quiet > MOST_QUIET:
            quiet = MOST_QUIET
        return State(
            self.game, bytes(codes), BLACK + WHITE - side, (black_king, white_king),
            (other_low, other_high), (own_low, own_high), (far_low, far_high),  # the sides change places
            i64(self.ply) + 1, quiet, i64(action.index), key, self.history_after(),
        )  # fmt: skip

    def declared(self, declaration: Action) -> State:
        """The state after a declaration: nothing moves, and the game is over."""
        return self.unmoved(i64(self.quiet) + 1, i64(declaration.index), self.key ^ self.tables.declaration_key)

    def passed(self) -> State:
        """The state in which the other side is to move, as no rule of the game allows; a search asks for it."""
        return self.unmoved(i64(self.quiet), UNMOVED, self.key)

    def unmoved(self, quiet: i64, last: i64, key: i64) -> State:
        """The state a ply later with the men where they stand; ``key`` is that before the turn passes."""
        return State(
            self.game, self.codes, BLACK + WHITE - i64(self.side), self.kings(),
            (self.other_low, self.other_high), (self.own_low, self.own_high), (self.far_low, self.far_high),
            i64(self.ply) + 1, quiet, last, key ^ self.tables.turn_key, self.history_after(),
        )  # fmt: skip

    def history_after(self) -> PositionHistory | None:
        """The history of the states that follow, with this position in it."""
        self._legal = None  # frees the list of actions: a state that was left is rarely asked again
        history = self._history
        if history is not None:
            self._history = history = history.after(i64(self.ply), self.key, self.in_check())
        return history

    # -- looking around ------------------------------------------------------------------

    @property
    def last(self) -> Action | None:
        """The action that led here, ``None`` where the game was taken up."""
        return None if self.last_index == UNMOVED else self.game.tables.actions[self.last_index]

    def without_past(self) -> State:
        """This position as the first of a game."""
        return State(
            self.game, self.codes, i64(self.side), self.kings(),
            (self.own_low, self.own_high), (self.other_low, self.other_high), (self.far_low, self.far_high),
            i64(self.ply), i64(self.quiet), i64(self.last_index), self.key,
            None if self._history is None else PositionHistory(i64(self.ply)),
        )  # fmt: skip

    # -- the past ------------------------------------------------------------------------

    def occurrences(self) -> list[int]:
        """The plies at which this position stood on the board, this one included, ascending.

        A game without a rule of repetition remembers none.
        """
        history = self._history
        return [] if history is None else [*history.plies(int(self.ply), self.key), int(self.ply)]

    def earlier(self) -> i64:
        """The number of times that this position occurred before, as far as the game remembers."""
        history = self._history
        if history is None:
            return 0
        if self._earlier == UNCOUNTED:
            self._earlier = i32(history.count(i64(self.ply), self.key))
        return i64(self._earlier)

    def past(self) -> list[int]:
        """The positions before this one as entries of a history, the first first."""
        history = self._history
        return [] if history is None else history.entries(history.root(), int(self.ply))

    # -- as a value ----------------------------------------------------------------------

    def __hash__(self) -> int:
        return self.key

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.key == other.key
            and self.codes == other.codes
            and self.side == other.side
            and self.ply == other.ply
            and (self.quiet == other.quiet or self.game.quiet_plies > MOST_QUIET)
            and self.game.options == other.game.options
            and self.game.variant == other.game.variant
            and self.past() == other.past()
        )

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def fields(self) -> tuple[bytes, int, int, int, int, list[int]]:
        """The arguments with which :meth:`Shogi.place` makes this state."""
        return self.codes, int(self.side), int(self.ply), int(self.quiet), int(self.last_index), self.past()

    def __reduce__(self) -> tuple[Any, ...]:
        return state_from, (self.game, self.fields())

    # -- errors --------------------------------------------------------------------------

    def why_not(self, text: str) -> str:
        from boardgames.games.shogi.explanation import why_not

        return why_not(self, text) if self.actions() else GAME_OVER
