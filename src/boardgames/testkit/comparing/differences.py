"""The differences between two sets of rules: both play the same actions from the start, until they part.

First all positions that few actions lead to are compared, then random games and sensible ones.  So a line to a
difference is the shortest that there is, or the shortest of many: one from a game is shortened by leaving actions out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from random import Random
from time import monotonic
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import spec_of, text_of
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.game import CHANCE, OVER, IllegalAction
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.seeds import random_of
from boardgames.core.text.result import CommandResult
from boardgames.testkit.comparing.outside_rules import PREFIXES, outside_rules
from boardgames.testkit.facts import shown
from boardgames.testkit.like import MOST_PLIES, Subject, game_of
from boardgames.testkit.walks import edges

GAMES: Final = 1000
PATIENCE: Final = 10.0
"""Seconds for which actions are left out of a line, where a program judges it."""
EXPLORATION: Final = 0.2
"""The share of random actions in sensible games, so that they differ."""
POSITIONS: Final = 2000
"""Positions near the start that are compared, before the random games."""


NAMES: Final = {
    "actions": "an action that one alone allows",
    "turn": "another seat is to act",
    "chances": "the dice fall otherwise",
    "end": "the game ends otherwise",
}


@attrs.frozen
class DifferenceKind:
    """A kind of difference, the same for all positions that show it."""

    name: str
    """``actions``, ``turn``, ``chances`` or ``end``."""
    details: tuple[str, ...] = ()
    """The side that allows the actions, ``A`` or ``B``, and the code of the other side's reason; or the reasons of an
    end in A and in B, empty where the game goes on."""


@attrs.define
class Difference:
    """A kind of difference between two games A and B, and the shortest line to it."""

    kind: DifferenceKind
    words: str
    line: tuple[str, ...]
    """The actions from the start, dice included."""
    position: str
    """The position after them, in A."""
    board: str
    """Its picture in A."""
    is_shortest: bool
    """True if no line is shorter; else it is the shortest in the random games."""
    games: int = 0
    """The random games that met it."""
    played: int = 0
    """All random games."""
    sensible: int = 0
    """The sensible games that met it."""
    sensible_played: int = 0
    """All sensible games."""

    @property
    def frequency(self) -> str:
        """The number of games that met it, in words."""
        words = f"in {self.games} of {self.played} random games"
        return f"{words} and {self.sensible} of {self.sensible_played} sensible ones" if self.sensible_played else words

    def sentences(self, number: int = 1) -> list[str]:
        """The difference in words below its ``number``, with its line and its board."""
        length = f"{len(self.line)} {'ply' if len(self.line) == 1 else 'plies'}"
        way = f"after {length}: {' '.join(self.line)}" if self.line else "at the start"
        least = "no line is shorter" if self.is_shortest else "the shortest line that was met"
        return [
            f"{number}. {NAMES[self.kind.name]}, {self.frequency}",
            f"   {self.words}",
            f"   {way} ({least})",
            *(f"     {row}" for row in [*self.board.splitlines(), self.position]),
        ]

    def fields(self) -> dict[str, object]:
        """The difference for programs."""
        own = attrs.asdict(self, recurse=False)
        return {**own, "kind": self.kind.name, "details": list(self.kind.details), "line": list(self.line)}


class Differences(list[Difference], CommandResult):
    """The kinds of difference between two games, those with the shortest lines first."""

    a: str = ""
    """The one game, as it was named."""
    b: str = ""
    games: int = 0
    """The random games that were compared."""
    sensible: int = 0
    """The sensible games that were compared."""
    values: tuple[float, float] | None = None
    """The chances of the side that begins in A and in B, if both are solved."""

    def sentences(self) -> list[str]:
        """The differences in words, with their lines and boards."""
        lines = [f"A is {self.a}, B is {self.b}."]
        if not self:
            games = f"{self.games} random games" + (f" and {self.sensible} sensible ones" if self.sensible else "")
            lines.append(f"They do not differ in any position near the start, nor in {games}.")
        if self.values is not None:
            one, other = (f"{100 * value:.2f} %" for value in self.values)
            lines.append(f"Both are solved: the chances of the side that begins are {one} in A and {other} in B.")
        for number, difference in enumerate(self, 1):
            lines += ["", *difference.sentences(number)]
        return lines

    def fields(self) -> dict[str, object]:
        """The differences for programs."""
        differences = [difference.fields() for difference in self]
        return {
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "sensible": self.sensible,
            "values": self.values and list(self.values),
            "differences": differences,
        }


def differences(
    a: Subject,
    b: Subject,
    games: int = GAMES,
    seed: int = 1,
    seconds: float | None = None,
    max_plies: int = MOST_PLIES,
) -> Differences:
    """The kinds of difference between two games, those with the shortest lines first.

    ``a`` and ``b`` are names, specs or games, or rules of others: ``usi:COMMAND`` or ``openspiel:NAME``.
    ``games`` is the number of random games from ``seed`` on, and of sensible ones, which ``greedy`` plays with a random
    action now and then; each has ``max_plies`` at most.  No game is begun after ``seconds``.

    >>> from boardgames.testkit import differences
    >>> parted = differences("ur:tokens=1", "ur:tokens=1,rosette_turn=false", games=3)
    >>> [(one.kind.name, one.line, one.games) for one in parted]
    [('turn', ('=4', '0'), 3)]

    Raises what making the games and their code raise.
    """
    ours = [side for side in (a, b) if not str(side).startswith(PREFIXES)]
    variant = game_of(ours[0]).name if ours else ""
    with ExitStack() as programs:
        sides = [game_of(side) if side in ours else outside_rules(str(side), variant, programs) for side in (a, b)]
        comparison = _Comparison(sides[0], sides[1], own=[a, b].index(ours[0]) if ours else None)
        played = sensible = 0
        comparison.near_the_start()
        end = None if seconds is None else monotonic() + seconds
        while played < games and (end is None or monotonic() < end or not played):
            comparison.random_game(seed + played, max_plies)
            played += 1
            if comparison.own is not None:
                comparison.sensible_game(seed + sensible, max_plies)
                sensible += 1
        for difference in comparison.differences.values():
            comparison.shorten(difference, monotonic() + PATIENCE)
    parted = Differences(sorted(comparison.differences.values(), key=lambda difference: len(difference.line)))
    parted.a, parted.b = (side if isinstance(side, str) else text_of(game_of(side)) for side in (a, b))
    parted.games, parted.sensible = played, sensible
    parted.values = _values(sides) if len(ours) == len(sides) else None
    for difference in parted:
        difference.played, difference.sensible_played = played, sensible
    return parted


def _values(games: Sequence[Any]) -> tuple[float, float] | None:
    """The exact chances of the side that begins, if both games have a table with their starts."""
    from boardgames.solve import NoTablebase, NotInTablebase, table

    try:
        one, other = (table(game).value(game.start()) for game in games)
    except (NoTablebase, NotInTablebase):
        return None
    return one, other


@attrs.define
class _Comparison:
    a: Any
    b: Any
    own: int | None = 0
    """The place of a game of this library, in which sensible actions can be chosen."""
    differences: dict[DifferenceKind, Difference] = attrs.field(factory=dict)

    def near_the_start(self) -> None:
        """Compare the positions that the fewest actions lead to."""
        waiting: deque[tuple[Any, Any, tuple[str, ...]]] = deque([(self.a.start(), self.b.start(), ())])
        met = {(waiting[0][0].key, waiting[0][1].key)}
        for _ in range(POSITIONS):
            if not waiting:
                return
            one, other, line = waiting.popleft()
            for kind, words in parting(one, other):
                self._see(kind, words, one, line, is_shortest=True)
            for way, way2 in _common(one, other):
                after, after2 = one.apply(way), other.apply(way2)
                if (after.key, after2.key) not in met:
                    met.add((after.key, after2.key))
                    waiting.append((after, after2, (*line, str(way))))

    def random_game(self, seed: int, max_plies: int) -> None:
        """Play at random the actions that both allow, to the end of one game."""
        for kind in self._play(random_of(seed), None, max_plies):
            self.differences[kind].games += 1

    def sensible_game(self, seed: int, max_plies: int) -> None:
        """Play one game as ``greedy`` does, as far as both allow it."""
        assert self.own is not None, "none of the rules are of this library"
        rng, spec, greedy = random_of(seed), spec_of((self.a, self.b)[self.own]), PLAYERS.find("greedy")
        for kind in self._play(rng, greedy.player(spec, greedy.options(), rng), max_plies):
            self.differences[kind].sensible += 1

    def _play(self, rng: Random, player: Player | None, max_plies: int) -> set[DifferenceKind]:
        """Play one game, and return the kinds of difference that it met."""
        one, other, line, met = self.a.start(), self.b.start(), list[str](), set[DifferenceKind]()
        while True:
            for kind, words in parting(one, other):
                met.add(kind)
                before = self.differences.get(kind)
                if before is None or (not before.is_shortest and len(line) < len(before.line)):
                    self._see(kind, words, one, tuple(line), is_shortest=False)
            ways = _common(one, other)
            if not ways or len(line) >= max_plies:
                break
            chances = dict(one.chances())
            way, way2 = rng.choices(ways, [float(chances.get(way, 1)) for way, _ in ways])[0]
            if player is not None and not chances and rng.random() >= EXPLORATION:
                best = str(player.choose((one, other)[self.own or 0], Clock()))
                way, way2 = next((pair for pair in ways if str(pair[0]) == best), (way, way2))
            line.append(str(way))
            one, other = one.apply(way), other.apply(way2)
        return met

    def _see(self, kind: DifferenceKind, words: str, state: Any, line: Sequence[str], is_shortest: bool) -> None:
        before = self.differences.get(kind)
        if before is None or len(line) < len(before.line):
            picture = spec_of(self.a).picture(state)
            difference = Difference(kind, words, tuple(line), str(state), picture, is_shortest)
            if before is not None:
                difference.games, difference.sensible = before.games, before.sensible
            self.differences[kind] = difference

    def shorten(self, difference: Difference, end: float) -> None:
        """Leave actions out of a line, as long as it leads to a difference of the same kind, and until ``end``."""
        size = 0 if difference.is_shortest else len(difference.line) // 2
        while size:
            for place in range(len(difference.line) - size, -1, -1):
                if monotonic() > end:
                    return
                line = difference.line[:place] + difference.line[place + size :]
                reached = self._reached(line)
                words = None if reached is None else dict(parting(*reached)).get(difference.kind)
                if reached is not None and words is not None:
                    state, picture = reached[0], spec_of(self.a).picture
                    difference.words, difference.line = words, line
                    difference.position, difference.board = str(state), picture(state)
                    break
            else:
                size //= 2

    def _reached(self, line: Sequence[str]) -> tuple[Any, Any] | None:
        """The states after a line, if both games allow it."""
        one, other = self.a.start(), self.b.start()
        for text in line:
            pair = next((ways for ways in _common(one, other) if str(ways[0]) == text), None)
            if pair is None:
                return None
            one, other = one.apply(pair[0]), other.apply(pair[1])
        return one, other


def parting(a: Any, b: Any) -> Iterator[tuple[DifferenceKind, str]]:
    """The kinds of difference between two states, of the games A and B, with the words for each."""
    ends = [None if state.outcome is None else (state.outcome.returns, state.outcome.reason) for state in (a, b)]
    if OVER in (a.turn, b.turn):
        unlike = [one != other for one, other in zip(*ends, strict=True) if "" not in (one, other)] if all(ends) else []
        if a.turn != b.turn or any(unlike):
            words = ["goes on" if end is None else f"ends: {end[1]}, with the returns {list(end[0])}" for end in ends]
            reasons = tuple("" if end is None else end[1] for end in ends)
            yield DifferenceKind("end", reasons), f"A {words[0]}; B {words[1]}"
        return
    if a.turn != b.turn or (a.seat != b.seat and None not in (a.seat, b.seat)):
        words = [f"seat {state.seat} {'throws' if state.turn == CHANCE else 'is to act'}" for state in (a, b)]
        yield DifferenceKind("turn"), f"in A {words[0]}; in B {words[1]}"
        return
    if a.turn == CHANCE:
        one, other = ([f"{throw} ({chance})" for throw, chance in state.chances()] for state in (a, b))
        if sorted(one) != sorted(other):
            yield DifferenceKind("chances"), f"the chances in A are {shown(one)}; in B {shown(other)}"
        return
    names = [{str(way): None for way in state.actions()} for state in (a, b)]
    for side, refuses, own, theirs in (("A", "B", names[0], (b, names[1])), ("B", "A", names[1], (a, names[0]))):
        groups: dict[str, list[tuple[str, str]]] = {}
        for name in own:
            if name not in theirs[1]:
                try:
                    theirs[0].read(name)
                except IllegalAction as error:
                    groups.setdefault(error.code, []).append((name, error.why))
        for code, refused in groups.items():
            name, why = refused[0]
            rest = f" and {len(refused) - 1} more" if refused[1:] else ""
            yield DifferenceKind("actions", (side, code)), f"{name}{rest}: legal in {side} alone; {refuses} says: {why}"


def _common(a: Any, b: Any) -> list[tuple[Any, Any]]:
    """The actions or throws that both states allow, as each has them."""
    if a.turn != b.turn:
        return []
    others: Mapping[str, Any] = {str(way): way for way in edges(b)}
    return [(way, others[str(way)]) for way in edges(a) if str(way) in others]
