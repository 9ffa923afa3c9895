"""Games for one and for three, to be played by programs: a stranger's, in one file."""

from __future__ import annotations

import re
from typing import Any

import attrs

import boardgames as bg
from boardgames.core.protocol import Player


@attrs.frozen
class Pile(bg.BaseState):
    """Take one or two from a pile by turns; the player that takes the last one loses."""

    game: bg.SimpleGame
    left: int
    seat: int

    @property
    def outcome(self) -> bg.Outcome | None:
        loser = (self.seat - 1) % self.game.seats
        if self.left:
            return None
        return (
            bg.Outcome((1.0,), "solved") if self.game.seats == 1 else bg.Outcome.lost_by(loser, "last", self.game.seats)
        )

    @property
    def turn(self) -> int:
        return self.seat if self.left else bg.OVER

    @property
    def key(self) -> tuple[int, int]:
        return self.left, self.seat

    def actions(self) -> list[bg.SimpleAction]:
        return [action for action in TAKES if action.index < self.left]

    def apply(self, action: bg.SimpleAction) -> Pile:
        return Pile(self.game, self.left - action.index - 1, (self.seat + 1) % self.game.seats)

    def __str__(self) -> str:
        return f"{self.left} {self.seat}"


TAKES = [bg.SimpleAction(0, "take1"), bg.SimpleAction(1, "take2")]


class Piles(bg.SimpleGame):
    all_actions = TAKES

    def start(self) -> Pile:
        return Pile(self, 10, 0)

    def parse(self, text: str) -> Pile:
        found = re.fullmatch(r"(10|[0-9]) ([0-9])", text)
        if found is None or int(found[2]) >= self.seats:
            raise bg.UnreadablePosition("expected what is left and whose turn it is, as in '10 0'")
        return Pile(self, int(found[1]), int(found[2]))


class Three(Piles):
    name = "three-piles"
    title = "Three at a Pile"
    seats = 3


class Four(Piles):
    name = "four-piles"
    title = "Four at a Pile"
    seats = 4


class Knowing(Player):
    """Leaves one, so that the next one must take it."""

    def choose(self, state: Any, clock: object) -> bg.SimpleAction:
        actions: list[bg.SimpleAction] = state.actions()
        return next((action for action in actions if state.left - action.index - 1 == 1), actions[0])


class Alone(Piles):
    name = "patience"
    title = "Patience"
    seats = 1


THREE = bg.GameSpec(
    name="three-piles",
    title="Three at a Pile",
    game=lambda options: Three(options),
    reasons={"last": "the player that takes the last one loses"},
    seat_names=("first", "second", "third"),
)
FOUR = bg.GameSpec(
    name="four-piles",
    title="Four at a Pile",
    game=lambda options: Four(options),
    reasons={"last": "the player that takes the last one loses"},
    seat_names=("first", "second", "third", "fourth"),
)
ALONE = bg.GameSpec(
    name="patience",
    title="Patience",
    game=lambda options: Alone(options),
    reasons={"solved": "nothing is left"},
    seat_names=("solver",),
)
