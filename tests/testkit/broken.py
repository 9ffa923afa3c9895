"""A small game that climbs the ladder, and many that each break one rung of it.

Two heaps.  The side to act throws a die, takes as many stones as it shows from
one heap, and passes where neither heap has so many.  Who takes the last stone
wins; after 60 plies it is a draw.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

import attrs

import boardgames as bg
from boardgames.core.model.options import option
from boardgames.core.model.symmetry import Symmetry
from boardgames.core.picture.scene import Man, Scene, Spot
from boardgames.core.protocol.dialogue import Ask, LineProtocol, NeedData
from boardgames.core.protocol.plain import PLAIN, PlainDialogue, PlainPlayer
from boardgames.learning.observation import Observation, Plane, bits_of
from boardgames.learning.state_writer import StateWriter

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
        return self.right_outcome

    @property
    def right_outcome(self) -> bg.Outcome | None:
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
SAYS: dict[str, str] = {}
"""A part of what the rung says of some of them."""
GAMES = {
    "KeyForgetsWhoseScoreItIs": 20,
    "KeyForgetsWhoseTurnItIs": 20,
    "KeyForgetsWhatRests": 100,
    "KeyForgetsWhoHasWon": 20,
    "KeyForgetsWhoseManStandsWhere": 200,
    "KeyHasTheNumberOfTheMove": 10,
}
"""How many random games show it, if three do not."""


def breaks(rung: str, says: str = "", **changed: Any) -> Callable[[type], type]:
    """The decorated state, or game, is broken, so that this rung must fail."""

    def note(broken: type) -> type:
        game = broken if issubclass(broken, Game) else type("Game", (Game,), {"kind": broken})
        BROKEN[broken.__name__] = rung, spec_of(game, **changed)
        SAYS[broken.__name__] = says
        return broken

    return note


def spec_breaks(name: str, rung: str, says: str = "", **changed: Any) -> None:
    """The rules are right, and what the spec says beside them is broken."""
    breaks(rung, says, **changed)(type(name, (Game,), {}))


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


@attrs.frozen
class Used(State):
    """Remembers that it was applied to: the first time all is well."""

    uses: list[int] = attrs.field(factory=list, eq=False)

    def apply(self, action: Any) -> Any:
        self.uses.append(1)
        if len(self.uses) > 1:
            self.use_again()
        return attrs.evolve(super().apply(action), uses=[])

    def use_again(self) -> None:
        raise NotImplementedError


@breaks("apply-is-pure", "str() was '4 4 0 0 0' and became '4 4 0 0 1'")
class ASecondApplyChangesTheOldState(Used):
    def use_again(self) -> None:
        object.__setattr__(self, "ply", self.ply + 1)


@breaks("plays", "after apply('=1'), the game's code raised NotImplementedError")
class ASecondApplyFails(Used):
    pass


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


@breaks("turn-and-outcome", "seat is 1, but turn is 0")
class TurnIsAlwaysTheFirstSeat(State):
    @property
    def turn(self) -> int:
        return 0 if super().turn == 1 else super().turn


@breaks("turn-and-outcome", "seat is 2, but one of 2 seats throws")
class NobodyThrows(State):
    def thrown(self, die: int) -> Any:
        after = super().thrown(die)
        return after if after.die else attrs.evolve(after, seat=2)


@breaks("turn-and-outcome", "turn is 2: expected a seat (0 to 1)")
class AThirdSeat(State):
    @property
    def turn(self) -> int:
        return super().turn or 2


@breaks("turn-and-outcome", "the dice are to be thrown, but actions() has 2")
class ActionsBesideTheDice(State):
    def actions(self) -> Sequence[Any]:
        return TAKES if self.turn == bg.CHANCE else super().actions()


@breaks("turn-and-outcome", "the dice are to be thrown, but chances() is empty")
class DiceThatCannotFall(State):
    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return () if self.ply > 3 else super().chances()


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


@breaks("lists-are-safe", "emptied the list that chances() returned")
class TheListOfChancesIsTheStatesOwn(State):
    lists: dict[State, list[Any]] = {}  # noqa: RUF012

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return self.lists.setdefault(self, list(super().chances()))


@breaks("lists-are-safe", "actions() returns a dict, not a tuple or a list")
class ActionsAreADictionary(State):
    def actions(self) -> Any:
        return dict.fromkeys(super().actions())


@breaks("chances-sum-to-one", "the chance of '=3' is 0")
class AChanceOfNothing(State):
    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        halves = (Fraction(1, 2), Fraction(1, 2), Fraction(0))
        return [(throw, half) for (throw, _), half in zip(super().chances(), halves, strict=False)]


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


@breaks("ends", "was not over after 5 plies (the spec's max_plies)", max_plies=5)
class LongerAndNeverTheSame(State):
    @property
    def key(self) -> Any:
        return self.ply


spec_breaks("ABoundOfNoPlies", "ends", "the spec's max_plies is 0: ", max_plies=0)


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


def returning(*returns: Any) -> Any:
    """The outcome of a state whose games return this."""

    def outcome(state: Any) -> bg.Outcome | None:
        right = state.right_outcome
        return right and bg.Outcome(returns, right.reason)

    return property(outcome)


@breaks("returns", "the returns (-1.0, -1.0) must sum to 0")
class BothLose(State):
    outcome = returning(-1.0, -1.0)


@breaks("returns", "the returns (2.0, -2.0) must be from -1.0 (lost) to 1.0 (won)")
class TheWinnerWinsTwice(State):
    outcome = returning(2.0, -2.0)


@breaks("reasons")
class AReasonNotDeclared(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        outcome = super().outcome
        return outcome and bg.Outcome(outcome.returns, "last  stone")


# -- values ---------------------------------------------------------------------


@breaks("indices-are-dense", "action_count is 1000000000: ")
class TooManyActions(Game):
    action_count = 10**9


@breaks("indices-are-dense", "action_at(0), asked twice, gives two objects")
class ActionsMadeWhenAsked(Game):
    def action_at(self, index: int) -> Any:
        return Fresh(super().action_at(index).index)


@breaks("indices-are-dense", "the game's code raised KeyError: 0")
class NoActionsByNumber(Game):
    def action_at(self, index: int) -> Any:
        return dict[int, Any]()[index]


class Unpicklable(bg.SimpleAction):
    def __reduce__(self) -> Any:
        raise TypeError("an action stays here")


class Copyable(bg.SimpleAction):
    def __deepcopy__(self, memo: Any) -> Any:
        return Fresh(self.index)


def with_actions(kind: Any) -> dict[str, Any]:
    """The attributes of a game whose actions are of another class."""
    all_actions = [kind(take.index, take.text) for take in TAKES]

    class Other(State):
        def actions(self) -> Sequence[Any]:
            return [all_actions[take.index] for take in super().actions()]

        def apply(self, action: Any) -> Any:
            return super().apply(TAKES[action.index] if action in all_actions else action)

    return {"all_actions": all_actions, "kind": Other}


breaks("actions-exist-once", "pickle of the action 'left' fails: the game's code raised TypeError: an action stays")(
    type("AnActionThatCannotBePickled", (Game,), with_actions(Unpicklable))
)
breaks("actions-exist-once", "copy.deepcopy makes a second action 'left'")(
    type("AnActionThatIsCopied", (Game,), with_actions(Copyable))
)

ONE_NUMBER = [bg.SimpleAction(0, throw.text) for throw in THROWS]


@breaks("actions-exist-once", "the outcomes of the dice are numbered [0, 0, 0]")
class ThrowsOfOneNumber(State):
    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return [(ONE_NUMBER[throw.index], chance) for throw, chance in super().chances()]

    def apply(self, action: Any) -> Any:
        return self.thrown(ONE_NUMBER.index(action) + 1) if action in ONE_NUMBER else super().apply(action)


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


def equal_by(fields: Callable[[Any], Any], hashed: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """The attributes of a state that is compared, and hashed, by these fields."""
    return {
        "__eq__": lambda self, other: isinstance(other, State) and fields(self) == fields(other),
        "__hash__": lambda self: hash((hashed or fields)(self)),
    }


for name, says, attributes in (
    ("EqualityIgnoresTheSeat", "are equal, but ", equal_by(lambda state: (state.heaps, state.die, state.ply))),
    ("EqualityIsThatOfTheHeaps", "the state after '=1' equals the one before it", equal_by(lambda state: state.heaps)),
    ("HashKnowsMoreThanEquality", "are equal, but their hashes are not",
     equal_by(lambda state: (state.heaps, state.ply), lambda state: (state.heaps, state.ply, state.die))),
    ("EqualsItsText", "the state equals '4 4 0 0 0', which is not a state",
     {"__eq__": lambda self, other: str(self) == str(other), "__hash__": lambda self: hash(str(self))}),
):  # fmt: skip
    breaks("equality", says)(type(name, (State,), attributes))


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


@breaks("key", "but outcome is Outcome(")
class KeyForgetsWhoHasWon(State):
    @property
    def key(self) -> Any:
        return self.heaps, self.seat if any(self.heaps) else 0, self.die


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


@breaks("pickle-and-copy", "pickle fails: the game's code raised TypeError: a state stays here")
class AStateThatCannotBePickled(State):
    def __reduce__(self) -> Any:
        raise TypeError("a state stays here")


class TwinGame(Game):
    """Equal to the game, and another object."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game)

    def __hash__(self) -> int:
        return 1


def twin(text: str) -> Any:
    return OfATwin(TwinGame(), *map_text(text))


def map_text(text: str) -> tuple[Any, ...]:
    left, right, seat, die, ply = map(int, text.split(" "))
    return (left, right), seat, die, ply


class OfATwin(State):
    def __reduce__(self) -> Any:
        return twin, (str(self),)


BROKEN["CopiesAreOfASecondGame"] = "pickle-and-copy", spec_of(type("Twins", (TwinGame,), {"kind": OfATwin}))
SAYS["CopiesAreOfASecondGame"] = "pickle makes a second game"


class ByText(State):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Copied(ByText, ActionsMadeAnew):
    pass


@breaks("pickle-and-copy", "copy.copy makes a second action 'left'")
class CopiesHaveActionsOfTheirOwn(ByText):
    def __copy__(self) -> Any:
        return Copied(self.game, self.heaps, self.seat, self.die, self.ply)


# -- texts ----------------------------------------------------------------------


@breaks("position-text")
class TextLosesTheSeat(State):
    def __str__(self) -> str:
        return f"{self.heaps[0]} {self.heaps[1]} 0 {self.die} {self.ply}"


class Alone(State):
    """Equal to nothing but itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@breaks("position-text", "read twice from its text '4 4 0 0 0', it is two different states")
class ParseMakesStatesThatDiffer(Game):
    def parse(self, text: str) -> Any:
        return Alone(self, *map_text(str(super().parse(text))))


@breaks("position-text", "the start read from its text '4 4 0 0 0' does not equal the start")
class ParseMakesAStateOfAnotherKind(Game):
    def parse(self, text: str) -> Any:
        return ANOTHER_KIND.setdefault(text, Alone(self, *map_text(str(super().parse(text)))))


ANOTHER_KIND: dict[str, Any] = {}


@breaks("unreadable-positions", "parse('') reads a text that is not a position")
class NoTextIsTheStart(Game):
    def parse(self, text: str) -> Any:
        return super().parse(text) if text else self.start()


@breaks("unreadable-positions", "parse('') does not say why the text is unreadable")
class NoWordOnWhatIsUnreadable(Game):
    def parse(self, text: str) -> Any:
        if not text:
            raise bg.UnreadablePosition("")
        return super().parse(text)


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


@breaks("illegal-actions", "play('=1') and apply lead to different states")
class PlayCountsTwice(State):
    def play(self, action: Any) -> Any:
        return attrs.evolve(super().play(action), ply=self.ply + 2)


def refusing(refusal: Callable[[Any, str], Any]) -> dict[str, Any]:
    """The attributes of a state that answers the text of no legal action so."""

    def play(self: Any, action: Any) -> Any:
        try:
            return State.play(self, action)
        except bg.IllegalAction as error:
            return refusal(self, error.asked)

    return {"play": play}


def raised(error: Exception) -> Any:
    raise error


for name, says, refusal in (
    ("ARefusalOfSomethingElse", "has asked='?', why='no'", lambda self, text: raised(bg.IllegalAction("?", "no"))),
    ("ARefusalThatSuggestsAnything", "suggests ('jump',), which is not legal",
     lambda self, text: raised(bg.IllegalAction(text, "no", ["jump"]))),
    ("NothingIsRefused", "play('') went through, but the legal actions are ['=1', '=2', '=3']",
     lambda self, text: self),
):  # fmt: skip
    breaks("illegal-actions", says)(type(name, (State,), refusing(refusal)))


@breaks("changed-positions", "is refused: the heap is too small; read() takes it in ")
class PositionsOfATextRefuseNothing(Game):
    """The state forgets to check the action, if its position was read."""

    class kind(State):  # noqa: N801
        def why_not(self, text: str) -> str:
            return bg.Reason("too-small", "the heap is too small")

    def parse(self, text: str) -> Any:
        return Credulous(*attrs.astuple(super().parse(text), recurse=False))


class Credulous(PositionsOfATextRefuseNothing.kind):
    """Equal to a state that was not read."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and attrs.astuple(self) == attrs.astuple(other)

    def __hash__(self) -> int:
        return hash(attrs.astuple(self))

    def read(self, text: str) -> Any:
        return {str(take): take for take in TAKES}.get(text) or super().read(text)


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


@breaks("who-it-is", "the game has 3 seats, and the spec names 2")
class AThirdSeatWithoutAName(Game):
    seats = 3


@breaks("options", "game.options is a Loose, and the spec says NoOptions")
class OptionsOfAnotherKind(Game):
    def __init__(self, options: Any) -> None:
        super().__init__(Loose())


@attrs.frozen
class Unexplained:
    stones: int = option(4, "in each heap")


@attrs.frozen
class Doubled:
    stones: int = option(4, "in each heap", "us")

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "stones", 2 * self.stones)


@attrs.frozen
class Stones:
    stones: int = option(4, "in each heap", "us")


@breaks("one-game", "load('heaps:stones=5') is another game", options=Stones)
class OptionsThatAreNotHeeded(Game):
    def __init__(self, options: Any) -> None:
        super().__init__(Stones(5) if options == Stones() else Stones())


@breaks("one-game", "start() gives two different states: ")
class TheFirstSeatIsDrawnByLot(Game):
    starts = 0

    def start(self) -> Any:
        type(self).starts += 1
        return attrs.evolve(super().start(), seat=type(self).starts % 2)


@breaks("picture", "repr() is empty")
class NoRepr(State):
    def __repr__(self) -> str:
        return ""


def scene_of(*men: str, seats: Sequence[int] = (0, 1), count: int = 1) -> Callable[[Any, int], Scene]:
    """A scene with a man on each of these spots as a seat sees it."""
    spots = (Spot("heap", 0.5, 0.5), Spot("left", 1.5, 0.5), Spot("right", 2.5, 0.5))
    return lambda state, seat: Scene(
        title="Heaps",
        width=3,
        height=1,
        spots=spots,
        men=tuple(Man(spot, seats[seat] if len({*seats}) == 1 else 0, count=count) for spot in men),
        seat=seats[seat],
    )


def seen_by_the_second(state: Any, seat: int) -> Scene:
    return scene_of(*["heap"] * seat)(state, seat)


for name, rung, says, changed in (
    ("AReasonWithoutAMeaning", "who-it-is", "each reason needs a meaning, but ['limit']",
     {"reasons": {"last stone": "wins", "limit": ""}}),
    ("AProtocolOfAnotherName", "who-it-is", "the protocol 'plain' stands under the name 'simple'",
     {"protocols": {"simple": PLAIN}}),
    ("AnOptionWithoutASource", "options", "the option stones needs a meaning and a source", {"options": Unexplained}),
    ("AnOptionThatIsDoubled", "options", "the option stones is 8, and its default 4", {"options": Doubled}),
    ("APresetThatCannotBe", "options", "the preset 'large' cannot be made: ",
     {"options": Stones, "presets": {"large": {"men": 9}}}),
    ("APictureOfNothing", "picture", "the picture is empty", {"picture": lambda state: " "}),
    ("AnEvaluationOutOfRange", "picture", "evaluate for seat 0 says 2", {"evaluate": lambda state, seat: 2}),
    ("ASceneForTheFirstSeatOnly", "scene", "scene(state, 1) is as seat 0 sees it", {"scene": scene_of(seats=(0, 0))}),
    ("AManThatOneSeatSees", "scene", "seat 1 sees other men than seat 0", {"scene": seen_by_the_second}),
    ("AManBesideTheBoard", "scene", "a man stands on 'pond', which is not a spot", {"scene": scene_of("pond")}),
    ("NoMenOnASpot", "scene", "there are 0 men on 'heap'", {"scene": scene_of("heap", count=0)}),
    ("AnActionWithoutAClick", "clicks", "'left' is chosen by no click at all", {"clicks": lambda state, action: ()}),
    ("AClickBesideTheBoard", "clicks", "leads over 'pond', which is not a spot",
     {"clicks": lambda state, action: ("pond",)}),
    ("OneClickForTwoActions", "clicks", "'left' and 'right' are chosen by the same clicks: left",
     {"clicks": lambda state, action: ("left",)}),
):  # fmt: skip
    spec_breaks(name, rung, says, **changed)


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


def protocol(referee: Any = PlainDialogue, player: Any = PlainPlayer) -> dict[str, LineProtocol]:
    return {"own": LineProtocol(name="own", referee=referee, player=player)}


class Unready(PlainDialogue):
    """Waits for something that no program says."""

    ready = False


class Chatty(PlainDialogue):
    """Says two things in one line."""

    def opening(self) -> list[str]:
        return ["\n".join(super().opening())]


class Polite(PlainPlayer):
    """Greets, which nobody has asked for."""

    def hear(self, line: str) -> Any:
        return NeedData(("hello",)) if line.startswith("seat") else super().hear(line)


class Asleep(PlainPlayer):
    """Does not notice that it is its turn."""

    def hear(self, line: str) -> Any:
        return NeedData() if line.startswith("go") else super().hear(line)


class Leftish(PlainPlayer):
    """Says "left", whatever it has chosen."""

    def answer(self, action: Any) -> list[str]:
        return [super().answer(action)[0].replace("right", "left")]


class Upset(PlainPlayer):
    """Fails where it is asked."""

    def answer(self, action: Any) -> list[str]:
        raise NotImplementedError("answer is still to be written")


for name, says, own in (
    ("AProtocolThatWaits", "own: after the opening, the referee still waits for seat 0", protocol(Unready)),
    ("AProtocolWithLongLines", "own: a line must not hold a newline: ", protocol(Chatty)),
    ("AProtocolThatGreets", "own: the referee refuses the line 'hello' of seat 0: ", protocol(player=Polite)),
    ("AProtocolThatSleeps", "own: seat 0 does not know that it is to act", protocol(player=Asleep)),
    ("AProtocolThatSaysLeft", "own: seat 0 chose 'right', and the referee understood 'left'", protocol(player=Leftish)),
    ("AProtocolThatFails", "own: the game's code raised NotImplementedError", protocol(player=Upset)),
):  # fmt: skip
    spec_breaks(name, "dialogues", says, protocols=own)


class Shy(str):
    """A text that equals nothing but itself."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 1


@attrs.frozen
class ShyOptions:
    colour: str = option(Shy("red"), "of the stones", "us")


spec_breaks(
    "AnOptionThatReadsOtherwise", "one-game", "option colour cannot be 'red': expected a word", options=ShyOptions
)


@breaks("refereed", "its record cannot be read again: the game's code raised TypeError: Object of type Fraction")
class ReturnsThatJsonCannotHold(State):
    outcome = returning(Fraction(1), Fraction(-1))


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


def view(planes: Sequence[Plane], encode: Callable[[Any], Sequence[float]], **others: Any) -> Any:
    """An observation of single numbers."""
    fields = {"left_out": ("much",), **others}
    if "writer" not in fields:
        fields["encode"] = encode
    return lambda game: Observation(shape=(len(planes),), planes=tuple(planes), **fields)


LOOKS = count()
SEAT = Plane("seat", "the seat")


class OnesOnly(StateWriter):
    """Writes nothing where the seat is 0, whatever is there."""

    def fill(self, state: Any, floats: Any, at: int) -> None:
        if state.seat:
            floats[at] = bits_of(1.0)


def seat_alone(state: Any) -> list[float]:
    return [state.seat]


for name, says, observation in (
    ("APlaneWithoutAMeaning", "the plane 'seat' needs a name and a meaning", view([Plane("seat", "")], seat_alone)),
    ("TwoPlanesOfOneName", "two planes are called 'seat'", view([SEAT, SEAT], lambda state: [state.seat] * 2)),
    ("AViewThatLeavesOutUntold", "does not say what is left out", view([SEAT], seat_alone, left_out=())),
    ("AViewThatChanges", "it looks different when looked at twice", view([SEAT], lambda state: [next(LOOKS) % 2])),
    ("AViewThatStays", "written over what was shown before", view([SEAT], seat_alone, writer=OnesOnly())),
    ("ATurnThatDoesNotTurnBack", "'right', turned and turned back, is 'left'",
     view([SEAT], seat_alone, turns=([0, 0], [0, 0]))),
    ("PartsBeyondTheHeads", "the parts of 'right' are (1,), and the heads (1,)",
     view([SEAT], seat_alone, heads=(1,), parts=lambda action: (action.index,))),
    ("TwoActionsOfTheSameParts", "'left' and 'right' have the same parts (0,)",
     view([SEAT], seat_alone, heads=(1,), parts=lambda action: (0,))),
):  # fmt: skip
    spec_breaks(name, "observation", says, observation=observation)


def one_and_two_exchanged(action: Any) -> Any:
    return THROWS[1 - action.index] if action in THROWS[:2] else action


for name, says, symmetry in (
    ("ASymmetryOfUnequalThrows", "the chances are others", Symmetry("one is two", action=one_and_two_exchanged)),
    ("ASymmetryToTheLeft", "the images of what can happen are ['left'], and what can happen is ['left', 'right']",
     Symmetry("to the left", action=lambda action: LEFT if action in TAKES else action)),
):  # fmt: skip
    spec_breaks(name, "symmetries", says, symmetries=lambda game, symmetry=symmetry: (symmetry,))


# -- several rungs at once -----------------------------------------------------------

ALSO = (
    ("DiceThatCannotFall", "ends", "a random game stopped after 4 plies and is not over"),
    ("ActionsMadeAnew", "refereed", "a player that takes random legal actions forfeits: "),
    ("AnOptionThatReadsOtherwise", "refereed", "the game is played, but its record read again is another"),
    ("OneReturnForTwoSeats", "refereed", "'returns' has 1 numbers for 2 players"),
    ("ReadTakesTheFirst", "illegal-actions", "play('=2') and apply lead to different states"),
)
"""Games that break another rung above theirs, and what that says."""


# -- what need not be a mistake --------------------------------------------------------


@attrs.frozen
class Men(State):
    """The heaps as men."""

    def __str__(self) -> str:
        return f"{'l' * self.heaps[0]}/{'r' * self.heaps[1]} {self.seat} {self.die} {self.ply}"


class MenGame(Game):
    """Reads more men than there are."""

    kind = Men

    def parse(self, text: str) -> Any:
        men, *rest = text.split(" ")
        left, slash, right = men.partition("/")
        if not slash or set(left) - {"l"} or set(right) - {"r"}:
            raise bg.UnreadablePosition("expected l and r")
        read = super().parse(" ".join([str(min(len(left), 4)), str(min(len(right), 4)), *rest]))
        return Men(self, (len(left), len(right)), read.seat, read.die, read.ply)


class WithPass(Game):
    all_actions = WITH_PASS


@attrs.frozen
class Row(State):
    """By turns each side adds its letter to one end of a row."""

    row: str = ""

    @property
    def outcome(self) -> bg.Outcome | None:
        return bg.Outcome((0.0, 0.0), "limit") if len(self.row) == 9 else None

    @property
    def key(self) -> Any:
        return self.row, self.seat

    def actions(self) -> Sequence[Any]:
        return () if self.outcome else (LEFT, RIGHT)

    def apply(self, action: Any) -> Any:
        letter = "ab"[self.seat]
        return attrs.evolve(self, row=letter + self.row if action is LEFT else self.row + letter, seat=1 - self.seat)

    def __str__(self) -> str:
        return f"{self.row} {self.seat}"


class RowGame(Game):
    """Reads rows that no game leads to."""

    def start(self) -> Any:
        return Row(self, (0, 0), 0, 1, 0)

    def parse(self, text: str) -> Any:
        row, _, seat = text.partition(" ")
        if {*row} - {*"ab"} or len(row) > 9 or seat not in ("0", "1"):
            raise bg.UnreadablePosition("expected nine letters a and b, and a seat")
        return Row(self, (0, 0), int(seat), 1, 0, row)


UNSEEN: dict[str, tuple[str, bg.GameSpec, str]] = {
    "AnActionTooMany": ("every-action", spec_of(WithPass), "1 of 3 actions could never be played: pass"),
    "ALimitThatIsFarAway": ("every-reason", GOOD, "no random game of 3 ended by ['limit']"),
    "AManTooMany": ("reachable-positions", spec_of(MenGame), "there were never more than 4"),
    "ARowThatCannotBe": (
        "reachable-positions",
        spec_of(RowGame, max_plies=9),
        "in 3 random games it never was, but with ",
    ),
}
"""Games with something that random play does not show: the rung that says so, and a part of what it says."""


# -- other rules than those of a reference -----------------------------------------------


class PassingKeepsTheSeat(State):
    def thrown(self, die: int) -> Any:
        return attrs.evolve(super().thrown(die), seat=self.seat)


class FacesEquallyLikely(State):
    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return [(throw, Fraction(1, 3)) for throw, _ in super().chances()]


class TheLastStoneLoses(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        outcome = super().outcome
        return outcome and bg.Outcome(outcome.returns[::-1], outcome.reason)


class OnlyFromTheLeft(State):
    def actions(self) -> Sequence[Any]:
        return super().actions()[:1]


def of_kind(kind: Any) -> bg.GameSpec:
    return spec_of(type("Game", (Game,), {"kind": kind}))


IN_CAPITALS = spec_of(type("Game", (Game,), with_actions(lambda index, text: bg.SimpleAction(index, text.upper()))))

UNLIKE: dict[str, tuple[str, bg.GameSpec, str]] = {
    "PassingKeepsTheSeat": ("like-actions", of_kind(PassingKeepsTheSeat), "is to act; in the reference it is seat "),
    "OnlyFromTheLeft": ("like-actions", of_kind(OnlyFromTheLeft), "['right'] is legal in the reference, and not here"),
    "OnlyFromTheLeftCounted": ("like-perft", of_kind(OnlyFromTheLeft), "after 0 actions is "),
    "FacesEquallyLikely": ("like-chances", of_kind(FacesEquallyLikely), "the chances are [('=1', '1/3'), "),
    "TheLastStoneLoses": (
        "like-outcomes",
        of_kind(TheLastStoneLoses),
        "the game ends with the returns [-1.0, 1.0]; in",
    ),
    "InCapitals": ("like-outcomes", IN_CAPITALS, "no game can be played to its end beside the reference"),
}
"""Games that climb the ladder by other rules than ``GOOD``: the rung that the reference adds, and what it says."""


# -- keys: two games that climb the ladder, and what theirs may forget -------------------


GOAL = 6
ROLL, HOLD = [bg.SimpleAction(0, "roll"), bg.SimpleAction(1, "hold")]
FACES = tuple((bg.SimpleAction(face - 1, f"={face}"), Fraction(1, 3)) for face in (1, 2, 3))


@attrs.frozen
class Sum(bg.BaseState):
    """Pig with a die of three: throw as often as you like, but a 1 loses the sum."""

    game: Any
    scores: tuple[int, int]
    seat: int
    sum: int
    phase: str

    @property
    def outcome(self) -> bg.Outcome | None:
        if max(self.scores) < GOAL:
            return None
        return bg.Outcome((1.0, -1.0) if self.scores[0] >= GOAL else (-1.0, 1.0), "goal")

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else bg.CHANCE if self.phase == "throw" else self.seat

    @property
    def key(self) -> Any:
        return self.game.key_of(self)

    def actions(self) -> Sequence[Any]:
        return (ROLL, HOLD) if self.turn >= 0 else ()

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return FACES if self.turn == bg.CHANCE else ()

    def apply(self, action: Any) -> Any:
        if action is ROLL:
            return attrs.evolve(self, phase="throw")
        if action is not HOLD and action.index:
            sum_ = self.sum + action.index + 1
            return (
                attrs.evolve(self, sum=sum_, phase="choose")
                if self.scores[self.seat] + sum_ < GOAL
                else self.held(sum_)
            )
        return self.held(self.sum if action is HOLD else 0)

    def held(self, won: int) -> Any:
        scores = [score + won * (seat == self.seat) for seat, score in enumerate(self.scores)]
        return Sum(self.game, (scores[0], scores[1]), 1 - self.seat, 0, "throw")

    def __str__(self) -> str:
        return f"{self.scores[0]} {self.scores[1]} {self.seat} {self.sum} {self.phase}"


class SumGame(Game):
    def __init__(self, key_of: Any) -> None:
        super().__init__()
        self.key_of = key_of
        self.all_actions = [ROLL, HOLD]

    def start(self) -> Any:
        return Sum(self, (0, 0), 0, 0, "throw")

    def parse(self, text: str) -> Any:
        read = re.fullmatch("([0-8]) ([0-8]) ([01]) ([02-5]) (throw|choose)", text)
        if not read:
            raise bg.UnreadablePosition(f"expected scores, seat, sum and phase, as in '3 0 1 4 choose', not {text!r}")
        one, other, seat, sum_ = map(int, read.groups()[:4])
        state = Sum(self, (one, other), seat, sum_, read[5])
        if min(one, other) >= GOAL or state.scores[seat] + sum_ >= GOAL or (not sum_ and read[5] == "choose"):
            raise bg.UnreadablePosition(f"no game leads to {text!r}")
        if state.outcome and sum_:
            raise bg.UnreadablePosition(f"the game was over before the sum of {text!r}")
        return state


POINTS, QUIET = 6, 8
STEPS = [bg.SimpleAction(2 * point + one, f"{point}+{one + 1}") for point in range(POINTS) for one in (0, 1)]


@attrs.frozen
class Ring(bg.BaseState):
    """A man goes on by one or two points of a ring, and takes the other side's man there.

    It rests for the next turn of its side, if the other man can go.  After eight plies without a capture it is a draw.
    """

    game: Any
    men: str
    seat: int
    quiet: int
    resting: tuple[int, int]
    ply: int

    @property
    def outcome(self) -> bg.Outcome | None:
        for seat, letter in enumerate("xo"):
            if letter not in self.men:
                return bg.Outcome.lost_by(seat, "no men")
        return bg.Outcome((0.0, 0.0), "quiet") if self.quiet >= QUIET else None

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else self.seat

    @property
    def key(self) -> Any:
        return self.game.key_of(self)

    def actions(self) -> Sequence[Any]:
        if self.outcome:
            return []
        own = "xo"[self.seat]
        steps = [step for step in STEPS if self.men[step.index // 2] == own != self.men[self.end(step)]]
        return [step for step in steps if step.index // 2 != self.resting[self.seat]] or steps

    def end(self, step: Any) -> int:
        return int(step.index // 2 + step.index % 2 + 1) % POINTS

    def apply(self, action: Any) -> Any:
        men, to = list(self.men), self.end(action)
        quiet = self.quiet + 1 if men[to] == "." else 0
        men[action.index // 2], men[to] = ".", "xo"[self.seat]
        resting = (to, self.resting[1]) if self.seat == 0 else (self.resting[0], to)
        return Ring(self.game, "".join(men), 1 - self.seat, quiet, resting, self.ply + 1)

    def __str__(self) -> str:
        return f"{self.men} {self.seat} {self.quiet} {self.resting[0]} {self.resting[1]} {self.ply // 2 + 1}"


class RingGame(Game):
    def __init__(self, key_of: Any) -> None:
        super().__init__()
        self.key_of = key_of
        self.all_actions = STEPS

    def start(self) -> Any:
        return Ring(self, "xx.oo.", 0, 0, (POINTS, POINTS), 0)

    def parse(self, text: str) -> Any:
        read = re.fullmatch("([xo.]{6}) ([01]) ([0-8]) ([0-6]) ([0-6]) ([1-9][0-9]?)", text)
        if not read or max(map(read[1].count, "xo")) > 2 or not {*"xo"} & {*read[1]}:
            raise bg.UnreadablePosition(
                f"expected one or two men each and numbers, as in 'xx.oo. 0 0 6 6 1', not {text!r}"
            )
        seat, quiet, one, other, number = map(int, read.groups()[1:])
        return Ring(self, read[1], seat, quiet, (one, other), 2 * number - 2 + seat)


def sum_spec(key_of: Callable[[Any], Any]) -> bg.GameSpec:
    return spec_of(lambda options: SumGame(key_of), reasons={"goal": "who has 6 points wins"}, max_plies=None)


def ring_spec(key_of: Callable[[Any], Any]) -> bg.GameSpec:
    reasons = {"no men": "who has no men loses", "quiet": "8 plies without a capture: a draw"}
    return spec_of(lambda options: RingGame(key_of), reasons=reasons, max_plies=POINTS * QUIET)


SUM = sum_spec(lambda at: (at.scores, at.seat, at.sum, at.phase))
RING = ring_spec(lambda at: (at.men, at.seat, at.quiet, at.resting))

FORGETFUL_KEYS = {
    "KeyForgetsTheSeat": (sum_spec(lambda at: (at.scores, at.sum, at.phase)), "but seat is 0 and 1"),
    "KeyForgetsThePhaseOfTheDice": (sum_spec(lambda at: (at.scores, at.seat, at.sum)), "but turn is "),
    "KeyForgetsTheSum": (sum_spec(lambda at: (at.scores, at.seat, at.phase)), "but 'hold' leads to "),
    "KeyForgetsTheScores": (sum_spec(lambda at: (at.seat, at.sum, at.phase)), "have the same key, but "),
    "KeyForgetsWhoseScoreItIs":
        (sum_spec(lambda at: (min(at.scores), max(at.scores), at.seat, at.sum, at.phase)), "have the same key, but "),
    "KeyForgetsWhoseTurnItIs": (ring_spec(lambda at: (at.men, at.quiet, at.resting)), "have the same key, but "),
    "KeyForgetsTheCounterThatEndsTheGame": (ring_spec(lambda at: (at.men, at.seat, at.resting)), "but outcome is "),
    "KeyForgetsWhatRests": (ring_spec(lambda at: (at.men, at.seat, at.quiet)), "have the same key, but "),
    "KeyForgetsWhoseManStandsWhere":
        (ring_spec(lambda at: (at.men.replace("o", "x"), at.seat, at.quiet, at.resting)), "have the same key, but "),
}  # fmt: skip
for name, (spec, says) in FORGETFUL_KEYS.items():
    BROKEN[name], SAYS[name] = ("key", spec), says

BROKEN["KeyHasTheNumberOfTheMove"] = "key", ring_spec(lambda at: (at.men, at.seat, at.quiet, at.resting, at.ply // 2))
SAYS["KeyHasTheNumberOfTheMove"] = "field 6 of the text counts the plies."
