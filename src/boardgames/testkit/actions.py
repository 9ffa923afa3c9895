"""Actions: one object each, numbered without a gap."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

from boardgames.testkit.rung import Flaw, NotSeen, Rung, at_every_state, raised
from boardgames.testkit.walks import Trial, some_edges

LISTED = 8
"""The number of missing actions that a message names."""

MOST_ACTIONS: Final = 10_000_000
"""More actions than this cannot be meant: learning programs have an output for each."""

COPIES: Final[dict[str, Callable[[Any], Any]]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
}


def _exist_once(state: Any, trial: Trial) -> None:
    game = state.game
    for action in state.actions():
        if game.action_at(action.index) is not action:
            raise Flaw(f"actions() has {str(action)!r} with index {action.index}, but action_at gives another object")
    throws = [outcome.index for outcome, _ in state.chances()]
    if len(set(throws)) != len(throws) or any(index < 0 for index in throws):
        raise Flaw(f"the outcomes of the dice are numbered {throws}: expected different numbers from 0 up")
    for action in some_edges(state):
        for name, make in COPIES.items():
            try:
                again = make(action)
            except Exception as error:
                raise Flaw(f"{name} of the action {str(action)!r} fails: {raised(error)}") from None
            if again is not action:
                raise Flaw(f"{name} makes a second action {str(action)!r}")


def _wrong_count(count: Any) -> str:
    """The fault of a number of actions, in words; empty if it has none."""
    if isinstance(count, int) and 0 <= count <= MOST_ACTIONS:
        return ""
    return f"action_count is {count!r}: expected a whole number from 0 to {MOST_ACTIONS}"


def _dense(trial: Trial) -> None:
    game = trial.game
    wrong = _wrong_count(game.action_count)
    if wrong:
        raise Flaw(wrong)
    for index in range(game.action_count):
        action = game.action_at(index)
        if action.index != index:
            raise Flaw(f"action_at({index}) is {str(action)!r}, whose index is {action.index}")
        if game.action_at(index) is not action:
            raise Flaw(f"action_at({index}), asked twice, gives two objects")
    for index in (-1, game.action_count):
        try:
            game.action_at(index)
        except IndexError:
            continue
        raise Flaw(f"action_at({index}) must raise IndexError: there are {game.action_count} actions, from 0 up")


def _every_action(trial: Trial) -> None:
    if _wrong_count(trial.game.action_count):
        return  # another rung reports it
    possible = set().union(*(walk.offered for walk in trial.walks))
    missing = [index for index in range(trial.game.action_count) if index not in possible]
    if missing:
        texts = [str(trial.game.action_at(index)) for index in missing[:LISTED]]
        raise NotSeen(
            f"in {len(trial.walks)} random games {len(missing)} of {trial.game.action_count} actions "
            f"could never be played: {', '.join(texts)}{', ...' if len(missing) > LISTED else ''}"
        )


ACTIONS: Final[tuple[Rung, ...]] = (
    Rung(
        check=_dense,
        name="indices-are-dense",
        title="the actions of the game are numbered 0, 1, 2, ... without a gap",
        why="Learning programs have an output for each number. A gap wastes one, and two actions with the same number "
        "are confused.",
        look="action_count, action_at, and the index of each action: all_actions[n].index must be n.",
    ),
    Rung(
        check=at_every_state(_exist_once),
        name="actions-exist-once",
        title="an action is one object, the same in every state",
        why="Actions are compared with 'is', which is fast and exact, and their index means the same everywhere.",
        look="actions: does it make new objects? Make all actions once, at the top of the module. "
        "SimpleAction also survives pickling; an action class of your own needs a __reduce__.",
    ),
    Rung(
        check=_every_action,
        name="every-action",
        title="every action occurs",
        why="An action that can never be played may be a rule that was forgotten, or a number that learners waste. "
        "Random play need not reach all of many thousands, so this is no failure.",
        look="all_actions: is each of them in actions() of some position? Try more games (--games 500).",
    ),
)
