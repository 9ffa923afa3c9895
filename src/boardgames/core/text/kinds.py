"""Kinds of values that people choose: their spelling, their bounds, and the words for both."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from operator import index
from types import NoneType, UnionType
from typing import Any, Final, Protocol, Union, get_args, get_origin

import attrs

from boardgames.core.text.printable import quoted
from boardgames.core.text.said import Reason, Said

WORDS: Final = {
    "on": True, "yes": True, "true": True, "1": True,
    "off": False, "no": False, "false": False, "0": False,
}  # fmt: skip
NONE: Final = "none"
"""Stands for ``None`` and for no members."""


class Kind(Protocol):
    """A kind of value."""

    @property
    def expected(self) -> str:
        """Its values in words, to stand behind "expected": ``a whole number from 1 to 99``."""

    def read(self, text: str) -> Any:
        """The value that a text of the command line stands for.  Raises :class:`ValueError`."""

    def check(self, value: Any) -> Any:
        """The value that Python, TOML or JSON give.  Raises :class:`ValueError`."""

    def show(self, value: Any) -> str:
        """The text that stands for a value."""


def refusal(kind: Kind, value: object) -> Reason:
    """The words for a value that a kind does not take.

    >>> refusal(Whole(1, 9), "many")
    "expected a whole number from 1 to 9, not 'many'"
    """
    text = quoted(value) if isinstance(value, str) else repr(value)
    return Reason("bad-value", "expected {words}, not {value}", words=kind.expected, value=text)


def _bounded(words: str, least: float | None, most: float | None, above: bool = False) -> str:
    """A noun with its bounds.

    >>> _bounded("a number", 1, 99), _bounded("a number", 0, None), _bounded("a number", 0, 1e6, above=True)
    ('a number from 1 to 99', 'a number of at least 0', 'a number more than 0, up to 1e+06')
    """
    low, high = (bound if bound is None or isinstance(bound, int) else f"{bound:g}" for bound in (least, most))
    if above:
        words = Said("{words} more than {number}", words=words, number=low)
        return words if high is None else Said("{words}, up to {number}", words=words, number=high)
    if low is not None and high is not None:
        return Said("{words} from {number} to {number2}", words=words, number=low, number2=high)
    if low is not None:
        return Said("{words} of at least {number}", words=words, number=low)
    return words if high is None else Said("{words} of at most {number}", words=words, number=high)


def _fits(number: float, least: float | None, most: float | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


@attrs.frozen
class Whole:
    """A whole number within bounds, where there are any."""

    least: int | None = None
    most: int | None = None

    @property
    def expected(self) -> str:
        return _bounded(Said("a whole number"), self.least, self.most)

    def read(self, text: str) -> int:
        """A whole number in digits.

        >>> Whole(0, 23).read("07")
        7
        >>> Whole(0, 23).read("99")
        Traceback (most recent call last):
        ...
        ValueError: expected a whole number from 0 to 23, not '99'
        """
        try:
            return self.check(int(text))
        except ValueError:
            raise ValueError(refusal(self, text)) from None

    def check(self, value: Any) -> int:
        """A whole number of any type, such as NumPy's, as an ``int``."""
        try:
            number = int(index(value))
        except TypeError:
            raise ValueError from None
        if isinstance(value, bool) or not _fits(number, self.least, self.most):
            raise ValueError
        return number

    def show(self, value: int) -> str:
        return str(value)


@attrs.frozen
class Number:
    """A finite number within bounds, where there are any; with ``above``, more than the lower one."""

    least: float | None = None
    most: float | None = None
    above: bool = False

    @property
    def expected(self) -> str:
        return _bounded(Said("a number"), self.least, self.most, self.above)

    def read(self, text: str) -> float:
        return self.check(float(text))

    def check(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError
        try:
            number = float(value)
        except OverflowError:  # a whole number that is too large for it
            raise ValueError from None
        if not isfinite(number) or not _fits(number, self.least, self.most) or (self.above and number == self.least):
            raise ValueError
        return number

    def show(self, value: float) -> str:
        """A number as a user writes it: ``2``, ``0.5``, ``10000000``."""
        return repr(value).removesuffix(".0")


@attrs.frozen
class Switch:
    """A value that is on or off."""

    expected: str = attrs.field(default=Said("on or off"), init=False)

    def read(self, text: str) -> bool:
        if text.lower() not in WORDS:
            raise ValueError
        return WORDS[text.lower()]

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def show(self, value: bool) -> str:
        return "on" if value else "off"


@attrs.frozen
class Text:
    """A text of at most ``most`` characters; with a bound it is not empty."""

    most: int | None = None

    @property
    def expected(self) -> str:
        return Said("a word") if self.most is None else Said("a text of 1 to {number} characters", number=self.most)

    def read(self, text: str) -> str:
        return self.check(text)

    def check(self, value: Any) -> str:
        if type(value) is not str or (self.most is not None and not 0 < len(value) <= self.most):
            raise ValueError
        return value

    def show(self, value: str) -> str:
        return value


@attrs.frozen
class OneOf:
    """One of ``choices``, which are of one kind; ``note`` says more about them."""

    choices: tuple[Any, ...]
    kind: Kind = Text()
    note: str = ""

    @property
    def expected(self) -> str:
        names = ", ".join(map(self.kind.show, self.choices)) + self.note
        return Said("one of {names}", names=names) if len(self.choices) > 1 else names

    def read(self, text: str) -> Any:
        return self.check(self.kind.read(text))

    def check(self, value: Any) -> Any:
        if self.kind.check(value) not in self.choices:
            raise ValueError
        return value

    def show(self, value: Any) -> str:
        return self.kind.show(value)


@attrs.frozen
class Several:
    """A tuple of values of one kind, joined by ``+``."""

    kind: Kind

    @property
    def expected(self) -> str:
        words = self.kind.expected
        if isinstance(self.kind, Whole):
            words = _bounded(Said("whole numbers"), self.kind.least, self.kind.most)
        return Said("{words} joined by '+', or {name}", words=words, name=NONE)

    def read(self, text: str) -> tuple[Any, ...]:
        return () if text in (NONE, "") else tuple(map(self.kind.read, text.split("+")))

    def check(self, value: Any) -> tuple[Any, ...]:
        """A tuple, or a list as in JSON and TOML."""
        if not isinstance(value, (tuple, list)):
            raise ValueError
        return tuple(map(self.kind.check, value))

    def show(self, value: Sequence[Any]) -> str:
        return "+".join(map(self.kind.show, value)) or NONE


@attrs.frozen
class OrNone:
    """A value of a kind, or ``None``."""

    kind: Kind

    @property
    def expected(self) -> str:
        return Said("{words}, or {name}", words=self.kind.expected, name=NONE)

    def read(self, text: str) -> Any:
        return None if text.lower() == NONE else self.kind.read(text)

    def check(self, value: Any) -> Any:
        return None if value is None else self.kind.check(value)

    def show(self, value: Any) -> str:
        return NONE if value is None else self.kind.show(value)


PLIES: Final = Whole(1, 10**9)
"""The plies after which a game is a draw."""
SEED: Final = Whole(-(2**63), 2**64 - 1)
"""A whole number of 64 bits, with or without a sign."""


def kind_of(
    annotation: Any,
    choices: Sequence[Any] = (),
    least: float | None = None,
    most: float | None = None,
    above: bool = False,
) -> Kind | None:
    """The kind of value of an annotation; ``None`` for a type that people cannot write.

    >>> kind_of(int | None, least=1).expected, kind_of(tuple[int, ...]).expected
    ('a whole number of at least 1, or none', "whole numbers joined by '+', or none")
    """
    if get_origin(annotation) in (Union, UnionType):
        kinds = [part for part in get_args(annotation) if part is not NoneType]
        inner = kind_of(kinds[0], choices, least, most, above) if len(kinds) == 1 else None
        return inner and (OrNone(inner) if NoneType in get_args(annotation) else inner)
    if get_origin(annotation) is tuple:
        inner = kind_of(get_args(annotation)[0], choices, least, most, above)
        return inner and Several(inner)
    kinds_of: dict[Any, Kind] = {
        bool: Switch(),
        int: Whole(None if least is None else int(least), None if most is None else int(most)),
        float: Number(least, most, above),
        str: Text(None if most is None else int(most)),
    }
    kind = kinds_of.get(annotation)
    return OneOf(tuple(choices), kind) if choices and kind else kind
