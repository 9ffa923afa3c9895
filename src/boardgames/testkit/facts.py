"""The public facts of a state, and how those of two states differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHOWN = 160


def facts(state: Any) -> dict[str, Any]:
    """Everything that a state answers, except its hash."""
    return {
        "str()": str(state),
        "key": state.key,
        "turn": state.turn,
        "outcome": state.outcome,
        "actions()": list(state.actions()),
        "chances()": list(state.chances()),
    }


def change(before: Mapping[str, object], after: Mapping[str, object], words: str = "{} was {} and became {}") -> str:
    """The first fact that differs, in words; empty if none does."""
    for name, value in before.items():
        if after[name] != value:
            return words.format(name, shown(value), shown(after[name]))
    return ""


def state_change(before: Mapping[str, Any], state: Any) -> str:
    """The difference of a state from before, in words; empty if there is none, or if its answers always change."""
    changed = change(before, facts(state))
    return "" if changed and change(facts(state), facts(state)) else changed


def difference(one: Any, other: Any) -> str:
    """The difference of two states that should be equal, in words; empty if there is none."""
    changed = change(facts(one), facts(other), "{} of one is {}, of the other {}")
    if changed:
        return changed
    if one != other or other != one:
        return "they are not equal (==), though all their answers are"
    if hash(one) != hash(other):
        return "they are equal but hash() differs"
    return ""


def shown(value: object) -> str:
    """A value for people: actions by their texts, cut where it is too long."""
    text = ", ".join(map(_word, value)) if isinstance(value, (list, tuple)) else _word(value)
    text = f"[{text}]" if isinstance(value, (list, tuple)) else text
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _word(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(_word, value))})"
    return repr(value) if value is None or isinstance(value, (str, int, float)) else str(value)
