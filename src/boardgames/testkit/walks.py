"""The random games that the rungs look at, and the spots in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from time import perf_counter
from typing import Any

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, State
from boardgames.core.seeds import random_of
from boardgames.testkit.facts import facts, spoilt

SAMPLE = 150
"""Spots looked at closely by each rung, spread over all games."""

FIRST, LAST = 8, 3
"""Plies of each game that are always among them."""

NO_END = 20_000
"""Plies after which a random game counts as endless, where the game gives no bound of its own."""

FEWEST = 3
"""Games played however long they take."""

CLOSELY = 10
"""Of as many games as fit the time, those whose spots are all candidates for the sample."""

RAREST = 100
"""Actions that occurred least, each of which has a spot in the sample."""

MORE = 40
"""Games played beyond those asked for, to show a mistake by fewer actions."""

PATIENCE = 2_000
"""Spots looked at for that."""

MOST_EDGES = 10
"""Edges followed from one spot."""


def edges(state: State) -> list[Any]:
    """What can happen next: the legal actions, or the outcomes of the dice."""
    return [*state.actions()] or [outcome for outcome, _ in state.chances()]


def some_edges(state: State) -> list[Any]:
    """At most ten of them, spread over all."""
    every = edges(state)
    return every[:: -(-len(every) // MOST_EDGES)] if every else []


@attrs.define
class Walk:
    """A random game: the states from the start on, and the actions between them."""

    seed: int
    states: list[Any] = attrs.field(factory=list)
    actions: list[Any] = attrs.field(factory=list)
    offered: set[int] = attrs.field(factory=set)
    """The indices of all actions that could be played."""
    trouble: Exception | None = None
    """What the game's code raised, which ended the walk."""
    spoilt: str = ""
    """How the last action changed the state that it was applied to, which ended the walk."""
    spoilt_text: str = ""
    """The text of that state as it was before."""

    @property
    def ended(self) -> bool:
        return bool(self.states) and self.trouble is None and self.states[-1].outcome is not None

    @property
    def spots(self) -> list[Spot]:
        return [Spot(self, ply) for ply in range(len(self.states))]


@attrs.frozen(eq=False)
class Spot:
    """A position of a walk."""

    walk: Walk
    ply: int

    @property
    def state(self) -> Any:
        return self.walk.states[self.ply]

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the actions that lead here."""
        return tuple(map(str, self.walk.actions[: self.ply]))

    @property
    def text(self) -> str | None:
        """The position, unless even that cannot be written."""
        try:
            return str(self.state)
        except Exception:
            return None


def walked(game: Game, seed: int, bound: int, met: Counter[str] | None = None) -> Walk:
    """A random game, for at most ``bound`` plies.  It stops where the game's code raises or spoils a state.

    Where it is told which actions have been ``met`` so far, and how often, the players choose those that were
    met least: so what random play hardly ever does is seen too.
    """
    walk = Walk(seed)
    rng = random_of(seed)
    try:
        state = game.start()
        walk.states.append(state)
        while len(walk.actions) < bound and state.outcome is None:
            possible = edges(state)
            if not possible:
                break
            before = facts(state)
            walk.offered.update(each.index for each in before["actions()"])
            action = rng.choice(possible if met is None or state.turn < 0 else _least(possible, met))
            walk.actions.append(action)
            after = state.apply(action)
            walk.spoilt = spoilt(before, state)
            if walk.spoilt:
                walk.spoilt_text = before["str()"]
                break
            walk.states.append(after)
            state = after
    except Exception as error:  # a stranger's game may raise anything
        walk.trouble = error
    return walk


def _least(possible: list[Any], met: Counter[str]) -> list[Any]:
    """Those actions that were met least."""
    times = [met[str(action)] for action in possible]
    fewest = min(times)
    return [action for action, often in zip(possible, times, strict=True) if often == fewest]


class Trial:
    """A game on the ladder: its spec, its options chosen, and random games of it, made when first asked for.

    So many ``games``, or, where that is ``None``, as many as are played in so many ``seconds``; every second
    one by players who choose what was chosen least.
    """

    def __init__(
        self,
        spec: GameSpec,
        game: Game,
        games: int | None,
        seed: int,
        max_plies: int | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.spec = spec
        self.game = game
        self.games = games
        self.seed = seed
        self.seconds = seconds
        self.bound = max_plies or spec.longest(game) or NO_END
        self.met: Counter[str] = Counter()
        """How often each action was played, by its text."""

    @cached_property
    def walks(self) -> list[Walk]:
        walks: list[Walk] = []
        endless = 0
        until = perf_counter() + self.seconds
        for number in count():
            if number == self.games or (self.games is None and number >= FEWEST and perf_counter() > until):
                break
            walks.append(walked(self.game, self.seed + number, self.bound, self.met if number % 2 else None))
            self._meet(walks[-1])
            endless += len(walks[-1].actions) >= self.bound and not walks[-1].ended
            if endless == 2:  # more of them would show nothing new, and take long
                break
        return walks

    @cached_property
    def spots(self) -> list[Spot]:
        """The sample: of each game the first and last positions and some between; early plies first."""
        closely = self.walks if self.games is not None else self.walks[:CLOSELY]
        share = max(FIRST + LAST, SAMPLE // max(1, len(closely)))
        spots = self._rare() if self.games is None else []
        for walk in closely:
            plies = len(walk.states)
            chosen = {*range(min(FIRST, plies)), *range(max(0, plies - LAST), plies)}
            chosen |= set(range(0, plies, max(1, plies // share)))
            spots += [Spot(walk, ply) for ply in chosen]
        return in_order(list({(id(spot.walk), spot.ply): spot for spot in spots}.values()))

    def _meet(self, walk: Walk) -> None:
        with suppress(Exception):  # an action that cannot be written is for a rung to tell of
            self.met.update(map(str, walk.actions))

    def _rare(self) -> list[Spot]:
        """Behind each of the actions that occurred least a spot, and an end for each reason."""
        spots: dict[str, Spot] = {}
        ends: dict[str, Spot] = {}
        for walk in self.walks:
            for ply, action in enumerate(walk.actions[: len(walk.states) - 1], 1):
                with suppress(Exception):
                    spots.setdefault(str(action), Spot(walk, ply))
            with suppress(Exception):
                ends.setdefault(walk.states[-1].outcome.reason, Spot(walk, len(walk.states) - 1))
        rarest = sorted(spots, key=lambda text: self.met[text])[:RAREST]
        return [spots[text] for text in rarest] + list(ends.values())

    def before(self, found: Spot) -> Iterator[Spot]:
        """Spots that fewer actions lead to, in these games and in some more: a mistake is shown best by a few."""
        sampled = {(id(spot.walk), spot.ply) for spot in self.spots}
        first = self.seed + len(self.walks)
        seeds = range(first, first + MORE)
        walks = [*self.walks, *(walked(self.game, seed, found.ply) for seed in seeds)]
        spots = [spot for walk in walks for spot in walk.spots[: found.ply]]
        left_out = [spot for spot in in_order(spots) if (id(spot.walk), spot.ply) not in sampled]
        yield from left_out[:PATIENCE]


def in_order(spots: Sequence[Spot]) -> list[Spot]:
    """Those after the fewest plies first."""
    return sorted(spots, key=lambda spot: spot.ply)
