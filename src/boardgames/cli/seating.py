"""Who plays, as named on the command line, and the participant that plays for it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import PurePath
from random import Random

import attrs

from boardgames.cli.arguments import UserError
from boardgames.cli.programs import ProgramOptions
from boardgames.core.dialogue import LineProtocol
from boardgames.core.spec import GameSpec
from boardgames.players import PLAYERS, seat_player
from boardgames.referee import Participant, PlayerParticipant

NAME_LENGTH = 16


@attrs.frozen
class Seated:
    """A player as named on the command line: a built-in, or a command with its protocol."""

    text: str
    builtin: str | None = None
    command: tuple[str, ...] = ()
    protocol: LineProtocol | None = None
    settings: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def short_name(self) -> str:
        """A name for the player, from its program: letters, digits and some signs, at most 16."""
        raw = self.builtin or _program_name(self.command)
        kept = "".join(char for char in raw if char.isalnum() or char in "._-+")
        return kept[:NAME_LENGTH] or "player"


def seated(text: str, spec: GameSpec, option: str, settings: Sequence[str] = ()) -> Seated:
    """The player that a text names, with settings written ``NAME=VALUE``.  Raises :class:`UserError`."""
    if text in PLAYERS:
        return Seated(text, builtin=text)
    protocol, command = spec.protocol(), text
    prefix, colon, rest = text.partition(":")
    if colon and prefix.isidentifier():
        with suppress(KeyError):  # a colon may also stand in a command
            protocol, command = spec.protocol(prefix), rest
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UserError(f"{option}: cannot split the command {command!r}: {error}") from None
    if not words:
        known = ", ".join(PLAYERS)
        raise UserError(f'{option} is empty: give a built-in player ({known}) or a command, as in "python bot.py"')
    chosen = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise UserError(f"{option}-set: write NAME=VALUE, not {setting!r}")
        chosen[key] = value
    return Seated(text, command=words, protocol=protocol, settings=chosen)


def _program_name(command: tuple[str, ...]) -> str:
    """The script that an interpreter runs, else the program."""
    for word in command[1:]:
        if not word.startswith("-") and PurePath(word).suffix:
            return PurePath(word).stem
    return PurePath(command[0]).name


def check_name(name: str, option: str) -> str:
    """A name that every protocol can carry: 1 to 16 printable characters, no spaces, no ``$``."""
    if not (1 <= len(name) <= NAME_LENGTH and name.isprintable() and " " not in name and "$" not in name):
        raise UserError(
            f"{option}: a name is 1 to {NAME_LENGTH} printable characters without spaces or $, not {name!r}"
        )
    return name


def names_of(seats: Sequence[Seated], given: Sequence[str | None]) -> list[str]:
    """The names given, else short and different ones."""
    names = [
        who.short_name if name is None else check_name(name, f"--p{seat}-name")
        for seat, (who, name) in enumerate(zip(seats, given, strict=True), 1)
    ]
    if names[0] == names[1]:
        for seat, name in enumerate(given):
            if name is None:
                names[seat] = f"{names[seat][:14]}-{seat + 1}"
    return names


def participant(
    who: Seated, seat: int, name: str, spec: GameSpec, seed: int, programs: ProgramOptions, files: ExitStack
) -> Participant:
    """The participant of a player.  Raises :class:`UserError`."""
    if who.builtin is not None:
        return PlayerParticipant(seat_player(who.builtin, spec, Random(f"{seed}/{seat}")))
    assert who.protocol is not None
    return programs.seat(who.command, who.protocol, name, files, who.settings)
