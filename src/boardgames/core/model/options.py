"""Options of games and players.

The options of a game or of a player are a frozen class, of attrs or a standard
dataclass, whose fields are made by :func:`option`.  They are given as Python values,
``load("ur", tokens=3)``, or as text, as on the command line: ``ur:tokens=3``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

import attrs

from boardgames.core.text.printable import quoted

if TYPE_CHECKING:

    class Factory:  # attrs' types call it a function
        def __init__(self, factory: Callable[[], Any]) -> None: ...

else:
    from attrs import Factory

WORDS = {
    "on": True, "yes": True, "true": True, "1": True,
    "off": False, "no": False, "false": False, "0": False,
}  # fmt: skip


NONE = "none"


class BadOption(ValueError):
    """An option that does not exist, or a value that it cannot have."""


KEY: Final = "boardgames.option"  # in the metadata of a dataclass's field


class Option(Factory):
    """What a class declares of an option.

    attrs takes it as the factory of the field's default.  A dataclass reads the
    attribute of the class, and :meth:`__get__` gives it a field of its own.
    """

    __slots__ = ("choices", "default", "least", "meaning", "most", "source")

    def __init__(
        self,
        default: Any,
        meaning: str = "",
        source: str = "",
        *,
        choices: Sequence[Any] = (),
        least: float | None = None,
        most: float | None = None,
    ) -> None:
        super().__init__(lambda: default)
        self.default = default
        self.meaning = meaning
        self.source = source
        self.choices = tuple(choices)
        self.least = least
        self.most = most

    def __get__(self, instance: object, owner: type) -> Any:
        return dataclasses.field(default=self.default, kw_only=True, metadata={KEY: self})


def option(
    default: Any,
    meaning: str,
    source: str = "",
    *,
    choices: Sequence[Any] = (),
    least: float | None = None,
    most: float | None = None,
) -> Any:
    """A field of an options class: a bool, an int, a float, a text, a tuple of one of these, or ``None``.

    ``meaning`` says what the option does, ``source`` where the rule comes from.  The
    value must be one of ``choices`` if there are any; a number, or each number of a
    tuple, must be from ``least`` to ``most``.

    >>> @attrs.frozen
    ... class Nim:
    ...     heap: int = option(7, "stones in the heap", "a children's game", least=1)
    >>> @dataclasses.dataclass(frozen=True)
    ... class Other:
    ...     heap: int = option(7, "stones in the heap", "a children's game", least=1)
    >>> choose(Nim, {"heap": "3"}), choose(Other, {"heap": "3"})
    (Nim(heap=3), Other(heap=3))
    """
    return Option(default, meaning, source, choices=choices, least=least, most=most)


@attrs.frozen
class NoOptions:
    """The options of a game that has none."""


@attrs.frozen
class NamedOption:
    """An option with its name and type, as :func:`options_of` reads it."""

    name: str
    type: Any
    facts: Option

    @property
    def default(self) -> Any:
        return self.facts.default


_declared: dict[type[Any], Mapping[str, NamedOption]] = {}


def options_of(options: type[Any]) -> Mapping[str, NamedOption]:
    """The options that a class declares, by name.

    Raises :class:`TypeError` for a class that is neither of attrs nor a dataclass.
    """
    if options not in _declared:
        _declared[options] = _options_of(options)
    return _declared[options]


def _options_of(options: type[Any]) -> Mapping[str, NamedOption]:
    if "__dataclass_fields__" in vars(options) or (dataclasses.is_dataclass(options) and not attrs.has(options)):
        facts = {
            field.name: field.metadata.get(KEY) or Option(field.default)
            for field in dataclasses.fields(options)
            if field.init
        }
    elif attrs.has(options):
        facts = {
            field.name: field.default if isinstance(field.default, Option) else Option(field.default)
            for field in attrs.fields(options)
            if field.init
        }
    else:
        raise TypeError(f"options are a frozen class of attrs or a frozen dataclass, not {options!r}")
    types = get_type_hints(options)
    return {name: NamedOption(name, types.get(name, Any), declared) for name, declared in facts.items()}


def values_of(options: Any) -> dict[str, Any]:
    """The value of each option, by name."""
    return {name: getattr(options, name) for name in options_of(type(options))}


def describe(options: type[Any]) -> list[tuple[str, str, str, str]]:
    """Each option as (name, default as text, meaning, source)."""
    return [
        (name, as_text(each.default), each.facts.meaning, each.facts.source)
        for name, each in options_of(options).items()
    ]


def choose(options: type[Any], given: Mapping[str, Any]) -> Any:
    """The options with the given values; texts are read as on the command line.

    Raises :class:`BadOption`, which lists the options or the values that are possible.
    """
    if not given:
        return options()
    fields = options_of(options)
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOption(_unknown(name, list(fields)))
        values[name] = _check(fields[name], fields[name].type, value)
    return options(**values)


def as_text(value: Any) -> str:
    """A value as on the command line: ``7``, ``on``, ``4+8+14``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or NONE
    return str(value)


def differences(options: Any) -> str:
    """The options that differ from their defaults, as on the command line: ``tokens=3,capture_turn=on``."""
    usual = options_of(type(options))
    changed = {name: value for name, value in values_of(options).items() if value != usual[name].default}
    return ",".join(f"{name}={as_text(value)}" for name, value in changed.items())


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return f"there is no option {quoted(name)}: there are none"
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"there is no option {quoted(name)}{hint} The options are: {', '.join(known)}".replace("' The", "'. The")


def _check(field: NamedOption, kind: Any, value: Any) -> Any:
    read = _from_text(kind, value) if isinstance(value, str) else value
    facts = field.facts
    fits = _fits(kind, read)
    if fits and facts.choices:
        fits = read is None or read in facts.choices
    elif fits and read is not None and not isinstance(read, (bool, str)):
        numbers = read if isinstance(read, tuple) else (read,)
        low, high = facts.least, facts.most
        fits = all((low is None or number >= low) and (high is None or number <= high) for number in numbers)
    if not fits:
        raise BadOption(f"option {field.name} cannot be {quoted(as_text(value))}: expected {_expected(field, kind)}")
    return read


def _kinds(kind: Any) -> tuple[Any, ...]:
    """The types that a field may have: ``int | None`` gives two."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _from_text(kind: Any, text: str) -> Any:
    if NoneType in _kinds(kind) and text.lower() == NONE:
        return None
    kind = _kinds(kind)[0]
    try:
        if kind is bool:
            return WORDS.get(text.lower(), text)
        if kind in (int, float):
            return kind(text)
        if tuple in (kind, getattr(kind, "__origin__", None)):
            return () if text in (NONE, "") else tuple(get_args(kind)[0](part) for part in text.split("+"))
    except ValueError:
        pass
    return text


def _fits(kind: Any, value: Any) -> bool:
    if value is None:
        return NoneType in _kinds(kind)
    kind = _kinds(kind)[0]
    if getattr(kind, "__origin__", None) is tuple:
        return isinstance(value, tuple) and all(_fits(get_args(kind)[0], part) for part in value)
    if kind is float:
        return type(value) in (int, float) and isfinite(value)
    return type(value) is kind


def _expected(field: NamedOption, kind: Any) -> str:
    facts = field.facts
    optional = f", or {NONE}" if NoneType in _kinds(kind) else ""
    kind = _kinds(kind)[0]
    if facts.choices:
        return "one of " + ", ".join(as_text(choice) for choice in facts.choices) + optional
    if kind is bool:
        return "on or off"
    low, high = facts.least, facts.most
    bounds = f" from {low} to {high}" if high is not None else f" of at least {low}" if low is not None else ""
    if getattr(kind, "__origin__", None) is tuple:
        return f"whole numbers{bounds} joined by '+', or {NONE}"
    whole = {int: f"a whole number{bounds}", float: f"a number{bounds}"}
    return whole.get(kind, "a word") + optional
