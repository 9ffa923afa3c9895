"""Values that are made when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

from boardgames.core.above import above
from boardgames.core.text.foreign_code import confined

T = TypeVar("T")


class Deferred:
    """A value that is not made yet: an object reference ``module:attribute``, or a function without arguments."""

    def __init__(self, source: str | Callable[[], Any]) -> None:
        self.source: Final = source

    def value(self) -> Any:
        """The value, imported or made now.  Raises :class:`ImportError` for a reference to nothing."""
        with confined():
            return above(self.source) if isinstance(self.source, str) else self.source()

    def __repr__(self) -> str:
        return f"deferred({self.source!r})"


@overload
def deferred(source: str) -> Any: ...


@overload
def deferred(source: Callable[[], T]) -> T: ...


def deferred(source: str | Callable[[], Any]) -> Any:
    """A value for a field of :class:`~boardgames.core.lookup.spec.GameSpec` that is made when it is first read.

    ``source`` is the object reference of the value, ``"module:attribute"``, or a function without arguments that
    returns it.  So a game that is only played imports neither its pictures nor its records.

    >>> import boardgames as bg
    >>> spec = bg.GameSpec(
    ...     name="x", title="X", game=bg.find("ur").game, reasons={}, picture=deferred("builtins:repr")
    ... )
    >>> spec.picture("a state")
    "'a state'"
    """
    return Deferred(source)
