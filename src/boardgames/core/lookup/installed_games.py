"""Finding games: installed ones by name, any other by object reference.

A distribution offers a :class:`~boardgames.core.lookup.spec.GameSpec` in the entry
point group ``boardgames.games``; the games of this library are found the same way.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.object_reference import BadReference, imported, is_path
from boardgames.core.lookup.registry import Registry
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, UnknownGame
from boardgames.core.model.options import BadOption, values_of, with_options
from boardgames.core.model.wrong_action import wrong
from boardgames.core.text.printable import printable, quoted
from boardgames.core.text.said import Reason

ATTRIBUTE: Final = "SPEC"
"""The attribute of a module that a reference without an attribute means."""

_references: dict[GameSpec | None, tuple[str, str]] = {}
"""The object references of games that are not installed, each as it was written and with the whole path."""

GAMES: Final = Registry("boardgames.games", GameSpec, "game", UnknownGame, lambda spec: (spec.title, *spec.other_names))


def games() -> list[str]:
    """The names of all installed games, without importing them.

    >>> "ur" in games()
    True
    """
    return GAMES.names()


def find(name: str) -> GameSpec:
    """The game of that name, or of an object reference: ``path/to/rules.py:SPEC``, ``module:SPEC``.

    Its title and other names work, too; case, blanks, hyphens and apostrophes do not count.

    >>> find("Nine Men's Morris") is find("9mm") is find("morris")
    True

    Raises :class:`UnknownGame`, which lists the games that exist and those that failed to import.
    """
    if not isinstance(name, str):
        raise wrong("the name of a game, as in find('ur')", name)
    if name in GAMES.found:
        return GAMES.found[name]
    module, colon, attribute = name.partition(":")
    return _referred(module, attribute or ATTRIBUTE) if colon or is_path(module) else GAMES.find(name)


def title_of(name: str) -> str:
    """The title of the installed game ``name``: the heading of the ``rules.md`` in its package, else the spec's title.

    The heading needs no import of the game.  Raises :class:`UnknownGame`.

    >>> title_of("ur")
    'Royal Game of Ur'
    """
    if name not in GAMES.found and (folder := GAMES.package_folder(name)) is not None:
        try:
            with open(os.path.join(folder, "rules.md"), encoding="utf-8") as rules:
                heading = rules.readline()
        except (OSError, UnicodeDecodeError):
            heading = ""
        if heading.startswith("# "):
            return heading[2:].strip()
    return find(name).title


def is_loaded(name: str) -> bool:
    """True if the game of that name or reference is installed, or already imported.  Else :func:`find` runs its file.

    >>> is_loaded("ur"), is_loaded("rules.py:SPEC")
    (True, False)
    """
    module, colon, attribute = name.partition(":")
    if name in GAMES.found or not (colon or is_path(module)):
        return True
    whole = os.path.abspath(module) if is_path(module) else module
    return (whole, attribute or ATTRIBUTE) in _by_reference


def load(game: str | Game, **options: Any) -> Game:
    """The game of that name, or of an object reference, with the given rule options; a game itself stays as it is.

    The name may contain options, as on the command line.  So every function that takes a game takes all three.

    >>> load("ur", tokens=3).options.tokens
    3
    >>> load("ur:tokens=3") is load("ur", tokens=3)
    True
    >>> load("boardgames.games.ur:SPEC:tokens=3") is load("ur", tokens=3)
    True

    Raises :class:`UnknownGame`, :class:`~boardgames.core.model.options.BadOption`, and :class:`TypeError` for
    something else than a name or a game.
    """
    if not isinstance(game, str):
        if not hasattr(game, "start") or not hasattr(game, "parse"):
            raise wrong("a game or its name, as in load('ur') or 'ur'", game)
        if options:
            raise TypeError(f"{game!r} has its options already: load it by its name for others")
        return game
    name, written = split_name(game)
    return make(find(name), {**written, **options})


_by_reference: dict[tuple[str, str], GameSpec] = {}
"""The specs found by reference; a key is the module or the whole path of the file, and the attribute."""


def _referred(module: str, attribute: str) -> GameSpec:
    whole = os.path.abspath(module) if is_path(module) else module
    spec = _by_reference.get((whole, attribute))
    if spec is None:
        spec = _by_reference[whole, attribute] = _spec_in(module, attribute)
        if spec.name not in GAMES.names():
            GAMES.found[spec.name] = spec  # from now on it is also found by its name
        if GAMES.found.get(spec.name) is not spec or spec.name not in GAMES.installed():
            _references[spec] = f"{module}:{attribute}", f"{whole}:{attribute}"
    return spec


def _spec_in(module: str, attribute: str) -> GameSpec:
    try:
        loaded = imported(module)
    except BadReference as error:
        raise UnknownGame(str(error)) from error
    spec = getattr(loaded, attribute, None)
    if isinstance(spec, GameSpec):
        return spec
    specs = [name for name, value in vars(loaded).items() if isinstance(value, GameSpec)]
    content = f"it has the GameSpec {', '.join(specs)}" if specs else "it has no GameSpec"
    folder = os.path.dirname(module)
    if not specs and os.path.isfile(module) and os.path.exists(os.path.join(folder, "__init__.py")):
        content += f"; it is part of a package, which may have one: {folder}:{ATTRIBUTE}"
    if hasattr(loaded, attribute):
        raise UnknownGame(f"{module}:{attribute} is a {type(spec).__name__}, not a GameSpec; {content}")
    raise UnknownGame(f"{module} has no {attribute!r}; {content}")


def refer(spec: GameSpec, reference: str) -> None:
    """Let records name the games of a spec, which was made elsewhere, by an object reference."""
    module, _, attribute = reference.partition(":")
    whole = os.path.abspath(module) if is_path(module) else module
    _references[spec] = reference, f"{whole}:{attribute or ATTRIBUTE}"


def spec_of(game: str | Game | GameSpec) -> GameSpec:
    """The spec of a game, of the text that names it with or without options, or the spec itself.

    Raises :class:`UnknownGame` or :class:`~boardgames.core.model.options.BadOption`.

    >>> spec_of("ur:tokens=3") is spec_of(load("ur")) is find("ur")
    True
    """
    if isinstance(game, GameSpec):
        return game
    return find(split_name(game)[0]) if isinstance(game, str) else getattr(game, "_spec", None) or find(load(game).name)


def name_of(game: Game) -> str:
    """The name by which a game is found again: its own, or the object reference of a game that is not installed.

    >>> name_of(load("ur"))
    'ur'
    """
    reference = _references.get(getattr(game, "_spec", None))
    return game.name if reference is None else reference[0]


def text_of(game: Game) -> str:
    """The text by which :func:`load` finds a game again: its name, and the options that are not the usual ones.

    >>> text_of(load("ur", tokens=3))
    'ur:tokens=3'
    """
    return with_options(name_of(game), game.options)


@attrs.frozen
class ChosenGame:
    """A game as somebody chose it: looked up and made once, where its text comes in, and handed on as one thing."""

    spec: GameSpec
    game: Game
    text: str
    """The text by which :func:`load` finds it again, as it was written, but by the game's own name."""

    @classmethod
    def of(cls, game: str | Game | ChosenGame) -> ChosenGame:
        """The game that a text names, or a game.  Raises what :func:`load` raises.

        >>> ChosenGame.of("nine mens morris:preset=classic").text, ChosenGame.of("ur:tokens=7").name
        ('morris:preset=classic', 'ur')
        """
        if isinstance(game, ChosenGame):
            return game
        rules = load(game)
        spec = spec_of(rules)
        if not isinstance(game, str):
            return cls(spec, rules, text_of(rules))
        _, colon, rest = game.partition(":")
        return cls(spec, rules, game if ":" in split_name(game)[0] else spec.name + colon + rest)

    @property
    def name(self) -> str:
        """Its own name with the options that are not the usual ones, the same on every computer."""
        return with_options(self.spec.name, self.game.options)


def reduce_game(game: Any) -> tuple[Any, ...]:
    """The value of a game's ``__reduce__``: pickle finds the game again by it, from any folder."""
    reference = _references.get(getattr(game, "_spec", None))
    return _found_again, (game.name if reference is None else reference[1], values_of(game.options))


def _found_again(name: str, options: Mapping[str, Any]) -> Game:
    return make(find(name), options)


def registered(spec: GameSpec) -> AbstractContextManager[None]:
    """Register the game of ``spec`` under its name within this context, even if another one is installed.

    A game that is being written needs it: unpickling a state finds its game by name.
    """
    return GAMES.registered(spec.name, spec)


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """The name or object reference of a game, and the options behind it, from ``text`` as on the command line.

    >>> split_name("ur:tokens=3,capture_turn=on")
    ('ur', {'tokens': '3', 'capture_turn': 'on'})
    >>> split_name("games/rules.py:SPEC:stones=9")
    ('games/rules.py:SPEC', {'stones': '9'})

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    name, _, rest = text.partition(":")
    first, _, behind = rest.partition(":")
    if "=" not in first and (is_path(name) or (first and name not in GAMES.installed())):
        name, rest = f"{name}:{first or ATTRIBUTE}", behind
    elif is_path(name):
        name = f"{name}:{ATTRIBUTE}"
    options: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not equals:
            example = printable(f"{name}:{key or 'tokens'}=3")
            raise BadOption(
                Reason(
                    "unreadable-option",
                    "{name}: cannot read option {words}: write NAME=VALUE, as in {line}",
                    name=printable(name),
                    words=quoted(part),
                    line=example,
                )
            )
        options[key.strip()] = value.strip()
    return name, options
