"""The slots of a page's table, from the players of the command line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardgames.cli.arguments import Chosen, mistakes
from boardgames.cli.playing.options import PlayerOptions
from boardgames.contest import BadEntrant, Entrant, ProgramEntrant
from boardgames.core.model.options import BadOption

if TYPE_CHECKING:
    from boardgames.session.slots import Slot

OPPONENT: Final = "alphabeta:level=3"
"""The player in each seat but the first, unless another one is named."""
SCRIPTS: Final = (".py", ".js", ".rb", ".pl", ".sh", ".lua", ".jar", ".php")


def slots_of(chosen: Chosen, players: PlayerOptions) -> list[Slot]:
    """One slot for each seat: its player, or a place for a person.

    Raises :class:`~boardgames.cli.arguments.UserError`.
    """
    from boardgames.session.slots import slot

    slots = []
    for player in players.by_seat(chosen, ("human", OPPONENT)):
        with mistakes(BadEntrant, BadOption, prefix=f"{player.option}: "):
            slots.append(slot(player.text, chosen.spec, player.name, player.settings))
            _require_program(slots[-1].entrant)
    return slots


def _require_program(who: Entrant) -> None:
    """Raises :class:`BadEntrant` for a program that is not there: sooner than its table does."""
    if isinstance(who, ProgramEntrant) and shutil.which(who.command[0]) is None and not Path(who.command[0]).exists():
        raise BadEntrant(f"there is no program {who.command[0]!r}: check the spelling, or give its path")
    arguments = who.command[1:] if isinstance(who, ProgramEntrant) else ()
    script = next((word for word in arguments if not word.startswith("-")), "")
    if script.endswith(SCRIPTS) and not Path(script).exists():
        raise BadEntrant(f"there is no file {script!r}: check the spelling, or give its path")
