"""The players of a match on the command line: ``--p1``, ``--p1-name`` and ``--p1-set``, and those of ``--p2``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from boardgames.cli.entrants import PLAYER, named
from boardgames.contest import Entry


def takes_players(command: Callable[..., object]) -> Callable[..., object]:
    """Give a command the options of two players, as its argument ``players``: an entry for each."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        players = []
        for option in ("p1", "p2"):
            name = named(given.pop(f"{option}_name"), f"--{option}-name") or ""
            players.append(Entry(name, given.pop(option), given.pop(f"{option}_set")))
        return command(players=players, **given)

    taking: Callable[..., Any] = gathered
    for option in reversed(
        [
            *_options("p1", "first", "The player whose result is shown.", " (1 to 16 characters)"),
            *_options("p2", "second", "Its opponent."),
        ]
    ):
        taking = option(taking)
    return taking


def _options(option: str, ordinal: str, help: str, length: str = "") -> list[Callable[..., object]]:
    return [
        click.option(f"--{option}", required=True, metavar="PLAYER", type=PLAYER, help=help),
        click.option(f"--{option}-name", metavar="NAME", help=f"A name for the {ordinal} player{length}."),
        click.option(
            f"--{option}-set",
            multiple=True,
            metavar="NAME=VALUE",
            help=f"Set an option of the {ordinal} player's engine.",
        ),
    ]
