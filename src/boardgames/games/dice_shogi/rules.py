"""Dice Shogi: a die before each turn says to which file the mover must go.

It wraps any game of the family.  The base game generates the legal actions, with
all rules on checks and drops; then the die restricts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.base import BaseGame, BaseState
from boardgames.core.model.game import CHANCE, GAME_OVER, OVER, Notation, Outcome
from boardgames.core.model.sealed import seal
from boardgames.core.model.wrong_action import WrongAction, apply_takes_actions, as_position_text
from boardgames.core.text.said import Reason
from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.rules import Shogi, State as Position

UNROLLED: Final = 0  # in place of the die, before it is rolled


@final
class Roll:
    """An outcome of the die: a file, or one more than there are files, which leaves all actions free."""

    def __init__(self, number: i64) -> None:
        self.number: Final = number
        self.index: Final = number - 1

    def __str__(self) -> str:
        return f"={self.number}"

    def __repr__(self) -> str:
        return f"<Roll {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return roll_of, (int(self.number),)


seal(Roll)
ROLLS: Final = tuple([Roll(number) for number in range(1, 15)])


def roll_of(number: int) -> Roll:
    """The throw that shows a number."""
    return ROLLS[number - 1]


@final
class DiceShogi(BaseGame):
    """Dice Shogi over a base game, which must have no rule of repetition."""

    def __init__(self, base: Shogi, name: str, title: str, options: Any, notation: Notation) -> None:
        sides = base.variant.files + 1
        super().__init__(name, title, options, base.all_actions, ROLLS[:sides])
        self.base: Final = base
        self.notation: Final = notation
        self.files: Final[i64] = base.variant.files
        # By square: its file.
        self.file_of: Final[vec[i64]] = vec[i64](
            [square % base.variant.files for square in range(base.variant.squares)]
        )
        self.rolls: Final = tuple([(roll, Fraction(1, sides)) for roll in ROLLS[:sides]])

    def start(self) -> State:
        return State(self, self.base.start(), UNROLLED)

    def parse(self, text: str | WrongAction) -> State:
        state: State = self.notation.parse(self, as_position_text(text))
        return state


seal(DiceShogi)


def state_from(game: DiceShogi, fields: Any, die: int) -> State:
    """A state from the fields of its board and the number of the die."""
    return State(game, game.base.place(*fields), die)


@mypyc_attr(free_list_len=1)
@final
class State(BaseState):
    """A state of the base game, and the die: ``UNROLLED`` or what it shows."""

    def __init__(self, game: DiceShogi, base: Position, die: i64) -> None:
        self.game: Final = game
        self.base: Final = base
        self.die: Final = die

    @property
    def seat(self) -> int:
        return self.base.seat

    @property
    def turn(self) -> int:
        if self.die != UNROLLED:
            return self.seat
        return OVER if self.outcome is not None else CHANCE

    @property
    def outcome(self) -> Outcome | None:
        return self.base.outcome if self.die == UNROLLED else None

    def chances(self) -> Sequence[tuple[Roll, Fraction]]:
        return self.game.rolls if self.die == UNROLLED and self.outcome is None else ()

    def actions(self) -> tuple[Action, ...]:
        """The legal actions that go to the file of the die; all of them, if there are none or the die is free."""
        if self.die == UNROLLED:
            return ()
        legal = self.base.actions()
        return tuple([action for action in legal if self.allows(action)]) if self.binds() else legal

    def binds(self) -> bool:
        """True if the die shows a file, and a legal action goes there."""
        if self.die > self.game.files:
            return False
        for action in self.base.actions():  # noqa: SIM110 - compiled, any() would make a list first
            if self.allows(action):
                return True
        return False

    def allows(self, action: Action) -> bool:
        """True if an action goes to the file of the die."""
        return self.game.file_of[i64(action.target)] == self.die - 1

    def apply(self, action: Action | Roll | WrongAction) -> State:
        if isinstance(action, Action):
            return State(self.game, self.base.apply(action), UNROLLED)
        if isinstance(action, Roll):
            return State(self.game, self.base, action.number)
        raise apply_takes_actions(action)

    # -- as a value ----------------------------------------------------------------

    @property
    def key(self) -> int:
        return int(self.base.key) << 4 | int(
            self.die
        )  # a shift: multiplying large numbers in compiled code would crash at Ctrl-C

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.die == other.die
            and self.base == other.base
            and self.game.options == other.game.options
        )

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return state_from, (self.game, self.base.fields(), int(self.die))

    def why_not(self, text: str) -> str:
        if self.outcome is not None:
            return GAME_OVER
        if self.die == UNROLLED:
            return Reason("dice-first", "the die comes first")
        if any([str(action) == text for action in self.base.actions()]):
            return Reason("die", "the die shows {number}, and there are moves to file {number}", number=int(self.die))
        return self.base.why_not(text)
