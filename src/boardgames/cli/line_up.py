"""Who plays, as named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.cli.arguments import UserError
from boardgames.contest import BadEntrant, Entrant, entrant
from boardgames.contest.line_up import check_name
from boardgames.core.spec import GameSpec


def entered(text: str, spec: GameSpec, option: str, settings: Sequence[str] = ()) -> Entrant:
    """The player that an option names.  Raises :class:`UserError`, which names the option."""
    try:
        return entrant(text, spec, settings)
    except BadEntrant as error:
        raise UserError(f"{option}: {error}") from None


def named(name: str | None, option: str) -> str | None:
    """A name that every protocol can carry.  Raises :class:`UserError`."""
    if name is not None:
        try:
            check_name(name)
        except BadEntrant as error:
            raise UserError(f"{option}: {error}") from None
    return name
