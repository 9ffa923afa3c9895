"""Which games there are, and all that belongs to one.

Our own games and anyone's are found the same way: a distribution registers a
:class:`GameSpec` in the entry point group ``boardgames.games``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final, Generic

import attrs

from boardgames.core.model import CHANCE, Game, State, StateT
from boardgames.core.options import BadOption, NoOptions, choose
from boardgames.core.registry import Registry

if TYPE_CHECKING:
    from boardgames.core.dialogue import LineProtocol
    from boardgames.core.observation import Observation
    from boardgames.core.record_format import RecordFormat
    from boardgames.core.scene import ClicksOf, SceneOf
    from boardgames.core.sight import Sight
    from boardgames.core.symmetry import Symmetry


ATTRIBUTE: Final = "SPEC"
"""What a module calls its game, where an address does not say."""


class UnknownGame(LookupError):
    """No game of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])


def _plain_scene(spec: GameSpec) -> SceneOf:
    from functools import partial

    from boardgames.core.scene import plain_scene

    return partial(plain_scene, spec.picture, spec.seat_names)


def _plain_clicks() -> ClicksOf:
    from boardgames.core.scene import plain_clicks

    return plain_clicks


@attrs.frozen(kw_only=True, eq=False)
class Insight:
    """What a search may know of a game beyond its rules.  Nothing here changes who wins."""

    evaluate: Callable[[Any, int], float]
    """How good a position is for a seat: what it can expect in the end, between -1 and 1."""
    urgency: Callable[[Any, Sequence[Any]], bytes] | None = None
    """For each of the state's actions 0, if it is quiet, else how urgent it is to look at, up to 255.
    A position is judged only when no urgent action is left, or a quiet one is better."""
    threats: Callable[[Any], Sequence[Any]] | None = None
    """The actions that leave the opponent few answers, such as checks: by these alone a mate is looked for."""


@attrs.frozen(kw_only=True, eq=False)
class GameSpec(Generic[StateT]):
    """One game with all that belongs to it.  Only ``name``, ``title``, ``game`` and ``reasons`` are needed."""

    name: str
    title: str
    game: Callable[[Any], Game[StateT]]
    """Makes the game from its options."""
    reasons: Mapping[str, str]
    """Every reason an outcome can have, and what it means."""
    claims: frozenset[str] = frozenset()
    """Reasons that players may agree on, or a foreign record may give, where the rules as chosen do not judge."""
    by_history: frozenset[str] = frozenset()
    """Reasons that the way to a position gives and no text of it tells: read again from there, the game goes on."""
    options: type[Any] = NoOptions
    """An attrs frozen class of :func:`boardgames.core.options.option` fields."""
    presets: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """Named sets of options, as differences from the defaults."""
    protocols: Mapping[str, LineProtocol] = attrs.field(factory=dict)
    """The line protocols of its own in which programs play it, the usual one first."""
    formats: Mapping[str, RecordFormat] = attrs.field(factory=dict)
    """The formats in which people keep records of it, by name."""
    picture: Callable[[StateT], str] = str
    """The position drawn in text."""
    table: Callable[[StateT, Sight], str] | None = None
    """The same as somebody at the table sees it: turned, with the last action marked; else it is the picture."""
    legend: str = ""
    """How to read the picture, and what to type for an action, in Markdown without headings."""
    account: Callable[[Any, Any, Any], str] | None = None
    """What happened, from the states before and after it, in words that follow a name: ``throws 3``."""
    group: Callable[[StateT, Any], str] | None = None
    """Under what a legal action is listed for people: the man that moves, or the kind of action."""
    seat_names: tuple[str, ...] = ("first", "second")
    scene: SceneOf = attrs.field(default=attrs.Factory(_plain_scene, takes_self=True))
    """The position as it lies before a seat; the plain one shows the picture and the actions as a list."""
    clicks: ClicksOf = attrs.field(factory=_plain_clicks)
    """The spots of the scene by which a person chooses a legal action; they belong to the scene."""
    evaluate: Callable[[StateT, int], float] | None = None
    """How good a position is for a seat at a glance; larger is better, between -1 and 1."""
    insight: Insight | None = None
    """What searches may know; without it they make do with ``evaluate``."""
    observation: Callable[[Any], Observation | None] | None = None
    """How a game with these options looks to those who learn it; else they see the plain view."""
    symmetries: Callable[[Any], Sequence[Symmetry]] | None = None
    """The symmetries of a game with these options, but for that which changes nothing."""
    read_throw: Callable[[str], str] = str
    """Other spellings of a dice outcome, for scripted dice, to its canonical text."""
    dice: Callable[[int], Iterator[str]] | None = None
    """The arena's own throws for a seed, as canonical texts without end; else a seed gives each seat its own."""
    max_plies: int | Callable[[Any], int | None] | None = None
    """The longest a game can last, dice included, where the rules bound it; or what it is with some options."""
    rules: str = ""
    """The rules in our words, in Markdown."""
    sources: tuple[str, ...] = ()
    """Where the rules come from."""

    def drawn(self, state: StateT, sight: Sight) -> str:
        """The position as somebody at the table sees it."""
        return self.picture(state) if self.table is None else self.table(state, sight)

    def told(self, before: State, action: Any, after: State) -> str:
        """What happened, in words that follow a name.

        >>> start = load("ur").start()
        >>> find("ur").told(start, start.read("=2"), start.play("=2"))
        'throws 2'
        """
        if self.account is not None:
            return self.account(before, action, after)
        text = str(action)
        return f"throws {text.removeprefix('=')}" if before.turn == CHANCE else f"plays {text}"

    def longest(self, game: Game) -> int | None:
        """The most plies that a game with these options can last, dice included; ``None`` where no rule bounds it."""
        return self.max_plies(game.options) if callable(self.max_plies) else self.max_plies

    def protocol(self, name: str | None = None) -> LineProtocol:
        """A line protocol of this game: the usual one, or the one of that name.

        Those of :func:`boardgames.core.protocols.names` serve every game.
        Raises :class:`KeyError` for another name.
        """
        from boardgames.core import protocols

        if name is None:
            name = next(iter(self.protocols), protocols.USUAL)
        return self.protocols[name] if name in self.protocols else protocols.find(name)

    def protocol_names(self) -> list[str]:
        """The protocols that this game can be played in, its own first."""
        from boardgames.core import protocols

        return [*self.protocols, *(name for name in protocols.names() if name not in self.protocols)]


GAMES: Final = Registry("boardgames.games", GameSpec, "game", UnknownGame)


def games() -> list[str]:
    """The names of all games that are installed, ours and anyone's, without importing them.

    >>> "ur" in games()
    True
    """
    return GAMES.names()


def find(name: str) -> GameSpec:
    """The game of that name, or of an address: ``path/to/rules.py:SPEC``, ``module:SPEC``.

    Raises :class:`UnknownGame`, which lists what there is and what failed to import.
    """
    if name in GAMES.found:
        return GAMES.found[name]
    module, colon, attribute = name.partition(":")
    return _at_address(module, attribute or ATTRIBUTE) if colon or _is_path(module) else GAMES.find(name)


def is_at_hand(name: str) -> bool:
    """Is the game of that name, or address, installed or imported already?  Else :func:`find` runs its file.

    >>> is_at_hand("ur"), is_at_hand("rules.py:SPEC")
    (True, False)
    """
    module, colon, attribute = name.partition(":")
    if name in GAMES.found or not (colon or _is_path(module)):
        return True
    whole = os.path.abspath(module) if _is_path(module) else module
    return (whole, attribute or ATTRIBUTE) in _at


def load(name: str, **options: Any) -> Game:
    """The game of that name, or of an address, with the given rule options.

    Options may also stand in the name, as on the command line.

    >>> load("ur", tokens=3).options.tokens
    3
    >>> load("ur:tokens=3") is load("ur", tokens=3)
    True
    >>> load("boardgames.games.ur:SPEC:tokens=3") is load("ur", tokens=3)
    True

    Raises :class:`UnknownGame` or :class:`~boardgames.core.options.BadOption`.
    """
    name, written = split_name(name)
    return make(find(name), {**written, **options})


def game_of(game: str | Game) -> Game:
    """A game that is named, or given itself.  Raises what :func:`load` raises, and :class:`TypeError`."""
    if isinstance(game, str):
        return load(game)
    if not hasattr(game, "start") or not hasattr(game, "parse"):
        raise TypeError(f"expected a game or its name, as in load('ur') or 'ur', not {game!r}")
    return game


_at: dict[tuple[str, str], GameSpec] = {}
"""The specs found at an address: a module or the whole path of a file, and an attribute."""
_address: dict[GameSpec, tuple[str, str]] = {}
"""Where those were found that no distribution offers: as it was written, and from any folder."""


def _is_path(name: str) -> bool:
    from boardgames.core.address import is_path  # which imports more than most need

    return is_path(name)


def _at_address(module: str, attribute: str) -> GameSpec:
    whole = os.path.abspath(module) if _is_path(module) else module
    spec = _at.get((whole, attribute))
    if spec is None:
        spec = _at[whole, attribute] = _imported(module, attribute)
        if spec.name not in GAMES.names():
            GAMES.found[spec.name] = spec  # from now on it is found by its name too
        if GAMES.found.get(spec.name) is not spec or spec.name not in GAMES.installed():
            _address[spec] = f"{module}:{attribute}", f"{whole}:{attribute}"
    return spec


def _imported(module: str, attribute: str) -> GameSpec:
    from boardgames.core.address import BadAddress, imported

    try:
        loaded = imported(module)
    except BadAddress as error:
        raise UnknownGame(str(error)) from error
    spec = getattr(loaded, attribute, None)
    if isinstance(spec, GameSpec):
        return spec
    specs = [name for name, value in vars(loaded).items() if isinstance(value, GameSpec)]
    found = f"it has the GameSpec {', '.join(specs)}" if specs else "it has no GameSpec"
    folder = os.path.dirname(module)
    if not specs and os.path.isfile(module) and os.path.exists(os.path.join(folder, "__init__.py")):
        found += f"; it is part of a package, which may have one: {folder}:{ATTRIBUTE}"
    if hasattr(loaded, attribute):
        raise UnknownGame(f"{module}:{attribute} is a {type(spec).__name__}, not a GameSpec; {found}")
    raise UnknownGame(f"{module} has no {attribute!r}; {found}")


def spec_of(game: Game) -> GameSpec:
    """The spec that a game was made from.  Raises :class:`UnknownGame`."""
    return _spec_of.get(id(game)) or find(game.name)


def name_of(game: Game) -> str:
    """The name by which a game is found again: its own, or for a file's game the address as it was written.

    >>> name_of(load("ur"))
    'ur'
    """
    spec = _spec_of.get(id(game))
    return game.name if spec not in _address else _address[spec][0]


def remade(game: Any) -> tuple[Any, ...]:
    """What pickle needs to find a game again, from any folder (``__reduce__``)."""
    spec = _spec_of.get(id(game))
    name = game.name if spec not in _address else _address[spec][1]
    return _found_again, (name, attrs.asdict(game.options, recurse=False))


def _found_again(name: str, options: Mapping[str, Any]) -> Game:
    return make(find(name), options)


_made: dict[tuple[GameSpec, Any], Game] = {}
_spec_of: dict[int, GameSpec] = {}  # by the games' ids; all games made are kept


def make(spec: GameSpec[StateT], options: Mapping[str, Any]) -> Game[StateT]:
    """The game of a spec with these options; the same object for the same options."""
    given = dict(options)
    preset = given.pop("preset", None)
    if preset is not None:
        if preset not in spec.presets:
            known = ", ".join(spec.presets) or "none"
            raise BadOption(f"{spec.name}: there is no preset {preset!r}. The presets are: {known}")
        given = {**spec.presets[preset], **given}
    try:
        chosen = choose(spec.options, given)
    except BadOption as error:
        raise BadOption(f"{spec.name}: {error}") from None
    key = (spec, chosen)
    game = _made.get(key)
    if game is None:
        try:
            game = _made[key] = spec.game(chosen)
        except BadOption as error:
            raise BadOption(f"{spec.name}: {error}") from None
        _spec_of[id(game)] = spec
    return game


def registered(spec: GameSpec) -> AbstractContextManager[None]:
    """Meanwhile the game is found by its name without being installed, and instead of an installed one.

    For a game that is just being written: pickling a state finds its game by name.
    """
    return GAMES.registered(spec.name, spec)


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """The name or address, and the options behind it.

    >>> split_name("ur:tokens=3,capture_turn=on")
    ('ur', {'tokens': '3', 'capture_turn': 'on'})
    >>> split_name("games/rules.py:SPEC:stones=9")
    ('games/rules.py:SPEC', {'stones': '9'})

    Raises :class:`~boardgames.core.options.BadOption`.
    """
    name, _, rest = text.partition(":")
    first, _, behind = rest.partition(":")
    if "=" not in first and (_is_path(name) or (first and name not in games())):
        name, rest = f"{name}:{first or ATTRIBUTE}", behind
    elif _is_path(name):
        name = f"{name}:{ATTRIBUTE}"
    options: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise BadOption(f"{name}: cannot read option {part!r}: write NAME=VALUE, as in {name}:{key or 'tokens'}=3")
        options[key.strip()] = value.strip()
    return name, options
