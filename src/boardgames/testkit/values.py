"""States as values: equality, hash, key and copies."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from boardgames.testkit.actions import COPIES
from boardgames.testkit.facts import difference, shown
from boardgames.testkit.rung import Flaw, Rung, at_every_state, raised
from boardgames.testkit.walks import Trial, WalkSpot, edges, in_order, some_edges

DIFFERENT, COUNTED = 3, 400
"""The games that are needed, and the plies of each that are read, to find the fields that count plies."""


def future(state: Any) -> tuple[Any, ...]:
    """The future of a state: its turn, outcome, actions and chances."""
    return state.turn, state.outcome, list(state.actions()), list(state.chances())


def _equality(state: Any, trial: Trial) -> None:
    for thing in (None, 0, str(state), state.key):
        if state == thing:
            raise Flaw(f"the state equals {shown(thing)}, which is no state")
    children = [(action, state.apply(action)) for action in some_edges(state)]
    for action, child in children:
        if child == state:
            raise Flaw(f"the state after {str(action)!r} equals the one before it")
    for (action, one), (other_action, other) in combinations(children, 2):
        if one == other:
            pair = f"the states after {str(action)!r} and after {str(other_action)!r} are equal"
            if hash(one) != hash(other):
                raise Flaw(f"{pair}, but their hashes are not")
            if one.key != other.key:
                raise Flaw(f"{pair}, but their keys are not: {shown(one.key)} and {shown(other.key)}")
            if future(one) != future(other):
                raise Flaw(f"{pair}, but their futures differ: {shown(future(one))} and {shown(future(other))}")
    hashes = {hash(child) for _, child in children}
    different = [
        child for number, (_, child) in enumerate(children) if not any(child == c for _, c in children[:number])
    ]
    if len(different) > 2 and len(hashes) == 1:
        texts = shown([str(action) for action, _ in children])
        raise Flaw(f"the states after {texts} are all different and all have the same hash")


def _key(trial: Trial) -> None:
    _key_everywhere(trial)
    _no_counter(trial)


def _key_at(state: Any, trial: Trial) -> None:
    try:
        hash(state.key)
    except TypeError:
        raise Flaw(f"the key {shown(state.key)} cannot be hashed: it must serve in a dict") from None
    children = [(action, state.apply(action)) for action in some_edges(state)]
    for (action, one), (other_action, other) in combinations(children, 2):
        if one.key == other.key and None is one.outcome is other.outcome and future(one) != future(other):
            raise Flaw(
                f"the states after {str(action)!r} and after {str(other_action)!r} have the same key "
                f"{shown(one.key)}, but not the same actions"
            )


_key_everywhere = at_every_state(_key_at)


def _no_counter(trial: Trial) -> None:
    """Positions whose texts differ in nothing but a ply counter must have one key."""
    walks = {tuple(walk.actions): walk for walk in trial.walks}.values()
    if len(walks) < DIFFERENT:
        return
    spots = in_order([spot for walk in walks for spot in walk.spots[:COUNTED]])
    for place in _counters(spots):
        met: dict[tuple[str, ...], WalkSpot] = {}
        for later in spots:
            fields = str(later.state).split()
            first = met.setdefault((*fields[:place], *fields[place + 1 :]), later)
            if future(first.state) == future(later.state) and first.state.key != later.state.key:
                raise Flaw(
                    f"field {place + 1} of the text counts the plies. {first.text!r} and {later.text!r} differ "
                    f"in nothing else, but their keys are {shown(first.state.key)} and {shown(later.state.key)}",
                    later,
                )


def _counters(spots: list[WalkSpot]) -> list[int]:
    """The places of the fields in the text that count plies, or every second ply, in all games."""
    texts = [(spot.ply, str(spot.state).split()) for spot in spots]
    start = texts[0][1]
    return [
        place
        for place, field in enumerate(start)
        if _number(field) is not None
        and any(
            all(
                len(fields) == len(start) and _number(fields[place]) == int(field) + ply // each
                for ply, fields in texts
            )
            for each in (1, 2)
        )
    ]


def _number(field: str) -> int | None:
    return int(field) if field.isascii() and field.isdecimal() and len(field) < 9 else None


def _copies(state: Any, trial: Trial) -> None:
    for name, make in COPIES.items():
        try:
            again = make(state)
        except Exception as error:
            raise Flaw(f"{name} fails: {raised(error)}") from None
        differs = difference(state, again)
        if differs:
            raise Flaw(f"{name} gives another state: {differs}")
        if again.game is not state.game:
            raise Flaw(f"{name} makes a second game, so its states are not of the same game any more")
        for mine, its in zip(edges(state), edges(again), strict=True):
            if mine is not its:
                raise Flaw(f"{name} makes a second action {str(mine)!r}")


VALUES: Final[tuple[Rung, ...]] = (
    Rung(
        check=at_every_state(_equality),
        name="equality",
        title="states are equal exactly where their futures are, and equal states have equal hashes",
        why="Tables and repetition rules keep states in dicts and sets. Equal states with different futures get mixed "
        "up; different states with the same hash make every dict slow.",
        look="__eq__ and __hash__: do they look at every field that can change the future, the dice and the side to "
        "act among them? @attrs.frozen writes both.",
    ),
    Rung(
        check=_key,
        name="key",
        title="the key is the position: with the dice, without ply counters",
        why="A position that is reached in another way, earlier or later, is the same position to a table. "
        "So the key leaves out counters and history, but nothing that decides what can be done now.",
        look="key: take the ply counter out; put in the side to act, the dice, and whatever else actions() looks at.",
    ),
    Rung(
        check=at_every_state(_copies),
        name="pickle-and-copy",
        title="a state pickled or copied is the same state, of the same game, with the same actions",
        why="States are sent to other processes and saved. Nothing may be lost on the way.",
        look="__reduce__, __getstate__ or __copy__, if you wrote them: is every field among what they keep? "
        "SimpleGame makes a pickled game the same object again; a game of your own needs a __reduce__.",
    ),
)
