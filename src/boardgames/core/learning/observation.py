"""How a game looks to those who learn it: numbers of a fixed shape, seen by the side to act.

A game describes its view as an :class:`Observation`, named plane by plane, in
``GameSpec.observation``; a game that does not is observed through
:mod:`.plain_observation`.  What a plane's numbers are is between 0 and 1.

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

from boardgames.core.learning.floats import blank

if TYPE_CHECKING:
    from boardgames.core.model.game import State

ONE: Final = 0x3F800000
"""The bits of 1.0."""


def bits_of(number: float) -> int:
    """A number as the bits of a float32, which is how it is written.

    >>> hex(bits_of(1.0)), bits_of(0.0)
    ('0x3f800000', 0)
    """
    return int(unpack("=i", pack("=f", number))[0])


@attrs.frozen
class Plane:
    """What one index of the first axis shows: a board full of numbers, or a single one."""

    name: str
    meaning: str


@attrs.frozen(kw_only=True, eq=False)
class Observation:
    """A game's view: its shape, and how a state is written in it.

    A game says how in one of two ways.  ``encode`` gives the numbers of a state,
    one plane after another.  ``fill`` is for those in a hurry: it writes into an
    array that shows another state already, or nothing, and need change only what
    differs.
    """

    shape: tuple[int, ...]
    """The planes first, then the ranks and files of the board, if it has a board."""
    planes: tuple[Plane, ...] = attrs.field()
    """As many as the first number of the shape."""
    left_out: tuple[str, ...] = ()
    """What can change the future and is not shown, each in a sentence."""
    markov: bool = False
    """Does the view tell all that decides the legal actions and the outcome, now and later?"""
    encode: Callable[[Any], Sequence[float]] | None = None
    """The numbers of a state: as many as the shape multiplied out."""
    fill: Callable[[Any, Any, Any, int], None] | None = None
    """``fill(before, state, floats, at)`` where ``floats`` holds the bits of float32 numbers.

    From ``at`` on they show the state ``before``, or are all 0 where it is ``None``; afterwards they show ``state``.
    """
    number: Callable[[Any, Any, int], int] | None = None
    """``number(state, numbers, at)``: how many legal actions there are; their indices, in their order, are written
    from ``at`` on if there is room for them.  Without it each action is asked."""
    turns: tuple[Sequence[int] | None, ...] = ()
    """For each seat, where boards are turned so that it sits in front: by an action's index the one that
    looks the same from there.  ``None`` for a seat whose board is not turned; empty where none is."""
    heads: tuple[int, ...] = ()
    """Where an action can be told as several small numbers: how many values each of them has."""
    parts: Callable[[Any], tuple[int, ...]] | None = None
    """Those numbers of an action; no two actions have the same."""

    @planes.validator
    def _one_for_each(self, attribute: Any, planes: tuple[Plane, ...]) -> None:
        if len(planes) != self.shape[0]:
            raise ValueError(f"the shape {self.shape} needs {self.shape[0]} planes, not {len(planes)}")

    def __attrs_post_init__(self) -> None:
        if (self.encode is None) == (self.fill is None):
            raise ValueError("an observation is written by encode or by fill: give one of them")

    @property
    def size(self) -> int:
        """How many numbers there are.

        >>> import boardgames as bg
        >>> from boardgames.core.learning import observation_of
        >>> observation_of(bg.load("ur")).size
        37
        """
        return prod(self.shape)

    def write(self, before: State | None, state: State, floats: Any, at: int = 0) -> None:
        """Let ``floats``, which show ``before`` from ``at`` on (nothing if it is ``None``), show ``state``."""
        if self.fill is not None:
            self.fill(before, state, floats, at)
            return
        assert self.encode is not None
        numbers = self.encode(state)
        if len(numbers) != self.size:
            raise ValueError(f"the encoding of {str(state)!r} has {len(numbers)} numbers, and the shape {self.shape}")
        for place, bits in enumerate(array("i", array("f", numbers).tobytes()), at):
            floats[place] = bits

    def show(self, state: State) -> memoryview[float]:
        """A state's numbers as float32, in a memory of their own, of one dimension.

        >>> import boardgames as bg
        >>> from boardgames.core.learning import observation_of
        >>> state = bg.load("ur", tokens=3).start().play("=2")
        >>> [round(number, 2) for number in observation_of(state.game).show(state)[:4]]
        [1.0, 0.0, 0.0, 0.0]
        """
        floats = blank(self.size)
        self.write(None, state, floats)
        return memoryview(floats).cast("B").cast("f")

    def turned(self, index: int, seat: int) -> int:
        """The index of the action that looks to seat 0 as this one looks to ``seat``, and back."""
        turns = self.turns[seat] if seat < len(self.turns) else None
        return index if turns is None else turns[index]


def one_each(names: Sequence[str], meaning: str) -> Iterator[Plane]:
    """Planes that mean the same of different things; ``meaning`` has a place for the name, ``{}``."""
    return (Plane(name, meaning.format(name)) for name in names)
