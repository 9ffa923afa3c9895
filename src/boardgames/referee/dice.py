"""Sources of dice throws: a seed, an arena's own generator, or a script."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from boardgames.core.model.dice import distribution_of
from boardgames.core.model.game import IllegalAction, State
from boardgames.core.seeds import dice_number


class DiceScriptError(ValueError):
    """Scripted dice ran out, or have an impossible throw; the message names the line."""


class Dice(Protocol):
    """A source of throws."""

    def throw(self, state: State) -> tuple[Any, str]:
        """An outcome of ``state.chances()``, and the text that it was read from (``""`` for none)."""

    def take_back(self, state: State) -> None:
        """The last throw, made in this state, was undone and will be asked for again."""


class SeededDice:
    """The k-th throw of a seat is a function of the seed, the seat and k.

    So a game with the sides swapped has the same throws, whatever was played.
    ``state.seat`` says whose throw it is; where a state has none
    (:class:`~boardgames.core.model.base.BaseState`), all throws count as one seat's.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.thrown: Counter[int] = Counter()

    def throw(self, state: State) -> tuple[Any, str]:
        seat, thrown = state.seat, self.thrown
        count = thrown[seat]
        thrown[seat] = count + 1
        distribution = distribution_of(state.chances())
        # 64 bits over a few lots: far more even than any die
        return distribution.outcome(dice_number(self.seed, seat, count) % distribution.total), ""

    def take_back(self, state: State) -> None:
        self.thrown[state.seat] -= 1


class ArenaDice:
    """The throws of an arena's own generator, the same sequence for all seats."""

    def __init__(self, texts: Iterator[str]) -> None:
        self.texts = texts
        self.known: list[str] = []
        self.next = 0

    def throw(self, state: State) -> tuple[Any, str]:
        if self.next == len(self.known):
            self.known.append(next(self.texts))
        self.next += 1
        return state.read(self.known[self.next - 1]), ""

    def take_back(self, state: State) -> None:
        self.next -= 1


class ScriptedDice:
    """Throws read from lines, one a line; empty lines and ``#`` comments are skipped."""

    def __init__(self, lines: Iterable[str], read: Callable[[str], str] = str, name: str = "the dice script") -> None:
        self.lines = [
            (number, line.strip())
            for number, line in enumerate(lines, 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self.read = read
        self.name = name
        self.next = 0

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], read: Callable[[str], str] = str) -> ScriptedDice:
        """The script in a file.  Raises :class:`OSError`, or :class:`DiceScriptError` if it is not text."""
        try:
            return cls(Path(path).read_text(encoding="utf-8").splitlines(), read, str(path))
        except UnicodeDecodeError as error:
            raise DiceScriptError(f"{path} is not a text file: {error.reason} at byte {error.start}") from None

    def throw(self, state: State) -> tuple[Any, str]:
        if self.next == len(self.lines):
            raise DiceScriptError(
                f"{self.name} has run out after {self.next} throws and the game goes on: add lines, "
                "or bound the game with --max-plies"
            )
        number, text = self.lines[self.next]
        self.next += 1
        try:
            return state.read(self.read(text)), text
        except IllegalAction:
            possible = ", ".join(str(outcome).removeprefix("=") for outcome, _ in state.chances())
            raise DiceScriptError(
                f"{self.name}, line {number}: {text!r} is no throw of this game; possible: {possible}"
            ) from None

    def take_back(self, state: State) -> None:
        self.next -= 1
