"""The options that ``play`` and ``web`` share: the players by seat, and the game that they play."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import click

from boardgames.cli.arguments import POSITION, Chosen, UserError, files_used, mistakes
from boardgames.cli.boards import WESTERN
from boardgames.cli.entrants import PLAYER, SETTING, checked_name
from boardgames.cli.options import MORE, OUTPUT, declared, file_option, seed_option
from boardgames.contest import Entrant
from boardgames.contest.settings import ContestSettings
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import option
from boardgames.core.text.kinds import SEED as SEED_KIND, refusal
from boardgames.referee import Dice, DiceScriptError, ScriptedDice

SHOWN: Final = ("board", "moves", "result")
P: Final[dict[str, Any]] = {"kind": PLAYER, "metavar": "PLAYER", "section": MORE}
NAME: Final[dict[str, Any]] = {"metavar": "NAME", "section": MORE}
SET: Final[dict[str, Any]] = {"repeated": True, "metavar": SETTING, "section": MORE}


@attrs.frozen
class NamedPlayer:
    """A player as the command line names it."""

    option: str
    """The option that names it, or the words ``player 2``, for messages."""
    text: str
    name: str | None
    settings: tuple[str, ...]


@attrs.frozen(kw_only=True)
class PlayerOptions:
    """The players, by seat: the words behind GAME, each of which an option may take the place of."""

    words: tuple[str, ...] = ()
    p1: str | None = option(None, "The first player, if it does not stand behind GAME.", **P)
    p2: str | None = option(None, "The second player.", **P)
    player: tuple[str, ...] = option((), "The player in the next free seat.", repeated=True, **P)
    p1_name: str | None = option(None, "The name of the first player (1 to 16 characters).", **NAME)
    p2_name: str | None = option(None, "The name of the second player.", **NAME)
    p1_set: tuple[str, ...] = option((), "Set an option of the first player's engine (usi).", **SET)
    p2_set: tuple[str, ...] = option((), "Set an option of the second player's engine.", **SET)

    def by_seat(self, chosen: Chosen, usual: Sequence[str] = ()) -> list[NamedPlayer]:
        """The player in each seat: of ``--p1``, ``--p2``, of the words in the seats left, then the ``usual`` ones.

        The last of the usual players may fill several seats.  Raises :class:`UserError`.
        """
        own = (self.p1, self.p2)
        names, settings = (self.p1_name, self.p2_name), (self.p1_set, self.p2_set)
        rest, players = [*self.words, *self.player], []
        for seat in range(chosen.game.seats):
            option, text = (f"--p{seat + 1}", own[seat]) if seat < len(own) else ("", None)
            if text is None:
                option = f"player {seat + 1}"
                text = rest.pop(0) if rest else usual[min(seat, len(usual) - 1)] if usual else None
            if text is None:
                command, example = click.get_current_context().command_path, " ".join(["greedy"] * chosen.game.seats)
                raise UserError(
                    f"nobody sits in seat {seat + 1} of {chosen.game.seats}: say a PLAYER for each seat, "
                    f"as in '{command} {chosen.text} {example}'"
                )
            name = checked_name(names[seat], f"--p{seat + 1}-name") if seat < len(names) else None
            players.append(NamedPlayer(option, text, name, settings[seat] if seat < len(settings) else ()))
        over = [f"--p{seat}" for seat, text in enumerate(own, 1) if text is not None and seat > chosen.game.seats]
        if extra := [*over, *map(repr, rest)]:
            seats = "1 player" if chosen.game.seats == 1 else f"{chosen.game.seats} players"
            raise UserError(f"{chosen.game.title} is for {seats}: leave out {extra[0]}")
        return players


@attrs.frozen(kw_only=True)
class GameOptions:
    """Where a game starts, its dice, its pace and its longest length."""

    position: str | None = POSITION
    seed: int | None = seed_option("The seed of dice and built-in players; the same seed gives the same game.")
    dice: Path | None = file_option("Take the throws from FILE, one a line.", MORE)
    pace: float = option(
        0.0, "Wait at least S seconds from one move or throw to the next.", least=0, most=30, metavar="S", section=MORE
    )
    max_plies: int | None = declared(ContestSettings, "max_plies", section=MORE)

    def scripted_dice(self, spec: GameSpec) -> Dice | None:
        """The dice of ``--dice``, if it is given.  Raises :class:`UserError`."""
        lines = self.dice_lines()
        with mistakes(DiceScriptError, prefix="--dice: "):
            return None if lines is None else ScriptedDice(lines, spec.read_throw, str(self.dice))

    def dice_lines(self) -> list[str] | None:
        """The lines in the file of ``--dice``, if it is given.  Raises :class:`UserError`."""
        if self.dice is None:
            return None
        try:
            with files_used(f"--dice: cannot read {self.dice}"):
                return self.dice.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError as error:
            what = f"{self.dice} is not a text file: {error.reason} at byte {error.start}"
            raise UserError(f"--dice: {what}") from None


@attrs.frozen(kw_only=True)
class OutputOptions:
    """The choices of output and files for a game."""

    record: Path | None = file_option("Write the game to FILE as JSON.", OUTPUT)
    json: bool = option(False, "Print the game as one JSON object.", section=OUTPUT)
    show: str | None = option(
        None,
        "Print every board, the moves, or the result alone.  [board at a terminal, else moves]",
        choices=SHOWN,
        section=OUTPUT,
    )
    western: bool = WESTERN
    strict: bool = option(False, "Exit with 1 when a player forfeits.", section=OUTPUT)
    spectators: Path | None = file_option("Write the spectators' side of the protocol to FILE.", MORE)

    def detail(self, entrants: Sequence[Entrant]) -> str:
        """The parts of a game that are printed as it goes on."""
        if self.json:
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
