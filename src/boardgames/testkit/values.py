"""States as values: equality, hash, key and copies."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations
from operator import attrgetter
from typing import Any, Final

from boardgames.testkit.actions import COPIES
from boardgames.testkit.facts import change, difference, shown
from boardgames.testkit.rung import Flaw, Rung, at_every_state, raised
from boardgames.testkit.walks import FEWEST, Trial, WalkSpot, edges, reason, some_edges

COMPARED = 3_000
"""Positions that are compared with an earlier one of the same key."""


def future(state: Any) -> dict[str, Any]:
    """All that a state answers but its text and key, in an order that does not depend on how it lists its actions."""
    return {
        "outcome": state.outcome,
        "turn": state.turn,
        "seat": None if state.outcome else getattr(state, "seat", None),
        "actions()": sorted(state.actions(), key=attrgetter("index")),
        "chances()": sorted(state.chances(), key=lambda chance: int(chance[0].index)),
    }


def _met_again(trial: Trial, same: Callable[[Any], Any], words: str) -> None:
    """Check that states with equal ``same`` have one future, and that equal actions lead to equal states again."""
    met: dict[Hashable, Any] = {}
    pairs: list[tuple[Any, WalkSpot]] = []
    for spot in trial.different:
        try:
            first = met.setdefault(same(spot.state), spot.state)
        except TypeError:
            raise Flaw(f"{shown(same(spot.state))} cannot be hashed: it must serve in a dict", spot) from None
        pairs += [(first, spot)] if first is not spot.state else []
    for first, spot in pairs[:COMPARED]:
        differs = change(future(first), future(spot.state), "{} is {} and {}")
        for action in some_edges(first) if not differs else ():
            one, other = first.apply(action), spot.state.apply(action)
            if same(one) != same(other) and {reason(one), reason(other)} <= trial.key_ends:
                differs = f"{str(action)!r} leads to {shown(same(one))} and {shown(same(other))}"
        if differs:
            raise Flaw(f"{str(first)!r} and {str(spot.state)!r} {words}, but {differs}", spot)


def _equality_at(state: Any, trial: Trial) -> None:
    for thing in (None, 0, str(state), state.key):
        if state == thing:
            raise Flaw(f"the state equals {shown(thing)}, which is not a state")
    children = [(action, state.apply(action)) for action in some_edges(state)]
    for action, child in children:
        if child == state:
            raise Flaw(f"the state after {str(action)!r} equals the one before it")
    for (action, one), (other_action, other) in combinations(children, 2):
        if one == other:
            pair = f"the states after {str(action)!r} and after {str(other_action)!r} are equal"
            for name, mine, its in (("hashes", hash(one), hash(other)), ("keys", one.key, other.key)):
                if mine != its:
                    raise Flaw(f"{pair}, but their {name} are not: {shown(mine)} and {shown(its)}")
    if len({hash(child) for _, child in children}) == 1 and len({str(child) for _, child in children}) > 2:
        texts = shown([str(action) for action, _ in children])
        raise Flaw(f"the states after {texts} are all different and all have the same hash")


def _equality(trial: Trial) -> None:
    at_every_state(_equality_at)(trial)
    _met_again(trial, lambda state: state, "are equal")


def _key(trial: Trial) -> None:
    _met_again(trial, attrgetter("key"), "have the same key")
    spots = trial.read
    if len({id(spot.walk) for spot in spots}) < FEWEST:
        return
    for place in _counters(spots):  # positions whose texts differ in nothing but a counter of plies have one key
        met: dict[tuple[str, ...], WalkSpot] = {}
        for later in spots:
            fields = str(later.state).split()
            first = met.setdefault((*fields[:place], *fields[place + 1 :]), later)
            if first.state.key != later.state.key and future(first.state) == future(later.state):
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
                len(fields) == len(start) and _number(fields[place]) == int(field) + ply // step
                for ply, fields in texts
            )
            for step in (1, 2)
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
        check=_equality,
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
        "So the key leaves out counters and history, but nothing that decides what can be done, now or later.",
        look="key: take the ply counter out; put in the side to act, the dice, and all that later actions depend on.",
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
