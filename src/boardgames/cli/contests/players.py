"""The players of a match on the command line: ``--p1``, ``--p1-name`` and ``--p1-set``, and so on for each seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import click

from boardgames.cli.arguments import Chosen, UserError
from boardgames.cli.entrants import PLAYER, named
from boardgames.contest import Entry
from boardgames.contest.export.listing import ORDINALS

MOST_SEATS: Final = len(ORDINALS)


def takes_players(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the options of players, as its argument ``players``: an entry for each, ``None`` where none is."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        players: list[Entry | None] = []
        for number in range(1, MOST_SEATS + 1):
            player, name, settings = (given.pop(f"p{number}{end}") for end in ("", "_name", "_set"))
            if player is None and (name is not None or settings):
                raise UserError(f"--p{number} is missing: it says who {name or settings[0]!r} is for")
            called = named(name, f"--p{number}-name") or ""
            players.append(None if player is None else Entry(called, player, settings))
        return command(players=players, **given)

    taking: Callable[..., Any] = gathered
    for number in range(MOST_SEATS, 0, -1):
        for option in reversed(_options(number)):
            taking = option(taking)
    return taking


def _options(number: int) -> list[Callable[..., object]]:
    ordinal, shown = ORDINALS[number - 1], number <= 2
    help = "The player whose result is shown." if number == 1 else "Its opponent; --p3 and so on in games for more."
    return [
        click.option(f"--p{number}", required=shown, hidden=not shown, metavar="PLAYER", type=PLAYER, help=help),
        click.option(
            f"--p{number}-name",
            hidden=not shown,
            metavar="NAME",
            help=f"A name for the {ordinal} player" + (" (1 to 16 characters)." if number == 1 else "."),
        ),
        click.option(
            f"--p{number}-set",
            multiple=True,
            hidden=not shown,
            metavar="NAME=VALUE",
            help=f"Set an option of the {ordinal} player's engine.",
        ),
    ]


def seated(chosen: Chosen, players: list[Entry | None]) -> list[Entry]:
    """The players, one for each seat of the game.  Raises :class:`UserError` for another number."""
    seats = chosen.game.seats
    missing = next((number for number, player in enumerate(players[:seats], 1) if player is None), None)
    if missing is not None:
        raise UserError(f"{chosen.game.title} is for {seats} players: say --p{missing} PLAYER")
    over = next((number for number, player in enumerate(players, 1) if number > seats and player is not None), None)
    if over is not None:
        raise UserError(f"{chosen.game.title} is for {seats} players: leave out --p{over}")
    return [player for player in players if player is not None]
