"""Turns and choices: who is to act, the actions and the chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from boardgames.core.model.base import BaseState
from boardgames.core.model.game import CHANCE, OVER
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Flaw, Rung, at_every_state

PASSES: Final = {"", "-", "--", "0000", "none", "null", "pass", "skip"}
"""Texts of an action that does nothing."""


def _no_empty_choice(state: Any, trial: Any) -> None:
    if state.turn < 0:
        return
    actions = list(state.actions())
    if not actions:
        raise Flaw(f"seat {state.turn} is to act, but actions() is empty and the game is not over")
    if len(actions) == 1 and str(actions[0]).lower() in PASSES:
        raise Flaw(f"seat {state.turn} has nothing to choose but {str(actions[0])!r}")


def turn_is_wrong(state: Any) -> str:
    """The contradiction between turn, outcome, actions and chances, in words; empty if there is none."""
    turn, outcome = state.turn, state.outcome
    seats = state.game.seats
    if turn not in (CHANCE, OVER) and turn not in range(seats):
        return f"turn is {turn!r}: expected a seat (0 to {seats - 1}), CHANCE ({CHANCE}) or OVER ({OVER})"
    if (turn == OVER) != (outcome is not None):
        return f"turn is {'OVER' if turn == OVER else turn} but outcome is {outcome}"
    seat = getattr(state, "seat", max(turn, 0))
    if turn != OVER and (seat != turn if turn >= 0 else seat not in range(seats)):
        return f"seat is {seat!r}, but {f'turn is {turn}' if turn >= 0 else f'one of {seats} seats throws'}"
    counts = {"actions()": len(state.actions()), "chances()": len(state.chances())}
    situation = {CHANCE: "the dice are to be thrown", OVER: "the game is over"}.get(turn, f"seat {turn} is to act")
    for name, expected in (("actions()", turn >= 0), ("chances()", turn == CHANCE)):
        if counts[name] and not expected:
            return f"{situation}, but {name} has {counts[name]}"
    return f"{situation}, but chances() is empty" if turn == CHANCE and not counts["chances()"] else ""


def _turn(state: Any, trial: Any) -> None:
    wrong = turn_is_wrong(state)
    if wrong:
        raise Flaw(wrong)


def _once(state: Any, trial: Any) -> None:
    for name, edges in (("actions()", state.actions()), ("chances()", [outcome for outcome, _ in state.chances()])):
        for text, times in Counter(map(str, edges)).items():
            if times > 1:
                raise Flaw(f"{name} has {text!r} {times} times")
    for ask in (state.actions, state.chances):
        one, other = list(ask()), list(ask())
        if one != other:
            raise Flaw(f"asked twice, {ask.__name__}() gave {shown(one)} and then {shown(other)}")
    listed = len(state.actions()) or len(state.chances())
    if isinstance(state, BaseState) and state.count() != listed:
        raise Flaw(f"count() says {state.count()}, but {listed} are listed")


def _safe(state: Any, trial: Any) -> None:
    for ask in (state.actions, state.chances):
        before = list(ask())
        returned: Sequence[object] = ask()
        if isinstance(returned, list):
            returned.clear()
            left = list(ask())
            returned.extend(before)  # so that no other rung suffers from it
            if left != before:
                raise Flaw(f"after the caller has emptied the list that {ask.__name__}() returned, it returns fewer")
        elif not isinstance(returned, tuple):
            raise Flaw(f"{ask.__name__}() returns a {type(returned).__name__}, not a tuple or a list")


def _sum(state: Any, trial: Any) -> None:
    chances = state.chances()
    for outcome, chance in chances:
        if type(chance) is not Fraction:
            raise Flaw(f"the chance of {str(outcome)!r} is the {type(chance).__name__} {chance!r}, not a Fraction")
        if chance <= 0:
            raise Flaw(f"the chance of {str(outcome)!r} is {chance}")
    total = sum(chance for _, chance in chances)
    if chances and total != 1:
        raise Flaw(f"the chances sum to {total}")


CHOICES: Final[tuple[Rung, ...]] = (
    Rung(
        check=at_every_state(_no_empty_choice),
        name="no-empty-choice",
        title="a seat that is to act has something to choose",
        why="A player is asked only where the rules leave it a choice. Where they pass the turn, apply goes "
        "straight on to the next state in which a seat can act.",
        look="apply: after the action (or the throw), can the next side move at all? If not, pass the turn there, "
        "or end the game. A 'pass' that stands beside other actions is fine.",
    ),
    Rung(
        check=at_every_state(_turn),
        name="turn-and-outcome",
        title="turn, seat, outcome, actions and chances agree",
        why="turn tells the referee which player to ask; seat is the same, and at a throw who throws. OVER goes "
        "with an outcome and nothing else, CHANCE with chances() alone, and a seat with actions() alone.",
        look="turn, seat, outcome, actions and chances: each must ask first whether the game is over, in the same way.",
    ),
    Rung(
        check=at_every_state(_once),
        name="actions-once",
        title="each action is listed once, in an order that does not change",
        why="An action that is listed twice is chosen twice as often in random play, and counts of positions are "
        "wrong. If the order changes, a seed no longer gives the same game.",
        look="actions: can two ways lead to the same action (two pieces that look alike)? "
        "Does the order come from a set? Sort it. And count, if you wrote one: does it count the same?",
    ),
    Rung(
        check=at_every_state(_safe),
        name="lists-are-safe",
        title="a caller cannot change a state through the list that it returns",
        why="A caller may shuffle, sort or empty the list that it gets. The state must stay the same.",
        look="actions and chances: return a tuple, or a new list for each call, never the list that the state keeps.",
    ),
    Rung(
        check=at_every_state(_sum),
        name="chances-sum-to-one",
        title="the chances of the dice sum to exactly 1",
        why="Chances are fractions, not floats, so that exact solvers are exact: 1/3 + 1/3 + 1/3 is 1.",
        look="chances: is an outcome missing or counted twice? Write Fraction(1, 6), not 1 / 6. "
        "Leave out what cannot happen.",
    ),
)
