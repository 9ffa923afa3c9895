"""A small game that climbs the ladder, and many that each break one rung of it.

Two heaps.  The side to act throws a die, takes as many stones as it shows from
one heap, and passes where neither heap has so many.  Who takes the last stone
wins; after 60 plies it is a draw.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import attrs

import boardgames as bg
from boardgames.core.model.options import option
from boardgames.core.model.symmetry import Symmetry
from boardgames.core.picture.scene import Man, Scene, Spot
from boardgames.core.protocol.dialogue import Ask, LineProtocol
from boardgames.core.protocol.plain import PlainDialogue, PlainPlayer
from boardgames.learning.observation import Observation, Plane

HEAP = 4
LIMIT = 60
LEFT, RIGHT = TAKES = [bg.SimpleAction(0, "left"), bg.SimpleAction(1, "right")]
THROWS = [bg.SimpleAction(number, f"={number + 1}") for number in range(3)]
CHANCES = tuple(zip(THROWS, (Fraction(1, 2), Fraction(3, 8), Fraction(1, 8)), strict=True))
UNTHROWN = 0


@attrs.frozen
class State(bg.BaseState):
    game: Any
    heaps: tuple[int, int]
    seat: int
    die: int
    ply: int

    @property
    def outcome(self) -> bg.Outcome | None:
        if not any(self.heaps):
            return bg.Outcome((1.0, -1.0) if self.seat else (-1.0, 1.0), "last stone")
        return bg.Outcome((0.0, 0.0), "limit") if self.ply >= LIMIT else None

    @property
    def turn(self) -> int:
        if self.outcome:
            return bg.OVER
        return self.seat if self.die else bg.CHANCE

    @property
    def key(self) -> Any:
        return self.heaps, self.seat, self.die

    def actions(self) -> Sequence[Any]:
        if self.outcome or not self.die:
            return ()
        return [take for take in TAKES if self.heaps[take.index] >= self.die]

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return CHANCES if self.turn == bg.CHANCE else ()

    def apply(self, action: Any) -> Any:
        if action not in TAKES:
            return self.thrown(action.index + 1)
        left, right = self.heaps
        heaps = (left - self.die, right) if action is LEFT else (left, right - self.die)
        return attrs.evolve(self, heaps=heaps, seat=1 - self.seat, die=UNTHROWN, ply=self.ply + 1)

    def thrown(self, die: int) -> Any:
        if max(self.heaps) < die:  # nothing can be taken: the turn passes at once
            return attrs.evolve(self, seat=1 - self.seat, ply=self.ply + 1)
        return attrs.evolve(self, die=die, ply=self.ply + 1)

    def __str__(self) -> str:
        return f"{self.heaps[0]} {self.heaps[1]} {self.seat} {self.die} {self.ply}"


class Game(bg.SimpleGame):
    name = "heaps"
    title = "Heaps"
    all_actions = TAKES
    kind: Any = State

    def start(self) -> Any:
        return self.kind(self, (HEAP, HEAP), 0, UNTHROWN, 0)

    def parse(self, text: str) -> Any:
        fields = text.split(" ")
        known = [list(map(str, range(HEAP + 1)))] * 2 + [
            ["0", "1"],
            ["0", "1", "2", "3"],
            list(map(str, range(LIMIT + 1))),
        ]
        if len(fields) != 5 or not all(field in those for field, those in zip(fields, known, strict=True)):
            raise bg.UnreadablePosition(f"expected both heaps, seat, die and ply, as in '4 4 0 0 0', not {text!r}")
        left, right, seat, die, ply = map(int, fields)
        state = self.kind(self, (left, right), seat, die, ply)
        if die and (max(left, right) < die or state.outcome):
            raise bg.UnreadablePosition(f"after a {die} nobody could act in {text!r}")
        return state


def spec_of(game: Callable[[Any], Any] = Game, **changed: Any) -> bg.GameSpec:
    reasons = {"last stone": "who took the last stone wins", "limit": "60 plies: a draw"}
    given = {"name": "heaps", "title": "Heaps", "reasons": reasons, "max_plies": LIMIT, **changed}
    return bg.GameSpec(game=game, **given)


GOOD = spec_of()

BROKEN: dict[str, tuple[str, bg.GameSpec]] = {}
"""By what is wrong: the rung that must notice, and the game."""


def breaks(rung: str, **changed: Any) -> Callable[[type], type]:
    """The decorated state, or game, is broken, so that this rung must fail."""

    def note(broken: type) -> type:
        game = broken if issubclass(broken, Game) else type("Game", (Game,), {"kind": broken})
        BROKEN[broken.__name__] = rung, spec_of(game, **changed)
        return broken

    return note


# -- foundations ----------------------------------------------------------------


@breaks("apply-is-pure")
class ApplyChangesTheOldState(State):
    def apply(self, action: Any) -> Any:
        after = super().apply(action)
        object.__setattr__(self, "ply", self.ply + 1)
        return after


@breaks("apply-is-pure")
class ApplySharesAList(Game):
    """The heaps are one list, handed on from state to state."""

    class kind(State):  # noqa: N801
        def apply(self, action: Any) -> Any:
            if action not in TAKES:
                return self.thrown(action.index + 1)
            heaps: Any = self.heaps
            heaps[action.index] -= self.die
            return attrs.evolve(self, seat=1 - self.seat, die=UNTHROWN, ply=self.ply + 1)

        @property
        def key(self) -> Any:
            return tuple(self.heaps), self.seat, self.die

    def start(self) -> Any:
        return self.kind(self, [HEAP, HEAP], 0, UNTHROWN, 0)  # type: ignore[arg-type]


@breaks("plays")
class ApplyFails(State):
    def apply(self, action: Any) -> Any:
        return super().apply({"left": LEFT}[str(action)] if self.die else action)


@breaks("plays")
class StartFails(Game):
    def start(self) -> Any:
        raise NotImplementedError("start is still to be written")


@breaks("apply-is-repeatable")
class ApplyThrowsDiceInSecret(State):
    def apply(self, action: Any) -> Any:
        return attrs.evolve(super().apply(action), seat=random.randrange(2))


# -- choices --------------------------------------------------------------------


@breaks("no-empty-choice")
class NobodyPasses(State):
    """A throw that cannot be used leaves its seat to act, with no action."""

    def thrown(self, die: int) -> Any:
        return attrs.evolve(self, die=die, ply=self.ply + 1)


PASS = bg.SimpleAction(2, "pass")
WITH_PASS = [*TAKES, PASS]


@breaks("no-empty-choice")
class PassingIsAnAction(Game):
    all_actions = WITH_PASS

    class kind(State):  # noqa: N801
        def thrown(self, die: int) -> Any:
            return attrs.evolve(self, die=die, ply=self.ply + 1)

        def actions(self) -> Sequence[Any]:
            takes = super().actions()
            return takes or ([PASS] if self.turn >= 0 else [])

        def apply(self, action: Any) -> Any:
            if action is PASS:
                return attrs.evolve(self, seat=1 - self.seat, die=UNTHROWN, ply=self.ply + 1)
            return super().apply(action)


@breaks("turn-and-outcome")
class TurnForgetsTheEnd(State):
    @property
    def turn(self) -> int:
        return self.seat if self.die else bg.CHANCE


@breaks("actions-once")
class AnActionListedTwice(State):
    def actions(self) -> Sequence[Any]:
        takes = list(super().actions())
        return takes + takes[1:]


@breaks("actions-once")
class CountsWrongly(State):
    def count(self) -> int:
        return 2


@breaks("actions-once")
class AnOrderThatChanges(State):
    def actions(self) -> Sequence[Any]:
        takes = list(super().actions())
        AnOrderThatChanges.turns += 1
        return takes[::-1] if AnOrderThatChanges.turns % 2 else takes

    turns = 0


@breaks("lists-are-safe")
class TheListIsTheStatesOwn(State):
    lists: dict[State, list[Any]] = {}  # noqa: RUF012

    def actions(self) -> Sequence[Any]:
        return self.lists.setdefault(self, list(super().actions()))


@breaks("chances-sum-to-one")
class ChancesSumToLess(State):
    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return [(throw, Fraction(5, 16)) for throw, _ in super().chances()]


@breaks("chances-sum-to-one")
class ChancesAreFloats(State):
    def chances(self) -> Any:
        return [(throw, float(chance)) for throw, chance in super().chances()]


# -- endings --------------------------------------------------------------------


@breaks("ends", max_plies=400)
class NoEnd(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        return None

    @property
    def key(self) -> Any:
        return self.heaps, self.seat, self.die

    def apply(self, action: Any) -> Any:
        after = attrs.evolve(super().apply(action), ply=0)
        return after if any(after.heaps) else attrs.evolve(after, heaps=(HEAP, HEAP))


@breaks("ends", max_plies=5)
class LongerThanItSays(State):
    pass


@breaks("returns")
class OneReturnForTwoSeats(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        outcome = super().outcome
        return outcome and bg.Outcome(outcome.returns[:1], outcome.reason)


@breaks("returns")
class BothWin(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        outcome = super().outcome
        return outcome and bg.Outcome((1.0, 1.0), outcome.reason)


@breaks("reasons")
class AReasonNotDeclared(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        outcome = super().outcome
        return outcome and bg.Outcome(outcome.returns, "last  stone")


# -- values ---------------------------------------------------------------------


FROM_ONE = [bg.SimpleAction(1, "left"), bg.SimpleAction(2, "right")]


@breaks("indices-are-dense")
class NumbersBeginAtOne(Game):
    all_actions = FROM_ONE


@breaks("indices-are-dense")
class NegativeNumbersCount(Game):
    def action_at(self, index: int) -> Any:
        return self.all_actions[index]


class Fresh:
    """An action made anew each time."""

    def __init__(self, index: int) -> None:
        self.index = index

    def __str__(self) -> str:
        return str(TAKES[self.index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Fresh, bg.SimpleAction)) and self.index == other.index

    def __hash__(self) -> int:
        return self.index


@breaks("actions-exist-once")
class ActionsMadeAnew(State):
    def actions(self) -> Sequence[Any]:
        return [Fresh(take.index) for take in super().actions()]

    def apply(self, action: Any) -> Any:
        return super().apply(TAKES[action.index] if isinstance(action, Fresh) else action)


@breaks("equality")
class EqualityIgnoresTheDie(State):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and (self.heaps, self.seat, self.ply) == (other.heaps, other.seat, other.ply)

    def __hash__(self) -> int:
        return hash((self.heaps, self.seat, self.ply))


@breaks("equality")
class HashIgnoresTheDie(State):
    def __hash__(self) -> int:
        return hash((self.heaps, self.seat, self.ply))


@breaks("key")
class KeyIncludesThePly(State):
    @property
    def key(self) -> Any:
        return self.heaps, self.seat, self.die, self.ply


@breaks("key")
class KeyForgetsTheDie(State):
    @property
    def key(self) -> Any:
        return self.heaps, self.seat


@breaks("key")
class KeyIsAList(State):
    @property
    def key(self) -> Any:
        return [*self.heaps, self.seat, self.die]


def unthrown(kind: Any, *fields: Any) -> Any:
    return kind(*fields, UNTHROWN, 0)


@breaks("pickle-and-copy")
class PickleForgetsTheDie(State):
    def __reduce__(self) -> Any:
        return unthrown, (type(self), self.game, self.heaps, self.seat)


# -- texts ----------------------------------------------------------------------


@breaks("position-text")
class TextLosesTheSeat(State):
    def __str__(self) -> str:
        return f"{self.heaps[0]} {self.heaps[1]} 0 {self.die} {self.ply}"


@breaks("unreadable-positions")
class ParseFailsOtherwise(Game):
    def parse(self, text: str) -> Any:
        left, right, seat, die, ply = map(int, text.split(" "))
        return self.kind(self, (left, right), seat, die, ply)


@breaks("unreadable-positions")
class ParseReadsWhatCannotBe(Game):
    def parse(self, text: str) -> Any:
        try:
            left, right, seat, die, ply = map(int, text.split(" "))
        except ValueError:
            raise bg.UnreadablePosition("expected five numbers") from None
        return self.kind(self, (left, right), seat, die, ply)


@breaks("action-text")
class ReadTakesTheFirst(State):
    def read(self, text: str) -> Any:
        edges = self.actions() or [throw for throw, _ in self.chances()]
        return edges[0] if text in list(map(str, edges)) else super().read(text)

    def play(self, action: Any) -> Any:
        return self.apply(action) if isinstance(action, bg.SimpleAction) else super().play(action)


@breaks("illegal-actions")
class PlayTrustsEverybody(State):
    def read(self, text: str) -> Any:
        return {str(edge): edge for edge in [*TAKES, *THROWS]}[text]


# -- identity and dialogues -----------------------------------------------------


@breaks("who-it-is", title="Stones")
class TwoTitles(Game):
    pass


@attrs.define(unsafe_hash=True)
class Loose:
    """Options that can be changed."""

    stones: int = option(4, "in each heap", "us")


@breaks("options", options=Loose)
class OptionsThatChange(Game):
    pass


@breaks("one-game")
class AGamePickledByValue(Game):
    def __reduce__(self) -> Any:
        return type(self), (self.options,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game)

    def __hash__(self) -> int:
        return 1


def half_picture(state: Any) -> str:
    return {0: "nothing is thrown", 1: "one", 2: "two"}[state.die]


@breaks("picture", picture=half_picture)
class APictureThatFails(Game):
    pass


def crowded_scene(state: Any, seat: int) -> Scene:
    men = tuple(Man("heap", seat) for seat in range(2) if state.die)
    return Scene(title="Heaps", width=1, height=1, spots=(Spot("heap", 0.5, 0.5),), men=men, seat=seat)


@breaks("scene", scene=crowded_scene)
class TwoMenOnASpot(Game):
    pass


def hasty_clicks(state: Any, action: Any) -> tuple[str, ...]:
    return ("left", "right")[: 1 + (str(action) == "right")]


@breaks("clicks", clicks=hasty_clicks)
class AWayThatBeginsAnother(Game):
    pass


class Deaf(PlainPlayer):
    """Does not hear what the other side plays."""

    def hear(self, line: str) -> Any:
        return super().hear("names" if line in ("played left", "played right") else line)


@breaks("dialogues", protocols={"deaf": LineProtocol(name="deaf", referee=PlainDialogue, player=Deaf)})
class AProtocolThatDrifts(Game):
    pass


class Forgetful(PlainPlayer):
    """Thinks that it is asked in the position before the last throw."""

    def hear(self, line: str) -> Any:
        before = self.state
        heard = super().hear(line)
        if line.startswith("played ="):
            self.before = before
        return Ask(self.before) if isinstance(heard, Ask) else heard


@breaks("dialogues", protocols={"forgetful": LineProtocol(name="forgetful", referee=PlainDialogue, player=Forgetful)})
class AProtocolThatIsLate(Game):
    pass


class Careless(PlainDialogue):
    """Cannot cope with a line that is no action."""

    def hear(self, line: str) -> Any:
        return super().hear({"left": "left", "right": "right"}[line])


@breaks("dialogues", protocols={"careless": LineProtocol(name="careless", referee=Careless, player=PlainPlayer)})
class AProtocolThatRaises(Game):
    pass


@breaks("refereed", dice=lambda seed: iter(["=1"]))
class AnArenaWhoseDiceRunOut(Game):
    pass


# -- learning ---------------------------------------------------------------------


def heaps_seen(numbers: Callable[[Any], Sequence[float]], *names: str) -> Callable[[Any], Observation]:
    """An observation that claims to tell all."""
    planes = tuple(Plane(name, f"the {name}") for name in names)
    return lambda game: Observation(shape=(len(planes),), planes=planes, markov=True, encode=numbers)


def heaps_and_turn(state: Any) -> list[float]:
    return [*(heap / HEAP for heap in state.heaps), state.seat]


@breaks("observation", observation=heaps_seen(heaps_and_turn, "left", "right", "turn"))
class AViewWithoutTheDie(Game):
    pass


@breaks(
    "observation", observation=heaps_seen(lambda state: [*state.heaps, state.seat, 0], "left", "right", "turn", "0")
)
class AViewOutOfRange(Game):
    pass


@breaks("observation", observation=heaps_seen(heaps_and_turn, "left", "right"))
class AViewOfAnotherLength(Game):
    pass


def heaps_exchanged(state: Any) -> Any:
    return attrs.evolve(state, heaps=state.heaps[::-1])


@breaks("symmetries", symmetries=lambda game: (Symmetry("left and right exchanged", heaps_exchanged),))
class ASymmetryThatForgetsTheActions(Game):
    pass


@breaks(
    "symmetries",
    symmetries=lambda game: (Symmetry("to the other seat", lambda state: attrs.evolve(state, seat=1 - state.seat)),),
)
class ASymmetryThatChangesTheSeat(Game):
    pass
