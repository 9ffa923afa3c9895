"""Settings: fields of attrs classes that say once what a user may choose, in what unit and within what bounds.

A class of settings is one frozen attrs class whose fields are made by
:func:`setting`.  The command line's options, the keys of a TOML file and the
arguments in Python are derived from it, so that a new setting is one edit:

>>> @attrs.frozen(kw_only=True)
... class Limits:
...     memory: int | None = setting(None, Number(1, 2.0**24), "MiB for a program.", metavar="MB", unit=2**20)
>>> (memory,) = settings_of(Limits)
>>> memory.flag, memory.read("64"), memory.show(2**26), memory.from_toml(64)
('--memory', 67108864, '64', 67108864)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from types import MappingProxyType
from typing import Any, Final, Protocol

import attrs

LEAST_SEED: Final = -(2**63)  # the whole numbers of 64 bits, as in the arenas
GREATEST_SEED: Final = 2**63 - 1
KEY: Final = "boardgames.setting"  # in the metadata of an attrs field
WORDS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class BadSetting(ValueError):
    """A setting that does not exist, or a value that it cannot take; the message says what would do."""


class Kind(Protocol):
    """A kind of value: how users write it, and within what bounds."""

    @property
    def name(self) -> str:
        """The word for it in messages, as in "memory is a number"."""

    def read(self, text: str) -> Any:
        """The value that a text stands for, in the user's unit.  Raises :class:`BadSetting`."""

    def show(self, value: Any) -> str:
        """The text that stands for a value."""

    def from_toml(self, value: Any) -> Any:
        """The value that a TOML file gives as ``value``.  Raises :class:`BadSetting`; :class:`TypeError` if it is
        of another type."""


def _plain(number: float) -> str:
    """A number as a user writes it.

    >>> _plain(2.0), _plain(0.5), _plain(10000000)
    ('2', '0.5', '10000000')
    """
    return repr(number).removesuffix(".0")


@attrs.frozen
class Number:
    """A finite number within bounds; with ``above``, more than the lower one."""

    least: float
    most: float
    above: bool = False
    name: str = attrs.field(default="a number", init=False)

    def read(self, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        too_low = number <= self.least if self.above else number < self.least
        if not isfinite(number) or too_low or number > self.most:
            more = "more than" if self.above else "from"
            raise BadSetting(f"expected a number {more} {self.least:g}, up to {self.most:g}, not {text!r}.")
        return number

    def show(self, value: float) -> str:
        return _plain(value)

    def from_toml(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError
        return self.read(str(value))


@attrs.frozen
class Whole:
    """A whole number within bounds, where there are any."""

    least: int
    most: int | None = None
    name: str = attrs.field(default="a whole number", init=False)

    def read(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self.least - 1
        if number < self.least or (self.most is not None and number > self.most):
            bounds = f"of at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
            raise BadSetting(f"expected a whole number {bounds}, not {text!r}.")
        return number

    def show(self, value: int) -> str:
        return str(value)

    def from_toml(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError
        return self.read(str(value))


@attrs.frozen
class Switch:
    """On or off."""

    name: str = attrs.field(default="true or false", init=False)

    def read(self, text: str) -> bool:
        if text.lower() not in WORDS:
            raise BadSetting(f"expected on or off, not {text!r}.")
        return WORDS[text.lower()]

    def show(self, value: bool) -> str:
        return "on" if value else "off"

    def from_toml(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise TypeError
        return value


@attrs.frozen
class Text:
    """Any text, or one of ``choices``."""

    choices: tuple[str, ...] = ()
    name: str = attrs.field(default="a text", init=False)

    def read(self, text: str) -> str:
        if self.choices and text not in self.choices:
            raise BadSetting(f"expected one of {', '.join(self.choices)}, not {text!r}.")
        return text

    def show(self, value: str) -> str:
        return value

    def from_toml(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError
        return self.read(value)


@attrs.frozen(kw_only=True)
class Setting:
    """One setting, as its field declares it."""

    name: str
    """Its name in Python."""
    kind: Kind
    help: str
    default: Any
    """In Python's unit; ``None`` leaves it open."""
    metavar: str | None = None
    """What stands for the value in help texts."""
    unit: float = 1
    """What 1 of the user's unit is in Python's."""
    show_default: bool = False
    """Whether help texts name the default."""
    offered: bool = True
    """Whether users can say it on the command line and in TOML files; else in Python only."""
    enforced: bool = False
    """Whether the supervisor of a program is told of it and enforces it (limits only)."""

    @property
    def flag(self) -> str:
        """The option on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def key(self) -> str:
        """The key in a TOML file."""
        return self.name

    def read(self, text: str) -> Any:
        """The value that a text of the command line stands for.  Raises :class:`BadSetting`."""
        return self._in_python(self.kind.read(text))

    def from_toml(self, value: Any) -> Any:
        """The value that a TOML file gives.  Raises :class:`BadSetting`."""
        try:
            return self._in_python(self.kind.from_toml(value))
        except TypeError:
            raise BadSetting(f"{self.name} is {self.kind.name}, not {value!r}") from None
        except BadSetting as error:
            raise BadSetting(f"{self.name}: {error}") from None

    def show(self, value: Any) -> str:
        """A value as the command line writes it."""
        return self.kind.show(value if self.unit == 1 else round(value / self.unit, 9))

    def _in_python(self, value: Any) -> Any:
        if self.unit == 1:
            return value
        return int(value * self.unit) if self.unit > 1 else value / round(1 / self.unit)


def setting(default: Any, kind: Kind, help: str, **facts: Any) -> Any:
    """A field of a class of settings.  ``facts`` are the other fields of :class:`Setting`, but for its name."""
    return attrs.field(default=default, metadata={KEY: {"kind": kind, "help": help, **facts}})


def settings_of(cls: type[Any]) -> tuple[Setting, ...]:
    """The settings that a class declares, in their order.  Fields made otherwise are not among them."""
    return tuple(
        Setting(name=field.name, default=field.default, **field.metadata[KEY])
        for field in attrs.fields(cls)
        if KEY in field.metadata
    )


def offered(cls: type[Any]) -> Mapping[str, Setting]:
    """The settings that users can say, by their keys."""
    return MappingProxyType({each.key: each for each in settings_of(cls) if each.offered})


def from_toml(cls: type[Any], table: Mapping[str, Any], noun: str = "setting") -> dict[str, Any]:
    """The values, by their names in Python, that a table of a TOML file gives.

    ``noun`` is the word for a setting in messages.  Raises :class:`BadSetting`.
    """
    known = offered(cls)
    for key in table:
        if key not in known:
            raise BadSetting(f"there is no {noun} {key!r}; there are: {', '.join(known)}")
    return {known[key].name: known[key].from_toml(value) for key, value in table.items()}


def as_words(settings: Any, left_out: Iterable[str] = ()) -> list[str]:
    """Settings as on the command line, without those at their defaults.

    >>> @attrs.frozen(kw_only=True)
    ... class Pace:
    ...     late: float = setting(0.0, Number(0, 1000), "Milliseconds.", unit=0.001)
    ...     games: int = setting(2, Whole(1), "How many.")
    >>> as_words(Pace(late=0.05))
    ['--late', '50']
    """
    words = []
    for each in settings_of(type(settings)):
        value = getattr(settings, each.name)
        if each.offered and each.name not in left_out and value != each.default:
            if isinstance(each.kind, Switch):
                words.append(each.flag if value else f"--no-{each.flag[2:]}")
            else:
                words += [each.flag, each.show(value)]
    return words
