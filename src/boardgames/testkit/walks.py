"""The random games that the rungs look at, and the positions in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from operator import ne, sub
from time import perf_counter
from typing import Any

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, Game, State
from boardgames.core.seeds import random_of
from boardgames.testkit.facts import facts, state_change

SAMPLE = 150
"""The number of positions that each rung looks at, spread over all games."""

FIRST, LAST = 8, 3
"""The first and the last plies of each game are always among them."""

NO_END = 20_000
"""Plies after which a random game counts as endless, where the game gives no bound of its own."""

FEWEST = 3
"""The smallest number of games, however long they take."""

CLOSELY = 10
"""The number of first games whose positions are all candidates for the sample, if time decides how many are played."""

READ, FEW = 12_000, 1_000
"""Positions of all games that are compared with each other; with less than the second number, games are added."""

RAREST = 100
"""The rarest actions; the sample has a position after each of them."""

MORE = 40
"""Extra games that are played to find a mistake after fewer actions."""

PATIENCE = 2_000
"""Positions that are looked at for that."""

MOST_EDGES = 10
"""The largest number of edges that are followed from one position."""


def edges(state: State) -> list[Any]:
    """The ways on from a state: the legal actions, or the outcomes of the dice."""
    return [*state.actions()] or [outcome for outcome, _ in state.chances()]


def some_edges(state: State, most: int = MOST_EDGES) -> list[Any]:
    """Some edges of a state, at most ``most``, spread over the list."""
    every = edges(state)
    return every[:: -(-len(every) // most)] if every else []


@attrs.define
class Walk:
    """A random game: the states from the start on, and the actions between them."""

    seed: int
    states: list[Any] = attrs.field(factory=list)
    actions: list[Any] = attrs.field(factory=list)
    offered: set[int] = attrs.field(factory=set)
    """The indices of all actions that could be played."""
    error: BaseException | None = None
    """The exception of the game's code that ended the walk."""
    state_change: str = ""
    """The change of the state that the last action was applied to, in words; it also ended the walk."""
    text_before: str = ""
    """The text of that state before the action."""

    @property
    def ended(self) -> bool:
        """True if the game came to its end without an error."""
        return bool(self.states) and self.error is None and self.states[-1].outcome is not None

    @property
    def spots(self) -> list[WalkSpot]:
        return [WalkSpot(self, ply) for ply in range(len(self.states))]


@attrs.frozen(eq=False)
class WalkSpot:
    """A position of a walk."""

    walk: Walk
    ply: int

    @property
    def state(self) -> Any:
        return self.walk.states[self.ply]

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(map(str, self.walk.actions[: self.ply]))

    def after(self, action: Any) -> WalkSpot:
        states, actions = self.walk.states[: self.ply + 1], self.walk.actions[: self.ply]
        return WalkSpot(Walk(self.walk.seed, [*states, self.state.apply(action)], [*actions, action]), self.ply + 1)

    @property
    def text(self) -> str | None:
        """The text of the position; ``None`` where the game cannot write it."""
        try:
            return str(self.state)
        except Exception:
            return None


def walked(game: Game, seed: int, bound: int, met: Counter[str] | None = None) -> Walk:
    """A random game of at most ``bound`` plies.  It stops where the game's code raises, or changes an old state.

    With ``met``, the number of times that each action has been played so far, the players choose among the
    rarest actions.  So the games also reach what uniformly random play hardly ever does.
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
            walk.offered.update(action.index for action in before["actions()"])
            action = rng.choice(possible if met is None or state.turn < 0 else least_met(possible, met))
            walk.actions.append(action)
            after = state.apply(action)
            walk.state_change = state_change(before, state)
            if walk.state_change:
                walk.text_before = before["str()"]
                break
            walk.states.append(after)
            state = after
    except (Exception, SystemExit) as error:  # the code of a new game may raise anything
        walk.error = error
    return walk


def least_met(possible: list[Any], met: Counter[str]) -> list[Any]:
    """The actions that were met least often."""
    times = [met[str(action)] for action in possible]
    fewest = min(times)
    return [action for action, often in zip(possible, times, strict=True) if often == fewest]


class Trial:
    """A game on the ladder with its spec, and random games, which are played when they are first needed.

    There are ``games`` of them, or with ``None`` as many as fit into ``seconds``.  In every second game the
    players choose the actions that have been played least often.
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
        self.longest = spec.longest(game)
        """The bound of the spec, which may be nonsense: see :meth:`wrong_bound`."""
        self.bound = max_plies or (NO_END if self.wrong_bound() else self.longest) or NO_END
        self.likeness: Any = None
        """The :class:`~boardgames.testkit.like.Likeness` to a reference, if there is one."""
        self.met: Counter[str] = Counter()
        """The number of times that each action has been played, by its text."""

    def wrong_bound(self) -> str:
        """The fault of the spec's bound on the length of a game, in words; empty if it has none."""
        if self.longest is None or (isinstance(self.longest, int) and self.longest >= 1):
            return ""
        return f"the spec's max_plies is {self.longest!r}: expected a whole number, 1 or more, or None"

    @cached_property
    def walks(self) -> list[Walk]:
        """Games by random actions, every second one looking for what no game has shown yet."""
        walks: list[Walk] = []
        endless = 0
        until = perf_counter() + self.seconds
        for number in count():
            if number == self.games or (self.games is None and number >= FEWEST and perf_counter() > until):
                break
            walks.append(walked(self.game, self.seed + number, self.bound, self.met if number % 2 else None))
            self._meet(walks[-1])
            endless += len(walks[-1].actions) >= self.bound and not walks[-1].ended
            if endless == 2:  # more of them would take long and show nothing new
                break
        return walks

    @cached_property
    def spots(self) -> list[WalkSpot]:
        """The sample: the first and last positions of each game and some between them, in order of plies."""
        closely = self.walks if self.games is not None else self.walks[:CLOSELY]
        share = max(FIRST + LAST, SAMPLE // max(1, len(closely)))
        spots = self._rare() if self.games is None else []
        for walk in closely:
            plies = len(walk.states)
            picks = {*range(min(FIRST, plies)), *range(max(0, plies - LAST), plies)}
            picks |= set(range(0, plies, max(1, plies // share)))
            spots += [WalkSpot(walk, ply) for ply in picks]
        return in_order(list({(id(spot.walk), spot.ply): spot for spot in spots}.values()))

    @cached_property
    def _read_walks(self) -> list[Walk]:
        """The games, and as many more if they are short."""
        walks = [*self.walks]
        while len(walks) < 2 * len(self.walks) and sum(len(walk.states) for walk in walks) < FEW:
            walks.append(walked(self.game, self.seed + len(walks), self.bound))
        return walks

    @cached_property
    def read(self) -> list[WalkSpot]:
        """The positions of the first games that differ, about ``READ`` of them, in order of plies."""
        spots: list[WalkSpot] = []
        for walk in {tuple(walk.actions): walk for walk in self._read_walks}.values():
            spots += walk.spots if len(spots) < READ else []
        return in_order(spots)

    @cached_property
    def different(self) -> list[WalkSpot]:
        """The first of each text among these and the positions after the sample, whose end a key must tell."""
        after = [spot.after(action) for spot in self.spots for action in some_edges(spot.state)]
        last_first = [spot for spot in in_order([*self.read, *after]) if reason(spot.state) in self.key_ends][::-1]
        return in_order([*{str(spot.state): spot for spot in last_first}.values()])

    @cached_property
    def key_ends(self) -> set[str]:
        """The reasons of ends that a key must tell, and "": no limits, whose games all have the most plies or turns."""
        turns = [[state.turn for state in walk.states] for walk in self._read_walks]
        throws = [those.count(CHANCE) for those in turns]
        seats = [[getattr(state, "seat", state.turn) for state in walk.states[:-1]] for walk in self._read_walks]
        changes = [sum(map(ne, those, those[1:])) for those in seats]
        ends = [reason(walk.states[-1]) for walk in self._read_walks]
        reasons = {*ends} - self.spec.by_history
        for numbers in ([*map(len, turns)], throws, [*map(sub, map(len, turns), throws)], changes):
            most = max(numbers)
            if most > self.game.seats:  # a throw of each to begin is no limit
                reasons &= {end for end, number in zip(ends, numbers, strict=True) if number < most}
        return {*reasons, ""}

    def _meet(self, walk: Walk) -> None:
        with suppress(Exception):  # a rung reports actions that cannot be written
            self.met.update(map(str, walk.actions))

    def _rare(self) -> list[WalkSpot]:
        """A spot after each of the rarest actions, and an end for each reason."""
        spots: dict[str, WalkSpot] = {}
        ends: dict[str, WalkSpot] = {}
        for walk in self.walks:
            for ply, action in enumerate(walk.actions[: len(walk.states) - 1], 1):
                with suppress(Exception):
                    spots.setdefault(str(action), WalkSpot(walk, ply))
            with suppress(Exception):
                ends.setdefault(walk.states[-1].outcome.reason, WalkSpot(walk, len(walk.states) - 1))
        rarest = sorted(spots, key=lambda text: self.met[text])[:RAREST]
        return [spots[text] for text in rarest] + list(ends.values())

    def before(self, spot: WalkSpot) -> Iterator[WalkSpot]:
        """Spots after fewer actions, in these games and in some more: few actions show a mistake best."""
        sampled = {(id(spot.walk), spot.ply) for spot in self.spots}
        first = self.seed + len(self.walks)
        seeds = range(first, first + MORE)
        walks = [*self.walks, *(walked(self.game, seed, spot.ply) for seed in seeds)]
        spots = [earlier for walk in walks for earlier in walk.spots[: spot.ply]]
        left_out = [earlier for earlier in in_order(spots) if (id(earlier.walk), earlier.ply) not in sampled]
        yield from left_out[:PATIENCE]


def reason(state: Any) -> str:
    """The reason why the game is over; empty while it goes on."""
    return "" if state.outcome is None else state.outcome.reason


def in_order(spots: Sequence[WalkSpot]) -> list[WalkSpot]:
    """The spots by their plies, fewest first."""
    return sorted(spots, key=lambda spot: spot.ply)
