"""Rules outside of this library, to be compared with those of a game: a program that lists actions, or OpenSpiel's."""

from __future__ import annotations

import os
import shlex
from contextlib import ExitStack, closing
from fractions import Fraction
from functools import cached_property
from time import monotonic
from typing import Any, Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, OVER, IllegalAction, Outcome
from boardgames.core.text.said import Reason
from boardgames.referee.limits import Limits
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault

PREFIXES: Final = ("usi:", "openspiel:")
UNLISTED: Final = Reason("unlisted", "it does not list this action")
LISTED: Final = ": 1"
"""The end of a line that lists an action."""
SECONDS: Final = 10.0
"""The patience for an answer."""
REASON: Final = ""
"""The reason of an end, which rules outside of this library do not tell."""


class OutsideFailed(Exception):
    """The rules cannot be had, or do not answer as they should; the message is a sentence."""


@attrs.frozen
class Facts:
    """The facts of a position: whose turn it is, the actions, the dice, and the returns at the end if known."""

    turn: int
    actions: tuple[str, ...] = ()
    chances: tuple[tuple[str, Fraction], ...] = ()
    returns: tuple[float, ...] | None = None


@attrs.frozen(slots=False)
class OutsideState:
    """A position, by the line from the start to it."""

    game: Any
    line: tuple[str, ...] = ()

    @cached_property
    def facts(self) -> Facts:
        """The facts of the position."""
        facts: Facts = self.game.facts(self.line)
        return facts

    key = None

    @property
    def turn(self) -> int:
        return self.facts.turn

    @property
    def seat(self) -> int | None:
        """The seat to act; ``None`` if that is not known."""
        return self.turn if self.turn >= 0 else None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.facts.returns is None else Outcome(self.facts.returns, REASON)

    def actions(self) -> tuple[str, ...]:
        return self.facts.actions

    def chances(self) -> tuple[tuple[str, Fraction], ...]:
        return self.facts.chances

    def apply(self, way: str) -> OutsideState:
        return OutsideState(self.game, (*self.line, way))

    def read(self, text: str) -> str:
        if text not in self.facts.actions:
            raise IllegalAction(text, UNLISTED)
        return text

    def __str__(self) -> str:
        return " ".join(("startpos moves", *self.line)) if self.line else "startpos"


def spec_for(rules: Any, title: str) -> GameSpec:
    """A spec that draws positions as their text."""
    return GameSpec(name="outside", title=title, game=lambda options: rules, reasons={})


class UsiRules:
    """The rules of a program that answers ``go perft 1`` with its actions, as Fairy-Stockfish does."""

    def __init__(self, command: str, variant: str) -> None:
        self._spec = spec_for(self, command)
        try:
            self.program = Process(shlex.split(command), Limits(), os.environ)
        except (ProgramFault, ValueError) as error:
            raise OutsideFailed(f"{command!r} cannot be started: {getattr(error, 'detail', error)}") from None
        self._answer("usiok", "usi", f"setoption name UCI_Variant value {variant}")

    def start(self) -> OutsideState:
        return OutsideState(self)

    def close(self) -> None:
        """End the program."""
        self.program.end(monotonic())

    def facts(self, line: tuple[str, ...]) -> Facts:
        """The facts after a line: its sides take turns, and the game is over where there is no action."""
        answer = self._answer("Nodes searched", f"position {OutsideState(self, line)}", "go perft 1")
        actions = tuple(
            text[: -len(LISTED)] for text in answer if text.endswith(LISTED) and " " not in text[: -len(LISTED)]
        )
        return Facts(len(line) % 2 if actions else OVER, actions)

    def _answer(self, last: str, *lines: str) -> list[str]:
        """The lines that the program answers with, up to one that begins with ``last``."""
        answer = [""]
        self.program.begin_answer(keep=False)
        self.program.send(lines)
        self.program.flush()
        try:
            while not answer[-1].startswith(last):
                answer.append(self.program.read_line(monotonic() + SECONDS).decode("utf-8", "replace").strip())
        except ProgramFault as fault:
            self.close()
            words = f"{self._spec.title!r} does not answer {lines[0]!r} with a line {last!r}: {fault.detail}"
            raise OutsideFailed(words) from None
        return answer


class SpielRules:
    """The rules of a game of OpenSpiel."""

    def __init__(self, name: str) -> None:
        self._spec = spec_for(self, name)
        try:
            import pyspiel

            self.rules = pyspiel.load_game(name)
        except ModuleNotFoundError:
            raise OutsideFailed("OpenSpiel is missing: pip install 'abstract-boardgames[openspiel]'") from None
        except RuntimeError as error:
            raise OutsideFailed(f"OpenSpiel has no game {name!r}: {str(error).splitlines()[0]}") from None

    def start(self) -> OutsideState:
        return OutsideState(self)

    def facts(self, line: tuple[str, ...]) -> Facts:
        """The facts after a line."""
        state = self.rules.new_initial_state()
        for name in line:
            state.apply_action(state.string_to_action(name))
        if state.is_terminal():
            return Facts(OVER, returns=tuple(state.returns()))
        if state.is_chance_node():
            chances = ((state.action_to_string(way), Fraction(str(chance))) for way, chance in state.chance_outcomes())
            return Facts(CHANCE, chances=tuple(chances))
        return Facts(state.current_player(), tuple(map(state.action_to_string, state.legal_actions())))


def outside_rules(text: str, variant: str, programs: ExitStack) -> UsiRules | SpielRules:
    """The rules of ``usi:COMMAND``, set to a variant of shogi, or of ``openspiel:NAME``; ``programs`` ends those.

    Raises :class:`OutsideFailed`.
    """
    kind, _, rest = text.partition(":")
    if not rest.strip():
        raise OutsideFailed(f"{text!r} names nothing: expected usi:COMMAND or openspiel:NAME")
    return programs.enter_context(closing(UsiRules(rest, variant))) if kind == "usi" else SpielRules(rest)
