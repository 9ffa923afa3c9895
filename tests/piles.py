"""Games for one and for three, to be played by programs: a stranger's, in one file."""

from __future__ import annotations

import re

import attrs

import boardgames as bg


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
ALONE = bg.GameSpec(
    name="patience",
    title="Patience",
    game=lambda options: Alone(options),
    reasons={"solved": "nothing is left"},
    seat_names=("solver",),
)
