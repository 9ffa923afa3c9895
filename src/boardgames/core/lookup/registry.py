"""Registries: the objects that distributions offer as entry points, found by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar
from unicodedata import normalize

from boardgames.core.text.foreign_code import confined, words_of
from boardgames.core.text.printable import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Registry(Generic[T]):
    """The entry points of one group, all of which must be of one type.

    ``noun`` is the word for one of them in messages, ``unknown`` the error
    for a name that does not exist or cannot be imported.
    With ``other_names``, the further names of an object, names are compared by their letters and digits alone.
    """

    def __init__(
        self,
        group: str,
        kind: type[T],
        noun: str,
        unknown: type[LookupError],
        other_names: Callable[[T], Iterable[str]] | None = None,
    ) -> None:
        self.group = group
        self.kind = kind
        self.noun = noun
        self.unknown = unknown
        self.other_names = other_names
        self.found: dict[str, T] = {}

    def names(self) -> list[str]:
        """All names, without importing anything."""
        return sorted({*self.installed(), *self.found})

    def installed(self) -> list[str]:
        """The names that installed distributions offer."""
        return sorted(self.entry_points())

    def find(self, name: str) -> T:
        """The object of that name.  Raises ``unknown``, which lists the names and those that failed to import."""
        if name not in self.found and name not in self.entry_points():
            name = self._meant(name)
        if name not in self.found:
            self.found[name] = self._imported(name)
        return self.found[name]

    def package_folder(self, name: str) -> str | None:
        """The folder of the package that offers this name, found without importing it; ``None`` if there is none."""
        from importlib.util import find_spec

        point = self.entry_points().get(name)
        try:
            with confined():
                spec = None if point is None else find_spec(point.value.partition(":")[0])
        except Exception:  # of the code of those packages
            return None
        return None if spec is None or not spec.submodule_search_locations else spec.submodule_search_locations[0]

    @contextmanager
    def registered(self, name: str, value: T) -> Iterator[None]:
        """Register ``value`` under that name within this context, even if another one is installed."""
        installed = self.found.get(name)
        self.found[name] = value
        try:
            yield
        finally:
            del self.found[name]
            if installed is not None:
                self.found[name] = installed

    def _imported(self, name: str) -> T:
        point = self.entry_points()[name]
        entry = f"{self.noun} {name!r} ({point.value})"
        try:
            with confined():
                value = point.load()
        except Exception as error:
            raise self.unknown(f"{entry} failed to import: {words_of(error)}") from error
        if not isinstance(value, self.kind):
            raise self.unknown(f"{entry} is not a {self.kind.__name__} but a {type(value).__name__}")
        return value

    def entry_points(self) -> dict[str, EntryPoint]:
        """The entry points that installed distributions offer, by name."""
        return _installed(self.group, tuple(sys.path))

    def _meant(self, name: str) -> str:
        """The name that the user meant, spelt in another way or by another name.  Raises ``unknown``."""
        from difflib import get_close_matches

        letters = _letters(name)
        if self.other_names is not None:
            written = [name for name in self.names() if _letters(name) == letters]  # imports nothing
            if len(written) == 1:
                return written[0]
        spellings, failed = self._spellings()
        meant = set[str]() if self.other_names is None else spellings.get(letters, set())
        if len(meant) == 1:
            return next(iter(meant))
        sentences = [f"there is no {self.noun} {quoted(name)}"]
        if meant:
            sentences = [f"{quoted(name)} can mean {' or '.join(sorted(meant))}"]
        elif close := get_close_matches(letters, spellings, 1):
            sentences.append(f"did you mean {' or '.join(map(repr, sorted(spellings[close[0]])))}?")
        names = sorted(set().union(*spellings.values()))
        sentences.append(f"the {self.noun}s found are: {', '.join(names) or 'none'}")
        raise self.unknown("; ".join(sentences + failed))

    def _spellings(self) -> tuple[dict[str, set[str]], list[str]]:
        """The names behind the letters of each name and other name; and the errors of those that failed to import."""
        spellings: dict[str, set[str]] = {}
        failed: list[str] = []
        for name in self.names():
            try:
                value = self.find(name)
            except self.unknown as error:
                failed.append(str(error))
                continue
            for spelling in (name, *(self.other_names(value) if self.other_names is not None else ())):
                spellings.setdefault(_letters(spelling), set()).add(name)
        return spellings, failed


def _letters(name: str) -> str:
    """The letters and digits of a name, small and without accents.

    >>> _letters("Dōbutsu Shōgi") == _letters("dobutsu-shogi")
    True
    """
    return "".join(character for character in normalize("NFKD", name.casefold()) if character.isalnum())


@cache
def _installed(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The entry points of a group on a path.  They are kept: searching all distributions takes milliseconds."""
    from importlib.metadata import entry_points  # not needed by 'import boardgames'

    return {point.name: point for point in entry_points(group=group)}
