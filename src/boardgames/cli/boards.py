"""Boards on a terminal, in colour if it has colours, in Latin letters if you ask for them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from boardgames.cli.options import OUTPUT
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.model.options import option

if TYPE_CHECKING:
    from boardgames.contest import RefereedGame
    from boardgames.players import Human

WESTERN: Final = option(
    False,
    "Show the pieces of shogi games with Latin letters; BOARDGAMES_WESTERN=1 does it always.",
    environment="BOARDGAMES_WESTERN",
    section=OUTPUT,
)


class Boards:
    """Draws the positions of a game: at a terminal as a player sees them, else as plain text."""

    def __init__(self, spec: GameSpec, western: bool = False, seat: int = 0) -> None:
        self.spec = spec
        self.western = western
        self.seat = seat

    def draw(self, state: State, before: State | None = None, action: Any = None) -> str:
        """The position, with the action that led to it from ``before`` marked at a terminal."""
        if not (self.western or self.seat or sys.stdout.isatty()):
            return self.spec.picture(state)
        from boardgames.core.picture.view_options import ViewOptions, unpainted
        from boardgames.players.terminal import has_colour, painted, terminal_width

        options = ViewOptions(
            seat=self.seat,
            before=before,
            action=action,
            western=self.western,
            width=terminal_width(),
            paint=painted if has_colour() else unpainted,
        )
        return self.spec.draw(state, options)


def people_of(game: RefereedGame, western: bool) -> list[Human]:
    """The people at this terminal; ``western`` gives them Latin letters."""
    from boardgames.players.human import Human
    from boardgames.referee import PlayerSeat

    players = [seat.player for seat in game.seats if isinstance(seat, PlayerSeat)]
    people = [player for player in players if isinstance(player, Human)]
    for person in people:
        person.western = western
    return people
