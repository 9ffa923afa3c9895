"""The witness: plays a submission's game from outside, over a pipe, and says where it is not as the checker said.

The process at the other end holds the game, and nothing that it checks is decided there.  To deceive a witness, code
must behave as a game does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import filterfalse, pairwise
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.core import random_of
from boardgames.core.model import CHANCE, OVER
from boardgames.core.text import printable
from boardgames.referee import ProgramFault
from boardgames.testkit import LIKE_RUNGS, NO_ACTIONS, NO_POSITIONS, Finding, Flaw, Likeness, View, mutations
from boardgames.web import BadMessage
from boardgames_classroom.answers import About, Exchange, Facts, Numbers, Refused
from boardgames_classroom.conditions import GradingConditions, Running, started

PLAYS: Final = "plays"
GAMES: Final = 2
MOST_PLIES: Final = 300
CLOSELY: Final = 20
"""Positions of a game that are read, copied, compared and asked for what is illegal there."""


def contradictions(
    folder: Path, reference: str, conditions: GradingConditions, running: Running | None, lost: Collection[str] = ()
) -> dict[str, str]:
    """The faults seen from outside, by the rungs that forbid them; ``plays`` has one if it cannot be played.

    ``lost`` are rungs without points, which are not looked at again.
    Raises :class:`~boardgames.referee.Shortage`.
    """
    with started(folder, conditions, running) as process:
        witness = Witness(Exchange(process, folder, reference, conditions, {}), lost)
        try:
            witness.begin()
            witness.play_again(witness.play(conditions.seed))
            witness.examine("unreadable-positions", witness.damage, witness.start())
            for number in range(1, GAMES):
                witness.play(conditions.seed + number)
        except NotPlayableError as error:
            return {**witness.seen, PLAYS: error.what}
    return witness.seen


def differences(
    folder: Path, reference: str, conditions: GradingConditions, running: Running | None
) -> dict[str, Finding]:
    """The findings of the rungs that the reference of ``conditions`` adds; the game is played from outside.

    Raises :class:`~boardgames.referee.Shortage`, and what making the reference raises.
    """
    assert conditions.like is not None
    with started(folder, conditions, running) as process:
        witness = Witness(Exchange(process, folder, reference, conditions, {}))

        def start() -> View:
            if not witness.states:
                witness.begin()
            return witness.view(witness.start())

        likeness = Likeness(start, conditions.like, conditions.games, conditions.seed, conditions.max_plies)
        findings = {rung.name: Finding.of(rung, likeness.flaws.get(rung.name)) for rung in LIKE_RUNGS}
    text = witness.conversation.text
    return {name: attrs.evolve(finding, what=text(finding.what)) for name, finding in findings.items()}


class NotPlayableError(Flaw):
    """The game cannot be played from outside; the message says why, in a sentence."""


class RaisedError(NotPlayableError):
    """The game answers a request with an error, and goes on."""


@attrs.frozen
class FarState:
    """A state of the game at the other end: its number there, and what it says of itself."""

    number: int
    facts: Any


def future(place: FarState) -> tuple[object, ...]:
    """All that a state says of itself, but for its text."""
    return attrs.astuple(place.facts)[1:]


class Witness:
    """Plays, and looks at what the game says of itself; ``seen`` is what is wrong, by rungs."""

    def __init__(self, conversation: Exchange, lost: Collection[str] = ()) -> None:
        self.conversation = conversation
        self.lost = lost
        self.seen: dict[str, str] = {}
        self.about = About(1, [], [])
        self.states = 0
        self.met: dict[str, None] = {}
        """The texts of actions, as they are met."""

    def begin(self) -> None:
        answer = self._answer()
        if not isinstance(answer, About):
            raise NotPlayableError("it does not say what it is")
        self.about = answer

    def start(self) -> FarState:
        self.states = 0
        return self._place("start")

    def apply(self, place: FarState, edge: int) -> FarState:
        return self._place("apply", of=place.number, place=edge)

    def view(self, place: FarState) -> View:
        """A state of the submission's game as a comparison reads it."""
        facts = place.facts
        return View(
            turn=facts.turn,
            edges=facts.edges,
            chances=[Fraction(chance) for chance in facts.chances],
            returns=facts.returns,
            after=lambda edge: self.view(self.apply(place, edge)),
            perft=lambda depth: sum(self._get(Numbers, "perft", of=place.number, depth=depth).numbers),
        )

    def play(self, seed: int) -> list[tuple[int, FarState]]:
        """A random game; the actions by their places, and what follows after each."""
        rng = random_of(seed)
        place = self.start()
        played: list[tuple[int, FarState]] = []
        while place.facts.edges and len(played) < MOST_PLIES:
            self.look(place.facts)
            if len(played) < CLOSELY:
                self.examine("position-text", self.read, place)
                self.examine("pickle-and-copy", self.copy, place)
                self.examine("equality", self.compare, place)
                self.examine("illegal-actions", self.refuse, place)
            edge = rng.randrange(len(place.facts.edges))
            place = self.apply(place, edge)
            played.append((edge, place))
        self.look(place.facts)
        if not played:
            raise NotPlayableError("it is over before it begins")
        return played

    def play_again(self, played: Sequence[tuple[int, FarState]]) -> None:
        """The same actions lead to the same positions."""
        place = FarState(0, played[0][1].facts)
        for edge, first in played:
            place = self.apply(place, edge)
            if place.facts.text != first.facts.text:
                sentence = f"the same actions led to {place.facts.text!r} and to {first.facts.text!r}"
                self._see("apply-is-repeatable", sentence)
                return
        self.examine("apply-is-repeatable", self.twice, played[-1][1], place)

    def twice(self, one: FarState, other: FarState) -> None:
        """The states after the same actions are equal."""
        if self._same(one, other.number) != [1, 1, 1]:
            self._see(
                "apply-is-repeatable",
                f"two states of {one.facts.text!r} are not equal, or their hashes or keys are not",
            )

    def damage(self, place: FarState) -> None:
        """A text that is not a position is unreadable."""
        start = place.facts.text
        for text in [*(text.replace("{}", start) for text in NO_POSITIONS), *mutations(start, random_of(0))]:
            answer = self._ask("read", text=text)
            if isinstance(answer, Refused) and answer.code != "unreadable":
                self._see("unreadable-positions", f"{text[:60]!r}: {answer.words}")
            if isinstance(answer, Facts) and text in NO_POSITIONS:
                self._see("unreadable-positions", f"{text[:60]!r} is read as a position")

    def look(self, facts: Any) -> None:
        """Check that the facts of a state agree."""
        turn, edges, returns, where = facts.turn, facts.edges, facts.returns, f"at {facts.text!r}"
        if (turn == OVER) != (returns is not None) or not OVER <= turn < self.about.seats:
            self._see("turn-and-outcome", f"turn is {turn} and the returns are {returns} {where}")
        if turn >= 0 and not edges:
            self._see("no-empty-choice", f"seat {turn} is to act and has no action {where}")
        if turn >= 0 and len(set(edges)) < len(edges):
            self._see("actions-once", f"an action is listed twice {where}")
        chances = [Fraction(chance) for chance in facts.chances]
        if turn == CHANCE and (sum(chances) != 1 or min(chances) <= 0):
            total = sum(chances, Fraction()).limit_denominator(10**30)  # of many, it may have thousands of digits
            self._see("chances-sum-to-one", f"the chances {', '.join(facts.chances)} sum to {total} {where}")
        if returns is not None:
            if len(returns) != self.about.seats or not all(-1 <= share <= 1 for share in returns):
                self._see("returns", f"the returns are {returns} {where}")
            if self.about.seats == 2 and abs(sum(returns)) > 1e-9:
                self._see("returns", f"the returns {returns} do not sum to 0 {where}")
            if facts.reason not in self.about.reasons:
                self._see("reasons", f"the reason {facts.reason!r} is not declared {where}")

    def read(self, place: FarState) -> None:
        """A position written and read again is the same."""
        again = self._place("read", text=place.facts.text)
        same = again.facts == place.facts and self._same(place, again.number)[2]
        if not same and place.facts.reason not in self.about.by_history:
            self._see("position-text", f"{place.facts.text!r} is another position when it is read again")

    def copy(self, place: FarState) -> None:
        """A copy of a state is the same."""
        again = self._place("copy", of=place.number)
        if again.facts != place.facts or self._same(place, again.number) != [1, 1, 1]:
            self._see("pickle-and-copy", f"the copy of {place.facts.text!r} is another state")

    def compare(self, place: FarState) -> None:
        """Different states are not equal, and equal ones have the same hash and key."""
        edges = range(len(place.facts.edges))
        after = [self.apply(place, edge) for edge in edges[:: max(1, len(edges) // 3)]]
        if any(self._same(place, child.number)[0] for child in after):
            self._see("equality", f"the state after an action equals {place.facts.text!r}")
        for one, other in pairwise(after):
            equal, hashes, keys = self._same(one, other.number)
            where = f"the states {one.facts.text!r} and {other.facts.text!r}"
            if equal and not (hashes and keys and future(one) == future(other)):
                self._see("equality", f"{where} are equal, but their hashes, keys or futures are not")
            over = one.facts.returns is not None or other.facts.returns is not None
            if keys and not over and future(one) != future(other):
                self._see("key", f"{where} have the same key, and not the same future")

    def refuse(self, place: FarState) -> None:
        """A legal action is played by its text, and any other is refused."""
        legal = place.facts.edges
        if self._ask("play", of=place.number, text=legal[-1]) != self.apply(place, len(legal) - 1).facts:
            self._see("action-text", f"played by its text, {legal[-1]!r} does something else at {place.facts.text!r}")
        is_legal = {*legal}.__contains__  # there may be thousands
        for text in [*filterfalse(is_legal, (*NO_ACTIONS, *self.met))][-3:]:
            answer = self._ask("play", of=place.number, text=text)
            if not isinstance(answer, Refused) or answer.code != "illegal":
                self._see("illegal-actions", f"{text[:60]!r} is not refused at {place.facts.text!r}")
        self.met.update(dict.fromkeys(legal))

    def examine(self, rung: str, look: Callable[..., None], *places: FarState) -> None:
        """Look at something of a rung, where an error of the game is a mistake."""
        if rung not in self.lost:
            try:
                look(*places)
            except RaisedError as error:
                self._see(rung, error.what)

    def _see(self, rung: str, sentence: str) -> None:
        self.seen.setdefault(rung, self.conversation.text(sentence))

    def _same(self, place: FarState, other: int) -> list[int]:
        """Three numbers, each 1 or 0: whether the states are equal, their hashes, and their keys."""
        numbers: list[int] = self._get(Numbers, "compare", of=place.number, **{"with": other}).numbers
        return [*numbers, 0, 0, 0][:3]

    def _place(self, do: str, **request: object) -> FarState:
        facts = self._get(Facts, do, **request)
        return FarState(self.states - 1, facts)

    def _get(self, kind: type[Any], do: str, **request: object) -> Any:
        """The answer of a kind.  Raises :class:`RaisedError` where the game raises one."""
        answer = self._ask(do, **request)
        if isinstance(answer, Refused):
            raise RaisedError(self.conversation.text(answer.words))
        if not isinstance(answer, kind):
            raise NotPlayableError("what it says makes no sense: it answers another question")
        return answer

    def _ask(self, do: str, **request: object) -> Any:
        self.conversation.tell({"do": do, **request})
        return self._answer()

    def _answer(self) -> Any:
        """The answer.  Raises :class:`NotPlayableError` where there is no game any more."""
        try:
            answer = self.conversation.answer()
        except ProgramFault as fault:
            raise NotPlayableError(self.conversation.sentence(fault)) from None
        except BadMessage as error:
            raise NotPlayableError(f"what it says makes no sense: {printable(str(error))}") from None
        if isinstance(answer, Refused) and answer.code in ("no game", "changed", "stopped"):
            raise NotPlayableError(self.conversation.text(answer.words))
        self.states += isinstance(answer, Facts)
        return answer
