"""A game of the family for learning: planes of squares, turned to the side to move.

The rows of a plane are ranks, the furthest first; its columns are files, from the
one at the mover's right.  So White sees the board turned by half a circle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, CODES, KING, PROMOTED, WHITE, man_of
from boardgames.games.shogi.rules import ENDLESS, MOST_QUIET, Shogi, State
from boardgames.games.shogi.symmetries import permutation, turned
from boardgames.games.shogi.variant import Variant
from boardgames.learning.floats import spread
from boardgames.learning.observation import ONE, Observation, Plane, bits_of
from boardgames.learning.state_writer import StateWriter

SIDES: Final = 3  # with none
TABULATED: Final = 4096  # plies whose share is worked out beforehand

PAST: Final = "Which positions came before, and where a side was in check: they decide how a repetition ends the game."
COUNTS: Final = "Of the plies played and those without a capture or promotion, the count that is further from its end."
DECLARED: Final = "Whether the last action was a declaration, which ends the game."


@final
class ShogiWriter(StateWriter):
    """Writes the states of one game as numbers."""

    def __init__(self, game: Shogi) -> None:
        variant = game.variant
        self.squares: Final[i64] = variant.squares
        self.kinds: Final[i64] = len(variant.pieces)
        codes = codes_shown(variant)
        # By the side to move and a man's code: where the man is shown that stands on the first square.
        self.plane: Final[vec[i64]] = vec[i64]([0] * (SIDES * CODES))
        for plane, code in enumerate(codes):
            for side in (BLACK, WHITE):
                # White's numbers go down from the last square.
                first = 0 if side == BLACK else variant.squares - 1
                own = side * CODES + int(man_of(side, code))
                other = side * CODES + int(man_of(BLACK + WHITE - side, code))
                self.plane[own] = plane * variant.squares + first
                self.plane[other] = (len(codes) + plane) * variant.squares + first
        self.hands: Final[i64] = 2 * len(codes) * variant.squares
        self.last: Final[i64] = self.hands + 2 * (len(variant.pieces) - 1) * variant.squares
        # By kind * 32 + count: the share of all men of the kind.
        most = most_of(variant)
        self.shares: Final[vec[i32]] = vec[i32](
            [bits_of(min(1.0, count / most[kind])) for kind in range(len(most)) for count in range(32)]
        )
        times = int(game.occurrences)
        self.times: Final[vec[i32]] = vec[i32]([bits_of(count / max(1, times - 1)) for count in range(max(1, times))])
        # By entry of the move lists: the index of its action.
        self.indices: Final[vec[i32]] = vec[i32]([int(action.index) for action in game.tables.entry_actions])
        self.declares: Final[bool] = game.declares
        self.declaration: Final[i32] = i32(game.tables.declaration.index)
        self.remembers: Final[bool] = game.occurrences > 0
        self.last_ply: Final[i64] = game.last_ply
        self.quiet_plies: Final[i64] = game.quiet_plies
        self.played: Final[vec[i32]] = tabulated(int(game.last_ply))
        self.quiet: Final[vec[i32]] = tabulated(int(game.quiet_plies))

    def fill(self, state: Any, floats: vec[i32], at: i64) -> None:
        position: State = state
        codes, side = position.codes, i64(position.side)
        spread(0, floats, at, self.hands)
        for square in range(self.squares):
            code: i64 = codes[square]
            if code:
                place = square if side == BLACK else -square
                floats[at + self.plane[side * CODES + code] + place] = i32(ONE)
        kinds = self.kinds - 1  # the king is in no hand
        hands = at + self.hands
        own = self.squares if side == BLACK else self.squares + kinds
        for kind in range(kinds):
            men = (kind + 1) * 32
            held: i64 = codes[own + kind]
            spread(self.shares[men + held], floats, hands + kind * self.squares, self.squares)
            held = codes[2 * self.squares + kinds - own + kind]
            spread(self.shares[men + held], floats, hands + (kinds + kind) * self.squares, self.squares)
        last = at + self.last
        spread(i32(ONE) if side == WHITE else i32(0), floats, last, self.squares)
        often: i32 = 0
        if self.remembers:
            earlier = position.earlier()
            often = self.times[earlier] if earlier < len(self.times) else i32(ONE)
        spread(often, floats, last + self.squares, self.squares)
        spread(self.counted(position), floats, last + 2 * self.squares, self.squares)

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        """Writes the indices of the legal actions without making a list of actions."""
        position: State = state
        entries = position.entries()
        count: i64 = len(entries)
        declares = count > 0 and self.declares
        if declares:
            count += 1
        if at + count > len(numbers):
            return count
        for entry in entries:
            numbers[at] = self.indices[entry]
            at += 1
        if declares:
            numbers[at] = self.declaration
        return count

    def counted(self, state: State) -> i32:
        """The larger of the two counts' shares, as bits; bits of shares are in the same order as the shares."""
        played: i32 = 0
        quiet: i32 = 0
        if self.last_ply < ENDLESS:
            played = share(i64(state.ply) - 1, self.last_ply, self.played)
        if self.quiet_plies <= MOST_QUIET:
            quiet = share(i64(state.quiet), self.quiet_plies, self.quiet)
        return played if played > quiet else quiet


def share(count: i64, whole: i64, table: vec[i32]) -> i32:
    """``count / whole``, at most 1, as bits."""
    if count >= whole:
        return i32(ONE)
    return table[count] if count < len(table) else i32(bits_of(int(count) / int(whole)))


def tabulated(whole: int) -> vec[i32]:
    """The first shares of a whole, as bits."""
    return vec[i32]([bits_of(count / whole) for count in range(min(whole, TABULATED))])


def codes_shown(variant: Variant) -> list[int]:
    """The codes of a side's men without the side: each kind, then those that are promoted."""
    kinds = range(len(variant.pieces))
    return [*kinds, *[kind + PROMOTED for kind in kinds if variant.pieces[kind].promotes]]


def most_of(variant: Variant) -> list[int]:
    """The number of men of each kind."""
    men = variant.start.split()[0].upper()
    return [men.count(piece.letter) for piece in variant.pieces]


def planes(game: Shogi) -> Iterator[Plane]:
    """The content of the planes, in their order."""
    variant = game.variant
    most = most_of(variant)
    for side, whose in (("own", "the side to move has"), ("other", "the opponent has")):
        for code in codes_shown(variant):
            name = variant.pieces[code & 7].called(bool(code & PROMOTED))
            yield Plane(f"{side} {name}", f"1 on the squares where {whose} a {name}")
    for side, whose in (("own", "the side to move has"), ("other", "the opponent has")):
        for kind in range(KING + 1, len(variant.pieces)):
            name = variant.pieces[kind].name
            yield Plane(f"{side} {name} in hand", f"everywhere how many {whose} in hand, / {most[kind]}")
    yield Plane("White", "1 everywhere where White, the second player, is to move")
    occurs = f"/ {int(game.occurrences) - 1}" if game.occurrences else "always 0, as nothing comes of it"
    yield Plane("occurrences", f"everywhere how often the position has occurred before, {occurs}")
    counts = []
    if game.last_ply < ENDLESS:
        counts.append(f"the plies played, / {int(game.last_ply)}")
    if game.quiet_plies <= MOST_QUIET:
        counts.append(f"the plies since the last capture or promotion, / {int(game.quiet_plies)}")
    counted = ", or ".join(counts) + ", up to 1" if counts else "0, as nothing is counted"
    yield Plane("count", f"everywhere {counted}" + "; the larger of the two" * (len(counts) > 1))


def left_out(game: Shogi) -> tuple[str, ...]:
    """The facts of a position that its observation does not show, as sentences."""
    counts = game.last_ply < ENDLESS and game.quiet_plies <= MOST_QUIET
    return (PAST,) * (game.repetition is not None) + (COUNTS,) * counts + (DECLARED,) * game.declares


def observation(game: Shogi) -> Observation:
    """45 planes of 9 by 9 in shogi, 33 of 5 by 5 in minishogi."""
    variant = game.variant
    shown = tuple(planes(game))
    missing = left_out(game)
    return Observation(
        shape=(len(shown), variant.ranks, variant.files),
        planes=shown,
        left_out=missing,
        markov=not missing,
        writer=ShogiWriter(game),
        turns=(None, permutation(variant, turned)[: game.action_count]),
    )
