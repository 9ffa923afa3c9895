"""Entrants: from texts as on the command line to the seats of a game.

A player is named by

* the name of an installed player, with its options: ``greedy``, ``alphabeta:depth=4``;
* ``module:Class`` or ``path/to/file.py:Class``, a player in Python that is not installed;
* a command, run without a shell, that speaks the game's usual protocol: ``python bot.py``;
* ``protocol:command``, a command that speaks another protocol: ``usi:./engine``.
"""

from __future__ import annotations

import inspect
import os
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path, PurePath
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from boardgames import packages
from boardgames.core.lookup import object_reference
from boardgames.core.lookup.installed_games import spec_of, split_name
from boardgames.core.lookup.players import PLAYERS, PlayerSpec, UnknownPlayer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.core.model.options import BadOption, NoOptions, choose, differences
from boardgames.core.protocol.dialogue import LineProtocol
from boardgames.core.protocol.player import Player, PlayerLike, as_player
from boardgames.core.seeds import player_random
from boardgames.core.text.foreign_code import confined, described
from boardgames.referee import SANDBOXES, Limits, PlayerSeat, Seat

if TYPE_CHECKING:
    from boardgames.referee import ProgramSeat, ProtocolLog

LEVEL = "level="
"""The option whose value alone stands in a name: ``alphabeta-5``."""
NAME_LENGTH = 16
"""The longest name that a user may give."""
SCRIPTS = (".py", ".js", ".rb", ".pl", ".sh", ".lua", ".jar", ".php")
"""The endings of programs that another program runs."""
LONGEST = 40
"""The longest name that is derived from a player and its options; long enough to read the options."""


class BadEntrant(ValueError):
    """A text that names no player, or conditions under which no player can play; the message says what would do."""


@attrs.frozen(kw_only=True)
class Conditions:
    """The conditions of a game, the same for all its players."""

    limits: Limits = attrs.field(factory=Limits)
    """The limits of programs; for players of this process only the clock counts."""
    sandbox: str = "none"
    """``none``, ``bwrap``, or ``auto``: where it works."""
    masked: tuple[str, ...] = ()
    """Files that no program in a sandbox can read, as they tell of the dice to come or of its rival."""
    log: ProtocolLog | None = None
    """The log that keeps every line between referee and programs."""
    keep_alive: bool = False
    """Programs live on for the next game, if their protocol can begin another."""
    on_seat: Callable[[Seat, Mapping[str, object]], object] | None = None
    """Is called with each seat before its game, and with the facts of that game (``Player.facts``)."""
    on_stderr: Callable[[str, bytes], None] | None = None
    """Is called with a program's name and what the program writes to its standard error, as it arrives."""

    def __attrs_post_init__(self) -> None:
        if self.sandbox not in SANDBOXES:
            raise BadEntrant(f"there is no sandbox {self.sandbox!r}: choose {', '.join(SANDBOXES)}")
        if not isinstance(self.limits, Limits):
            raise BadEntrant(f"limits are boardgames.referee.Limits, as in Limits(move_time=0.5), not {self.limits!r}")


@attrs.frozen(kw_only=True)
class PlayerEntrant:
    """A player of this process."""

    text: str
    name: str
    make: Callable[[GameSpec, Random], Player]
    player: PlayerSpec | None = None
    options: Any = attrs.field(factory=NoOptions)
    at_terminal: bool = False
    """True for a person at this terminal."""
    full_name: str = ""
    """Its name beside players of the same ``name``, with all that may differ; empty: that name."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it writes, absolute."""
        writes = None if self.player is None else self.player.writes
        return () if writes is None else tuple(os.path.abspath(path) for path in writes(self.options))

    def take_seat(self, spec: GameSpec, seat: int, seed: int, name: str, conditions: Conditions) -> Seat:
        """The player made ready for a game.

        Raises :class:`~boardgames.contest.entrants.BadEntrant` for a game that it cannot play.
        """
        try:
            with confined():
                player = self.make(spec, player_random(seed, seat))
        except BadOption as error:
            raise BadEntrant(f"{self.text}: {error}") from None
        return PlayerSeat(player, None if self.at_terminal else conditions.limits.player_clock(spec))


@attrs.frozen(kw_only=True)
class ProgramEntrant:
    """A program, by its command and the protocol that it speaks."""

    text: str
    name: str
    command: tuple[str, ...]
    protocol: LineProtocol
    settings: Mapping[str, str] = attrs.field(factory=dict)
    """Options of the program's own, for protocols that have such."""

    at_terminal = False
    full_name = ""
    files = ()

    def take_seat(self, spec: GameSpec, seat: int, seed: int, name: str, conditions: Conditions) -> ProgramSeat:
        """The program, about to be started for a game."""
        tell = conditions.on_stderr
        from boardgames.referee import ProgramSeat  # which players in this process do not need

        return ProgramSeat(
            self.command,
            self.protocol,
            conditions.limits,
            settings=self.settings,
            sandbox=conditions.sandbox,
            masked=conditions.masked,
            keep_alive=conditions.keep_alive,
            log=conditions.log,
            on_stderr=None if tell is None else lambda data: tell(name, data),
        )


Entrant = PlayerEntrant | ProgramEntrant


def entrant(
    player: str | PlayerLike | PlayerSpec, game: str | Game | GameSpec, settings: Sequence[str] = ()
) -> Entrant:
    """The entrant that a text names, or a :class:`~boardgames.core.protocol.Player` itself.

    ``player`` is a text as on the command line, a player, or the spec of an installed one.

    ``game`` is the game that it plays: a program speaks the protocol of that game.
    ``settings`` are options of a program's own, each ``NAME=VALUE``.
    Raises :class:`BadEntrant`, and what :func:`~boardgames.core.lookup.spec_of` raises.

    >>> entrant("greedy", "ur").name
    'greedy'
    >>> entrant("alphabeta:level=5", "ur").name
    'alphabeta-5'
    >>> entrant("plain:python my_bot.py", "ur").command
    ('python', 'my_bot.py')
    """
    if isinstance(player, PlayerSpec):
        return _of_spec(player, player.name, {})
    if not isinstance(player, str):
        return _of_object(player, repr(player), getattr(player, "__name__", type(player).__name__))
    who = _installed(player) or _program(player, spec_of(game), settings)
    if isinstance(who, PlayerEntrant) and settings:
        raise BadEntrant(f"{player} is not a program, so it has no option {settings[0]!r} to set")
    return who


def _of_object(thing: Any, text: str, name: str) -> PlayerEntrant:
    """The entrant of a player in Python.  Raises :class:`BadEntrant`."""
    player = as_player(thing)
    if player is not None:
        return PlayerEntrant(text=text, name=_short(name.lower()), make=lambda spec, rng: player)
    wanted = 'a player is a text as on the command line, as "greedy", an object with a method choose(state, clock)'
    hint = f"{thing.__name__} is a class: make one, as in {thing.__name__}()" if isinstance(thing, type) else ""
    raise BadEntrant(f"{wanted}, or a function of a state; {hint or f'not {thing!r}'}")


def _installed(text: str) -> PlayerEntrant | None:
    """An installed player by its name, with options; ``None`` if the text begins with no such name."""
    name, _, rest = text.partition(":")
    if name in PLAYERS.names():
        first = rest.partition(",")[0]
        if first and "=" not in first:
            raise BadEntrant(f"{name}: cannot read option {first!r}: write NAME=VALUE, as in {name}:{first}=3")
        try:
            return _of_spec(PLAYERS.find(name), text, split_name(text)[1])
        except (UnknownPlayer, BadOption) as error:
            raise BadEntrant(str(error)) from None
    return None


def _of_spec(spec: PlayerSpec, text: str, values: Mapping[str, object]) -> PlayerEntrant:
    try:
        options = choose(spec.options, values)
    except BadOption as error:
        raise BadOption(f"{spec.name}: {error}") from None
    changed = differences(options)
    full = f"{spec.name}-{changed.removeprefix(LEVEL)}" if changed else spec.name
    file = PurePath(str(getattr(options, spec.called_by, None) or "")).name
    if is_file := "." in file and ":" not in file:
        full = "-".join([file, *(part for part in changed.split(",") if not part.startswith(f"{spec.called_by}="))])
    if spec.called is not None:
        file = full = spec.called(options)
    return PlayerEntrant(
        text=text,
        name=_short(file if is_file else full),
        full_name=_short(full),
        make=lambda game, rng: spec.player(game, options, rng),
        player=spec,
        options=options,
        at_terminal=spec.at_terminal,
    )


def _program(text: str, spec: GameSpec, settings: Sequence[str]) -> Entrant:
    """A program by its command, with or without a protocol before it, or a class by its object reference."""
    prefix, colon, rest = text.partition(":")
    protocol, command = spec.protocol(), text
    if rest.startswith("//"):
        where = "" if find_spec("boardgames_arena") else f", and is in {packages.distribution_of('arena')}"
        raise BadEntrant(f"{text!r} is the address of a server: 'boardgames connect' plays there{where}")
    if colon and prefix in spec.protocol_names():
        protocol, command = spec.protocol(prefix), rest
    elif colon and not prefix.strip().count(" ") and rest[:1].isidentifier() and rest.partition(":")[0].isidentifier():
        return _by_reference(text, spec)
    elif prefix in packages.PLAYERS:
        raise BadEntrant(f"the player {prefix} is in {packages.distribution_of(packages.PLAYERS[prefix])}")
    elif colon and prefix.isidentifier() and rest:
        protocols = ", ".join(spec.protocol_names())
        alike = f"; did you mean the player {meant}?" if (meant := _meant(prefix)) else ""
        raise BadEntrant(f"{text!r}: {spec.name} has no protocol {prefix!r}; there are: {protocols}{alike}")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadEntrant(f"cannot split the command {command!r}: {error}") from None
    if not words:
        players = ", ".join(PLAYERS.names())
        raise BadEntrant(f'it is empty: give an installed player ({players}) or a command, as in "python bot.py"')
    _refuse_misspelt(words)
    chosen = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadEntrant(f"write NAME=VALUE, not {setting!r}")
        chosen[key] = value
    if chosen and not protocol.takes_settings:
        raise BadEntrant(f"the protocol {protocol.name!r} has no word for options, so {settings[0]!r} cannot be set")
    return ProgramEntrant(
        text=text, name=_short(_program_name(words)), command=words, protocol=protocol, settings=chosen
    )


def _refuse_misspelt(words: Sequence[str]) -> None:
    """Raises :class:`BadEntrant` for a word that is nearly the name of a program or a player."""
    from shutil import which

    program = words[0]
    if os.sep in program or which(program) is not None:
        return
    if os.path.isfile(program):
        right = f"./{program}" if os.access(program, os.X_OK) or not program.endswith(".py") else f"python {program}"
        rest = shlex.join(words[1:])
        raise BadEntrant(f"{program!r} is not a program on the PATH; did you mean {f'{right} {rest}'.strip()!r}?")
    if program in PLAYERS.names():
        raise BadEntrant(f"there is no program {program!r}; if you mean the player, leave the protocol before it out")
    if len(words) == 1 and (meant := _meant(program)):
        raise BadEntrant(f"there is no player and no program {program!r}; did you mean {meant}?")


def _meant(word: str) -> str:
    """The installed player with a name like a word; ``""`` if there is none."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), PLAYERS.names(), 1, 0.75)), "")


def _by_reference(text: str, spec: GameSpec) -> PlayerEntrant:
    """A player by ``module:Class``, with options behind it if it is a PlayerSpec."""
    module, _, rest = text.partition(":")
    attribute, _, written = rest.partition(":")
    try:
        thing = getattr(object_reference.imported(module), attribute, None)
    except object_reference.BadReference as error:
        protocols = ", ".join(spec.protocol_names())
        raise BadEntrant(f"{text!r}: {error}. Nor is {module!r} a protocol of {spec.name}: {protocols}") from None
    if isinstance(thing, PlayerSpec):
        try:
            return _of_spec(thing, text, split_name(f"{thing.name}:{written}")[1])
        except BadOption as error:
            raise BadEntrant(str(error)) from None
    made_by = thing if isinstance(thing, type) and hasattr(thing, "choose") else None
    if made_by is None and as_player(thing) is None:
        raise BadEntrant(f"{text!r}: {module} has no class {attribute!r} with a method choose(state, clock)")
    if written:
        raise BadEntrant(f"{text!r}: a class takes no options; a PlayerSpec does")
    if made_by is None:
        return _of_object(thing, text, attribute)
    return PlayerEntrant(text=text, name=_short(attribute.lower()), make=lambda game, rng: _made(made_by, game, rng))


def _made(kind: type[Any], spec: GameSpec, rng: Random) -> Player:
    """A player made from a class, with ``rng`` and ``spec`` of the game if its parameters have these names."""
    offered = {"rng": rng, "spec": spec}
    wanted = inspect.signature(kind).parameters
    try:
        with confined():
            made = kind(**{name: value for name, value in offered.items() if name in wanted})
    except Exception as error:  # code that we do not know
        raise BadOption(f"the player cannot be made: {described(error)}") from error
    return as_player(made) or made


# -- names ------------------------------------------------------------------------


def _short(raw: str) -> str:
    """A name of letters, digits and some signs, cut at :data:`LONGEST`."""
    return "".join(char for char in raw.replace(",", "-") if char.isalnum() or char in "._-+=:")[:LONGEST] or "player"


def _program_name(command: tuple[str, ...]) -> str:
    """The script that an interpreter runs, else the program."""
    for word in command[1:]:
        if not word.startswith("-") and PurePath(word).suffix:
            return PurePath(word).stem
    return PurePath(command[0]).name


def check_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name that every protocol can carry: 1 to 16 printable characters, no spaces, no ``$``.

    ``longest`` is another number of characters than 16.

    Raises :class:`BadEntrant`.
    """
    if not (1 <= len(name) <= longest and name.isprintable() and " " not in name and "$" not in name):
        raise BadEntrant(f"a name is 1 to {longest} printable characters without spaces or $, not {name!r}")
    return name


def names_of(entrants: Sequence[Entrant], given: Sequence[str | None] = ()) -> list[str]:
    """A name for each entrant: the one given, else a short one.  Only names that are given can be equal.

    ``entrants`` are the players, and ``given`` their names, ``None`` where none is given.
    """
    chosen = [*given, *[None] * (len(entrants) - len(given))]
    short = [one.name for one in entrants]
    usual = [one.full_name if one.full_name and short.count(one.name) > 1 else one.name for one in entrants]
    names = [own if name is None else name for own, name in zip(usual, chosen, strict=True)]
    taken = list(names)
    return [
        f"{name[: LONGEST - 2]}-{seat + 1}" if chosen[seat] is None and taken.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def for_game(game: Game, entrants: Sequence[Entrant]) -> None:
    """Raises :class:`BadEntrant` unless there is one entrant for each seat."""
    if len(entrants) != game.seats:
        seats = "1 player" if game.seats == 1 else f"{game.seats} players"
        raise BadEntrant(f"{game.title} is for {seats}, not {len(entrants)}")


def other_rules(game: Game, protocol: LineProtocol) -> str:
    """The rules of a game, and those of the protocol's own arena, in a sentence; empty if they are the same.

    ``game`` is the game that is played, ``protocol`` that of a program.
    """
    spec, options, preset = spec_of(game), game.options, protocol.arena_preset
    if preset is None or options == spec.options(**spec.presets.get(preset, {})):
        return ""
    same = [f"preset={name}" for name, values in spec.presets.items() if spec.options(**values) == options]
    arena = (
        f"the arena of the protocol {protocol.name!r} plays {f'{spec.name}:preset={preset}' if preset else spec.name}"
    )
    played = (same or [differences(options)])[0]
    return f"The rules are those of {played}; {arena} ('boardgames rules {spec.name}' tells of both)."


def require_program(who: Entrant) -> None:
    """Raises :class:`BadEntrant` for a program that is not there, or its script: sooner than its game does.

    ``who`` may be any entrant.
    """
    if not isinstance(who, ProgramEntrant):
        return
    if shutil.which(who.command[0]) is None and not Path(who.command[0]).exists():
        raise BadEntrant(f"there is no program {who.command[0]!r}: check the spelling, or give its path")
    script = next((word for word in who.command[1:] if not word.startswith("-")), "")
    if script.endswith(SCRIPTS) and not Path(script).exists():
        raise BadEntrant(f"there is no file {script!r}: check the spelling, or give its path")
