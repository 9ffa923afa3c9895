"""Options: what people choose of games, players, limits, contests and arenas, each declared once.

A class of options is frozen, of attrs or a standard dataclass, and its fields are made by :func:`option`, which says
what a value means, its bounds and its unit.  The command line's options, a game's name such as ``ur:tokens=3``, the
keys of TOML files, JSON messages and the arguments in Python are read and checked by that declaration:

>>> @attrs.frozen(kw_only=True)
... class Limits:
...     memory: float | None = option(None, "MiB for a program.", least=1, most=2**24, metavar="MB", unit=2**20)
>>> memory = options_of(Limits)["memory"]
>>> memory.flag, memory.read("64"), memory.show(2**26), memory.given(64)
('--memory', 67108864, '64', 67108864)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, get_type_hints

import attrs

from boardgames.core.text.kinds import NONE, Kind, Number, Switch, kind_of, refusal
from boardgames.core.text.printable import quoted
from boardgames.core.text.said import Reason, Said, code_of, sentence_of

if TYPE_CHECKING:

    class Factory:  # noqa: D101 - attrs' types call it a function
        def __init__(self, factory: Callable[[], Any]) -> None: ...

else:
    from attrs import Factory

KEY: Final = "boardgames.option"  # in the metadata of a dataclass's field


class BadOption(ValueError):
    """An option that does not exist, or a value that it cannot have.

    ``code`` is ``unknown-option``, ``unknown-preset``, ``unreadable-option`` or, for all else, ``bad-value``.
    """

    @property
    def code(self) -> str:
        """The code, for programs; the class lists them."""
        return code_of(sentence_of(self), "bad-value")


@attrs.frozen(kw_only=True)
class Declaration:
    """The declaration of a field by :func:`option`."""

    default: Any  # in Python's unit
    meaning: str = ""
    source: str = ""  # where a rule of a game comes from
    kind: Kind | None = None  # ``None`` if it follows from the type of the field and these:
    choices: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None
    above: bool = False  # true if ``least`` itself is too low
    unit: float = 1
    """The size of the user's unit in Python's: 0.001 for milliseconds that Python has in seconds."""
    metavar: str | None = None  # the placeholder of the value in help texts
    show_default: bool = True  # false if help texts do not name the default
    offered: bool = True  # true if the command line and TOML files have it; else Python alone
    enforced: bool = False  # true if the supervisor of a program is told of it and enforces it (limits only)
    section: str = ""  # of a help page
    short: str = ""  # one letter for it on the command line, as in ``-j``
    required: bool = False
    repeated: bool = False  # each member of a tuple is given by an option of its own
    alone: str | None = None  # the value where no word stands behind the option
    environment: str | None = None  # a variable of the environment that gives the value, too


class Declared(Factory):
    """The default of a declared field, with its declaration.

    attrs takes it as the factory of the field's default.  A dataclass reads the
    attribute of the class, and :meth:`__get__` gives it a field of its own.
    """

    __slots__ = ("declaration",)

    def __init__(self, declaration: Declaration) -> None:
        super().__init__(lambda: declaration.default)
        self.declaration = declaration

    def __get__(self, instance: object, owner: type) -> Any:
        return dataclasses.field(default=self.declaration.default, kw_only=True, metadata={KEY: self.declaration})


def option(default: Any, meaning: str, source: str = "", *, choices: Sequence[Any] = (), **facts: Any) -> Any:
    """A field of a class of options: a bool, an int, a float, a text, a tuple of one of these, or ``None``.

    ``default`` is the value where none is given; ``meaning`` says what the option does, ``source`` where the rule
    comes from.  The value must be one of ``choices`` if there are any; a number, or each number of a tuple, must be
    from ``least`` to ``most``.  ``facts`` are these and other fields of :class:`Declaration`.

    >>> @attrs.frozen
    ... class Nim:
    ...     heap: int = option(7, "stones in the heap", "a children's game", least=1)
    >>> @dataclasses.dataclass(frozen=True)
    ... class Other:
    ...     heap: int = option(7, "stones in the heap", "a children's game", least=1)
    >>> choose(Nim, {"heap": "3"}), choose(Other, {"heap": "3"})
    (Nim(heap=3), Other(heap=3))
    """
    return Declared(Declaration(default=default, meaning=meaning, source=source, choices=tuple(choices), **facts))


@attrs.frozen
class NoOptions:
    """The options of a game that has none."""


@attrs.frozen
class Option:
    """An option of a class, with its name and the kind of its values."""

    name: str
    kind: Kind
    facts: Declaration

    @property
    def default(self) -> Any:
        """The value of an option that is not given."""
        return self.facts.default

    @property
    def flag(self) -> str:
        """The option on the command line; ``_`` ends the name of a field that Python has a word for."""
        return "--" + self.name.strip("_").replace("_", "-")

    @property
    def is_switch(self) -> bool:
        """True if the option is either on or off."""
        return isinstance(self.kind, Switch)

    def read(self, text: str) -> Any:
        """The value that a text stands for, in the user's unit.  Raises :class:`BadOption`."""
        try:
            return self._in_python(self.kind.read(text))
        except BadOption:
            raise
        except ValueError:
            raise BadOption(refusal(self.kind, text)) from None

    def given(self, value: Any) -> Any:
        """The value that Python, TOML or JSON give in the user's unit.  Raises :class:`BadOption`."""
        try:
            return self._in_python(self.kind.check(value))
        except BadOption as error:
            raise BadOption(f"{self.name}: {error}") from None
        except ValueError:
            raise BadOption(Said("{name}: {words}", name=self.name, words=refusal(self.kind, value))) from None

    def show(self, value: Any) -> str:
        """A value as the command line writes it."""
        return self.kind.show(value if self.facts.unit == 1 or value is None else round(value / self.facts.unit, 9))

    def _in_python(self, value: Any) -> Any:
        unit = self.facts.unit
        if unit == 1 or value is None:
            return value
        return int(value * unit) if unit > 1 else value / round(1 / unit)


_options: dict[type[Any], Mapping[str, Option]] = {}


def options_of(cls: type[Any]) -> Mapping[str, Option]:
    """The options that ``cls`` declares, by name: fields made by :func:`option`, and plain ones of simple types.

    Raises :class:`TypeError` for a class that is neither of attrs nor a dataclass.
    """
    if cls not in _options:
        _options[cls] = dict(_options_of(cls))
    return _options[cls]


def _options_of(cls: type[Any]) -> Iterable[tuple[str, Option]]:
    declarations = _declarations(cls)
    try:
        types = get_type_hints(cls)
    except NameError:  # of types that only type checkers import
        types = {}
    for name, declared in declarations.items():
        kind = declared.kind or kind_of(
            types[name] if name in types else type(declared.default),
            declared.choices, declared.least, declared.most, declared.above,
        )  # fmt: skip
        if kind is not None:
            yield name, Option(name, kind, declared)
        elif declared.meaning:
            raise TypeError(f"{cls.__name__}.{name}: an option is a bool, a number, a text, or a tuple of them")


def _declarations(cls: type[Any]) -> dict[str, Declaration]:
    declarations: dict[str, Declaration] = {}
    if "__dataclass_fields__" in vars(cls) or (dataclasses.is_dataclass(cls) and not attrs.has(cls)):
        for field in dataclasses.fields(cls):
            if field.init:
                declarations[field.name] = field.metadata.get(KEY) or Declaration(default=field.default)
    elif attrs.has(cls):
        for attribute in attrs.fields(cls):
            declared = attribute.default
            if isinstance(declared, Declared):
                declarations[attribute.name] = declared.declaration
            elif attribute.init:
                declarations[attribute.name] = Declaration(default=declared)
    else:
        raise TypeError(f"options are a frozen class of attrs or a frozen dataclass, not {cls!r}")
    return declarations


def offered(cls: type[Any]) -> dict[str, Option]:
    """The options of ``cls`` that the command line and TOML files have, by name."""
    return {name: entry for name, entry in options_of(cls).items() if entry.facts.offered}


def check_values(options: Any) -> None:
    """Check values that Python gave ``options``.  Raises :class:`BadOption` for one that its declaration forbids."""
    for name, option in options_of(type(options)).items():
        value, unit, kind = getattr(options, name), option.facts.unit, option.kind
        if unit != 1 and isinstance(kind, Number):  # in Python's unit
            least, most = (None if bound is None else bound * unit for bound in (kind.least, kind.most))
            facts = attrs.evolve(option.facts, unit=1)
            option = attrs.evolve(option, kind=attrs.evolve(kind, least=least, most=most), facts=facts)
        if value is not None or option.default is not None:
            option.given(value)


def values_of(options: Any) -> dict[str, Any]:
    """The values of ``options``, by name."""
    return {name: getattr(options, name) for name in options_of(type(options))}


def describe(options: type[Any]) -> list[tuple[str, str, str, str]]:
    """The options of the class ``options``, each as (name, default as text, meaning, source)."""
    return [
        (name, as_text(entry.default), entry.facts.meaning, entry.facts.source)
        for name, entry in options_of(options).items()
    ]


def choose(options: type[Any], given: Mapping[str, Any]) -> Any:
    """The options with the values of ``given``, in which texts are read as on the command line.

    Raises :class:`BadOption`, which lists the possible options or values, or says what to do without an option of
    earlier versions: ``LEFT`` of the class has the words by its name.
    """
    if not given:
        return options()
    declared = options_of(options)
    values = {}
    for name, value in given.items():
        if name not in declared:
            if name in (left := getattr(options, "LEFT", {})):
                raise BadOption(
                    Reason(
                        "option-left",
                        "there is no option {name} any more: {words}",
                        name=quoted(name),
                        words=left[name],
                    )
                )
            raise BadOption(_unknown(name, list(declared)))
        kind = declared[name].kind
        try:
            values[name] = kind.read(value) if isinstance(value, str) else kind.check(value)
        except ValueError:
            why = Reason(
                "bad-value",
                "option {name} cannot be {name2}: expected {words}",
                name=name,
                name2=quoted(as_text(value)),
                words=kind.expected,
            )
            raise BadOption(why) from None
    return options(**values)


def from_toml(cls: type[Any], table: Mapping[str, Any], noun: str = "setting") -> dict[str, Any]:
    """The values, by name, that ``table`` of a TOML file gives the options of ``cls``.

    ``noun`` is the word for an option in messages.  Raises :class:`BadOption`.
    """
    declared = offered(cls)
    for key in table:
        if key not in declared:
            names = ", ".join(declared)
            why = Reason(
                "unknown-option", "there is no {noun} {key!r}; there are: {names}", noun=noun, key=key, names=names
            )
            raise BadOption(why)
    return {key: declared[key].given(value) for key, value in table.items()}


def as_words(options: Any, left_out: Iterable[str] = ()) -> list[str]:
    """Options as on the command line, without those at their defaults.

    >>> @attrs.frozen(kw_only=True)
    ... class Pace:
    ...     late: float = option(0.0, "Milliseconds.", least=0, most=1000, unit=0.001)
    ...     games: int = option(2, "Games in all.", least=1)
    >>> as_words(Pace(late=0.05))
    ['--late', '50']
    """
    words = []
    for name, entry in offered(type(options)).items():
        value = getattr(options, name)
        if name not in left_out and value != entry.default:
            if entry.is_switch:
                words.append(entry.flag if value else f"--no-{entry.flag[2:]}")
            else:
                words += [entry.flag, entry.show(value)]
    return words


def as_text(value: Any) -> str:
    """A value as on the command line: ``7``, ``on``, ``4+8+14``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or NONE
    return str(value)


def with_options(name: str, options: Any) -> str:
    """A name with the options that differ from their defaults behind it, as on the command line: ``ur:tokens=3``."""
    changed = differences(options)
    return f"{name}:{changed}" if changed else name


def differences(options: Any) -> str:
    """The options that differ from their defaults, as on the command line: ``tokens=3,capture_turn=on``."""
    usual = options_of(type(options))
    changed = {name: value for name, value in values_of(options).items() if value != usual[name].default}
    return ",".join(f"{name}={as_text(value)}" for name, value in changed.items())


def _unknown(name: str, options: list[str]) -> Reason:
    quote = quoted(name)
    if not options:
        return Reason("unknown-option", "there is no option {name}: there are none", name=quote)
    from difflib import get_close_matches

    close, names = get_close_matches(name, options, 1), ", ".join(options)
    if close:
        return Reason(
            "unknown-option",
            "there is no option {name}; did you mean {name2!r}? The options are: {names}",
            name=quote,
            name2=close[0],
            names=names,
        )
    return Reason("unknown-option", "there is no option {name}. The options are: {names}", name=quote, names=names)
