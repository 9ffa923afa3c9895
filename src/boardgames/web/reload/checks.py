"""Checks of what the rules of a game return, so that a mistake is told where it is made.

Each check raises :class:`~boardgames.web.reload.mistake.RulesMistake` at the function that returned a wrong value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NoReturn

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, OVER, Outcome
from boardgames.core.picture.scene import Scene
from boardgames.core.text.printable import SHOWN, printable, shown
from boardgames.web.reload.mistake import RulesMistake, mistake_at


def wrong(function: Any, sentence: str) -> NoReturn:
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

    for each in range(line, line + 8):
        if linecache.getline(file, each).lstrip().startswith(("def ", "async def ", "lambda")):
            return file, each
    return file, line


def state_facts(spec: GameSpec, state: Any) -> dict[str, Any]:
    """A state as its server knows it; all of it is checked."""
    kind, game = type(state), state.game
    text = str(state)
    turn, outcome = state.turn, state.outcome
    if type(turn) is not int or not OVER <= turn < game.seats:
        wrong(kind.turn, f"turn is {brief(turn)}: it must be a seat, 0 to {game.seats - 1}, or CHANCE, or OVER")
    if outcome is not None:
        _check_outcome(spec, kind, outcome, game.seats)
    if (turn == OVER) != (outcome is not None):
        wrong(kind.turn, f"turn is {_turn(turn)}, but outcome is {outcome!r}: at the end, and only there, turn is OVER")
    actions, chances = state.actions(), state.chances()
    edges = _actions(kind, actions, game, turn)
    return {
        "text": text,
        "turn": turn,
        "seat": state.seat if turn != OVER else 0,
        "outcome": None if outcome is None else [list(map(float, outcome.returns)), outcome.reason],
        "actions": edges,
        "chances": _chances(kind, chances, turn),
    }


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


def _actions(kind: Any, actions: Any, game: Any, turn: int) -> list[list[Any]]:
    """The actions as pairs of index and text."""
    if not isinstance(actions, Sequence) or isinstance(actions, str):
        wrong(kind.actions, f"actions returned {brief(actions)}: it must return a list or a tuple, empty at the end")
    edges: dict[str, int] = {}
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
        if str(action) in edges:
            wrong(kind.actions, f"actions returned {shown(str(action))} twice")
        edges[str(action)] = index
    if turn < 0 and edges:
        wrong(
            kind.actions,
            f"turn is {_turn(turn)}, but actions returned {brief(next(iter(edges)))}: then there is nothing to choose",
        )
    if turn >= 0 and not edges:
        wrong(
            kind.actions,
            f"seat {turn} is to act, but actions returned none: a side that cannot act needs an outcome or a pass",
        )
    return [[index, text] for text, index in edges.items()]


def _chances(kind: Any, chances: Any, turn: int) -> list[list[Any]]:
    """The outcomes of the dice as index, text and probability."""
    try:
        pairs = [(throw, probability) for throw, probability in chances]
    except (TypeError, ValueError):
        wrong(kind.chances, f"chances returned {brief(chances)}: it must return pairs of an outcome and a Fraction")
    for throw, probability in pairs:
        if isinstance(probability, float):
            wrong(kind.chances, f"the probability of {shown(str(throw))} is a float: write Fraction(1, 6), not 1 / 6")
    if turn != CHANCE:
        return []
    total = sum((probability for _, probability in pairs), Fraction(0))
    if total != 1:
        wrong(kind.chances, f"the chances sum to {total}, not to 1")
    return [[throw.index, str(throw), str(Fraction(probability))] for throw, probability in pairs]


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
        wrong(kind.apply, f"apply returned {brief(after)}, which is no position")


def check_scene(spec: GameSpec, scene: Any) -> Scene:
    if not isinstance(scene, Scene):
        wrong(spec.scene, f"scene returned {brief(scene)}, which is no Scene")
    return scene


def all_clicks(spec: GameSpec, state: Any) -> list[list[Any]]:
    """For each action its clicks, and how many of the last may come in any order."""
    clicks: dict[tuple[str, ...], str] = {}
    found: list[list[Any]] = []
    for action in state.actions():
        spots = spec.clicks(state, action)
        if isinstance(spots, str) or not spots or not all(isinstance(spot, str) for spot in spots):
            wrong(
                spec.clicks,
                f"clicks returned {brief(spots)} for {shown(str(action))}: it must return names of spots",
            )
        other = clicks.setdefault(tuple(spots), str(action))
        if other != str(action):
            wrong(spec.clicks, f"{other} and {action} have the same clicks: {', '.join(spots)}")
        unordered = 0 if spec.unordered_clicks is None else spec.unordered_clicks(state, action)
        found.append([list(spots), int(unordered)])
    return found
