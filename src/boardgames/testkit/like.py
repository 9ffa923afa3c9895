"""A comparison of a game with a reference: both play the same actions, and their answers must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Final, TypeVar

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import load, registered, spec_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, Game
from boardgames.core.model.walk import perft
from boardgames.core.seeds import random_of
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import BrokenReference, Flaw, Rung, raised
from boardgames.testkit.walks import Walk, WalkSpot, edges, least_met

T = TypeVar("T")
Subject = str | GameSpec | Game
"""A game: its name (``"ur"``, ``"ur:tokens=3"``), its spec, or the game itself."""

GAMES: Final = 20
MOST_PLIES: Final = 1000
NODES: Final = 1000
"""The largest count of a perft, estimated from one ply less."""
DEEPEST: Final = 6  # plies of a perft
EVERY: Final = 11  # plies from one perft of a game to the next


def game_of(subject: Subject, options: Mapping[str, object] | None = None) -> Game:
    """The game of a subject.  Raises what making the game raises."""
    with registered(spec_of(subject)):
        if isinstance(subject, GameSpec):
            return make(subject, options or {})
        return load(subject, **(options or {})) if isinstance(subject, str) else subject


@attrs.frozen
class View:
    """The compared facts of a state, wherever it is; ``after`` and ``perft`` take a place in ``edges`` and a depth."""

    turn: int
    edges: Sequence[str]
    chances: Sequence[Fraction]
    returns: Sequence[float] | None
    after: Callable[[int], View]
    perft: Callable[[int], int]
    state: Any = None


def view_of(state: Any) -> View:
    """The view of a state of this process."""
    ways, outcome = edges(state), state.outcome
    return View(
        turn=state.turn,
        edges=[str(way) for way in ways],
        chances=[Fraction(str(chance)) for _, chance in state.chances()],
        returns=None if outcome is None else list(outcome.returns),
        after=lambda place: view_of(state.apply(ways[place])),
        perft=partial(perft, state),
        state=state,
    )


def of_reference(view: Callable[[], View]) -> View:
    """A view of the reference.  Raises :class:`~boardgames.testkit.rung.BrokenReference`, now and when it is used."""
    answer = _answer(view)
    return attrs.evolve(
        answer,
        after=lambda place: of_reference(lambda: answer.after(place)),
        perft=lambda depth: _answer(lambda: answer.perft(depth)),
    )


def _answer(question: Callable[[], T]) -> T:
    try:
        return question()
    except (Exception, SystemExit) as error:
        raise BrokenReference(raised(error).replace("the game's code", "the reference", 1)) from None


def difference(mine: View, theirs: View) -> tuple[str, str] | None:
    """The rung and the words for the difference from the reference in a position; ``None`` if there is none."""
    if mine.returns != theirs.returns:
        ends = [
            "goes on" if ends is None else f"ends with the returns {ends}" for ends in (mine.returns, theirs.returns)
        ]
        return "like-outcomes", f"the game {ends[0]}; in the reference it {ends[1]}"
    if CHANCE in (mine.turn, theirs.turn):
        one, other = ({*zip(view.edges, map(str, view.chances), strict=False)} for view in (mine, theirs))
        words = f"the chances are {shown(sorted(one))}; in the reference {shown(sorted(other))}"
        return None if one == other else ("like-chances", words)
    if mine.turn != theirs.turn:
        return "like-actions", f"seat {mine.turn} is to act; in the reference it is seat {theirs.turn}"
    extra = [edge for edge in mine.edges if edge not in theirs.edges]
    missing = [edge for edge in theirs.edges if edge not in mine.edges]
    parts = [(extra, "legal, and not in the reference"), (missing, "legal in the reference, and not here")]
    words = "; ".join(f"{shown(some)} {'are' if some[1:] else 'is'} {words}" for some, words in parts if some)
    return ("like-actions", words) if words else None


class Likeness:
    """The first differences of a game from a reference, by rungs.

    ``start`` gives the view of its start, ``games`` is the number of random games from ``seed`` on.  In half of them
    the next action is chosen from the reference's list and in half from the game's own; every second pair prefers
    what has been played least often.
    """

    def __init__(
        self, start: Callable[[], View], reference: Subject, games: int | None, seed: int, max_plies: int | None = None
    ) -> None:
        self.start = start
        self.spec = spec_of(reference)
        self.reference = game_of(reference)
        self.games = games or GAMES
        self.seed = seed
        self.most_plies = max_plies or MOST_PLIES
        self.met: Counter[str] = Counter()
        self.ended = False

    @cached_property
    def flaws(self) -> Mapping[str, Flaw]:
        """The flaw of each rung that fails: the one after the fewest actions.

        Raises :class:`~boardgames.testkit.rung.BrokenReference`.
        """
        flaws: dict[str, Flaw] = {}
        for number in range(self.games):
            walk = Walk(self.seed + number)
            try:
                self._play(number, walk, flaws)
            except BrokenReference:
                raise
            except (Exception, SystemExit) as error:  # of the game's code
                for rung in LIKE_RUNGS:
                    self._see(flaws, walk, rung.name, error.what if isinstance(error, Flaw) else raised(error))
                break
        if "like-actions" in flaws and not self.ended:
            for name in ("like-chances", "like-outcomes"):
                flaws.setdefault(name, Flaw("no game can be played to its end beside the reference"))
        return flaws

    def _play(self, number: int, walk: Walk, flaws: dict[str, Flaw]) -> None:
        rng = random_of(walk.seed)
        mine, theirs = self.start(), of_reference(lambda: view_of(self.reference.start()))
        while True:
            walk.states.append(theirs.state)
            if differs := difference(mine, theirs):
                self._see(flaws, walk, *differs)
            if (len(walk.actions) + 3 * number) % EVERY == 0:
                self._count(mine, theirs, walk, flaws)
            self.ended |= theirs.returns is not None
            both = {*mine.edges} & {*theirs.edges}
            choice = [edge for edge in (theirs, mine)[number % 2].edges if edge in both]
            if not choice or len(walk.actions) >= self.most_plies:
                return
            edge = rng.choice(least_met(choice, self.met) if number % 4 > 1 else choice)
            self.met[edge] += 1
            walk.actions.append(edge)
            mine, theirs = (view.after(view.edges.index(edge)) for view in (mine, theirs))

    def _count(self, mine: View, theirs: View, walk: Walk, flaws: dict[str, Flaw]) -> None:
        """Compare perft here; where it differs, go down to the position where the actions do."""
        depth, nodes, wide = 1, len(theirs.edges), len(theirs.edges)
        while 0 < nodes * wide <= NODES and depth < DEEPEST:
            depth += 1
            nodes = theirs.perft(depth)
        counted = mine.perft(depth)
        if counted == nodes:
            return
        what = f"perft({depth}) after {len(walk.actions)} actions is {counted}, in the reference {nodes}"
        walk = Walk(walk.seed, [*walk.states], [*walk.actions])
        while depth > 1 and {*mine.edges} == {*theirs.edges}:
            depth -= 1
            for edge in theirs.edges:
                one, other = (view.after(view.edges.index(edge)) for view in (mine, theirs))
                if one.perft(depth) != other.perft(depth):
                    mine, theirs = one, other
                    walk.actions.append(edge)
                    walk.states.append(other.state)
                    break
            else:
                break
        differs = difference(mine, theirs)
        self._see(flaws, walk, "like-perft", f"{what}{f': {differs[1]}' if differs else ''}")

    def _see(self, flaws: dict[str, Flaw], walk: Walk, rung: str, what: str) -> None:
        ply = len(walk.states) - 1
        before = flaws.get(rung)
        if before is None or (before.spot is not None and ply < before.spot.ply):
            board = self.spec.picture(walk.states[ply]) if walk.states else ""
            flaws[rung] = Flaw(what, WalkSpot(walk, ply) if walk.states else None, board=board)


def _alike(rung: str, trial: Any) -> None:
    if rung in trial.likeness.flaws:
        raise trial.likeness.flaws[rung]


LIKE_RUNGS: Final[tuple[Rung, ...]] = tuple(
    Rung(
        check=partial(_alike, name),
        name=name,
        title=title,
        why="The ladder knows no rules; the reference does. Both have played the same actions from the start.",
        look=f"{look}, at the position above.",
    )
    for name, title, look in (
        (
            "like-actions",
            "the same seat is to act, with the same legal actions as in the reference",
            "how actions are written, actions and apply",
        ),
        ("like-perft", "as many ways to play on as in the reference", "actions and apply"),
        ("like-chances", "the dice fall as in the reference", "chances and turn"),
        ("like-outcomes", "the game ends where the reference ends, with the same returns", "outcome"),
    )
)
"""The rungs that a reference adds to the ladder."""
