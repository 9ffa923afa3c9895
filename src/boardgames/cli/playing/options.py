"""The options that ``play`` and ``web`` share: the players by seat, and the game that they play."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli.arguments import POSITION_HELP, Chosen, UserError, files_used, mistakes
from boardgames.cli.boards import WESTERN_FACTS
from boardgames.cli.entrants import PLAYER, named, refuse_too_many
from boardgames.cli.options import declared, option
from boardgames.cli.setting_options import PACE, SEED
from boardgames.contest import Entrant
from boardgames.contest.settings import ContestSettings
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.text.kinds import SEED as SEED_KIND, refusal
from boardgames.referee import Dice, DiceScriptError, ScriptedDice

FILE = click.Path(path_type=Path)


def name_option(number: int, words: str) -> Any:
    """The option that names a player."""
    return option(f"--p{number}-name", metavar="NAME", help=f"What to call the {words}.")


def set_option(number: int, words: str) -> Any:
    """The option that sets an option of a player's program."""
    return option(f"--p{number}-set", multiple=True, metavar="NAME=VALUE", help=f"Set an option of the {words}.")


@attrs.frozen
class NamedPlayer:
    """A player as the command line names it."""

    option: str
    """The option that names it, for messages."""
    text: str
    name: str | None
    settings: tuple[str, ...]


@attrs.frozen(kw_only=True)
class PlayerOptions:
    """The players, by seat."""

    p1: str | None = option(
        "--p1", metavar="PLAYER", type=PLAYER, help="The first player: random, greedy, human, or a command."
    )
    p2: str | None = option("--p2", metavar="PLAYER", type=PLAYER, help="The second player.")
    more: tuple[str, ...] = option(
        "--player",
        multiple=True,
        metavar="PLAYER",
        type=PLAYER,
        help="The next player; repeat it for each seat that is left.",
    )
    p1_name: str | None = name_option(1, "first player (1 to 16 characters)")
    p2_name: str | None = name_option(2, "second player")
    p1_set: tuple[str, ...] = set_option(1, "first player's engine (usi); repeatable")
    p2_set: tuple[str, ...] = set_option(2, "second player's engine")

    def by_seat(self, chosen: Chosen, usual: Sequence[str] = ()) -> list[NamedPlayer]:
        """The player in each seat: ``--p1``, ``--p2``, then ``--player`` in the seats left, then the ``usual`` ones.

        The last of the usual players may fill several seats.  Raises :class:`UserError`.
        """
        own = [self.p1, self.p2]
        names, settings = [self.p1_name, self.p2_name], [self.p1_set, self.p2_set]
        rest, players = list(self.more), []
        for seat in range(chosen.game.seats):
            option, text = (f"--p{seat + 1}", own[seat]) if seat < len(own) else ("--player", None)
            if text is None and rest:
                text, option = rest.pop(0), "--player"
            elif text is None and usual:
                text = usual[min(seat, len(usual) - 1)]
            elif text is None:
                hint = f"{option} PLAYER, as in {option} greedy" if seat < len(names) else f"{option} PLAYER"
                raise UserError(
                    f"nobody sits in seat {seat + 1} of {chosen.game.seats}: say who plays there with {hint}"
                )
            name = named(names[seat], f"--p{seat + 1}-name") if seat < len(names) else None
            players.append(NamedPlayer(option, text, name, settings[seat] if seat < len(settings) else ()))
        refuse_too_many(chosen, rest, [f"--p{seat}" for seat, text in enumerate(own, 1) if text is not None])
        return players


@attrs.frozen(kw_only=True)
class GameOptions:
    """Where a game starts, its dice, its pace and its longest length."""

    seed: int | None = option(
        "--seed", type=SEED, metavar="N", help="Of dice and built-in players; the same seed gives the same game."
    )
    position: str | None = option("--position", metavar="TEXT", help=POSITION_HELP)
    dice_file: Path | None = option("--dice", metavar="FILE", type=FILE, help="Take the throws from FILE, one a line.")
    pace: float = option("--pace", type=PACE, default=0.0, metavar="S", help="At least S seconds from event to event.")
    max_plies: int | None = declared(ContestSettings, "max_plies")

    def dice(self, spec: GameSpec) -> Dice | None:
        """The dice of ``--dice``, if it is given.  Raises :class:`UserError`."""
        if self.dice_file is None:
            return None
        with files_used(f"--dice: cannot read {self.dice_file}"), mistakes(DiceScriptError, prefix="--dice: "):
            return ScriptedDice.from_file(self.dice_file, spec.read_throw)


@attrs.frozen(kw_only=True)
class OutputOptions:
    """The choices of output and files for a game."""

    spectators: Path | None = option(
        "--spectators", metavar="FILE", type=FILE, help="Write the spectators' side of the protocol to FILE."
    )
    record_file: Path | None = option("--record", metavar="FILE", type=FILE, help="Write the game to FILE as JSON.")
    as_json: bool = option("--json", is_flag=True, help="Print the game as one JSON object.")
    western: bool = option("--western", **WESTERN_FACTS)
    show: str | None = option(
        "--show",
        type=click.Choice(["board", "moves", "result"]),
        help="What to print: every board, the moves, or the result alone.  [board at a terminal, else moves]",
    )
    strict: bool = option("--strict", is_flag=True, help="Exit with 1 when a player forfeits.")

    def shown(self, entrants: Sequence[Entrant]) -> str:
        """The parts of a game that are printed as it goes on."""
        if self.as_json:
            return "result"
        if self.show is not None:
            return self.show
        if any(who.at_terminal for who in entrants):
            return "result"  # people are shown the board when they are asked
        return "board" if sys.stdout.isatty() else "moves"


def seed_in(path: Path, given: int | None) -> int:
    """The seed in the file of ``--seed-file``; ``given`` is that of ``--seed``.  Raises :class:`UserError`."""
    if given is not None:
        raise UserError("--seed and --seed-file: give one of them")
    with files_used(f"--seed-file: cannot read {path}"):
        text = sys.stdin.readline() if str(path) == "-" else path.read_text(encoding="utf-8", errors="replace")[:100]
    try:
        return SEED_KIND.read(text.strip())
    except ValueError:
        raise UserError(f"--seed-file: {path}: {refusal(SEED_KIND, text.strip())}") from None
