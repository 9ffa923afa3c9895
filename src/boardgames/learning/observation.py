"""The view of a game for a program that learns it: numbers in a fixed shape, seen by the side to act.

A game describes its view as an :class:`Observation`, plane by plane, in
``GameSpec.observation``; other games are observed through :mod:`.plain_observation`.
All numbers are from 0 to 1.

At a chance node the view is that of the seat that throws, and shows no throw;
at the end it is that of ``state.seat``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from math import prod
from struct import pack, unpack
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.learning.floats import blank
from boardgames.learning.state_writer import StateWriter

if TYPE_CHECKING:
    from boardgames.core.model.game import State

ONE: Final = 0x3F800000
"""The bits of 1.0."""


def bits_of(number: float) -> int:
    """The bits of a number as float32, the form in which observations are written.

    >>> hex(bits_of(1.0)), bits_of(0.0)
    ('0x3f800000', 0)
    """
    return int(unpack("=i", pack("=f", number))[0])


@attrs.frozen
class Plane:
    """The content of one index of the first axis: a number for each cell of the board, or a single number."""

    name: str
    meaning: str


class EncodeWriter(StateWriter):
    """Writes what an observation's ``encode`` returns."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation

    def fill(self, state: Any, floats: Any, at: int) -> None:
        shape, encode = self.observation.shape, self.observation.encode
        assert encode is not None
        numbers = encode(state)
        if len(numbers) != prod(shape):
            raise ValueError(f"the encoding of {str(state)!r} has {len(numbers)} numbers, and the shape {shape}")
        for place, bits in enumerate(array("i", array("f", numbers).tobytes()), at):
            floats[place] = bits


@attrs.frozen(kw_only=True, eq=False)
class Observation:
    """A game's view: its shape, and how a state is written in it.

    A game gives ``encode``, a function that returns the numbers of a state, plane by
    plane, or for speed a ``writer``, which writes them into an array.
    """

    shape: tuple[int, ...]
    """The planes first, then the ranks and files of the board, if it has a board."""
    planes: tuple[Plane, ...] = attrs.field()
    """The planes, as many as the first number of the shape."""
    left_out: tuple[str, ...] = ()
    """Facts that can change the future and are not shown, a sentence for each."""
    markov: bool = False
    """True if the view shows all that decides the legal actions and the outcome, now and later."""
    encode: Callable[[Any], Sequence[float]] | None = None
    """The numbers of a state, as many as the product of the shape."""
    writer: StateWriter = attrs.field()
    """The writer of states as numbers: the game's own, or one that asks ``encode``."""
    turns: tuple[Sequence[int] | None, ...] = ()
    """For each seat a table from the index of an action to the index of the action that looks the same to that
    seat on its turned board.  ``None`` for a seat whose board is not turned; empty if no board is."""
    heads: tuple[int, ...] = ()
    """If an action can be given as several small numbers: how many values each of them has."""
    parts: Callable[[Any], tuple[int, ...]] | None = None
    """The numbers of an action; no two actions have the same."""

    @planes.validator
    def _one_for_each(self, attribute: Any, planes: tuple[Plane, ...]) -> None:
        if len(planes) != self.shape[0]:
            raise ValueError(f"the shape {self.shape} needs {self.shape[0]} planes, not {len(planes)}")

    @writer.default
    def _encoded(self) -> StateWriter:
        return EncodeWriter(self)

    def __attrs_post_init__(self) -> None:
        if (self.encode is None) == isinstance(self.writer, EncodeWriter):
            raise ValueError("an observation is written by encode or by a writer: give one of them")

    @property
    def size(self) -> int:
        """The count of numbers in a view.

        >>> import boardgames as bg
        >>> from boardgames.learning import observation_of
        >>> observation_of(bg.load("ur")).size
        37
        """
        return prod(self.shape)

    def show(self, state: State) -> memoryview[float]:
        """The numbers of a state as float32, in new memory, of one dimension.

        >>> import boardgames as bg
        >>> from boardgames.learning import observation_of
        >>> state = bg.load("ur", tokens=3).start().play("=2")
        >>> [round(number, 2) for number in observation_of(state.game).show(state)[:4]]
        [1.0, 0.0, 0.0, 0.0]

        Raises :class:`ValueError` if ``encode`` gives another number of floats than the shape has.
        """
        floats = blank(self.size)
        self.writer.fill(state, floats, 0)
        return memoryview(floats).cast("B").cast("f")

    def turned(self, index: int, seat: int) -> int:
        """The index of the action that looks to seat 0 as this one looks to ``seat``, and back."""
        turns = self.turns[seat] if seat < len(self.turns) else None
        return index if turns is None else turns[index]


def one_each(names: Sequence[str], meaning: str) -> Iterator[Plane]:
    """Planes that show the same of different things; ``{}`` in ``meaning`` stands for each name.

    ``names`` are those of the planes.
    """
    return (Plane(name, meaning.format(name)) for name in names)
