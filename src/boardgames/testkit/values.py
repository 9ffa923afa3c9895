"""States and actions as values: equality, hash, key, copies, and numbers."""

from __future__ import annotations

import copy
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final

from boardgames.testkit.facts import difference, shown
from boardgames.testkit.rung import Rung, Slip, everywhere, raised, whole
from boardgames.testkit.walks import Spot, Trial, edges, in_order, some_edges


def future(state: Any) -> tuple[Any, ...]:
    """What can be seen of a state's future, as far as the next ply."""
    return state.turn, state.outcome, list(state.actions()), list(state.chances())


def _equality(state: Any, trial: Trial) -> None:
    for thing in (None, 0, str(state), state.key):
        if state == thing:
            raise Slip(f"the state equals {shown(thing)}, which is no state")
    children = [(action, state.apply(action)) for action in some_edges(state)]
    for action, child in children:
        if child == state:
            raise Slip(f"the state after {str(action)!r} equals the one before it")
    for (action, one), (other_action, other) in combinations(children, 2):
        if one == other:
            pair = f"the states after {str(action)!r} and after {str(other_action)!r} are equal"
            if hash(one) != hash(other):
                raise Slip(f"{pair}, but their hashes are not")
            if one.key != other.key:
                raise Slip(f"{pair}, but their keys are not: {shown(one.key)} and {shown(other.key)}")
            if future(one) != future(other):
                raise Slip(f"{pair}, but can be told apart: {shown(future(one))} and {shown(future(other))}")
    hashes = {hash(child) for _, child in children}
    different = [child for number, (_, child) in enumerate(children) if not any(child == c for _, c in children[:number])]
    if len(different) > 2 and len(hashes) == 1:
        texts = shown([str(action) for action, _ in children])
        raise Slip(f"the states after {texts} are all different and all have the same hash")


def _key(trial: Trial) -> None:
    _key_everywhere.check(trial)
    _no_counter(trial)


def _key_at(state: Any, trial: Trial) -> None:
    try:
        hash(state.key)
    except TypeError:
        raise Slip(f"the key {shown(state.key)} cannot be hashed: it must serve in a dict") from None
    children = [(action, state.apply(action)) for action in some_edges(state)]
    for (action, one), (other_action, other) in combinations(children, 2):
        if one.key == other.key and None is one.outcome is other.outcome and future(one) != future(other):
            raise Slip(
                f"the states after {str(action)!r} and after {str(other_action)!r} have the same key "
                f"{shown(one.key)}, but not the same actions"
            )


_key_everywhere = everywhere(_key_at, name="", title="", why="", look="")


def _no_counter(trial: Trial) -> None:
    """Positions whose texts differ in nothing but a ply counter must have one key."""
    spots = [Spot(walk, ply) for walk in trial.walks for ply in range(min(len(walk.states), 400))]
    for place in _counters(spots):
        met: defaultdict[tuple[str, ...], list[Spot]] = defaultdict(list)
        for spot in in_order(spots):
            fields = str(spot.state).split()
            met[(*fields[:place], *fields[place + 1 :])].append(spot)
        for alike in met.values():
            first = alike[0]
            for later in alike[1:]:
                if future(first.state) == future(later.state) and first.state.key != later.state.key:
                    raise Slip(
                        f"field {place + 1} of the text counts the plies. {first.text!r} and {later.text!r} differ "
                        f"in nothing else, but their keys are {shown(first.state.key)} and {shown(later.state.key)}",
                        later,
                    )


def _counters(spots: list[Spot]) -> Iterator[int]:
    """The places of those fields of the text that say how many plies have been played and nothing else."""
    counts: defaultdict[int, dict[int, int]] = defaultdict(dict)
    refuted: set[int] = set()
    for spot in spots:
        for place, field in enumerate(str(spot.state).split()):
            number = int(field) if field.isdecimal() and len(field) < 9 else -1
            if number < 0 or counts[place].setdefault(spot.ply, number) != number:
                refuted.add(place)
    for place, by_ply in counts.items():
        numbers = [by_ply[ply] for ply in sorted(by_ply)]
        if place not in refuted and numbers == sorted(numbers) and len(set(numbers)) > 2:
            yield place


def _copies(state: Any, trial: Trial) -> None:
    for name, make in COPIES.items():
        try:
            again = make(state)
        except Exception as error:
            raise Slip(f"{name} fails: {raised(error)}") from None
        told = difference(state, again)
        if told:
            raise Slip(f"{name} gives another state: {told}")
        if again.game is not state.game:
            raise Slip(f"{name} makes a second game, so its states are not of the same game any more")
        for mine, its in zip(edges(state), edges(again), strict=True):
            if mine is not its:
                raise Slip(f"{name} makes a second action {str(mine)!r}")


COPIES: Final[dict[str, Callable[[Any], Any]]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
}


def _exist_once(state: Any, trial: Trial) -> None:
    game = state.game
    for action in state.actions():
        if game.action_at(action.index) is not action:
            raise Slip(f"actions() has {str(action)!r} with index {action.index}, but action_at gives another object")
    throws = [outcome.index for outcome, _ in state.chances()]
    if len(set(throws)) != len(throws) or any(index < 0 for index in throws):
        raise Slip(f"the outcomes of the dice are numbered {throws}: expected different numbers from 0 up")
    for action in some_edges(state):
        for name, make in COPIES.items():
            try:
                again = make(action)
            except Exception as error:
                raise Slip(f"{name} of the action {str(action)!r} fails: {raised(error)}") from None
            if again is not action:
                raise Slip(f"{name} makes a second action {str(action)!r}")


def _dense(trial: Trial) -> None:
    game = trial.game
    for index in range(game.action_count):
        action = game.action_at(index)
        if action.index != index:
            raise Slip(f"action_at({index}) is {str(action)!r}, whose index is {action.index}")
        if game.action_at(index) is not action:
            raise Slip(f"action_at({index}), asked twice, gives two objects")
    for index in (-1, game.action_count):
        try:
            game.action_at(index)
        except IndexError:
            continue
        raise Slip(f"action_at({index}) must raise IndexError: there are {game.action_count} actions, from 0 up")


VALUES: Final[tuple[Rung, ...]] = (
    whole(
        _dense,
        name="indices-are-dense",
        title="the actions of the game are numbered 0, 1, 2, ... without a gap",
        why="Programs that learn keep a number for each action; a gap is waste, and two with one number are confused.",
        look="action_count, action_at, and the index of each action: all_actions[n].index must be n.",
    ),
    everywhere(
        _exist_once,
        name="actions-exist-once",
        title="an action is one object, the same in every state",
        why="Actions are compared with 'is', which is fast and never wrong, and their index means the same everywhere.",
        look="actions: does it make actions? Make them all once, at the top of the module. "
        "SimpleAction also survives pickling; an action of your own needs a __reduce__.",
    ),
    everywhere(
        _equality,
        name="equality",
        title="states are equal where nothing can tell them apart, and only there; equal states have equal hashes",
        why="Tables and repetition rules keep states in dicts and sets. States that differ in their future and are "
        "equal get mixed up; different ones that share a hash make every table slow.",
        look="__eq__ and __hash__: do they look at every field that can change the future, the dice and the side to "
        "act among them? @attrs.frozen writes both.",
    ),
    whole(
        _key,
        name="key",
        title="the key is the position: with the dice, without counting plies",
        why="A position reached by another way, earlier or later, is the same position to a table. "
        "So the key leaves out counters and history, and nothing that decides what may be done now.",
        look="key: take the ply counter out; put in the side to act, the dice, and whatever else actions() looks at.",
    ),
    everywhere(
        _copies,
        name="pickle-and-copy",
        title="a state pickled or copied is the same state, of the same game, with the same actions",
        why="States are sent to other processes and saved. Nothing may be forgotten on the way.",
        look="__reduce__, __getstate__ or __copy__, if you wrote them: is every field among what they keep? "
        "SimpleGame makes a pickled game the same object again; a game of your own needs a __reduce__.",
    ),
)
