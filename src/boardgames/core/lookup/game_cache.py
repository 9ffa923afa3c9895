"""The games made so far: one object for each spec and choice of options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, overload

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import ActionT, Game, StateT, ThrowT
from boardgames.core.model.options import BadOption, choose
from boardgames.core.text.foreign_code import confined
from boardgames.core.text.printable import quoted
from boardgames.core.text.said import Reason, Said, sentence_of

OptionsP = ParamSpec("OptionsP")
GameT_co = TypeVar("GameT_co", covariant=True)

if TYPE_CHECKING:

    class Load(Protocol[OptionsP, GameT_co]):
        """The function ``load`` of one game's package."""

        @overload
        def __call__(self, *values: OptionsP.args, **options: OptionsP.kwargs) -> GameT_co: ...
        @overload
        def __call__(self, *, preset: str, **options: object) -> GameT_co: ...


_games: dict[tuple[GameSpec, Any], Game] = {}
_by_request: dict[Hashable, Game] = {}
"""The games by their options as the caller gave them, which need no check a second time."""


def make(spec: GameSpec[StateT, ActionT, ThrowT], options: Mapping[str, Any]) -> Game[StateT, ActionT, ThrowT]:
    """The game of a spec with these options; the same object for the same options.

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    request = (spec, *((name, type(value), value) for name, value in options.items()))
    try:
        if request in _by_request:
            return _by_request[request]
    except TypeError:  # a list, say, which is checked below
        request = ()
    values = dict(options)
    preset = values.pop("preset", None)
    preset = spec.former_presets.get(str(preset), preset)
    try:
        if preset is not None:
            if preset not in spec.presets:
                names = ", ".join(spec.presets) or "none"
                why = Reason(
                    "unknown-preset",
                    "there is no preset {name}. The presets are: {names}",
                    name=quoted(str(preset)),
                    names=names,
                )
                raise BadOption(why)
            values = {**spec.presets[preset], **values}
        key = (spec, choose(spec.options, values))
        game = _games.get(key)
        if game is None:
            with confined():
                game = spec.game(key[1])
    except BadOption as error:
        raise BadOption(Said("{name}: {words}", name=spec.name, words=sentence_of(error))) from None
    if key not in _games:
        _games[key] = game
        with suppress(AttributeError):  # a class of somebody's own; its games are found by their names
            setattr(game, "_spec", spec)  # noqa: B010
    if request:
        _by_request[request] = game
    return game


def loader(
    spec: GameSpec[StateT, ActionT, ThrowT], options: Callable[OptionsP, object]
) -> Load[OptionsP, Game[StateT, ActionT, ThrowT]]:
    """The function ``load`` of a game's package.

    ``options`` is the spec's class of options, from which type checkers know the keywords and their types.

    >>> from boardgames.games import ur
    >>> loader(ur.SPEC, ur.UrOptions)(tokens=3).start().cells(0)
    [0, 0, 0]

    It raises :class:`~boardgames.core.model.options.BadOption`, and :class:`TypeError` for options without a name.
    """

    def load(*values: Any, **options: Any) -> Game[StateT, ActionT, ThrowT]:
        if values:
            raise TypeError(f"load() takes options by name, as in load(NAME={values[0]!r})")
        return make(spec, options)

    load.__doc__ = f"""{spec.title} with these options (:class:`{options.__name__}`), or those of a ``preset``.

    Raises :class:`boardgames.BadOption`, and :class:`TypeError` for options without a name.
    """
    return load
