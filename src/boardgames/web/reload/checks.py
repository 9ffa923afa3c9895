"""Checks of what the rules of a game return, so that a mistake is told where it is made.

Each check raises :class:`~boardgames.web.reload.mistake.RulesMistake` at the function that returned a wrong value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

import attrs
from typing_extensions import override

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, OVER, Outcome
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.picture.scene import Scene
from boardgames.core.text.printable import SHOWN, printable, shown
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_at, mistake_of


def wrong(function: object, sentence: str) -> NoReturn:
    """Raise a mistake at the definition of a function, method or property."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        function = getattr(function, name, None) or function
    code = getattr(function, "__code__", None)
    place = (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)
    raise RulesMistake(mistake_at(sentence, *_definition(*place)))


def brief(value: object) -> str:
    """A value as Python writes it, cut if it is long."""
    text = printable(repr(value))
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def _definition(file: str, line: int) -> tuple[str, int]:
    """The line of ``def``, below the decorators."""
    import linecache

    for number in range(line, line + 8):
        if linecache.getline(file, number).lstrip().startswith(("def ", "async def ", "lambda")):
            return file, number
    return file, line


def check_state(spec: GameSpec, state: Any) -> None:
    """Check a state with its actions and chances."""
    kind, game = type(state), state.game
    str(state)
    turn, outcome = state.turn, state.outcome
    if type(turn) is not int or not OVER <= turn < game.seats:
        wrong(kind.turn, f"turn is {brief(turn)}: it must be a seat, 0 to {game.seats - 1}, or CHANCE, or OVER")
    if outcome is not None:
        _check_outcome(spec, kind, outcome, game.seats)
    if (turn == OVER) != (outcome is not None):
        wrong(kind.turn, f"turn is {_turn(turn)}, but outcome is {outcome!r}: at the end, and only there, turn is OVER")
    _check_actions(kind, state.actions(), game, turn)
    _check_chances(kind, state.chances(), turn)


def _turn(turn: int) -> str:
    return {OVER: "OVER", CHANCE: "CHANCE"}.get(turn, str(turn))


def _check_outcome(spec: GameSpec, kind: Any, outcome: Any, seats: int) -> None:
    if not isinstance(outcome, Outcome):
        wrong(
            kind.outcome,
            f"outcome is {brief(outcome)}: it must be None or an Outcome, as in Outcome((1.0, -1.0), 'home')",
        )
    if len(outcome.returns) != seats:
        wrong(kind.outcome, f"outcome has {len(outcome.returns)} returns, and the game {seats} seats")
    if outcome.reason not in spec.reasons:
        wrong(
            kind.outcome, f"the reason {outcome.reason!r} is not among the reasons of SPEC: {', '.join(spec.reasons)}"
        )


def _check_actions(kind: Any, actions: Any, game: Any, turn: int) -> None:
    if not isinstance(actions, Sequence) or isinstance(actions, str):
        wrong(kind.actions, f"actions returned {brief(actions)}: it must return a list or a tuple, empty at the end")
    texts: set[str] = set()
    for action in actions:
        if isinstance(action, str):
            wrong(
                kind.actions,
                f"actions returned the text {action!r}: return actions, as SimpleAction(0, {action!r})",
            )
        index = getattr(action, "index", None)
        if type(index) is not int or not 0 <= index < game.action_count:
            wrong(
                kind.actions,
                f"{shown(str(action))} has the index {brief(index)}: it must be 0 to {game.action_count - 1}",
            )
        if str(action) in texts:
            wrong(kind.actions, f"actions returned {shown(str(action))} twice")
        texts.add(str(action))
    if turn < 0 and actions:
        wrong(
            kind.actions,
            f"turn is {_turn(turn)}, but actions returned {brief(str(actions[0]))}: then there is nothing to choose",
        )
    if turn >= 0 and not actions:
        wrong(
            kind.actions,
            f"seat {turn} is to act, but actions returned none: a side that cannot act needs an outcome or a pass",
        )


def _check_chances(kind: Any, chances: Any, turn: int) -> None:
    try:
        pairs = [(throw, probability) for throw, probability in chances]
    except (TypeError, ValueError):
        wrong(kind.chances, f"chances returned {brief(chances)}: it must return pairs of an outcome and a Fraction")
    for throw, probability in pairs:
        if isinstance(probability, float):
            wrong(kind.chances, f"the probability of {shown(str(throw))} is a float: write Fraction(1, 6), not 1 / 6")
    total = sum((probability for _, probability in pairs), Fraction(0))
    if turn == CHANCE and total != 1:
        wrong(kind.chances, f"the chances sum to {total}, not to 1")


def check_after(state: Any, text: str, action: Any, after: Any) -> None:
    """Check what ``apply`` returned for a state that was written ``text`` before."""
    kind = type(state)
    if after is None:
        wrong(kind.apply, f"apply returned None for {shown(str(action))}: it must return the position after the action")
    if str(state) != text:
        wrong(
            kind.apply, f"apply changed the position that it was given ({text} is now {state}): it must make a new one"
        )
    if after is state:
        wrong(kind.apply, "apply returned the same position: it must make a new one")
    if not hasattr(after, "turn") or not hasattr(after, "actions"):
        wrong(kind.apply, f"apply returned {brief(after)}, which is not a position")


def check_clicks(spec: GameSpec, state: Any) -> None:
    """Check that each action of a state has clicks of its own."""
    clicks: dict[tuple[str, ...], str] = {}
    for action in state.actions():
        spots = spec.clicks(state, action)
        if isinstance(spots, str) or not spots or not all(isinstance(spot, str) for spot in spots):
            wrong(
                spec.clicks, f"clicks returned {brief(spots)} for {shown(str(action))}: it must return names of spots"
            )
        other = clicks.setdefault(tuple(spots), str(action))
        if other != str(action):
            wrong(spec.clicks, f"{other} and {action} have the same clicks: {', '.join(spots)}")


class CheckedPlaythrough(Playthrough):
    """A playthrough that checks each state which the rules return."""

    def __init__(self, spec: GameSpec, game: Any, start: Any) -> None:
        if start is None:
            wrong(type(game).start, "start returned None: it must return the first position")
        check_state(spec, start)
        super().__init__(start)
        self.spec = spec

    @override
    def apply(self, action: Any) -> Any:
        before = self.state
        text = str(before)
        after = before.apply(action)
        check_after(before, text, action, after)
        check_state(self.spec, after)
        self.actions.append(action)
        self.states.append(after)
        return after


def checked_spec(spec: GameSpec, tell: Callable[[Mistake], None]) -> GameSpec:
    """The spec with functions whose results are checked; ``tell`` gets each mistake that they make."""

    def checked(name: str, kind: type, wanted: str) -> Callable[..., Any]:
        function = getattr(spec, name)

        def call(*arguments: Any) -> Any:
            try:
                result = function(*arguments)
                if not isinstance(result, kind):
                    wrong(function, f"{name} returned {brief(result)}{wanted}")
            except Exception as error:
                tell(mistake_of(error))
                raise
            return result

        return call

    return attrs.evolve(
        spec,
        scene=checked("scene", Scene, ", which is not a Scene"),
        clicks=checked("clicks", object, ""),
        describe=checked("describe", str, ": it must return a text"),
    )
